// The invariant of the gate: Stockfish accepts every position that passes, neither crashes nor
// hangs, understands the same position, and counts the same as core.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "core/fen.h"
#include "core/movegen.h"
#include "tests/reference/engine_support.h"
#include "tests/reference/stockfish_support.h"

namespace perft_verify::reference {
namespace {

constexpr int kTexts = 20'000;

class Fuzzer {
 public:
  /// A FEN that is often legal, and often nearly so.
  std::string next() {
    std::string text = random_() % 3 == 0 ? random_board() : std::string(pick(kSeeds));
    for (std::uint64_t changes = random_() % 4; changes > 0; --changes) change(text);
    return text;
  }

 private:
  static constexpr std::array<std::string_view, 9> kSeeds{
      kStartFen,
      kKiwipete,
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "r3k2r/8/8/3pP3/3Pp3/8/8/R3K2R w KQkq d6 0 1",
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
      "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
      "4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2",
      "r1b1kb1r/ppp2ppp/8/3qP3/1n1p2n1/2N5/PP1BBPPP/R2QK1NR b KQkq - 3 9"};

  template <typename Collection>
  typename Collection::value_type pick(const Collection& from) {
    return from[random_() % std::size(from)];
  }

  /// Both kings, a few pieces, and fields that may or may not fit.
  std::string random_board() {
    std::array<std::string, 8> ranks;
    ranks.fill("........");
    const auto put = [&](char piece) { ranks[random_() % 8][random_() % 8] = piece; };
    for (std::uint64_t pieces = random_() % 14; pieces > 0; --pieces)
      put(pick(std::string_view("PPPNBRQpppnbrq")));
    const bool white = random_() % 2 == 0;  // to move
    std::string en_passant = "-";
    if (random_() % 3 == 0) {
      const std::size_t file = random_() % 8;
      en_passant = {static_cast<char>('a' + file), white ? '6' : '3'};
      ranks[white ? 1 : 6][file] = ranks[white ? 2 : 5][file] = '.';
      ranks[white ? 3 : 4][file] = white ? 'p' : 'P';
      if (file > 0) ranks[white ? 3 : 4][file - 1] = white ? 'P' : 'p';
    }
    put('K');
    put('k');
    std::string text;
    for (const std::string& rank : ranks) {
      if (!text.empty()) text += '/';
      for (const char c : rank) {
        const bool counts_on = !text.empty() && text.back() >= '1' && text.back() <= '7';
        if (c != '.') {
          text += c;
        } else if (counts_on) {
          ++text.back();
        } else {
          text += '1';
        }
      }
    }
    constexpr std::array<std::string_view, 6> kRights{"-", "-", "-", "KQkq", "K", "HAha"};
    return fmt::format("{} {} {} {} {} {}", text, white ? 'w' : 'b', pick(kRights), en_passant,
                       random_() % 101, 1 + random_() % 300);
  }

  void change(std::string& text) {
    constexpr std::string_view kBytes = "KQRBNPkqrbnp12345678/ wb-abcdefgh0\n\t.";
    if (text.empty()) return;
    const std::size_t at = random_() % text.size();
    switch (random_() % 5) {
      case 0:
        text[at] = pick(kBytes);
        break;
      case 1:
        text.erase(at, 1);
        break;
      case 2:
        text.insert(at, 1, pick(kBytes));
        break;
      default:
        std::swap(text[at], text[random_() % text.size()]);
        break;
    }
  }

  std::mt19937_64 random_{20260801};
};

TEST(StockfishFuzz, WhatTheGateLetsPassIsCountedAlike) {
  ignore_sigpipe();
  if (!find_stockfish()) GTEST_SKIP() << find_stockfish().error();
  const auto stockfish = make_stockfish();
  Fuzzer fuzzer;
  std::array<int, 2> accepted{};
  for (int number = 0; number < kTexts; ++number) {
    const std::string text = fuzzer.next();
    const auto parsed =
        parse_fen(text, {.chess960 = number % 2 == 0 ? Chess960::Auto : Chess960::Off});
    if (!parsed) continue;
    const Question asked = question_at(root_of(parsed->position), {}, 1);
    ASSERT_LE(asked.root.fen.size(), 100U);
    const auto answer = stockfish->divide(asked, {});
    ASSERT_TRUE(answer) << text << "\n" << asked.root.fen << '\n' << in_words(answer);
    EXPECT_EQ(answer->total, static_cast<std::uint64_t>(count_legal(parsed->position)))
        << text << "\n"
        << asked.root.fen;
    EXPECT_EQ(answer->lines.size(), answer->total) << asked.root.fen;
    ++accepted[asked.root.chess960 ? 1 : 0];
  }
  EXPECT_GT(accepted[0], kTexts / 10) << "the texts are too far from FENs to prove anything";
  EXPECT_GT(accepted[1], kTexts / 200);
  RecordProperty("standard", accepted[0]);
  RecordProperty("chess960", accepted[1]);
  fmt::print("{} standard and {} Chess960 positions were sent\n", accepted[0], accepted[1]);
}

}  // namespace
}  // namespace perft_verify::reference
