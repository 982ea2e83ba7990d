// Compares the three generators with independent implementations of the rules: core (bitboards),
// mailbox (make and unmake), Stockfish.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "reference/mailbox/board.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/uci/stockfish.h"
#include "reference/uci/uci_engine.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

std::vector<std::string> core_moves(const Position& position) {
  std::vector<std::string> moves;
  for (const Move move : legal_moves(position)) moves.push_back(to_uci(move, position.chess960()));
  std::ranges::sort(moves);
  return moves;
}

std::vector<std::string> mailbox_moves(mailbox::Board& board) {
  std::vector<std::string> moves;
  for (const Move move : board.legal_moves()) moves.push_back(board.uci(move));
  std::ranges::sort(moves);
  return moves;
}

std::vector<std::string> moves_of(const reference::Divide& divide) {
  std::vector<std::string> moves;
  for (const auto& line : divide.lines) moves.push_back(line.move);
  return moves;
}

/// Compares move lists and positions at every node down to `depth`; returns the nodes seen.
std::uint64_t compare_tree(const Position& position, mailbox::Board& board, int depth) {
  EXPECT_EQ(position.fen(), board.fen());
  const auto moves = core_moves(position);
  EXPECT_EQ(moves, mailbox_moves(board)) << position.fen();
  EXPECT_EQ(count_legal(position), static_cast<int>(moves.size())) << board.fen();
  if (depth == 0 || testing::Test::HasFailure()) return 1;
  std::uint64_t nodes = 1;
  for (const std::string& text : moves) {
    board.make(*board.find_move(text));
    nodes += compare_tree(position.after(*find_legal(position, text)), board, depth - 1);
    board.unmake();
  }
  return nodes;
}

std::uint64_t compare_suite(const std::string& file, int depth) {
  std::uint64_t nodes = 0;
  for (const auto& row : test::suite_positions(file)) {
    const auto parsed = parse_fen(row.fen);
    auto board = mailbox::Board::from_fen(row.fen);
    EXPECT_TRUE(parsed && board) << row.where();
    if (!parsed || !board) continue;
    nodes += compare_tree(parsed->position, *board, depth);
    if (testing::Test::HasFailure()) ADD_FAILURE() << "below " << row.where();
    if (testing::Test::HasFailure()) break;
  }
  return nodes;
}

TEST(CoreAndMailbox, AgreeAtEveryNodeOfTheRules) {
  EXPECT_GT(compare_suite("rules.epd", 2), 50'000U);
}

TEST(CoreAndMailbox, AgreeAtEveryNodeOfTheStandardSuite) {
  EXPECT_GT(compare_suite("standard.epd", 2), 20'000U);
}

TEST(CoreAndMailbox, AgreeWithTheCountsOfTheStandardSuite) {
  constexpr std::uint64_t kMostNodes = 1'000'000;
  const auto generator = mailbox::make_mailbox_generator();
  for (const auto& row : test::suite_positions("standard.epd")) {
    const auto parsed = parse_fen(row.fen);
    ASSERT_TRUE(parsed) << row.where();
    for (const auto& [depth, nodes] : row.counts) {
      if (nodes > kMostNodes) continue;
      EXPECT_EQ(perft(parsed->position, depth), nodes) << row.where();
      reference::Question question;
      question.root = {row.fen, parsed->position.chess960()};
      question.depth = depth;
      const auto answer = generator->divide(question, {});
      ASSERT_TRUE(answer) << row.where() << answer.error().message;
      EXPECT_EQ(answer->total, nodes) << row.where();
    }
  }
}

/// Random games from random roots to their end (mate, stalemate, or the fifty-move rule), all
/// three move lists compared at every position.
class RandomGames : public testing::TestWithParam<unsigned> {};

TEST_P(RandomGames, CoreMailboxAndStockfishAgreeAtEveryPosition) {
  constexpr int kGames = 25;
  constexpr unsigned kFiftyMoves = 100;
  const auto path = reference::find_stockfish();
  ASSERT_TRUE(path) << path.error();
  reference::UciEngineOptions options;
  options.command = {*path};
  options.role = reference::EngineRole::Stockfish;
  const auto stockfish = reference::make_uci_engine(options);
  const auto roots = test::suite_positions("standard.epd");
  std::mt19937 random(GetParam());
  std::size_t positions = 0;
  for (int game = 0; game < kGames; ++game) {
    const auto root = parse_fen(roots[random() % roots.size()].fen);
    ASSERT_TRUE(root);
    Line line(root->position);
    auto board = mailbox::Board::from_fen(line.root().fen());
    ASSERT_TRUE(board);
    while (true) {
      ++positions;
      const auto moves = core_moves(line.position());
      ASSERT_EQ(moves, mailbox_moves(*board)) << line.position().fen();
      reference::Question question;
      question.root = root_of(line.position());
      const auto answer = stockfish->divide(question, {});
      ASSERT_TRUE(answer) << answer.error().message;
      ASSERT_EQ(moves, moves_of(*answer)) << question.root.fen;
      if (moves.empty() || line.position().halfmove_clock() >= kFiftyMoves) break;
      const std::string& text = moves[random() % moves.size()];
      ASSERT_TRUE(line.push_text(text));
      board->make(*board->find_move(text));
      ASSERT_EQ(line.position().fen(), board->fen());
    }
  }
  EXPECT_GT(positions, 1'000U);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGames, testing::Values(1U, 2U, 3U, 4U));

}  // namespace
}  // namespace perft_verify
