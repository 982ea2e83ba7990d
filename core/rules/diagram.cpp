#include "core/rules/diagram.h"

namespace perft_verify {
namespace {

std::string_view unicode_symbol(Piece piece) {
  constexpr std::array<std::array<std::string_view, 6>, 2> kSymbols{
      {{"\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654"},
       {"\u265f", "\u265e", "\u265d", "\u265c", "\u265b", "\u265a"}}};
  return kSymbols[static_cast<std::size_t>(piece.color)][static_cast<std::size_t>(piece.type)];
}

std::string symbol_on(const Position& position, Square square, bool unicode) {
  const auto piece = position.piece_on(square);
  if (!piece) return unicode ? "\u00b7" : ".";
  return unicode ? std::string(unicode_symbol(*piece)) : std::string(1, letter_of(*piece));
}

std::string_view mark_on(Square square, const DiagramOptions& options) {
  if (options.threats.contains(square)) return "!";
  if (options.missing.contains(square)) return "+";
  if (options.illegal.contains(square)) return "x";
  if (!options.marked.contains(square)) return " ";
  return options.style == DiagramStyle::Unicode ? "\u2022" : "*";
}

}  // namespace

std::string state_line(const Position& position) {
  const std::string fen = position.fen();
  const auto field = [&fen](int number) {
    std::size_t begin = 0;
    for (; number > 0; --number) begin = fen.find(' ', begin) + 1;
    const std::string text = fen.substr(begin, fen.find(' ', begin) - begin);
    return text == "-" ? "\u2013" : text;
  };
  return std::string(to_string(position.side_to_move())) + " to move \u00b7 castling " + field(2) +
         " \u00b7 ep " + field(3);
}

std::string diagram(const Position& position, const DiagramOptions& options) {
  const bool unicode = options.style == DiagramStyle::Unicode;
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += static_cast<char>('1' + rank);
    text += ' ';
    for (int file = 0; file < 8; ++file) {
      const Square square = square_at(rank * 8 + file);
      std::string cell = symbol_on(position, square, unicode);
      cell += mark_on(square, options);
      text += ' ';
      text += options.paint ? options.paint(square, std::move(cell)) : cell;
    }
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  }
  return text + "   a  b  c  d  e  f  g  h\n";
}

std::string framed_diagram(const std::function<char(Square)>& letter) {
  constexpr std::string_view kEdge = " +---+---+---+---+---+---+---+---+\n";
  std::string text = "\n" + std::string(kEdge);
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) {
      text += " | ";
      text += letter(square_at(rank * 8 + file));
    }
    text += " | ";
    text += static_cast<char>('1' + rank);
    text += '\n';
    text += kEdge;
  }
  return text + "   a   b   c   d   e   f   g   h\n";
}

}  // namespace perft_verify
