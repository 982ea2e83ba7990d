// Positions that are legal to count and yet cannot arise in a game. They make good tests, so they
// are never refused; their author may want to know.
#pragma once

#include <vector>

#include "core/position.h"

namespace perft_verify {

/// One sentence for each reason why no game can reach `position`; empty if none was found.
/// Not complete: an empty answer does not prove that a game exists.
///
///     // No piece is gone that the pawn on b3 could have captured.
///     const auto parsed = parse_fen("rnbqkbnr/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq - 0 1");
///     assert(unreachable_because(parsed->position).size() == 1);
std::vector<std::string> unreachable_because(const Position& position);

/// The reasons that concern checks: a generator made for games may rely on them, so correct
/// generators differ in such positions.
std::vector<std::string> impossible_checks(const Position& position);

}  // namespace perft_verify
