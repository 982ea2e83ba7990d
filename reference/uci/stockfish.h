// Finds Stockfish on this machine.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/fen.h"

namespace perft_verify::reference {

/// $STOCKFISH if it is set (it must then exist), else `stockfish` in PATH, else in /usr/games,
/// where Debian puts it. The error is one sentence that lists the places searched.
std::expected<std::string, std::string> find_stockfish();

/// Whether the user chose one by $STOCKFISH.
bool stockfish_is_named();

/// By its own name: a reason to take less on trust (answered_in_place_of), and never to take more.
bool calls_itself_stockfish(std::string_view name);

/// Whether Stockfish is known to count a root position wrong. Stockfish up to 18 assumes that a
/// check beside an en passant square comes from the pawn that made the double push or from a
/// slider, as in any game. Set up with a knight's or another pawn's check, it captures en passant
/// and leaves its king in check; where that king can be captured, 15.1 crashes.
bool miscounted_by_stockfish(const Root& root);

/// The generator that answers for a reference of that name about a root position, for reports:
/// "mailbox in place of Stockfish", or nothing.
std::string answered_in_place_of(std::string_view reference, const Root& root);

}  // namespace perft_verify::reference
