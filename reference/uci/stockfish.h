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

/// Whether Stockfish is known to count a root position wrong. Stockfish up to 18 takes for granted
/// that a check beside an en passant square comes from the pawn that made the double push or from a
/// slider, as in any game. Set up with a knight's or another pawn's check, it captures en passant
/// and leaves its king in check; where that king can be captured, 15.1 crashes.
bool miscounted_by_stockfish(std::string_view fen, bool chess960);

/// Who answers for a reference of that name about a root position, for reports: "mailbox in place
/// of Stockfish", or nothing.
std::string answered_in_place_of(std::string_view reference, std::string_view fen, bool chess960);

}  // namespace perft_verify::reference
