// SIGINT and SIGTERM as a stop token. The first signal asks the run to end in an orderly way;
// another one after half a second ends the process at once, and the kernel ends its children.
#pragma once

#include <atomic>
#include <stop_token>
#include <string_view>
#include <thread>

namespace perft_verify::verifier {

class Interrupts {
 public:
  /// To be made before any other thread: they inherit the blocked signals.
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  /// The first signal that came; 0 if none.
  [[nodiscard]] int signal() const { return signal_; }

 private:
  void wait();

  std::stop_source stop_;
  std::atomic<int> signal_ = 0;
  std::atomic<bool> ended_ = false;
  std::thread waiter_;
};

/// Says on standard error that `what` (the count, the benchmark) was interrupted; returns the exit
/// code of a command that a signal has ended.
int interrupted(const Interrupts& interrupts, std::string_view what);

}  // namespace perft_verify::verifier
