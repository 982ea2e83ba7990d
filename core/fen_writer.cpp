// Position::fen: the writer of wire FENs.
#include "core/position.h"

namespace perft_verify {
namespace {

void append_board(std::string& text, const Position& position) {
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const auto piece = position.piece_on(square_at(rank * 8 + file));
      if (!piece) {
        ++empty;
        continue;
      }
      flush();
      text += letter_of(*piece);
    }
    flush();
    if (rank > 0) text += '/';
  }
}

char right_letter(Color color, CastlingSide side, Square rook, bool chess960) {
  const char lower = chess960                     ? static_cast<char>('a' + index(file_of(rook)))
                     : side == CastlingSide::King ? 'k'
                                                  : 'q';
  return color == Color::White ? static_cast<char>(lower - 'a' + 'A') : lower;
}

void append_castling(std::string& text, const Position& position) {
  if (!position.castling().any()) text += '-';
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = position.castling().rook(color, side))
        text += right_letter(color, side, *rook, position.chess960());
}

}  // namespace

std::string Position::fen() const {
  std::string text;
  text.reserve(100);
  append_board(text, *this);
  text += side_to_move_ == Color::White ? " w " : " b ";
  append_castling(text, *this);
  text += ' ';
  text += en_passant_ ? to_string(*en_passant_) : "-";
  text += ' ' + std::to_string(halfmove_clock_) + ' ' + std::to_string(fullmove_number_);
  return text;
}

}  // namespace perft_verify
