// Games of random legal moves, and how they look in files.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "core/position.h"

namespace perft_verify::test {

struct RandomGame {
  std::string fen;  // empty for the start position
  bool chess960 = false;
  std::vector<std::string> moves;  // as UCI text
};

/// Of at most `plies` plies, to mate, stalemate or fifty moves without progress.
RandomGame random_game(std::mt19937_64& random, int plies, bool chess960 = false);

/// With tag pairs, numbers, signs of check and, now and then, comments, glyphs and variations.
std::string as_pgn(const RandomGame& game);
/// As a tournament manager logs what it sends to two engines, and their answers.
std::string as_uci_log(const RandomGame& game);

}  // namespace perft_verify::test
