// Position::fen: the writer of wire FENs.
#include "core/position.h"

namespace perft_verify {
namespace {

void append_board(std::string& text, const Position& position) {
  std::array<char, kSquareCount> letters{};
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      for (const Square square : position.pieces(color, type))
        letters[static_cast<std::size_t>(square)] = letter_of({color, type});
  std::array<char, kSquareCount + 7> board;
  auto end = board.begin();
  for (std::size_t rank = 8; rank-- > 0;) {
    bool after_empty = false;
    for (std::size_t file = 0; file < 8; ++file) {
      const char letter = letters[rank * 8 + file];
      if (letter == '\0' && after_empty) {
        ++end[-1];
      } else {
        *end++ = letter == '\0' ? '1' : letter;
      }
      after_empty = letter == '\0';
    }
    if (rank > 0) *end++ = '/';
  }
  text.append(board.begin(), end);
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
