#include "reference/uci/pace.h"

#include <algorithm>

namespace perft_verify::reference {
namespace {

using std::chrono::duration;
using std::chrono::steady_clock;

constexpr double kLeastSeconds = 10;
constexpr double kLeastSecondsIfItHangs = 1;
constexpr int kMostUnanswered = 3;
constexpr double kMostSeconds = 30.0 * 24 * 3600;  // a month
constexpr double kSlack = 20;
/// The assumed speed before any measurement: a slow interpreted engine.
constexpr double kUnknownSpeed = 50'000;
/// Below this many nodes the time depends more on the pipe than on the engine.
constexpr std::uint64_t kMeasurableNodes = 20'000;
constexpr duration<double> kMeasurableTime{0.25};

}  // namespace

Deadline Pace::deadline(double expected_nodes) const {
  const bool hangs = has_answered_ && unanswered_ >= kMostUnanswered;
  const double measured = hangs ? slowest_nodes_per_second_ : nodes_per_second_;
  const double seconds =
      std::clamp(kSlack * expected_nodes / (measured > 0 ? measured : kUnknownSpeed),
                 hangs ? kLeastSecondsIfItHangs : kLeastSeconds, kMostSeconds);
  return steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(
                                   timeout_.value_or(duration<double>(seconds)));
}

void Pace::answered(std::uint64_t nodes, duration<double> took) {
  has_answered_ = true;
  if (nodes == 0 || (nodes < kMeasurableNodes && took < kMeasurableTime)) return;
  const double speed = static_cast<double>(nodes) / std::max(took.count(), 1e-6);
  for (double* const slowest : {&nodes_per_second_, &slowest_nodes_per_second_})
    *slowest = *slowest > 0 ? std::min(*slowest, speed) : speed;
}

}  // namespace perft_verify::reference
