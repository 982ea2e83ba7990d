// What the findings of a run without a certain class have in common. A broken table spoils so many
// kinds of moves that no class fits; but all of them may be moves of one piece, or one class may be
// possible in most.
#pragma once

#include <array>
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

/// A kind that all wrong moves of so many findings are of.
struct SharedKin {
  Kin kin;
  std::size_t findings;
};

/// A class that is possible in several findings.
struct SharedCandidate {
  BugId bug;
  std::size_t findings;
};

/// Collects findings; those with a certain class, and those without wrong moves, are passed over.
class InCommon {
 public:
  void add(const Finding& finding);
  /// The narrowest that holds for all findings, or else, but for the colors, for four fifths of
  /// them, beside which there may be another bug; nothing if those are less than three.
  [[nodiscard]] std::optional<SharedKin> kin() const;
  /// The class that is possible in most findings: in half of them, and in three; nothing otherwise.
  [[nodiscard]] std::optional<SharedCandidate> candidate() const;
  [[nodiscard]] std::size_t findings() const { return findings_; }

 private:
  [[nodiscard]] bool may_be(Kin kin) const;

  struct Candidate {
    std::size_t findings = 0;
    std::size_t ranks = 0;  // its places in their lists, added up
  };

  std::size_t findings_ = 0;
  std::size_t by_sliders_ = 0;      // findings with wrong moves of sliders only
  std::size_t around_sliders_ = 0;  // with wrong moves of other pieces
  std::map<BugId, Candidate> candidates_;
  std::array<std::size_t, kKins> of_kin_{};  // findings
};

}  // namespace perft_verify::verifier
