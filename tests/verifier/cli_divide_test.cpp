// `verify divide POSITION --engine CMD`: side by side, and step by step to the wrong move.
#include <gtest/gtest.h>

#include "core/text/shell_words.h"
#include "tests/verifier/support/command.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

constexpr const char* kRookOnH1 = "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1";

Words divide(const std::string& depth, const std::string& engine) {
  return {"divide", kRookOnH1, depth, "--engine", engine, "--reference", "mailbox"};
}

TEST(SideBySide, FollowingTheCommandsLeadsToTheWrongMove) {
  CommandResult result = verify(divide("3", zoo_engine("castling-rook-captured")));
  for (const char* step : {"below", "Why:"}) {
    EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
    ASSERT_TRUE(result.out.contains(step)) << result.out;
    const std::size_t begin = result.out.find("\n  verify ") + 3;
    Words next =
        split_words(result.out.substr(begin, result.out.find('\n', begin) - begin)).value();
    next.erase(next.begin());
    result = verify(next);
  }
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("e1g1 is illegal: ")) << result.out;
}

TEST(SideBySide, SaysSoWhereNoPositionBelowIsWrong) {
  CommandResult result = verify(divide("2", zoo_engine("unmake-castling-rook")));
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_FALSE(result.out.contains("below")) << result.out;
  EXPECT_TRUE(result.out.contains("is right when it is")) << result.out;
  const std::size_t begin = result.out.find("\n  verify ") + 3;
  Words next = split_words(result.out.substr(begin, result.out.find('\n', begin) - begin)).value();
  next.erase(next.begin());
  result = verify(next);
  EXPECT_EQ(result.exit_code, 1) << result.out;
  EXPECT_TRUE(result.out.contains("cause: unmake")) << result.out;
}

TEST(SideBySide, ListsWhatDiffersFirstAndTheRestOnRequest) {
  const CommandResult result = verify(divide("3", zoo_engine("castling-rook-captured")));
  EXPECT_TRUE(result.out.contains("move")) << result.out;
  EXPECT_TRUE(result.out.contains("mailbox")) << "both are named\n" << result.out;
  EXPECT_TRUE(result.out.contains("moves on which both agree")) << result.out;
  EXPECT_FALSE(result.out.contains("\n  e8d8")) << result.out;
  Words all = divide("3", zoo_engine("castling-rook-captured"));
  all.emplace_back("--all");
  const CommandResult everything = verify(all);
  EXPECT_LT(everything.out.find("\n  g2h1"), everything.out.find("\n  a8a1")) << everything.out;
  EXPECT_TRUE(everything.out.contains("\n  e8d8")) << everything.out;
}

TEST(SideBySide, SaysSoWhereBothAgreeOrOneDoesNotAnswer) {
  const CommandResult right = verify({"divide", "startpos", "-d", "2", "--engine",
                                      zoo_engine("king-xray"), "--reference", "mailbox"});
  EXPECT_EQ(right.exit_code, 0);
  EXPECT_TRUE(right.out.ends_with(" agree.\n")) << right.out;
  const CommandResult none =
      verify({"divide", "startpos", "2", "--engine", "/bin/false", "--reference", "mailbox"});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_EQ(none.out, "");
  EXPECT_EQ(verify({"divide", "startpos", "2", "--reference", "mailbox"}).exit_code, 2);
}

}  // namespace
}  // namespace perft_verify::verifier
