// The session with the real Stockfish, and the positions that are never sent to it.
#include "reference/uci/stockfish.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/fen.h"
#include "core/line.h"
#include "reference/core_generator.h"
#include "reference/uci/board_text.h"
#include "tests/reference/engine_support.h"
#include "tests/reference/stockfish_support.h"
#include "tests/support/soon.h"

namespace perft_verify::reference {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class StockfishTest : public testing::Test {
 protected:
  void SetUp() override {
    ignore_sigpipe();
    if (!find_stockfish()) GTEST_SKIP() << find_stockfish().error();
    stockfish_ = make_stockfish();
  }

  static Divide counted_by_core(const Question& asked) {
    const auto answer = make_core_generator()->divide(asked, {});
    EXPECT_TRUE(answer) << in_words(answer);
    return answer.value_or(Divide{});
  }

  std::unique_ptr<Generator> stockfish_;
};

TEST_F(StockfishTest, PassesTheSelfTest) {
  const auto passed = self_test(*stockfish_, {});
  EXPECT_TRUE(passed) << passed.error().message;
  EXPECT_TRUE(speaks(*stockfish_, {}));
  EXPECT_TRUE(stockfish_->shows_board());
  EXPECT_THAT(stockfish_->identity().name, HasSubstr("Stockfish"));
}

TEST_F(StockfishTest, DividesKiwipete) {
  constexpr std::array<std::uint64_t, 3> kNodes{48, 2039, 97862};
  for (int depth = 1; depth <= 3; ++depth) {
    const auto answer = stockfish_->divide(question(kKiwipete, depth), {});
    ASSERT_TRUE(answer) << in_words(answer);
    EXPECT_EQ(answer->total, kNodes[static_cast<std::size_t>(depth - 1)]);
    EXPECT_EQ(sum_of_lines(*answer), answer->total);
    EXPECT_TRUE(*answer == counted_by_core(question(kKiwipete, depth)));
  }
}

TEST_F(StockfishTest, MatesAndStalematesHaveNoMoves) {
  for (const std::string_view fen :
       {"R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
    const auto answer = stockfish_->divide(question(fen), {});
    ASSERT_TRUE(answer) << in_words(answer);
    EXPECT_TRUE(answer->lines.empty());
    EXPECT_EQ(answer->total, 0U);
  }
}

/// Castling is e1g1 in standard rows and e1h1 in Chess960 rows, in questions and answers.
TEST_F(StockfishTest, SpellsCastlingAsTheRowDoes) {
  struct Row {
    std::string_view fen;
    bool chess960;
    std::string_view castling;
  };
  const std::vector<Row> rows{
      {"4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", false, "e1g1"},
      {"4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1", true, "e1h1"},
      {"4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", false, "e1c1"},
      {"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", true, "e1b1"},
      {"5rkr/6p1/8/8/8/8/8/RK4R1 w GA - 0 1", true, "b1a1"},
  };
  for (const auto& [fen, chess960, castling] : rows) {
    Question asked = question_at({std::string(fen), chess960}, {}, 2);
    auto answer = stockfish_->divide(asked, {});
    ASSERT_TRUE(answer) << in_words(answer);
    EXPECT_EQ(std::ranges::count(answer->lines, castling, &RootCount::move), 1) << fen << castling;
    EXPECT_TRUE(*answer == counted_by_core(asked)) << fen;
    asked.moves = {std::string(castling)};
    answer = stockfish_->divide(asked, {});
    ASSERT_TRUE(answer) << in_words(answer);
    EXPECT_TRUE(*answer == counted_by_core(asked)) << fen << ' ' << castling;
  }
}

TEST_F(StockfishTest, ShowsItsBoardAfterMoves) {
  const auto board = stockfish_->board(question(kKiwipete, 1, {"e1g1", "c7c5"}), {});
  ASSERT_TRUE(board) << board.error().message;
  EXPECT_EQ(*board, "r3k2r/p2pqpb1/bn2pnp1/2pPN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 w kq c6 0 2");
  Question asked = question("4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1", 1, {"e1a1"});
  asked.root.chess960 = true;
  const auto castled = stockfish_->board(asked, {});
  ASSERT_TRUE(castled) << castled.error().message;
  const auto expected = board_facts("4k2r/8/8/8/8/8/8/2KR3R b h - 1 1");
  const auto found = board_facts(*castled);
  ASSERT_TRUE(expected && found);
  EXPECT_EQ(difference(*expected, *found, true), "") << *castled;
}

/// Versions drop an en passant square under different conditions; that is not a rejection.
TEST_F(StockfishTest, MayDropAnEnPassantSquareThatIsOfNoUse) {
  struct Row {
    std::string_view fen;
    std::uint64_t moves;
  };
  for (const auto& [fen, moves] : std::initializer_list<Row>{
           {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", 7},   // can be captured
           {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2", 5},    // no pawn stands there
           {"4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2", 4},  // the capture is illegal
           {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 20}}) {
    const auto answer = stockfish_->divide(question(fen), {});
    ASSERT_TRUE(answer) << fen << ' ' << in_words(answer);
    EXPECT_EQ(answer->total, moves) << fen;
    EXPECT_EQ(counted_by_core(question(fen)).total, moves) << fen;
  }
}

/// Set up with a check by a knight or another pawn beside an en passant square, Stockfish leaves
/// its king in check, and crashes if the king is captured.
TEST_F(StockfishTest, NeverHearsOfWhatItMiscounts) {
  struct Known {
    std::string_view fen;
    int depth;
    std::uint64_t nodes;
  };
  for (const auto& [fen, depth, nodes] :
       {Known{"4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1", 1, 4},
        Known{"rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", 3, 2528}}) {
    EXPECT_TRUE(miscounted_by_stockfish(standard(fen))) << fen;
    for (int deep = 1; deep <= depth; ++deep)
      EXPECT_EQ(stockfish_->divide(question(fen, deep), {}), counted_by_core(question(fen, deep)));
    const auto streamed = stockfish_->divides({question(kStartFen, 1), question(fen, depth)}, {});
    ASSERT_TRUE(streamed);
    EXPECT_EQ(streamed->back().total, nodes);
    const std::string move = counted_by_core(question(fen)).lines.front().move;
    EXPECT_TRUE(stockfish_->divide(question(fen, 2, {move}), {})) << "moves from such a root";
    EXPECT_TRUE(stockfish_->boards({question(kStartFen, 1), question(fen, 1, {move})}, {}));
  }
  for (const std::string_view fen :
       {kStartFen, kKiwipete, std::string_view("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"),
        std::string_view("8/8/8/3pP3/4K3/8/8/4k3 w - d6 0 2"),   // the pawn itself gives check
        std::string_view("8/8/4r3/3pP3/8/8/8/k3K3 w - d6 0 2"),  // no check at all
        std::string_view("hello world")})
    EXPECT_FALSE(miscounted_by_stockfish(standard(fen))) << fen;
}

TEST_F(StockfishTest, NoticesThatAMoveWasNotPlayed) {
  const auto answer = stockfish_->divide(question(kStartFen, 1, {"e2e4", "e7e5", "e1e3"}), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::RejectedPosition);
  EXPECT_TRUE(self_test(*stockfish_, {})) << "and starts again";
}

/// Perft cannot be stopped in Stockfish; the process can be ended.
TEST_F(StockfishTest, ADeepCountEndsAtTheDeadlineAndAtTheStop) {
  UciEngineOptions options;
  options.command = {find_stockfish().value()};
  options.timeout = std::chrono::duration<double>(1.0);
  const auto impatient = make_uci_engine(options);
  const Stopwatch watch;
  const auto late = impatient->divide(question(kKiwipete, 9), {});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind, FailureKind::Timeout) << in_words(late);
  EXPECT_TRUE(was_soon(watch));
  EXPECT_EQ(in_words(impatient->divide(question(kKiwipete), {})), "48");
  EXPECT_TRUE(impatient->divide(question(kKiwipete), {}));
}

// --- Questions that are never sent -------------------------------------------------------

struct NeverSent {
  std::string fen;
  /// Legal in Chess960, so it is refused only as standard chess.
  bool chess960_row = false;
};

/// Positions where Stockfish crashes, loops without end or invents moves.
std::vector<NeverSent> never_sent() {
  std::vector<NeverSent> all{
      {"8/8/8/8/8/8/8/8 w - - 0 1"},
      {""},
      {"hello world"},
      {"4k3/8/8/8/8/8/8/4R3 w - - 0 1"},
      {"4k3/8/8/8/8/8/8/4R3 b - - 0 1"},
      {"3q4/8/8/8/8/8/8/4K3 w - - 0 1"},
      {"3q4/8/8/8/8/8/8/4K3 b - - 0 1"},
      {"8/8/8/8/8/8/8/Q3K3 w - - 0 1"},
      {"8/2p5/3p4/KP5r/8/8/8/8 w - c6 0 1"},
      {"8/2p5/3p4/KP5r/8/8/8/8 w - - 0 1"},
      {"8/8/8/8/8/2k5/8/B7 w - - 0 1"},
      {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1"},
      {"88888888/8/8/8/8/8/8/8/4K3 w - - 0 1"},
      {"4k3" + std::string(40, '/') + "4K3 w - - 0 1"},
      {"8/8/8/8/8/8/8/" + std::string(1000, 'Q')},
      {"8/8/8/8/8/8/8/" + std::string(1000, 'Q') + " w - - 0 1"},
      {"4k3/8/8/8/8/8/8/4K3 w K - 0 1"},
      {"4k3/8/8/8/8/8/8/4K3 w k - 0 1"},
      {"4k3/8/8/8/8/8/8/4K3 w q - 0 1"},
      {"4k3/8/8/8/8/8/8/4K3 w Q - 0 1"},
      {"4k3/8/7r/8/8/8/8/4K3 b k - 0 1"},
      {"QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/kQQQQQKQ w - - 0 1"},
      {"4k3/8/8/8/8/8/8/R3K3 w K - 0 1"},
      {"4k3/8/8/8/8/8/8/4KR2 w K - 0 1", true},
      {"4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", true},
      {"4k3/8/8/8/8/1r6/8/4K3 b q - 0 1"},
      {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1"},
      // The word `moves` and a line feed in a FEN are commands to an engine.
      {std::string(kStartFen) + " moves e2e4"},
      {std::string(kStartFen) + "\nsetoption name Debug Log File value /tmp/x"},
      {std::string(kStartFen) + "\rquit"},
      {std::string(kStartFen) + std::string(1, '\0')},
  };
  return all;
}

/// As in the product: a FEN that passes the gate is rewritten and sent.
Answer<Divide> ask_through_the_gate(Generator& generator, std::string_view fen, Chess960 chess960,
                                    bool& refused) {
  const auto parsed = parse_fen(fen, {.chess960 = chess960});
  refused = !parsed;
  if (!parsed) return Divide{};
  return generator.divide(question_at(root_of(parsed->position), {}, 1), {});
}

TEST(NeverSent, IsRefusedByTheGateAndNoByteOfItIsWritten) {
  ignore_sigpipe();
  const ScratchFolder folder;
  std::string expected = "uci\nucinewgame\nisready\nposition startpos\nd\nisready\n";
  {
    UciEngineOptions options;
    options.command = fake({"--log", folder.path("log")});
    options.role = EngineRole::Stockfish;
    const auto recorder = make_uci_engine(options);
    bool refused = false;
    // A valid position, to test that the recorder works.
    EXPECT_EQ(in_words(ask_through_the_gate(*recorder, kKiwipete, Chess960::Auto, refused)), "48");
    expected += fmt::format("position fen {}\nd\ngo perft 1\n", kKiwipete);
    ASSERT_EQ(file_content(folder.path("log")), expected);
    for (const auto& [fen, chess960_row] : never_sent()) {
      (void)ask_through_the_gate(*recorder, fen, Chess960::Off, refused);
      EXPECT_TRUE(refused) << fen;
      if (chess960_row) continue;
      (void)ask_through_the_gate(*recorder, fen, Chess960::Auto, refused);
      EXPECT_TRUE(refused) << fen;
    }
    EXPECT_EQ(file_content(folder.path("log")), expected);
  }
  EXPECT_EQ(file_content(folder.path("log")), expected + "quit\n");
}

/// If such a row is Chess960, Stockfish is told so, and counts it correctly.
TEST_F(StockfishTest, CountsDisplacedKingsAndRooksAsChess960) {
  for (const auto& [fen, chess960_row] : never_sent()) {
    if (!chess960_row) continue;
    const auto parsed = parse_fen(fen);
    ASSERT_TRUE(parsed) << fen;
    EXPECT_TRUE(parsed->position.chess960()) << fen;
    Question asked = question(parsed->position.fen(), 2);
    asked.root.chess960 = true;
    const auto answer = stockfish_->divide(asked, {});
    ASSERT_TRUE(answer) << in_words(answer);
    EXPECT_TRUE(*answer == counted_by_core(asked)) << fen;
  }
}

// --- Where it is -------------------------------------------------------------------------

TEST(FindStockfish, TheVariableComesFirstAndMustBeRight) {
  const ScratchFolder folder;
  const std::string here = folder.write("fish", "#!/bin/sh\n", true);
  const ScopedVariable path("PATH", folder.path("").c_str());
  {
    const ScopedVariable named("STOCKFISH", here.c_str());
    EXPECT_TRUE(stockfish_is_named());
    EXPECT_EQ(find_stockfish().value_or(""), here);
  }
  {
    const ScopedVariable named("STOCKFISH", "fish");
    EXPECT_THAT(find_stockfish().value_or(""), EndsWith("/fish")) << "looked up in PATH";
  }
  {
    const ScopedVariable named("STOCKFISH", "/no/such/fish");
    EXPECT_TRUE(stockfish_is_named());
    EXPECT_EQ(find_stockfish().error(),
              "the Stockfish that $STOCKFISH names cannot be used: /no/such/fish: No such file or "
              "directory");
  }
  {
    const ScopedVariable empty("STOCKFISH", "");
    EXPECT_FALSE(stockfish_is_named());
  }
}

TEST(FindStockfish, ThenPathThenUsrGames) {
  const ScratchFolder folder;
  const ScopedVariable unnamed("STOCKFISH", nullptr);
  EXPECT_FALSE(stockfish_is_named());
  {
    const std::string here = folder.write("stockfish", "#!/bin/sh\n", true);
    const ScopedVariable path("PATH", folder.path("").c_str());
    EXPECT_TRUE(std::filesystem::equivalent(find_stockfish().value_or("/"), here));
    std::filesystem::remove(here);
    const auto elsewhere = find_stockfish();
    if (std::filesystem::exists("/usr/games/stockfish")) {
      EXPECT_EQ(elsewhere.value_or(""), "/usr/games/stockfish");
    } else {
      ASSERT_FALSE(elsewhere);
      EXPECT_THAT(elsewhere.error(), HasSubstr("there is no Stockfish in PATH or /usr/games"));
    }
  }
}

}  // namespace
}  // namespace perft_verify::reference
