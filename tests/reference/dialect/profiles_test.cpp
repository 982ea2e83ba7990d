// Profiles, and the older files of named ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "reference/dialect/dialect.h"
#include "reference/dialect/profile.h"
#include "tests/reference/support.h"

namespace perft_verify::reference {
namespace {

TEST(ProfilesTest, TheFirstFileWithTheSectionCounts) {
  const ScratchFolder folder;
  const std::string first = folder.write("a.ini",
                                         "# mine\n[mine]\nprotocol = xboard\n"
                                         "perft = sd {depth} ; perft\nstderr = yes\n");
  const std::string second = folder.write("b.ini",
                                          "[mine]\nperft = x {depth}\n[uci]\n"
                                          "perft = perft {depth}\ntotal = Nodes:\r\n");
  const auto mine = find_dialect("mine", {folder.path("none.ini"), first, second});
  ASSERT_TRUE(mine) << mine.error();
  EXPECT_EQ(mine->protocol, Protocol::Xboard);
  EXPECT_EQ(mine->perft, (std::vector<std::string>{"sd {depth}", "perft"}));
  EXPECT_EQ(mine->errors_with_output, true);
  const auto uci = find_dialect("uci", {first, second});
  ASSERT_TRUE(uci);
  EXPECT_EQ(uci->total, "Nodes:") << "a section comes before a built-in name";
  EXPECT_FALSE(find_dialect("uci", {first})->total);
}

TEST(ProfilesTest, EveryMistakeIsNamedWithItsPlace) {
  const ScratchFolder folder;
  const std::pair<const char*, const char*> kMistakes[] = {
      {"[mine]\nprotocol = smtp\n", ":2: protocol is uci"},
      {"[mine]\nperft = divide\n", ":2: {depth} is missing"},
      {"[mine]\ncolor = red\n", ":2: there is no key 'color'"},
      {"\nnonsense\n", ":2: `key = value`"},
      {"[mine\n", ":1: a section is written [name]"},
      {"[mine]\n[mine]\n", ":2: the section [mine] stands here twice"},
      {"[mine]\nperft = divide {depth}\x01\n", ":2: control characters"},
  };
  for (const auto& [text, message] : kMistakes) {
    const auto read = find_dialect("mine", {folder.write("x.ini", text)});
    ASSERT_FALSE(read) << text;
    EXPECT_TRUE(read.error().contains(message)) << read.error();
  }
  const auto missing = find_dialect("nowhere", {folder.path("none.ini")});
  ASSERT_FALSE(missing);
  EXPECT_TRUE(missing.error().contains("no dialect 'nowhere'")) << missing.error();
}

Detection found() {
  Detection detection;
  detection.engine_name = "Mine 1.0";
  detection.dialect.protocol = Protocol::Console;
  detection.dialect.perft = {"sd {depth}", "perft \"{depth}\""};
  detection.dialect.total = TotalPlace{"nodes:", ""};
  detection.dialect.errors_with_output = true;
  return detection;
}

TEST(Profile, WhatIsWrittenCanBeRead) {
  const ScratchFolder folder;
  EngineOptions options;
  options.command = {"mine", "--quiet", "it's \"odd\" \\ here"};
  options.options = {{"Hash", "1"}, {"Clear Hash", ""}};
  options.setup = {"log off"};
  const std::string path = folder.path("mine.toml");
  const auto read =
      read_profile(folder.write("mine.toml", profile_text(found(), options, true, path)));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->command, options.command);
  EXPECT_EQ(read->wish.protocol, Protocol::Console);
  EXPECT_EQ(read->wish.perft, found().dialect.perft);
  EXPECT_EQ(read->wish.total, "nodes:");
  EXPECT_EQ(read->wish.errors_with_output, true);
  EXPECT_TRUE(read->wish.played_chess960);
  EXPECT_EQ(read->setup, options.setup);
  ASSERT_EQ(read->options.size(), 2U);
  for (const auto& each : options.options)
    EXPECT_NE(std::ranges::find(read->options, each), read->options.end()) << each.first;

  Detection script = found();
  script.script = true;
  script.script_command = {"mine", "{depth}", "{fen}"};
  const auto once =
      read_profile(folder.write("once.toml", profile_text(script, options, false, path)));
  ASSERT_TRUE(once) << once.error();
  EXPECT_EQ(once->command, script.script_command);
  EXPECT_FALSE(once->wish.perft);
}

TEST(Profile, FilesAreLookedForBesideItAndProgramsInPath) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("bin"));
  static_cast<void>(folder.write("bin/engine.py", ""));
  static_cast<void>(folder.write("python3", ""));
  const auto read = read_profile(
      folder.write("p.toml", "command = [\"python3\", \"bin/engine.py\", \"bin/none.py\"]\n"));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->command,
            (std::vector<std::string>{"python3", folder.path("bin/engine.py"), "bin/none.py"}));
  const auto shell = read_profile(folder.write("s.toml", "command = './python3 \"a b\"'\n"));
  ASSERT_TRUE(shell) << shell.error();
  EXPECT_EQ(shell->command, (std::vector<std::string>{folder.path("python3"), "a b"}));
}

TEST(Profile, EveryMistakeIsNamedWithItsPlace) {
  const ScratchFolder folder;
  const std::pair<const char*, const char*> kMistakes[] = {
      {"", "names no program"},
      {"protocol = \"uci\"\n", "names no program"},
      {"command = []\n", "names no program"},
      {"command = \"e\"\nprotocol = \"smtp\"\n", ":2:12: protocol is uci"},
      {"command = \"e\"\nperft = \"divide\"\n", ":2:9: {depth} is missing"},
      {"command = \"e\"\nperft = [\"divide {depth}\", 1]\n", "each part of perft is a text"},
      {"command = \"e\"\ncolor = \"red\"\n", ":2:9: there is no key 'color'"},
      {"command = \"e\"\nstderr = \"yes\"\n", ":2:10: stderr is true or false"},
      {"command = \"e\"\ntotal = [\"a\", \"b\"]\n", "total is one text"},
      {"command = \"e\"\noptions = 1\n", "options is a table"},
      {"command = \"e\"\n[options]\nHash = 1\n", ":3:8: the option Hash is a text in quotes"},
      {"command = \"e\\u0007\"\n", "control characters"},
      {"command = \"'open\"\n", "never closed"},
      {"command = \n", ":1:"},
      {"command = \"e\"\ncommand = \"f\"\n", ":2:"},
  };
  for (const auto& [text, message] : kMistakes) {
    const auto read = read_profile(folder.write("x.toml", text));
    ASSERT_FALSE(read) << text;
    EXPECT_TRUE(read.error().contains(message)) << read.error();
    EXPECT_TRUE(read.error().contains("x.toml")) << read.error();
  }
  EXPECT_TRUE(read_profile(folder.path("none.toml")).error().contains("is not a file"));
  EXPECT_TRUE(read_profile(folder.write("large.toml", std::string(1U << 17U, '#')))
                  .error()
                  .contains("too large"));
}

TEST(Profile, LettersBeyondAsciiStandInQuotesAndComments) {
  const ScratchFolder folder;
  const auto read = [&](const std::string& text) {
    return read_profile(folder.write("x.toml", "command = [\"./a\"]\n" + text));
  };
  for (const char* text :
       {"# é\n", "[options]\nName = \"é\" # \"é\n", "[options]\nName = 'é\\'\n",
        "[options]\nName = \"\\\"é\"\n", "[options]\nName = \"\"\"\"é \"é\"\"\"\n"}) {
    const auto profile = read(text);
    EXPECT_TRUE(profile) << text << (profile ? "" : profile.error());
  }
  const auto wrong = [&](const std::string& text) { return read(text).error(); };
  EXPECT_TRUE(wrong("é = 1\n").contains("x.toml:2:1: a character beyond ASCII"));
  EXPECT_TRUE(wrong("perft = \"{depth}\" é\n").contains("x.toml:2:19: "));
  EXPECT_TRUE(wrong("# '\nperft = é\n").contains("x.toml:3:9: "));
}

}  // namespace
}  // namespace perft_verify::reference
