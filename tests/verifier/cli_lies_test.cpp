// Processes that lie, in either role: a reference that does blames no right engine, whatever
// command asks it, and an engine that does it once passes nowhere.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/reference/support.h"
#include "tests/support/share.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/positions.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using reference::ScratchFolder;

constexpr const char* kRows[] = {kKiwipete, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                 "7k/8/8/r7/8/8/8/1K6 b - - 0 1"};
constexpr const char* kGames =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n\n"
    "1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 *\n\n"
    "1. f3 e5 2. g4 Qh4# *\n";

/// Of each command that compares an engine with a reference: the words before both. A short run has
/// every second of them, from the one of that `turn` on.
std::vector<Words> commands(const ScratchFolder& folder, std::size_t turn) {
  const std::string games = folder.write("games.pgn", kGames);
  std::vector<Words> all;
  for (const char* mode : {"totals", "divide", "full"}) {
    all.push_back({"--depth", "3", "--jobs", "1", "--mode", mode, "--full-nodes", "60"});
    for (const char* row : kRows) all.back().insert(all.back().end(), {"--fen", row});
  }
  for (const char* row : kRows) {
    all.push_back({"divide", row, "--depth", "2"});
    all.push_back({"reduce", row, "--depth", "2"});
  }
  const char* const positions = is_long() ? "128" : "64";
  const char* const budget = is_long() ? "2" : "0.3";
  all.push_back({"fuzz", "--seed", "1", "--positions", positions, "--jobs", "1"});
  all.push_back({"prove", "--family", "castling", "--budget", budget, "--jobs", "1"});
  all.push_back({"replay", games, "--every-ply"});
  if (!is_long()) all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(turn));
  return share_of(all, 2);
}

struct Liar {
  const char* name;
  const char* lie;
  std::size_t turn;
};

class LyingProcess : public testing::TestWithParam<Liar> {};

TEST_P(LyingProcess, AsReferenceBlamesNoRightEngine) {
  const ScratchFolder folder;
  // Three questions come before anybody believes it.
  const std::string liar =
      fake_engine(fmt::format("--name liar --only-after 5 {}", GetParam().lie));
  // One that shows its board, and one that shows none; in a long run each is asked by each command.
  const Words right{fake_engine("--name right"), fake_engine("--name right --mode no-board")};
  std::size_t turn = 0;
  for (const Words& command : commands(folder, GetParam().turn))
    for (std::size_t times = is_long() ? right.size() : 1; times > 0; --times) {
      const Words words =
          joined(command, {"--engine", right[turn++ % right.size()], "--reference", liar});
      const CommandResult result = verify(words);
      EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3)
          << fmt::format("{}", fmt::join(words, " ")) << " -> " << result.exit_code << '\n'
          << result.out.substr(0, 2000) << result.err;
      EXPECT_FALSE(result.out.contains("REFUTED")) << result.out;
    }
}

/// An engine that lies once, in its twelfth answer or later, passes nowhere where it is asked so
/// often.
TEST_P(LyingProcess, AsEnginePassesNowhere) {
  const ScratchFolder folder;
  std::size_t lies = 0;
  std::string lie = GetParam().lie;
  if (const std::size_t chance = lie.find(" --chance"); chance != std::string::npos)
    lie.resize(chance);
  for (Words words : commands(folder, GetParam().turn)) {
    // Two counts that change places leave the total as it is.
    if (lie.contains("swap-two") && std::ranges::find(words, "totals") != words.end()) continue;
    const std::string mark = folder.path(fmt::format("told {}", lies));
    words.insert(words.end(),
                 {"--reference", "mailbox", "--engine",
                  fake_engine(fmt::format("--only-after 12 '--once={}' {}", mark, lie))});
    const CommandResult result = verify(words);
    if (!std::filesystem::exists(mark)) continue;
    ++lies;
    EXPECT_TRUE(result.exit_code == 1 || result.exit_code == 3)
        << fmt::format("{}", fmt::join(words, " ")) << " -> " << result.exit_code << '\n'
        << result.out.substr(0, 2000) << result.err;
  }
  EXPECT_GE(lies, is_long() ? 4U : 2U);
}

INSTANTIATE_TEST_SUITE_P(
    Each, LyingProcess,
    testing::Values(Liar{"LagsFromThenOn", "--mode previous-answer", 0},
                    Liar{"LagsNowAndThen", "--mode previous-answer --seed 1 --chance 30", 1},
                    Liar{"CountsThePositionBefore", "--mode stale-perft --seed 1 --chance 30", 0},
                    Liar{"DropsAnyMove", "--mode drop-move --seed 1 --chance 30", 0},
                    Liar{"DropsAMoveEachTime", "--mode drop-move --seed 2", 1},
                    Liar{"AddsAMove", "--mode phantom-move --seed 3 --chance 30", 0},
                    Liar{"AddsAMoveEachTime", "--mode phantom-move", 1},
                    Liar{"CountsAnything", "--mode count-plus-one --seed 4 --chance 30", 0},
                    Liar{"CountsTooMuchEachTime", "--mode count-plus-one", 1},
                    Liar{"SwapsTwoCounts", "--mode swap-two --seed 5 --chance 30", 1}),
    [](const auto& liar) { return liar.param.name; });

}  // namespace
}  // namespace perft_verify::verifier
