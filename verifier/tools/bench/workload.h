// The work of a benchmark: five positions, and the fixed workload whose node counts make one
// number, the signature. A change of speed leaves the signature alone; a change of the signature is
// a wrong count.
#pragma once

#include <span>
#include <string_view>

#include "core/counting/perft.h"

namespace perft_verify::verifier {

/// A depth and its number of nodes; published and confirmed by several programs.
struct KnownCount {
  int depth;
  std::uint64_t nodes;
};

struct BenchPosition {
  std::string_view name;
  std::string_view fen;
  KnownCount full;
  KnownCount quick;
  /// The count with a table, which makes the others too short to measure; quick is then `full`.
  KnownCount with_table;
};

std::span<const BenchPosition> bench_positions();

struct SignaturePosition {
  std::string_view fen;
  int depth;
};

/// All rules, from few pieces to many, Chess960 too; takes less than a second.
std::span<const SignaturePosition> signature_positions();

/// The nodes of each of signature_positions().
std::expected<std::vector<std::uint64_t>, PerftFailure> signature_counts(
    const PerftOptions& options);

/// The sum of the counts.
std::uint64_t signature_of(std::span<const std::uint64_t> counts);

}  // namespace perft_verify::verifier
