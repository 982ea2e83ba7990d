#include "verifier/report/output/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/format.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

constexpr int kBarWidth = 24;
constexpr double kFirstSeconds = 0.5;  // shorter runs need no progress
constexpr double kLogEverySeconds = 30;
constexpr double kSlowSeconds = 30;  // and again when it has taken twice as long

std::string bar(double share) {
  const int full = static_cast<int>(share * kBarWidth);
  std::string text = "[";
  for (int column = 0; column < kBarWidth; ++column) text += column < full ? '#' : '.';
  return text + "]";
}

}  // namespace

void ProgressBar::progress(const Progress& progress) {
  announce_slow_rows(progress);
  const bool terminal = columns_ > 0;
  const double every = terminal ? 0.0 : kLogEverySeconds;
  if (progress.seconds < kFirstSeconds || progress.seconds - last_seconds_ < every) return;
  last_seconds_ = progress.seconds;
  const double total = std::max(progress.nodes_total, 1.0);
  // By time, so that the bar moves evenly; by nodes as long as the time is unknown.
  const double share = progress.seconds_left
                           ? progress.seconds / (progress.seconds + *progress.seconds_left)
                           : std::clamp(progress.nodes_done / total, 0.0, 1.0);
  std::string text =
      fmt::format("{} {}/{} rows, {} of about {} nodes",
                  terminal ? bar(share) : fmt::format("{:3.0f}%", 100 * share), progress.rows_done,
                  progress.rows, short_count(progress.nodes_done), short_count(total));
  if (progress.seconds_left)
    text += fmt::format(", {} left", duration_text(*progress.seconds_left));
  if (progress.findings > 0) text += ", " + counted(progress.findings, "finding", "findings");
  if (terminal) {
    // A line that wraps could not be overwritten.
    text.resize(std::min(text.size(), columns_ - 1));
    sink_("\r" + text + "\x1b[K");
    shown_ = true;
  } else {
    sink_(text + "\n");
  }
}

void ProgressBar::announce_slow_rows(const Progress& progress) {
  std::vector<std::pair<RunningRow, double>> still;
  for (const RunningRow& running : progress.running) {
    double next = kSlowSeconds;
    for (const auto& [known, at] : announced_)
      if (known.row == running.row && known.depth == running.depth) next = at;
    if (running.seconds >= next) {
      clear();
      sink_(fmt::format("slow: {} at depth {}: {} so far, about {} nodes\n",
                        name_of(run_->rows[running.row]), running.depth,
                        duration_text(running.seconds), short_count(running.nodes)));
      next = 2 * running.seconds;
    }
    still.emplace_back(running, next);
  }
  announced_ = std::move(still);
}

void ProgressBar::clear() {
  if (!shown_) return;
  sink_("\r\x1b[K");
  shown_ = false;
}

}  // namespace perft_verify::verifier
