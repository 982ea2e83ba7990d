// Several threads for one piece of work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace perft_verify {

/// Hands an exception from threads to the one that waits for them: one that left its thread would
/// end the process.
class FirstException {
 public:
  /// Calls `work` and returns whether it did not throw. Of several exceptions the first is kept.
  template <typename Work>
  bool keep(const Work& work) noexcept {
    try {
      work();
      return true;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
      return false;
    }
  }
  /// Throws what was kept. Called when no other thread calls `keep` any more.
  void rethrow() {
    if (first_) std::rethrow_exception(std::exchange(first_, nullptr));
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

/// Calls `work` in `threads` threads at once, including the current one, and returns when all calls
/// have returned. On a machine that cannot start that many, fewer threads do all the work: `work`
/// has to fetch its tasks from a common list. Throws what the first of the calls threw.
template <typename Work>
void in_threads(std::size_t threads, const Work& work) {
  FirstException thrown;
  {
    std::vector<std::jthread> others;
    while (others.size() + 1 < threads) {
      try {
        others.emplace_back([&] { thrown.keep(work); });
      } catch (const std::system_error&) {
        break;
      }
    }
    thrown.keep(work);
  }
  thrown.rethrow();
}

/// Calls `work(0)` to `work(size - 1)` in that many threads, each once, until `stop`.
template <typename Work>
void parallel_for(std::size_t size, std::size_t threads, const std::stop_token& stop,
                  const Work& work) {
  std::atomic<std::size_t> next = 0;
  in_threads(std::min(threads, size), [&] {
    for (std::size_t at = next++; at < size && !stop.stop_requested(); at = next++) work(at);
  });
}

}  // namespace perft_verify
