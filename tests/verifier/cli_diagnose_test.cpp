// explain, called as a user calls it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/verifier/support/command.h"
#include "verifier/diagnose/classes.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;

TEST(Explain, ListsAllClasses) {
  const CommandResult text = verify({"explain", "--list"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  const json list = json::parse(verify({"explain", "--list", "--json"}).out);
  std::size_t classes = 0;
  for (const ClassFamily& family : class_families()) {
    for (const BugClass& each : family.classes) {
      EXPECT_TRUE(text.out.contains(each.name)) << each.name;
      EXPECT_EQ(list.at(classes++)["class"], each.name);
    }
  }
  EXPECT_EQ(list.size(), classes);
}

TEST(Explain, PrintsAClass) {
  const CommandResult result = verify({"explain", "king-xray"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("king-xray: ")) << result.out;
  for (const char* part : {"  what ", "  where ", "  fix ", "occupancy"})
    EXPECT_TRUE(result.out.contains(part)) << part;
  EXPECT_EQ(json::parse(verify({"explain", "king-xray", "--json"}).out)["class"], "king-xray");
}

TEST(Explain, SuggestsANameThatIsClose) {
  const CommandResult result = verify({"explain", "king-xry"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.contains("did you mean king-xray")) << result.err;
}

TEST(Explain, SaysWhyAMoveIsIllegalOrLegalWithoutAnyEngine) {
  const CommandOptions no_engine{.environment = {{"PATH", ""}, {"STOCKFISH", std::nullopt}}};
  const std::string fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
  const CommandResult illegal = verify({"explain", fen, "e5e6", "e5d5"}, no_engine);
  EXPECT_EQ(illegal.exit_code, 0) << illegal.err;
  EXPECT_TRUE(
      illegal.out.contains("e5e6 is illegal: the king steps back along the line of the "
                           "rook on e1"))
      << illegal.out;
  EXPECT_TRUE(illegal.out.contains("e5d5 is legal: ")) << illegal.out;
  EXPECT_TRUE(illegal.out.contains(fen)) << "the position is shown";
  // A FEN in words, and one move after --moves.
  const CommandResult words =
      verify({"explain", "8/8/8/2k5/2pP4/8/B7/4K3", "b", "-", "d3", "0", "3", "c4d3"}, no_engine);
  EXPECT_TRUE(words.out.contains("the captured pawn on d4 gives the check")) << words.err;
  const CommandResult played = verify({"explain", "startpos", "--moves", "e2e4 e7e5", "e4e5"});
  EXPECT_TRUE(played.out.contains("the pawn on e4 cannot advance")) << played.out << played.err;
  const json report = json::parse(verify({"explain", fen, "e5e6", "--json"}).out);
  EXPECT_EQ(report["moves"][0]["legal"], false);
}

TEST(Explain, RefusesWhatItCannotUnderstand) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"explain"},
                                             {"explain", "startpos"},
                                             {"explain", "startpos", "foo"},
                                             {"explain", "8/8/8/8/8/8/8/8 w - - 0 1", "e2e4"},
                                             {"explain", "king-xray", "ep-missing"},
                                             {"explain", "--list", "king-xray"},
                                             {"explain", "startpos", "--moves", "e2e5", "e7e5"},
                                             {"explain", "\x1b[31m"}}) {
    const CommandResult result = verify(words);
    EXPECT_EQ(result.exit_code, 2) << words.back();
    EXPECT_EQ(result.out, "") << words.back();
    EXPECT_FALSE(result.err.contains('\x1b'));
    EXPECT_TRUE(result.err.starts_with("verify: ")) << result.err;
  }
}

}  // namespace
}  // namespace perft_verify::verifier
