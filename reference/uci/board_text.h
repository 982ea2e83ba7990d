// Two FENs, compared as positions and not as texts: board, side, rights as rook squares, and
// the en passant square. Clocks do not count.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/fen_syntax.h"
#include "core/position.h"
#include "reference/generator.h"

namespace perft_verify::reference {

/// The facts of a FEN that decide which moves are legal.
struct BoardFacts {
  Placement placement{};
  Color side_to_move = Color::White;
  /// Rook squares, sorted: how a right was spelled does not matter.
  std::array<std::optional<Square>, 4> castling_rooks{};
  std::optional<Square> en_passant;
  unsigned fullmove_number = 1;  // not compared
};

/// Reads a FEN of any engine. A malformed one is an error, an en passant square without its
/// pawn included.
std::expected<BoardFacts, FenError> board_facts(std::string_view fen);

/// "a white knight", "nothing".
std::string piece_text(std::optional<Piece> piece);

/// The difference of two boards in words, the first one of each kind; empty if they agree. En
/// passant squares are compared only if `with_en_passant`.
std::string difference(const BoardFacts& expected, const BoardFacts& found, bool with_en_passant);

/// The board that an engine shows for one position, and the moves that it lists there.
struct ShownAndListed {
  std::optional<BoardFacts> board;  // nothing if it is malformed
  Divide moves;
};
/// The same with the board as the engine prints it, a FEN.
ShownAndListed shown_and_listed(std::string_view shown, Divide moves);

/// Whether an engine that shows other castling rights than it was sent has indeed lost them: it
/// castles exactly as it shows. Otherwise its board is not complete, and no evidence. `ask` is
/// given a FEN, and returns nothing if the engine does not answer.
bool castles_as_it_shows(
    const std::function<std::optional<ShownAndListed>(const std::string& fen)>& ask);

/// The legal moves as UCI writes them.
std::set<std::string> legal_texts(const Position& position);

/// The board that a FEN of an engine shows, legal or not: one that is not legal is without rights
/// and en passant square. Nothing without both kings, or if it is no FEN.
std::optional<Position> position_shown(const std::string& shown, bool chess960);

/// Whether an engine that shows another board than the FEN that it was sent has indeed that board:
/// it lists, or counts, exactly the moves that are legal there; none without both kings.
bool lists_as_it_shows(const std::string& shown, std::string_view sent, const Divide& listed);

/// Whether an engine shows the same side or rights for positions with others, another en passant
/// square, or nothing that is a FEN, although it lists the right moves of each: then its board is a
/// misprint, and no evidence.
bool misprints_boards(
    const std::function<std::optional<ShownAndListed>(const std::string& fen)>& ask);

/// Whether an engine shows other castling rights in Chess960 than it was sent, although it castles
/// with each of those rooks: then its board is a misprint, and no evidence.
bool misprints_chess960(
    const std::function<std::optional<ShownAndListed>(const std::string& fen)>& ask);

/// The square that the last move passed over, if it was a pawn's double push on these boards.
std::optional<Square> double_step_square(const BoardFacts& before, const BoardFacts& after);

/// `fen` with another en passant field.
std::string with_en_passant(std::string_view fen, std::optional<Square> square);

/// Board, side, rights and en passant square of `fen`.
std::string without_clocks(std::string_view fen);
/// `fen` with the clocks at 0 and 1.
std::string with_fresh_clocks(std::string_view fen);

/// Whether plies have been made since the last capture or move of a pawn. False for a malformed
/// FEN.
bool has_halfmoves(std::string_view fen);

/// Whether neither side could ever mate: bare kings, or one knight besides, or bishops of one color
/// of squares. False for a malformed FEN.
bool is_insufficient_material(std::string_view fen);

}  // namespace perft_verify::reference
