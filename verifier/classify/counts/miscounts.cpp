#include "verifier/classify/counts/miscounts.h"

#include <algorithm>
#include <functional>

#include "core/movegen.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {
namespace {

using Uncounted = std::function<std::uint64_t(const Position&, const MoveList&)>;

/// The sum of what `count` counts of the positions before the last ply.
template <typename Count>
std::uint64_t summed(const Position& position, int depth, const Count& count) {
  if (depth == 1) return count(position);
  std::uint64_t sum = 0;
  for (const Move move : legal_moves(position))
    sum += summed(position.after(move), depth - 1, count);
  return sum;
}

/// The number of leaves that a subject misses if it does not count `uncounted` at the last ply.
std::uint64_t left_out(const Position& position, int depth, const Uncounted& uncounted) {
  return summed(position, depth,
                [&](const Position& last) { return uncounted(last, legal_moves(last)); });
}

bool is_capture(const Position& position, Move move) {
  return move.kind() == MoveKind::EnPassant ||
         (move.kind() != MoveKind::Castling && position.occupied().contains(move.to()));
}

template <typename Test>
Uncounted those(Test test) {
  return [test](const Position& position, const MoveList& moves) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(moves, [&](Move move) { return test(position, move); }));
  };
}

struct Miscount {
  const char* text;
  Uncounted uncounted;
  std::vector<BugId> making_classes = {};  // see CountExplanation
};

const std::vector<Miscount>& kinds_of_miscounts() {
  static const std::vector<Miscount> kKinds{
      {"en passant captures are not counted at the last ply",
       those([](const Position&, Move move) { return move.kind() == MoveKind::EnPassant; }),
       {BugId::EpSquareNotSet, BugId::EpSquareWrong}},
      {"castling is not counted at the last ply",
       those([](const Position&, Move move) { return move.kind() == MoveKind::Castling; }),
       {BugId::CastlingRightLostEarly}},
      {"the promotions of a pawn are counted as one move at the last ply",
       those([](const Position&, Move move) {
         return move.kind() == MoveKind::Promotion && move.promoted_to() != PieceType::Queen;
       })},
      {"one of the four promotions of a pawn is not counted at the last ply",
       those([](const Position&, Move move) {
         return move.kind() == MoveKind::Promotion && move.promoted_to() == PieceType::Knight;
       })},
      {"promotions are not counted at the last ply",
       those([](const Position&, Move move) { return move.kind() == MoveKind::Promotion; })},
      {"the promotions of a pawn that captures are counted as one move at the last ply",
       those([](const Position& position, Move move) {
         return move.kind() == MoveKind::Promotion && move.promoted_to() != PieceType::Queen &&
                is_capture(position, move);
       })},
      {"the promotions of a pawn that does not capture are counted as one move at the last ply",
       those([](const Position& position, Move move) {
         return move.kind() == MoveKind::Promotion && move.promoted_to() != PieceType::Queen &&
                !is_capture(position, move);
       })},
      {"captures are not counted at the last ply",
       those([](const Position& position, Move move) { return is_capture(position, move); })},
      {"quiet moves are not counted at the last ply",
       those([](const Position& position, Move move) { return !is_capture(position, move); })},
      {"moves that give mate or stalemate are not counted at the last ply",
       those([](const Position& position, Move move) {
         return count_legal(position.after(move)) == 0;
       })},
      {"moves that give check are not counted at the last ply",
       those([](const Position& position, Move move) {
         return position.after(move).checkers().any();
       })},
  };
  return kKinds;
}

/// The number of leaves of an engine that does not test whether its last moves leave the king in
/// check.
std::uint64_t with_pseudo_legal_leaves(const Position& position, int depth) {
  return summed(position, depth, [](const Position& last) {
    const Scene scene = make_scene(last);
    return static_cast<std::uint64_t>(std::ranges::count_if(scene.moves, [](const MoveFacts& move) {
      return move.castling ? move.legal : move.pseudo_legal;
    }));
  });
}

/// The number of leaves of an engine that tests whether its last moves leave the other side's king
/// in check, as where the side to move has changed already.
std::uint64_t with_other_king_tested(const Position& position, int depth) {
  return summed(position, depth, [](const Position& last) {
    const Scene scene = make_scene(last);
    return static_cast<std::uint64_t>(std::ranges::count_if(scene.moves, [](const MoveFacts& move) {
      return (move.castling ? move.legal : move.pseudo_legal) && !move.gives_check;
    }));
  });
}

/// The number of leaves of an engine that counts its last moves as if there were no check.
std::uint64_t with_checks_ignored(const Position& position, int depth) {
  return summed(position, depth, [](const Position& last) {
    const Scene scene = make_scene(last);
    return static_cast<std::uint64_t>(
        std::ranges::count_if(scene.moves, [&](const MoveFacts& move) {
          const bool of_king = move.moved && move.moved->type == PieceType::King;
          return move.legal || (move.pseudo_legal && !of_king &&
                                std::ranges::all_of(move.exposed_to, [&](const Attacker& attacker) {
                                  return last.checkers().contains(attacker.square);
                                }));
        }));
  });
}

/// The number of leaves of an engine that counts the end of a game as one.
std::uint64_t with_ends(const Position& position, int depth, bool mate, bool stalemate) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return (position.checkers().any() ? mate : stalemate) ? 1 : 0;
  if (depth == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const Move move : moves) sum += with_ends(position.after(move), depth - 1, mate, stalemate);
  return sum;
}

std::uint64_t with_inner_nodes(const Position& position, int depth) {
  std::uint64_t sum = 0;
  for (int each = 1; each <= depth; ++each) sum += leaves(position, each);
  return sum;
}

struct MiscountHypothesis {
  CountExplanation explanation;
  /// The count below a move, `depth` plies from the position after it.
  std::function<std::uint64_t(const Position&, int depth)> count;
};

const std::vector<MiscountHypothesis>& miscount_hypotheses() {
  static const std::vector<MiscountHypothesis> kAll = [] {
    std::vector<MiscountHypothesis> all;
    for (const Miscount& kind : kinds_of_miscounts())
      all.push_back({{BugId::CountWrong, kind.text, true, kind.making_classes},
                     [&kind](const Position& after, int depth) {
                       return leaves(after, depth) - left_out(after, depth, kind.uncounted);
                     }});
    all.push_back({{BugId::CountWrong,
                    "moves that leave the king in check are counted at the last ply",
                    true,
                    {BugId::CheckNotNoticed, BugId::StaleStateByMoves}},
                   with_pseudo_legal_leaves});
    all.push_back({{BugId::CountWrong,
                    "moves that do not answer a check are counted at the last ply",
                    true,
                    {BugId::CheckNotNoticed, BugId::StaleStateByMoves}},
                   with_checks_ignored});
    const auto add_ends = [&all](const char* text, bool mate, bool stalemate) {
      all.push_back({{BugId::MateCountsAsLeaf, text, true},
                     [mate, stalemate](const Position& after, int depth) {
                       return with_ends(after, depth, mate, stalemate);
                     }});
    };
    add_ends("a checkmate counts as a leaf", true, false);
    add_ends("a stalemate counts as a leaf", false, true);
    add_ends("checkmates and stalemates count as leaves", true, true);
    const char* const kInner = "the positions on the way to the leaves are counted too";
    all.push_back({{BugId::CountInteriorNodes, kInner, true}, [](const Position& after, int depth) {
                     return with_inner_nodes(after, depth);
                   }});
    all.push_back(
        {{BugId::CountInteriorNodes, "each move on the way is counted too", true},
         [](const Position& after, int depth) { return with_inner_nodes(after, depth) + 1; }});
    all.push_back({{BugId::CountDepthOffByOne, "one ply more is counted", true},
                   [](const Position& after, int depth) { return leaves(after, depth + 1); }});
    all.push_back({{BugId::CountDepthOffByOne, "one ply less is counted", true},
                   [](const Position& after, int depth) { return leaves(after, depth - 1); }});
    all.push_back({{BugId::CountWrong,
                    "moves are tested for the other side's king at the last ply",
                    true,
                    {BugId::LegalityTestsOtherKing, BugId::StaleStateByMoves}},
                   with_other_king_tested});
    return all;
  }();
  return kAll;
}

/// The first position at that distance, or nearer, for which `shows` holds.
std::optional<Position> first_below(const Position& position, int distance,
                                    const std::function<bool(const Position&)>& shows) {
  if (shows(position)) return position;
  if (distance == 0) return std::nullopt;
  for (const Move move : legal_moves(position))
    if (auto found = first_below(position.after(move), distance - 1, shows)) return found;
  return std::nullopt;
}

}  // namespace

std::vector<CountExplanation> miscounts(const CountedPosition& counted) {
  std::vector<CountExplanation> found;
  const auto counts = parsed(counted);
  if (!counts) return found;
  for (const MiscountHypothesis& each : miscount_hypotheses())
    if (std::ranges::all_of(counts->lines, [&](const MoveCounts& line) {
          return each.count(counts->position.after(line.move), counts->below) == line.subject;
        }))
      found.push_back(each.explanation);
  return found;
}

std::optional<Root> shallow_example(const CountedPosition& counted,
                                    const CountExplanation& miscount) {
  const auto counts = parsed(counted);
  const auto hypothesis = std::ranges::find_if(
      miscount_hypotheses(),
      [&](const MiscountHypothesis& each) { return each.explanation.is(miscount); });
  if (!counts || hypothesis == miscount_hypotheses().end()) return std::nullopt;
  const auto found =
      first_below(counts->position, counted.depth - 2, [&](const Position& position) {
        return std::ranges::any_of(legal_moves(position), [&](Move move) {
          const Position after = position.after(move);
          return hypothesis->count(after, 1) != leaves(after, 1);
        });
      });
  if (!found) return std::nullopt;
  return root_of(*found);
}

}  // namespace perft_verify::verifier
