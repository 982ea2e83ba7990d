// Warnings about positions that no game reaches. The strongest test: positions of random games are
// all reachable and never give a warning.
#include "core/rules/plausibility.h"

#include <gtest/gtest.h>

#include "tests/core/position_helpers.h"

namespace perft_verify {
namespace {

using test::position_of;

struct Unreachable {
  std::string_view fen;
  std::string_view fragment;  // of the sentence that must be among the reasons
};

constexpr std::array kUnreachable{
    // Three pieces at once, two steppers at once, two sliders from both sides of one line.
    Unreachable{"4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1", "three pieces"},
    Unreachable{"4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "without a slider"},
    Unreachable{"8/8/8/R2k3R/8/8/8/4K3 b - - 0 1", "same line"},
    Unreachable{"B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", "same line"},
    Unreachable{"4k3/8/8/7b/8/8/4K3/3R1q2 w - - 0 1", "on f1 and h5 at once"},
    // Neither castling nor a capture en passant opens both lines.
    Unreachable{"6k1/8/8/8/8/2B5/1b1b4/2K5 w - - 0 1", "on b2 and d2 at once"},
    Unreachable{"6k1/8/8/8/8/2B4p/1b1b4/2K5 w - - 0 1", "on b2 and d2 at once"},
    // Nine queens need all eight pawns to be gone; a second bishop on dark squares needs one.
    Unreachable{"4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1", "White has more promoted pieces"},
    Unreachable{"2b1k3/pppppppp/6b1/8/8/8/8/4K3 w - - 0 1", "Black has more promoted pieces"},
    // Pawns: two on one file at home rank distance without enough captures; behind themselves.
    Unreachable{"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
                "White's pawns need 1 capture to stand as they do, and no opposing piece is gone"},
    Unreachable{"rnbqkbnr/p1pppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "Black's pawns need 1 capture to stand as they do, and no opposing piece is gone"},
    Unreachable{
        "rnbqkbn1/pppppppp/8/8/8/P1P5/P1P1PPPP/RNBQKBNR w KQq - 0 1",
        "White's pawns need 2 captures to stand as they do, and only 1 opposing piece is gone"},
    Unreachable{"4k3/8/8/8/P7/P7/PP6/4K3 w - - 0 1", "White's pawns cannot have come"},
    Unreachable{"4k3/pp6/p7/p7/8/8/8/4K3 w - - 0 1", "Black's pawns cannot have come"},
    Unreachable{"5bk1/8/8/3pP3/1K6/8/8/8 w - d6 0 1", "in check by the piece on f8 already"},
    Unreachable{"8/8/8/8/3Pp3/k6R/8/6K1 b - d3 0 1", "in check by the piece on h3 already"},
};

TEST(Plausibility, UnreachablePositionsAreNamedWithTheirReason) {
  for (const auto& [fen, fragment] : kUnreachable) {
    const auto reasons = unreachable_because(position_of(fen));
    const bool named = std::ranges::any_of(
        reasons, [&](const std::string& reason) { return reason.contains(fragment); });
    EXPECT_TRUE(named) << fen << ": expected \"" << fragment << "\" among " << reasons.size()
                       << " reasons" << (reasons.empty() ? "" : ", first: " + reasons.front());
  }
}

TEST(Plausibility, OrdinaryPositionsGiveNoWarning) {
  for (const std::string_view fen : {
           test::kStart,
           test::kKiwipete,
           // A discovered double check, pawn and rook on different lines, a promoted queen and
           // doubled pawns that captured: all reachable.
           std::string_view("r2N1b2/2p2kp1/p2p3r/1p1QP1B1/1n4Bp/5N2/PPP2PPP/R3R1K1 b - - 0 14"),
           std::string_view("rnbqkbnr/pp1ppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 9"),
           std::string_view("QQ2k3/8/8/8/8/8/PPPPPPP1/4K3 b - - 0 90"),
           std::string_view("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
           // The double push itself gives the check, or opens its line.
           std::string_view("4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 2"),
           std::string_view("3qk3/8/8/3pP3/8/3K4/8/8 w - d6 0 2"),
           std::string_view("3bk3/8/8/K1p1P3/8/8/8/8 w - c6 0 2"),
       })
    EXPECT_EQ(unreachable_because(position_of(fen)), std::vector<std::string>()) << fen;
}

TEST(Plausibility, RandomGamesToTheirEndNeverGiveAWarning) {
  int positions = 0;
  for (unsigned seed = 1; seed <= 50; ++seed) {
    std::mt19937 random(seed);
    test::random_game(Position(), random, 2000, [&](const Position& position) {
      ++positions;
      const auto reasons = unreachable_because(position);
      ASSERT_TRUE(reasons.empty())
          << "seed " << seed << ", " << position.fen() << ": " << reasons.front();
    });
  }
  EXPECT_GT(positions, 5000);
}

TEST(Plausibility, EnPassantThatOpensTwoLinesIsReachable) {
  // Black answered the bishop's check with d7d5; e5xd6 then opens the file and the diagonal.
  const Position before = position_of("4R3/1B6/8/3pP3/4k3/8/8/K7 w - d6 0 1");
  const auto capture = find_legal(before, "e5d6");
  ASSERT_TRUE(capture.has_value());
  const Position after = before.after(*capture);
  EXPECT_EQ(after.checkers(), test::squares_of("b7 e8"));
  EXPECT_EQ(unreachable_because(after), std::vector<std::string>());
}

}  // namespace
}  // namespace perft_verify
