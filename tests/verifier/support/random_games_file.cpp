// random_games_file pgn|log NUMBER: so many random games to standard output.
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "tests/verifier/support/random_games.h"

int main(int argc, char** argv) {
  using namespace perft_verify::test;
  if (argc != 3) return 2;
  const bool pgn = std::string_view(argv[1]) == "pgn";
  std::mt19937_64 random(1);
  for (int left = std::atoi(argv[2]); left > 0; --left) {
    const RandomGame game = random_game(random, 400);
    std::cout << (pgn ? as_pgn(game) : as_uci_log(game));
  }
  return 0;
}
