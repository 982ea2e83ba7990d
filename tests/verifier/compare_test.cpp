#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/uci/board_text.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/verifier/support/reticent.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/finding/state_difference.h"
#include "verifier/locate/bisect.h"
#include "verifier/locate/confirm.h"
#include "verifier/locate/exhaustive.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using Texts = std::vector<std::string>;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

Divide divide_of(std::vector<reference::RootCount> lines) {
  Divide divide{std::move(lines), 0};
  divide.total = sum_of_lines(divide);
  return divide;
}

// --- Two answers -------------------------------------------------------------------------

TEST(Difference, EqualAnswersHaveNone) {
  EXPECT_FALSE(difference({}, {}).any());
  const Divide divide = divide_of({{"a2a3", 1}, {"b2b3", 2}});
  EXPECT_FALSE(difference(divide, divide).any());
}

TEST(Difference, FindsExtraAndMissingAtBothEnds) {
  const auto found = difference(divide_of({{"a2a3", 1}, {"c2c3", 1}, {"h2h3", 1}}),
                                divide_of({{"a2a4", 1}, {"c2c3", 1}, {"g2g3", 1}}));
  EXPECT_EQ(found.illegal, (Texts{"a2a3", "h2h3"}));
  EXPECT_EQ(found.missing, (Texts{"a2a4", "g2g3"}));
  EXPECT_TRUE(found.moves());
  EXPECT_FALSE(found.totals) << "a compensating pair has the right total";
  EXPECT_EQ(difference({}, divide_of({{"a2a3", 1}})).missing, Texts{"a2a3"});
  EXPECT_EQ(difference(divide_of({{"a2a3", 1}}), {}).illegal, Texts{"a2a3"});
}

TEST(Difference, AMoveListedTwiceIsTwoLines) {
  const auto found = difference(divide_of({{"a2a3", 1}, {"b2b3", 1}, {"b2b3", 1}, {"b2b3", 1}}),
                                divide_of({{"a2a3", 1}, {"b2b3", 1}, {"c2c3", 1}, {"d2d3", 1}}));
  EXPECT_EQ(found.duplicate, Texts{"b2b3"});
  EXPECT_EQ(found.missing, (Texts{"c2c3", "d2d3"}));
  EXPECT_FALSE(found.totals);
  const auto illegal_twice = difference(divide_of({{"e1e3", 1}, {"e1e3", 1}}), {});
  EXPECT_EQ(illegal_twice.illegal, Texts{"e1e3"});
  EXPECT_EQ(illegal_twice.duplicate, Texts{"e1e3"});
}

TEST(Difference, ComparesCountsLineByLine) {
  const auto found =
      difference(divide_of({{"a2a3", 3}, {"b2b3", 1}}), divide_of({{"a2a3", 2}, {"b2b3", 2}}));
  ASSERT_EQ(found.counts.size(), 2U);
  EXPECT_EQ(found.counts[0].move, "a2a3");
  EXPECT_EQ(found.counts[0].subject, 3U);
  EXPECT_EQ(found.counts[0].reference, 2U);
  EXPECT_FALSE(found.totals);
  EXPECT_FALSE(found.moves());
  EXPECT_TRUE(found.any());
}

TEST(Difference, ATotalMustBeTheSum) {
  Divide wrong = divide_of({{"a2a3", 1}});
  ++wrong.total;
  const auto found = difference(wrong, divide_of({{"a2a3", 1}}));
  EXPECT_TRUE(found.sum);
  EXPECT_TRUE(found.totals);
  EXPECT_TRUE(found.any());
}

TEST(Difference, TotalsWithoutLinesAreCompared) {
  Divide more;
  more.total = 21;
  Divide less;
  less.total = 20;
  EXPECT_TRUE(difference(more, less).totals);
  EXPECT_TRUE(difference(less, more).totals);
  EXPECT_FALSE(difference(less, less).totals);
}

/// The errors on an engine's board, beside the correct one.
TEST(StateDifference, NamesEachPartThatDiffers) {
  using Rights = std::vector<StateDifference::Right>;
  const Rights one{{Color::White, CastlingSide::King}};
  const std::string all = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const std::string three = "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1";
  const auto between = [](const std::string& expected, const std::string& found) {
    return state_difference(standard(expected), found).value_or(StateDifference{});
  };
  EXPECT_FALSE(between(all, all).any());
  EXPECT_TRUE(between(all, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").side_to_move);
  EXPECT_EQ(between(all, three).rights_lost, one);
  EXPECT_EQ(between(all, three).rights_kept, Rights{});
  EXPECT_EQ(between(three, all).rights_kept, one);
  EXPECT_EQ(between(three, all).rights_lost, Rights{});
  const StateDifference rooks = between(all, "r3k1r1/8/8/8/8/8/8/4K2R w KQkq - 0 1");
  ASSERT_EQ(rooks.squares.size(), 3U);
  EXPECT_EQ(rooks.squares[0].square, Square::A1);
  EXPECT_EQ(rooks.squares[0].expected, (Piece{Color::White, PieceType::Rook}));
  EXPECT_EQ(rooks.squares[0].found, std::nullopt);
  EXPECT_EQ(rooks.squares[1].square, Square::G8);
  EXPECT_EQ(rooks.squares[2].square, Square::H8);
  const StateDifference pawn =
      between("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "7k/8/8/4P3/8/8/8/K7 w - d6 0 1");
  EXPECT_EQ(pawn.squares.size(), 1U);
  EXPECT_FALSE(pawn.of_en_passant()) << "the square is the right one";
}

TEST(Confirmer, ABoardThatTheReferenceDoesNotShowAgainDoesNotStand) {
  using Board = reference::Answer<std::string>;
  const auto right_lost = [](const Question&, const Board&) {
    return Board("r3k2r/8/8/8/8/8/8/R3K1R1 b Qk - 1 1");
  };
  const auto stands = [](const ScriptedGenerator::BoardScript& ours,
                         const ScriptedGenerator::BoardScript& theirs) {
    ScriptedGenerator subject(nullptr, ours);
    Finding finding;
    finding.kind = FindingKind::WrongState;
    finding.root.fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    finding.path = {"h1g1"};
    finding.fen = "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 1 1";
    const auto standing =
        Confirmer(subject, [&] { return std::make_unique<ScriptedGenerator>(nullptr, theirs); },
                  nullptr, {})
            .confirm(finding);
    return standing && standing->repeated;
  };
  EXPECT_TRUE(stands(right_lost, nullptr));
  EXPECT_FALSE(stands(right_lost, right_lost));
  EXPECT_FALSE(stands(nullptr, nullptr)) << "two equal boards blame nobody";
}

TEST(Confirmer, TwoEqualAnswersBlameNobody) {
  ScriptedGenerator subject(nullptr);
  const auto right = [] { return std::make_unique<ScriptedGenerator>(nullptr); };
  const Divide answer = *subject.divide(question(kTwoKings, 2), {});
  const auto standing = Confirmer(subject, right, right, {})
                            .confirm(Bisection::unlocated(question(kTwoKings, 2), answer, answer));
  ASSERT_TRUE(standing);
  EXPECT_FALSE(standing->blames_subject());
}

TEST(Confirmer, AReducedPositionThatIsNotRepeatedIsDropped) {
  const auto right = [] { return std::make_unique<ScriptedGenerator>(nullptr); };
  const auto one_more = [] {
    return std::make_unique<ScriptedGenerator>([](const Call& call) {
      auto answer = call.right();
      ++answer->lines.front().nodes;
      ++answer->total;
      return answer;
    });
  };
  const auto is_kept = [](const reference::GeneratorFactory& reference,
                          const reference::GeneratorFactory& second) {
    ScriptedGenerator subject(nullptr);
    Finding finding;
    finding.reduced = Reduction{kTwoKings, {}, 2, 2, 9, ""};
    Confirmer(subject, reference, second, {}).confirm_reduction(finding);
    return finding.reduced.has_value();
  };
  EXPECT_TRUE(is_kept(right, nullptr));
  EXPECT_TRUE(is_kept(right, right));
  EXPECT_FALSE(is_kept(right, one_more));
  EXPECT_FALSE(is_kept(one_more, nullptr));
  EXPECT_FALSE(is_kept(one_more, one_more)) << "9 was counted before";
}

TEST(SumOfLines, SaturatesInsteadOfRunningOver) {
  EXPECT_EQ(sum_of_lines(divide_of({{"a2a3", kMost}, {"b2b3", 1}})), kMost);
  EXPECT_EQ(sum_of_lines(divide_of({{"a2a3", kMost - 1}, {"b2b3", 1}})), kMost);
  EXPECT_EQ(sum_of_lines(Divide{}), 0U);
}

// --- Bisecting ---------------------------------------------------------------------------

/// The finding of a bisection of two generators, from their answers at `root`.
std::expected<Finding, Undecided> bisected(reference::Generator& subject, const Question& root) {
  const auto mailbox = mailbox::make_mailbox_generator();
  auto ours = subject.divide(root, {});
  auto theirs = mailbox->divide(root, {});
  EXPECT_TRUE(ours && theirs);
  EXPECT_TRUE(difference(*ours, *theirs).any()) << "nothing to bisect at " << root.root.fen;
  return Bisection(subject, *mailbox, root, {}).locate(*ours, *theirs);
}

Finding found_in(reference::Generator& subject, const Question& root) {
  auto finding = bisected(subject, root);
  EXPECT_TRUE(finding) << (finding ? "" : finding.error().reason);
  return finding.value_or(Finding{});
}

/// The position of a finding, by core.
Position position_of(const Finding& finding) {
  const auto parsed = parse_fen(
      finding.root.fen, {.chess960 = finding.root.chess960 ? Chess960::On : Chess960::Auto});
  EXPECT_TRUE(parsed) << finding.root.fen;
  Line line(parsed->position);
  EXPECT_TRUE(line.push_texts(finding.path));
  EXPECT_EQ(line.position().fen(), finding.fen) << "fen is not root and path";
  return line.position();
}

/// Checks a finding against core, which took no part in it.
void expect_true(const Finding& finding, const std::string& what) {
  const Position position = position_of(finding);
  for (const std::string& move : finding.illegal)
    EXPECT_FALSE(find_legal(position, move)) << what << " " << move << " at " << finding.fen;
  for (const auto* moves : {&finding.missing, &finding.duplicate})
    for (const std::string& move : *moves)
      EXPECT_TRUE(find_legal(position, move) || finding.kind == FindingKind::IllegalMove)
          << what << " " << move << " at " << finding.fen;
  if (finding.counts) {
    EXPECT_EQ(finding.counts->reference, perft(position, finding.divide_depth).value())
        << what << " at " << finding.fen;
  }
  if (finding.culprit) {
    ASSERT_GE(finding.culprit->ply, 1U);
    ASSERT_LE(finding.culprit->ply, finding.path.size());
    EXPECT_EQ(finding.culprit->move, finding.path[finding.culprit->ply - 1]);
  }
}

class EveryBug : public testing::TestWithParam<std::string> {};

Texts names_of_bugs() {
  Texts names;
  for (const zoo::Bug& bug : zoo::bugs()) names.emplace_back(bug.name());
  return names;
}

TEST_P(EveryBug, IsFoundAtItsExampleAndWhatIsSaidIsTrue) {
  const zoo::Bug bug = zoo::find_bug(GetParam()).value();
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(bug.id));
  const auto parsed = parse_fen(bug.fen);
  ASSERT_TRUE(parsed);
  const Question root = reference::question_at(root_of(parsed->position), {}, bug.depth);
  if (bug.probe == zoo::Probe::Board) {
    EXPECT_FALSE(difference(subject->divide(root, {}).value(),
                            mailbox::make_mailbox_generator()->divide(root, {}).value())
                     .any())
        << "seen on the board only";
    return;
  }
  expect_true(found_in(*subject, root), std::string(bug.name()));
}

std::string name_of_bug(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Zoo, EveryBug, testing::ValuesIn(names_of_bugs()), name_of_bug);

struct Expected {
  BugId id;
  const char* fen;
  int depth;
  FindingKind kind;
  Cause cause;
  Texts path;
  Texts illegal;
  Texts missing;
  std::optional<std::size_t> culprit_ply = std::nullopt;
};

void expect_finding(const Expected& expected) {
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(expected.id));
  const Finding finding = found_in(*subject, question(expected.fen, expected.depth));
  EXPECT_EQ(to_string(finding.kind), to_string(expected.kind)) << expected.fen;
  EXPECT_EQ(to_string(finding.cause), to_string(expected.cause));
  EXPECT_EQ(finding.path, expected.path);
  EXPECT_EQ(finding.illegal, expected.illegal);
  EXPECT_EQ(finding.missing, expected.missing);
  EXPECT_EQ(finding.culprit ? std::optional(finding.culprit->ply) : std::nullopt,
            expected.culprit_ply);
  EXPECT_EQ(finding.root.fen, expected.fen);
  EXPECT_FALSE(finding.reasons.empty() && finding.illegal.empty() && finding.missing.empty());
  expect_true(finding, expected.fen);
}

using enum BugId;

TEST(Bisect, AGenerationFaultAtTheRootHasNoPath) {
  expect_finding({KingXray,
                  "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
                  1,
                  FindingKind::IllegalMove,
                  Cause::Generation,
                  {},
                  {"e1f1"},
                  {}});
}

TEST(Bisect, AGenerationFaultBelowIsFollowedToWhereItStands) {
  expect_finding({KingXray,
                  "4k3/8/8/8/8/8/r7/4K3 b - - 0 1",
                  3,
                  FindingKind::IllegalMove,
                  Cause::Generation,
                  {"a2a1"},
                  {"e1f1"},
                  {}});
}

TEST(Bisect, AMissingMoveIsNamed) {
  expect_finding({UnderpromotionMissing,
                  "7k/P7/8/8/8/8/8/7K w - - 0 1",
                  3,
                  FindingKind::MissingMove,
                  Cause::Generation,
                  {},
                  {},
                  {"a7a8b", "a7a8n", "a7a8r"}});
}

TEST(Bisect, ACompensatingPairIsFoundWhereTotalsAgree) {
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(CompensatingPair));
  const Question root = question("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1);
  const auto mailbox = mailbox::make_mailbox_generator();
  EXPECT_EQ(subject->divide(root, {})->total, mailbox->divide(root, {})->total);
  const Finding finding = found_in(*subject, root);
  EXPECT_EQ(finding.kind, FindingKind::IllegalMove) << "illegal-move if both";
  EXPECT_EQ(finding.illegal, Texts{"e1e3"});
  EXPECT_EQ(finding.missing, Texts{"e1e2"});
}

TEST(Bisect, AMakeFaultNamesTheCulpritPliesEarlier) {
  expect_finding({CastlingRookCaptured,
                  "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1",
                  2,
                  FindingKind::IllegalMove,
                  Cause::Make,
                  {"g2h1"},
                  {"e1g1"},
                  {},
                  1});
  expect_finding({CastlingRookMoved,
                  "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                  5,
                  FindingKind::IllegalMove,
                  Cause::Make,
                  {"h1f1", "e8d7", "f1f2", "d7c6"},
                  {"e1g1"},
                  {},
                  1});
}

/// Its reader refuses moves from another FEN: the culprit is the move from the root.
TEST(Bisect, ARefusedTailEndsNoSearchForTheCulprit) {
  const char* const kRoot = "4k3/8/8/8/8/8/P7/4K2R w K - 0 1";
  ScriptedGenerator subject([&](const Call& call) -> Answer<Divide> {
    if (call.question.root.fen != kRoot && !call.question.moves.empty())
      return std::unexpected(Failure{FailureKind::Protocol, Stage::Position, "not legal there"});
    return changed(call, [&](Divide& divide) {
      const auto& moves = call.question.moves;
      if (!moves.empty() && moves.front() != "a2a3") return;
      // Castling is missing two plies later.
      if (moves.size() == 2)
        std::erase_if(divide.lines, [](const auto& line) { return line.move == "e1g1"; });
      for (auto& line : divide.lines) {
        if (moves.size() == 1 && call.question.depth == 2) --line.nodes;
        if (moves.empty() && call.question.depth == 3 && line.move == "a2a3") line.nodes -= 5;
      }
      divide.total = sum_of_lines(divide);
    });
  });
  const Finding finding = found_in(subject, question(kRoot, 3));
  EXPECT_EQ(finding.cause, Cause::Make);
  EXPECT_EQ(finding.missing, Texts{"e1g1"});
  ASSERT_TRUE(finding.culprit);
  EXPECT_EQ(finding.culprit->move, "a2a3");
}

/// Counts below the first move are wrong, and where it is counted, the last move is lost.
void spoil(Divide& divide) {
  plus_one(divide);
  divide.total -= divide.lines.back().nodes;
  divide.lines.pop_back();
}

TEST(Bisect, AListThatCountingDeeperSpoilsIsAnUnmakeFault) {
  ScriptedGenerator subject([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.moves.empty() && call.question.depth == 3) spoil(divide);
    });
  });
  const Finding finding = found_in(subject, question(kTwoKings, 3));
  EXPECT_EQ(finding.cause, Cause::Unmake);
  EXPECT_TRUE(finding.path.empty());
  EXPECT_EQ(finding.missing, Texts{"a1b2"});
}

TEST(Bisect, AnIllegalMoveIsTheFaultThatSpoilsTheListsAboveIt) {
  ScriptedGenerator subject([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.moves.empty() && call.question.depth == 3) spoil(divide);
      if (call.question.moves == Texts{"a1a2"} && call.question.depth == 2) plus_one(divide);
      if (call.question.moves != Texts{"a1a2", "h8g7"}) return;
      divide.lines.push_back({"a2a8", 1});
      ++divide.total;
    });
  });
  const Finding finding = found_in(subject, question(kTwoKings, 3));
  EXPECT_EQ(finding.path, (Texts{"a1a2", "h8g7"}));
  EXPECT_EQ(finding.illegal, Texts{"a2a8"});
  EXPECT_EQ(finding.divide_depth, 1);
  ASSERT_EQ(finding.descent.size(), 2U);
  EXPECT_EQ(finding.descent[1].move, "h8g7");
  EXPECT_NE(finding.cause, Cause::Unmake);
}

TEST(Bisect, AnUnmakeFaultIsToldFromAMakeFault) {
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(UnmakeEpPawn));
  const Finding finding = found_in(*subject, question("k7/8/8/2rpP2N/8/8/8/4K3 w - d6 0 1", 2));
  EXPECT_EQ(finding.kind, FindingKind::WrongCount);
  EXPECT_EQ(finding.cause, Cause::Unmake);
  EXPECT_TRUE(finding.illegal.empty() && finding.missing.empty());
  EXPECT_FALSE(finding.culprit);
  // A table could give the only wrong count: it is the right one of another move.
  const Finding open = found_in(*subject, question("4k3/8/8/3pPP2/8/8/8/4K3 w - d6 0 1", 2));
  EXPECT_EQ(open.cause, Cause::Unknown);
  EXPECT_TRUE(has_fact(open, Fact::CountsOfOtherMoves));
}

TEST(Bisect, AMateCountedAsALeafIsArithmetic) {
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(MateCountsAsLeaf));
  const Finding at_root = found_in(*subject, question("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1));
  EXPECT_EQ(at_root.kind, FindingKind::WrongCount);
  EXPECT_EQ(at_root.cause, Cause::Count);
  const Finding below = found_in(*subject, question("6k1/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3));
  EXPECT_EQ(below.cause, Cause::Count);
  EXPECT_EQ(below.path, (Texts{"g8h8", "f7a2"}));  // stalemate
}

TEST(Bisect, ADrawRuleThatCutsTheCountIsNotCalledAnUnmakeFault) {
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(HalfmoveCutsPerft));
  const Finding finding = found_in(*subject, question("4k3/8/8/8/8/8/8/4K2R w - - 99 60", 2));
  EXPECT_EQ(finding.kind, FindingKind::WrongCount);
  EXPECT_EQ(finding.cause, Cause::Count);
  EXPECT_EQ(class_name(finding), "halfmove-cuts-perft");
  EXPECT_EQ(std::get<Fact>(finding.reasons.back()), Fact::RightWithFreshClocks);
}

/// An empty list that a fresh process does not repeat, where no ply has been played.
TEST(Bisect, AnEmptyListOfASpoiledBoardIsNoDrawRule) {
  ScriptedGenerator subject([](const Call& call) {
    if (call.restarts > 0) return call.right();
    return changed(call, [](Divide& divide) { divide = {}; });
  });
  const Finding finding = found_in(subject, question("4k3/8/8/8/8/8/8/4K2R w - - 0 60", 1));
  EXPECT_NE(class_name(finding), "halfmove-cuts-perft");
  EXPECT_NE(finding.cause, Cause::Count);
}

/// It lists no move once the game is drawn.
TEST(Bisect, ADrawnGameThatHasNoMovesIsNoFaultOfTheList) {
  const auto ends_if = [](bool (*is_drawn)(const Position&)) {
    return [is_drawn](const Call& call) {
      return changed(call, [&](Divide& divide) {
        Line line(*admitted(call.question.root));
        if (line.push_texts(call.question.moves) && is_drawn(line.position())) divide = {};
      });
    };
  };
  ScriptedGenerator dead(ends_if([](const Position& position) {
    return reference::is_insufficient_material(position.fen());
  }));
  const Finding finding = found_in(dead, question("k7/8/8/3n4/8/8/8/4K3 b - - 0 1", 1));
  EXPECT_EQ(finding.cause, Cause::Count);
  EXPECT_EQ(class_name(finding), "insufficient-material-cuts-perft");
  ScriptedGenerator old(
      ends_if([](const Position& position) { return position.halfmove_clock() >= 100; }));
  EXPECT_EQ(class_name(found_in(old, question("4k3/8/8/8/8/8/8/4K2R w - - 100 80", 1))),
            "halfmove-cuts-perft");
  ScriptedGenerator mated([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.moves == Texts{"e8e7"}) divide = {};
      if (!call.question.moves.empty() || call.question.depth != 2) return;
      for (reference::RootCount& line : divide.lines)
        if (line.move == "e8e7") line.nodes = 0;
      divide.total = sum_of_lines(divide);
    });
  });
  EXPECT_EQ(found_in(mated, question("4k3/8/8/8/8/8/8/4K2R b - - 99 80", 2)).cause, Cause::Make);
  ScriptedGenerator lost(ends_if([](const Position& position) {
    return position.side_to_move() == Color::Black ||
           reference::is_insufficient_material(position.fen());
  }));
  const Finding other = found_in(lost, question("k7/p7/8/3n4/8/8/8/4K3 b - - 0 1", 1));
  EXPECT_EQ(other.cause, Cause::Generation);
  EXPECT_FALSE(other.bug_class);
}

// --- Scripted faults ---------------------------------------------------------------------

TEST(Bisect, ATotalThatIsNotTheSumIsArithmetic) {
  ScriptedGenerator subject(
      [](const Call& call) { return changed(call, [](Divide& divide) { ++divide.total; }); });
  const Finding finding = found_in(subject, question(kTwoKings, 3));
  EXPECT_EQ(finding.kind, FindingKind::WrongCount);
  EXPECT_EQ(finding.cause, Cause::Count);
  EXPECT_TRUE(reason_of<WrongSum>(finding));
}

TEST(Bisect, AListThatItsOwnTotalContradictsNamesNoMove) {
  for (const int wrong_from : {1, 2}) {
    ScriptedGenerator subject([wrong_from](const Call& call) {
      return changed(call, [&](Divide& divide) {
        if (call.question.depth < wrong_from || !call.question.moves.empty()) return;
        divide.lines.erase(divide.lines.begin());
        if (call.question.depth == 2) ++divide.lines.front().nodes;
      });
    });
    const Finding finding = found_in(subject, question(kTwoKings, 2));
    EXPECT_EQ(finding.kind, FindingKind::WrongCount);
    EXPECT_EQ(finding.cause, Cause::Count);
    EXPECT_TRUE(finding.missing.empty());
    EXPECT_TRUE(reason_of<WrongSum>(finding));
    EXPECT_FALSE(reason_of<WrongCount>(finding)) << "which says that the moves are right";
  }
}

TEST(Bisect, AMoveListedTwiceIsADuplicate) {
  ScriptedGenerator subject([](const Call& call) {
    return changed(call, [](Divide& divide) {
      if (divide.lines.empty()) return;
      divide.total += divide.lines.front().nodes;
      divide.lines.insert(divide.lines.begin(), divide.lines.front());
    });
  });
  const Finding finding = found_in(subject, question(kTwoKings, 2));
  EXPECT_EQ(finding.kind, FindingKind::DuplicateMove);
  EXPECT_EQ(finding.duplicate, Texts{"a1a2"});
  EXPECT_EQ(finding.counts->subject, 4U);
  EXPECT_EQ(finding.counts->reference, 3U);
}

TEST(Bisect, AnAnswerThatIsRightWhenFreshIsAHashFault) {
  // Wrong at depth 3 and more until it is restarted, like a table that kept something.
  ScriptedGenerator subject([](const Call& call) {
    auto answer = call.right();
    if (answer && call.restarts == 0 && call.question.depth == 3) plus_one(*answer);
    return answer;
  });
  const Finding finding = found_in(subject, question(kTwoKings, 3));
  EXPECT_EQ(finding.kind, FindingKind::WrongCount);
  EXPECT_EQ(finding.cause, Cause::Hash);
  EXPECT_EQ(finding.reproduce_fen, kTwoKings);
  EXPECT_EQ(finding.reproduce_depth, 3);
}

TEST(Bisect, TwoEqualAnswersAreAContradictionOfTheReference) {
  ScriptedGenerator subject(nullptr);
  const auto mailbox = mailbox::make_mailbox_generator();
  const Question deep = question(kTwoKings, 2);
  const Divide answer = *subject.divide(deep, {});
  const auto found = Bisection(subject, *mailbox, deep, {}).locate(answer, answer);
  ASSERT_FALSE(found);
  EXPECT_TRUE(found.error().reference_unreliable);
}

TEST(Bisect, AMoveListThatIsRightWhenFreshIsAHashFault) {
  ScriptedGenerator subject([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.restarts > 0 || call.question.moves.empty() || divide.lines.empty()) {
        if (call.question.depth == 2 && call.restarts == 0) plus_one(divide);
        return;
      }
      divide.total -= divide.lines.front().nodes;
      divide.lines.erase(divide.lines.begin());
    });
  });
  const Finding finding = found_in(subject, question(kTwoKings, 2));
  EXPECT_EQ(finding.kind, FindingKind::MissingMove);
  EXPECT_EQ(finding.cause, Cause::Hash);
}

TEST(Bisect, ACountThatIsWrongFromSomeDepthOnOnlyIsAHashFault) {
  ScriptedGenerator subject([](const Call& call) {
    auto answer = call.right();
    if (answer && call.question.moves.empty() && call.question.depth >= 3) plus_one(*answer);
    return answer;
  });
  const Finding finding = found_in(subject, question(kTwoKings, 4));
  EXPECT_EQ(finding.cause, Cause::Hash);
  EXPECT_EQ(finding.divide_depth, 3);
  EXPECT_EQ(finding.reproduce_depth, 3);
}

TEST(Bisect, WhereATableCanBeMadeSmallerItIsAskedWithoutIt) {
  const ScriptedGenerator::Script wrong = [](const Call& call) {
    auto answer = call.right();
    if (answer && call.question.moves.empty() && call.question.depth >= 3) plus_one(*answer);
    return answer;
  };
  ScriptedGenerator right_without(wrong);
  right_without.offer_table({"Hash at 1", false}, nullptr);
  const Finding blamed = found_in(right_without, question(kTwoKings, 4));
  EXPECT_EQ(blamed.cause, Cause::Hash);
  ASSERT_TRUE(reason_of<AskedWithoutTable>(blamed));
  EXPECT_TRUE(reason_of<AskedWithoutTable>(blamed)->right);
  EXPECT_EQ(reason_of<AskedWithoutTable>(blamed)->setting, "Hash at 1");

  ScriptedGenerator wrong_without(wrong);
  wrong_without.offer_table({"Hash at 0", true}, wrong);
  const Finding acquitted = found_in(wrong_without, question(kTwoKings, 4));
  EXPECT_EQ(acquitted.cause, Cause::Unknown);
  ASSERT_TRUE(reason_of<AskedWithoutTable>(acquitted));
  EXPECT_FALSE(reason_of<AskedWithoutTable>(acquitted)->right);

  // A table that is only smaller may still be the cause.
  ScriptedGenerator wrong_with_less(wrong);
  wrong_with_less.offer_table({"Hash at 1", false}, wrong);
  EXPECT_EQ(found_in(wrong_with_less, question(kTwoKings, 4)).cause, Cause::Hash);
}

/// A position that a game has led to is asked without the table by way of the game's moves: nobody
/// counts from where the game began.
TEST(Bisect, TheMovesOfAGameAreNotCounted) {
  int deepest = 0;
  const ScriptedGenerator::Script wrong_after_moves = [&](const Call& call) {
    deepest = std::max(deepest, call.question.depth);
    return changed(call, [&](Divide& divide) {
      if (call.question.moves.size() == 4 && call.question.depth == 2) plus_one(divide);
    });
  };
  ScriptedGenerator subject(wrong_after_moves);
  subject.offer_table({"Hash at 0", true}, wrong_after_moves);
  const Texts game{"a1a2", "h8h7", "a2a3", "h7h6"};
  const Question asked = question(kTwoKings, 2, game);
  const auto mailbox = mailbox::make_mailbox_generator();
  const auto finding = Bisection(subject, *mailbox, question(kTwoKings, 6), {})
                           .locate(*subject.divide(asked, {}), *mailbox->divide(asked, {}), game);
  ASSERT_TRUE(finding);
  EXPECT_TRUE(reason_of<AskedWithoutTable>(*finding));
  EXPECT_EQ(finding->reproduce_depth, 6);
  EXPECT_EQ(deepest, 2);
}

/// A count that is right from the FEN of the same position may be of a move that was made wrong.
TEST(Bisect, WhatIsRightFromTheFenIsNotLaidToUnmaking) {
  ScriptedGenerator subject([&](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.moves.size() + static_cast<std::size_t>(call.question.depth) == 3 &&
          call.question.depth > 1 &&
          (call.question.moves.empty() || call.question.moves[0] == "a1a2"))
        plus_one(divide);
    });
  });
  const Finding finding = found_in(subject, question(kTwoKings, 3));
  EXPECT_EQ(finding.path, Texts{"a1a2"});
  EXPECT_EQ(finding.cause, Cause::Unknown);
  EXPECT_TRUE(reason_of<RightFromFen>(finding));
  EXPECT_FALSE(has_fact(finding, Fact::NotPutBack));
}

TEST(Bisect, WhatIsWrongAtDepthTwoIsTheTableIfItIsRightWithoutIt) {
  ScriptedGenerator subject([](const Call& call) {
    auto answer = call.right();
    if (answer && call.question.moves.empty() && call.question.depth == 2) plus_one(*answer);
    return answer;
  });
  EXPECT_EQ(found_in(subject, question(kTwoKings, 2)).cause, Cause::Unmake);
  subject.offer_table({"Hash at 0", true}, nullptr);
  EXPECT_EQ(found_in(subject, question(kTwoKings, 2)).cause, Cause::Hash);
}

TEST(Bisect, DifferencesOfTwoToThe32AreACounterThatRanOver) {
  constexpr std::uint64_t kBig = std::uint64_t{5} << 32;
  const auto answer = [](std::uint64_t nodes) {
    return divide_of({{"a1a2", nodes}, {"a1b1", 7}, {"a1b2", 7}});
  };
  ScriptedGenerator subject([&](const Call& call) {
    return call.question.depth == 8 ? answer(kBig & 0xffffffffU) : call.right();
  });
  ScriptedGenerator reference(
      [&](const Call& call) { return call.question.depth == 8 ? answer(kBig) : call.right(); });
  // The children are correct when asked alone: eight plies are never counted here.
  const auto child = [](const Call& call) -> Answer<Divide> {
    return call.question.depth > 3 ? divide_of({{"h8h7", kBig}}) : call.right();
  };
  ScriptedGenerator quick_subject(
      [&](const Call& call) { return call.question.depth == 8 ? answer(0) : child(call); });
  ScriptedGenerator quick_reference(
      [&](const Call& call) { return call.question.depth == 8 ? answer(kBig) : child(call); });
  const auto finding = Bisection(quick_subject, quick_reference, question(kTwoKings, 8), {})
                           .locate(answer(0), answer(kBig));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Count);
  ASSERT_TRUE(reason_of<CounterRanOver>(*finding));
  EXPECT_EQ(reason_of<CounterRanOver>(*finding)->bits, 32);
}

TEST(Bisect, AReferenceThatFailsLeavesTheBisectionUndecided) {
  ScriptedGenerator subject([](const Call& call) { return changed(call, plus_one); });
  ScriptedGenerator reference([](const Call&) { return failure(FailureKind::Died); });
  const auto finding = Bisection(subject, reference, question(kTwoKings, 2), {})
                           .locate(divide_of({{"a1a2", 4}, {"a1b1", 3}, {"a1b2", 3}}),
                                   divide_of({{"a1a2", 3}, {"a1b1", 3}, {"a1b2", 3}}));
  ASSERT_FALSE(finding);
  EXPECT_NE(finding.error().reason.find("reference failed"), std::string::npos);
  EXPECT_FALSE(finding.error().stopped);
}

TEST(Bisect, ASubjectThatDiesOnTheWayDownIsACrash) {
  ScriptedGenerator subject([](const Call& call) -> Answer<Divide> {
    if (!call.question.moves.empty()) return failure(FailureKind::Died);
    return changed(call, plus_one);
  });
  const Finding finding = found_in(subject, question(kTwoKings, 3));
  EXPECT_EQ(finding.kind, FindingKind::Crash);
  EXPECT_EQ(finding.cause, Cause::Unknown);
  EXPECT_EQ(finding.fen, kTwoKings);
  EXPECT_FALSE(finding.counts);
}

TEST(Bisect, ASubjectThatDiesOnceOnTheWayDownIsAskedAgain) {
  const auto wrong = zoo::make_zoo_generator(zoo::BugSet(KingXray));
  bool died = false;
  ScriptedGenerator subject([&](const Call& call) -> Answer<Divide> {
    if (!call.question.moves.empty() && !std::exchange(died, true))
      return failure(FailureKind::Died);
    return wrong->divide(call.question, {});
  });
  const Finding finding = found_in(subject, question("4k3/8/8/8/8/8/r7/4K3 b - - 0 1", 3));
  EXPECT_TRUE(died);
  EXPECT_EQ(finding.kind, FindingKind::IllegalMove);
  EXPECT_EQ(finding.path, (Texts{"a2a1"}));
}

// --- Asking ------------------------------------------------------------------------------

TEST(AskSubject, BelievesOnlyWhatFailsTwice) {
  ScriptedGenerator once([](const Call& call) -> Answer<Divide> {
    if (call.number == 1) return failure(FailureKind::Died);
    return call.right();
  });
  const auto first = ask_subject(once, question(kTwoKings, 1), {});
  ASSERT_FALSE(first);
  EXPECT_FALSE(first.error().repeatable);
  EXPECT_EQ(once.restarts(), 1);

  ScriptedGenerator always([](const Call&) { return failure(FailureKind::Timeout); });
  const auto second = ask_subject(always, question(kTwoKings, 1), {});
  ASSERT_FALSE(second);
  EXPECT_TRUE(second.error().repeatable);
  EXPECT_EQ(always.asked(), 2);
}

TEST(AskSubject, BelievesATotalThatIsNotTheSumOnlyIfAFreshProcessRepeatsIt) {
  const auto one_more = [](Divide& divide) { ++divide.total; };
  ScriptedGenerator once(
      [&](const Call& call) { return call.number == 1 ? changed(call, one_more) : call.right(); });
  EXPECT_FALSE(ask_subject(once, question(kTwoKings, 1), {})) << "garbage, and no answer";
  ScriptedGenerator always([&](const Call& call) { return changed(call, one_more); });
  const auto repeated = ask_subject(always, question(kTwoKings, 1), {});
  ASSERT_TRUE(repeated);
  EXPECT_EQ(repeated->total, 4U);
  EXPECT_EQ(always.restarts(), 1);
}

TEST(AskSubject, ATotalThatIsNeverTheSumIsNonsenseEachTime) {
  ScriptedGenerator another([](const Call& call) {
    return changed(call, [&](Divide& divide) { divide.total += 1 + call.restarts; });
  });
  const auto nonsense = ask_subject(another, question(kTwoKings, 1), {});
  ASSERT_FALSE(nonsense);
  EXPECT_EQ(nonsense.error().failure.kind, FailureKind::Protocol);
  EXPECT_TRUE(nonsense.error().repeatable);
}

/// Such an engine knows the move, and counts it right.
TEST(AskSubject, AMoveThatCountsZeroNeedsNoLine) {
  const auto without_zeros = [](bool lists_mates) {
    return [lists_mates](const Call& call) {
      return changed(call, [&](Divide& divide) {
        std::erase_if(divide.lines, [&](const reference::RootCount& line) {
          return line.nodes == 0 || (!lists_mates && line.move == "f2f1q");
        });
        divide.total = sum_of_lines(divide);
      });
    };
  };
  const Question mate = question("8/8/8/8/8/5k2/5p1K/8 b - - 0 1", 2);
  ScriptedGenerator right(without_zeros(true));
  const auto answer = ask_subject(right, mate, {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(*answer, reference::make_core_generator()->divide(mate, {}).value());
  ScriptedGenerator wrong(without_zeros(false));
  const auto lacks_it = ask_subject(wrong, mate, {});
  ASSERT_TRUE(lacks_it);
  EXPECT_EQ(lacks_it->lines.size() + 1, answer->lines.size());
  // The total says that the move counts something.
  ScriptedGenerator sole([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth == 2) divide = {.lines = {}, .total = 1};
    });
  });
  const auto without_lines = ask_subject(sole, question("k7/8/1K6/8/8/8/8/7R w - - 0 1", 2), {});
  ASSERT_TRUE(without_lines);
  EXPECT_TRUE(without_lines->lines.empty());
}

TEST(AskSubject, DoesNotRepeatWhatCannotChange) {
  for (const FailureKind kind :
       {FailureKind::Stopped, FailureKind::Unsupported, FailureKind::CannotStart}) {
    ScriptedGenerator generator([kind](const Call&) { return failure(kind); });
    EXPECT_FALSE(ask_subject(generator, question(kTwoKings, 1), {}));
    EXPECT_EQ(generator.asked(), 1);
  }
}

TEST(AskReference, TakesTheAnswerOfTheSecondTry) {
  ScriptedGenerator once([](const Call& call) -> Answer<Divide> {
    if (call.number == 1) return failure(FailureKind::Protocol);
    return call.right();
  });
  EXPECT_TRUE(ask_reference(once, question(kTwoKings, 1), {}));
  EXPECT_EQ(once.restarts(), 1);
}

TEST(AskReference, DoesNotTrustAReferenceWhoseSumIsWrongOrWhoRepeatsItself) {
  ScriptedGenerator sum(
      [](const Call& call) { return changed(call, [](Divide& divide) { ++divide.total; }); });
  EXPECT_EQ(ask_reference(sum, question(kTwoKings, 1), {}).error().kind, FailureKind::Protocol);
  ScriptedGenerator twice([](const Call& call) {
    return changed(call, [](Divide& divide) {
      divide.lines.insert(divide.lines.begin(), divide.lines.front());
      divide.total = sum_of_lines(divide);
    });
  });
  EXPECT_EQ(ask_reference(twice, question(kTwoKings, 1), {}).error().kind, FailureKind::Protocol);
}

TEST(ReferenceFen, KeepsTheEnPassantSquareThatTheReferenceDropped) {
  ScriptedGenerator reference(nullptr, [](const Question&, Answer<std::string> fen) {
    std::string text = *fen;  // like a newer Stockfish: no unusable square
    for (std::size_t at = text.find(" e3 "); at != std::string::npos; at = text.find(" e3 "))
      text.replace(at, 4, " - ");
    return Answer<std::string>(text);
  });
  EXPECT_EQ(reference_fen(reference, question(kStartFen, 1, {"e2e4"}), {}).value(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  EXPECT_EQ(reference_fen(reference, question(kStartFen, 1, {"e2e3"}), {}).value(),
            "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

TEST(ReferenceFen, AsksTheMailboxForAReferenceWithoutABoard) {
  ScriptedGenerator reference(nullptr, nullptr, false);
  EXPECT_EQ(reference_fen(reference, question(kStartFen, 1, {"e2e4", "c7c5"}), {}).value(),
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
}

TEST(ReferenceFen, RefusesABoardThatIsNone) {
  ScriptedGenerator reference(nullptr, [](const Question&, const Answer<std::string>&) {
    return Answer<std::string>("?");
  });
  EXPECT_EQ(reference_fen(reference, question(kStartFen, 1, {"e2e4"}), {}).error().kind,
            FailureKind::Protocol);
}

// --- The exhaustive comparison -----------------------------------------------------------

ExhaustiveResult compared(reference::Generator& subject, const char* fen, int depth,
                          std::uint64_t budget = 20'000) {
  const auto mailbox = mailbox::make_mailbox_generator();
  return compare_exhaustively(subject, *mailbox, question(fen, depth), budget, {});
}

TEST(Exhaustive, ProvesARightGeneratorAndCountsUniquePositions) {
  ScriptedGenerator subject(nullptr);
  const ExhaustiveResult result = compared(subject, kStartFen, 3);
  EXPECT_EQ(result.proven, 3);
  EXPECT_EQ(result.positions, 1U + 20 + 400);
  EXPECT_FALSE(result.finding || result.undecided);
}

TEST(Exhaustive, ProvesAGeneratorOfTotalsByTheReferencesMoves) {
  const auto of_totals = [](zoo::BugSet bugs) {
    return Reticent(zoo::make_zoo_generator(bugs), /*lists_moves=*/false);
  };
  Reticent right = of_totals({});
  const ExhaustiveResult proven = compared(right, kStartFen, 3);
  EXPECT_EQ(proven.proven, 3);
  EXPECT_FALSE(proven.finding || proven.undecided);
  Reticent wrong = of_totals(zoo::BugSet(EpMissing));
  const ExhaustiveResult result = compared(wrong, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 2);
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->path, Texts{"d7d5"});
  EXPECT_EQ(result.finding->counts->subject + 1, result.finding->counts->reference);
}

/// The total of depth 1 is one less, and the counts of more plies are right.
TEST(Bisect, ATotalThatIsWrongAtTheLastPlyAloneIsOfCounting) {
  const auto one_less = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth == 1 && call.question.moves.empty()) --divide.total;
    });
  };
  Reticent subject(std::make_unique<ScriptedGenerator>(one_less), /*lists_moves=*/false);
  Question asked = question("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1);
  asked.known_moves = {"e1d1", "e1d2", "e1f1", "e1f2", "e2e3", "e2e4"};
  const Finding finding = found_in(subject, asked);
  EXPECT_EQ(finding.cause, Cause::Count);
  const WrongNumberOfMoves* const number = reason_of<WrongNumberOfMoves>(finding);
  ASSERT_TRUE(number);
  EXPECT_EQ(number->which, WrongNumberOfMoves::Which::NoneBelow);
}

TEST(Exhaustive, StopsWhereTheBudgetWouldBeExceeded) {
  ScriptedGenerator subject(nullptr);
  EXPECT_EQ(compared(subject, kStartFen, 4, 421).proven, 3);
  EXPECT_EQ(compared(subject, kStartFen, 4, 420).proven, 2);
  EXPECT_EQ(compared(subject, kStartFen, 4, 1).proven, 1);
}

TEST(Exhaustive, FindsTheCompensatingPairWhoseDividesAgree) {
  // Deeper by one ply than the fault, totals and root lines of divide agree.
  const char* const root = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
  const auto compensated = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 1 || divide.lines.empty() || call.question.moves.size() != 1)
        return;
      divide.lines.front().move = "a1a8";
    });
  };
  ScriptedGenerator subject(compensated);
  const auto mailbox = mailbox::make_mailbox_generator();
  const Question deep = question(root, 2);
  EXPECT_FALSE(difference(*subject.divide(deep, {}), *mailbox->divide(deep, {})).any());
  const ExhaustiveResult result = compared(subject, root, 2);
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.proven, 1);
  EXPECT_EQ(result.finding->illegal, Texts{"a1a8"});
  EXPECT_EQ(result.finding->missing, Texts{"e1d1"});
  EXPECT_EQ(result.finding->path, Texts{"e8d7"});
}

TEST(Exhaustive, FindsAWrongStateBeforeAnyMoveIsWrong) {
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(CastlingRookMoved));
  const ExhaustiveResult result = compared(*subject, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2);
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->kind, FindingKind::WrongState);
  EXPECT_EQ(result.finding->cause, Cause::Make);
  ASSERT_EQ(result.finding->path.size(), 1U);
  EXPECT_TRUE(result.finding->path[0].starts_with("h1")) << result.finding->path[0];
  ASSERT_TRUE(result.finding->culprit);
  EXPECT_EQ(result.finding->culprit->move, result.finding->path[0]);
  // The command repeats it: boards are compared after every ply but the last.
  EXPECT_EQ(result.finding->reproduce_depth, 2);
  EXPECT_EQ(
      compared(*subject, result.finding->reproduce_fen.c_str(), result.finding->reproduce_depth)
          .finding->kind,
      FindingKind::WrongState);
}

/// Two ways lead to one position after four plies, by different positions before the last;
/// the subject is wrong after one of them.
constexpr const char* kTwoWays = "4k3/8/3p4/8/4P3/8/7P/4K3 w - - 0 1";
const Texts kOneWay{"e1d1", "d6d5", "e4e5", "e8d8"};
const Texts kTheOtherWay{"e1d1", "e8d8", "e4e5", "d6d5"};

Answer<Divide> wrong_after(const Call& call, const Texts& way) {
  return changed(call, [&](Divide& divide) {
    if (call.question.depth == 1 && call.question.moves == way) divide.lines.front().move = "e5d6";
  });
}

TEST(Exhaustive, SharesNothingWhereTheSubjectShowsNoBoard) {
  for (const Texts& way : {kOneWay, kTheOtherWay}) {
    ScriptedGenerator subject([&](const Call& call) { return wrong_after(call, way); }, nullptr,
                              false);
    const ExhaustiveResult result = compared(subject, kTwoWays, 5, 1'000'000);
    ASSERT_TRUE(result.finding);
    EXPECT_EQ(result.finding->path, way);
  }
}

TEST(Exhaustive, SharesNothingWhereTheSubjectStandsElsewhere) {
  // After a single push it shows an en passant square: the reference merges the two ways.
  for (const Texts& way : {kOneWay, kTheOtherWay}) {
    ScriptedGenerator subject([&](const Call& call) { return wrong_after(call, way); },
                              [&](const Question& question, Answer<std::string> fen) {
                                if (question.moves == way)
                                  fen->replace(fen->find(" - - "), 5, " - d6 ");
                                return fen;
                              });
    const ExhaustiveResult result = compared(subject, kTwoWays, 5, 1'000'000);
    ASSERT_TRUE(result.finding);
    EXPECT_EQ(result.finding->path, way);
  }
}

TEST(Exhaustive, AsksByEachWayWhoseLastMovesAreOfAnotherKind) {
  // A pawn and the king move, in either order, to one position; no board shows a stale square of
  // the king.
  const char* const root = "7k/8/8/8/8/8/P7/K7 w - - 0 1";
  for (const Texts& way : {Texts{"a1b1", "h8g8", "a2a3"}, Texts{"a2a3", "h8g8", "a1b1"}}) {
    ScriptedGenerator subject([&](const Call& call) { return wrong_after(call, way); });
    const ExhaustiveResult result = compared(subject, root, 4);
    ASSERT_TRUE(result.finding) << way.front();
    EXPECT_EQ(result.finding->path, way);
    EXPECT_EQ(result.proven, 3);
  }
  // Each path counts against the budget, and a depth beyond the budget is not proven.
  ScriptedGenerator right(nullptr);
  const ExhaustiveResult all = compared(right, root, 4);
  EXPECT_EQ(all.proven, 4);
  EXPECT_EQ(compared(right, root, 4, all.positions).proven, 4);
  EXPECT_EQ(compared(right, root, 4, all.positions - 1).proven, 3);
}

TEST(Exhaustive, EndsSoonAfterAStop) {
  std::stop_source stop;
  stop.request_stop();
  ScriptedGenerator subject(nullptr);
  const auto mailbox = mailbox::make_mailbox_generator();
  const ExhaustiveResult result =
      compare_exhaustively(subject, *mailbox, question(kStartFen, 5), 1'000'000, stop.get_token());
  ASSERT_TRUE(result.undecided);
  EXPECT_TRUE(result.undecided->stopped);
  EXPECT_EQ(result.proven, 0);
}

TEST(Exhaustive, AnEnPassantSquareThatNobodyCanUseIsNoDifference) {
  ScriptedGenerator dropping(nullptr, [](const Question&, Answer<std::string> fen) {
    std::string text = *fen;
    for (const char* square : {" a3 ", " b3 ", " c3 ", " d3 ", " e3 ", " f3 ", " g3 ", " h3 "})
      if (const auto at = text.find(square); at != std::string::npos) text.replace(at, 4, " - ");
    return Answer<std::string>(text);
  });
  EXPECT_FALSE(compared(dropping, kStartFen, 3).finding);
  // If a capture is possible, the missing square is a wrong state.
  const ExhaustiveResult result = compared(dropping, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 2);
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->kind, FindingKind::WrongState);
  EXPECT_EQ(result.finding->path, Texts{"e2e4"});
}

TEST(Exhaustive, AsksEveryWayInWhereTheSubjectShowsNoBoard) {
  // Wrong only by way of a1b1 h8g8 b1b2: that position is also reached by a1a2 … b2.
  const Texts way{"a1b1", "h8g8", "b1b2"};
  const auto script = [&](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.moves != way || call.question.depth != 1) return;
      divide.lines.erase(divide.lines.begin());
      --divide.total;
    });
  };
  ScriptedGenerator blind(script, nullptr, false);
  const ExhaustiveResult result = compared(blind, kTwoKings, 4);
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->path, way);
  EXPECT_EQ(result.finding->cause, Cause::Make);
}

TEST(Exhaustive, EndsWhereEveryLineEnds) {
  ScriptedGenerator subject(nullptr);
  EXPECT_EQ(compared(subject, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 5).proven, 5);
}

TEST(Exhaustive, FailuresAreFindingsOrUndecidedAsElsewhere) {
  ScriptedGenerator dying([](const Call&) { return failure(FailureKind::Died); });
  const ExhaustiveResult crash = compared(dying, kTwoKings, 2);
  ASSERT_TRUE(crash.finding);
  EXPECT_EQ(crash.finding->kind, FindingKind::Crash);

  ScriptedGenerator once([](const Call& call) -> Answer<Divide> {
    if (call.number == 2) return failure(FailureKind::Died);
    return call.right();
  });
  const ExhaustiveResult hiccup = compared(once, kTwoKings, 2);
  EXPECT_FALSE(hiccup.finding);
  ASSERT_TRUE(hiccup.undecided);

  ScriptedGenerator subject(nullptr);
  ScriptedGenerator reference([](const Call&) { return failure(FailureKind::Died); });
  const ExhaustiveResult lost =
      compare_exhaustively(subject, reference, question(kTwoKings, 2), 1000, {});
  EXPECT_FALSE(lost.finding);
  ASSERT_TRUE(lost.undecided);
}

}  // namespace
}  // namespace perft_verify::verifier
