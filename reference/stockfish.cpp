#include "reference/stockfish.h"

#include <fmt/format.h>

#include <cstdlib>

#include "reference/child_process.h"

namespace perft_verify::reference {
namespace {

std::string named() {
  const char* const value = std::getenv("STOCKFISH");
  return value != nullptr ? value : "";
}

}  // namespace

bool stockfish_is_named() { return !named().empty(); }

std::expected<std::string, std::string> find_stockfish() {
  if (stockfish_is_named()) {
    auto found = find_program(named());
    if (!found) return std::unexpected(fmt::format("$STOCKFISH: {}", found.error()));
    return found;
  }
  if (auto found = find_program("stockfish")) return found;
  if (auto found = find_program("/usr/games/stockfish")) return found;
  return std::unexpected(
      "there is no Stockfish in PATH or /usr/games (Debian: apt-get install stockfish; else name "
      "it in $STOCKFISH)");
}

}  // namespace perft_verify::reference
