#include "core/notation.h"

namespace perft_verify {

std::string to_uci(Move move, bool chess960) {
  Square to = move.to();
  if (move.kind() == MoveKind::Castling && !chess960) {
    const bool kings_side = castling_side(move.from(), to) == CastlingSide::King;
    to = make_square(kings_side ? File::G : File::C, rank_of(to));
  }
  std::string text = to_string(move.from()) + to_string(to);
  if (move.kind() == MoveKind::Promotion) text += letter_of({Color::Black, move.promoted_to()});
  return text;
}

std::optional<Move> find_legal(const Position& position, std::string_view text) {
  for (const Move move : legal_moves(position))
    if (to_uci(move, position.chess960()) == text) return move;
  return std::nullopt;
}

std::optional<MoveText> parse_move_text(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto from = parse_square(text.substr(0, 2));
  const auto to = parse_square(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  const char promotion = text.size() == 5 ? text[4] : '\0';
  if (promotion != '\0' && (promotion < 'a' || promotion > 'z')) return std::nullopt;
  return MoveText{*from, *to, promotion};
}

}  // namespace perft_verify
