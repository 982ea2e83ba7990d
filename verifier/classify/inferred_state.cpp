#include "verifier/classify/inferred_state.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/add_once.h"

namespace perft_verify::verifier {
namespace {

using Right = StateDifference::Right;

/// The boards on which a mistake in making `move` may leave a piece where it should not be. Rights
/// and en passant square are right, and each side has one king.
class WrongBoards {
 public:
  WrongBoards(const Position& before, Move move)
      : before_(before), after_(before.after(move)), us_(before.side_to_move()), move_(move) {
    if (move.kind() == MoveKind::Castling) {
      of_castling();
    } else {
      of_one_piece();
      if (move.kind() == MoveKind::EnPassant) of_en_passant();
      if (move.kind() == MoveKind::Promotion) of_promotion();
    }
  }

  [[nodiscard]] const std::vector<PositionParts>& all() const { return all_; }

 private:
  void add(std::initializer_list<std::pair<Square, std::optional<Piece>>> squares) {
    PositionParts parts = after_.parts();
    for (const auto& [square, piece] : squares) {
      parts.clear(square);
      if (piece) parts.put(square, *piece);
    }
    if (!parts.has_both_kings()) return;
    if (parts.en_passant && !Position(parts).piece_on(move_.to())) parts.en_passant.reset();
    const auto is_same = [&](const PositionParts& each) {
      return each.by_color == parts.by_color && each.by_type == parts.by_type;
    };
    if (std::ranges::none_of(all_, is_same)) all_.push_back(parts);
  }

  void of_one_piece() {
    const Square from = move_.from();
    const Square to = move_.to();
    const auto moved = before_.piece_on(from);
    const auto captured = before_.piece_on(to);
    const bool is_king = moved->type == PieceType::King;
    // A king that stays stands in the way of lines like a pawn, which attacks less.
    add({{from, is_king ? Piece{us_, PieceType::Pawn} : moved}});
    add({{from, moved}, {to, captured}});
    if (before_.en_passant() == to && move_.kind() == MoveKind::Normal)
      add({{make_square(file_of(to), relative_rank(us_, Rank::R5)), std::nullopt}});
    if (is_king) return;
    for (const PieceType type :
         {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
      if (type != moved->type) add({{to, Piece{us_, type}}});
    add({{to, std::nullopt}});
    if (captured) add({{to, captured}});
  }

  void of_en_passant() {
    const Square victim = make_square(file_of(move_.to()), rank_of(move_.from()));
    const Square behind = make_square(file_of(move_.to()), relative_rank(us_, Rank::R7));
    const auto pawn = before_.piece_on(victim);
    add({{victim, pawn}});
    add({{victim, pawn}, {behind, std::nullopt}});
    for (const int beside : {-1, 1}) {
      const int file = index(file_of(move_.from())) + beside;
      if (file < 0 || file > 7) continue;
      const Square other = make_square(static_cast<File>(file), rank_of(move_.from()));
      if (other != victim) add({{victim, pawn}, {other, std::nullopt}});
    }
  }

  void of_promotion() {
    add({{move_.to(), Piece{us_, PieceType::Pawn}}});
    for (const PieceType type :
         {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
      for (const Color color : kColors)
        if (const Piece piece{color, type}; piece != Piece{us_, move_.promoted_to()})
          add({{move_.to(), piece}});
  }

  void of_castling() {
    const Square rook_from = move_.to();
    const Square king_to = after_.king(us_);
    const bool kingside = file_of(king_to) == File::G;
    const Square rook_to = make_square(kingside ? File::F : File::D, rank_of(king_to));
    const Piece king{us_, PieceType::King};
    const Piece rook{us_, PieceType::Rook};
    add({{rook_to, std::nullopt}});
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Queen})
      add({{rook_to, Piece{us_, type}}});
    if (rook_from != king_to && rook_from != rook_to) add({{rook_from, rook}});
    for (int file = 0; file < 8; ++file) {
      const Square square = make_square(static_cast<File>(file), rank_of(king_to));
      if (after_.piece_on(square)) continue;
      add({{rook_to, std::nullopt}, {square, rook}});
      add({{king_to, std::nullopt}, {square, king}});
    }
  }

  const Position& before_;
  Position after_;
  Color us_;
  Move move_;
  std::vector<PositionParts> all_;
};

/// Nothing where a move cannot be played on that board.
std::optional<Position> played(Position board, std::span<const std::string> moves) {
  for (const std::string& text : moves) {
    const auto move = find_legal(board, text);
    if (!move) return std::nullopt;
    board.make(*move);
    if (!board.parts().has_both_kings()) return std::nullopt;
  }
  return board;
}

/// In the order of `wrong_with`.
WrongMoves sorted(WrongMoves wrong) {
  std::ranges::sort(wrong.illegal);
  std::ranges::sort(wrong.missing);
  return wrong;
}

}  // namespace

WrongMoves wrong_with(const Position& other, const Position& right) {
  const auto texts_of = [](const Position& position) {
    std::vector<std::string> texts;
    for (const Move move : legal_moves(position))
      texts.push_back(to_uci(move, position.chess960()));
    std::ranges::sort(texts);
    return texts;
  };
  const auto listed = texts_of(other);
  const auto legal = texts_of(right);
  WrongMoves wrong;
  std::ranges::set_difference(listed, legal, std::back_inserter(wrong.illegal));
  std::ranges::set_difference(legal, listed, std::back_inserter(wrong.missing));
  return wrong;
}

std::optional<Square> piece_beside_its_square(const Position& right, const WrongMoves& wrong) {
  if (!wrong.any() || !wrong.duplicate.empty()) return std::nullopt;
  const WrongMoves listed = sorted(wrong);
  std::optional<Square> found;
  for (const Square from : right.occupied())
    for (const int step : {-1, 1}) {
      const int file = index(file_of(from)) + step;
      if (file < 0 || file > 7) continue;
      const Square to = make_square(static_cast<File>(file), rank_of(from));
      if (right.piece_on(to)) continue;
      PositionParts parts = right.parts();
      parts.clear(from);
      parts.put(to, *right.piece_on(from));
      const auto other = admitted(root_of(Position(parts)));
      if (!other || wrong_with(*other, right) != listed) continue;
      if (found && *found != from) return std::nullopt;
      found = from;
    }
  return found;
}

InferredFields inferred_fields(const Root& root, const WrongMoves& wrong) {
  InferredFields fields;
  StateDifference& difference = fields.difference;
  const auto position = admitted(root);
  if (!position) return fields;
  fields.explain_all = wrong.any() && wrong.duplicate.empty();
  const Color us = position->side_to_move();
  // A piece that stands elsewhere moves from an empty square. If it is the rook, the king's step to
  // where it should be is no castling (Chess960).
  const bool misplaced = root.chess960 && std::ranges::any_of(wrong.illegal, [&](const auto& text) {
                           const auto why = why_illegal(*position, text);
                           return why && why->reason == Illegality::NoPiece;
                         });
  for (const std::string& text : wrong.illegal) {
    const auto facts = move_facts(*position, text);
    const bool kept = facts && facts->castling && !misplaced && facts->why &&
                      facts->why->reason == Illegality::CastlingWithoutRight;
    const bool en_passant = facts && !facts->to_last_rank && facts->why &&
                            facts->why->reason == Illegality::PawnCapturesNothing;
    if (kept) add_once(difference.rights_kept, Right{us, facts->side});
    difference.en_passant_kept = difference.en_passant_kept || en_passant;
    fields.explain_all = fields.explain_all && (kept || en_passant);
  }
  for (const std::string& text : wrong.missing) {
    const auto facts = move_facts(*position, text);
    if (facts && facts->castling) add_once(difference.rights_lost, Right{us, facts->side});
    if (facts && facts->en_passant) difference.en_passant_lost = true;
    fields.explain_all = fields.explain_all && facts && (facts->castling || facts->en_passant);
  }
  if (difference.en_passant_kept && difference.en_passant_lost) {
    difference.en_passant_kept = difference.en_passant_lost = false;
    difference.en_passant_elsewhere = true;
  }
  return fields;
}

std::vector<StateDifference> inferred_boards(const Root& before,
                                             const std::vector<std::string>& moves,
                                             const WrongMoves& wrong) {
  const auto position = admitted(before);
  const auto move =
      position && !moves.empty() ? find_legal(*position, moves.front()) : std::nullopt;
  if (!move) return {};
  const std::span<const std::string> later = std::span(moves).subspan(1);
  const Position after = position->after(*move);
  const auto right = played(after, later);
  if (!right) return {};
  const WrongMoves listed = sorted(wrong);
  std::vector<StateDifference> boards;
  const WrongBoards wrong_boards(*position, *move);
  for (const PositionParts& parts : wrong_boards.all()) {
    const auto other = played(Position(parts), later);
    if (!other || wrong_with(*other, *right) != listed) continue;
    StateDifference& board = boards.emplace_back();
    board.squares = squares_that_differ(after, Position(parts));
    for (auto& each : board.squares)  // the king for which a pawn stands
      if (each.square == move->from() && each.found && each.found->type == PieceType::Pawn)
        each.found = position->piece_on(move->from());
  }
  return boards;
}

}  // namespace perft_verify::verifier
