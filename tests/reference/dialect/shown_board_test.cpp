// Boards that engines print as FENs of their own kind.
#include "reference/dialect/shown_board.h"

#include <gtest/gtest.h>

namespace perft_verify::reference {
namespace {

TEST(ShownBoardTest, FieldsThatAreLeftOutAreNone) {
  constexpr const char* kBoard = "4k3/8/8/8/4P3/8/8/4KR2";
  const auto shown = [&](const std::string& fields) {
    return shown_board({". . .", std::string("Fen: ") + kBoard + fields});
  };
  const auto fen = [&](const std::string& fields) { return kBoard + fields; };
  EXPECT_EQ(shown(" b Kq e3 4 7"), fen(" b Kq e3 4 7"));
  EXPECT_EQ(shown(" b Kq e3 4"), fen(" b Kq e3 4"));
  EXPECT_EQ(shown(" b Kq e3"), fen(" b Kq e3"));
  EXPECT_EQ(shown(" b  - 1"), fen(" b - - 1")) << "no castling right";
  EXPECT_EQ(shown(" b  e3 0 1"), fen(" b - e3 0 1"));
  EXPECT_EQ(shown(" b Kq 4 7"), fen(" b Kq - 4 7")) << "no en passant square";
  EXPECT_EQ(shown(" b"), "");
}

}  // namespace
}  // namespace perft_verify::reference
