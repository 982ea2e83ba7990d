// Games that engines lose by an illegal move: the generator of an engine with a bug is blamed.
#include "verifier/games/engine_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>

#include "core/fen.h"
#include "core/notation.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/mailbox/setup.h"
#include "reference/zoo/buggy_board.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/support/share.h"

namespace perft_verify::verifier {
namespace {

/// Where games begin: random games from the start position castle seldom.
constexpr std::array<std::string_view, 3> kRoots{
    kStartPosition, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/3p4/2p5/1P2Pp2/8/8/P1P3PP/R3K2R w KQkq - 0 1"};

/// An engine that keeps its board from the first move on, counts two plies before each move as a
/// search would, and plays what it lists: an illegal move where it has one, else any. Nothing if
/// none comes within `plies`.
std::optional<Game> game_lost_by(const zoo::Bug& bug, std::string_view root,
                                 std::mt19937_64& random, int plies) {
  zoo::BuggyBoard board(*mailbox::read_fen(root), zoo::BugSet(bug.id));
  Position position = parse_fen(root)->position;
  Game game;
  game.fen = root;
  for (int ply = 0; ply < plies && !legal_moves(position).empty(); ++ply) {
    if (bug.cause() == Cause::Unmake && !board.divide(2)) return std::nullopt;
    std::set<std::string> right;
    for (const Move move : legal_moves(position)) right.insert(to_uci(move, false));
    std::vector<Move> legal;
    for (const Move move : board.legal_moves()) {
      if (!right.contains(board.uci(move))) {
        game.moves.push_back({board.uci(move), 1});
        return game;
      }
      legal.push_back(move);
    }
    if (legal.empty()) return std::nullopt;
    const Move move = legal[random() % legal.size()];
    game.moves.push_back({board.uci(move), 1});
    position.make(*find_legal(position, game.moves.back().text));
    board.make(move);
  }
  return std::nullopt;
}

std::string moves_of(const Game& game) {
  std::string text = "position fen " + game.fen + " moves";
  for (const PlayedMove& move : game.moves) text += " " + move.text;
  return text;
}

EngineVerdict verdict_of(const Game& game, reference::Generator& subject) {
  const ReplayedGame played = replay(game);
  EXPECT_EQ(played.verdict, GameVerdict::Illegal);
  const auto mailbox = mailbox::make_mailbox_generator();
  EngineCheck check(subject, *mailbox,
                    {.live_reference = mailbox::make_mailbox_generator,
                     .second_reference = [] { return reference::make_core_generator(nullptr); },
                     .reproduce_options = ""},
                    {});
  return check.at_illegal_move(played, 0);
}

bool is_plausible(Cause bug, Cause cause) {
  if (bug == Cause::Unmake) return cause == Cause::Unmake || cause == Cause::Hash;
  return cause == Cause::Generation || cause == Cause::Make;
}

TEST(EngineCheck, EveryBugOfTheZooThatLosesAGameIsBlamedForIt) {
  // Every seventh bug here; all of them, and longer, in tests/long/replay.
  const int tries = is_long() ? 60 : 12;
  std::size_t shown = 0;
  std::size_t causes = 0;
  std::size_t classes = 0;
  std::size_t reduced = 0;
  std::size_t moves = 0;
  for (const zoo::Bug& bug : share_of(zoo::bugs(), 7)) {
    if (const char* only = std::getenv("PERFT_VERIFY_BUG"); only != nullptr && bug.name() != only)
      continue;
    std::mt19937_64 random(static_cast<unsigned>(bug.id));
    std::optional<Game> game;
    for (int attempt = 0; attempt < tries && !game; ++attempt)
      game =
          game_lost_by(bug, kRoots[static_cast<std::size_t>(attempt) % kRoots.size()], random, 400);
    if (!game) continue;
    ++shown;
    const auto subject = zoo::make_zoo_generator(zoo::BugSet(bug.id));
    const EngineVerdict verdict = verdict_of(*game, *subject);
    EXPECT_EQ(verdict.suspect, Suspect::Generator)
        << bug.name() << ": " << to_string(verdict.suspect) << " " << verdict.reason << " after "
        << game->moves.size() << " plies: " << moves_of(*game);
    if (verdict.findings.empty()) continue;
    const Finding& finding = verdict.findings.front();
    const std::string& played = game->moves.back().text;
    moves += std::ranges::find(finding.illegal, played) != finding.illegal.end() ? 1 : 0;
    causes += is_plausible(bug.cause(), finding.cause) ? 1 : 0;
    classes += finding.bug_class == bug.bug_class() ? 1 : 0;
    reduced += finding.reduced ? 1 : 0;
    if (finding.bug_class != bug.bug_class() || !is_plausible(bug.cause(), finding.cause) ||
        !finding.reduced)
      std::cout << bug.name() << ": " << to_string(finding.cause) << " " << class_name(finding)
                << (finding.reduced ? "" : ", not reduced") << " at " << finding.fen << "\n";
  }
  std::cout << fmt::format(
      "{} bugs lose a game: the move named in {}, the cause right in {}, the class in {}, reduced "
      "{}\n",
      shown, moves, causes, classes, reduced);
  EXPECT_GE(shown, is_long() ? 60U : 6U);
  // One of the few that a short run plays may stay unknown.
  EXPECT_GE(10 * causes, (is_long() ? 9 : 8) * shown);
  EXPECT_GE(10 * classes, 8 * shown);
  EXPECT_GE(10 * reduced, 7 * shown);
}

/// The engine is blamed in every game that it loses. A board that counting has spoiled is often
/// whole again with the next `position`, so that only an engine that keeps it plays an illegal
/// move.
TEST(EngineCheck, AnEngineThatTakesMovesBackWrongIsNeverInnocent) {
  const int wanted = is_long() ? 40 : 2;
  std::size_t seen_only_once_counted = 0;
  for (const zoo::Bug& bug : zoo::bugs()) {
    const bool chosen =
        is_long() || bug.name() == "unmake-ep-pawn" || bug.name() == "unmake-castling-rook";
    if (!chosen || bug.cause() != Cause::Unmake) continue;
    std::mt19937_64 random(5);
    int games = 0;
    for (int attempt = 0; attempt < 8 * wanted && games < wanted; ++attempt) {
      const auto game = game_lost_by(bug, kRoots[random() % kRoots.size()], random, 400);
      if (!game) continue;
      ++games;
      const auto subject = zoo::make_zoo_generator(zoo::BugSet(bug.id));
      const EngineVerdict verdict = verdict_of(*game, *subject);
      ASSERT_EQ(verdict.suspect, Suspect::Generator)
          << bug.name() << ": " << verdict.reason << ", " << moves_of(*game);
      ASSERT_FALSE(verdict.findings.empty());
      const Finding& finding = verdict.findings.front();
      EXPECT_TRUE(is_plausible(bug.cause(), finding.cause)) << bug.name() << " at " << finding.fen;
      if (!finding.reproduce.starts_with("echo")) continue;
      ++seen_only_once_counted;
      EXPECT_TRUE(finding.bug_class == bug.bug_class() ||
                  std::ranges::find(finding.candidates, bug.bug_class()) !=
                      finding.candidates.end())
          << bug.name() << " at " << finding.fen << ": " << class_name(finding);
      EXPECT_TRUE(finding.reduced.has_value()) << bug.name() << " at " << finding.fen;
    }
  }
  std::cout << seen_only_once_counted << " of them are seen only once it has counted\n";
  EXPECT_GE(seen_only_once_counted, 1U);
}

/// A right engine whose search plays a move again that it had in its table for another position.
std::optional<Game> game_lost_by_a_stale_move(std::mt19937_64& random) {
  Position position;
  Game game;
  std::vector<std::string> table;
  for (int ply = 0; ply < 200; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return std::nullopt;
    if (ply > 10 && random() % 20 == 0) {
      const std::string& stale = table[random() % table.size()];
      if (!find_legal(position, stale)) {
        game.moves.push_back({stale, 1});
        return game;
      }
    }
    const Move move = moves[random() % moves.size()];
    game.moves.push_back({to_uci(move, false), 1});
    for (const Move other : moves) table.push_back(to_uci(other, false));
    position.make(move);
  }
  return std::nullopt;
}

TEST(EngineCheck, ARightGeneratorIsAlwaysInnocent) {
  std::mt19937_64 random(7);
  const int wanted = is_long() ? 100 : 3;
  const auto subject = zoo::make_zoo_generator({});
  for (int games = 0; games < wanted;) {
    const auto game = game_lost_by_a_stale_move(random);
    if (!game) continue;
    ++games;
    const EngineVerdict verdict = verdict_of(*game, *subject);
    ASSERT_EQ(verdict.suspect, Suspect::Elsewhere) << verdict.reason;
    EXPECT_GE(verdict.questions, game->moves.size() + 12);
  }
}

TEST(EngineCheck, WhatIsWrongOnlyFromTheFenIsTheReaderOfFens) {
  Game game;
  game.fen = "8/8/8/2k5/2p5/8/B2P4/4K3 w - - 0 3";
  game.moves = {{"d2d4", 1}, {"c4d5", 1}};
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(zoo::find_bug("fen-ep-ignored")->id));
  const EngineVerdict verdict = verdict_of(game, *subject);
  EXPECT_EQ(verdict.suspect, Suspect::Generator) << verdict.reason;
  ASSERT_FALSE(verdict.findings.empty());
  EXPECT_EQ(verdict.findings.front().cause, Cause::Setup);
  EXPECT_EQ(verdict.findings.front().missing, std::vector<std::string>{"c4d3"});
}

TEST(EngineCheck, EveryPlyOfAGameShowsWhatPerftWouldShowThere) {
  Game game;
  for (const char* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b1c3"})
    game.moves.push_back({move, 1});
  const ReplayedGame played = replay(game);
  const auto mailbox = mailbox::make_mailbox_generator();
  const auto verdict = [&](const char* bug, std::uint64_t& compared) {
    const auto subject =
        zoo::make_zoo_generator(*bug == '\0' ? zoo::BugSet() : zoo::BugSet(zoo::find_bug(bug)->id));
    EngineCheck check(*subject, *mailbox,
                      {.live_reference = mailbox::make_mailbox_generator,
                       .second_reference = nullptr,
                       .reproduce_options = ""},
                      {});
    auto first = check.at_every_ply(played, 0, compared);
    EXPECT_TRUE(first || !check.at_every_ply(played, 1, compared));
    return first;
  };
  std::uint64_t compared = 0;
  EXPECT_FALSE(verdict("", compared).has_value());
  EXPECT_EQ(compared, 8U) << "the second game asks nothing again";
  const auto found = verdict("castling-missing", compared);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->findings.front().missing, std::vector<std::string>{"e1g1"});
}

}  // namespace
}  // namespace perft_verify::verifier
