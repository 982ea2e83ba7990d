// The board as a picture in text.
#pragma once

#include <functional>
#include <string>

#include "core/position.h"

namespace perft_verify {

enum class DiagramStyle : std::uint8_t { Ascii, Unicode };

struct DiagramOptions {
  DiagramStyle style = DiagramStyle::Ascii;
  /// Squares to mark, with '*' in ASCII and a dot in Unicode.
  Bitboard marked = {};
  /// Targets of illegal moves, 'x', and of missing ones, '+'.
  Bitboard illegal = {};
  Bitboard missing = {};
  /// Squares to warn of, with '!'; if several marks meet, the last of this list is drawn.
  Bitboard threats = {};
  /// Changes the two characters of a square, its piece and its mark: adds colors, for example.
  std::function<std::string(Square, std::string)> paint = {};
};

/// The state that a diagram does not show: "White to move · castling KQkq · ep e3".
std::string state_line(const Position& position);

/// Eight ranks from White's side with their numbers and the file letters below; each line
/// ends in a line feed.
///
///     assert(diagram(Position()).starts_with("8  r  n  b  q  k  b  n  r"));
std::string diagram(const Position& position, const DiagramOptions& options = {});

/// The board as Stockfish draws it for `d`: letters in frames, an empty line first. `letter` gives
/// the letter of the piece on a square, or a blank.
std::string framed_diagram(const std::function<char(Square)>& letter);

}  // namespace perft_verify
