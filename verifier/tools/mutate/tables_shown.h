// The entries of attack tables that a suite shows to be right.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace perft_verify::verifier {

/// Entries of the tables of attacks that some situation shows to be right: if they are wrong, a
/// count differs.
struct TablesShown {
  static constexpr std::size_t kLeaperTargets = 924;  // of knights, kings and pawns that capture
  static constexpr std::size_t kBlockers = 1036;      // slider's square, first blocker
  static constexpr std::size_t kLines = 72;           // of checks and pins from edge to edge
  std::size_t leaper_targets = 0;
  std::size_t blockers = 0;
  std::size_t lines = 0;
  /// The same by table, with the entries that nothing shows: "b1b6" for a slider and its blocker.
  struct Table {
    std::string_view name;
    std::size_t all = 0;
    std::vector<std::string> missing;
  };
  std::vector<Table> tables;
};
TablesShown tables_shown(const std::set<std::uint64_t>& situations);

}  // namespace perft_verify::verifier
