#include "verifier/tools/bench/measure.h"

#include <algorithm>
#include <ctime>

namespace perft_verify::verifier {
namespace {

/// Shorter times are too inaccurate.
constexpr double kLeastSeconds = 0.1;
/// A process that counts gets at least this share of a core, however busy the machine.
constexpr double kLeastShare = 0.05;

double own_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Calls `count` until there is enough time to measure, or `again` returns false.
template <typename Cpu, typename Count>
auto measure(Cpu cpu_seconds, Count count, std::uint64_t right, bool again)
    -> std::expected<Measurement, typename decltype(count())::error_type> {
  const double cpu_begin = cpu_seconds();
  const double wall_begin = wall_seconds();
  Measurement result;
  for (int times = 1;; ++times) {
    const auto nodes = count();
    if (!nodes) return std::unexpected(nodes.error());
    const double wall = wall_seconds() - wall_begin;
    result = {*nodes, (cpu_seconds() - cpu_begin) / times, wall / times};
    if (!again || *nodes != right || wall >= kLeastSeconds) return result;
  }
}

}  // namespace

std::expected<Measurement, PerftFailure> measure_core(const Position& position, int depth,
                                                      std::uint64_t right,
                                                      const PerftOptions& options) {
  return measure(
      own_cpu_seconds, [&] { return perft(position, depth, options); }, right,
      options.table == nullptr);
}

reference::Answer<Measurement> measure_generator(reference::Generator& generator,
                                                 const reference::Question& question,
                                                 std::uint64_t right, const std::stop_token& stop) {
  const auto cpu_seconds = [&] {
    return std::chrono::duration<double>(generator.cpu_time().value_or(std::chrono::seconds(0)))
        .count();
  };
  const auto count = [&]() -> reference::Answer<std::uint64_t> {
    const auto answer = generator.divide(question, stop);
    if (!answer) return std::unexpected(answer.error());
    return answer->total;
  };
  auto result = measure(cpu_seconds, count, right, true);
  if (result && result->cpu < kLeastShare * result->wall) result->cpu = 0;
  return result;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace perft_verify::verifier
