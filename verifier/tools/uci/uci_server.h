// A conversation in UCI: commands are obeyed one after the other in a thread of their own, so that
// stop, isready and quit are heard while it counts.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "verifier/tools/uci/core_player.h"

namespace perft_verify::verifier {

class UciServer {
 public:
  /// Each answer is handed to `write` as a whole, never two at once; from any thread.
  explicit UciServer(std::function<void(std::string_view)> write);
  UciServer(const UciServer&) = delete;
  UciServer& operator=(const UciServer&) = delete;
  /// Stops, and obeys the rest of what it has been told.
  ~UciServer();

  /// Returns at once. False for quit, which is left to the caller: stop(), or wait until all is
  /// done.
  bool tell(std::string_view command);
  /// The counts that it has been told so far end soon.
  void stop();
  /// Whether everything has been answered, after waiting up to `patience` for it.
  bool is_done_within(std::chrono::milliseconds patience);

 private:
  struct Told {
    std::string command;
    std::stop_token stop;
  };
  void work(const std::stop_token& end);

  std::function<void(std::string_view)> write_;
  std::mutex write_mutex_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Told> told_;    // the first is being obeyed
  std::stop_source counts_;  // of the counts since the last stop
  CorePlayer player_;
  std::jthread worker_;  // the last member: it uses the others
};

}  // namespace perft_verify::verifier
