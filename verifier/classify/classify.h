// From the wrong moves of a position to the class of the bug.
//
// The subject is asked about some two hundred small positions, once: its fingerprint; and about
// positions like that of the finding. A class explains the wrong moves in all of these if under few
// and simple conditions ("by knights only") it predicts exactly them. The class that needs the
// fewest is named; if two need equally many, both are candidates.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/catalog/catalog.h"
#include "verifier/classify/positions/scene.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

/// A class; or candidates, if further questions could not narrow them down to one; or neither.
struct Classification {
  std::optional<BugId> bug_class = std::nullopt;
  std::vector<BugId> candidates = {};  // the likeliest first
  /// Further results, as a part of a sentence; may be empty.
  std::string note = {};
  /// The board that the subject has after a move that it makes wrong, where its list shows it.
  std::optional<StateDifference> inferred = std::nullopt;
  /// A castling right is kept after any move from or to the square of its rook, and no other right.
  bool of_one_square = false;

  [[nodiscard]] bool any() const { return bug_class || !candidates.empty(); }
  /// The class alone, or the candidates.
  [[nodiscard]] std::vector<BugId> classes() const {
    return bug_class ? std::vector{*bug_class} : candidates;
  }
};

/// The subject's wrong moves in the list of moves of a position (a wire FEN), after `moves` played
/// from it; nothing if it could not be asked.
using AskMoves = std::function<std::optional<WrongMoves>(const Root& root,
                                                         const std::vector<std::string>& moves)>;

/// The wrong moves at one position.
struct Evidence {
  const Scene* scene = nullptr;
  WrongMoves wrong;
};

/// The answers of one subject in these positions; Chess960 only if it plays that. The scenes
/// have to outlive them.
std::vector<Evidence> ask_about(std::span<const Scene> scenes, const AskMoves& ask);

/// `wrong` are all wrong moves of the position; `known` are the known answers of the subject
/// elsewhere, and may be empty: then all classes that fit are candidates.
Classification classify_moves(const Scene& scene, const WrongMoves& wrong,
                              std::span<const Evidence> known);

/// Whether the list may lack moves because it has no room for them: only asking for the longest
/// list tells, since no small position has that many moves.
bool may_be_cut_off(const Scene& scene, const WrongMoves& wrong);
/// The position with 218 moves, the most in any legal one (Nenad Petrović, 1964); and the same with
/// fewer.
std::span<const Scene> longest_lists();

/// A wrongly made move can spoil a list one ply earlier, where it is only tried: en passant,
/// castling and promotion. The position and move at which that may show by itself.
struct MakingProbe {
  std::string fen;
  std::string move;
};
/// The probes for the kinds of moves among `wrong`; none if some of them is an ordinary move.
std::vector<MakingProbe> making_probes(const Scene& scene, const WrongMoves& wrong);

}  // namespace perft_verify::verifier
