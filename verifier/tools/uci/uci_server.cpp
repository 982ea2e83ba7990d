#include "verifier/tools/uci/uci_server.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "core/text/lines.h"

namespace perft_verify::verifier {
namespace {

std::string_view name_of(std::string_view command) { return take_word(command); }

}  // namespace

UciServer::UciServer(std::function<void(std::string_view)> write)
    : write_(std::move(write)), worker_([this](const std::stop_token& end) { work(end); }) {}

UciServer::~UciServer() { stop(); }

bool UciServer::tell(std::string_view command) {
  const std::string_view name = name_of(command);
  if (name == "quit") return false;
  if (name == "stop") {
    stop();
    return true;
  }
  {
    const std::lock_guard lock(mutex_);
    // Behind anything but a count it says that everything before it has been obeyed.
    const bool at_once =
        name == "isready" && !told_.empty() && name_of(told_.back().command) == "go";
    if (!at_once) {
      told_.push_back({std::string(command), counts_.get_token()});
      changed_.notify_all();
      return true;
    }
  }
  const std::lock_guard lock(write_mutex_);
  write_("readyok\n");
  return true;
}

void UciServer::stop() {
  const std::lock_guard lock(mutex_);
  counts_.request_stop();
  counts_ = {};
}

bool UciServer::is_done_within(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [this] { return told_.empty(); });
}

void UciServer::work(const std::stop_token& end) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, end, [this] { return !told_.empty(); })) {
    const Told& told = told_.front();  // stays where it is when others are added
    lock.unlock();
    std::string answer;
    try {
      answer = player_.obey(told.command, told.stop);
    } catch (const std::exception& error) {  // out of memory, for example
      answer = fmt::format("info string {}", error.what());
    }
    if (!answer.empty()) {
      const std::lock_guard writing(write_mutex_);
      write_(answer);
    }
    lock.lock();
    told_.pop_front();
    changed_.notify_all();
  }
}

}  // namespace perft_verify::verifier
