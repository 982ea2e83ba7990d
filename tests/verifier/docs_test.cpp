// Every command of docs/*.md is run, and its output is compared with the page. "…" in a line stands
// for anything in it; alone, for any lines.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <span>
#include <sstream>

#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using reference::file_content;
using reference::ScratchFolder;
using Lines = std::vector<std::string>;

constexpr std::string_view kAnything = "…";

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool line_matches(std::string_view pattern, std::string_view line) {
  const std::size_t hole = pattern.find(kAnything);
  if (hole == std::string_view::npos) return pattern == line;
  if (!line.starts_with(pattern.substr(0, hole))) return false;
  line.remove_prefix(hole);
  pattern.remove_prefix(hole + kAnything.size());
  for (std::size_t skip = 0; skip <= line.size(); ++skip)
    if (line_matches(pattern, line.substr(skip))) return true;
  return false;
}

bool matches(std::span<const std::string> pattern, std::span<const std::string> lines) {
  if (pattern.empty()) return lines.empty();
  if (pattern.front() == kAnything) {
    for (std::size_t skip = 0; skip <= lines.size(); ++skip)
      if (matches(pattern.subspan(1), lines.subspan(skip))) return true;
    return false;
  }
  return !lines.empty() && line_matches(pattern.front(), lines.front()) &&
         matches(pattern.subspan(1), lines.subspan(1));
}

struct Example {
  std::string command;
  Lines output;
};

std::vector<Example> examples_of(const std::string& page) {
  std::vector<Example> examples;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back({line.substr(2), {}});
    } else if (inside && !examples.empty()) {
      examples.back().output.push_back(line);
    }
  }
  return examples;
}

/// A repository like that of an engine's author: commits of an engine, a bug in the sixth.
class Docs : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_symlink(PERFT_VERIFY_COMMAND, folder_.path("verify"));
    script("fixed-engine", "exec " + right());
    script("old-engine", "exec " + right());
    std::ofstream(folder_.path("games.pgn"))
        << "[Event \"test\"]\n[White \"MyEngine\"]\n[Black \"Tester\"]\n"
           "[FEN \"r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 23\"]\n\n"
           "23... Bxh1 {+4.1/9, White makes an illegal move: e1g1} 0-1\n\n"
           "[Event \"test\"]\n\n1. e4 e5 2. Nf3 *\n";
    sh("git init -q . && git config user.name Author && git config user.email author@example.org");
    const std::string wrong = right() + " --bug castling-rook-captured";
    commit("movegen: first version", "exec " + right());
    sh("git tag v1.0");
    commit("movegen: comments", "# says why\nexec " + right());
    commit("movegen: does not start", "exit 1");
    commit("movegen: starts again", "exec " + right());
    commit("eval: mobility", "# mobility\nexec " + right());
    commit("movegen: faster make_move", "exec " + wrong);
    commit("search: aspiration", "# aspiration\nexec " + wrong);
    commit("eval: king safety", "# king safety\nexec " + wrong);
  }

  static std::string right() { return PERFT_VERIFY_BUG_ZOO; }

  void script(const std::string& name, const std::string& body) const {
    std::ofstream(folder_.path(name)) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(folder_.path(name), std::filesystem::perms::owner_all);
  }

  void commit(const std::string& message, const std::string& body) const {
    script("my-engine", body);
    sh("git add my-engine && git commit -q -m '" + message + "'");
  }

  CommandResult run(const std::string& command) const {
    CommandOptions options;
    options.environment = {{"PATH", folder_.path("") + ":/usr/local/bin:/usr/bin:/bin"},
                           {"GIT_CONFIG_GLOBAL", "/dev/null"},
                           {"GIT_CONFIG_SYSTEM", "/dev/null"},
                           {"HOME", folder_.path("")}};
    return run_command(
        {"/bin/sh", "-c", fmt::format("cd '{}' && ( {} ) 2>&1", folder_.path(""), command)},
        options);
  }

  void sh(const std::string& command) const {
    const CommandResult result = run(command);
    ASSERT_EQ(result.exit_code, 0) << command << "\n" << result.out << result.err;
  }

  void check(const std::string& page) const {
    const std::string text = file_content(std::string(PERFT_VERIFY_DOCS) + "/" + page);
    EXPECT_FALSE(text.contains("```sh")) << "commands belong into console blocks";
    check_examples(page, text, true);
  }

  void check_examples(const std::string& page, const std::string& text, bool numbers_matter) const {
    const auto normalized = [&](Lines lines) {
      for (std::string& line : lines)
        if (!numbers_matter) line = std::regex_replace(line, std::regex("[0-9]+"), "N");
      return lines;
    };
    // Said on a busy machine, unless the page shows it.
    const auto as_if_idle = [&](Lines lines) {
      constexpr std::string_view kTakesLong = "; its share of this run, ";
      if (!text.contains(kTakesLong))
        std::erase_if(lines, [=](const std::string& line) { return line.contains(kTakesLong); });
      return lines;
    };
    const auto examples = examples_of(text);
    EXPECT_FALSE(examples.empty());
    int last_code = 0;
    for (const Example& example : examples) {
      const CommandResult result = run(fmt::format("(exit {}); {}", last_code, example.command));
      last_code = result.exit_code;
      EXPECT_TRUE(matches(normalized(example.output), normalized(as_if_idle(lines_of(result.out)))))
          << page << ": $ " << example.command << "\nprints\n"
          << result.out;
    }
  }

  ScratchFolder folder_;
};

TEST_F(Docs, FiveMinutes) { check("five-minutes.md"); }
TEST_F(Docs, Findings) { check("findings.md"); }
TEST_F(Docs, Ci) { check("ci.md"); }
TEST_F(Docs, Reports) { check("reports.md"); }
TEST_F(Docs, Replay) { check("replay.md"); }
TEST_F(Docs, Fuzz) { check("fuzz.md"); }
TEST_F(Docs, Prove) { check("prove.md"); }
TEST_F(Docs, Engines) { check("engines.md"); }
TEST_F(Docs, Speed) { check("speed.md"); }

/// The finding on the first screen. Numbers of rows and places change with the suite.
TEST_F(Docs, Readme) {
  check_examples("README.md", file_content(PERFT_VERIFY_DOCS "/../README.md"), false);
}

TEST(DocsPages, AreAllChecked) {
  Lines pages;
  for (const auto& entry : std::filesystem::directory_iterator(PERFT_VERIFY_DOCS))
    if (entry.path().extension() == ".md" &&
        file_content(entry.path()).find("```console") != std::string::npos)
      pages.push_back(entry.path().filename());
  std::ranges::sort(pages);
  EXPECT_EQ(pages, (Lines{"ci.md", "engines.md", "findings.md", "five-minutes.md", "fuzz.md",
                          "prove.md", "replay.md", "reports.md", "speed.md"}));
}

TEST_F(Docs, BisectionNamesTheCommitAndSkipsWhatDoesNotStart) {
  sh("git bisect start HEAD v1.0");
  const CommandResult result =
      run("git bisect run verify gate --engine ./my-engine --git-bisect -q");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  const CommandResult bad = run("git log -1 --format=%s refs/bisect/bad");
  EXPECT_EQ(bad.out, "movegen: faster make_move\n") << result.out;
}

TEST_F(Docs, BisectionStopsAtAMistypedCommand) {
  sh("git bisect start HEAD v1.0");
  const CommandResult result = run("git bisect run verify gate --engin ./my-engine --git-bisect");
  EXPECT_NE(result.exit_code, 0);
  EXPECT_EQ(run("git log -1 --format=%s refs/bisect/bad").out, "eval: king safety\n")
      << "no commit is blamed";
}

TEST_F(Docs, GitBisectMapsExitCodes) {
  EXPECT_EQ(run("verify gate --engine ./fixed-engine --git-bisect").exit_code, 0);
  EXPECT_EQ(run("verify gate --engine ./my-engine --git-bisect").exit_code, 1);
  EXPECT_EQ(run("verify gate --engine ./missing --git-bisect").exit_code, 125);
  EXPECT_EQ(run("verify missing.epd --git-bisect").exit_code, 128);
  EXPECT_EQ(run("verify --no-such-option --git-bisect").exit_code, 128);
}

// --- The examples ------------------------------------------------------------------------

TEST_F(Docs, TheActionGivesItsInputsToTheProgram) {
  const std::string action = PERFT_VERIFY_DOCS "/../ci/action";
  const CommandResult wrong =
      run("VERIFY=verify INPUT_ENGINE=./my-engine INPUT_SUITE='gate' "
          "INPUT_DEPTH=2 INPUT_REFERENCE=mailbox INPUT_OPTIONS=-q "
          "INPUT_REPORTS='json=r.json\njunit=r.xml\n' " +
          action + " verify");
  EXPECT_EQ(wrong.exit_code, 1) << wrong.out;
  const std::string report = file_content(folder_.path("r.json"));
  EXPECT_TRUE(report.contains("\"options\": {\"depth\":2,"));
  EXPECT_TRUE(report.contains("\"kind\":\"mailbox\""));
  EXPECT_TRUE(std::filesystem::exists(folder_.path("r.xml")));
  const CommandResult right =
      run("VERIFY=verify INPUT_ENGINE='./fixed-engine; touch oops' " + action + " verify");
  EXPECT_NE(right.exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("oops"))) << "an input is no script";
  const CommandResult defaults =
      run("VERIFY=verify INPUT_ENGINE=./fixed-engine " + action + " verify");
  EXPECT_EQ(defaults.exit_code, 0) << defaults.out;
  EXPECT_TRUE(defaults.out.contains("PASS  ")) << defaults.out;
}

TEST(Action, PassesEveryInputItDeclares) {
  const std::string yml = file_content(PERFT_VERIFY_DOCS "/../action.yml");
  const std::string script = file_content(PERFT_VERIFY_DOCS "/../ci/action");
  for (const auto& [input, variable] : {std::pair{"engine", "INPUT_ENGINE"},
                                        {"suite", "INPUT_SUITE"},
                                        {"depth", "INPUT_DEPTH"},
                                        {"reference", "INPUT_REFERENCE"},
                                        {"reports", "INPUT_REPORTS"},
                                        {"options", "INPUT_OPTIONS"}}) {
    EXPECT_TRUE(yml.contains(fmt::format("\n  {}:\n", input))) << input;
    EXPECT_TRUE(yml.contains(fmt::format("{}: ${{{{ inputs.{} }}}}", variable, input))) << input;
    EXPECT_TRUE(script.contains(variable)) << input;
  }
  EXPECT_FALSE(yml.contains("run: ${{"));
}

}  // namespace
}  // namespace perft_verify::verifier
