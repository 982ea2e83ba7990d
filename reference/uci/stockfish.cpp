#include "reference/uci/stockfish.h"

#include <fmt/format.h>

#include <cstdlib>

#include "core/fen.h"
#include "reference/process/child_process.h"

namespace perft_verify::reference {
namespace {

std::string named() {
  const char* const value = std::getenv("STOCKFISH");
  return value != nullptr ? value : "";
}

}  // namespace

bool stockfish_is_named() { return !named().empty(); }

std::optional<std::string> stockfish_doubt(std::string_view fen, bool chess960) {
  const auto parsed = parse_fen(fen, {.chess960 = chess960 ? Chess960::On : Chess960::Off});
  if (!parsed || !parsed->position.en_passant()) return std::nullopt;
  const Position& position = parsed->position;
  const Square passed = *position.en_passant();
  const Square stepped =
      make_square(file_of(passed), relative_rank(position.side_to_move(), Rank::R5));
  const Bitboard checkers = position.checkers();
  const Bitboard foreign = checkers &
                           (position.pieces(PieceType::Knight) | position.pieces(PieceType::Pawn)) &
                           ~Bitboard{stepped};
  if (foreign.empty() || checkers.more_than_one()) return std::nullopt;
  return fmt::format(
      "no game can lead to an en passant square with a check from {}, and Stockfish is known to "
      "capture en passant there and leave its king in check; --reference mailbox decides it",
      to_string(foreign.first()));
}

std::expected<std::string, std::string> find_stockfish() {
  if (stockfish_is_named()) {
    auto found = find_program(named());
    if (!found)
      return std::unexpected(
          fmt::format("the Stockfish that $STOCKFISH names cannot be used: {}", found.error()));
    return found;
  }
  if (auto found = find_program("stockfish")) return found;
  if (auto found = find_program("/usr/games/stockfish")) return found;
  return std::unexpected(
      "there is no Stockfish in PATH or /usr/games (Debian: apt-get install stockfish; else name "
      "it in $STOCKFISH)");
}

}  // namespace perft_verify::reference
