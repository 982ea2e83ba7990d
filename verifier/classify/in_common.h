// What the findings of a run without a certain class have in common. A broken table spoils so many
// kinds of moves that no class fits; but all of them may be moves of one piece, or one class may be
// possible in most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The narrow ones first.
enum class Kin : std::uint8_t {
  CapturesTowardAFile,  // of pawns
  CapturesTowardHFile,
  PawnMoves,
  KnightMoves,
  BishopMoves,
  RookMoves,
  QueenMoves,
  KingMoves,
  SlidersAndTheirAttacks,  // moves of sliders, and checks and pins by them
  WhiteMoves,
  BlackMoves,
};
inline constexpr std::size_t kKins = 11;

/// A class that is possible in several findings.
struct SharedCandidate {
  BugId bug;
  std::size_t findings;
};

/// Collects findings; those with a certain class, and those without wrong moves, are passed over.
class InCommon {
 public:
  void add(const Finding& finding);
  /// The narrowest that holds for each wrong move; nothing if there are less than three findings,
  /// or if nothing holds.
  [[nodiscard]] std::optional<Kin> kin() const;
  /// The class that is possible in most findings: in half of them, and in three; nothing otherwise.
  [[nodiscard]] std::optional<SharedCandidate> candidate() const;
  [[nodiscard]] std::size_t findings() const { return findings_; }

 private:
  struct Candidate {
    std::size_t findings = 0;
    std::size_t ranks = 0;  // its places in their lists, added up
  };

  std::size_t findings_ = 0;
  std::size_t by_sliders_ = 0;      // findings with wrong moves of sliders
  std::size_t around_sliders_ = 0;  // with wrong moves of other pieces
  std::map<BugId, Candidate> candidates_;
  std::uint32_t common_ = (1U << kKins) - 1;
};

}  // namespace perft_verify::verifier
