// The situations that a count exercises, by the rules and independent of any particular bug.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"

namespace perft_verify::verifier {

/// Numbers that stand for facts such as "a white knight goes from b1 to c3", "Black's bishop is
/// pinned by a rook", "the promotion of a white pawn gives check": everything that the leaves
/// `depth` plies below depend on. The same fact has the same number everywhere.
std::set<std::uint64_t> situations(const Position& position, int depth);

/// To which rule a situation belongs, in few words: "castling", "illegal: pinned".
std::string_view rule_of(std::uint64_t situation);

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
