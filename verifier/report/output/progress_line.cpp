#include "verifier/report/output/progress_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/format.h"

namespace perft_verify::verifier {

ProgressLine::~ProgressLine() {
  if (shown_) sink_("\r\x1b[K");
}

bool ProgressLine::is_time() const {
  constexpr double kSilentSeconds = 0.5;
  constexpr double kEverySeconds = 0.1;
  const double seconds = since_.seconds();
  return seconds >= kSilentSeconds && seconds - last_ >= kEverySeconds;
}

void ProgressLine::print(std::string text) {
  last_ = since_.seconds();
  // A line that wraps could not be overwritten.
  text.resize(std::min(text.size(), columns_ - 1));
  sink_("\r" + text + "\x1b[K");
  shown_ = true;
}

void ProgressLine::one_done(std::size_t all) {
  if (!is_shown()) return;
  const std::lock_guard lock(mutex_);
  ++done_;
  if (!is_time() || done_ > all) return;
  const double left =
      since_.seconds() * static_cast<double>(all - done_) / static_cast<double>(done_);
  print(fmt::format("{} of {} {}, {} left", grouped(done_), grouped(all), what_,
                    duration_text(left)));
}

void ProgressLine::show(const std::string& how_far) {
  if (!is_shown()) return;
  const std::lock_guard lock(mutex_);
  if (is_time()) print(how_far);
}

}  // namespace perft_verify::verifier
