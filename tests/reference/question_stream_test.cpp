// Many questions in one stream: the answers are the same as one by one, and no fault in the middle
// is taken for an answer.
#include "reference/uci/question_stream.h"

#include <gmock/gmock.h>

#include <thread>

#include "reference/core_generator.h"
#include "tests/reference/engine_support.h"
#include "tests/reference/stockfish_support.h"
#include "tests/support/soon.h"

namespace perft_verify::reference {
namespace {

using testing::HasSubstr;

/// All lines of two moves, and the lines of one.
std::vector<Question> lines_of(std::string_view fen, int depth, bool chess960 = false) {
  const auto core = make_core_generator();
  std::vector<Question> questions;
  const Question root = question_at({std::string(fen), chess960}, {}, 1);
  const Divide firsts = core->divide(root, {}).value();
  for (const RootCount& first : firsts.lines) {
    Question after = root;
    after.moves = {first.move};
    after.depth = depth;
    questions.push_back(after);
    Question list = after;
    list.depth = 1;
    const Divide seconds = core->divide(list, {}).value();
    for (const RootCount& second : seconds.lines) {
      questions.push_back(after);
      questions.back().moves.push_back(second.move);
    }
  }
  return questions;
}

class QuestionStreamTest : public testing::Test {
 protected:
  void SetUp() override { ignore_sigpipe(); }
  void TearDown() override { EXPECT_TRUE(has_no_children()) << "a child or a zombie is left"; }

  /// fake_uci with the name and, unless told otherwise, in the role of the one that is known to
  /// obey in order.
  static std::unique_ptr<Generator> fake_stockfish(std::vector<std::string> arguments,
                                                   EngineRole role = EngineRole::Stockfish) {
    UciEngineOptions options;
    arguments.insert(arguments.end(), {"--name", "Stockfish of the tests"});
    options.command = fake(std::move(arguments));
    options.timeout = std::chrono::duration<double>(1.5);
    options.role = role;
    return make_uci_engine(std::move(options));
  }
};

TEST_F(QuestionStreamTest, CountsAndBoardsAreThoseOfAskingOneByOne) {
  if (!find_stockfish()) GTEST_SKIP() << find_stockfish().error();
  const auto streamed = make_stockfish();
  const auto asked = make_stockfish();
  const auto core = make_core_generator();
  const std::vector<std::vector<Question>> streams{
      lines_of(kKiwipete, 2), lines_of(kStartFen, 3),
      lines_of("1r2k1r1/pppp1ppp/8/8/8/8/PPPP1PPP/1R2K1R1 w GBgb - 0 1", 2, true)};
  for (const auto& questions : streams) {
    const auto divides = streamed->divides(questions, {});
    ASSERT_TRUE(divides) << divides.error().message;
    ASSERT_EQ(divides->size(), questions.size());
    const auto boards = streamed->boards(questions, {});
    ASSERT_TRUE(boards) << boards.error().message;
    ASSERT_EQ(boards->size(), questions.size());
    for (std::size_t at = 0; at < questions.size(); ++at) {
      EXPECT_TRUE((*divides)[at] == core->divide(questions[at], {}).value()) << at;
      if (at % 16 == 0) {
        EXPECT_EQ((*boards)[at], asked->board(questions[at], {}).value()) << at;
      }
    }
  }
}

/// With 1600 moves each, three at a time.
TEST_F(QuestionStreamTest, LongHistoriesAreAskedFewAtATime) {
  const auto engine = fake_stockfish({});
  Question asked = question(kStartFen);
  for (int turn = 0; turn < 400; ++turn)
    for (const char* move : {"b1c3", "b8c6", "c3b1", "c6b8"}) asked.moves.emplace_back(move);
  const auto answers = engine->divides(std::vector(40, asked), {});
  ASSERT_TRUE(answers) << answers.error().message;
  for (const Divide& answer : *answers) EXPECT_EQ(answer.total, 20U);
}

/// A name takes trust away and gives none.
TEST_F(QuestionStreamTest, StockfishIsWhoWasStartedAsSuchAndSaysSo) {
  const auto is_trusted = [](Generator& engine) {
    EXPECT_TRUE(engine.divide(question(kStartFen), {}));
    return engine.ignores_clocks();
  };
  EXPECT_TRUE(is_trusted(*fake_stockfish({})));
  EXPECT_FALSE(is_trusted(*fake_stockfish({}, EngineRole::Reference)));
  EXPECT_FALSE(is_trusted(*fake_stockfish({}, EngineRole::Subject)));
  UciEngineOptions other;
  other.command = fake({});
  other.role = EngineRole::Stockfish;
  EXPECT_FALSE(is_trusted(*make_uci_engine(std::move(other))));
}

TEST_F(QuestionStreamTest, NoQuestionsHaveNoAnswers) {
  const auto engine = fake_stockfish({});
  EXPECT_TRUE(engine->divides({}, {}).value().empty());
  EXPECT_TRUE(engine->boards({}, {}).value().empty());
}

/// If anything in a stream goes wrong, all of it is discarded, and no part is misread.
TEST_F(QuestionStreamTest, AFaultInTheMiddleEndsTheStreamAndNamesThePosition) {
  const auto questions = lines_of(kStartFen, 1);
  struct Fault {
    std::vector<std::string> arguments;
    FailureKind kind;
    std::string message;
  };
  const std::vector<Fault> faults{
      {{"--mode", "crash", "--at", "perft-line"}, FailureKind::Died, "moves "},
      {{"--mode", "exit0", "--at", "position"}, FailureKind::Died, "moves "},
      {{"--mode", "hang", "--at", "d"}, FailureKind::Timeout, "moves "},
      {{"--mode", "hang", "--at", "before-total"}, FailureKind::Timeout, "moves "},
      {{"--mode", "missing-total", "--times", "1"}, FailureKind::Timeout, "moves "},
      {{"--mode", "negative-count"}, FailureKind::Protocol, "the count of a move is not a number"},
      {{"--mode", "total-twice"}, FailureKind::Protocol, "before it was asked to count"},
      {{"--mode", "late-output"}, FailureKind::Protocol, "before it was asked to count"},
      {{"--mode", "wrong-position"}, FailureKind::RejectedPosition, "was sent `position fen"},
      {{"--mode", "keeps-startpos"}, FailureKind::RejectedPosition, "did not play all"},
  };
  for (const auto& [arguments, kind, message] : faults) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--only-after", "100"});
    const auto engine = fake_stockfish(all);
    const auto answers = engine->divides(questions, {});
    ASSERT_FALSE(answers) << arguments[1] << " was not noticed";
    EXPECT_EQ(answers.error().kind, kind) << arguments[1] << ": " << answers.error().message;
    EXPECT_THAT(answers.error().message, HasSubstr(message)) << arguments[1];
  }
}

/// Stockfish prints one when it plays the moves of the next position before the total.
TEST_F(QuestionStreamTest, ATotalThatIsNotTheSumIsAskedForAgain) {
  const auto engine =
      fake_stockfish({"--mode", "total-wrong", "--only-after", "50", "--times", "1"});
  const auto core = make_core_generator();
  const auto questions = lines_of(kStartFen, 1);
  const auto answers = engine->divides(questions, {});
  ASSERT_TRUE(answers) << answers.error().message;
  for (std::size_t at = 0; at < questions.size(); ++at)
    EXPECT_TRUE((*answers)[at] == core->divide(questions[at], {}).value()) << at;
}

TEST_F(QuestionStreamTest, AStopEndsIt) {
  const auto engine = fake_stockfish({"--mode", "hang", "--at", "before-total"});
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  const Stopwatch watch;
  const auto answers = engine->divides(lines_of(kStartFen, 1), stop.get_token());
  EXPECT_TRUE(was_soon(watch));
  ASSERT_FALSE(answers);
  EXPECT_EQ(answers.error().kind, FailureKind::Stopped);
}

}  // namespace
}  // namespace perft_verify::reference
