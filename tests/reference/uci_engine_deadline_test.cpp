// Faults that are only noticed by waiting: all of them wait at the same time.
#include <gmock/gmock.h>

#include <thread>

#include "core/text/printable.h"
#include "tests/reference/engine_support.h"
#include "tests/support/soon.h"

namespace perft_verify::reference {
namespace {

using testing::HasSubstr;

struct SlowFault {
  std::string mode, at;
  Stage where;
  double deadline;  // seconds: 10 for a handshake, 5 for a board, 2 for a count, as asked
};

/// The effect of a fault.
struct Outcome {
  Answer<Divide> first, second;
  double seconds = 0;
};

constexpr double kToCount = 2;

Outcome provoke(const SlowFault& fault) {
  const ScratchFolder folder;
  UciEngineOptions options;
  options.command = fake({"--mode", fault.mode, "--at", fault.at, "--once", folder.path("once")});
  options.timeout = std::chrono::duration<double>(kToCount);
  if (fault.where != Stage::Handshake)
    options.command.insert(options.command.end(), {"--only-fen", std::string(kKiwipetePart)});
  const auto engine = make_uci_engine(std::move(options));
  Outcome outcome;
  const Stopwatch watch;
  outcome.first = engine->divide(question(kKiwipete), {});
  outcome.seconds = watch.seconds();
  outcome.second = engine->divide(question(kKiwipete), {});
  return outcome;
}

TEST(UciEngineDeadline, HoldsAtEveryStageAndTheNextQuestionIsAnswered) {
  ignore_sigpipe();
  std::vector<SlowFault> faults;
  for (const char* mode : {"hang", "drip"})
    for (const auto& [at, where, deadline] :
         std::initializer_list<std::tuple<const char*, Stage, double>>{
             {"spawn", Stage::Handshake, 10},
             {"uci", Stage::Handshake, 10},
             {"isready", Stage::Handshake, 10},
             {"position", Stage::Board, 5},
             {"d", Stage::Board, 5},
             {"perft-line", Stage::Perft, kToCount},
             {"between-lines", Stage::Perft, kToCount},
             {"before-total", Stage::Perft, kToCount},
             {"after-total", Stage::Perft, 10}}) {
      // A few bytes that drip arrive in time: 48 moves, or a board, do not.
      const std::string_view stage = at;
      if (std::string_view(mode) == "drip" && (stage == "isready" || stage == "after-total"))
        continue;
      faults.push_back({mode, at, where, deadline});
    }

  std::vector<Outcome> outcomes(faults.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t at = 0; at < faults.size(); ++at)
      threads.emplace_back([&, at] { outcomes[at] = provoke(faults[at]); });
  }
  for (std::size_t at = 0; at < faults.size(); ++at) {
    const auto& [first, second, seconds] = outcomes[at];
    SCOPED_TRACE(faults[at].mode + " at " + faults[at].at);
    EXPECT_FALSE(first);
    if (!first) {
      EXPECT_EQ(first.error().kind, FailureKind::Timeout) << in_words(first);
      EXPECT_EQ(first.error().stage, faults[at].where) << in_words(first);
      EXPECT_THAT(first.error().message, HasSubstr("did not answer in time"));
      EXPECT_FALSE(has_control_characters(first.error().message));
      if (faults[at].where == Stage::Perft && faults[at].at != "after-total") {
        EXPECT_THAT(first.error().message, HasSubstr("no line 'Nodes searched: N' (--timeout"));
      }
    }
    EXPECT_GE(seconds, faults[at].deadline - 0.1);
    EXPECT_LT(seconds, kSoon.count());
    EXPECT_EQ(in_words(second), "48");
  }
  EXPECT_TRUE(has_no_children());
}

TEST(UciEngineDeadline, SaysHowManyMovesHadBeenPrinted) {
  ignore_sigpipe();
  UciEngineOptions options;
  options.command = fake({"--mode", "hang", "--at", "before-total"});
  options.timeout = std::chrono::duration<double>(1.0);
  const auto answer = make_uci_engine(options)->divide(question(kKiwipete), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::Timeout);
  EXPECT_THAT(answer.error().message, HasSubstr("it had printed 48 move lines"));
}

/// Without the option it is given ten seconds.
TEST(UciEngineDeadline, IsAsLateAsTheOptionSays) {
  ignore_sigpipe();
  UciEngineOptions options;
  options.command = fake({"--mode", "sleep", "--at", "before-total", "--delay", "12000",
                          "--only-fen", std::string(kKiwipetePart)});
  options.timeout = std::chrono::duration<double>(kSoon);
  EXPECT_EQ(in_words(make_uci_engine(options)->divide(question(kKiwipete), {})), "48");
}

double seconds_for(double nodes, const Pace& pace) {
  const std::chrono::duration<double> time =
      pace.deadline(nodes) - std::chrono::steady_clock::now();
  return time.count();
}

/// L6: Kiwipete to depth 6, 8,031,647,685 nodes, as one question.
TEST(Pace, GivesTwentyTimesWhatTheMeasuredSpeedPredicts) {
  Pace pace{std::nullopt};
  EXPECT_NEAR(seconds_for(80'000'000.0, pace), 32'000, 100)
      << "nothing is measured: it may be an interpreted one";
  pace.answered(200'000'000, std::chrono::seconds(1));
  EXPECT_NEAR(seconds_for(8'031'647'685.0, pace), 803, 2) << "it takes forty";
  EXPECT_NEAR(seconds_for(400, pace), 10, 1);
  pace.answered(400, std::chrono::milliseconds(1));
  EXPECT_NEAR(seconds_for(8'031'647'685.0, pace), 803, 2) << "so little says nothing";
  pace.answered(1'000'000, std::chrono::seconds(1));
  pace.answered(1'000'000'000, std::chrono::seconds(1));
  EXPECT_NEAR(seconds_for(8'031'647'685.0, pace), 160'633, 2) << "the slowest answer counts";
}

/// An engine that hangs does so in hundreds of positions.
TEST(Pace, GivesLessToAnEngineThatHangs) {
  Pace pace{std::nullopt};
  for (int hangs = 0; hangs < 3; ++hangs) pace.not_answered();
  EXPECT_NEAR(seconds_for(400, pace), 10, 1) << "it has not answered at all";
  pace.answered(20, std::chrono::milliseconds(1));
  EXPECT_NEAR(seconds_for(400, pace), 1, 0.1);
  pace.answered(1'000'000, std::chrono::seconds(1));
  EXPECT_NEAR(seconds_for(400, pace), 1, 0.1);
  EXPECT_NEAR(seconds_for(1'000'000, pace), 20, 0.1);
  pace.forget_speed();
  EXPECT_NEAR(seconds_for(400, pace), 1, 0.1);
  Pace patient{std::chrono::seconds(7)};
  patient.answered(1'000'000, std::chrono::seconds(1));
  for (int hangs = 0; hangs < 3; ++hangs) patient.not_answered();
  EXPECT_NEAR(seconds_for(400, patient), 7, 0.1) << "as the user says";
}

/// An engine that hangs when asked for its board is started again and never asked.
TEST(UciEngineDeadline, AHangAtTheBoardProbeIsSurvived) {
  ignore_sigpipe();
  UciEngineOptions options;
  options.command = fake({"--mode", "hang", "--at", "d"});
  const auto engine = make_uci_engine(options);
  EXPECT_EQ(in_words(engine->divide(question(kKiwipete), {})), "48");
  EXPECT_FALSE(engine->shows_board());
}

}  // namespace
}  // namespace perft_verify::reference
