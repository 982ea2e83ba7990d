// Where Stockfish is on this machine.
#pragma once

#include <expected>
#include <string>

namespace perft_verify::reference {

/// $STOCKFISH if it is set (it must then be there), else `stockfish` in PATH, else in
/// /usr/games, where Debian puts it. The error is one sentence that says where was looked.
std::expected<std::string, std::string> find_stockfish();

/// Whether the user named one by $STOCKFISH.
bool stockfish_is_named();

}  // namespace perft_verify::reference
