// Where Stockfish is on this machine.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace perft_verify::reference {

/// $STOCKFISH if it is set (it must then be there), else `stockfish` in PATH, else in
/// /usr/games, where Debian puts it. The error is one sentence that says where was looked.
std::expected<std::string, std::string> find_stockfish();

/// Whether the user named one by $STOCKFISH.
bool stockfish_is_named();

/// Why Stockfish's count of a root position is not to be trusted, or nothing. Stockfish up to
/// 18 takes for granted that a check beside an en passant square comes from the pawn that made
/// the double step or from a slider, as in any game; set up with a knight's or another pawn's
/// check, it captures en passant and leaves its king in check.
std::optional<std::string> stockfish_doubt(std::string_view fen, bool chess960);

}  // namespace perft_verify::reference
