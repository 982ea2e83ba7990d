#include "verifier/classify/counts/boards_left_behind.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/contains.h"
#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"

namespace perft_verify::verifier {
namespace {

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

std::vector<Board> boards_left_behind(const ParsedCounts& counted) {
  std::vector<Board> boards;
  const PositionParts base = counted.position.parts();
  for (const MoveCounts& line : counted.lines)
    WrongWays(base, std::nullopt, boards).of(counted.position, line.move);
  for (const MoveCounts& line : counted.lines)
    WrongWays(base, line.move, boards).of_tried_castling(counted.position.after(line.move));
  // Many engines make and take back the last moves too. That spoils the lines after the first.
  const bool has_right_line = std::ranges::any_of(
      counted.lines, [](const MoveCounts& line) { return line.subject == line.reference; });
  if (counted.below == 1 && !has_right_line) return boards;
  for (const MoveCounts& line : counted.lines) {
    const Position after = counted.position.after(line.move);
    for (const Move reply : legal_moves(after)) WrongWays(base, line.move, boards).of(after, reply);
  }
  return boards;
}

/// Whether the wrong lines have the counts that they would have on this board.
bool explains(const Board& board, const ParsedCounts& counted) {
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
std::optional<Position> bare(const Board& board, const ParsedCounts& counted, Move line) {
  const Position& whole = counted.position;
  Bitboard kept = board.squares | squares_of(line);
  for (const Color color : kColors) {
    kept |= Bitboard{whole.king(color)};
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = whole.castling().rook(color, side);
          rook && !board.parts.castling.rook(color, side))
        kept |= Bitboard{*rook};
  }
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
  const auto position = admitted(root_of(Position(stripped(whole.parts()))));
  const auto move = position ? find_legal(*position, to_uci(line, whole.chess960())) : std::nullopt;
  if (!move || leaves(Position(stripped(board.parts)).after(*move), counted.below) ==
                   leaves(position->after(*move), counted.below))
    return std::nullopt;
  return position;
}

}  // namespace

std::vector<CountExplanation> unmaking_explanations(const CountedPosition& counted) {
  std::vector<CountExplanation> found;
  const auto counts = parsed(counted);
  if (!counts) return found;
  if (std::ranges::all_of(counts->lines,
                          [](const MoveCounts& line) { return line.subject == line.reference; }))
    return found;
  for (const Board& board : boards_left_behind(*counts))
    if (!contains(found, board.bug_class, &CountExplanation::bug_class) && explains(board, *counts))
      found.push_back({board.bug_class, board.text, false});
  return found;
}

std::set<Root> bare_examples(const CountedPosition& counted, const CountExplanation& explanation) {
  std::set<Root> roots;
  const auto counts = parsed(counted);
  if (!counts) return roots;
  for (const Board& board : boards_left_behind(*counts)) {
    if (board.bug_class != explanation.bug_class || board.text != explanation.text) continue;
    for (const MoveCounts& line : counts->lines)
      if (line.subject != line.reference)
        if (const auto example = bare(board, *counts, line.move)) roots.insert(root_of(*example));
  }
  return roots;
}

}  // namespace perft_verify::verifier