#include "verifier/tools/fuzz/source.h"

#include <algorithm>

#include "core/attacks.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/plausibility.h"
#include "verifier/tools/fuzz/games.h"
#include "verifier/tools/fuzz/scenes.h"
#include "verifier/tools/mutate/situations.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kLongestGame = 80;
constexpr std::size_t kLongestOther = 8;  // moves after a scene or a mutation
constexpr std::size_t kLongestPath = 5;
constexpr std::size_t kStock = 4096;
/// Working out situations takes as long as asking a fast engine ten times.
constexpr std::size_t kLookedAt = 16;

/// Too rare to pass by one of them: whether a pawn stands ready to capture en passant.
bool is_rare(const Position& position) {
  const Color us = position.side_to_move();
  const auto target = position.en_passant();
  return target && (pawn_attacks(~us, *target) & position.pieces(us, PieceType::Pawn)).any();
}

/// Leaves of a question, as far as two plies tell.
constexpr double kUsualNodes = 1'500;
constexpr double kManyNodes = 20'000;
constexpr std::size_t kDeepOnes = 32;
constexpr int kDeepest = 6;

struct DepthAndNodes {
  int depth = 1;
  double nodes = 0;  // expected
};

/// Two plies, more where that costs no more; now and then one ply alone, or more than is cheap.
DepthAndNodes random_depth(const Position& position, Dice& dice) {
  const MoveList moves = legal_moves(position);
  const auto one = static_cast<double>(moves.size());
  const bool shallow = dice.one_in(16);
  const double most = dice.one_in(kDeepOnes) ? kManyNodes : kUsualNodes;
  if (shallow) return {1, one};
  double two = 0;
  for (const Move move : moves) two += count_legal(position.after(move));
  if (two > kManyNodes) return {1, one};
  DepthAndNodes result{2, two};
  // The side that has more moves may come to have its turn.
  const double growth = std::max(one, two / std::max(1.0, one)) * 1.2;
  while (result.depth < kDeepest && result.nodes * growth <= most) {
    ++result.depth;
    result.nodes *= growth;
  }
  return result;
}

}  // namespace

PositionSource::PositionSource(const SourceOptions& options, const std::vector<Position>& stock)
    : options_(options), stock_(stock) {
  if (stock_.size() > kStock) stock_.resize(kStock);
}

std::optional<Position> PositionSource::start(Origin origin, Dice& dice, const Swarm& swarm) const {
  switch (origin) {
    case Origin::Game:
    case Origin::Game960:
      return start_of_game(dice, swarm, origin == Origin::Game960);
    case Origin::Scene:
    case Origin::Scene960:
      return random_scene(dice, swarm, origin == Origin::Scene960);
    case Origin::Mutation:
      return stock_.empty() ? random_scene(dice, swarm, false)
                            : mutated(dice.pick(stock_), dice, swarm);
  }
  return std::nullopt;
}

FuzzCase PositionSource::case_of(const std::vector<Position>& line, std::span<const Move> moves,
                                 Dice& dice) const {
  const std::size_t most = std::min(moves.size(), kLongestPath);
  const bool by_path = options_.paths && most > 0 && dice.one_in(3);
  const std::size_t plies = by_path ? 1 + dice.below(most) : 0;
  const Position& root = line[line.size() - 1 - plies];
  FuzzCase result;
  result.position = line.back();
  result.question.root = root_of(root);
  for (const Move move : moves.last(plies))
    result.question.moves.push_back(to_uci(move, root.chess960()));
  const auto [depth, nodes] = random_depth(line.back(), dice);
  result.question.depth = depth;
  result.question.expected_nodes = nodes;
  const bool sampled = dice.one_in(kLookedAt);
  if (sampled || is_rare(line.back())) {
    const auto found = situations(line.back(), 2);
    result.situations.assign(found.begin(), found.end());
  }
  return result;
}

std::vector<FuzzCase> PositionSource::batch(std::uint64_t index) const {
  Dice dice(options_.seed, index);
  const Swarm swarm = random_swarm(dice, options_.chess960);
  std::vector<FuzzCase> cases;
  std::vector<Position> line;
  std::vector<Move> moves;
  while (cases.size() < kBatch) {
    Origin origin = static_cast<Origin>(dice.below(kOrigins));
    while (!swarm.has(origin)) origin = static_cast<Origin>(dice.below(kOrigins));
    const auto begin = start(origin, dice, swarm);
    if (!begin || (!options_.chess960 && begin->chess960())) continue;
    if (!options_.unreachable && !unreachable_because(*begin).empty()) continue;
    const bool game = origin == Origin::Game || origin == Origin::Game960;
    const std::size_t plies = dice.below(game ? kLongestGame : kLongestOther);
    line.assign(1, *begin);
    moves.clear();
    for (;;) {
      // Of a game every fourth position, or a batch would be one game.
      if (!game || dice.one_in(4)) {
        cases.push_back(case_of(line, moves, dice));
        cases.back().number = index * kBatch + cases.size();
      }
      if (cases.size() == kBatch || moves.size() == plies) break;
      const auto move = random_move(line.back(), moves, dice, swarm);
      if (!move) break;
      line.push_back(line.back().after(*move));
      moves.push_back(*move);
    }
  }
  return cases;
}

void PositionSource::learn(const std::vector<FuzzCase>& batch) {
  for (const FuzzCase& each : batch) {
    if (each.situations.empty()) continue;
    ++looked_at_;
    std::size_t news = 0;
    for (const std::uint64_t situation : each.situations) {
      const bool first = ++reached_[situation] == 1;
      // Engines without Chess960 skip the rows that have reached it so far.
      const bool first_of_standard =
          !each.question.root.chess960 && reached_in_standard_.insert(situation).second;
      if (first || first_of_standard) ++news;
    }
    if (news == 0) continue;
    kept_.push_back({each.number, each.position, news});
    if (stock_.size() < kStock) {
      stock_.push_back(each.position);
    } else {
      stock_[oldest_] = each.position;
      oldest_ = (oldest_ + 1) % kStock;
    }
  }
}

}  // namespace perft_verify::verifier
