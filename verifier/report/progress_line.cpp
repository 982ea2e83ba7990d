#include "verifier/report/progress_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/format.h"

namespace perft_verify::verifier {

ProgressLine::~ProgressLine() {
  if (shown_) sink_("\r\x1b[K");
}

void ProgressLine::one_done(std::size_t all) {
  constexpr double kFirstSeconds = 0.5;
  constexpr double kEverySeconds = 0.1;
  if (!is_shown()) return;
  const std::lock_guard lock(mutex_);
  ++done_;
  const double seconds = since_.seconds();
  if (seconds < kFirstSeconds || seconds - last_ < kEverySeconds || done_ > all) return;
  last_ = seconds;
  const double left = seconds * static_cast<double>(all - done_) / static_cast<double>(done_);
  std::string text =
      fmt::format("{} of {} {}, {} left", grouped(done_), grouped(all), what_, duration_text(left));
  // A line that wraps could not be overwritten.
  text.resize(std::min(text.size(), columns_ - 1));
  sink_("\r" + text + "\x1b[K");
  shown_ = true;
}

}  // namespace perft_verify::verifier
