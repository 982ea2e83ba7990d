// Keys of many positions of random games. Equal keys of different positions are expected of a good
// key, too, but so rarely that a single one among millions is a finding.
#include <fmt/format.h>

#include <algorithm>

#include "audit/checks.h"
#include "core/fen.h"

namespace perft_verify::audit {
namespace {

/// Long games from the start position give different positions. Short games with few pieces reach
/// the same positions again and again: with and without castling, by single and double pushes.
constexpr std::size_t kLongGame = 200;
constexpr std::size_t kShortGame = 16;
constexpr std::array<std::string_view, 4> kFewPieces{
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "4k3/1p6/8/P7/7p/8/6P1/4K3 w - - 0 1"};
/// The most pairs of equal positions with different keys that are looked into.
constexpr std::size_t kPairs = 64;

/// Position number `ply` of the random game `game`, by the keys of both sides.
struct Sample {
  std::uint64_t theirs;
  std::uint64_t ours;  // of core: it tells positions apart
  std::uint32_t game;
  std::uint16_t ply;
  std::uint16_t clock;
};

/// Every second game is a short one.
Position start_of(std::uint32_t game) {
  if (game % 2 == 0) return {};
  return parse_fen(kFewPieces[game / 2 % kFewPieces.size()])->position;
}

/// The moves of a game, always the same ones of the same seed and number. Calls
/// `visit(position, moves so far)` at each position until it returns false.
template <typename Visit>
std::vector<Move> play(std::uint64_t seed, std::uint32_t game, const Visit& visit) {
  std::mt19937_64 random(seed * 0x9e3779b97f4a7c15ULL + game);
  Position position = start_of(game);
  const std::size_t length = game % 2 == 0 ? kLongGame : kShortGame;
  std::vector<Move> moves;
  while (visit(position, moves) && moves.size() < length) {
    const MoveList legal = legal_moves(position);
    if (legal.empty()) break;
    moves.push_back(legal[random() % legal.size()]);
    position.make(moves.back());
  }
  return moves;
}

std::vector<Move> path_of(const Session& session, const Sample& sample) {
  return play(
      session.settings.seed, sample.game,
      [&](const Position&, const std::vector<Move>& moves) { return moves.size() < sample.ply; });
}

std::string fen_after(const Sample& sample, const std::vector<Move>& path) {
  Position position = start_of(sample.game);
  for (const Move move : path) position.make(move);
  return position.fen();
}

void report_collision(Session& session, const Sample& a, const Sample& b) {
  const std::vector<Move> first = path_of(session, a);
  session.root = start_of(a.game);
  session.report_at(Fault::KeyCollision, "",
                    fmt::format("the key {:016x} belongs to {} and to {}", a.theirs,
                                fen_after(a, first), fen_after(b, path_of(session, b))),
                    first);
}

/// Plays a game and adds its positions. False if the engine does not play on.
bool play_game(Session& session, std::uint32_t game, std::vector<Sample>& samples) {
  const auto& calls = session.subject.calls();
  session.root = start_of(game);
  if (!session.subject.set(session.root)) return false;
  Position before = session.root;
  Position last = before;
  const std::vector<Move> moves = play(
      session.settings.seed, game, [&](const Position& position, const std::vector<Move>& path) {
        if (!path.empty() && !follow(session, before, path.back())) return false;
        before = last = position;
        if (const auto identity = identity_of(position))
          samples.push_back({calls.key(calls.self), *identity, game,
                             static_cast<std::uint16_t>(path.size()),
                             static_cast<std::uint16_t>(position.halfmove_clock())});
        return samples.size() < session.settings.key_positions;
      });
  // A mistake that any of the moves has left in the key is still there.
  const std::uint64_t key = calls.key(calls.self);
  if (session.subject.set(last) && calls.key(calls.self) != key) check_path(session, moves);
  return true;
}

std::vector<Sample> play_games(Session& session) {
  std::vector<Sample> samples;
  samples.reserve(session.settings.key_positions + 1);
  for (std::uint32_t game = 0; samples.size() < session.settings.key_positions; ++game) {
    const std::size_t before = samples.size();
    if (!play_game(session, game, samples) || samples.size() == before) break;
  }
  return samples;
}

/// Equal positions with different keys. Returns how many positions differ from all others.
std::uint64_t compare_paths(Session& session, std::vector<Sample>& samples) {
  std::ranges::sort(samples, {},
                    [](const Sample& each) { return std::pair(each.ours, each.clock); });
  std::uint64_t different = 0;
  std::size_t pairs = 0;
  for (std::size_t at = 0; at < samples.size(); ++at) {
    const Sample& now = samples[at];
    if (at == 0 || samples[at - 1].ours != now.ours) {
      ++different;
      continue;
    }
    const Sample& before = samples[at - 1];
    if (!same_time(before.clock, now.clock)) continue;
    session.tally.count(Probe::Paths);
    if (before.theirs == now.theirs || pairs == kPairs) continue;
    // Paths have one root.
    if (start_of(before.game) != start_of(now.game)) continue;
    session.root = start_of(now.game);
    report_paths(session, {path_of(session, before), path_of(session, now)});
    ++pairs;
  }
  return different;
}

}  // namespace

void check_collisions(Session& session) {
  std::vector<Sample> samples = play_games(session);
  const std::uint64_t different = compare_paths(session, samples);
  std::ranges::sort(samples, {},
                    [](const Sample& each) { return std::pair(each.theirs, each.ours); });
  std::vector<std::pair<Sample, Sample>> collisions;
  for (std::size_t at = 1; at < samples.size(); ++at)
    if (samples[at].theirs == samples[at - 1].theirs && samples[at].ours != samples[at - 1].ours)
      collisions.emplace_back(samples[at - 1], samples[at]);
  const double pairs = static_cast<double>(different) * static_cast<double>(different) / 2;
  const double expected = pairs / std::exp2(session.settings.key_bits);
  if (static_cast<double>(collisions.size()) > 10 * expected)
    for (const auto& [first, second] : collisions) report_collision(session, first, second);
  session.tally.count(Probe::RandomKeys, samples.size());
  session.tally.keys = fmt::format(
      "{} different positions of random games: {} have the key of another, {:.2g} are expected "
      "of {} random bits",
      different, collisions.size(), expected, session.settings.key_bits);
}

}  // namespace perft_verify::audit
