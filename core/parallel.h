// Several threads for one piece of work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <system_error>
#include <thread>
#include <vector>

namespace perft_verify {

/// Calls `work` in `threads` threads at once, including the current one, and returns when all calls
/// have returned. On a machine that cannot start that many, fewer threads do all the work: `work`
/// has to fetch its tasks from a common list.
template <typename Work>
void in_threads(std::size_t threads, const Work& work) {
  std::vector<std::jthread> others;
  while (others.size() + 1 < threads) {
    try {
      others.emplace_back([&work] { work(); });
    } catch (const std::system_error&) {
      break;
    }
  }
  work();
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
