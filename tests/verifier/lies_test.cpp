// A reference that lies, in every role and at every stage, chosen at random: it never makes a
// correct subject look wrong, and a wrong subject that an honest reference would have found never
// passes. Without the lie a correct subject always passes.
//
// PERFT_VERIFY_LIES is the number of lies (`./dev long lies`: 500), PERFT_VERIFY_SEED the seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "core/fen.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/lying_generator.h"
#include "tests/verifier/support/reticent.h"
#include "tests/verifier/support/run_rows.h"
#include "verifier/report/words/sentence.h"
#include "verifier/store/remembering_generator.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

enum class Role : std::uint8_t {
  Reference,      // and the one that repeats its answers
  Confirming,     // only the one that repeats them
  Second,         // the second reference
  Recorded,       // it bisects for recorded counts
  Remembered,     // it filled a store; now an honest one is asked
  SharedByLines,  // large rows are divided, and put together from its counts
};
constexpr int kRoles = 6;
constexpr std::string_view kRoleNames[kRoles] = {"reference", "confirming", "second",
                                                 "recorded",  "remembered", "shared"};

struct Trial {
  Role role = Role::Reference;
  Lie lie;
  std::optional<BugId> bug;  // of the subject
  int manners = 0;           // 0 shows its board, 1 lists moves, 2 prints totals
  bool with_second = true;
  RunOptions options;
  /// Run before `row`: what lags behind answers for it.
  std::optional<Row> before;
  Row row;
};

std::string to_string(const Trial& trial) {
  return fmt::format(
      "a liar as {} ({}), subject {} of manners {}, mode {}, bisect {}, second {}: {} "
      "depth {}{}",
      kRoleNames[static_cast<std::size_t>(trial.role)], to_string(trial.lie),
      zoo::engine_name(trial.bug ? zoo::BugSet(*trial.bug) : zoo::BugSet()), trial.manners,
      to_string(trial.options.mode), trial.options.bisect, trial.with_second, trial.row.fen,
      trial.options.depth.value_or(0), trial.before ? " after " + trial.before->fen : "");
}

constexpr const char* kPositions[] = {
    kStartFen,
    kKiwipete,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/Pk6/8/8/8/8/6Kp/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1",
};

reference::GeneratorFactory subject_of(const Trial& trial) {
  const zoo::BugSet bugs = trial.bug ? zoo::BugSet(*trial.bug) : zoo::BugSet();
  return [bugs, manners = trial.manners]() -> std::unique_ptr<reference::Generator> {
    auto generator = zoo::make_zoo_generator(bugs);
    if (manners == 0) return generator;
    return std::make_unique<Reticent>(std::move(generator), manners == 1);
  };
}

reference::GeneratorFactory honest_factory() {
  return [] { return reference::make_core_generator(); };
}

Trial drawn_trial(std::mt19937_64& random, bool right) {
  const auto up_to = [&random](std::size_t last) {
    return std::uniform_int_distribution<std::size_t>(0, last)(random);
  };
  Trial trial;
  trial.role = static_cast<Role>(up_to(kRoles - 1));
  trial.lie = drawn_lie(random);
  trial.manners = static_cast<int>(up_to(2));
  if (right) {
    trial.row.fen = kPositions[up_to(std::size(kPositions) - 1)];
    trial.options.depth = 1 + static_cast<int>(up_to(2));
    if (up_to(1) == 0) trial.before.emplace().fen = kPositions[up_to(std::size(kPositions) - 1)];
  } else {
    const zoo::Bug& bug = zoo::bugs()[up_to(zoo::bugs().size() - 1)];
    const auto parsed = parse_fen(bug.fen);
    EXPECT_TRUE(parsed) << bug.fen;
    trial.bug = bug.id;
    trial.row.fen = parsed->position.fen();
    trial.row.chess960 = parsed->position.chess960();
    trial.options.depth = std::min(bug.depth + static_cast<int>(up_to(1)), 4);
  }
  trial.options.mode = static_cast<Mode>(up_to(2));
  trial.options.full_nodes = 300;
  trial.options.bisect = trial.options.mode == Mode::Full || up_to(3) > 0;
  // A second reference has to contradict one that tells the same lie each time.
  trial.with_second = trial.lie.times != Lie::Times::Once || up_to(3) > 0;
  if (trial.role == Role::Recorded || up_to(3) == 0) {
    Question question;
    question.root = trial.row.root();
    for (int depth = 1; depth <= *trial.options.depth; ++depth) {
      question.depth = depth;
      trial.row.recorded[depth] = reference::make_core_generator()->divide(question, {})->total;
    }
    // A recorded count can be wrong as well, and need not contradict any other answer.
    if (trial.role == Role::Recorded && right) trial.row.recorded[*trial.options.depth] += 1000;
  }
  return trial;
}

struct Outcome {
  RowResult row;
  std::vector<ReportedFinding> findings;
};

Outcome run_trial(const Trial& trial, const std::shared_ptr<LiesTold>& told) {
  RunOptions options = trial.options;
  options.subject = subject_of(trial);
  options.reference = options.live_reference = honest_factory();
  if (trial.with_second) options.second_reference = mailbox::make_mailbox_generator;
  const auto liar = [&](reference::GeneratorFactory honest) {
    return test::liar(std::move(honest), trial.lie, told);
  };
  RunExtras extras;
  const reference::ScratchFolder folder;
  const bool lies = told != nullptr;
  switch (trial.role) {
    case Role::Recorded:
      options.recorded = true;
      [[fallthrough]];
    case Role::Reference:
      if (lies) options.reference = options.live_reference = liar(honest_factory());
      break;
    case Role::Confirming:
      if (lies) options.live_reference = liar(honest_factory());
      break;
    case Role::Second:
      if (lies) options.second_reference = liar(mailbox::make_mailbox_generator);
      break;
    case Role::SharedByLines:
      options.share = Sharing::On;
      extras.is_known = true;
      extras.plan = [&options](const Row& row) {
        RowPlan plan = plan_row(row, options);
        plan.shallow = 1;
        return plan;
      };
      if (lies) options.reference = options.live_reference = liar(honest_factory());
      break;
    case Role::Remembered: {
      if (!lies) break;
      auto opened = Store::open(folder.path("lies.store"), Store::Access::ReadAndWrite);
      EXPECT_TRUE(opened);
      const std::shared_ptr<Store> store = std::move(*opened);
      const StoreReference identity{"perft-verify core", std::string(64, 'a'), ""};
      LyingGenerator filling(reference::make_core_generator(), trial.lie, told);
      for (int depth = 1; depth <= *options.depth; ++depth) {
        Question question;
        question.root = trial.row.root();
        question.depth = depth;
        if (const auto answer = filling.divide(question, {}))
          store->remember(identity, *key_of(question, true), *answer);
      }
      options.reference = [store, identity] {
        return make_remembering_generator(reference::make_core_generator(), store, identity,
                                          Learning{});
      };
      break;
    }
  }
  std::vector<Row> rows{trial.row};
  if (trial.before) rows.insert(rows.begin(), *trial.before);
  const Ran ran = run_rows(rows, options, {}, extras);
  return {ran.rows.back(), ran.findings};
}

/// Whether at the root the lie equals the subject's own error everywhere, and no recorded count
/// contradicts it: then it cannot be detected.
bool nobody_could_tell(const Trial& trial, const LiesTold& told) {
  if (!trial.row.recorded.empty()) return false;
  const auto subject = subject_of(trial)();
  bool wrong = false;
  for (int depth = 1; depth <= *trial.options.depth; ++depth) {
    Question question;
    question.root = trial.row.root();
    question.depth = depth;
    const auto right = reference::make_core_generator()->divide(question, {});
    question.known_moves = moves_of(*right);
    const auto said = subject->divide(question, {});
    if (!said || !difference(*said, *right).any()) continue;
    const auto lie = told.of_roots.find({question.root.fen, depth});
    if (lie == told.of_roots.end() || said->total != lie->second.total) return false;
    wrong = true;
  }
  return wrong;
}

struct Figures {
  int lied = 0;
  int agree = 0;
  int undecided = 0;
  int mismatch = 0;
};

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(Lies, NeverMakeARightSubjectLookWrongNorLetAWrongOnePass) {
  const std::uint64_t lies = number_from("PERFT_VERIFY_LIES", 100);
  const std::uint64_t seed = number_from("PERFT_VERIFY_SEED", 1);
  Figures figures[2];
  for (std::uint64_t at = 0, told_so_far = 0; told_so_far < lies; ++at) {
    std::mt19937_64 random(seed + at);
    const bool right = (seed + at) % 2 == 0;
    const Trial trial = drawn_trial(random, right);
    SCOPED_TRACE(
        fmt::format("PERFT_VERIFY_SEED={} PERFT_VERIFY_LIES=1: {}", seed + at, to_string(trial)));
    const auto told = std::make_shared<LiesTold>();
    const Outcome outcome = run_trial(trial, told);
    Figures& counted = figures[right ? 0 : 1];
    if (told->told == 0) continue;  // no question reached it
    ++told_so_far;
    ++counted.lied;
    counted.agree += outcome.row.verdict == Verdict::Agree ? 1 : 0;
    counted.undecided += outcome.row.verdict == Verdict::Undecided ? 1 : 0;
    counted.mismatch += outcome.row.verdict == Verdict::Mismatch ? 1 : 0;
    if (right) {
      EXPECT_TRUE(outcome.findings.empty())
          << "blamed: " << sentence_of(outcome.findings.front().finding);
      EXPECT_NE(outcome.row.verdict, Verdict::Mismatch);
      const Outcome honest = run_trial(trial, nullptr);
      EXPECT_EQ(honest.row.verdict, Verdict::Agree) << "without a lie: " << honest.row.reason;
      continue;
    }
    if (outcome.row.verdict != Verdict::Agree || !outcome.row.suite_errors.empty()) continue;
    if (run_trial(trial, nullptr).row.verdict != Verdict::Mismatch) continue;
    EXPECT_TRUE(nobody_could_tell(trial, *told)) << "passed";
  }
  for (const bool right : {true, false}) {
    const Figures& counted = figures[right ? 0 : 1];
    std::cout << fmt::format("{} subjects: {} lies; {} agree, {} mismatch, {} undecided\n",
                             right ? "right" : "wrong", counted.lied, counted.agree,
                             counted.mismatch, counted.undecided);
  }
}

}  // namespace
}  // namespace perft_verify::verifier
