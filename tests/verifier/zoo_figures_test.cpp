// The quality of diagnoses, in figures: bugs of the zoo (`./dev long zoo`: all) at their own
// examples and at the color-flipped twins, each checked against core, which took no part in the
// comparison.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <set>

#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/support/share.h"
#include "tests/verifier/support/reticent.h"
#include "verifier/classify/classify.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/positions/scene.h"
#include "verifier/diagnose/diagnosis.h"
#include "verifier/locate/bisect.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;

struct Figures {
  int cases = 0;
  int found = 0;
  int position = 0;
  int moves = 0;
  int cause = 0;
  int class_right = 0;
  int exact = 0;
  int class_among = 0;
  int unclassified = 0;
  int class_wrong = 0;
  int make = 0;
  int culprit = 0;
  int reducible = 0;
  int reduced = 0;
  std::size_t most_questions = 0;
};

/// Whether the cause fits the zoo's table. Where the mistake also shows in another way (a list is
/// made by trying moves, for example), that is true as well.
bool is_plausible(const zoo::Bug& bug, Cause cause) {
  if (cause == Cause::Unknown) return true;
  switch (bug.cause()) {
    case Cause::Unmake:
      return cause != Cause::Count && cause != Cause::Hash;
    case Cause::Hash:
      return cause == Cause::Hash || cause == Cause::Unmake;
    case Cause::Count:
      return cause == Cause::Count || cause == Cause::Unmake;
    case Cause::Setup:
      return cause == Cause::Setup;
    default:
      return cause == Cause::Generation || cause == Cause::Make;
  }
}

bool moves_are_wrong(const Finding& finding, const Position& position) {
  const auto legal = [&](const std::string& move) {
    return find_legal(position, move).has_value();
  };
  return std::ranges::none_of(finding.illegal, legal) &&
         std::ranges::all_of(finding.missing, legal) &&
         std::ranges::all_of(finding.duplicate, legal);
}

/// The first finding of a bug at a position, from depth 1 on; nothing if it does not show there.
std::optional<Finding> finding_of(const zoo::Bug& bug, reference::Generator& subject,
                                  const Root& root) {
  const auto mailbox = mailbox::make_mailbox_generator();
  for (int depth = 1; depth <= bug.depth; ++depth) {
    const Question question = reference::question_at(root, {}, depth);
    auto ours = subject.divide(question, {});
    auto theirs = mailbox->divide(question, {});
    if (!ours || !theirs || !difference(*ours, *theirs).any()) continue;
    auto finding = Bisection(subject, *mailbox, question, {}).locate(*ours, *theirs);
    if (!finding) return std::nullopt;
    return Diagnosis(subject, *mailbox, {}).examine(std::move(*finding), 0, nullptr).front();
  }
  return std::nullopt;
}

void judge(const zoo::Bug& bug, const Finding& finding, Figures& figures) {
  ++figures.found;
  const auto parsed = parse_fen(finding.root);
  ASSERT_TRUE(parsed);
  Line line(parsed->position);
  ASSERT_TRUE(line.push_texts(finding.path)) << bug.name();
  if (line.position().fen() == finding.fen) ++figures.position;
  if (moves_are_wrong(finding, line.position())) ++figures.moves;
  const std::string name(bug.name());
  const BugId expected = bug.bug_class();
  if (is_plausible(bug, finding.cause)) {
    ++figures.cause;
  } else {
    std::cout << name << ": cause " << to_string(finding.cause) << " at " << finding.fen << "\n";
  }
  if (finding.bug_class == expected) {
    ++figures.class_right;
    if (finding.exact) {
      ++figures.exact;
      EXPECT_EQ(to_string(finding.exact->bug), name) << "at " << finding.fen;
      EXPECT_FALSE(finding.exact->only) << name << " at " << finding.fen;
    }
  } else if (finding.bug_class) {
    ++figures.class_wrong;
    ADD_FAILURE() << name << " is taken for " << class_name(finding) << " at " << finding.fen;
  } else if (std::ranges::find(finding.candidates, expected) != finding.candidates.end()) {
    ++figures.class_among;
    std::cout << name << " is among the candidates at " << finding.fen << "\n";
  } else {
    ++figures.unclassified;
    std::cout << name << " is unclassified at " << finding.fen << "\n";
  }
  if (finding.cause == Cause::Make) {
    ++figures.make;
    if (finding.culprit && finding.culprit->ply <= finding.path.size() &&
        finding.path[finding.culprit->ply - 1] == finding.culprit->move)
      ++figures.culprit;
  }
  ++figures.reducible;
  if (finding.reduced && finding.reduced->pieces <= 8) {
    ++figures.reduced;
  } else {
    std::cout << name << ": "
              << (finding.reduced ? fmt::format("{} pieces", finding.reduced->pieces)
                                  : std::string("not reduced"))
              << " at " << finding.fen << "\n";
  }
  figures.most_questions = std::max(figures.most_questions, finding.questions);
}

std::string share(int part, int whole) {
  return fmt::format("{}/{} ({:.1f} %)", part, whole, whole == 0 ? 0.0 : 100.0 * part / whole);
}

TEST(ZooFigures, EveryBugIsDiagnosedAtTwoPositions) {
  Figures figures;
  for (const zoo::Bug& bug : share_of(zoo::bugs(), 3)) {
    if (bug.probe == zoo::Probe::Board) continue;  // no count shows it
    const auto parsed = parse_fen(bug.fen);
    ASSERT_TRUE(parsed) << bug.name();
    const Root root = root_of(parsed->position);
    ++figures.cases;
    const auto subject = zoo::make_zoo_generator(zoo::BugSet(bug.id));
    const auto finding = finding_of(bug, *subject, root);
    EXPECT_TRUE(finding) << bug.name() << " is not found at " << root.fen;
    if (finding) judge(bug, *finding, figures);
    // The other color, unless the bug is one of a single color.
    const Position flipped(colors_flipped(parsed->position.parts()));
    const auto twin = finding_of(bug, *subject, root_of(flipped));
    if (!twin) continue;
    ++figures.cases;
    judge(bug, *twin, figures);
  }
  std::cout << "found                " << share(figures.found, figures.cases) << "\n"
            << "position right       " << share(figures.position, figures.found) << "\n"
            << "moves right          " << share(figures.moves, figures.found) << "\n"
            << "cause right          " << share(figures.cause, figures.found) << "\n"
            << "class right          " << share(figures.class_right, figures.found) << "\n"
            << "the bug itself       " << share(figures.exact, figures.found) << "\n"
            << "among candidates     " << share(figures.class_among, figures.found) << "\n"
            << "unclassified         " << share(figures.unclassified, figures.found) << "\n"
            << "class wrong          " << share(figures.class_wrong, figures.found) << "\n"
            << "culprit of make bugs " << share(figures.culprit, figures.make) << "\n"
            << "8 pieces or fewer    " << share(figures.reduced, figures.reducible) << "\n"
            << "most questions       " << figures.most_questions << "\n";
  EXPECT_EQ(figures.found, figures.cases);
  EXPECT_EQ(figures.position, figures.found);
  EXPECT_EQ(figures.moves, figures.found);
  EXPECT_EQ(figures.cause, figures.found);
  EXPECT_EQ(figures.class_wrong, 0);
  EXPECT_GE(figures.class_right * 100, figures.found * 95);
  EXPECT_EQ(figures.class_right + figures.class_among, figures.found);
  EXPECT_GE(figures.exact * 100, figures.found * 80);
  EXPECT_EQ(figures.culprit, figures.make);
  EXPECT_GE(figures.reduced * 10, figures.reducible * 9);
}

/// A name that is not the bug's own, and true of it all the same.
struct Likeness {
  BugId bug;
  BugId bug_class;
};
constexpr Likeness kAlike[] = {
    // The wider class.
    {BugId::EpMissingForBlack, BugId::EpMissing},
    {BugId::UnderpromotionMissingForBlack, BugId::UnderpromotionMissing},
    {BugId::FenSideIgnored, BugId::FenMisread},
    // The victim stays where it is; the square on the other side is empty anyway.
    {BugId::EpVictimOnWrongSide, BugId::EpVictimStays},
    // As by two bugs: captures of a checker are missing, and others open a line.
    {BugId::EpVictimStaysInTest, BugId::EpEvasionMissing},
    // The other wing's right is lost.
    {BugId::CastlingRookMovedWrongSide, BugId::CastlingRightLostEarly},
};

struct WithoutModel {
  int cases = 0;
  int right = 0;
  int among = 0;
  int unnamed = 0;
  int alike = 0;
};

/// A class that no model knows stands for the bugs that the zoo lacks. Nothing untrue may be said
/// of them with certainty.
TEST(ZooFigures, ABugThatNoModelKnowsIsNotTakenForAnother) {
  WithoutModel figures;
  const auto judge_without = [&](const zoo::Bug& bug, const Finding& finding, bool shows_board) {
    const std::string where = fmt::format("{} at {}, {} board", bug.name(), finding.fen,
                                          shows_board ? "with its" : "without a");
    ++figures.cases;
    // A bug that shows only from some depth on is called `hash`, as README says.
    const bool by_depth = reason_of<RightBelowDepth>(finding) && bug.cause() == Cause::Unmake;
    EXPECT_TRUE(is_plausible(bug, finding.cause) || by_depth)
        << where << ": " << to_string(finding.cause);
    const auto is_alike = [&](const Likeness& each) {
      return each.bug == bug.id && each.bug_class == finding.bug_class;
    };
    if (finding.bug_class == bug.bug_class()) {
      ++figures.right;
    } else if (finding.bug_class) {
      ++figures.alike;
      EXPECT_TRUE(std::ranges::any_of(kAlike, is_alike)) << where << ": " << class_name(finding);
    } else if (std::ranges::find(finding.candidates, bug.bug_class()) != finding.candidates.end()) {
      ++figures.among;
    } else {
      ++figures.unnamed;
    }
  };
  for (const zoo::Bug& bug : share_of(zoo::bugs(), 11)) {
    if (bug.probe == zoo::Probe::Board) continue;
    const HypothesesWithout without(bug.bug_class());
    const auto parsed = parse_fen(bug.fen);
    for (const bool shows_board : {true, false}) {
      std::unique_ptr<reference::Generator> subject = zoo::make_zoo_generator(zoo::BugSet(bug.id));
      if (!shows_board)
        subject = std::make_unique<test::Reticent>(std::move(subject), /*lists_moves=*/true);
      for (const Position& position :
           {parsed->position, Position(colors_flipped(parsed->position.parts()))})
        if (const auto finding = finding_of(bug, *subject, root_of(position)))
          judge_without(bug, *finding, shows_board);
    }
  }
  std::cout << "class right          " << share(figures.right, figures.cases) << "\n"
            << "among candidates     " << share(figures.among, figures.cases) << "\n"
            << "unclassified         " << share(figures.unnamed, figures.cases) << "\n"
            << "class of a like bug  " << share(figures.alike, figures.cases) << "\n";
  EXPECT_GE(figures.cases, is_long() ? 600 : 50);
  EXPECT_GE(figures.right * 100, figures.cases * (is_long() ? 60 : 50));
  EXPECT_GE((figures.right + figures.among) * 100, figures.cases * 95);
}

/// Positions of random games: core against mailbox, move lists and the positions themselves.
TEST(NoFalseAlarm, OnAHundredThousandPositions) {
  const auto core = reference::make_core_generator();
  const auto mailbox = mailbox::make_mailbox_generator();
  std::mt19937_64 random(12345);
  std::size_t positions = 0;
  while (positions < 100'000) {
    Line line;
    for (int ply = 0; ply < 200 && positions < 100'000; ++ply) {
      const MoveList moves = legal_moves(line.position());
      if (moves.empty()) break;
      line.push(moves[random() % moves.size()]);
      const Question question = reference::question_at(standard(line.position().fen()), {}, 1);
      const auto ours = core->divide(question, {});
      const auto theirs = mailbox->divide(question, {});
      ASSERT_TRUE(ours && theirs);
      ASSERT_EQ(*ours, *theirs) << question.root.fen;
      ++positions;
    }
  }
}

}  // namespace
}  // namespace perft_verify::verifier
