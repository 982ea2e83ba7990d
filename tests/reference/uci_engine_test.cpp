// The UCI session against an engine with one fault at a time. Faults that only show by waiting are
// in uci_engine_deadline_test.cpp.
#include "reference/uci/uci_engine.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <thread>

#include "core/text/printable.h"
#include "reference/core_generator.h"
#include "tests/reference/engine_support.h"
#include "tests/support/soon.h"

namespace perft_verify::reference {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kKiwipeteMoves = 48;
constexpr std::chrono::duration<double> kPatience{20};  // no test here waits for it

UciEngineOptions options_for(std::vector<std::string> arguments,
                             EngineRole role = EngineRole::Subject) {
  UciEngineOptions options;
  options.command = fake(std::move(arguments));
  options.timeout = kPatience;
  options.role = role;
  return options;
}

class UciEngineTest : public testing::Test {
 protected:
  void SetUp() override { ignore_sigpipe(); }
  void TearDown() override { EXPECT_TRUE(has_no_children()) << "a child or a zombie is left"; }
};

// --- An engine without faults ------------------------------------------------------------

TEST_F(UciEngineTest, CountsLikeCore) {
  const auto engine = make_uci_engine(options_for({}, EngineRole::Stockfish));
  const auto core = make_core_generator();
  EXPECT_TRUE(self_test(*engine, {}));
  for (const Question& asked :
       {question(kStartFen, 3), question(kKiwipete, 2), question(kKiwipete, 2, {"e1g1", "e8c8"}),
        question("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, {"e2e4"}),
        question("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1),
        question("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", 2)})
    EXPECT_TRUE(engine->divide(asked, {}).value() == core->divide(asked, {}).value())
        << asked.root.fen;
  EXPECT_EQ(engine->identity().name, "fake_uci 1.0");
  EXPECT_EQ(engine->identity().kind, "engine");
  EXPECT_EQ(engine->identity().command, PERFT_VERIFY_FAKE_UCI);
  EXPECT_TRUE(engine->shows_board());
}

TEST_F(UciEngineTest, SwitchesBetweenStandardAndChess960) {
  const auto engine = make_uci_engine(options_for({}, EngineRole::Stockfish));
  Question asked = question("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const auto has = [](const Answer<Divide>& answer, std::string_view move) {
    return answer && std::ranges::count(answer->lines, move, &RootCount::move) == 1;
  };
  EXPECT_TRUE(has(engine->divide(asked, {}), "e1g1"));
  asked.root = {"4k3/8/8/8/8/8/8/4K2R w H - 0 1", true};
  EXPECT_TRUE(has(engine->divide(asked, {}), "e1h1"));
  engine->restart();
  EXPECT_TRUE(has(engine->divide(asked, {}), "e1h1")) << "after a restart it is told again";
  asked.root = standard("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_TRUE(has(engine->divide(asked, {}), "e1g1"));
}

TEST_F(UciEngineTest, ShowsTheBoardAfterMoves) {
  const auto engine = make_uci_engine(options_for({}));
  EXPECT_EQ(engine->board(question(kStartFen, 1, {"e2e4", "c7c5"}), {}).value_or(""),
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
}

TEST_F(UciEngineTest, SendsOptionsAndSetupLines) {
  const ScratchFolder folder;
  {
    UciEngineOptions options = options_for({"--log", folder.path("log")});
    options.options = {{"Hash", "1"}, {"Clear Hash", ""}};
    options.setup = {"debug off"};
    const auto engine = make_uci_engine(std::move(options));
    EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  }
  EXPECT_EQ(file_content(folder.path("log")),
            fmt::format("uci\nsetoption name Hash value 1\nsetoption name Clear Hash\nucinewgame\n"
                        "debug off\nisready\nposition startpos\nd\nisready\n"
                        "position fen {}\nd\nisready\ngo perft 1\nisready\nquit\n",
                        kKiwipete));
}

TEST_F(UciEngineTest, ADepthOutOfRangeIsNotAsked) {
  const auto engine = make_uci_engine(options_for({"--mode", "exit1", "--at", "spawn"}));
  for (const int depth : {-1, 0, 31, 2147483647})
    EXPECT_EQ(in_words(engine->divide(question(kStartFen, depth), {})),
              fmt::format("unsupported at perft: depth {} is not in 1..30", depth));
}

// --- Nothing smuggles a command ----------------------------------------------------------

TEST_F(UciEngineTest, ControlCharactersAreNotSent) {
  const ScratchFolder folder;
  const std::string attack = "setoption name Debug Log File value " + folder.path("written");
  const auto refused = [&](const Answer<Divide>& answer) {
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, FailureKind::Protocol);
    EXPECT_THAT(answer.error().message, HasSubstr("control character"));
  };
  for (const std::string& feed : {std::string("\n"), std::string("\r"), std::string(1, '\0'),
                                  std::string("\x1b"), std::string("\x7f")}) {
    const auto engine = make_uci_engine(options_for({"--log", folder.path("log")}));
    refused(engine->divide(question(std::string(kStartFen) + feed + attack), {}));
    refused(engine->divide(question(kStartFen, 1, {"e2e4" + feed + attack}), {}));

    UciEngineOptions by_option = options_for({"--log", folder.path("log")});
    by_option.options = {{"Hash", "1" + feed + attack}};
    refused(make_uci_engine(by_option)->divide(question(kStartFen), {}));
    UciEngineOptions by_setup = options_for({"--log", folder.path("log")});
    by_setup.setup = {"ucinewgame" + feed + attack};
    refused(make_uci_engine(by_setup)->divide(question(kStartFen), {}));
  }
  EXPECT_THAT(file_content(folder.path("log")), AllOf(HasSubstr("uci\n"), Not(HasSubstr("Debug"))));
}

// --- Faults at a stage -------------------------------------------------------------------

struct StageFault {
  std::string mode, stage;
  FailureKind kind;
  Stage where;
  std::string message;
};

/// Otherwise googletest prints its bytes.
void PrintTo(const StageFault& fault, std::ostream* out) {
  *out << fault.mode << " at " << fault.stage;
}

/// gtest names may hold letters and digits only.
std::string name_of(const StageFault& fault) {
  std::string name;
  for (const char c : fault.mode + "At" + fault.stage)
    if (c != '-') name += c;
  return name;
}

std::vector<StageFault> stage_faults() {
  struct Row {
    std::string stage;
    Stage where;
  };
  // A fault after `position` is noticed when the engine is to show its board.
  const std::vector<Row> stages{{"spawn", Stage::Handshake},
                                {"uci", Stage::Handshake},
                                {"isready", Stage::Handshake},
                                {"position", Stage::Board},
                                {"d", Stage::Board},
                                {"perft-line", Stage::Perft},
                                {"between-lines", Stage::Perft},
                                {"before-total", Stage::Perft},
                                {"after-total", Stage::Perft}};
  std::vector<StageFault> faults;
  for (const auto& [stage, where] : stages) {
    const auto add = [&](const char* mode, FailureKind kind, const char* message) {
      faults.push_back({mode, stage, kind, where, message});
    };
    // Lines that begin in the middle of a move line are noticed by the first of them.
    const bool mid_line = stage == "perft-line";
    const char* const endless =
        mid_line ? "the count of a move is not a number" : "prints without end";
    add("crash", FailureKind::Died, "was killed by signal 11 (Segmentation fault)");
    add("abort", FailureKind::Died, "was killed by signal 6 (Aborted)");
    add("exit0", FailureKind::Died, "exited with code 0");
    add("exit1", FailureKind::Died, "exited with code 1");
    add("close-stdout", FailureKind::Died, "had to be killed");
    add("flood", FailureKind::Protocol, "printed a line of more than 4096 bytes");
    add("flood-lines", FailureKind::Protocol, endless);
    add("flood-blank", FailureKind::Protocol, endless);
  }
  for (const char* mode : {"nul", "utf8-invalid", "escape-sequences"})
    faults.push_back({mode, "perft-line", FailureKind::Protocol, Stage::Perft,
                      "the count of a move is not a number from 0 to 2^64 - 1"});
  return faults;
}

class UciEngineStageFault : public testing::TestWithParam<StageFault> {};

/// The fault happens once: the first question fails as it should, the second is answered.
TEST_P(UciEngineStageFault, IsNamedAndTheNextQuestionIsAnswered) {
  ignore_sigpipe();
  const auto& [mode, stage, kind, where, message] = GetParam();
  const ScratchFolder folder;
  std::vector<std::string> arguments{"--mode", mode,     "--at",
                                     stage,    "--once", folder.path("happened")};
  // Faults at these stages are to hit the question and not the probe of the start position.
  if (where != Stage::Handshake) {
    arguments.insert(arguments.end(), {"--only-fen", std::string(kKiwipetePart)});
  }
  {
    const auto engine = make_uci_engine(options_for(arguments));
    const Stopwatch watch;
    const auto first = engine->divide(question(kKiwipete), {});
    EXPECT_TRUE(was_soon(watch));
    ASSERT_FALSE(first) << "the fault was not noticed";
    EXPECT_EQ(first.error().kind, kind) << in_words(first);
    EXPECT_EQ(first.error().stage, where) << in_words(first);
    EXPECT_THAT(first.error().message, HasSubstr(message));
    EXPECT_THAT(first.error().message, HasSubstr("fake_uci"));
    EXPECT_FALSE(has_control_characters(first.error().message));
    if (where != Stage::Handshake && kind == FailureKind::Died) {
      EXPECT_THAT(first.error().message, HasSubstr(kKiwipete)) << "says which position";
    }
    if (kind == FailureKind::Died && mode != "close-stdout") {
      EXPECT_THAT(first.error().message, EndsWith("; on standard error: 'fake_uci: " + mode + "'"));
    }
    EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), std::to_string(kKiwipeteMoves));
  }
  EXPECT_TRUE(has_no_children());
}

INSTANTIATE_TEST_SUITE_P(All, UciEngineStageFault, testing::ValuesIn(stage_faults()),
                         [](const auto& row) { return name_of(row.param); });

TEST_F(UciEngineTest, FaultsFromTheNthCountOnLeaveTheFirstOnesAlone) {
  const auto engine = make_uci_engine(options_for({"--mode", "crash", "--only-after", "3"}));
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  EXPECT_EQ(in_words(engine->divide(question(kStartFen), {})), "20");
  EXPECT_THAT(in_words(engine->divide(question(kKiwipete), {})), HasSubstr("died at perft"));
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
}

TEST_F(UciEngineTest, HarmlessNoiseIsPassedOver) {
  for (const char* mode : {"nul", "utf8-invalid", "escape-sequences", "stderr-flood"})
    for (const char* stage : {"between-lines", "before-total"}) {
      // Text in front of a move would be part of its line; here it is on a line of its own.
      if (std::string_view(stage) == "between-lines" &&
          (std::string_view(mode) == "nul" || std::string_view(mode) == "utf8-invalid"))
        continue;
      const auto engine =
          make_uci_engine(options_for({"--mode", mode, "--at", stage, "--times", "1"}));
      const auto answer = engine->divide(question(kKiwipete), {});
      ASSERT_TRUE(answer) << mode << ' ' << in_words(answer);
      EXPECT_EQ(answer->total, kKiwipeteMoves);
      if (std::string_view(mode) == "escape-sequences" ||
          std::string_view(mode) == "stderr-flood") {
        EXPECT_EQ(answer->lines.size(), kKiwipeteMoves);
      }
    }
}

TEST_F(UciEngineTest, NamesAreEscaped) {
  const auto engine = make_uci_engine(options_for({"--mode", "escape-sequences", "--at", "uci"}));
  ASSERT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  EXPECT_EQ(engine->identity().name, "fake_uci 1.0 \\x1B[31mred\\x07\\x7F");
}

TEST_F(UciEngineTest, CrLfIsNoFault) {
  const auto engine = make_uci_engine(options_for({"--mode", "crlf"}, EngineRole::Stockfish));
  EXPECT_TRUE(self_test(*engine, {}));
  EXPECT_EQ(engine->identity().name, "fake_uci 1.0");
}

TEST_F(UciEngineTest, AFenRightAfterTheColonIsRead) {
  const auto engine = make_uci_engine(options_for({"--mode", "tight-fen"}, EngineRole::Stockfish));
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  EXPECT_EQ(engine->board(question(kKiwipete), {}).value_or(""), kKiwipete);
}

TEST_F(UciEngineTest, ASlowStartIsNoFault) {
  const auto engine = make_uci_engine(options_for({"--mode", "slow-start", "--delay", "1500"}));
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
}

/// An engine in Python that greets, and answers anything else with `answer`.
std::unique_ptr<Generator> python_engine(std::string_view first_lines, std::string_view answer) {
  UciEngineOptions options;
  options.command = {"python3", "-c",
                     fmt::format("import sys, threading, time\n{}"
                                 "for line in sys.stdin:\n"
                                 "  print({{'uci': 'uciok', 'isready': 'readyok'}}.get("
                                 "line.strip(), {}), flush=True)\n"
                                 "  if line.startswith('quit'): break",
                                 first_lines, answer)};
  return make_uci_engine(std::move(options));
}

/// None waits for the deadline, which is 10 s: two say why, and one of these has a thread besides;
/// the third is known to be idle.
TEST(UciEngine, ARefusedCountIsToldAtOnce) {
  ignore_sigpipe();
  const auto refuses = make_uci_engine(options_for({"--mode", "refuses"}));
  const Stopwatch watch;
  const auto said = refuses->divide(question(kKiwipete), {});
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().kind, FailureKind::RejectedPosition) << in_words(said);
  EXPECT_TRUE(said.error().message.contains("it said 'info string error: no position'"))
      << in_words(said);
  const auto complains =
      python_engine("threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n",
                    "'info string error' if line.startswith('go') else ''");
  const auto complaint = complains->divide(question(kKiwipete), {});
  ASSERT_FALSE(complaint);
  EXPECT_EQ(complaint.error().kind, FailureKind::RejectedPosition) << in_words(complaint);
  const auto idle = python_engine("", "''");
  const auto nothing = idle->divide(question(kKiwipete), {});
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().kind, FailureKind::Protocol) << in_words(nothing);
  EXPECT_TRUE(nothing.error().message.contains("no total of depth 1, and it waits for its next"))
      << in_words(nothing);
  EXPECT_TRUE(was_soon(watch));
}

// --- Wrong answers -----------------------------------------------------------------------

struct AnswerFault {
  std::string mode, message;
};

class UciEngineBrokenAnswer : public testing::TestWithParam<AnswerFault> {};

TEST_P(UciEngineBrokenAnswer, IsAProtocolError) {
  ignore_sigpipe();
  const auto& [mode, message] = GetParam();
  const auto engine =
      make_uci_engine(options_for({"--mode", mode, "--only-after", "2", "--times", "1"}));
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  const auto second = engine->divide(question(kKiwipete), {});
  EXPECT_EQ(in_words(second), "protocol error at perft: fake_uci 1.0 " + message);
  EXPECT_EQ(in_words(engine->divide(question(kStartFen), {})), "20") << "after the restart";
}

INSTANTIATE_TEST_SUITE_P(
    All, UciEngineBrokenAnswer,
    testing::Values(
        AnswerFault{"total-twice", "printed 'Nodes searched: 48' after the total of depth 1"},
        AnswerFault{"late-output", "printed 'a1b1: 1' after the total of depth 1"},
        AnswerFault{"negative-count",
                    "printed 'a1b1: -5': the count of a move is not a number from 0 to 2^64 - 1"},
        AnswerFault{"signed-count",
                    "printed 'a1b1: +5': the count of a move is not a number from 0 to 2^64 - 1"},
        AnswerFault{"huge-count",
                    "printed 'a1b1: 18446744073709551616': the count of a move is not a "
                    "number from 0 to 2^64 - 1"},
        AnswerFault{"hex-count",
                    "printed 'a1b1: 0x14': the count of a move is not a number from 0 to 2^64 - 1"},
        AnswerFault{"empty-count",
                    "printed 'a1b1: ': the count of a move is not a number from 0 to 2^64 - 1"}),
    [](const auto& row) {
      std::string name = row.param.mode;
      std::erase(name, '-');
      return name;
    });

/// Leftovers that come after `readyok` are found by the next question, not counted into it.
TEST_F(UciEngineTest, LateOutputDoesNotReachTheNextAnswer) {
  const auto engine = make_uci_engine(options_for(
      {"--mode", "late-output", "--at", "isready", "--only-after", "1", "--times", "1"}));
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  EXPECT_EQ(
      in_words(engine->divide(question(kStartFen), {})),
      "protocol error at position: fake_uci 1.0 printed 'a1b1: 1' before it was asked to count");
  EXPECT_EQ(in_words(engine->divide(question(kStartFen), {})), "20");
}

/// A well-formed lie is an answer: the comparison has to judge it.
TEST_F(UciEngineTest, WellFormedLiesArriveAsTheyWereTold) {
  const auto told = [](const char* mode, const Question& asked) {
    return make_uci_engine(options_for({"--mode", mode}))->divide(asked, {}).value_or(Divide{});
  };
  const Divide truth = make_core_generator()->divide(question(kKiwipete, 2), {}).value_or(Divide{});
  ASSERT_EQ(truth.total, 2039U);
  const std::string first = truth.lines.front().move;
  const auto count_of = [](const Divide& divide, const std::string& move) {
    return std::ranges::count(divide.lines, move, &RootCount::move);
  };

  const Divide wrong_total = told("total-wrong", question(kKiwipete, 2));
  EXPECT_EQ(wrong_total.total, 2040U);
  EXPECT_EQ(wrong_total.lines, truth.lines);

  const Divide plus_one = told("count-plus-one", question(kKiwipete, 2));
  EXPECT_EQ(plus_one.total, 2040U);
  EXPECT_EQ(plus_one.lines.front().nodes, truth.lines.front().nodes + 1);

  const Divide dropped = told("drop-move", question(kKiwipete, 2));
  EXPECT_EQ(count_of(dropped, first), 0);
  EXPECT_EQ(sum_of_lines(dropped), dropped.total);

  const Divide doubled = told("duplicate-move", question(kKiwipete, 2));
  EXPECT_EQ(count_of(doubled, first), 2) << "two lines stay two lines";
  EXPECT_EQ(sum_of_lines(doubled), doubled.total);

  const Divide swapped = told("swap-two", question(kKiwipete, 2));
  EXPECT_EQ(swapped.total, truth.total);
  EXPECT_EQ(sum_of_lines(swapped), truth.total);
  EXPECT_NE(swapped.lines, truth.lines);

  const Divide phantom = told("phantom-move", question(kKiwipete, 2));
  EXPECT_EQ(phantom.lines.size(), truth.lines.size() + 1);
  EXPECT_EQ(phantom.total, truth.total + 1);

  const Divide bare = told("no-lines", question(kKiwipete, 2));
  EXPECT_TRUE(bare.lines.empty());
  EXPECT_EQ(bare.total, truth.total);

  EXPECT_EQ(told("stale-perft", question(kKiwipete)).total, 20U) << "the position of the probe";
}

// --- Another position --------------------------------------------------------------------

TEST_F(UciEngineTest, AnAnswerForAnotherPositionIsRejected) {
  for (const char* mode : {"keeps-startpos", "wrong-position"})
    for (const EngineRole role : {EngineRole::Subject, EngineRole::Stockfish}) {
      const auto engine = make_uci_engine(
          options_for({"--mode", mode, "--only-fen", std::string(kKiwipetePart)}, role));
      const auto answer = engine->divide(question(kKiwipete), {});
      ASSERT_FALSE(answer) << mode;
      EXPECT_EQ(answer.error().kind, FailureKind::RejectedPosition) << in_words(answer);
      EXPECT_EQ(answer.error().stage, Stage::Board);
      EXPECT_THAT(answer.error().message,
                  AllOf(HasSubstr(kKiwipete), HasSubstr(kStartFen), HasSubstr("instead of")));
      EXPECT_EQ(in_words(engine->divide(question(kStartFen), {})), "20");
    }
}

/// After moves the board of a reference must be as many plies further.
TEST_F(UciEngineTest, AReferenceMustHavePlayedAllMoves) {
  const Question illegal = question(kStartFen, 1, {"e2e4", "e7e5", "e1e3"});
  const auto reference = make_uci_engine(options_for({}, EngineRole::Stockfish));
  const auto answer = reference->divide(illegal, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::RejectedPosition);
  EXPECT_THAT(answer.error().message, HasSubstr("it did not play all of the moves"));
  const auto subject = make_uci_engine(options_for({}));
  EXPECT_TRUE(subject->divide(illegal, {})) << "the board of a subject is what is under test";
}

TEST_F(UciEngineTest, AnEngineWithoutBoardIsASubjectAndNoReference) {
  const auto subject = make_uci_engine(options_for({"--mode", "no-board"}));
  EXPECT_EQ(in_words(subject->divide(question(kKiwipete), {})), "48");
  EXPECT_FALSE(subject->shows_board());
  const auto board = subject->board(question(kKiwipete), {});
  ASSERT_FALSE(board);
  EXPECT_EQ(board.error().kind, FailureKind::Unsupported);

  const auto reference =
      make_uci_engine(options_for({"--mode", "no-board"}, EngineRole::Stockfish));
  for (int time = 0; time < 4; ++time) {
    const auto answer = reference->divide(question(kKiwipete), {});
    ASSERT_FALSE(answer) << "asked again it counts unseen";
    EXPECT_EQ(answer.error().kind, time < 3 ? FailureKind::Protocol : FailureKind::CannotStart);
    EXPECT_EQ(answer.error().stage, time < 3 ? Stage::Board : Stage::Start);
    EXPECT_THAT(answer.error().message, HasSubstr("does not print the start position"));
  }
}

TEST_F(UciEngineTest, AReferenceWhoseBoardFailedOnceIsProbedAgain) {
  const ScratchFolder folder;
  const auto reference = make_uci_engine(options_for(
      {"--mode", "crash", "--at", "d", "--once", folder.path("once")}, EngineRole::Stockfish));
  EXPECT_FALSE(reference->divide(question(kKiwipete), {}));
  EXPECT_EQ(in_words(reference->divide(question(kKiwipete), {})), "48");
  EXPECT_TRUE(reference->shows_board());
}

/// An engine that dies of `d` is asked once and then never again.
TEST_F(UciEngineTest, AnEngineThatDiesOfTheBoardIsNotAskedForIt) {
  const auto engine = make_uci_engine(options_for({"--mode", "crash", "--at", "d"}));
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  EXPECT_FALSE(engine->shows_board());
  engine->restart();
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
}

TEST_F(UciEngineTest, WithoutABoardAFaultAfterPositionIsNoticedThere) {
  const ScratchFolder folder;
  // `d` is unknown, and the crash comes with the second position command.
  const auto engine = make_uci_engine(options_for({"--mode", "no-board"}));
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  const auto chess960 = make_uci_engine(options_for({"--mode", "no-chess960"}));
  Question asked = question("4k3/8/8/8/8/8/8/4K2R w H - 0 1");
  asked.root.chess960 = true;
  const auto answer = chess960->divide(asked, {});
  EXPECT_EQ(in_words(answer),
            "unsupported at position: a Chess960 position, and fake_uci 1.0 has no UCI_Chess960; "
            "--chess960 on asks it anyway");
  EXPECT_EQ(in_words(chess960->divide(question(kKiwipete), {})), "48") << "and it lives on";
}

// --- Starting and ending -----------------------------------------------------------------

TEST_F(UciEngineTest, WhatIsMissingCannotStartAndSaysSoEachTime) {
  UciEngineOptions options;
  options.command = {"/no/such/engine"};
  const auto engine = make_uci_engine(std::move(options));
  const Stopwatch watch;
  for (int time = 0; time < 3; ++time)
    EXPECT_EQ(in_words(engine->divide(question(kStartFen), {})),
              "cannot be started at start: /no/such/engine: No such file or directory");
  EXPECT_TRUE(was_soon(watch));
}

/// F16: the author rebuilds the engine during the run.
TEST_F(UciEngineTest, AProgramThatWasReplacedIsNotStartedAgain) {
  const ScratchFolder folder;
  const auto script = [](std::string_view options) {
    return fmt::format("#!/bin/sh\nexec '{}' {}\n", PERFT_VERIFY_FAKE_UCI, options);
  };
  UciEngineOptions options;
  options.command = {folder.write("engine", script("--mode crash --only-after 2"), true)};
  const auto engine = make_uci_engine(options);
  const auto worker = make_uci_engine(options);
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  (void)folder.write("engine", script("--mode none "), true);
  const auto died = engine->divide(question(kKiwipete), {});
  ASSERT_FALSE(died);
  EXPECT_EQ(died.error().kind, FailureKind::Died) << "the one that runs goes on";
  for (Generator* each : {engine.get(), worker.get()}) {
    const auto answer = each->divide(question(kKiwipete), {});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, FailureKind::CannotStart);
    EXPECT_THAT(answer.error().message, HasSubstr("has been replaced"));
  }
}

TEST_F(UciEngineTest, WhatDiesAtEachStartIsGivenUpAfterThree) {
  const auto engine = make_uci_engine(options_for({"--mode", "exit1", "--at", "uci"}));
  for (int time = 0; time < 3; ++time)
    EXPECT_THAT(
        in_words(engine->divide(question(kStartFen), {})),
        HasSubstr("died at handshake: fake_uci 1.0 exited with code 1 during the handshake"))
        << time;
  const Stopwatch watch;
  const auto fourth = engine->divide(question(kStartFen), {});
  ASSERT_FALSE(fourth);
  EXPECT_EQ(fourth.error().kind, FailureKind::CannotStart);
  EXPECT_THAT(fourth.error().message, HasSubstr("exited with code 1"));
  EXPECT_TRUE(was_soon(watch));
}

TEST_F(UciEngineTest, WhatIsNoEngineFailsTheSelfTest) {
  UciEngineOptions options;
  options.command = {"/bin/true"};
  const auto answer = self_test(*make_uci_engine(options), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::Died);
  const auto spoken = speaks(*make_uci_engine(options), {});
  EXPECT_FALSE(spoken);
}

TEST_F(UciEngineTest, AGeneratorThatMiscountsFailsTheSelfTestAndYetSpeaks) {
  const auto engine =
      make_uci_engine(options_for({"--mode", "count-plus-one"}, EngineRole::Stockfish));
  EXPECT_TRUE(speaks(*engine, {}));
  const auto answer = self_test(*engine, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::Protocol);
  EXPECT_THAT(answer.error().message, HasSubstr("counts 8903 at depth 3"));
}

TEST_F(UciEngineTest, GoodbyeIsShortWhateverTheEngineDoes) {
  for (const char* mode : {"crash", "exit1", "hang", "flood", "flood-lines", "close-stdout",
                           "stderr-flood", "ignore-term", "leave-group", "grandchild"}) {
    auto engine =
        make_uci_engine(mode == std::string("ignore-term") || mode == std::string("leave-group")
                            ? options_for({"--mode", mode})
                            : options_for({"--mode", mode, "--at", "quit"}));
    EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
    Stopwatch watch;
    engine->restart();
    EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48") << mode;
    engine.reset();
    EXPECT_TRUE(was_soon(watch)) << mode;
    EXPECT_TRUE(has_no_children()) << mode;
  }
}

// --- Stops -------------------------------------------------------------------------------

TEST_F(UciEngineTest, AStopEndsTheWaitAtEveryStage) {
  for (const char* stage : {"spawn", "uci", "isready", "position", "d", "perft-line",
                            "between-lines", "before-total", "after-total"}) {
    const auto engine = make_uci_engine(options_for({"--mode", "hang", "--at", stage}));
    std::stop_source source;
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      source.request_stop();
    });
    const Stopwatch watch;
    const auto answer = engine->divide(question(kKiwipete), source.get_token());
    EXPECT_TRUE(was_soon(watch)) << stage;
    ASSERT_FALSE(answer) << stage;
    EXPECT_EQ(answer.error().kind, FailureKind::Stopped) << stage << in_words(answer);
    EXPECT_EQ(answer.error().message, "interrupted");
  }
}

TEST_F(UciEngineTest, AStopEndsThePauseBeforeAnotherStart) {
  const auto engine = make_uci_engine(options_for({"--mode", "exit1", "--at", "uci"}));
  EXPECT_FALSE(engine->divide(question(kStartFen), {}));
  EXPECT_FALSE(engine->divide(question(kStartFen), {}));  // after 0.4 s; the next takes 1.6 s
  std::stop_source source;
  source.request_stop();
  const Stopwatch watch;
  const auto answer = engine->divide(question(kStartFen), source.get_token());
  EXPECT_TRUE(was_soon(watch));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::Stopped);
}

}  // namespace
}  // namespace perft_verify::reference
