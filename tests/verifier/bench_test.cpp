// The benchmark: the workload is correct, every way to count gives its signature, and the requested
// ways are measured.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/fen.h"
#include "reference/mailbox/mailbox_generator.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/tools/bench/bench_report.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

/// The sum of all counts of the workload. It changes when the workload does, and never else.
constexpr std::uint64_t kSignature = 26803400;

std::uint64_t signature(const PerftOptions& options) {
  return signature_of(signature_counts(options).value());
}

TEST(Signature, IsTheSameOnEveryPathWithATableAndWithThreads) {
  for (const SimdPath path : available_simd_paths())
    for (const unsigned jobs : {1U, 2U}) {
      PerftTable table = std::move(PerftTable::of(1).value());
      EXPECT_EQ(signature({.jobs = jobs, .simd = path}), kSignature) << to_string(path);
      EXPECT_EQ(signature({.table = &table, .jobs = jobs, .simd = path}), kSignature)
          << to_string(path) << " with a table";
    }
}

TEST(Signature, CountsWhatTheMailboxCounts) {
  const auto counts = signature_counts({}).value();
  ASSERT_EQ(counts.size(), signature_positions().size());
  const auto mailbox = mailbox::make_mailbox_generator();
  for (std::size_t at = 0; at < counts.size(); ++at) {
    const auto& [fen, depth] = signature_positions()[at];
    const Position position = parse_fen(fen).value().position;
    EXPECT_EQ(position.fen(), fen);
    const Question asked = reference::question_at(root_of(position), {}, depth);
    const auto answer = mailbox->divide(asked, {});
    ASSERT_TRUE(answer.has_value()) << fen << ": " << answer.error().message;
    EXPECT_EQ(answer->total, counts[at]) << fen;
  }
}

TEST(BenchPositions, QuickAndFullCountsAreThoseOfTheCore) {
  PerftTable table = std::move(PerftTable::of(64).value());
  for (const BenchPosition& each : bench_positions()) {
    const Position position = parse_fen(each.fen).value().position;
    EXPECT_EQ(perft(position, each.quick.depth), each.quick.nodes) << each.name;
    EXPECT_EQ(perft(position, each.full.depth, {.table = &table}), each.full.nodes) << each.name;
  }
}

const BenchPosition kSmall{"small", kStartFen, {4, 197281}, {3, 8902}, {5, 4865609}};

TEST(BenchRounds, EachRoundAsksTheCoreInEveryWayAndThenTheEngine) {
  PerftTable table = std::move(PerftTable::of(1).value());
  ScriptedGenerator engine([](const Call& call) {
    EXPECT_EQ(call.question.depth, 4);
    EXPECT_EQ(call.question.known_moves.size(), 20U);
    return call.right();
  });
  std::size_t done = 0;
  const auto one_done = [&done](std::size_t all) {
    EXPECT_EQ(all, 12U);
    ++done;
  };
  const auto row = bench_position(
      kSmall, {.rounds = 3, .table = &table, .jobs = 2, .against = &engine, .one_done = one_done});
  ASSERT_TRUE(row.has_value()) << row.error().message;
  EXPECT_EQ(done, 12U);
  ASSERT_EQ(row->core.size(), 3U);
  for (const auto& [way, work, rounds] : row->core) {
    ASSERT_EQ(rounds.size(), 3U);
    for (const Measurement& each : rounds) {
      EXPECT_EQ(each.nodes, way == Way::Table ? 4865609U : 197281U);
      EXPECT_GT(each.wall, 0);
    }
  }
  ASSERT_EQ(row->engine->rounds.size(), 3U);
  EXPECT_GE(engine.asked(), 3);

  const auto quick = bench_position(kSmall, {.quick = true, .rounds = 1, .table = &table});
  ASSERT_EQ(quick->core.size(), 2U);
  EXPECT_EQ(quick->core[0].work.depth, 3);
  EXPECT_EQ(quick->core[1].work.depth, 4);
  EXPECT_FALSE(quick->engine.has_value());
}

TEST(BenchRounds, TheTableIsEmptyAtTheStartOfEach) {
  // A count left in the table would be used.
  PerftTable table = std::move(PerftTable::of(1).value());
  const Position start;
  ASSERT_EQ(perft(start, 5, {.table = &table}), 4865609U);
  const auto used = [&] {
    return std::ranges::any_of(table.words(), [](const auto& word) { return word != 0; });
  };
  ASSERT_TRUE(used());
  table.clear();
  EXPECT_FALSE(used());
}

TEST(BenchRounds, AWrongCountEndsItWithBothNumbers) {
  ScriptedGenerator engine([](const Call& call) { return changed(call, plus_one); });
  const auto row = bench_position(kSmall, {.rounds = 2, .against = &engine});
  ASSERT_FALSE(row.has_value());
  EXPECT_EQ(row.error().kind, BenchFailure::Kind::WrongCount);
  EXPECT_TRUE(row.error().message.contains("scripted counts 197,282")) << row.error().message;
  EXPECT_TRUE(row.error().message.contains("197,281")) << row.error().message;
  EXPECT_EQ(engine.asked(), 1);

  const BenchPosition misprinted{"x", kStartFen, {4, 197282}, {3, 8902}, {5, 4865609}};
  EXPECT_EQ(bench_position(misprinted, {}).error().kind, BenchFailure::Kind::WrongCount);
}

TEST(BenchRounds, AnEngineThatFailsAndAnInterruptionEndIt) {
  ScriptedGenerator engine([](const Call&) { return failure(FailureKind::Died); });
  EXPECT_EQ(bench_position(kSmall, {.against = &engine}).error().kind, BenchFailure::Kind::Engine);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(bench_position(kSmall, {.stop = source.get_token()}).error().kind,
            BenchFailure::Kind::Stopped);
}

TEST(BenchFigures, RatiosCompareNodesPerSecondByTheSameClock) {
  const Series alone{Way::Alone, {1, 1000}, {{1000, 1.0, 9.0}, {1000, 0.5, 9.0}}};
  const Series threads{Way::Threads, {1, 1000}, {{1000, 4.0, 1.0}, {1000, 4.0, 2.0}}};
  const Series table{Way::Table, {2, 5000}, {{5000, 1.0, 9.0}, {5000, 1.0, 9.0}}};
  const Series engine{Way::Alone, {1, 1000}, {{1000, 10.0, 12.0}, {1000, 10.0, 12.0}}};
  EXPECT_EQ(ratios(alone, engine), (std::vector<double>{10, 20}));
  EXPECT_EQ(ratios(threads, engine), (std::vector<double>{12, 6}));
  EXPECT_EQ(ratios(table, engine), (std::vector<double>{50, 50}));
  const Series no_clock{Way::Alone, {1, 1000}, {{1000, 0, 18.0}, {1000, 0, 9.0}}};
  EXPECT_EQ(ratios(alone, no_clock), (std::vector<double>{2, 1}));
  EXPECT_EQ(speed({1000, 0.5, 2.0}, Way::Alone), 2000);
  EXPECT_EQ(speed({1000, 0.5, 2.0}, Way::Threads), 500);
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1}), 2.5);
}

TEST(BenchFigures, TheTableHasEveryRatioAndTheMedian) {
  BenchSetting setting;
  setting.options.rounds = 3;
  setting.engine = reference::Identity{"Engine 1", "engine", "./engine"};
  const BenchRow row{kSmall,
                     {{Way::Alone, {4, 1000}, {{1000, 1, 1}, {1000, 0.5, 1}, {1000, 0.1, 1}}}},
                     Series{Way::Alone, {4, 1000}, {{1000, 10, 1}, {1000, 10, 1}, {1000, 10, 1}}}};
  EXPECT_EQ(bench_text(row, setting),
            "small             d4   2.0 k/s\n"
            "  Engine 1        d4    100 /s\n"
            "  times           10.00 20.00 100.00\n"
            "  median          20.00\n");
  const auto json = bench_json(setting, {row});
  EXPECT_EQ(json["positions"][0]["core"][0]["ratios"], (std::vector<double>{10, 20, 100}));
  EXPECT_EQ(json["positions"][0]["core"][0]["median_ratio"], 20);
  EXPECT_EQ(json["against"]["name"], "Engine 1");
}

}  // namespace
}  // namespace perft_verify::verifier
