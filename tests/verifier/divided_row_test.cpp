// Large rows in parts: the assembled counts equal those of the whole row, whichever worker does
// which part and when, and no error of the subject is lost.
#include "verifier/run/schedule/divided_row.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "reference/mailbox/mailbox_generator.h"
#include "reference/uci/board_text.h"
#include "reference/uci/stockfish.h"
#include "reference/uci/uci_engine.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/reference/support.h"
#include "tests/support/share.h"
#include "tests/support/suite_positions.h"
#include "tests/verifier/support/reticent.h"
#include "tests/verifier/support/run_rows.h"
#include "verifier/finding/difference.h"
#include "verifier/report/words/sentence.h"
#include "verifier/run/judge/worker.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

/// Few moves, and all kinds of transpositions.
constexpr const char* kPawnEnding = "4k3/p2p4/8/8/8/8/P2P4/4K3 w - - 0 1";

/// Every part as small as it can be.
constexpr double kFine = 1;

std::vector<double> forecast_of(const Row& row, int depth) {
  NodeForecast forecast(row);
  std::vector<double> nodes{1};
  for (int ply = 1; ply <= depth; ++ply) nodes.push_back(forecast.nodes(ply));
  return nodes;
}

Row row_of(const Root& root) {
  Row row;
  row.fen = root.fen;
  row.chess960 = root.chess960;
  return row;
}
Row row_of(std::string_view fen) { return row_of(standard(fen)); }

/// Runs a row in parts with one worker.
class Assembly {
 public:
  Assembly(Row row, int depth, reference::GeneratorFactory reference, DivisionRules rules,
           KnownParts known = {})
      : row_(std::move(row)),
        plan_{.depth = depth, .shallow = 1, .reason = {}},
        divided_(0, forecast_of(row_, depth), 0, 1, with_pace(rules), std::move(known)),
        worker_(options_, scripted(nullptr)(), reference(), {}, nullptr) {}

  /// The reference's answer; the failure if there is none.
  Answer<Divide> run() {
    while (auto job = divided_.next(0)) {
      if (const auto* judged = std::get_if<JudgeRow>(&job->task)) return judged->answers.reference;
      if (const auto* counted = std::get_if<CountPaths>(&job->task))
        counted_.insert(counted_.end(), counted->paths.begin(), counted->paths.end());
      if (std::holds_alternative<KeepAnswer>(job->task)) kept_ = true;
      RowState state;
      divided_.take(0, *job, worker_.run(*job, row_, plan_, state));
    }
    return failure(FailureKind::Protocol);
  }
  [[nodiscard]] const std::vector<MovePath>& counted() const { return counted_; }
  [[nodiscard]] bool kept() const { return kept_; }
  [[nodiscard]] int shared_ply() const { return divided_.shared_ply(); }

 private:
  static DivisionRules with_pace(DivisionRules rules) {
    rules.pace = {1e7, 1e-5, 1e-5};
    rules.measured = true;
    return rules;
  }

  RunOptions options_;
  Row row_;
  RowPlan plan_;
  DividedRow divided_;
  Worker worker_;
  std::vector<MovePath> counted_;
  bool kept_ = false;
};

DivisionRules rules(Sharing share, double part_nodes = kFine) {
  DivisionRules rules;
  rules.share = share;
  rules.part_nodes = part_nodes;
  return rules;
}

Divide counted_whole(const Row& row, int depth) {
  const Question whole = reference::question_at(row.root(), {}, depth);
  auto answer = reference::make_core_generator()->divide(whole, {});
  EXPECT_TRUE(answer) << answer.error().message;
  return answer.value_or(Divide{});
}

TEST(DividedRow, InPartsTheCountsAreThoseOfTheWholeOnAllSuites) {
  const std::uint64_t most = is_long() ? 15'000 : 5'000;
  std::size_t shared = 0;
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd", "chess960.epd"}) {
    if (!std::ifstream(std::string(PERFT_VERIFY_SUITES) + "/" + file)) continue;
    for (const auto& position : perft_verify::test::suite_positions(file)) {
      const int depth = 4;
      if (std::ranges::any_of(position.counts, [&](const auto& count) {
            return count.first <= depth && count.second > most;
          }))
        continue;
      const auto parsed = parse_fen(position.fen);
      ASSERT_TRUE(parsed) << position.where();
      const Row row = row_of(root_of(parsed->position));
      const Divide whole = counted_whole(row, depth);
      if (whole.total > most) continue;
      for (const Sharing share : {Sharing::Off, Sharing::On}) {
        Assembly assembly(row, depth, mailbox::make_mailbox_generator, rules(share));
        const auto answer = assembly.run();
        ASSERT_TRUE(answer) << position.where() << " " << answer.error().message;
        EXPECT_EQ(*answer, whole) << position.where();
        EXPECT_TRUE(assembly.kept()) << position.where();
        if (assembly.shared_ply() > 0) ++shared;
      }
    }
  }
  EXPECT_GT(shared, 20U);
}

TEST(DividedRow, SharingAsksOnceForWhatIsReachedInSeveralWays) {
  const Row row = row_of(kStartFen);
  Assembly plain(row, 4, mailbox::make_mailbox_generator, rules(Sharing::Off));
  Assembly shared(row, 4, mailbox::make_mailbox_generator, rules(Sharing::On));
  EXPECT_EQ(*plain.run(), *shared.run());
  EXPECT_EQ(shared.shared_ply(), 3);
  // Of 8902 lines: 5362 positions, or this many if every double push leaves an en passant square.
  EXPECT_EQ(shared.counted().size(), 7602U);
  EXPECT_EQ(std::set<MovePath>(shared.counted().begin(), shared.counted().end()).size(), 7602U);
}

TEST(DividedRow, WhatWasCountedBeforeIsNotCountedAgain) {
  const Row row = row_of(kPawnEnding);
  for (const Sharing share : {Sharing::Off, Sharing::On}) {
    Assembly whole(row, 4, mailbox::make_mailbox_generator, rules(share));
    const auto expected = whole.run();
    ASSERT_TRUE(expected);
    // Every other part is known.
    KnownParts known;
    known.tree.ply = whole.shared_ply();
    const auto mailbox = mailbox::make_mailbox_generator();
    std::size_t at = 0;
    for (const MovePath& path : whole.counted()) {
      if (at++ % 2 == 0) continue;
      std::vector<std::string> moves;
      std::istringstream words(path);
      for (std::string move; words >> move;) moves.push_back(move);
      const int left = 4 - static_cast<int>(moves.size());
      known.tree.counts[path] = mailbox->divide(question(row.fen, left, moves), {})->total;
    }
    const std::size_t number = known.tree.counts.size();
    // Even if another number of workers would have divided it differently.
    Assembly again(row, 4, mailbox::make_mailbox_generator, rules(share, 1e9), known);
    const auto answer = again.run();
    ASSERT_TRUE(answer);
    EXPECT_EQ(*answer, *expected);
    for (const MovePath& path : again.counted())
      EXPECT_FALSE(known.tree.counts.contains(path)) << path;
    EXPECT_LE(again.counted().size() + number, whole.counted().size() + 1);
  }
}

TEST(DividedRow, CountsBeyond64BitsAreNoAnswer) {
  const auto huge = scripted([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.moves.empty()) return;
      divide.total = 0;
      for (auto& line : divide.lines) {
        line.nodes = (1ULL << 62) / divide.lines.size();
        divide.total += line.nodes;
      }
    });
  });
  for (const Sharing share : {Sharing::Off, Sharing::On}) {
    Assembly assembly(row_of(kStartFen), 4, huge, rules(share));
    const auto answer = assembly.run();
    ASSERT_FALSE(answer);
    EXPECT_TRUE(answer.error().message.contains("2^64")) << answer.error().message;
  }
}

TEST(DividedRow, ABoardThatCannotBeReadSharesNothing) {
  const auto reference = [](std::string text) {
    return [text]() -> std::unique_ptr<reference::Generator> {
      return std::make_unique<ScriptedGenerator>(
          nullptr, [text](const Question&, const Answer<std::string>&) { return text; });
    };
  };
  for (const char* text : {"", "8/8/8/8 w - -", "7k/8/8/8/8/8/8/K7 w"}) {
    Assembly assembly(row_of(kStartFen), 4, reference(text), rules(Sharing::On));
    const auto answer = assembly.run();
    ASSERT_FALSE(answer) << text;
    EXPECT_TRUE(answer.error().message.contains("cannot be used")) << answer.error().message;
  }
}

// --- In a run ------------------------------------------------------------------------------

RunOptions dividing(Sharing share, unsigned jobs = 2) {
  RunOptions options;
  options.share = share;
  options.jobs = jobs;
  options.part_seconds = 0;
  return options;
}

/// Every row is run at depth 1 first, and then divided.
RunExtras deep_to(int depth, bool is_known = true) {
  RunExtras extras;
  extras.is_known = is_known;
  extras.plan = [depth](const Row& row) {
    RowPlan plan{.depth = depth, .shallow = 1, .reason = {}};
    NodeForecast forecast(row);
    plan.shallow_nodes = forecast.nodes(1);
    plan.nodes = forecast.nodes(depth);
    return plan;
  };
  return extras;
}

std::string in_words(const Ran& ran) {
  std::string text;
  for (const std::string& event : ran.events) text += event + "\n";
  for (const RowResult& row : ran.rows)
    text += fmt::format("{} {} {} {} {}\n", row.reason, row.subject_nodes.value_or(0),
                        row.reference_nodes.value_or(0), row.proven.totals.value_or(0),
                        row.proven.divide.value_or(0));
  for (const ReportedFinding& each : ran.findings) {
    const Finding& finding = each.finding;
    text +=
        fmt::format("{} {} {} {} path {} culprit {} {} reduced {}\n", to_string(finding.kind),
                    to_string(finding.cause), class_name(finding), finding.fen,
                    fmt::join(finding.path, " "), finding.culprit ? finding.culprit->move : "none",
                    sentence_of(finding), finding.reduced ? finding.reduced->fen : "none");
  }
  return text;
}

TEST(DividedRun, BugsOfTheZooAreFoundAsWithoutDividing) {
  std::size_t found = 0;
  for (const zoo::Bug& bug : share_of(zoo::bugs(), 6)) {
    if (bug.probe != zoo::Probe::Total || bug.cause() == Cause::Setup) continue;
    const auto parsed = parse_fen(bug.fen);
    if (!parsed) continue;
    const int depth = std::max(bug.depth, 3);
    std::vector<Row> rows{row_of(root_of(parsed->position))};
    std::string expected;
    for (const bool divided : {false, true}) {
      RunOptions options = dividing(Sharing::On);
      options.subject = [&bug] { return zoo::make_zoo_generator(zoo::BugSet(bug.id)); };
      options.reference = mailbox::make_mailbox_generator;
      const Ran ran = run_rows(rows, options, {}, deep_to(depth, divided));
      if (!divided) {
        expected = in_words(ran);
        found += ran.findings.empty() ? 0 : 1;
      } else {
        EXPECT_EQ(in_words(ran), expected) << bug.name();
      }
    }
  }
  EXPECT_GT(found, 20U);
}

TEST(DividedRun, TheReportIsTheSameWhateverTheNumberOfWorkers) {
  std::vector<Row> rows;
  for (const char* fen : {kPawnEnding, kTwoKings, "4k3/8/8/8/8/8/6b1/4K2R b K - 0 1",
                          "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1"})
    rows.push_back(row_of(fen));
  std::string expected;
  for (const unsigned jobs : {1U, 2U, 4U}) {
    for (const Sharing share : {Sharing::Off, Sharing::On}) {
      RunOptions options = dividing(share, jobs);
      options.subject = [] {
        return zoo::make_zoo_generator(zoo::BugSet(BugId::CastlingRookCaptured));
      };
      options.reference = mailbox::make_mailbox_generator;
      const Ran ran = run_rows(rows, options, {}, deep_to(4));
      if (expected.empty()) expected = in_words(ran);
      EXPECT_EQ(in_words(ran), expected) << jobs;
      EXPECT_FALSE(ran.findings.empty());
    }
  }
}

TEST(DividedRun, NothingOfTheSubjectsAnswerIsHidden) {
  struct Fault {
    const char* what;
    std::function<void(Divide&)> change;
  };
  const std::vector<Fault> faults{
      {"a move that the reference does not list",
       [](Divide& divide) { divide.lines.push_back({"a2a5", 0}); }},
      {"a move listed twice", [](Divide& divide) { divide.lines.push_back({"a2a3", 0}); }},
      {"a total that is not the sum", [](Divide& divide) { divide.total += 65536; }},
      {"a move left out",
       [](Divide& divide) {
         divide.total -= divide.lines.back().nodes;
         divide.lines.pop_back();
       }},
      {"two counts exchanged",
       [](Divide& divide) {
         ++divide.lines.front().nodes;
         --divide.lines.back().nodes;
       }},
  };
  for (const Fault& fault : faults) {
    for (const Sharing share : {Sharing::Off, Sharing::On}) {
      RunOptions options = dividing(share);
      options.subject = scripted([&fault](const Call& call) {
        return changed(call, [&](Divide& divide) {
          if (call.question.depth < 4) return;
          fault.change(divide);
          std::ranges::sort(divide.lines);
        });
      });
      const Ran ran = run_rows({row_of(kPawnEnding)}, options, {}, deep_to(4));
      EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch) << fault.what;
      EXPECT_EQ(ran.findings.size(), 1U) << fault.what;
    }
  }
}

/// The generator of a test, but linked in: it may be asked for some of its lines.
class InParts final : public reference::Generator {
 public:
  explicit InParts(std::function<void(Divide&)> change) : change_(std::move(change)) {}
  [[nodiscard]] reference::Identity identity() const override { return {"in parts", "core", ""}; }
  Answer<Divide> divide(const Question& question, std::stop_token stop) override {
    auto divide = core_->divide(question, stop);
    if (divide && question.depth > 3) change_(*divide);
    return divide;
  }
  [[nodiscard]] bool divides_in_parts() const override { return true; }
  Answer<Divide> divide_part(const Question& question, const reference::LineFilter& lines,
                             std::stop_token stop) override {
    auto whole = divide(question, stop);
    if (!whole) return whole;
    Divide part;
    for (const auto& line : whole->lines) {
      const bool named = std::ranges::find(lines.moves, line.move) != lines.moves.end();
      if (named == lines.others) continue;
      part.lines.push_back(line);
      part.total += line.nodes;
    }
    return part;
  }
  [[nodiscard]] bool shows_board() const override { return true; }
  Answer<std::string> board(const Question& question, std::stop_token stop) override {
    return core_->board(question, stop);
  }
  void restart() override {}

 private:
  std::function<void(Divide&)> change_;
  std::unique_ptr<reference::Generator> core_ = reference::make_core_generator();
};

TEST(DividedRun, ASubjectInPartsIsAskedForLinesThatNobodyKnowsOf) {
  for (const bool extra : {true, false}) {
    RunOptions options = dividing(Sharing::Off, 4);
    options.subject = [extra]() -> std::unique_ptr<reference::Generator> {
      return std::make_unique<InParts>([extra](Divide& divide) {
        if (extra) {
          divide.lines.push_back({"a2a5", 7});
        } else {
          divide.lines.erase(divide.lines.begin() + 3);
        }
        std::ranges::sort(divide.lines);
        divide.total = sum_of_lines(divide);
      });
    };
    const Ran ran = run_rows({row_of(kStartFen)}, options, {}, deep_to(4));
    ASSERT_EQ(ran.findings.size(), 1U);
    const Finding& finding = ran.findings[0].finding;
    EXPECT_EQ(finding.kind, extra ? FindingKind::IllegalMove : FindingKind::MissingMove);
  }
}

TEST(DividedRun, CoreCountsTheSameInParts) {
  const auto core = reference::make_core_generator();
  const Question whole = question(kKiwipete, 3);
  const auto expected = core->divide(whole, {});
  ASSERT_TRUE(expected);
  const reference::LineFilter some{{"e1g1", "a2a3", "e5f7", "a2a5"}, false};
  Divide all;
  for (const bool others : {false, true}) {
    const auto part = core->divide_part(whole, {some.moves, others}, {});
    ASSERT_TRUE(part);
    EXPECT_EQ(part->lines.size(), others ? 45U : 3U);
    EXPECT_EQ(part->total, sum_of_lines(*part));
    all.lines.insert(all.lines.end(), part->lines.begin(), part->lines.end());
    all.total += part->total;
  }
  std::ranges::sort(all.lines);
  EXPECT_EQ(all, *expected);
}

TEST(DividedRun, TheProgressOfARowMovesWithItsParts) {
  class Watching final : public Reporter {
   public:
    void progress(const Progress& now) override { seen.push_back(now); }
    std::vector<Progress> seen;
  };
  RunOptions options = dividing(Sharing::Off);
  options.subject = scripted(nullptr);
  options.reference = scripted([](const Call& call) {
    std::this_thread::sleep_for(std::chrono::milliseconds(call.question.moves.empty() ? 0 : 30));
    return call.right();
  });
  RunInfo run;
  run.reference = {"mailbox", "mailbox", ""};
  run.reference_ignores_clocks = true;
  run.rows.push_back(row_of(kStartFen));
  run.plans.push_back(deep_to(4).plan(run.rows[0]));
  Watching watching;
  Runner runner(options, run, {&watching}, options.subject(), options.reference());
  EXPECT_EQ(runner.run({}).agree, 1U);
  ASSERT_GE(watching.seen.size(), 2U);
  double last = 0;
  for (const Progress& now : watching.seen) {
    EXPECT_EQ(now.rows_done, 0U);
    EXPECT_GE(now.nodes_done, 0.9 * last);
    EXPECT_LE(now.nodes_done, now.nodes_total);
    EXPECT_LE(now.running.size(), 1U) << "one row, however many workers are at it";
    last = now.nodes_done;
  }
  EXPECT_GT(last, 0.3 * watching.seen.back().nodes_total);
  EXPECT_TRUE(std::ranges::any_of(
      watching.seen, [](const Progress& now) { return now.seconds_left.value_or(0) > 0; }));
}

// --- Generators that fail in the middle ------------------------------------------------------

/// Fails on the n-th question after moves, `times` times, over all generators of the run.
ScriptedGenerator::Script fails_in_the_middle(FailureKind kind, int times) {
  return [kind, times,
          asked = std::make_shared<std::atomic<int>>(0)](const Call& call) -> Answer<Divide> {
    if (call.question.moves.empty() || call.question.depth < 2) return call.right();
    const int number = ++*asked;
    if (number >= 5 && number < 5 + times) return failure(kind);
    return call.right();
  };
}

TEST(DividedRun, AReferenceThatDiesOnceIsAskedAgain) {
  for (const Sharing share : {Sharing::Off, Sharing::On}) {
    RunOptions options = dividing(share);
    options.reference = scripted(fails_in_the_middle(FailureKind::Died, 1));
    const Ran ran = run_rows({row_of(kStartFen)}, options, {}, deep_to(5));
    EXPECT_EQ(ran.rows[0].verdict, Verdict::Agree) << ran.rows[0].reason;
    EXPECT_EQ(ran.rows[0].reference_nodes, 4'865'609U);
  }
}

TEST(DividedRun, AReferenceThatKeepsDyingLeavesTheRowUndecidedAndTheOthersAlone) {
  for (const FailureKind kind : {FailureKind::Died, FailureKind::Timeout, FailureKind::Protocol}) {
    RunOptions options = dividing(Sharing::Auto);
    options.reference = scripted([kind](const Call& call) -> Answer<Divide> {
      const bool here = call.question.root.fen == kStartFen && !call.question.moves.empty() &&
                        call.question.moves[0] == "e2e4";
      if (here) return failure(kind);
      return call.right();
    });
    const Ran ran = run_rows({row_of(kStartFen), row_of(kKiwipete)}, options, {}, deep_to(4));
    EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
    EXPECT_TRUE(ran.rows[0].reason.contains("the reference failed")) << ran.rows[0].reason;
    EXPECT_EQ(ran.rows[0].depth, 3) << "the deepest that was compared";
    EXPECT_EQ(ran.rows[1].verdict, Verdict::Agree);
    EXPECT_EQ(ran.exit_code, ExitCode::Undecided);
  }
}

TEST(DividedRun, ASubjectThatDiesIsAFinding) {
  RunOptions options = dividing(Sharing::Auto);
  options.subject = scripted([](const Call& call) -> Answer<Divide> {
    if (call.question.depth == 4) return failure(FailureKind::Died);
    return call.right();
  });
  const Ran ran = run_rows({row_of(kStartFen), row_of(kTwoKings)}, options, {}, deep_to(4));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch);
  ASSERT_FALSE(ran.findings.empty());
  EXPECT_EQ(ran.findings[0].finding.kind, FindingKind::Crash);
}

TEST(DividedRun, AnAnswerOfTheSubjectThatFailsOnceIsNotRepeatable) {
  RunOptions options = dividing(Sharing::Auto);
  options.subject =
      scripted([asked = std::make_shared<std::atomic<int>>(0)](const Call& call) -> Answer<Divide> {
        if (call.question.depth == 4 && (*asked)++ == 0) return failure(FailureKind::Timeout);
        return call.right();
      });
  const Ran ran = run_rows({row_of(kStartFen)}, options, {}, deep_to(4));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
  EXPECT_TRUE(ran.rows[0].reason.contains("not repeatable")) << ran.rows[0].reason;
}

TEST(DividedRun, FailFastStopsInTheMiddleOfARow) {
  RunOptions options = dividing(Sharing::Auto);
  options.fail_fast = true;
  options.subject = scripted([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth == 4 && call.question.root.fen == kTwoKings) plus_one(divide);
    });
  });
  const Ran ran = run_rows({row_of(kKiwipete), row_of(kTwoKings)}, options, {}, deep_to(4));
  EXPECT_EQ(ran.findings.size(), 1U);
  EXPECT_EQ(ran.rows[1].verdict, Verdict::Mismatch);
  EXPECT_EQ(ran.exit_code, ExitCode::Findings);
}

TEST(DividedRun, AnEngineThatListsNoMovesIsAskedForThoseOfTheReference) {
  RunOptions options = dividing(Sharing::Auto);
  options.subject = [] {
    return std::make_unique<Reticent>(reference::make_core_generator(), /*lists_moves=*/false);
  };
  const Ran ran = run_rows({row_of(kStartFen)}, options, {}, deep_to(4));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Agree) << ran.rows[0].reason;
  EXPECT_EQ(ran.rows[0].proven.divide, 4);
}

// --- Interrupted and gone on with -------------------------------------------------------------

TEST(DividedRun, GoesOnFromAJournalWithoutCountingAPartAgain) {
  const reference::ScratchFolder folder;
  const std::string path = folder.path("journal");
  for (const Sharing share : {Sharing::Off, Sharing::On}) {
    std::filesystem::remove(path);
    std::stop_source stop;
    std::mutex mutex;
    std::multiset<std::string> asked;
    const auto counting = [&](int stop_after) {
      RunOptions options = dividing(share, 2);
      options.reference = scripted([&, stop_after](const Call& call) {
        auto answer = call.right();
        const std::lock_guard lock(mutex);
        const bool is_part =
            call.question.moves.size() >= (share == Sharing::On ? 3U : 1U) &&
            call.question.depth + static_cast<int>(call.question.moves.size()) == 4;
        if (is_part) asked.insert(fmt::format("{}", fmt::join(call.question.moves, " ")));
        if (static_cast<int>(asked.size()) == stop_after) stop.request_stop();
        return answer;
      });
      return options;
    };
    const std::vector<Row> rows{row_of(kStartFen)};
    const std::string expected = in_words(run_rows(rows, counting(-1), {}, deep_to(4)));
    const std::set<std::string> all(asked.begin(), asked.end());
    asked.clear();
    auto extras = deep_to(4);
    {
      const auto journal = Journal::open(path, {}, Journal::Start::New);
      ASSERT_TRUE(journal);
      extras.journal = journal->get();
      const Ran ran =
          run_rows(rows, counting(static_cast<int>(all.size()) / 2), stop.get_token(), extras);
      EXPECT_FALSE(ran.summary.complete());
    }
    const std::size_t first = asked.size();
    EXPECT_LT(first, all.size());
    const auto journal = Journal::open(path, {}, Journal::Start::Continue);
    ASSERT_TRUE(journal);
    extras.journal = journal->get();
    EXPECT_EQ(in_words(run_rows(rows, counting(-1), {}, extras)), expected);
    // Questions in flight when it stopped may be asked again: two batches. Three questions in each
    // run find out how fast the reference is.
    EXPECT_LE(asked.size(), all.size() + 6 + (share == Sharing::On ? 2 * 2048 : 2));
    EXPECT_GT(first, 0U);
  }
}

// --- The positions that are shared ---------------------------------------------------------------

/// The unsound way: the tree is followed by the subject's own FENs, both sides are asked for each
/// position that it leads to, and positions are shared by those FENs. Whether it sees a difference.
bool naive_sharing_sees(reference::Generator& subject, reference::Generator& reference,
                        const std::string& root, int depth) {
  std::set<std::string> level{root};
  for (int ply = 0; ply < depth; ++ply) {
    std::set<std::string> next;
    for (const std::string& fen : level) {
      const auto ours = subject.divide(question(fen, 1), {});
      const auto theirs = reference.divide(question(fen, 1), {});
      if (!ours || !theirs || *ours != *theirs) return true;
      for (const auto& line : ours->lines) {
        const auto child = subject.board(question(fen, 1, {line.move}), {});
        const auto parsed = child ? parse_fen(*child) : parse_fen("");
        if (!parsed) return true;
        next.insert(parsed->position.fen());
      }
    }
    level = std::move(next);
  }
  return false;
}

TEST(DividedRun, SharingByTheReferencesPositionsFindsWhatTheSubjectsWouldHide) {
  // The rook stays when the king castles: a legal position, but the wrong one.
  const std::string root = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const auto wrong = [] { return zoo::make_zoo_generator(zoo::BugSet(BugId::CastlingRookStays)); };
  EXPECT_FALSE(naive_sharing_sees(*wrong(), *mailbox::make_mailbox_generator(), root, 4))
      << "the example is to be one that the naive way does not see";
  RunOptions options = dividing(Sharing::On);
  options.subject = wrong;
  options.reference = mailbox::make_mailbox_generator;
  const Ran ran = run_rows({row_of(root)}, options, {}, deep_to(4));
  ASSERT_EQ(ran.findings.size(), 1U);
  EXPECT_EQ(ran.findings[0].finding.cause, Cause::Make);
  EXPECT_EQ(class_name(ran.findings[0].finding), "castling-rook-stays");
}

TEST(DividedRow, StockfishSharedCountsAsStockfishDoes) {
  const auto stockfish = reference::find_stockfish();
  if (!stockfish) GTEST_SKIP() << stockfish.error();
  reference::UciEngineOptions options;
  options.command = {*stockfish};
  options.role = reference::EngineRole::Stockfish;
  const reference::GeneratorFactory factory = [&] { return reference::make_uci_engine(options); };
  // Castling of both kinds, and en passant that is pinned.
  for (const Root& root : {standard(kStartFen), standard("4k2r/7p/8/8/8/8/P7/R3K3 w Qk - 0 1"),
                           standard("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"),
                           Root{"1r2k3/8/8/8/8/8/8/4K1R1 w Gb - 0 1", true}}) {
    const Question whole = reference::question_at(root, {}, 4);
    const auto expected = factory()->divide(whole, {});
    ASSERT_TRUE(expected) << root.fen;
    for (const Sharing share : {Sharing::Off, Sharing::On}) {
      Assembly assembly(row_of(root), 4, factory, rules(share, 20'000));
      const auto answer = assembly.run();
      ASSERT_TRUE(answer) << answer.error().message;
      EXPECT_EQ(*answer, *expected) << root.fen;
    }
  }
}

}  // namespace
}  // namespace perft_verify::verifier
