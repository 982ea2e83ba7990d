// The words of the reports of a replay about its games.
#pragma once

#include <string>

#include "verifier/games/replay_events.h"

namespace perft_verify::verifier {

/// "games.pgn:12 game 3 A – B", printable.
std::string name_of(const Game& game);
/// "14... Kg8 (f7g8)", "34. O-O (e1g1)"; printable.
std::string move_words(const ReplayedGame& game);
/// Sentences on where the move came from, by the engine's answers.
std::string engine_words(const EngineVerdict& verdict, const std::string& engine);
/// Classes of bugs that list this move, as far as it tells by itself; empty for none.
std::vector<std::string_view> possible_bugs(const ReplayedGame& game);

}  // namespace perft_verify::verifier
