// Positions of games that together have every situation of the rules that the games have anywhere.
#pragma once

#include <expected>
#include <map>
#include <stop_token>
#include <unordered_set>

#include "verifier/games/replayed_game.h"
#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

class PositionChoice {
 public:
  /// Looks at all positions of a game. What is kept does not grow with the number of games, once
  /// they show nothing new.
  void add(const Game& game, const ReplayedGame& played);

  /// The chosen ones, with their counts by the reference at depths 1 to 3. The error is one
  /// sentence.
  std::expected<Suite, std::string> suite(reference::Generator& reference,
                                          const std::stop_token& stop) const;

 private:
  struct Kept {
    Row row;
    std::vector<std::uint32_t> situations;
  };
  void look_at(const Position& position, const Game& game, std::size_t ply);

  std::vector<Kept> kept_;
  std::map<std::uint64_t, std::uint32_t> known_;  // situations, by the order in which they came
  std::unordered_set<std::uint64_t> seen_;        // keys of positions
};

}  // namespace perft_verify::verifier
