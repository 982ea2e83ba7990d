#include "verifier/classify/counts/count_explanations.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {
namespace {

/// The most nodes of a position: hypotheses are counted many times, so each has to be cheap.
constexpr std::uint64_t kMostNodesCounted = 20'000;
constexpr int kMostDepth = 4;

std::uint64_t leaves(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal(position));
  std::uint64_t sum = 0;
  for (const Move move : legal_moves(position)) sum += leaves(position.after(move), depth - 1);
  return sum;
}

struct MoveCounts {
  Move move;
  std::uint64_t subject;
  std::uint64_t reference;
};

struct Counted {
  Position position;
  std::vector<MoveCounts> lines;
  int below;  // the depth below each move
};

std::optional<Counted> read(const CountedPosition& counted) {
  const auto position = admitted(counted.fen, counted.chess960);
  if (!position || counted.depth < 2 || counted.depth > kMostDepth) return std::nullopt;
  Counted result{*position, {}, counted.depth - 1};
  std::uint64_t nodes = 0;
  for (const CountedLine& line : counted.lines) {
    const auto move = find_legal(*position, line.move);
    if (!move) return std::nullopt;
    result.lines.push_back({*move, line.subject, line.reference});
    nodes += line.reference;
  }
  if (nodes > kMostNodesCounted) return std::nullopt;
  return result;
}

// Counting.

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

// Taking back.

struct Board {
  BugId bug_class;
  std::string text;
  PositionParts parts;
  Bitboard squares;  // of the moves that leave it behind
};

std::string name_of(Piece piece) {
  return fmt::format("the {} {}", piece.color == Color::White ? "white" : "black",
                     to_string(piece.type));
}

Bitboard squares_of(Move move) { return Bitboard{move.from()} | Bitboard{move.to()}; }

/// All wrong ways to take back one move, as the resulting board.
class WrongWays {
 public:
  /// `base` is the board once all moves are taken back; `played` the move played on the way to
  /// `move`, if there was one, whose squares are restored by itself.
  WrongWays(const PositionParts& base, std::optional<Move> played, std::vector<Board>& boards)
      : base_(base), played_(played), boards_(boards) {}

  void of(const Position& position, Move move) {
    text_ = fmt::format("after {} was taken back", to_uci(move, position.chess960()));
    if (touches(move.from())) return;
    squares_ = squares_of_played() | squares_of(move);
    if (move.kind() == MoveKind::EnPassant)
      squares_ |= Bitboard{make_square(file_of(move.to()), rank_of(move.from()))};
    const Piece moved = *position.piece_on(move.from());
    if (move.kind() == MoveKind::Castling) {
      of_castling(position.side_to_move(), move.from(), move.to());
    } else {
      of_victim(position, move);
      of_mover(move, moved);
    }
    of_state(position, move);
  }

  /// Castling that turns out to be illegal once it was made.
  void of_tried_castling(const Position& position) {
    text_ = "after castling was tried and taken back";
    const Color us = position.side_to_move();
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = position.castling().rook(us, side); rook && !touches(*rook)) {
        squares_ = squares_of_played() | Bitboard{*rook};
        of_castling(us, position.king(us), *rook);
      }
  }

 private:
  [[nodiscard]] Bitboard squares_of_played() const {
    return played_ ? squares_of(*played_) : kNoSquares;
  }
  [[nodiscard]] bool touches(Square square) const {
    return played_ && (played_->from() == square || played_->to() == square);
  }

  void add(BugId bug_class, const std::string& what, const PositionParts& parts) {
    if (parts.has_both_kings())
      boards_.push_back({bug_class, fmt::format("{} {}", what, text_), parts, squares_});
  }

  void of_victim(const Position& position, Move move) {
    const bool en_passant = move.kind() == MoveKind::EnPassant;
    const Square square =
        en_passant ? make_square(file_of(move.to()), rank_of(move.from())) : move.to();
    const auto victim = position.piece_on(square);
    if (!victim || touches(square)) return;
    const BugId lost = en_passant ? BugId::UnmakeEpPawn : BugId::UnmakeCapturedMissing;
    const BugId changed = en_passant ? BugId::UnmakeEpPawn : BugId::UnmakeCapturedType;
    PositionParts parts = base_;
    parts.clear(square);
    add(lost, fmt::format("{} on {} is missing", name_of(*victim), to_string(square)), parts);
    if (en_passant) {
      parts.put(move.to(), *victim);
      add(lost,
          fmt::format("{} stands on {} instead of {}", name_of(*victim), to_string(move.to()),
                      to_string(square)),
          parts);
    }
    for (const Color color : kColors) {
      for (const PieceType type : {PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                   PieceType::Rook, PieceType::Queen}) {
        const Piece other{color, type};
        if (other == *victim) continue;
        parts = base_;
        parts.clear(square);
        parts.put(square, other);
        add(changed,
            fmt::format("{} stands on {} instead of {}", name_of(other), to_string(square),
                        name_of(*victim)),
            parts);
      }
    }
  }

  void of_mover(Move move, Piece moved) {
    const bool promotion = move.kind() == MoveKind::Promotion;
    const Piece arrived{moved.color, promotion ? move.promoted_to() : moved.type};
    PositionParts parts = base_;
    parts.clear(move.from());
    add_of_mover(move, moved,
                 fmt::format("{} is missing on {}", name_of(moved), to_string(move.from())), parts);
    if (promotion) {
      parts.put(move.from(), arrived);
      add_of_mover(move, moved,
                   fmt::format("{} stands on {} instead of the pawn", name_of(arrived),
                               to_string(move.from())),
                   parts);
    }
    if (touches(move.to())) return;
    parts = base_;
    parts.clear(move.to());
    parts.put(move.to(), arrived);
    add_of_mover(move, moved,
                 fmt::format("{} still stands on {}", name_of(arrived), to_string(move.to())),
                 parts);
    parts.clear(move.from());
    add_of_mover(move, moved,
                 fmt::format("{} stands on {} instead of {}", name_of(arrived),
                             to_string(move.to()), to_string(move.from())),
                 parts);
  }

  void add_of_mover(Move move, Piece moved, const std::string& text, const PositionParts& parts) {
    const BugId bug_class = move.kind() == MoveKind::Promotion ? BugId::UnmakePromotion
                            : moved.type == PieceType::King    ? BugId::UnmakeKingSquare
                                                               : BugId::UnmakeMovedPiece;
    add(bug_class, text, parts);
    // Only captures en passant may be taken back wrongly.
    if (move.kind() == MoveKind::EnPassant) add(BugId::UnmakeEpPawn, text, parts);
  }

  void of_castling(Color us, Square king, Square home) {
    const Square target = make_square(home > king ? File::F : File::D, relative_rank(us, Rank::R1));
    const Piece rook{us, PieceType::Rook};
    if (touches(target)) return;
    PositionParts parts = base_;
    parts.clear(home);
    add(BugId::UnmakeCastlingRook, fmt::format("the rook is missing on {}", to_string(home)),
        parts);
    parts.clear(target);
    parts.put(target, rook);
    add(BugId::UnmakeCastlingRook,
        fmt::format("the rook stands on {} instead of {}", to_string(target), to_string(home)),
        parts);
    parts = base_;
    parts.clear(target);
    parts.put(target, rook);
    add(BugId::UnmakeCastlingRook, fmt::format("a rook still stands on {}", to_string(target)),
        parts);
  }

  void of_state(const Position& position, Move move) {
    const Position after = position.after(move);
    PositionParts parts = base_;
    for (const Color color : kColors)
      for (const CastlingSide side : kCastlingSides)
        if (!after.castling().rook(color, side)) parts.castling.remove(color, side);
    if (!(parts.castling == base_.castling))
      add(BugId::UnmakeCastlingRights, "a castling right is lost", parts);
    if (base_.en_passant) {
      parts = base_;
      parts.en_passant.reset();
      add(BugId::UnmakeEpSquare, "the en passant square is lost", parts);
    }
  }

  const PositionParts& base_;
  std::optional<Move> played_;
  std::vector<Board>& boards_;
  std::string text_;
  Bitboard squares_;
};

std::vector<Board> boards_left_behind(const Counted& counted) {
  std::vector<Board> boards;
  const PositionParts base = counted.position.parts();
  for (const MoveCounts& line : counted.lines)
    WrongWays(base, std::nullopt, boards).of(counted.position, line.move);
  for (const MoveCounts& line : counted.lines)
    WrongWays(base, line.move, boards).of_tried_castling(counted.position.after(line.move));
  // Many engines make and take back the last moves too.
  for (const MoveCounts& line : counted.lines) {
    const Position after = counted.position.after(line.move);
    for (const Move reply : legal_moves(after)) WrongWays(base, line.move, boards).of(after, reply);
  }
  return boards;
}

/// Whether the wrong lines have the counts that they would have on this board.
bool explains(const Board& board, const Counted& counted) {
  const Position left(board.parts);
  return std::ranges::all_of(counted.lines, [&](const MoveCounts& line) {
    if (line.subject == line.reference) return true;
    if (left.piece_on(line.move.from()) != counted.position.piece_on(line.move.from()) ||
        (line.move.kind() == MoveKind::Castling &&
         left.piece_on(line.move.to()) != counted.position.piece_on(line.move.to())))
      return false;
    if (left.piece_on(line.move.to()) && left.piece_on(line.move.to())->type == PieceType::King)
      return false;
    return leaves(left.after(line.move), counted.below) == line.subject;
  });
}

/// The position without the pieces, rights and en passant square that have no part in `board` and
/// in the wrong line; nothing if the line's count would be right there.
std::optional<Position> bare(const Board& board, const Counted& counted, Move line) {
  const Position& whole = counted.position;
  Bitboard kept = board.squares | squares_of(line);
  for (const Color color : kColors) kept |= Bitboard{whole.king(color)};
  const bool castling = line.kind() == MoveKind::Castling ||
                        board.bug_class == BugId::UnmakeCastlingRook ||
                        board.bug_class == BugId::UnmakeCastlingRights;
  const bool en_passant = line.kind() == MoveKind::EnPassant ||
                          board.bug_class == BugId::UnmakeEpPawn ||
                          board.bug_class == BugId::UnmakeEpSquare;
  const auto stripped = [&](PositionParts parts) {
    for (const Square square : whole.occupied() & ~kept) parts.clear(square);
    for (const Color color : kColors)
      for (const CastlingSide side : kCastlingSides)
        if (const auto rook = parts.castling.rook(color, side);
            rook && (!castling || !kept.contains(*rook)))
          parts.castling.remove(color, side);
    if (!en_passant) parts.en_passant.reset();
    return parts;
  };
  const auto position = admitted(Position(stripped(whole.parts())).fen(), whole.chess960());
  const auto move = position ? find_legal(*position, to_uci(line, whole.chess960())) : std::nullopt;
  if (!move || leaves(Position(stripped(board.parts)).after(*move), counted.below) ==
                   leaves(position->after(*move), counted.below))
    return std::nullopt;
  return position;
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
  const auto read_in = read(counted);
  if (!read_in) return found;
  for (const MiscountHypothesis& each : miscount_hypotheses())
    if (std::ranges::all_of(read_in->lines, [&](const MoveCounts& line) {
          return each.count(read_in->position.after(line.move), read_in->below) == line.subject;
        }))
      found.push_back(each.explanation);
  return found;
}

std::optional<std::string> shallow_example(const CountedPosition& counted,
                                           const CountExplanation& miscount) {
  const auto read_in = read(counted);
  const auto hypothesis = std::ranges::find_if(
      miscount_hypotheses(),
      [&](const MiscountHypothesis& each) { return each.explanation.is(miscount); });
  if (!read_in || hypothesis == miscount_hypotheses().end()) return std::nullopt;
  const auto found =
      first_below(read_in->position, counted.depth - 2, [&](const Position& position) {
        return std::ranges::any_of(legal_moves(position), [&](Move move) {
          const Position after = position.after(move);
          return hypothesis->count(after, 1) != leaves(after, 1);
        });
      });
  if (!found) return std::nullopt;
  return found->fen();
}

std::vector<CountExplanation> count_explanations(const CountedPosition& counted) {
  std::vector<CountExplanation> found;
  const auto read_in = read(counted);
  if (!read_in) return found;
  if (std::ranges::all_of(read_in->lines,
                          [](const MoveCounts& line) { return line.subject == line.reference; }))
    return found;
  for (const Board& board : boards_left_behind(*read_in))
    if (std::ranges::find(found, board.bug_class, &CountExplanation::bug_class) == found.end() &&
        explains(board, *read_in))
      found.push_back({board.bug_class, board.text, false});
  return found;
}

std::set<std::string> bare_examples(const CountedPosition& counted,
                                    const CountExplanation& explanation) {
  std::set<std::string> fens;
  const auto read_in = read(counted);
  if (!read_in) return fens;
  for (const Board& board : boards_left_behind(*read_in)) {
    if (board.bug_class != explanation.bug_class || board.text != explanation.text) continue;
    for (const MoveCounts& line : read_in->lines)
      if (line.subject != line.reference)
        if (const auto example = bare(board, *read_in, line.move)) fens.insert(example->fen());
  }
  return fens;
}

}  // namespace perft_verify::verifier
