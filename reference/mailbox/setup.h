// A position as plain values, and its FEN in and out by the mailbox's own rules.
//
// Only the syntax of FEN is shared with core. Which positions are legal, which castling
// right means which rook, and what is written, is decided here a second time.
#pragma once

#include <array>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/fen_syntax.h"

namespace perft_verify::mailbox {

/// Whether a FEN is read as Chess960. `Auto`: if its castling field has file letters, or a
/// right whose king or rook does not stand on the classical squares.
enum class Chess960 : std::uint8_t { Auto, On, Off };

/// All that a position is.
struct Setup {
  Placement placement{};
  Color side_to_move = Color::White;
  /// By color and side: the rook that may still castle.
  std::array<std::array<std::optional<Square>, 2>, 2> castling_rooks{};
  std::optional<Square> en_passant;
  unsigned halfmove_clock = 0;
  unsigned fullmove_number = 1;
  bool chess960 = false;

  friend bool operator==(const Setup&, const Setup&) = default;
};

/// The position of a FEN that passes the gate: one king a side, possible numbers of
/// pieces, rights with their king and rook, an ep square that a double push can have
/// left, and no king to capture. Otherwise the first defect and its place: castling at the
/// letter, ep at the ep field, kings and pawns at their letter, the rest at the board.
std::expected<Setup, FenError> read_fen(std::string_view text, Chess960 chess960 = Chess960::Auto);

/// The wire FEN: always six fields, the ep square whether or not it can be captured on,
/// rights as KQkq, or as file letters in Chess960. Clocks beyond what a FEN may hold are
/// written as the largest that it may.
std::string write_fen(const Setup& setup);

}  // namespace perft_verify::mailbox
