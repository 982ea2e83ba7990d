#include "verifier/run/runner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <sstream>
#include <thread>

#include "core/fen.h"
#include "core/line.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/run_rows.h"
#include "verifier/report/words/sentence.h"
#include "verifier/run/emission.h"
#include "verifier/suite/epd_reader.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

Ran run_epd(std::string_view epd, const RunOptions& options, const std::stop_token& stop = {}) {
  Suite suite = read_epd("s.epd", epd, {});
  EXPECT_TRUE(suite.problems.empty());
  return run_rows(std::move(suite.rows), options, stop);
}

RunOptions options_with(ScriptedGenerator::Script subject, ScriptedGenerator::Script reference) {
  RunOptions options;
  options.subject = scripted(std::move(subject));
  options.reference = scripted(std::move(reference));
  return options;
}

constexpr std::string_view kOneRow = "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3 ;D2 9 ;D3 54\n";
constexpr std::string_view kWrongRecorded = "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D2 10\n";

ScriptedGenerator::Script always(FailureKind kind) {
  return [kind](const Call&) { return failure(kind); };
}
/// Only the first question fails, over all generators of the run.
ScriptedGenerator::Script once(FailureKind kind) {
  return [kind, asked = std::make_shared<std::atomic<int>>(0)](const Call& call) -> Answer<Divide> {
    if ((*asked)++ == 0) return failure(kind);
    return call.right();
  };
}
const ScriptedGenerator::Script kPlusOne = [](const Call& call) { return changed(call, plus_one); };

// --- The table of verdicts ---------------------------------------------------------------

TEST(Verdict, AllEqualAgree) {
  const Ran ran = run_epd(kOneRow, {});
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Agree);
  EXPECT_EQ(ran.rows[0].depth, 3);
  EXPECT_EQ(ran.rows[0].recorded_nodes, 54U);
  EXPECT_EQ(ran.rows[0].subject_nodes, 54U);
  EXPECT_EQ(ran.rows[0].reference_nodes, 54U);
  EXPECT_EQ(ran.rows[0].proven.totals, 3);
  EXPECT_EQ(ran.rows[0].proven.divide, 3);
  EXPECT_FALSE(ran.rows[0].proven.full);
  EXPECT_EQ(ran.exit_code, ExitCode::Agree);
  EXPECT_TRUE(ran.summary.complete());
  EXPECT_EQ(ran.summary.nodes, 54U);
}

TEST(Verdict, BothAgainstTheRecordedCountIsAnErrorOfTheSuite) {
  const Ran ran = run_epd(kWrongRecorded, {});
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Agree);
  ASSERT_EQ(ran.rows[0].suite_errors.size(), 1U);
  EXPECT_EQ(ran.rows[0].suite_errors[0].depth, 2);
  EXPECT_EQ(ran.rows[0].suite_errors[0].recorded, 10U);
  EXPECT_EQ(ran.rows[0].suite_errors[0].counted, 9U);
  EXPECT_EQ(ran.summary.suite_errors, 1U);
  EXPECT_EQ(ran.exit_code, ExitCode::Usage);
}

TEST(Verdict, SubjectAndRecordedAgainstTheReferenceIsAMismatchThatSaysSo) {
  const auto reference = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 2) return;
      plus_one(divide);
    });
  };
  const Ran ran = run_epd("7k/8/8/8/8/8/8/K7 w - - 0 1 ;D2 9\n", options_with(nullptr, reference));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch);
  ASSERT_EQ(ran.findings.size(), 1U);
  const auto* const recorded = reason_of<RecordedCount>(ran.findings[0].finding);
  ASSERT_TRUE(recorded);
  EXPECT_EQ(recorded->count, 9U);
  EXPECT_EQ(ran.exit_code, ExitCode::Findings);
}

/// Wrong at depth 2 the first time that it is asked, over all generators of the run.
ScriptedGenerator::Script erring_once(void (*err)(Divide&)) {
  return [err, erred = std::make_shared<std::atomic<bool>>(false)](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth == 2 && !erred->exchange(true)) err(divide);
    });
  };
}

void one_move_less(Divide& divide) {
  divide.total -= divide.lines.front().nodes;
  divide.lines.erase(divide.lines.begin());
}

constexpr std::string_view kRecordedNothing = "7k/8/8/8/8/8/8/K7 w - - 0 1\n";

/// As where there is no Stockfish, and the mailbox had a bug: what is recorded speaks for a right
/// engine, and with the core beside it nobody is blamed.
TEST(Verdict, RecordedCountsSideWithAnEngineAgainstAWrongMailbox) {
  constexpr std::string_view kRow =
      "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1 ;D1 6 ;D2 96 ;id \"ep-horizontal-pin\";\n";
  RunOptions options;
  options.reference = [] { return zoo::make_zoo_generator(zoo::BugSet(BugId::EpHorizontalPin)); };
  const Ran alone = run_epd(kRow, options);
  ASSERT_EQ(alone.findings.size(), 1U);
  const auto* const recorded = reason_of<RecordedCount>(alone.findings[0].finding);
  ASSERT_TRUE(recorded);
  EXPECT_EQ(recorded->count, 6U);
  EXPECT_EQ(recorded->side, Side::Subject);

  options.second_reference = [] { return reference::make_core_generator(); };
  const Ran with_core = run_epd(kRow, options);
  EXPECT_EQ(with_core.rows[0].verdict, Verdict::Undecided);
  EXPECT_TRUE(with_core.rows[0].reason.starts_with("the reference stands alone"))
      << with_core.rows[0].reason;
  EXPECT_TRUE(with_core.findings.empty());
}

TEST(Verdict, WhereTheReferenceDoesNotRepeatItselfAThirdDecides) {
  for (const bool bisect : {true, false}) {
    for (const auto err : {plus_one, one_move_less}) {
      RunOptions options = options_with(nullptr, erring_once(err));
      options.depth = 2;
      options.bisect = bisect;
      const Ran alone = run_epd(kRecordedNothing, options);
      EXPECT_EQ(alone.rows[0].verdict, Verdict::Undecided);
      EXPECT_TRUE(alone.rows[0].reason.contains("fresh process")) << alone.rows[0].reason;
      EXPECT_TRUE(alone.findings.empty());
      EXPECT_EQ(alone.exit_code, ExitCode::Undecided);

      options = options_with(nullptr, erring_once(err));
      options.depth = 2;
      options.bisect = bisect;
      options.second_reference = mailbox::make_mailbox_generator;
      const Ran with_third = run_epd(kRecordedNothing, options);
      EXPECT_EQ(with_third.rows[0].verdict, Verdict::Agree) << with_third.rows[0].reason;
      EXPECT_EQ(with_third.rows[0].reference_nodes, 9U);

      // The subject is wrong too, elsewhere: that must be found.
      const auto wrong = [](const Call& call) {
        return changed(call, [&](Divide& divide) {
          if (call.question.depth == 2) divide.total -= std::exchange(divide.lines.back().nodes, 0);
        });
      };
      options = options_with(wrong, erring_once(err));
      options.depth = 2;
      options.bisect = bisect;
      options.second_reference = mailbox::make_mailbox_generator;
      const Ran both = run_epd(kRecordedNothing, options);
      EXPECT_EQ(both.rows[0].verdict, Verdict::Mismatch) << both.rows[0].reason;
    }
  }
}

TEST(Verdict, AReferenceThatStandsAloneBlamesNobody) {
  for (const bool bisect : {true, false}) {
    for (const auto err : {plus_one, one_move_less}) {
      RunOptions options = options_with(
          nullptr, [err](const Call& call) { return changed(call, [&](Divide& d) { err(d); }); });
      options.bisect = bisect;
      options.second_reference = mailbox::make_mailbox_generator;
      const Ran ran = run_epd(kRecordedNothing, options);
      EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
      EXPECT_TRUE(ran.rows[0].reason.starts_with("the reference stands alone"))
          << ran.rows[0].reason;
      EXPECT_TRUE(ran.findings.empty());
      EXPECT_EQ(ran.exit_code, ExitCode::Undecided);
    }
  }
}

TEST(Verdict, ARecordedCountCanSideWithAReferenceAgainstTheSecond) {
  // Both the subject and the second reference count 9, and the suite agrees with the reference.
  RunOptions options = options_with(nullptr, kPlusOne);
  options.bisect = false;
  options.second_reference = mailbox::make_mailbox_generator;
  const Ran ran = run_epd("7k/8/8/8/8/8/8/K7 w - - 0 1 ;D1 4 ;D2 10\n", options);
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch) << ran.rows[0].reason;
  ASSERT_EQ(ran.findings.size(), 1U);
  const auto* const vote = reason_of<Vote>(ran.findings[0].finding);
  const auto* const recorded = reason_of<RecordedCount>(ran.findings[0].finding);
  ASSERT_TRUE(vote != nullptr && recorded != nullptr);
  EXPECT_EQ(vote->side, Side::Subject);
  EXPECT_EQ(recorded->side, Side::Reference);
}

TEST(Verdict, AReferenceThatContradictsItselfLeavesTheRowUndecided) {
  // Right at the root, and another count each time below it.
  const auto reference = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (!call.question.moves.empty()) divide.lines.front().nodes += 7;
      divide.total = sum_of_lines(divide);
    });
  };
  const auto wrong_at_three = [](const Call& call) {
    return call.question.depth == 3 ? changed(call, plus_one) : call.right();
  };
  RunOptions options = options_with(wrong_at_three, reference);
  options.depth = 3;
  const Ran ran = run_epd(kRecordedNothing, options);
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
  EXPECT_TRUE(ran.rows[0].reason.contains("contradicts itself")) << ran.rows[0].reason;
  EXPECT_TRUE(ran.findings.empty());
}

TEST(Verdict, AReferenceThatLagsOneQuestionBehindBlamesNobody) {
  for (const Mode mode : {Mode::Totals, Mode::Divide, Mode::Full}) {
    for (int right_at_first = 1; right_at_first <= 12; ++right_at_first) {
      RunOptions options;
      options.mode = mode;
      options.depth = 3;
      options.full_nodes = 100;
      options.subject = [] {
        return std::make_unique<ScriptedGenerator>(nullptr, nullptr, /*shows_board=*/false);
      };
      options.reference = [right_at_first] {
        const auto before = std::make_shared<Answer<Divide>>();
        return std::make_unique<ScriptedGenerator>([=](const Call& call) {
          auto previous = std::exchange(*before, call.right());
          return call.since_restart > right_at_first ? previous : *before;
        });
      };
      options.second_reference = mailbox::make_mailbox_generator;
      const Ran ran = run_epd(
          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n7k/8/8/r7/8/8/8/1K6 b - - 0 1\n", options);
      EXPECT_TRUE(ran.findings.empty())
          << right_at_first << to_string(mode) << sentence_of(ran.findings.front().finding);
    }
  }
}

TEST(Verdict, ABoardThatOnlyTheReferenceSeesSoBlamesNobody) {
  RunOptions options;
  options.mode = Mode::Full;
  options.second_reference = mailbox::make_mailbox_generator;
  const auto without_rights = [](const Question& asked, Answer<std::string> fen) {
    if (fen && !asked.moves.empty()) fen->replace(fen->find("KQ"), 2, "-");
    return fen;
  };
  options.reference = [&] { return std::make_unique<ScriptedGenerator>(nullptr, without_rights); };
  const Ran ran = run_epd("4k3/p7/8/8/8/8/8/R3K2R b KQ - 0 1 ;D2 0\n", options);
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided) << ran.rows[0].reason;
  EXPECT_TRUE(ran.findings.empty());
}

TEST(Workers, AnExceptionLeavesTheRowUndecided) {
  const auto thrower = [](const Call&) -> Answer<Divide> { throw std::bad_alloc(); };
  const Ran ran = run_epd(kOneRow, options_with(thrower, nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
  EXPECT_TRUE(ran.rows[0].reason.contains("bad_alloc")) << ran.rows[0].reason;
  EXPECT_EQ(ran.exit_code, ExitCode::Undecided);
}

TEST(Verdict, SubjectAgainstTheReferenceIsAMismatchWithAFinding) {
  const Ran ran = run_epd(kOneRow, options_with(kPlusOne, nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch);
  EXPECT_EQ(ran.rows[0].findings, std::vector<std::size_t>{0});
  ASSERT_EQ(ran.findings.size(), 1U);
  EXPECT_EQ(ran.findings[0].rows, std::vector<std::size_t>{0});
  EXPECT_FALSE(ran.findings[0].finding.reproduce.empty());
  EXPECT_EQ(ran.exit_code, ExitCode::Findings);
}

TEST(Verdict, ASubjectThatFailsTwiceIsAFindingOfThatKind) {
  const std::pair<FailureKind, FindingKind> kKinds[] = {
      {FailureKind::Died, FindingKind::Crash},
      {FailureKind::Timeout, FindingKind::Timeout},
      {FailureKind::Protocol, FindingKind::Protocol},
      {FailureKind::RejectedPosition, FindingKind::RejectedPosition}};
  for (const auto& [failed, kind] : kKinds) {
    const Ran ran = run_epd(kOneRow, options_with(always(failed), nullptr));
    EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch) << to_string(kind);
    ASSERT_EQ(ran.findings.size(), 1U);
    const Finding& finding = ran.findings[0].finding;
    EXPECT_EQ(finding.kind, kind);
    EXPECT_EQ(finding.cause, Cause::Unknown);
    EXPECT_EQ(finding.fen, kTwoKings);
    EXPECT_FALSE(finding.counts);
    EXPECT_EQ(ran.exit_code, ExitCode::Findings);
  }
}

/// After the moves that the first row shows to be made wrong, it dies in the second one.
TEST(Verdict, AFailureThatAFindingOfMovesStandsForIsTheReasonOfItsRow) {
  const std::string dying = "4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1";
  const auto subject = [&](const Call& call) -> Answer<Divide> {
    const bool dies = call.question.root.fen == dying;
    if (dies && (!call.question.moves.empty() || call.question.depth > 1))
      return failure(FailureKind::Died);
    return changed(call, [&](Divide& divide) {
      if (dies || divide.lines.empty()) return;
      if (!call.question.moves.empty()) divide.lines.pop_back();
      if (call.question.depth == 2) --divide.lines.back().nodes;
      divide.total = sum_of_lines(divide);
    });
  };
  const Ran ran = run_epd("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ;D2 30\n" + dying + " ;D2 40\n",
                          options_with(subject, nullptr));
  ASSERT_EQ(ran.findings.size(), 1U);
  EXPECT_EQ(ran.findings[0].finding.cause, Cause::Make);
  ASSERT_EQ(ran.rows.size(), 2U);
  EXPECT_FALSE(ran.rows[0].failed);
  EXPECT_EQ(ran.rows[1].verdict, Verdict::Mismatch);
  EXPECT_TRUE(ran.rows[1].failed);
  EXPECT_FALSE(ran.rows[1].reason.empty());
}

/// The rows of a finding keep the class that they look like, where the finding does not name it.
TEST(Verdict, ARowLooksLikeWhatItsOwnSymptomsSay) {
  RunInfo run;
  run.rows =
      read_epd("s.epd",
               "8/8/4k3/8/8/2N5/8/4K3 b - - 0 1 ;D1 6\n8/8/3k4/8/8/2N5/8/4K3 b - - 0 1 ;D1 7\n"
               "8/8/2k5/8/8/2N5/8/4K3 b - - 0 1 ;D1 6\n",
               {})
          .rows;
  run.plans = plan_rows(run.rows, {}, {});
  std::vector<JournalEntry> entries(3);
  const std::vector<std::string> moves{"e6d5", "d6d5", "c6d5"};
  for (std::size_t row = 0; row < entries.size(); ++row) {
    Finding finding;
    finding.kind = FindingKind::IllegalMove;
    finding.cause = Cause::Generation;
    finding.fen = finding.root.fen = run.rows[row].fen;
    finding.illegal = {moves[row]};
    finding.symptoms = row == 0 ? "one" : "another";
    if (row == 1) finding.candidates = {BugId::KnightStepTypo};
    entries[row].row = row;
    entries[row].state.index = row;
    entries[row].state.result.verdict = Verdict::Mismatch;
    entries[row].state.findings = {finding};
    entries[row].state.done = true;
  }
  EventLog log;
  report_entries(run, {&log}, std::move(entries), 0);
  ASSERT_EQ(log.findings.size(), 1U);
  ASSERT_EQ(log.rows.size(), 3U);
  EXPECT_FALSE(log.rows[0].looks_like);
  EXPECT_EQ(log.rows[1].looks_like, BugId::KnightStepTypo);
  EXPECT_EQ(log.rows[2].looks_like, BugId::KnightStepTypo);
}

/// One that takes the only move for none, and counts the end of the game as a leaf.
TEST(Verdict, ATotalWithoutLinesIsAnAnswerWhereLinesAreReadElsewhere) {
  constexpr std::string_view kOneMove = "3rk3/6n1/2n4b/2Pp4/4K3/r7/8/8 w - d6 0 1 ;D1 1\n";
  const auto prints = [&](bool lines_elsewhere, std::uint64_t total) {
    const auto misses_it = [=](const Call& call) {
      return changed(call, [&](Divide& divide) {
        const bool here = kOneMove.starts_with(call.question.root.fen);
        if (!here && lines_elsewhere) return;
        divide.lines.clear();
        if (here) divide.total = total;
      });
    };
    const Ran ran = run_epd(kOneMove, options_with(misses_it, nullptr));
    return ran.findings.size() == 1 ? ran.findings[0].finding.kind : FindingKind::Crash;
  };
  EXPECT_EQ(prints(true, 1), FindingKind::WrongCount);
  EXPECT_EQ(prints(true, 2), FindingKind::Protocol);
  EXPECT_EQ(prints(false, 1), FindingKind::Protocol);
}

TEST(Verdict, ASubjectThatFailsOnceIsUndecided) {
  for (const FailureKind kind : {FailureKind::Died, FailureKind::Timeout, FailureKind::Protocol,
                                 FailureKind::RejectedPosition}) {
    const Ran ran = run_epd(kOneRow, options_with(once(kind), nullptr));
    EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
    EXPECT_TRUE(ran.rows[0].reason.starts_with("not repeatable")) << ran.rows[0].reason;
    EXPECT_EQ(ran.exit_code, ExitCode::Undecided);
    EXPECT_TRUE(ran.summary.complete()) << "the row was run";
  }
}

/// One that shows the en passant square of the position before, which a fresh process has not.
TEST(Verdict, AReaderThatShowsWhatItKeptIsAFinding) {
  const auto keeps = [](bool ep) {
    return options_with(
        [ep, kept = false](const Call& call) mutable -> Answer<Divide> {
          const std::string& root = call.question.root.fen;
          if (call.since_restart == 1) kept = false;
          const bool none = root.contains(" w - - ");
          kept = (kept && none) || root.contains(" d6 ");
          if (!ep || !kept || !none) return call.right();
          std::string shown = root;
          shown.replace(shown.find(" w - - ") + 5, 1, "d6");
          return std::unexpected(Failure{
              FailureKind::RejectedPosition, reference::Stage::Board,
              fmt::format("was sent `position fen {}` and shows `{}`: no pawn", root, shown)});
        },
        nullptr);
  };
  constexpr std::string_view kRows =
      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 ;D1 7\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n";
  EXPECT_EQ(run_epd(kRows, keeps(false)).exit_code, ExitCode::Agree);
  const Ran ran = run_epd(kRows, keeps(true));
  ASSERT_EQ(ran.findings.size(), 1U);
  const Finding& finding = ran.findings[0].finding;
  EXPECT_EQ(finding.cause, Cause::Setup);
  EXPECT_EQ(finding.fen, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(class_name(finding), "fen-misread");
  EXPECT_TRUE(has_fact(finding, Fact::KeepsEpSquareOfPositionBefore));
  EXPECT_TRUE(sentence_of(finding).contains("a fresh process shows what it was sent"));
  EXPECT_TRUE(finding.reproduce.starts_with(
      "verify -j 1 --fen '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1' --fen '4k3/8"))
      << finding.reproduce;
  EXPECT_EQ(ran.exit_code, ExitCode::Findings);
}

/// No count from a FEN shows it, for each sets the board up anew; a search does not.
TEST(Verdict, AnEnPassantSquareThatIsNotPutBackIsAMismatch) {
  constexpr std::string_view kRow = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 ;D1 7 ;D2 38\n";
  const auto forgets = [](bool always) {
    return [always](const Call& call) {
      const std::size_t square = call.question.root.fen.find(" d6 ");
      if (call.question.counted_before == 0 || (square == std::string::npos && !always))
        return call.right();
      Question without = call.question;
      if (square != std::string::npos) without.root.fen.replace(square, 4, " - ");
      if (square == std::string::npos) without.root.fen = kStartFen;
      return ScriptedGenerator(nullptr).divide(without, {});
    };
  };
  const Ran ran = run_epd(kRow, options_with(forgets(false), nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch);
  ASSERT_EQ(ran.findings.size(), 1U);
  const Finding& finding = ran.findings[0].finding;
  EXPECT_EQ(finding.cause, Cause::Unmake);
  EXPECT_TRUE(has_fact(finding, Fact::WrongOnceCounted));
  EXPECT_EQ(finding.missing, std::vector<std::string>{"e5d6"});
  EXPECT_TRUE(finding.reproduce.starts_with("echo 'position fen 4k3/8/8/3pP3"))
      << finding.reproduce;
  EXPECT_EQ(run_epd(kRow, options_with(forgets(true), nullptr)).exit_code, ExitCode::Agree)
      << "its position is lost once it has counted, which is no fault";
  const auto deeper = [](const Call& call) {
    return call.question.depth == 2 ? changed(call, plus_one) : call.right();
  };
  constexpr std::string_view kToDepthOne = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 ;D1 7\n";
  EXPECT_EQ(run_epd(kToDepthOne, options_with(deeper, nullptr)).exit_code, ExitCode::Agree)
      << "another bug, where nothing is compared";
}

/// Counting makes moves by other code than reads them from a game.
TEST(Verdict, AMoveOfAGameThatIsMadeWrongIsAMismatch) {
  constexpr std::string_view kRows =
      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 ;D1 7\n4k3/8/8/8/8/8/7P/4K2R w K - 0 1 ;D1 10\n"
      "8/P6k/8/8/8/8/8/K7 w - - 0 1 ;D1 7\n";
  const auto ignores = [](const Call& call) {
    Question question = call.question;
    if (!question.moves.empty() && question.depth + question.moves.size() > 2) {
      Line line(parse_fen(question.root)->position);
      if (line.push_texts(question.moves)) {
        // The rook of castling stays, and the pawn that is captured or promotes.
        PositionParts parts = line.position().parts();
        const std::string& first = question.moves.front();
        if (first == "e1g1") {
          parts.clear(Square::F1);
          parts.put(Square::H1, {Color::White, PieceType::Rook});
        } else if (first == "e5d6") {
          parts.put(Square::D5, {Color::Black, PieceType::Pawn});
        }
        question.root = root_of(Position(parts));
        question.moves.clear();
      }
    }
    return ScriptedGenerator(nullptr).divide(question, {});
  };
  const Ran ran = run_epd(kRows, options_with(ignores, nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch);
  EXPECT_EQ(ran.rows[1].verdict, Verdict::Mismatch);
  EXPECT_EQ(ran.rows[2].verdict, Verdict::Agree);
  ASSERT_EQ(ran.findings.size(), 2U);
  const char* const moves[] = {"e5d6", "e1g1"};
  for (std::size_t at = 0; at < 2; ++at) {
    const Finding& finding = ran.findings[at].finding;
    EXPECT_NE(finding.cause, Cause::Generation);
    ASSERT_FALSE(finding.path.empty());
    EXPECT_EQ(finding.path.front(), moves[at]);
  }
  const auto dies = [](const Call& call) -> Answer<Divide> {
    if (call.question.moves == std::vector<std::string>{"a7a8b"}) return failure(FailureKind::Died);
    return call.right();
  };
  const Ran died = run_epd(kRows, options_with(dies, nullptr));
  ASSERT_EQ(died.findings.size(), 1U);
  EXPECT_EQ(died.findings[0].finding.kind, FindingKind::Crash);
  const auto dies_there = [dies](const Call& call) -> Answer<Divide> {
    if (call.question.root.fen.starts_with("B7/7k/")) return failure(FailureKind::Died);
    return dies(call);
  };
  EXPECT_EQ(run_epd(kRows, options_with(dies_there, nullptr)).exit_code, ExitCode::Agree)
      << "another bug, at a depth to which nothing is compared";
}

/// What is lost is told by the class that alone answers so here and elsewhere.
TEST(Verdict, WhatIsNotPutBackIsNamedOnlyByAllItsAnswers) {
  constexpr std::string_view kRow = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 ;D1 7 ;D2 38\n";
  const auto found = [&](bool everywhere) {
    const auto forgets = [=](const Call& call) {
      const Question& asked = call.question;
      const auto position = admitted(asked.root);
      if (asked.counted_before == 0 || !position || !position->en_passant() ||
          (!everywhere && !asked.root.fen.starts_with("4k3")))
        return call.right();
      PositionParts parts = position->parts();
      parts.en_passant.reset();
      Question without = asked;
      without.root = root_of(Position(parts));
      return ScriptedGenerator(nullptr).divide(without, {});
    };
    const Ran ran = run_epd(kRow, options_with(forgets, nullptr));
    return ran.findings.size() == 1 ? std::optional(ran.findings[0].finding) : std::nullopt;
  };
  const auto named = found(true);
  ASSERT_TRUE(named);
  EXPECT_EQ(class_name(*named), "unmake-ep-square");
  const auto doubtful = found(false);
  ASSERT_TRUE(doubtful);
  EXPECT_EQ(class_name(*doubtful), "unclassified");
  EXPECT_TRUE(std::ranges::any_of(doubtful->candidates,
                                  [](BugId each) { return each == BugId::UnmakeEpSquare; }));
}

/// It dies of the questions that would locate what is wrong.
TEST(Verdict, OneThatDiesOnceItHasCountedIsAMismatch) {
  const auto dies = [](const Call& call) -> Answer<Divide> {
    if (call.question.counted_before == 0 || !call.question.root.fen.contains(" d6 "))
      return call.right();
    if (call.question.depth == 2 && call.question.moves.empty()) return changed(call, plus_one);
    return failure(FailureKind::Died);
  };
  const Ran ran =
      run_epd("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 ;D1 7 ;D2 38\n", options_with(dies, nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch);
  ASSERT_EQ(ran.findings.size(), 1U);
  EXPECT_EQ(ran.findings[0].finding.kind, FindingKind::WrongCount);
  EXPECT_EQ(ran.findings[0].finding.cause, Cause::Unmake);
}

/// A check that is not put back lists moves that do not answer it.
TEST(Verdict, ACheckThatIsNotPutBackIsAMismatch) {
  constexpr std::string_view kRow = "7k/8/8/8/8/1n6/1r6/K7 w - - 0 1 ;D1 1 ;D2 9\n";
  const auto forgets = [](const Call& call) -> Answer<Divide> {
    if (call.question.counted_before == 0 || !call.question.root.fen.contains("1r6"))
      return call.right();
    return changed(call, plus_one);
  };
  EXPECT_EQ(run_epd(kRow, options_with(nullptr, nullptr)).exit_code, ExitCode::Agree);
  EXPECT_EQ(run_epd(kRow, options_with(forgets, nullptr)).rows[0].verdict, Verdict::Mismatch);
  // A reader keeps something of the position before, which is another one at first.
  const auto keeps = [last = std::make_shared<std::string>()](const Call& call) -> Answer<Divide> {
    const std::string before = std::exchange(*last, call.question.root.fen);
    if (call.question.counted_before == 0 || before == *last || !last->contains("1r6"))
      return call.right();
    return changed(call, plus_one);
  };
  EXPECT_EQ(run_epd(kRow, options_with(keeps, nullptr)).exit_code, ExitCode::Agree);
}

/// Whatever is played, one move more is missing the second time.
TEST(Verdict, ABoardThatNoMoveIsPutBackOnIsAMismatch) {
  constexpr std::string_view kRow = "7k/8/8/8/8/1n6/1r6/K7 w - - 0 1 ;D1 1 ;D2 9\n";
  const auto spoils = [](const Call& call) -> Answer<Divide> {
    if (call.question.counted_before == 0) return call.right();
    return changed(call, [](Divide& divide) {
      divide.total -= divide.lines.front().nodes;
      divide.lines.front() = {"a1h1", 1};
      divide.total += 1;
    });
  };
  const Ran ran = run_epd(kRow, options_with(spoils, nullptr));
  ASSERT_EQ(ran.findings.size(), 1U);
  EXPECT_EQ(ran.findings[0].finding.cause, Cause::Unmake);
  EXPECT_EQ(ran.findings[0].finding.candidates,
            (std::vector{BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete}));
}

/// A generator that castles through a check, and that lists no e1d2 once a move was played.
Answer<Divide> of_two_bugs(reference::Generator& zoo, Question question) {
  const int depth = std::exchange(question.depth, 1);
  auto answer = zoo.divide(question, {});
  if (!answer) return answer;
  if (!question.moves.empty())
    std::erase_if(answer->lines, [](const auto& line) { return line.move == "e1d2"; });
  if (depth > 1)
    for (auto& line : answer->lines) {
      Question child = question;
      child.moves.push_back(line.move);
      child.depth = depth - 1;
      const auto below = of_two_bugs(zoo, child);
      if (!below) return below;
      line.nodes = below->total;
    }
  answer->total = reference::sum_of_lines(*answer);
  return answer;
}

TEST(Findings, AreApartWhereSomeMovesAreWrongAfterMovesOnly) {
  const auto zoo = std::shared_ptr<reference::Generator>(
      zoo::make_zoo_generator(zoo::BugSet(BugId::CastlingThroughCheck)));
  const Ran ran = run_epd(
      "4k3/8/8/8/8/8/4p3/R3K2R b KQ - 0 1 ;D1 5 ;D2 112\n",
      options_with([zoo](const Call& call) { return of_two_bugs(*zoo, call.question); }, nullptr));
  ASSERT_EQ(ran.findings.size(), 2U);
  for (const auto& each : ran.findings)
    EXPECT_EQ(each.finding.cause, each.finding.missing.empty() ? Cause::Generation : Cause::Make);
}

/// The code that reads sent moves takes every promotion for one to a queen. Counting makes them
/// right.
TEST(Findings, OfASentMoveThatIsMisreadAreNotOfMakingIt) {
  RunOptions options = options_with(nullptr, nullptr);
  options.subject = [] {
    return std::make_unique<ScriptedGenerator>(
        [core = std::shared_ptr(reference::make_core_generator())](const Call& call) {
          Question question = call.question;
          for (std::string& move : question.moves)
            if (move.size() == 5) move.back() = 'q';
          return core->divide(question, {});
        },
        nullptr, /*shows_board=*/false);
  };
  const Ran ran = run_epd("7k/P7/8/8/8/8/8/K7 w - - 0 1 ;D1 7 ;D2 19\n", options);
  ASSERT_EQ(ran.findings.size(), 1U);
  const Finding& finding = ran.findings.front().finding;
  EXPECT_EQ(finding.cause, Cause::Unknown);
  EXPECT_TRUE(has_fact(finding, Fact::CountingPlaysTheMove));
  EXPECT_TRUE(finding.candidates.empty());
}

TEST(Verdict, ASubjectThatCannotDoItAtAllIsUndecided) {
  const Ran ran = run_epd(kOneRow, options_with(always(FailureKind::Unsupported), nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
  EXPECT_FALSE(ran.rows[0].reason.empty());
  EXPECT_EQ(ran.exit_code, ExitCode::Undecided);
}

TEST(Verdict, AReferenceThatFailsTwiceLeavesTheRowUndecided) {
  for (const FailureKind kind : {FailureKind::Died, FailureKind::Timeout, FailureKind::Protocol,
                                 FailureKind::RejectedPosition, FailureKind::CannotStart}) {
    const Ran ran = run_epd(kOneRow, options_with(nullptr, always(kind)));
    EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
    EXPECT_FALSE(ran.rows[0].reference_nodes);
    EXPECT_EQ(ran.exit_code, ExitCode::Undecided);
  }
}

TEST(Verdict, AReferenceThatFailsOnceIsAskedAgain) {
  const Ran ran = run_epd(kOneRow, options_with(nullptr, once(FailureKind::Died)));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Agree);
}

TEST(Verdict, RowsToSkipAreSkipped) {
  Row bad;
  bad.file = "s.epd";
  bad.skip_reason = "it is no position";
  Row good;
  good.fen = kTwoKings;
  const Ran ran = run_rows({bad, good}, {});
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Skipped);
  EXPECT_EQ(ran.rows[0].reason, "it is no position");
  EXPECT_EQ(ran.rows[1].verdict, Verdict::Agree);
  EXPECT_EQ(ran.exit_code, ExitCode::Agree);
}

TEST(Verdict, TheWorstRowDecidesTheExitCode) {
  const auto subject = [](const Call& call) -> Answer<Divide> {
    if (call.question.root.fen.starts_with("7k")) return failure(FailureKind::Unsupported);
    if (call.question.root.fen.starts_with("6k")) return changed(call, plus_one);
    return call.right();
  };
  const std::string good = "5k2/8/8/8/8/8/8/K7 w - - 0 1 ;D1 4\n";  // and a wrong count
  const std::string undecided = "7k/8/8/8/8/8/8/K7 w - - 0 1\n";
  const std::string wrong = "6k1/8/8/8/8/8/8/K7 w - - 0 1\n";
  EXPECT_EQ(run_epd(good, options_with(subject, nullptr)).exit_code, ExitCode::Usage);
  EXPECT_EQ(run_epd(good + undecided, options_with(subject, nullptr)).exit_code,
            ExitCode::Undecided);
  EXPECT_EQ(run_epd(undecided + good + wrong, options_with(subject, nullptr)).exit_code,
            ExitCode::Findings);
}

// --- Levels of comparison ----------------------------------------------------------------

const ScriptedGenerator::Script kSwapped = [](const Call& call) {
  return changed(call, [&](Divide& divide) {
    if (call.question.depth < 2 || divide.lines.size() < 2) return;
    ++divide.lines.front().nodes;
    --divide.lines.back().nodes;
  });
};

TEST(Modes, TotalsDoNotSeeWhatDivideSees) {
  RunOptions options = options_with(kSwapped, nullptr);
  options.mode = Mode::Totals;
  const Ran totals = run_epd(kOneRow, options);
  EXPECT_EQ(totals.rows[0].verdict, Verdict::Agree);
  EXPECT_EQ(totals.rows[0].proven.totals, 3);
  EXPECT_EQ(totals.rows[0].proven.divide, 1) << "it was not equal below";
  options.mode = Mode::Divide;
  EXPECT_EQ(run_epd(kOneRow, options).rows[0].verdict, Verdict::Mismatch);
}

TEST(Modes, FullSaysHowDeepItWent) {
  RunOptions options;
  options.mode = Mode::Full;
  const Ran ran = run_epd(kOneRow, options);
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Agree);
  EXPECT_EQ(ran.rows[0].proven.full, 3);
  EXPECT_GT(ran.rows[0].full_positions, 9U);
  options.full_nodes = 4;
  EXPECT_EQ(run_epd(kOneRow, options).rows[0].proven.full, 2);
}

TEST(Modes, WithoutBisectAMismatchStaysAtTheRoot) {
  RunOptions options = options_with(kPlusOne, nullptr);
  options.bisect = false;
  const Ran ran = run_epd(kOneRow, options);
  ASSERT_EQ(ran.findings.size(), 1U);
  const Finding& finding = ran.findings[0].finding;
  EXPECT_EQ(finding.kind, FindingKind::WrongCount);
  EXPECT_EQ(finding.cause, Cause::Unknown);
  EXPECT_TRUE(finding.path.empty());
  EXPECT_EQ(finding.counts->subject, 4U) << "at the least depth that shows it";
  EXPECT_EQ(finding.counts->reference, 3U);
}

// --- Recorded counts as the reference ----------------------------------------------------

RunOptions recorded_options(ScriptedGenerator::Script subject,
                            ScriptedGenerator::Script reference) {
  RunOptions options = options_with(std::move(subject), std::move(reference));
  options.recorded = true;
  return options;
}

TEST(Recorded, NeedsNoReferenceWhereTheTotalIsRight) {
  const Ran ran = run_epd(kOneRow, recorded_options(nullptr, always(FailureKind::Died)));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Agree);
  EXPECT_EQ(ran.rows[0].proven.totals, 3);
}

TEST(Recorded, ARowWithNothingRecordedIsUndecided) {
  const Ran ran = run_epd("7k/8/8/8/8/8/8/K7 w - - 0 1\n", recorded_options(nullptr, nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
  EXPECT_FALSE(ran.rows[0].reason.empty());
  EXPECT_EQ(ran.exit_code, ExitCode::Undecided);
}

TEST(Recorded, AMismatchIsBisected) {
  const Ran ran = run_epd(kOneRow, recorded_options(kPlusOne, nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch);
  EXPECT_EQ(ran.findings.size(), 1U);
}

TEST(Recorded, WhereTheBisectSidesWithTheSubjectTheSuiteIsWrong) {
  const Ran ran = run_epd(kWrongRecorded, recorded_options(nullptr, nullptr));
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Agree);
  EXPECT_EQ(ran.summary.suite_errors, 1U);
  EXPECT_EQ(ran.exit_code, ExitCode::Usage);
}

// --- Order, workers, early ends ----------------------------------------------------------

/// Twelve rows; every third is wrong, some go deep, and slower ones come first.
std::string many_rows() {
  std::string epd;
  for (const char* board : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
                            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "7k/8/8/8/8/8/8/K7 w - -",
                            "4k3/8/8/8/8/8/8/4K2R w K -"})
    for (const char* depth : {"D2", "D3", "D1"})
      epd += fmt::format("{} 0 {} id \"{} {}\";\n", board, depth[1], epd.size(), depth);
  return epd;
}

const ScriptedGenerator::Script kWrongAtMoveThree = [](const Call& call) {
  // Slow at first: with several workers the rows end in another order than they begin.
  if (call.number == 1) std::this_thread::sleep_for(std::chrono::milliseconds(60));
  return changed(call, [&](Divide& divide) {
    if (call.question.root.fen.ends_with(" 0 3")) plus_one(divide);
  });
};

TEST(Order, EventsAreTheSameForAnyNumberOfWorkers) {
  std::vector<std::string> first;
  for (const unsigned jobs : {1U, 2U, 16U}) {
    for (int repetition = 0; repetition < 5; ++repetition) {
      RunOptions options = options_with(kWrongAtMoveThree, nullptr);
      options.depth = 3;
      options.jobs = jobs;
      Ran ran = run_epd(many_rows(), options);
      EXPECT_EQ(ran.summary.mismatch, 4U);
      if (first.empty()) first = ran.events;
      EXPECT_EQ(ran.events, first) << jobs << " workers";
    }
  }
  EXPECT_EQ(first.front(), "started");
}

TEST(Order, AFindingComesBeforeItsRowAndRowsInTheOrderOfTheSuite) {
  RunOptions options = options_with(kWrongAtMoveThree, nullptr);
  options.depth = 3;
  options.jobs = 2;
  const Ran ran = run_epd(many_rows(), options);
  std::size_t next_row = 0;
  std::size_t next_finding = 0;
  for (const std::string& event : ran.events) {
    std::istringstream words(event);
    std::string what;
    std::size_t index = 0;
    words >> what >> index;
    if (what == "finding") {
      EXPECT_EQ(index, next_finding++);
    }
    if (what != "row") continue;
    EXPECT_EQ(index, next_row++);
    for (const std::size_t finding : ran.rows[index].findings) EXPECT_LT(finding, next_finding);
  }
  EXPECT_EQ(next_row, 12U);
}

TEST(Findings, TheSameFaultInTwoRowsIsOneWithTwoRows) {
  // The same board twice, told apart by the clock of the row, wrong at the same child.
  const auto subject = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.root.fen.starts_with("7k")) plus_one(divide);
    });
  };
  RunOptions options = options_with(subject, nullptr);
  options.depth = 1;
  const std::string row = "7k/8/8/8/8/8/8/K7 w - - 0 1\n";
  const Ran ran = run_epd(row + "6k1/8/8/8/8/8/8/K7 w - - 0 1\n" + row, options);
  EXPECT_EQ(ran.findings.size(), 1U);
  EXPECT_EQ(ran.rows[0].findings, std::vector<std::size_t>{0});
  EXPECT_EQ(ran.rows[2].findings, std::vector<std::size_t>{0});
  EXPECT_EQ(ran.summary.mismatch, 2U);
  EXPECT_EQ(ran.summary.findings, 1U);
}

TEST(EarlyEnd, FailFastLeavesTheRestNotRun) {
  RunOptions options = options_with(kWrongAtMoveThree, nullptr);
  options.depth = 2;
  options.fail_fast = true;
  const Ran ran = run_epd(many_rows(), options);
  EXPECT_EQ(ran.summary.findings, 1U);
  EXPECT_EQ(ran.summary.mismatch, 1U);
  EXPECT_FALSE(ran.summary.complete());
  EXPECT_EQ(ran.exit_code, ExitCode::Findings);
  for (std::size_t row = 2; row < ran.rows.size(); ++row) {
    EXPECT_EQ(ran.rows[row].verdict, Verdict::Undecided);
    EXPECT_EQ(ran.rows[row].reason, "not run");
    EXPECT_FALSE(ran.rows[row].depth);
  }
}

/// Faults that take their time end the run, unless the other rows take as long.
TEST(EarlyEnd, FaultsHaveABudgetOfTime) {
  const auto with_faults = [](double fault_seconds, std::chrono::milliseconds of_others) {
    RunOptions options = options_with(
        [of_others](const Call& call) -> Answer<Divide> {
          const bool hangs = !call.question.root.fen.contains("K7");
          std::this_thread::sleep_for(hangs ? std::chrono::milliseconds(20) : of_others);
          return hangs ? failure(FailureKind::Timeout) : call.right();
        },
        nullptr);
    options.depth = 1;
    options.fault_seconds = fault_seconds;
    std::string suite;
    for (const char* king : {"K7", "1K6", "2K5", "3K4", "4K3", "5K2", "6K1"})
      suite += fmt::format("7k/8/8/8/8/8/8/{} w - - 0 1\n", king);
    return run_epd(suite, options);
  };
  const Ran ended = with_faults(0.1, std::chrono::milliseconds(0));
  EXPECT_EQ(ended.summary.agree, 1U);
  EXPECT_EQ(ended.summary.mismatch, 3U) << "40 ms each";
  EXPECT_EQ(ended.summary.not_run, 3U);
  EXPECT_FALSE(ended.summary.complete());
  EXPECT_EQ(ended.exit_code, ExitCode::Findings);
  EXPECT_EQ(ended.rows[6].reason, "not run");
  EXPECT_TRUE(ended.summary.why_not_run.starts_with("3 rows that ended in a fault"))
      << ended.summary.why_not_run;
  for (const auto& [budget, others] : {std::pair(60.0, 0), std::pair(0.1, 1000)}) {
    const Ran whole = with_faults(budget, std::chrono::milliseconds(others));
    EXPECT_TRUE(whole.summary.complete()) << budget;
    EXPECT_EQ(whole.summary.why_not_run, "");
  }
}

TEST(EarlyEnd, MaxFindingsCountsDifferentFaults) {
  // With the black king in the corner the sum is wrong, elsewhere a move is missing.
  const auto two_faults = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.root.fen.starts_with("7k")) {
        plus_one(divide);
      } else if (!divide.lines.empty()) {
        divide.total -= divide.lines.back().nodes;
        divide.lines.pop_back();
      }
    });
  };
  RunOptions options = options_with(two_faults, nullptr);
  options.depth = 1;
  options.max_findings = 2;
  const std::string same = "7k/8/8/8/8/8/8/K7 w - - 0 1\n";
  const std::string other = "6k1/8/8/8/8/8/8/K7 w - - 0 1\n";
  const std::string third = "5k2/8/8/8/8/8/8/K7 w - - 0 1\n";
  const Ran ran = run_epd(same + same + same + other + third, options);
  EXPECT_EQ(ran.summary.findings, 2U);
  EXPECT_EQ(ran.summary.mismatch, 4U);
  EXPECT_EQ(ran.summary.undecided, 1U);
  EXPECT_FALSE(ran.summary.complete());
}

TEST(EarlyEnd, AStoppedRunIsIncompleteAndSaysNothingOfWhatItDidNotFinish) {
  std::stop_source stop;
  // Stops the run in the deep part of the first row, and does not answer there.
  const auto subject = [&stop](const Call& call) -> Answer<Divide> {
    if (call.question.depth < 4) return call.right();
    stop.request_stop();
    return failure(FailureKind::Stopped);
  };
  const std::string row = std::string(kKiwipete) + " ;D4 4085603\n";
  const Ran ran =
      run_epd(row + std::string(kOneRow), options_with(subject, nullptr), stop.get_token());
  EXPECT_FALSE(ran.summary.complete());
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
  EXPECT_EQ(ran.rows[0].reason, "not run");
  // The depth reported is the one that was compared: the shallow depth.
  EXPECT_EQ(ran.rows[0].depth, 3);
  EXPECT_EQ(ran.rows[0].subject_nodes, 97862U);
  EXPECT_FALSE(ran.rows[0].recorded_nodes);
  EXPECT_TRUE(ran.rows[0].findings.empty());
}

TEST(EarlyEnd, ARunThatIsStoppedBeforeItBeginsRunsNothing) {
  std::stop_source stop;
  stop.request_stop();
  RunOptions options;
  options.jobs = 4;
  const Ran ran = run_epd(many_rows(), options, stop.get_token());
  EXPECT_EQ(ran.summary.undecided, 12U);
  EXPECT_FALSE(ran.summary.complete());
}

TEST(Depths, ARowThatFailedGoesNoDeeper) {
  const auto deepest = std::make_shared<std::atomic<int>>(0);
  const auto subject = [deepest](const Call& call) -> Answer<Divide> {
    if (call.question.root.fen.starts_with("r3k2r/p1ppqpb1"))
      *deepest = std::max(deepest->load(), call.question.depth);
    return call.question.depth < 3 ? call.right() : changed(call, plus_one);
  };
  RunOptions options = options_with(subject, nullptr);
  options.depth = 9;
  const Ran ran = run_epd(kKiwipete, options);
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch);
  EXPECT_EQ(ran.rows[0].depth, 3);
  EXPECT_LE(*deepest, 4) << "the diagnosis goes one further";
}

TEST(Depths, AFaultAtOneDepthOnlyIsSeen) {
  for (int wrong = 1; wrong <= 5; ++wrong) {
    const auto subject = [wrong](const Call& call) -> Answer<Divide> {
      return call.question.depth == wrong && call.question.moves.empty() ? changed(call, plus_one)
                                                                         : call.right();
    };
    for (const bool divided : {false, true}) {
      RunOptions options = options_with(subject, nullptr);
      options.depth = 5;
      options.share = divided ? Sharing::On : Sharing::Off;
      RunExtras extras;
      extras.is_known = divided;
      extras.plan = [&options](const Row& row) {
        RowPlan plan = plan_row(row, options);
        plan.shallow = 2;
        return plan;
      };
      Row row;
      row.fen = kTwoKings;
      const Ran ran = run_rows({row}, options, {}, extras);
      EXPECT_EQ(ran.rows[0].verdict, Verdict::Mismatch) << wrong << " " << divided;
      EXPECT_EQ(ran.rows[0].depth, wrong) << divided;
    }
  }
}

TEST(Depths, ADeepFailureKeepsWhatWasComparedAtTheShallowDepth) {
  const auto reference = [](const Call& call) -> Answer<Divide> {
    if (call.question.depth == 4) return failure(FailureKind::Died);
    return call.right();
  };
  RunOptions options = options_with(nullptr, reference);
  options.depth = 4;
  const Ran ran = run_epd(kKiwipete, options);
  EXPECT_EQ(ran.rows[0].verdict, Verdict::Undecided);
  EXPECT_EQ(ran.rows[0].depth, 3) << "the deepest depth compared";
  EXPECT_EQ(ran.rows[0].subject_nodes, 97862U);
  EXPECT_EQ(ran.rows[0].reference_nodes, 97862U);
  EXPECT_EQ(ran.rows[0].proven.totals, 3) << "what the shallow depth has proven stays proven";
}

// --- Duplicates --------------------------------------------------------------------------

/// Counts the questions for the root at a depth.
ScriptedGenerator::Script counting(const std::shared_ptr<std::atomic<int>>& asked, int depth) {
  return [asked, depth](const Call& call) -> Answer<Divide> {
    if (call.question.depth == depth && call.question.moves.empty()) ++*asked;
    // Long enough for the other workers to take all available jobs.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return call.right();
  };
}

std::string lines(const std::string& fen, const std::vector<std::string>& operations) {
  std::string epd;
  for (const std::string& operation : operations) epd += fen + " " + operation + "\n";
  return epd;
}

TEST(Duplicates, AreRunOnceAndReportedForEach) {
  const auto asked = std::make_shared<std::atomic<int>>(0);
  RunOptions options = options_with(counting(asked, 3), nullptr);
  options.depth = 3;
  options.jobs = 3;
  const Ran ran = run_epd(lines(kKiwipete, {"", ";id \"again\"", "; D1 48"}) + kTwoKings, options);
  EXPECT_EQ(*asked, 1 + 1) << "Kiwipete once, the kings once";
  EXPECT_EQ(ran.summary.agree, 4U);
  EXPECT_EQ(ran.summary.duplicates, 2U);
  EXPECT_EQ(ran.summary.nodes, 97862U + 54U);
  for (const std::size_t row : {0U, 1U, 2U}) {
    EXPECT_EQ(ran.rows[row].subject_nodes, 97862U);
    EXPECT_EQ(ran.rows[row].proven.divide, 3);
  }
  EXPECT_FALSE(ran.rows[0].same_as);
  EXPECT_EQ(ran.rows[2].same_as, 0U);
  EXPECT_FALSE(ran.rows[3].same_as);
}

TEST(Duplicates, AnotherClockDepthOrKindOfChessIsAnotherRow) {
  Row standard;
  standard.file = "s.epd";
  standard.fen = kTwoKings;
  Row clock = standard;
  clock.fen = "7k/8/8/8/8/8/8/K7 w - - 7 1";
  Row chess960 = standard;
  chess960.chess960 = true;
  Row depth = standard;
  depth.recorded = {{2, 9}};
  const Ran ran = run_rows({standard, clock, chess960, depth}, {});
  EXPECT_EQ(ran.summary.agree, 4U);
  EXPECT_EQ(ran.summary.duplicates, 0U);
}

TEST(Duplicates, EachIsJudgedByItsOwnRecordedCounts) {
  RunOptions options;
  options.depth = 4;  // two depths are run
  const Ran ran =
      run_epd(lines(kKiwipete, {";D4 4085603", ";D4 1", ";D3 97862", ";D3 5 ;D4 6"}), options);
  EXPECT_EQ(ran.summary.agree, 4U);
  EXPECT_EQ(ran.summary.suite_errors, 2U);
  EXPECT_TRUE(ran.rows[0].suite_errors.empty());
  ASSERT_EQ(ran.rows[1].suite_errors.size(), 1U);
  EXPECT_EQ(ran.rows[1].suite_errors[0].recorded, 1U);
  EXPECT_EQ(ran.rows[1].recorded_nodes, 1U);
  EXPECT_TRUE(ran.rows[2].suite_errors.empty());
  EXPECT_FALSE(ran.rows[2].recorded_nodes);
  EXPECT_EQ(ran.rows[3].suite_errors.size(), 2U);
  EXPECT_EQ(ran.exit_code, ExitCode::Usage);
}

TEST(Duplicates, AFindingNamesAllRowsAndWhoseRecordedCountSidesWithTheSubject) {
  const auto wrong_at_two = [](const Call& call) {
    return call.question.depth == 2 ? changed(call, plus_one) : call.right();
  };
  RunOptions options = options_with(wrong_at_two, nullptr);
  options.depth = 2;
  const Ran ran = run_epd(lines(kTwoKings, {";D2 9", ";D2 10", ""}), options);
  EXPECT_EQ(ran.summary.mismatch, 3U);
  ASSERT_EQ(ran.findings.size(), 1U);
  EXPECT_EQ(ran.findings[0].rows.size(), 1U) << "the others are known later";
  const auto* const recorded = reason_of<RecordedCount>(ran.findings[0].finding);
  ASSERT_TRUE(recorded);
  EXPECT_EQ(recorded->count, 10U);
  EXPECT_EQ(recorded->place, "s.epd:2");
  for (const RowResult& row : ran.rows) EXPECT_EQ(row.findings, std::vector<std::size_t>{0});
}

TEST(Duplicates, ShowWhatTheFirstOneShowsBetweenOtherRows) {
  const auto wrong = [](const Call& call) -> Answer<Divide> {
    return call.question.root.fen == kTwoKings ? changed(call, plus_one) : call.right();
  };
  RunOptions options = options_with(wrong, nullptr);
  options.depth = 2;
  options.jobs = 2;
  const std::string kings = kTwoKings + std::string("\n");
  const std::string good = kKiwipete + std::string("\n");
  const Ran ran = run_epd(good + kings + good + kings + kings + good, options);
  EXPECT_EQ(ran.summary.agree, 3U);
  EXPECT_EQ(ran.summary.mismatch, 3U);
  EXPECT_EQ(ran.summary.duplicates, 4U);
  ASSERT_EQ(ran.findings.size(), 1U);
  for (const std::size_t row : {1U, 3U, 4U})
    EXPECT_EQ(ran.rows[row].findings, std::vector<std::size_t>{0}) << row;
  EXPECT_EQ(ran.rows[5].same_as, 0U);
  EXPECT_EQ(ran.rows[4].same_as, 1U);
}

TEST(Duplicates, OfARowThatWasNotRunAreNotRunEither) {
  std::stop_source stop;
  const auto stopping = [&stop](const Call& call) -> Answer<Divide> {
    stop.request_stop();
    return call.right();
  };
  RunOptions options = options_with(stopping, nullptr);
  options.depth = 1;
  const Ran ran = run_epd(lines(kTwoKings, {"", ""}) + lines(kKiwipete, {"", "", ""}), options,
                          stop.get_token());
  EXPECT_EQ(ran.summary.rows, 5U);
  EXPECT_GE(ran.summary.not_run, 3U);
  for (const std::size_t row : {2U, 3U, 4U}) EXPECT_EQ(ran.rows[row].reason, kNotRun) << row;
}

TEST(Duplicates, WithRecordedCountsAsReferenceContradictionsAreRunApart) {
  RunOptions options;
  options.recorded = true;
  const Ran ran = run_epd(lines(kTwoKings, {";D2 9", ";D2 10", ";D2 9"}), options);
  EXPECT_EQ(ran.summary.duplicates, 1U);
  EXPECT_TRUE(ran.rows[0].suite_errors.empty());
  EXPECT_EQ(ran.rows[1].suite_errors.size(), 1U);
  EXPECT_EQ(ran.rows[2].same_as, 0U);
}

TEST(Workers, OneThatCannotStartLeavesItsShareToTheOthers) {
  const auto made = std::make_shared<std::atomic<int>>(0);
  RunOptions options;
  options.jobs = 4;
  options.depth = 2;
  options.subject = [made]() -> std::unique_ptr<reference::Generator> {
    const bool works = (*made)++ == 0;
    return std::make_unique<ScriptedGenerator>(works ? ScriptedGenerator::Script(nullptr)
                                                     : always(FailureKind::CannotStart));
  };
  const Ran ran = run_epd(many_rows(), options);
  EXPECT_EQ(ran.summary.agree, 12U);
}

// --- Going on from a journal ---------------------------------------------------------------

/// A wrong row in depth before one that is wrong at once, and a duplicate that contradicts.
constexpr std::string_view kDeepAndShallow =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D4 197281\n"
    "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D3 54\n"
    "6k1/8/8/8/8/8/8/K7 w - - 0 1 ;D3 1\n"
    "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D3 55\n";

void twice(Divide& divide) {
  divide.lines.push_back(divide.lines.front());
  divide.total += divide.lines.front().nodes;
}

RunOptions wrong_in_depth() {
  return options_with(
      [](const Call& call) {
        const bool is_start = call.question.root.fen == kStartFen;
        const bool wrong =
            call.question.moves.empty() &&
            (is_start ? call.question.depth == 4
                      : call.question.root.fen == kTwoKings && call.question.depth == 3);
        if (!wrong) return call.right();
        // A fault unlike the other's, so that the two do not become one finding.
        return is_start ? changed(call, twice) : changed(call, plus_one);
      },
      nullptr);
}

TEST(Resume, FromEveryLineOfAJournalTheEventsAreThoseOfTheWholeRun) {
  const reference::ScratchFolder folder;
  const Suite suite = read_epd("s.epd", kDeepAndShallow, {});
  const auto run_with = [&](const std::string& path, Journal::Start start) {
    const auto journal = Journal::open(path, {}, start);
    EXPECT_TRUE(journal) << journal.error();
    return run_rows(suite.rows, wrong_in_depth(), {}, RunExtras(journal->get()));
  };
  const Ran whole = run_with(folder.path("whole"), Journal::Start::New);
  ASSERT_EQ(whole.findings.size(), 2U);
  using Findings = std::vector<std::size_t>;
  ASSERT_EQ(whole.rows[0].findings, Findings{1}) << "the shallow one comes first";
  ASSERT_EQ(whole.rows[1].findings, Findings{0});
  ASSERT_EQ(whole.rows[3].findings, Findings{0});
  const auto* const recorded = reason_of<RecordedCount>(whole.findings[0].finding);
  ASSERT_TRUE(recorded && recorded->count == 55 && recorded->place == "s.epd:4");
  const std::string content = reference::file_content(folder.path("whole"));
  std::size_t lines = 0;
  for (std::size_t end = content.find('\n'); end != std::string::npos;
       end = content.find('\n', end + 1)) {
    ++lines;
    const std::string path = folder.write("part", content.substr(0, end + 1));
    const Ran resumed = run_with(path, Journal::Start::Continue);
    EXPECT_EQ(resumed.events, whole.events) << "after " << lines << " lines";
    ASSERT_EQ(resumed.findings.size(), whole.findings.size());
    for (std::size_t at = 0; at < whole.findings.size(); ++at) {
      EXPECT_EQ(sentence_of(resumed.findings[at].finding), sentence_of(whole.findings[at].finding));
      EXPECT_EQ(resumed.findings[at].rows, whole.findings[at].rows);
    }
    for (std::size_t row = 0; row < whole.rows.size(); ++row)
      EXPECT_EQ(resumed.rows[row].findings, whole.rows[row].findings);
    EXPECT_EQ(resumed.rows[2].suite_errors.size(), 1U);
  }
  EXPECT_EQ(lines, 5U) << "the title, three shallow jobs and a deep one";
}

TEST(Resume, WhatWasDoneIsNotAskedAndAnEarlyStopStaysOne) {
  const reference::ScratchFolder folder;
  const std::string path = folder.path("journal");
  const Suite suite = read_epd("s.epd", kDeepAndShallow, {});
  {
    const auto journal = Journal::open(path, {}, Journal::Start::New);
    run_rows(suite.rows, wrong_in_depth(), {}, RunExtras(journal->get()));
  }
  auto asked = std::make_shared<std::atomic<int>>(0);
  RunOptions counting = options_with(
      [asked](const Call& call) {
        ++*asked;
        return call.right();
      },
      nullptr);
  {
    const auto journal = Journal::open(path, {}, Journal::Start::Continue);
    const Ran again = run_rows(suite.rows, counting, {}, RunExtras(journal->get()));
    EXPECT_EQ(*asked, 0);
    EXPECT_EQ(again.exit_code, ExitCode::Findings);
  }
  counting.max_findings = 1;
  const std::string content = reference::file_content(path);
  const std::string shallow = content.substr(0, content.rfind('\n', content.size() - 2) + 1);
  const auto journal =
      Journal::open(folder.write("shallow", shallow), {}, Journal::Start::Continue);
  const Ran stopped = run_rows(suite.rows, counting, {}, RunExtras(journal->get()));
  EXPECT_EQ(*asked, 0) << "the finding was there already";
  EXPECT_FALSE(stopped.summary.complete());
}

}  // namespace
}  // namespace perft_verify::verifier
