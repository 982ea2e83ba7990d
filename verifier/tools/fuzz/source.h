// The positions of a fuzz run: random games that look for rare rules, positions put together around
// one, and positions that reached a new situation, changed a little.
//
// All of it follows from the seed: no answer of an engine, no clock and no number of workers has a
// part in it. Batches of one round can be made by several threads; what one round reaches is the
// stock of the next.
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "core/position.h"
#include "reference/generator.h"
#include "verifier/tools/fuzz/swarm.h"

namespace perft_verify::verifier {

struct SourceOptions {
  std::uint64_t seed = 0;
  bool chess960 = true;      // such positions too
  bool unreachable = false;  // legal ones to which no game leads, too
  bool paths = true;         // some by way of moves, for a subject that plays moves
};

/// One question, and the position that it is about.
struct FuzzCase {
  std::uint64_t number = 0;      // of the run, from 1
  reference::Question question;  // known_moves are not filled in
  Position position;             // after the moves
  /// The situations that a comparison of two plies exercises here
  /// (verifier/tools/mutate/situations.h), worked out for some of the positions only; ascending.
  std::vector<std::uint64_t> situations = {};
};

/// A position that reached situations which none before it had.
struct KeptPosition {
  std::uint64_t number = 0;
  Position position;
  std::size_t news = 0;  // situations
};

class PositionSource {
 public:
  static constexpr std::size_t kBatch = 64;
  static constexpr std::size_t kBatchesInRound = 8;

  /// `stock`: positions to begin with.
  PositionSource(const SourceOptions& options, const std::vector<Position>& stock = {});

  /// The cases of a batch, from 0; always the same as long as nothing more was learned. May be
  /// called by several threads at once.
  [[nodiscard]] std::vector<FuzzCase> batch(std::uint64_t index) const;
  /// Takes in what a batch has reached: the batches of a round in their order.
  void learn(const std::vector<FuzzCase>& batch);

  /// How many of the positions that were looked at have each situation.
  [[nodiscard]] const std::map<std::uint64_t, std::uint64_t>& reached() const { return reached_; }
  [[nodiscard]] std::uint64_t looked_at() const { return looked_at_; }
  [[nodiscard]] const std::vector<KeptPosition>& kept() const { return kept_; }

 private:
  [[nodiscard]] std::optional<Position> start(Origin origin, Dice& dice, const Swarm& swarm) const;
  [[nodiscard]] FuzzCase case_of(const std::vector<Position>& line, std::span<const Move> moves,
                                 Dice& dice) const;

  SourceOptions options_;
  std::vector<Position> stock_;
  std::size_t oldest_ = 0;  // of the stock, to be replaced next once it is full
  std::map<std::uint64_t, std::uint64_t> reached_;
  std::set<std::uint64_t> reached_in_standard_;
  std::uint64_t looked_at_ = 0;
  std::vector<KeptPosition> kept_;
};

}  // namespace perft_verify::verifier
