// The file of named profiles.
#include <gtest/gtest.h>

#include "reference/dialect/dialect.h"
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
    EXPECT_NE(read.error().find(message), std::string::npos) << read.error();
  }
  const auto missing = find_dialect("nowhere", {folder.path("none.ini")});
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().find("no dialect 'nowhere'"), std::string::npos) << missing.error();
}

TEST(ProfilesTest, WhatIsWrittenCanBeRead) {
  const ScratchFolder folder;
  Dialect dialect;
  dialect.protocol = Protocol::Console;
  dialect.perft = {"sd {depth}", "perft"};
  dialect.total = TotalPlace{"nodes:", ""};
  dialect.errors_with_output = true;
  const auto read = find_dialect("again", {folder.write("p.ini", profile_text(dialect, "again"))});
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->protocol, Protocol::Console);
  EXPECT_EQ(read->perft, dialect.perft);
  EXPECT_EQ(read->total, "nodes:");
  EXPECT_EQ(read->errors_with_output, true);
}

}  // namespace
}  // namespace perft_verify::reference
