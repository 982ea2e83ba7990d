// The common features of the findings of a run that have no certain class. A broken table spoils so
// many kinds of moves that no class fits; but all of them may be moves of one piece, or one class
// may be possible in most findings.
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
  Castling,
  KingMoves,               // castling, too
  SlidersAndTheirAttacks,  // moves of sliders, and checks and pins by them
  WhiteMoves,
  BlackMoves,
};
inline constexpr std::size_t kKins = 12;

/// A kind to which all wrong moves of so many findings belong.
struct SharedKin {
  Kin kin;
  std::size_t findings;
};

/// A class that is possible in several findings.
struct SharedCandidate {
  BugId bug;
  std::size_t findings;
};

/// A square to which all wrong moves of several findings go.
struct SharedTarget {
  Square square;
  std::size_t findings;
};

/// Collects findings; those with a certain class, and those without wrong moves, are passed over.
class InCommon {
 public:
  void add(const Finding& finding);
  /// A row of a finding without a certain class has wrong moves of this side.
  void saw_moves_of(Color side) { sides_.at(static_cast<std::size_t>(side)) = true; }
  /// The narrowest kind that holds for all findings. If there is none, the narrowest kind, but for
  /// the colors, that holds for four fifths of them: there may be another bug beside it. Nothing if
  /// those are fewer than three.
  [[nodiscard]] std::optional<SharedKin> kin() const;
  /// The class that is possible in most findings: in half of them, and in three; nothing otherwise.
  [[nodiscard]] std::optional<SharedCandidate> candidate() const;
  /// The target square of all wrong moves, if it is the same in all findings or in four fifths, and
  /// in three.
  [[nodiscard]] std::optional<SharedTarget> target() const;
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
  std::array<bool, 2> sides_{};     // by Color
  std::map<BugId, Candidate> candidates_;
  std::map<Square, std::size_t> targets_;    // findings whose wrong moves all go there
  std::array<std::size_t, kKins> of_kin_{};  // findings
};

}  // namespace perft_verify::verifier
