#include "core/san.h"

#include <cstdlib>

#include "core/notation.h"

namespace perft_verify {
namespace {

/// The text that distinguishes the piece on `from` from others of its kind that can go to `to` as
/// well: its file, else its rank, else both.
std::string origin_in_san(const Position& position, Square from, Square to, PieceType type) {
  Bitboard rivals;
  for (const Move move : legal_moves(position))
    if (move.to() == to && move.from() != from && move.kind() != MoveKind::Castling)
      rivals |= Bitboard{move.from()} & position.pieces(type);
  if (rivals.empty()) return "";
  const std::string square = to_string(from);
  const auto shares = [&](auto line_of) {
    for (const Square rival : rivals)
      if (line_of(rival) == line_of(from)) return true;
    return false;
  };
  if (!shares(file_of)) return square.substr(0, 1);
  return shares(rank_of) ? square : square.substr(1);
}

/// Castling is the king on its own rook, or two files along its rank. In standard chess they stand
/// on the e file and in a corner.
std::optional<CastlingSide> castling_in(const Position& position, const MoveText& text,
                                        Piece piece) {
  if (piece.type != PieceType::King || rank_of(text.from) != rank_of(text.to)) return std::nullopt;
  const bool at_home =
      file_of(text.from) == File::E && (file_of(text.to) == File::A || file_of(text.to) == File::H);
  const bool takes_rook = (position.chess960() || at_home) &&
                          position.pieces(piece.color, PieceType::Rook).contains(text.to);
  const int files = index(file_of(text.to)) - index(file_of(text.from));
  // Where the rook is gone, it was castling all the same.
  const bool is_far = position.chess960() && std::abs(files) > 2 && std::abs(files) < 7;
  if (!takes_rook && std::abs(files) != 2 && !is_far) return std::nullopt;
  return castling_side(text.from, text.to);
}

std::string sign_of_check(const Position& after) {
  if (after.checkers().empty()) return "";
  return legal_moves(after).empty() ? "#" : "+";
}

}  // namespace

std::optional<std::string> san_of(const Position& position, std::string_view uci) {
  const auto text = parse_move_text(uci);
  if (!text) return std::nullopt;
  const auto piece = position.piece_on(text->from);
  if (!piece) return std::nullopt;
  const bool pawn = piece->type == PieceType::Pawn;
  const std::string from = to_string(text->from);
  std::string san;
  if (const auto side = castling_in(position, *text, *piece)) {
    san = *side == CastlingSide::King ? "O-O" : "O-O-O";
  } else {
    // A pawn that changes its file captures, en passant too.
    const bool takes =
        pawn ? file_of(text->from) != file_of(text->to) : position.piece_on(text->to).has_value();
    if (!pawn) {
      san = letter_of({Color::White, piece->type});
      san += origin_in_san(position, text->from, text->to, piece->type);
    } else if (takes) {
      san = from.substr(0, 1);
    }
    if (takes) san += 'x';
    san += to_string(text->to);
    if (text->promotion != '\0') {
      san += '=';
      san += static_cast<char>(text->promotion - 'a' + 'A');
    }
  }
  if (const auto move = find_legal(position, uci)) san += sign_of_check(position.after(*move));
  return san;
}

}  // namespace perft_verify
