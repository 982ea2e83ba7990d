// Measures the time of a count, by two clocks: the CPU time of the counting process, which other
// work on the machine hardly disturbs, and the wall clock, which alone makes sense if several
// threads share the work.
#pragma once

#include "core/counting/perft.h"
#include "reference/generator.h"

namespace perft_verify::verifier {

struct Measurement {
  std::uint64_t nodes = 0;  // of one count
  double cpu = 0;           // seconds for one count
  double wall = 0;
};

/// Measures the linked core. Counts again until there is enough time to measure, but not with a
/// table, which would know the answer by then, and not after a count other than `right`.
std::expected<Measurement, PerftFailure> measure_core(const Position& position, int depth,
                                                      std::uint64_t right,
                                                      const PerftOptions& options);

/// Measures a generator that has answered before. If its process reports no plausible CPU time (it
/// only started the one that counts, for example), `cpu` is 0.
reference::Answer<Measurement> measure_generator(reference::Generator& generator,
                                                 const reference::Question& question,
                                                 std::uint64_t right, const std::stop_token& stop);

/// The median; the mean of two middle values. Needs at least one value.
double median(std::vector<double> values);

}  // namespace perft_verify::verifier
