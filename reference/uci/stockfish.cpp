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

bool calls_itself_stockfish(std::string_view name) { return name.starts_with("Stockfish"); }

bool miscounted_by_stockfish(const Root& root) {
  const auto position = admitted(root);
  if (!position || !position->en_passant()) return false;
  const Square passed = *position->en_passant();
  const Square stepped =
      make_square(file_of(passed), relative_rank(position->side_to_move(), Rank::R5));
  const Bitboard checkers = position->checkers();
  const Bitboard foreign =
      checkers & (position->pieces(PieceType::Knight) | position->pieces(PieceType::Pawn)) &
      ~Bitboard{stepped};
  return foreign.any() && !checkers.more_than_one();
}

std::string answered_in_place_of(std::string_view reference, const Root& root) {
  return calls_itself_stockfish(reference) && miscounted_by_stockfish(root)
             ? "mailbox in place of Stockfish"
             : "";
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
  return std::unexpected(
      "there is no Stockfish in PATH or /usr/games (Debian: apt-get install stockfish; else name "
      "it in $STOCKFISH)");
}

}  // namespace perft_verify::reference
