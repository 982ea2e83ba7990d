// Games of a file, whatever it is: PGN, a log, a list of `position` commands.
#pragma once

#include <expected>
#include <memory>

#include "verifier/games/game.h"
#include "verifier/games/text_stream.h"

namespace perft_verify::verifier {

/// Numbers the games and names their file. The error is one sentence that begins with the name: a
/// file that cannot be opened, or in which no game begins.
std::expected<std::unique_ptr<GameSource>, std::string> open_games(const std::string& file);
/// For tests; `name` is what the games say that they are from.
std::expected<std::unique_ptr<GameSource>, std::string> games_of(TextStream stream,
                                                                 const std::string& name);

}  // namespace perft_verify::verifier
