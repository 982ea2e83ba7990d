#include "verifier/report/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "verifier/report/format.h"

namespace perft_verify::verifier {
namespace {

constexpr int kBarWidth = 24;
constexpr double kFirstSeconds = 0.5;  // shorter runs need no progress
constexpr double kLogEverySeconds = 30;

std::string bar(double share) {
  const int full = static_cast<int>(share * kBarWidth);
  std::string text = "[";
  for (int column = 0; column < kBarWidth; ++column) text += column < full ? '#' : '.';
  return text + "]";
}

}  // namespace

void ProgressBar::progress(const Progress& progress) {
  const double every = terminal_ ? 0.0 : kLogEverySeconds;
  if (progress.seconds < kFirstSeconds || progress.seconds - last_seconds_ < every) return;
  last_seconds_ = progress.seconds;
  const double total = std::max(progress.nodes_total, 1.0);
  const double share = std::clamp(progress.nodes_done / total, 0.0, 1.0);
  std::string text =
      fmt::format("{} {}/{} rows, {} of about {} nodes", bar(share), progress.rows_done,
                  progress.rows, grouped(static_cast<std::uint64_t>(progress.nodes_done)),
                  grouped(static_cast<std::uint64_t>(total)));
  if (progress.nodes_per_second > 0)
    text += fmt::format(", {} left", duration_text(std::max(total - progress.nodes_done, 0.0) /
                                                   progress.nodes_per_second));
  if (progress.findings > 0)
    text +=
        fmt::format(", {} {}", progress.findings, progress.findings == 1 ? "finding" : "findings");
  if (terminal_) {
    // A line that wraps could not be overwritten.
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 &&
        text.size() >= size.ws_col)
      text.resize(size.ws_col - std::size_t{1});
    std::fputs(("\r" + text + "\x1b[K").c_str(), stderr);
    shown_ = true;
  } else {
    std::fputs((text + "\n").c_str(), stderr);
  }
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace perft_verify::verifier
