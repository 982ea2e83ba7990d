// The commands that count with the linked core, as a user calls them: perft with statistics,
// bench, the choice of instructions, interruptions.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "core/counting/simd_path.h"
#include "tests/support/soon.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/positions.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;

// --- Statistics --------------------------------------------------------------------------

TEST(PerftStatistics, AreTheTableOfTheWiki) {
  const CommandResult result = verify({"perft", kKiwipete, "--depth", "3", "--stats"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, std::string("Position: ") + kKiwipete + R"(

Depth  Nodes  Captures  E.p.  Castles  Promotions  Checks  Discovery Checks  Double Checks  Checkmates
    1     48         8     0        2           0       0                 0              0           0
    2   2039       351     1       91           0       3                 0              0           0
    3  97862     17102    45     3162           0     993                 0              0           1

Nodes: 97862
)");
}

TEST(PerftStatistics, AsJsonWithThreads) {
  const CommandResult result =
      verify({"perft", kKiwipete, "--depth", "4", "--stats", "--json", "--jobs", "2"});
  const json report = json::parse(result.out);
  EXPECT_EQ(report["nodes"], 4085603);
  EXPECT_EQ(report["depth"], 4);
  ASSERT_EQ(report["statistics"].size(), 4U);
  EXPECT_EQ(report["statistics"][3], (json{{"depth", 4},
                                           {"nodes", 4085603},
                                           {"captures", 757163},
                                           {"en_passant", 1929},
                                           {"castles", 128013},
                                           {"promotions", 15172},
                                           {"checks", 25523},
                                           {"discovered_checks", 42},
                                           {"double_checks", 6},
                                           {"checkmates", 43}}));
}

TEST(PerftStatistics, GoWithNeitherDepthZeroNorATable) {
  for (const Words& wrong : {Words{"--depth", "0"}, Words{"--depth", "2", "--hash", "1"}}) {
    const CommandResult result = verify(joined({"perft", "startpos", "--stats"}, wrong));
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.contains("--stats")) << result.err;
  }
}

// --- The choice of instructions ----------------------------------------------------------

TEST(SimdChoice, AWrongNameIsRefusedByWhateverCounts) {
  for (const Words& arguments :
       {Words{"perft", "startpos", "--depth", "1"}, Words{"divide", "startpos", "--depth", "1"},
        Words{"--fen", kKiwipete, "--depth", "1", "--reference", "mailbox"}})
    for (const char* name : {"mmx", "AVX2", "avx2\x1b[31m"}) {
      const CommandResult result =
          verify(arguments, {.environment = {{"PERFT_VERIFY_SIMD", name}}});
      EXPECT_EQ(result.exit_code, 2) << arguments.front() << " " << name;
      EXPECT_EQ(result.out, "");
      EXPECT_TRUE(result.err.contains("PERFT_VERIFY_SIMD")) << result.err;
      EXPECT_TRUE(result.err.contains("scalar")) << result.err;
      EXPECT_FALSE(result.err.contains('\x1b')) << result.err;
    }
}

TEST(SimdChoice, EveryAvailableNameCountsTheSame) {
  for (const SimdPath path : available_simd_paths())
    EXPECT_TRUE(verify({"perft", kKiwipete, "--depth", "4"},
                       {.environment = {{"PERFT_VERIFY_SIMD", std::string(to_string(path))}}})
                    .out.ends_with("\nNodes: 4085603\n"))
        << to_string(path);
}

// --- A table in a run --------------------------------------------------------------------

TEST(RunsWithATable, FindWhatRunsWithoutOneFind) {
  const auto report_of = [](Words arguments) {
    arguments.insert(arguments.end(), {"--report", "json"});
    json report = parsed_report(verify(arguments).out);
    for (json& finding : report["findings"]) finding.erase("reproduce");
    return without_times(report);
  };
  const Words agreeing{PERFT_VERIFY_SUITES "/rules.epd", "--depth", "3", "--reference", "mailbox"};
  const Words differing{
      "--fen",    "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", "--depth",     "3",
      "--engine", zoo_engine("castling-rook-captured"),     "--reference", "core"};
  for (const Words& run : {agreeing, differing}) {
    EXPECT_EQ(report_of(joined(run, {"--hash", "8", "--jobs", "2"})), report_of(run));
  }
  EXPECT_EQ(verify(differing).exit_code, 1);
}

TEST(RunsWithATable, NeedTheCoreAndTakeWhatMemoryThereIs) {
  const CommandResult idle =
      verify({"--fen", kKiwipete, "--depth", "2", "--engine", fake_engine(""), "--hash", "8"});
  EXPECT_EQ(idle.exit_code, 2);
  EXPECT_TRUE(idle.err.contains("--hash is for the linked core")) << idle.err;
  const CommandResult huge = verify({"--fen", kKiwipete, "--depth", "2", "--hash", "99999999999"});
  EXPECT_EQ(huge.exit_code, 0);
  EXPECT_TRUE((huge.out + huge.err).contains("--hash: no memory for a perft table of 99999999999"))
      << huge.out << huge.err;
}

// --- The benchmark -----------------------------------------------------------------------

TEST(BenchCommand, TheSignatureIsOneNumber) {
  const Words kWays[] = {{}, {"--jobs", "2"}, {"--hash", "4"}, {"--simd", "scalar"}};
  for (const Words& way : kWays) {
    const CommandResult result = verify(joined({"bench", "--signature"}, way));
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out, "26803400\n");
    EXPECT_EQ(result.err, "");
  }
  const json report = json::parse(verify({"bench", "--signature", "--json"}).out);
  std::uint64_t sum = 0;
  for (const json& each : report["positions"]) sum += each["nodes"].get<std::uint64_t>();
  EXPECT_EQ(report["signature"], sum);
}

TEST(BenchCommand, MeasuresItselfAndStockfishInTurn) {
  const CommandResult result = verify({"bench", "--quick", "--rounds", "1", "--hash", "16",
                                       "--jobs", "2", "--against", "stockfish", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json report = json::parse(result.out);
  EXPECT_TRUE(report["against"]["name"].get<std::string>().contains("Stockfish"));
  ASSERT_EQ(report["positions"].size(), 5U);
  for (const json& position : report["positions"]) {
    ASSERT_EQ(position["core"].size(), 3U);
    for (const json& way : position["core"]) {
      ASSERT_EQ(way["ratios"].size(), 1U);
      EXPECT_EQ(way["median_ratio"], way["ratios"][0]);
      EXPECT_GT(way["nodes_per_second"], 0);
    }
    // The time is that of the counting process, not ours.
    EXPECT_GT(position["engine"]["rounds"][0]["cpu_seconds"], 0) << position.dump();
  }
}

TEST(BenchCommand, RefusesWhatCannotBeMeasured) {
  const CommandResult wrong = verify({"bench", "--quick", "--rounds", "1", "--hash", "0", "--jobs",
                                      "1", "--against", fake_engine("--mode count-plus-one")});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_TRUE(wrong.err.contains("right is 119,060,324")) << wrong.err;
  EXPECT_EQ(verify({"bench", "--against", "/no/such/engine"}).exit_code, 3);
  for (const Words& usage : {Words{"--simd", "mmx"}, Words{"--signature", "--quick"},
                             Words{"--rounds", "0"}, Words{"--against", "'"}}) {
    const CommandResult result = verify(joined({"bench"}, usage));
    EXPECT_EQ(result.exit_code, 2) << usage.front();
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.contains(usage.front())) << result.err;
  }
}

// --- Interruptions -----------------------------------------------------------------------

struct Interrupted {
  Words arguments;
  int signal;
};

TEST(CountInterruptions, EndADeepCountPromptlyAndSaySo) {
  for (const auto& [arguments, signal] :
       {Interrupted{{"perft", "startpos", "--depth", "12"}, SIGINT},
        Interrupted{{"perft", "startpos", "--depth", "12", "--hash", "16", "--jobs", "2"}, SIGTERM},
        Interrupted{{"perft", "startpos", "--depth", "12", "--stats"}, SIGINT},
        Interrupted{{"divide", kKiwipete, "--depth", "12"}, SIGINT}}) {
    const Words command = joined({PERFT_VERIFY_COMMAND}, arguments);
    RunningCommand running(command, {.limit = kSoon});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    running.send_signal(signal);
    const CommandResult result = running.finish();
    EXPECT_EQ(result.exit_code, 128 + signal);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "verify: interrupted before the count was complete\n");
  }
  RunningCommand bench({PERFT_VERIFY_COMMAND, "bench"}, {.limit = kSoon});
  EXPECT_TRUE(bench.wait_for_output("nodes/second"));
  bench.send_signal(SIGINT);
  const CommandResult result = bench.finish();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.err, "verify: interrupted before the benchmark was complete\n");
}

/// An engine that is still starting is not blamed for the interruption.
TEST(CountInterruptions, AreToldOfByEveryCommandThatWaitsForAnEngine) {
  for (const auto& [arguments, what] :
       {std::pair<Words, std::string>{{"reduce", "startpos", "--depth", "2"}, "reduction"},
        {{"divide", "startpos", "2"}, "count"},
        {{"doctor"}, "examination"},
        {{"fuzz", "--positions", "64"}, "search"},
        {{"prove", "--family", "castling"}, "proof"}}) {
    Words command = joined({PERFT_VERIFY_COMMAND}, arguments);
    for (const char* word : {"--engine", "sleep 100"}) command.emplace_back(word);
    RunningCommand running(command, {.limit = kSoon});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    running.send_signal(SIGINT);
    const CommandResult result = running.finish();
    EXPECT_EQ(result.exit_code, 130) << arguments[0];
    EXPECT_EQ(result.err, "verify: interrupted before the " + what + " was complete\n");
  }
}

}  // namespace
}  // namespace perft_verify::verifier
