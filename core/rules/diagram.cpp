#include "core/rules/diagram.h"

namespace perft_verify {
namespace {

std::string_view unicode_symbol(Piece piece) {
  constexpr std::array<std::array<std::string_view, 6>, 2> kSymbols{
      {{"\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654"},
       {"\u265f", "\u265e", "\u265d", "\u265c", "\u265b", "\u265a"}}};
  return kSymbols[static_cast<std::size_t>(piece.color)][static_cast<std::size_t>(piece.type)];
}

}  // namespace

std::string diagram(const Position& position, const DiagramOptions& options) {
  const bool unicode = options.style == DiagramStyle::Unicode;
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += static_cast<char>('1' + rank);
    text += ' ';
    for (int file = 0; file < 8; ++file) {
      const Square square = square_at(rank * 8 + file);
      const auto piece = position.piece_on(square);
      text += ' ';
      if (!piece) {
        text += unicode ? "\u00b7" : ".";
      } else if (unicode) {
        text += unicode_symbol(*piece);
      } else {
        text += letter_of(*piece);
      }
      if (options.threats.contains(square)) {
        text += '!';
      } else {
        text += !options.marked.contains(square) ? " " : unicode ? "\u2022" : "*";
      }
    }
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  }
  return text + "   a  b  c  d  e  f  g  h\n";
}

}  // namespace perft_verify
