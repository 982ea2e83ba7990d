// Line: the owner of a game in progress.
#include "core/line.h"

#include <gtest/gtest.h>

#include "core/notation.h"
#include "tests/core/position_helpers.h"

namespace perft_verify {
namespace {

Move move_of(const Line& line, std::string_view text) {
  return find_legal(line.position(), text).value();
}

TEST(Line, BeginsWithItsRootAndNoMoves) {
  const Line start;
  EXPECT_EQ(start.position(), Position());
  EXPECT_EQ(start.root(), Position());
  EXPECT_EQ(start.ply(), 0U);
  EXPECT_TRUE(start.moves().empty());
  const Position kiwipete = test::position_of(test::kKiwipete);
  EXPECT_EQ(Line(kiwipete).root(), kiwipete);
}

TEST(Line, AMoveIsPlayed) {
  Line line;
  line.push(move_of(line, "g1f3"));
  EXPECT_EQ(line.ply(), 1U);
  EXPECT_EQ(line.position().fen(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
  EXPECT_EQ(line.root(), Position());
}

TEST(Line, ATextIsPlayedIfItIsALegalMove) {
  Line line(test::position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
  const auto pushed = line.push_text("e1g1");
  ASSERT_TRUE(pushed.has_value());
  EXPECT_EQ(*pushed, Move::castling(Square::E1, Square::H1));
  EXPECT_EQ(line.position().fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
}

TEST(Line, AnIllegalTextChangesNothingAndReportsItselfAndItsPly) {
  Line line;
  ASSERT_TRUE(line.push_text("e2e4").has_value());
  const Position before = line.position();
  for (const std::string_view text : {"e2e4", "e7e4", "O-O", "", "e8e7", "e7e5 ", "E7E5", "\n"}) {
    const auto pushed = line.push_text(text);
    ASSERT_FALSE(pushed.has_value()) << text;
    EXPECT_EQ(pushed.error().text, text);
    EXPECT_EQ(pushed.error().ply, 2U) << text;
    ASSERT_EQ(line.position(), before) << text;
    ASSERT_EQ(line.ply(), 1U) << text;
  }
}

TEST(Line, SeveralTextsArePlayedInOrder) {
  Line line;
  const std::vector<std::string> texts{"e2e4", "e7e5", "g1f3"};
  ASSERT_TRUE(line.push_texts(texts).has_value());
  EXPECT_EQ(line.ply(), 3U);
  std::vector<std::string> played;
  for (const Move move : line.moves()) played.push_back(to_uci(move, false));
  EXPECT_EQ(played, texts);
  EXPECT_EQ(line.position().fen(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
}

TEST(Line, SeveralTextsArePlayedAllOrNot) {
  Line line;
  ASSERT_TRUE(line.push_text("e2e4").has_value());
  const Position before = line.position();
  const auto pushed = line.push_texts(std::vector<std::string>{"e7e5", "g1f3", "e5e4", "b8c6"});
  ASSERT_FALSE(pushed.has_value());
  EXPECT_EQ(pushed.error().text, "e5e4");
  EXPECT_EQ(pushed.error().ply, 4U);
  EXPECT_EQ(line.position(), before);
  EXPECT_EQ(line.ply(), 1U);
  EXPECT_EQ(line.moves().size(), 1U);
}

TEST(Line, NoTextsChangeNothing) {
  Line line;
  EXPECT_TRUE(line.push_texts({}).has_value());
  EXPECT_EQ(line.ply(), 0U);
}

TEST(Line, RandomMovesThatEndInARefusedOneRestoreTheRoot) {
  std::size_t longest = 0;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    std::mt19937 random(seed);
    const std::size_t plies = 1 + random() % 300;
    Line game;
    std::vector<std::string> texts;
    while (texts.size() < plies) {
      const MoveList moves = legal_moves(game.position());
      if (moves.empty()) break;
      game.push(moves[random() % moves.size()]);
      texts.push_back(to_uci(game.moves().back(), false));
    }
    ASSERT_EQ(game.position().key(), game.position().key_from_scratch());
    texts.emplace_back("0000");
    longest = std::max(longest, texts.size());
    Line line;
    ASSERT_FALSE(line.push_texts(texts));
    ASSERT_EQ(line.position(), Position()) << "seed " << seed;
    ASSERT_EQ(line.position().fen(), test::kStart) << "seed " << seed;
    ASSERT_EQ(line.ply(), 0U);
  }
  EXPECT_GT(longest, 200U);  // not all games ended early
}

}  // namespace
}  // namespace perft_verify
