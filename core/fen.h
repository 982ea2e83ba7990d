// From FEN to Position: the gate. A position that passes may be sent to any engine.
//
// Syntax first (core/fen_syntax.h), legality second. Conditions: one king a side, piece
// counts that promotion can explain, no pawn on a back rank, castling rights with king and
// rook in place, an en passant square over which a pawn can just have stepped, and the side
// not to move not in check.
#pragma once

#include <compare>
#include <optional>
#include <string>

#include "core/fen_syntax.h"
#include "core/position.h"

namespace perft_verify {

inline constexpr std::string_view kStartPosition =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The reading of castling rights. Auto: a position is Chess960 if its castling field has file
/// letters, or a right whose king or rook is not on the classical squares.
enum class Chess960 : std::uint8_t { Auto, On, Off };

struct FenOptions {
  Chess960 chess960 = Chess960::Auto;
  bool lenient_clocks = false;
};

struct ParsedFen {
  Position position;
  FenNotes notes;
};

/// A position to begin from, as it is written and sent: its FEN, and its kind of chess.
struct Root {
  std::string fen;
  bool chess960 = false;
  friend auto operator<=>(const Root&, const Root&) = default;
};

/// That of a position of standard chess.
Root standard(std::string_view fen);
/// The position as our own serializer writes it.
Root root_of(const Position& position);

/// Reads a FEN of 4, 5 or 6 fields. Allocates nothing; on failure there is no position at all, so
/// none can be half changed.
///
///     const auto parsed = parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
///     assert(parsed && parsed->position.piece_on(Square::H1)->type == PieceType::Rook);
///     assert(parse_fen("4k3/8/8/8/8/8/8/4K2R w Q - 0 1").error().offset == 23);
std::expected<ParsedFen, FenError> parse_fen(std::string_view text, FenOptions options = {});

/// The same for a FEN that is known to be of Chess960 or of standard chess.
inline std::expected<ParsedFen, FenError> parse_fen_as(std::string_view text, bool chess960) {
  return parse_fen(text, {.chess960 = chess960 ? Chess960::On : Chess960::Off});
}

inline std::expected<ParsedFen, FenError> parse_fen(const Root& root) {
  return parse_fen_as(root.fen, root.chess960);
}

/// The same where it does not matter what is wrong with a FEN.
std::optional<Position> admitted(const Root& root);
/// The position of these parts, if it passes the gate.
std::optional<Position> admitted(const PositionParts& parts);

}  // namespace perft_verify
