// Whole screens as users see them: each is a file of tests/verifier/screens, for a reviewer to
// read. Times and versions are replaced by placeholders. PERFT_VERIFY_WRITE_SCREENS=1 in the
// environment writes the files anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "core/text/format.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/terminal.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using reference::file_content;
using reference::ScratchFolder;

constexpr unsigned short kColumns = 80;
constexpr std::size_t kRows = 40;

/// A user's folder: an engine, a suite.
class Screens : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory_symlink(PERFT_VERIFY_SUITES, folder_.path("suites"));
    engine("my-engine", "--bug king-xray");
  }

  void engine(const std::string& name, const std::string& options) const {
    const std::string command = zoo_engine("castling-rook-captured");
    static_cast<void>(folder_.write(
        name,
        fmt::format("#!/bin/sh\nexec {} {}\n", command.substr(0, command.find(" --bug")), options),
        true));
  }

  /// The final content of a terminal.
  [[nodiscard]] std::string on_terminal(const Words& words) const {
    std::string text;
    for (const std::string& line : screen_of(verify_on_terminal(words, kColumns, folder_.path(""))))
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    text.pop_back();  // the line after the last line feed
    return text;
  }

  /// The same of a run that needs nothing installed.
  [[nodiscard]] std::string run_on_terminal(Words words) const {
    words.insert(words.end(), {"--reference", "mailbox", "--no-store", "--jobs", "2"});
    return on_terminal(words);
  }

  static std::string normalized(std::string text) {
    text =
        std::regex_replace(text, std::regex(R"(\d+(\.\d+)? (s|min|h)( \d\d (s|min))?\b)"), "T s");
    // On a busy machine it is said how long the run will take, and which rows take long.
    text = std::regex_replace(
        text, std::regex(R"(note: [^\n]* counts [^;]*; its share of this run,[^.]*about\s+T s\n)"),
        "");
    text = std::regex_replace(text, std::regex(R"(slow: [\s\S]*?\snodes\n)"), "");
    return std::regex_replace(text, std::regex(R"(verify \d+\.\d+\.\d+\S*)"), "verify VERSION");
  }

  static void expect_screen(const std::string& name, const std::string& shown) {
    const std::string path = fmt::format("{}/screens/{}.txt", PERFT_VERIFY_TESTS, name);
    const std::string text = normalized(shown);
    if (std::getenv("PERFT_VERIFY_WRITE_SCREENS") != nullptr) std::ofstream(path) << text;
    EXPECT_EQ(text, file_content(path))
        << "if this is meant, write " << path << " anew with PERFT_VERIFY_WRITE_SCREENS=1";
  }

  static void expect_fits(const std::string& shown) {
    std::size_t lines = 0;
    for (std::string_view rest = shown; !rest.empty(); ++lines) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      // A command is never wrapped, so that it can be copied.
      EXPECT_TRUE(line.contains("verify --fen") || columns_of(line) <= kColumns) << line;
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      lines += columns_of(line) / kColumns;
    }
    EXPECT_LT(lines, kRows) << "and a line for the prompt\n" << shown;
  }

  ScratchFolder folder_;
};

TEST_F(Screens, Pass) {
  engine("my-engine", "");
  expect_screen("pass", run_on_terminal({"suites/gate.epd", "--engine", "./my-engine"}));
}

TEST_F(Screens, HelpInShortFitsOnOneScreen) {
  const std::string shown = on_terminal({"-h"});
  expect_screen("help", shown);
  expect_fits(shown);
}

TEST_F(Screens, AOneBugEngineFitsOnOneScreen) {
  const std::string shown = run_on_terminal({"suites/gate.epd", "--engine", "./my-engine"});
  expect_screen("fail", shown);
  expect_fits(shown.substr(shown.find("FINDING 1")));
}

TEST_F(Screens, TwoFindings) {
  engine("my-engine", "--bug castling-rook-captured --bug knight-wraps");
  expect_screen("two-findings", run_on_terminal({"--fen", "4k3/8/8/8/8/8/6b1/4K2R b K - 0 1",
                                                 "--fen", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
                                                 "--depth", "2", "--engine", "./my-engine"}));
}

TEST_F(Screens, Quiet) {
  expect_screen("quiet", run_on_terminal({"--fen", "4k3/8/8/8/8/8/r7/4K3 b - - 0 1", "--depth", "2",
                                          "--engine", "./my-engine", "-q"}));
}

TEST_F(Screens, AnEngineThatCannotBeUsedIsOneMessage) {
  static_cast<void>(folder_.write("my-engine", "#!/bin/sh\nexit 1\n", true));
  const std::string shown = run_on_terminal({"suites/gate.epd", "--engine", "./my-engine"});
  expect_screen("unusable-engine", shown);
  EXPECT_LE(std::ranges::count(shown, '\n'), 10);
}

TEST_F(Screens, Interrupted) {
  for (const bool journal : {false, true}) {
    Words words{"sh", "-c", fmt::format("cd '{}' && exec \"$0\" \"$@\" 2>&1", folder_.path(""))};
    const Words command{verify_program(), "--fen", "startpos",    "--depth", "12",
                        "--jobs",         "1",     "--reference", "mailbox", "--no-store",
                        "--progress",     "off"};
    words.insert(words.end(), command.begin(), command.end());
    if (journal) words.insert(words.end(), {"--journal", "run.journal"});
    words[0] = "/bin/sh";
    RunningCommand run(words, {});
    ASSERT_TRUE(run.wait_for_output("1 position"));
    run.send_signal(SIGINT);
    const CommandResult result = run.finish();
    EXPECT_EQ(result.exit_code, 130);
    expect_screen(journal ? "interrupted-journal" : "interrupted", result.out);
  }
}

}  // namespace
}  // namespace perft_verify::verifier
