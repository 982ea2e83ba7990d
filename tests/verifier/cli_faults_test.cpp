// The program while it detects the dialect of an engine, and with very many engines: the faults of
// docs/engine-faults.md that no single session can show.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/reference/support.h"
#include "tests/support/soon.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/positions.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::ScratchFolder;

CommandResult kiwipete_with(const std::string& engine) {
  return verify({"--fen", kKiwipete, "--depth", "2", "--reference", "mailbox", "--report", "json",
                 "--engine", engine});
}

class FaultOfDetection : public testing::TestWithParam<const char*> {};

/// A fault that happens once while the engine's dialect is detected is a hiccup.
TEST_P(FaultOfDetection, ThatHappensOnceBlamesNobody) {
  for (const char* mode : {"crash", "exit0", "close-stdout", "nul"}) {
    const ScratchFolder folder;
    const CommandResult result = kiwipete_with(fake_engine(
        fmt::format("--mode {} --at {} --once {}", mode, GetParam(), folder.path("once"))));
    EXPECT_NE(result.exit_code, 1) << mode << result.out;
    const json report = parsed_report(result.out);
    EXPECT_TRUE(report["findings"].empty()) << mode << report["findings"].dump(1);
    EXPECT_EQ(result.exit_code, 0) << mode << ": " << result.err;
  }
}

TEST_P(FaultOfDetection, ThatHappensAlwaysIsAnEngineThatCannotBeSpokenTo) {
  const std::string_view stage = GetParam();
  for (const std::string_view mode : {"crash", "flood", "flood-lines"}) {
    const Stopwatch watch;
    const CommandResult result =
        kiwipete_with(fake_engine(fmt::format("--mode {} --at {}", mode, stage)));
    // An engine that only dies of being asked for its board is not asked for it; one that dies of
    // being asked to count is wrong.
    const bool counting = stage.contains("line") || stage.contains("total");
    const int code = stage == "d" ? 0 : counting && mode == "crash" ? 1 : 3;
    // What comes after the total may be read with the next question, where the machine is busy.
    if (stage == "after-total" && code == 3 && result.exit_code == 1) continue;
    EXPECT_EQ(result.exit_code, code) << mode << ": " << result.err;
    const json report = parsed_report(result.out);
    EXPECT_EQ(report["findings"].size(), code == 1 ? 1U : 0U);
    if (code == 1) {
      EXPECT_EQ(report["findings"][0]["kind"], "crash");
    }
    if (code == 3) {
      EXPECT_TRUE(result.err.contains("cannot be used")) << result.err;
    }
    EXPECT_TRUE(was_soon(watch)) << mode;
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, FaultOfDetection,
                         testing::Values("spawn", "uci", "isready", "position", "d", "perft-line",
                                         "between-lines", "before-total", "after-total"),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::erase(name, '-');
                           return name;
                         });

/// A descriptor closed by the caller must not become a file that we write to.
TEST(ClosedDescriptors, MixNothingUp) {
  for (const char* closed : {"<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    const ScratchFolder folder;
    const std::string report = folder.path("report.json");
    const std::string command = fmt::format(
        "exec '{}' --fen '{}' --depth 2 --reference mailbox --engine '{}' --report json='{}' {}",
        PERFT_VERIFY_COMMAND, kKiwipete, PERFT_VERIFY_FAKE_UCI, report, closed);
    const CommandResult result = run_command({"/bin/sh", "-c", command});
    EXPECT_EQ(result.exit_code, 0) << closed << result.err;
    EXPECT_EQ(parsed_report(reference::file_content(report))["summary"]["agree"], 1) << closed;
  }
}

/// V12: with few open files allowed there are fewer workers, but a verdict.
TEST(TooFew, FilesForAllWorkersAreFewerWorkers) {
  const ScratchFolder folder;
  std::string rows;
  for (int clock = 0; clock < 200; ++clock)
    rows += fmt::format("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - {} 160\n",
                        clock);
  const std::string suite = folder.write("s.epd", rows);
  for (const auto& [files, jobs] : {std::pair(32, 16), std::pair(64, 16), std::pair(256, 48)}) {
    const std::string command = fmt::format(
        "ulimit -n {}; exec '{}' '{}' --depth 2 --reference '{}' --engine '{}' --jobs {}", files,
        PERFT_VERIFY_COMMAND, suite, PERFT_VERIFY_FAKE_UCI, PERFT_VERIFY_FAKE_UCI, jobs);
    const CommandResult result = run_command({"/bin/sh", "-c", command});
    EXPECT_EQ(result.exit_code, 0) << files << result.out.substr(0, 2000) << result.err;
    EXPECT_TRUE(result.out.contains(fmt::format("workers instead of {}", jobs)))
        << result.out.substr(0, 300);
    EXPECT_TRUE(result.out.contains("all 200 rows agree")) << result.err;
  }
}

/// V10: a table that does not fit is a smaller one.
TEST(TooFew, MegabytesForATableAreASmallerTable) {
#ifdef PERFT_VERIFY_SANITIZED
  GTEST_SKIP() << "a sanitizer has its own memory";
#endif
  for (const std::string words : {"perft startpos --depth 4",
                                  "--fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
                                  "1' --depth 4 --reference mailbox"}) {
    const std::string command =
        fmt::format("ulimit -v 4000000; exec '{}' {} --hash 30000", PERFT_VERIFY_COMMAND, words);
    const CommandResult result = run_command({"/bin/sh", "-c", command});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(result.err.contains("no memory for a perft table of 30000 MB")) << result.err;
    EXPECT_TRUE(result.err.contains(" MB instead")) << result.err;
    EXPECT_TRUE(result.out.contains("197281") || result.out.contains("197,281")) << result.out;
  }
}

/// L4: sixty-four engines at once, and none is left afterwards.
TEST(ManyEngines, AreAllGoneWhenTheRunHasEnded) {
  const ScratchFolder folder;
  const std::string token = folder.path("token");
  std::string rows;
  for (int clock = 0; clock < 64; ++clock)
    rows += fmt::format("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - {} 60\n",
                        clock);
  const CommandResult result =
      verify({folder.write("s.epd", rows), "--depth", "2", "--jobs", "64", "--reference", "mailbox",
              "--engine", fake_engine("--name " + token)});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(disappears(token, std::chrono::milliseconds(100)));
}

}  // namespace
}  // namespace perft_verify::verifier
