// Keys of many positions of random games. Equal keys of different positions are expected of a good
// key, too, but so rarely that a single one among millions is a finding.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audit/checks.h"

namespace perft_verify::audit {
namespace {

constexpr std::size_t kGameLength = 200;

/// Position number `ply` of the random game `game`, by the keys of both sides.
struct Sample {
  std::uint64_t theirs;
  std::uint64_t ours;  // of core: what tells positions apart
  std::uint32_t game;
  std::uint32_t ply;
};

/// The en passant square counts only where it can be captured on, as in the keys of most engines.
std::uint64_t identity_of(const Position& position, const MoveList& legal) {
  if (!position.en_passant() ||
      std::ranges::any_of(legal, [](Move move) { return move.kind() == MoveKind::EnPassant; }))
    return position.key();
  PositionParts parts = position.parts();
  parts.en_passant.reset();
  return Position(parts).key();
}

/// The moves of a game, always the same ones of the same seed and number. Calls
/// `visit(position, legal, last move)` at each position until it returns false.
template <typename Visit>
std::vector<Move> play(std::uint64_t seed, std::uint32_t game, const Visit& visit) {
  std::mt19937_64 random(seed * 0x9e3779b97f4a7c15ULL + game);
  Position position;
  std::vector<Move> moves;
  while (moves.size() < kGameLength) {
    const MoveList legal = legal_moves(position);
    if (!visit(position, legal, moves) || legal.empty()) break;
    moves.push_back(legal[random() % legal.size()]);
    position.make(moves.back());
  }
  return moves;
}

std::vector<Move> path_of(const Session& session, const Sample& sample) {
  return play(session.settings.seed, sample.game,
              [&](const Position&, const MoveList&, const std::vector<Move>& moves) {
                return moves.size() < sample.ply;
              });
}

std::string fen_after(const std::vector<Move>& path) {
  Position position;
  for (const Move move : path) position.make(move);
  return position.fen();
}

void report_collision(Session& session, const Sample& a, const Sample& b) {
  const std::vector<Move> first = path_of(session, a);
  session.report_at(Fault::KeyCollision, "",
                    fmt::format("the key {:016x} belongs to {} and to {}", a.theirs,
                                fen_after(first), fen_after(path_of(session, b))),
                    first);
}

/// Lets the engine play a legal move. False if its list does not have it.
bool follow(Session& session, Move move) {
  Codes codes;
  session.subject.list(session.subject.calls().moves, codes);
  const Plain wanted = plain_of(move, false);
  const auto* const code =
      std::ranges::find_if(codes, [&](Code each) { return session.subject.plain(each) == wanted; });
  if (code == codes.end()) return false;
  session.subject.make(*code);
  return true;
}

std::vector<Sample> play_games(Session& session) {
  const std::uint64_t wanted = session.settings.key_positions;
  std::vector<Sample> samples;
  samples.reserve(wanted);
  for (std::uint32_t game = 0; samples.size() < wanted; ++game) {
    if (!session.subject.set(Position())) break;
    const std::size_t before = samples.size();
    play(session.settings.seed, game,
         [&](const Position& position, const MoveList& legal, const std::vector<Move>& moves) {
           if (!moves.empty() && !follow(session, moves.back())) return false;
           samples.push_back({session.subject.calls().key(session.subject.self()),
                              identity_of(position, legal), game,
                              static_cast<std::uint32_t>(moves.size())});
           return samples.size() < wanted;
         });
    if (samples.size() == before) break;
  }
  return samples;
}

}  // namespace

void check_collisions(Session& session) {
  std::vector<Sample> samples = play_games(session);
  std::ranges::sort(samples, {},
                    [](const Sample& each) { return std::pair(each.theirs, each.ours); });
  std::vector<std::pair<Sample, Sample>> collisions;
  std::uint64_t different = samples.empty() ? 0 : 1;
  for (std::size_t at = 1; at < samples.size(); ++at) {
    if (samples[at].ours == samples[at - 1].ours) continue;
    ++different;
    if (samples[at].theirs == samples[at - 1].theirs)
      collisions.emplace_back(samples[at - 1], samples[at]);
  }
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
