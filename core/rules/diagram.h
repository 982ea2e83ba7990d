// The board as a picture in text.
#pragma once

#include "core/position.h"

namespace perft_verify {

enum class DiagramStyle : std::uint8_t { Ascii, Unicode };

struct DiagramOptions {
  DiagramStyle style = DiagramStyle::Ascii;
  /// Squares to mark, with '*' in ASCII and a dot in Unicode.
  Bitboard marked;
  /// Squares to warn of, with '!' in both; these win over the others.
  Bitboard threats = {};
};

/// Eight ranks from White's side with their numbers and the file letters below; each line
/// ends in a line feed.
std::string diagram(const Position& position, const DiagramOptions& options = {});

}  // namespace perft_verify
