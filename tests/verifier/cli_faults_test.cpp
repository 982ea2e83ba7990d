// The program while it still finds out how an engine is spoken to, and with very many engines:
// the faults of docs/engine-faults.md that no single session can show.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::ScratchFolder;
using Words = std::vector<std::string>;

constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

CommandResult kiwipete_with(const std::string& engine) {
  return verify({"--fen", kKiwipete, "--depth", "2", "--reference", "mailbox", "--report", "json",
                 "--engine", engine});
}

class FaultOfDetection : public testing::TestWithParam<const char*> {};

/// What happens once while it is asked what it understands is a hiccup.
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
  for (const char* mode : {"crash", "flood", "flood-lines"}) {
    const reference::Stopwatch watch;
    const CommandResult result =
        kiwipete_with(fake_engine(fmt::format("--mode {} --at {}", mode, GetParam())));
    // Who only dies of being asked for its board is not asked for it.
    const bool board = std::string_view(GetParam()) == "d";
    EXPECT_EQ(result.exit_code, board ? 0 : 3) << mode << ": " << result.err;
    EXPECT_TRUE(parsed_report(result.out)["findings"].empty());
    if (!board) {
      EXPECT_NE(result.err.find("cannot be spoken to"), std::string::npos) << result.err;
    }
    EXPECT_LT(watch.seconds(), 40) << mode;
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

/// L4: sixty-four engines at once, and none of them left.
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
