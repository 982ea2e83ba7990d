#include "verifier/cli/arguments/long_wait.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "core/stopwatch.h"
#include "core/text/format.h"

namespace perft_verify::verifier {
namespace {

constexpr double kFirstNote = 10;

}  // namespace

LongWait::LongWait(std::string what)
    : teller_([what = std::move(what)](const std::stop_token& ended) {
        const Stopwatch watch;
        std::mutex mutex;
        std::condition_variable_any wakes;
        std::unique_lock lock(mutex);
        for (double next = kFirstNote;; next *= 2) {
          const std::chrono::duration<double> left(next - watch.seconds());
          wakes.wait_for(lock, ended, left, [] { return false; });
          if (ended.stop_requested()) return;
          fmt::print(stderr, "note: {}: {} so far\n", what, duration_text(watch.seconds()));
        }
      }) {}

}  // namespace perft_verify::verifier
