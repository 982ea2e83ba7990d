// The bug zoo: each bug shows where its table says, with the counts of the class table,
// and without bugs the zoo is the plain mailbox.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/mailbox/board.h"
#include "reference/zoo/buggy_board.h"
#include "reference/zoo/uci_loop.h"
#include "reference/zoo/zoo_generator.h"

namespace perft_verify::zoo {
namespace {

using reference::Divide;

mailbox::Setup setup_of(std::string_view fen) {
  const auto setup = mailbox::read_fen(fen);
  if (!setup) throw std::runtime_error(std::string(fen));
  return *setup;
}

Divide divide(std::string_view fen, int depth, BugSet bugs) {
  return BuggyBoard(setup_of(fen), bugs).divide(depth).value();
}

const std::vector<std::string> kSixPositions{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"};

TEST(Zoo, WithoutBugsIsThePlainMailbox) {
  for (const std::string& fen : kSixPositions)
    EXPECT_EQ(divide(fen, 3, {}), mailbox::Board(setup_of(fen)).divide(3).value()) << fen;
}

/// The legal moves as printed, sorted.
template <class Board>
std::vector<std::string> move_list(Board& board) {
  std::vector<std::string> texts;
  for (const Move move : board.legal_moves()) texts.push_back(board.uci(move));
  std::ranges::sort(texts);
  return texts;
}

/// A line of the example after which the bug's moves are wrong, the shortest first.
std::optional<std::vector<std::string>> first_wrong_line(const Bug& bug) {
  std::vector<std::vector<std::string>> lines{{}};
  for (int depth = 1; depth <= bug.depth; ++depth) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& line : lines) {
      mailbox::Board right(setup_of(bug.fen));
      BuggyBoard wrong(setup_of(bug.fen), BugSet(bug.id));
      for (const std::string& move : line) {
        right.make(right.find_move(move).value());
        wrong.make(wrong.find_move(move).value());
      }
      const auto moves = move_list(right);
      if (moves != move_list(wrong)) return line;
      for (const std::string& move : moves) {
        longer.push_back(line);
        longer.back().push_back(move);
      }
    }
    lines = std::move(longer);
  }
  return std::nullopt;
}

/// The ply, from 1, of the last move that has to be played rather than given as part of a FEN for
/// the moves at the end of `line` to be wrong; 0 if a FEN is enough.
std::size_t culprit_ply(const Bug& bug, const std::vector<std::string>& line) {
  std::vector<std::string> fens;
  mailbox::Board right(setup_of(bug.fen));
  for (const std::string& move : line) {
    fens.push_back(right.fen());
    right.make(right.find_move(move).value());
  }
  fens.push_back(right.fen());
  const auto moves = move_list(right);
  for (std::size_t start = line.size() + 1; start-- > 0;) {
    BuggyBoard wrong(setup_of(fens[start]), BugSet(bug.id));
    for (std::size_t ply = start; ply < line.size(); ++ply)
      wrong.make(wrong.find_move(line[ply]).value());
    if (move_list(wrong) != moves) return start == line.size() ? 0 : start + 1;
  }
  ADD_FAILURE() << bug.name();
  return 0;
}

class ZooBug : public testing::TestWithParam<Bug> {};

TEST_P(ZooBug, ShowsWhereItsTableSays) {
  const Bug& bug = GetParam();
  BuggyBoard right(setup_of(bug.fen));
  BuggyBoard wrong(setup_of(bug.fen), BugSet(bug.id));
  const Divide right_divide = right.divide(bug.depth).value();
  const Divide wrong_divide = wrong.divide(bug.depth).value();
  switch (bug.probe) {
    case Probe::Total:
      EXPECT_NE(right_divide.total, wrong_divide.total);
      break;
    case Probe::Divide:
    case Probe::Spelling:
      EXPECT_EQ(right_divide.total, wrong_divide.total);
      EXPECT_NE(right_divide, wrong_divide);
      break;
    case Probe::Board:
      EXPECT_EQ(right_divide, wrong_divide);
      if (!bug.moves.empty()) {
        right.make(right.find_move(bug.moves).value());
        wrong.make(wrong.find_move(bug.moves).value());
      }
      EXPECT_NE(right.fen(), wrong.fen());
      break;
  }
}

TEST_P(ZooBug, HasTheCauseThatItsTableSays) {
  const Bug& bug = GetParam();
  if (bug.probe == Probe::Board) return;
  const auto line = first_wrong_line(bug);
  switch (bug.cause()) {
    case Cause::Generation:
      ASSERT_TRUE(line);
      EXPECT_EQ(culprit_ply(bug, *line), 0U);
      EXPECT_TRUE(bug.culprit.empty());
      break;
    case Cause::Make: {
      ASSERT_TRUE(line);
      const std::size_t ply = culprit_ply(bug, *line);
      ASSERT_NE(ply, 0U);
      EXPECT_EQ(line->at(ply - 1), bug.culprit);
      break;
    }
    case Cause::Setup:
      EXPECT_NE(BuggyBoard(setup_of(bug.fen), BugSet(bug.id)).fen(),
                mailbox::Board(setup_of(bug.fen)).fen());
      break;
    case Cause::Unmake:
      break;  // the spoiled state depends on the order of moves
    case Cause::Hash:
    case Cause::Count:
      EXPECT_FALSE(line);
      break;
    case Cause::Unknown:
      FAIL();
  }
}

TEST_P(ZooBug, ShowsInOneColorAsInBoth) {
  const Bug& bug = GetParam();
  if (!bug.has_variants_by_color() || bug.probe == Probe::Board) return;
  // The bug must be in both colors for the same player to meet the square again.
  if (bug.id == BugId::EpSquareNotCleared) return;
  const Divide right = divide(bug.fen, bug.depth, {});
  int seen = 0;
  for (const Color only : kColors)
    seen += divide(bug.fen, bug.depth, BugSet(bug.id, only)) != right ? 1 : 0;
  EXPECT_GE(seen, 1);
}

TEST_P(ZooBug, StaysWithinBounds) {
  // Long random games in which the bug does its worst; the sanitizers watch.
  const Bug& bug = GetParam();
  for (const std::string& fen : {kSixPositions[1], kSixPositions[3], std::string(bug.fen)}) {
    std::mt19937 random(7);
    BuggyBoard board(setup_of(fen), BugSet(bug.id));
    for (int ply = 0; ply < 60; ++ply) {
      const MoveList moves = board.legal_moves();
      if (moves.empty()) break;
      board.make(moves[random() % moves.size()]);
      EXPECT_LE(board.fen().size(), 100U);
      if (ply % 10 == 0) {
        EXPECT_TRUE(board.divide(2));
      }
    }
    while (board.ply() > 0) board.unmake();
  }
}

INSTANTIATE_TEST_SUITE_P(All, ZooBug, testing::ValuesIn(bugs().begin(), bugs().end()),
                         [](const auto& bug) {
                           std::string name(bug.param.name());
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

struct ClassRow {
  BugId id;
  std::uint64_t right, wrong;
};

// Counts of generators with these bugs. unmake-captured-type (200 instead of 202) is not here:
// which type is restored, and in which order moves are made, is not recorded.
TEST(Zoo, ReproducesTheClassTable) {
  using enum BugId;
  for (const auto& [id, right, wrong] : std::vector<ClassRow>{
           {EpMissing, 8, 7},
           {EpHorizontalPin, 6, 7},
           {EpDiagonalPin, 6, 7},
           {EpPinnedCapturer, 6, 7},
           {EpInCheckNotResolving, 2, 3},
           {EpSquareNotCleared, 276, 306},
           {EpWraps, 6, 7},
           {EpVictimStays, 38, 39},
           {DoublePushJumps, 2, 3},
           {DoublePushWrongRank, 6, 7},
           {PawnCapturesForward, 2, 3},
           {PawnCaptureWraps, 6, 7},
           {KnightWraps, 7, 9},
           {KingWraps, 3, 4},
           {SliderWraps, 17, 28},
           {UnderpromotionMissing, 7, 4},
           {UnderpromotionMissingOnCapture, 11, 8},
           {PromotionMissingPawnStays, 7, 4},
           {CapturePromotionMissing, 11, 7},
           {PromotionToPawn, 7, 8},
           {CastlingThroughCheck, 12, 13},
           {CastlingOutOfCheck, 4, 5},
           {CastlingIntoCheck, 14, 15},
           {CastlingBFileAttacked, 16, 15},
           {CastlingRookCaptured, 714, 715},
           {CastlingRookMoved, 1197, 1227},
           {CastlingKingMoved, 133987, 134157},
           {CastlingRookStays, 66, 68},
           {CastlingWipesBoth, 568, 566},
           {CastlingIgnoresPawnAttacks, 13, 14},
           {CastlingMissing, 15, 14},
           {KingXray, 3, 4},
           {DoubleCheckCapture, 3, 4},
           {PinIgnored, 4, 10},
           {PinnedSliderFrozen, 10, 4},
           {KingsAdjacent, 2, 5},
           {InterpositionMissing, 4, 3},
           {KnightChecksIgnored, 4, 5},
           {PawnChecksIgnored, 4, 5},
           {PawnChecksReversed, 3, 5},
           {UnmakeCastlingRights, 568, 528},
           {UnmakeCastlingRook, 568, 556},
           {UnmakeEpPawn, 43, 42},
           {CastlingTwice, 26, 28},
           {MateCountsAsLeaf, 0, 1},
           {HashOmitsEp, 2733, 2686},
       }) {
    const Bug& bug = bug_of(id);
    EXPECT_EQ(divide(bug.fen, bug.depth, {}).total, right) << bug.name();
    EXPECT_EQ(divide(bug.fen, bug.depth, BugSet(id)).total, wrong) << bug.name();
  }
}

/// The king is in check, and would pass another attacked square.
TEST(Zoo, FaultsOfCastlingAddUp) {
  const char* const kFen = "4rrk1/8/8/8/8/8/8/4K2R w K - 0 1";
  const std::uint64_t right = divide(kFen, 1, {}).total;
  BugSet both(BugId::CastlingThroughCheck);
  EXPECT_EQ(divide(kFen, 1, both).total, right);
  EXPECT_EQ(divide(kFen, 1, BugSet(BugId::CastlingOutOfCheck)).total, right);
  both.add(BugId::CastlingOutOfCheck);
  EXPECT_EQ(divide(kFen, 1, both).total, right + 1);
}

TEST(Zoo, BulkCountingHidesBugsOfTheTableForOnePly) {
  using enum BugId;
  for (const auto& [id, bulk] : {std::pair{HashOmitsEp, HashOmitsEpBulk},
                                 {HashOmitsDepth, HashOmitsDepthBulk},
                                 {HashOmitsPromotedPiece, HashOmitsPromotedPieceBulk}}) {
    const auto right = [](const Bug& bug, BugId in) {
      return divide(bug.fen, bug.depth, BugSet(in)).total == divide(bug.fen, bug.depth, {}).total;
    };
    EXPECT_FALSE(right(bug_of(id), id)) << bug_of(id).name();
    EXPECT_TRUE(right(bug_of(id), bulk)) << bug_of(bulk).name();
    EXPECT_FALSE(right(bug_of(bulk), bulk)) << bug_of(bulk).name();
  }
}

TEST(Zoo, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const Bug& bug : bugs()) {
    EXPECT_TRUE(names.insert(bug.name()).second) << bug.name();
    EXPECT_EQ(find_bug(bug.name()).value().id, bug.id);
    EXPECT_EQ(mailbox::write_fen(setup_of(bug.fen)).substr(0, 10), bug.fen.substr(0, 10));
  }
  EXPECT_FALSE(find_bug("no-such-bug"));
}

TEST(Zoo, AnswersInThisProcessAsWell) {
  const auto generator = make_zoo_generator(BugSet(BugId::KingXray));
  EXPECT_EQ(generator->identity().name, "Bug Zoo (king-xray)");
  reference::Question question;
  question.root.fen = "4k3/8/8/8/8/8/8/r3K3 w - - 0 1";
  EXPECT_EQ(generator->divide(question, {}).value().total, 4U);
}

/// So the models of most bugs need not be asked what they answer.
TEST(Zoo, NoBugMattersWhoseCodeIsNotReached) {
  std::size_t asked_for = 0;
  std::size_t all = 0;
  for (std::size_t at = 0; at < bugs().size(); ++at) {
    const Bug& place = bugs()[at];
    const auto question = reference::question_at(
        {std::string(place.fen), setup_of(place.fen).chess960}, {}, place.depth);
    BugSet asked;
    const auto right = make_noting_generator(asked)->divide(question, {}).value();
    for (const Bug& bug : bugs())
      for (const std::optional<Color> only :
           {std::optional<Color>(), {Color::White}, {Color::Black}}) {
        ++all;
        if (only ? asked.has(bug.id, *only) : asked.has(bug.id)) {
          ++asked_for;
        } else if (bug.id == place.id || (place.depth <= 2 && at % 8 == 0)) {
          EXPECT_EQ(make_zoo_generator(BugSet(bug.id, only))->divide(question, {}).value(), right)
              << bug.name() << " at " << place.fen;
        }
      }
  }
  EXPECT_LT(asked_for, all / 2);
}

std::string talk(BugSet bugs, const std::string& commands) {
  std::istringstream in(commands);
  std::ostringstream out;
  UciLoop(bugs, out).run(in);
  return out.str();
}

TEST(ZooEngine, SpeaksTheDialectOfStockfish) {
  EXPECT_EQ(talk({}, "uci\nisready\nquit\nisready\n"),
            "id name Bug Zoo\nid author perft-verify\n\n"
            "option name UCI_Chess960 type check default false\n"
            "option name Hash type spin default 1 min 0 max 1\nuciok\nreadyok\n");
  EXPECT_EQ(talk({}, "position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\ngo perft 3\n"),
            "\nNodes searched: 0\n\n");
  EXPECT_EQ(
      talk(BugSet(BugId::KingXray), "position fen 4k3/8/8/8/8/8/8/r3K3 w - - 0 1\ngo perft 1\n"),
      "e1d2: 1\ne1e2: 1\ne1f1: 1\ne1f2: 1\n\nNodes searched: 4\n\n");
  const std::string board = talk({}, "position startpos moves e2e4\nd\n");
  EXPECT_TRUE(
      board.contains("\nFen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nKey: "));
  EXPECT_TRUE(board.contains(" | r | n | b | q | k | b | n | r | 8\n"));
}

TEST(ZooEngine, KeepsItsPositionWhenAskedForABadOne) {
  const std::string answer = talk({}, "position fen 8/8/8/8/8/8/8/8 w - - 0 1\nd\n");
  EXPECT_TRUE(answer.starts_with("info string refused: "));
  EXPECT_TRUE(answer.contains("Fen: rnbqkbnr/"));
  EXPECT_TRUE(
      talk({}, "position startpos moves e2e4 e2e4\n").contains("info string illegal move e2e4"));
}

TEST(ZooEngine, ReadsAndPrintsKingTakesRookInChess960) {
  const std::string answer = talk({},
                                  "setoption name UCI_Chess960 value true\n"
                                  "position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1\nd\n");
  EXPECT_TRUE(answer.contains("Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1"));
}

TEST(ZooEngine, SurvivesNonsense) {
  EXPECT_EQ(talk({}, "\n  \nstop\n"), "");
  for (const char* nonsense :
       {"xyzzy\n", "go\n", "go perft\n", "go perft 0\n", "go perft abc\n", "go perft 2147483648\n",
        "position\n", "position fen\n", "position startpos moves z9z9\n", "setoption name\n",
        "setoption name Threads value 1\n"})
    EXPECT_TRUE(talk({}, nonsense).contains("info string")) << nonsense;
}

TEST(ZooEngine, KeepsItsTableFromOneQuestionToTheNext) {
  const BugSet bug(BugId::HashOmitsDepth);
  const std::string ask = "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ngo perft ";
  const std::string after_shallow = talk(bug, ask + "2\n" + ask + "3\n");
  const std::string alone = talk(bug, ask + "3\n");
  EXPECT_FALSE(after_shallow.ends_with(alone));
  EXPECT_TRUE(talk(bug, ask + "2\nucinewgame\n" + ask + "3\n").ends_with(alone));
}

TEST(ZooEngine, TakesTheCountOfAGreaterDepth) {
  const BugSet bug(BugId::HashTakesDeeper);
  const std::string ask = "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ngo perft ";
  const std::string three = talk(bug, ask + "3\n");
  EXPECT_TRUE(talk(bug, ask + "2\n" + ask + "3\n").ends_with(three));
  EXPECT_FALSE(talk(bug, ask + "4\n" + ask + "3\n").ends_with(three));
}

}  // namespace
}  // namespace perft_verify::zoo
