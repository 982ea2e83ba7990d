// Games out of PGN, logs and lists of commands, and their first illegal moves.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "tests/verifier/support/random_games.h"
#include "verifier/games/game_reader.h"
#include "verifier/games/replayed_game.h"

namespace perft_verify::verifier {
namespace {

std::vector<Game> games_in(const std::string& text) {
  auto source = games_of(TextStream::of_text(text), "games");
  if (!source) {
    ADD_FAILURE() << source.error();
    return {};
  }
  std::vector<Game> games;
  while (auto game = (*source)->next()) games.push_back(std::move(*game));
  return games;
}

/// The result of each game: "legal 4", "illegal f7g8 after 5, line 3", "unreadable line 7: …".
std::vector<std::string> results_of(const std::string& text) {
  std::vector<std::string> results;
  for (const Game& game : games_in(text)) {
    const ReplayedGame played = replay(game);
    std::string result = fmt::format("{} ", to_string(played.verdict));
    if (played.illegal)
      result += fmt::format("{} after {}, line {}", played.illegal->uci, played.path.size(),
                            played.illegal->written.line);
    else if (played.problem)
      result += fmt::format("line {}: {}", played.problem->line, played.problem->message);
    else
      result += std::to_string(played.path.size());
    results.push_back(result);
  }
  return results;
}
using Results = std::vector<std::string>;

TEST(Pgn, ReadsTheMainLineAmongCommentsVariationsAndGlyphs) {
  EXPECT_EQ(
      results_of("[Event \"a\"]\n[White \"A \\\"x\\\"\"]\n\n"
                 "1. e4 {best (by test) [Event \"no\"]} e5 $1 2.Nf3! (2. f4 exf4 (2... d5 {x)} "
                 "3. exd5) 3. Nf3) 2... Nc6?! ; the rest (of\n"
                 "% the line {\n"
                 "3. Bb5 a6 += 4. 0-0 1-0 {after it}\n\n[Event \"b\"]\n\n1.d4 *\n"),
      (Results{"legal 7", "legal 1"}));
}

TEST(Pgn, TakesWhatProgramsWrite) {
  EXPECT_EQ(
      results_of("1. e2-e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1-b5 a7a6 4. 0-0 Ngf6 5.Re1 Be7 6. Bxc6 "
                 "dc6 7. Nxe5 O-O 1/2-1/2"),
      (Results{"legal 14"}));
  EXPECT_EQ(results_of("[Variant \"Fischerandom\"]\n[SetUp \"1\"]\n"
                       "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]"
                       "\n\n1. g3 g6 2. h3 O-O-O *\n"),
            (Results{"illegal g8f8 after 3, line 5"}));
  EXPECT_EQ(results_of("[Variant \"crazyhouse\"]\n\n1. e4 *\n"),
            (Results{"unreadable line 1: the variant 'crazyhouse' is not chess"}));
  EXPECT_EQ(results_of("[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n")[0].substr(
                0, 18),
            "unreadable line 2:");
}

TEST(Pgn, UnderDisambiguatedMovesAreTakenForWhatGoesOn) {
  // Both knights reach d2; only the one from f3 lets the other move again.
  const std::string games =
      "[FEN \"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\"]\n\n1. Nd2 Kd8 2. Nc3 Kc8 *\n";
  EXPECT_EQ(results_of(games), (Results{"legal 4"}));
  const ReplayedGame played = replay(games_in(games).at(0));
  EXPECT_EQ(played.path.front(), "f3d2");
  EXPECT_EQ(played.notes.size(), 1U);
}

TEST(Pgn, TheIllegalMoveMayStandInAComment) {
  const auto game = [](const char* end) {
    return fmt::format(
        "[White \"A\"]\n[Black \"B\"]\n[FEN \"8/R2N1k2/8/8/8/6K1/8/8 w - - 2 50\"]\n\n"
        "50. Ne5+ {{+1.0/3 0.1s, Black makes an {}}} 1-0\n",
        end);
  };
  for (const char* end : {"illegal move: f7g7", "illegal move: Kg7", "Illegal move f7g7."})
    EXPECT_EQ(results_of(game(end)), (Results{"illegal f7g7 after 1, line 5"})) << end;
  EXPECT_EQ(results_of(game("illegal move")), (Results{"illegal  after 1, line 5"}));
  const ReplayedGame right = replay(games_in(game("illegal move: f7e6")).at(0));
  EXPECT_EQ(right.verdict, GameVerdict::Legal);
  ASSERT_TRUE(right.disputed.has_value());
  EXPECT_TRUE(right.disputed->message.contains("it is legal")) << right.disputed->message;
  EXPECT_EQ(replay(games_in(game("illegal move: f7g7")).at(0)).illegal->player, "B");
}

TEST(Pgn, WhatIsBrokenInOneGameDoesNotReachIntoTheNext) {
  const std::string good = "\n[Event \"good\"]\n[White \"A\"]\n\n1. e4 e5 *\n";
  const std::string nested(10'000, '(');
  const std::map<std::string, std::string> broken{
      {"1. e4 {never closed\n", "unreadable line 3: this comment is not closed"},
      {"1. e4 " + nested + " e5\n",
       "unreadable line 3: this variation is not closed (nor 9999 inside it)"},
      {"1. e4 Hello e5 *\n", "unreadable line 3: 'Hello' is not a move"},
      {"1. e4 \x01\x02\xff\xfe *\n", "unreadable line 3: '\\x01\\x02\\xFF\\xFE' is not a move"},
      {"\n", "unreadable line 1: a header without moves"},
      {"1. e4 e5 2. Nf3\n", "legal 3"},
      {"1. e4 ) e5\n", "legal 2"},
  };
  for (const auto& [text, expected] : broken) {
    for (const char* end : {"\n", "\r\n", "\r"}) {
      std::string file = "[Event \"bad\"]\n\n" + text + good;
      for (std::size_t at = 0; (at = file.find('\n', at)) != std::string::npos;
           at += std::string_view(end).size())
        file.replace(at, 1, end);
      EXPECT_EQ(results_of(file), (Results{expected, "legal 2"})) << expected;
    }
  }
}

TEST(Pgn, VariationsMayBeNestedTenThousandDeep) {
  std::string text = "[Event \"deep\"]\n\n1. e4 ";
  for (int depth = 0; depth < 10'000; ++depth) text += "(1. d4 ";
  text += std::string(10'000, ')') + " e5 1-0\n";
  EXPECT_EQ(results_of(text), (Results{"legal 2"}));
}

TEST(Pgn, NamesInLatin1AndUtf8AreKept) {
  const auto games =
      games_in("[White \"M\xfcller\"]\n\n1. e4 *\n\n[White \"M\xc3\xbcller\"]\n\n1. d4 *\n");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].white, "M\xfcller");
  EXPECT_EQ(games[1].white, "M\xc3\xbcller");
}

TEST(Log, CommandsWithAnythingBeforeThemAreOneGameEach) {
  const char* const cutechess =
      "100 >A(0): position startpos\n101 <A(0): bestmove e2e4 ponder e7e5\n"
      "102 >B(1): position startpos moves e2e4\n103 <B(1): bestmove e7e5\n"
      "104 >A(0): position startpos moves e2e4 e7e5\n105 <A(0): bestmove e1e3\n";
  EXPECT_EQ(results_of(cutechess), (Results{"illegal e1e3 after 2, line 6"}));
  EXPECT_EQ(replay(games_in(cutechess).at(0)).illegal->player, "A(0)");
  const char* const two_at_once =
      "[Engine] [12:34:56.789] <  1> A ---> position startpos moves e2e4\n"
      "[Engine] [12:34:56.790] <  2> C ---> position startpos moves d2d4\n"
      "[Engine] [12:34:56.791] <  1> A <--- bestmove e7e5\n"
      "[Engine] [12:34:56.791] <  2> C <--- bestmove e8e6\n"
      "[Engine] [12:34:56.792] <  1> B ---> position startpos moves e2e4 e7e5\n"
      "[Engine] [12:34:56.793] <  1> B <--- bestmove g1f3\n";
  EXPECT_EQ(results_of(two_at_once), (Results{"illegal e8e6 after 1, line 4", "legal 3"}));
  EXPECT_EQ(
      results_of("<UciProtocol (pid=7)>: << position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves "
                 "e1g1 e8d7 g1g3\n"),
      (Results{"illegal g1g3 after 2, line 1"}));
  EXPECT_EQ(results_of("position startpos moves e2e4\nposition startpos moves d2d4 d7d5\n"
                       "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"),
            (Results{"legal 1", "legal 2", "legal 0"}));
}

TEST(Log, CastlingInTheSpellingOfTheOtherChessIsAnErrorOnlyWhereTheGameEnds) {
  const std::string position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_EQ(results_of(position + "\nbestmove e1h1\n"), (Results{"illegal e1h1 after 0, line 2"}));
  EXPECT_EQ(results_of(position + "\nbestmove e1g1\n"), (Results{"legal 1"}));
  EXPECT_EQ(results_of(position + " moves e1h1 e8d8\n"), (Results{"legal 2"}));
}

TEST(Log, AnAnswerAfterAKnownPositionIsLookedAtToo) {
  EXPECT_EQ(results_of("position startpos moves e2e4 e7e5 g1f3\nposition startpos moves e2e4\n"
                       "bestmove e8e7\n"),
            (Results{"legal 3", "illegal e8e7 after 1, line 3"}));
  EXPECT_EQ(results_of("position startpos moves e2e4\nbestmove (none)\n"),
            (Results{"illegal  after 1, line 2"}));
  EXPECT_EQ(results_of("position startpos moves f2f3 e7e5 g2g4 d8h4\nbestmove (none)\n"),
            (Results{"legal 4"}))
      << "mated";
}

TEST(Log, WarningsAboutAPvNameTheMove) {
  const char* const warning =
      "Warning; Illegal pv move g1g3 from MyEngine\n"
      "Info; info depth 3 score cp 10 pv e7e5 g1g3 time 3\n"
      "Position; startpos\nMoves; e2e4\n";
  EXPECT_EQ(results_of(warning), (Results{"illegal g1g3 after 2, line 4"}));
  EXPECT_EQ(replay(games_in(warning).at(0)).illegal->player, "MyEngine");
  EXPECT_EQ(results_of("Position; fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nMoves; e1g1 e8f8\n"),
            (Results{"illegal e8f8 after 1, line 2"}));
}

TEST(Log, XboardsMovesAreRead) {
  EXPECT_EQ(
      results_of("1 >A(0): xboard\n2 >A(0): protover 2\n3 >A(0): new\n4 >A(0): usermove e2e4\n"
                 "5 <A(0): move e7e5\n6 >A(0): usermove g1f3\n7 <A(0): move e8e6\n"),
      (Results{"illegal e8e6 after 3, line 7"}));
}

TEST(Games, AFileWithoutGamesIsRefused) {
  for (const std::string& text :
       {std::string(), std::string("hello\nworld\n"), std::string(5000, '\0'),
        std::string("\x7f"
                    "ELF\x02\x01\x01"),
        std::string(1 << 20, '(')}) {
    const auto source = games_of(TextStream::of_text(text), "x");
    EXPECT_FALSE(source.has_value()) << text.substr(0, 20);
  }
  EXPECT_FALSE(open_games("/nonexistent").has_value());
  EXPECT_FALSE(open_games("/").has_value());
}

TEST(Games, ALineOfManyMegabytesIsAnErrorWithItsLine) {
  std::string log = "position startpos moves e2e4\nposition startpos moves " +
                    std::string(std::size_t{64} << 20U, 'x') + "\nposition startpos moves d2d4\n";
  const Results results = results_of(log);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0], "unreadable line 2: a line of more than 1048576 bytes");
  EXPECT_EQ(results[2], "legal 1");
  const std::string pgn = "[Event \"a\"]\n\n1. e4 {" + std::string(std::size_t{64} << 20U, 'x') +
                          "} e5 " + std::string(1 << 20U, 'y') + "\n\n[Event \"b\"]\n\n1. d4 *\n";
  const Results read = results_of(pgn);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_TRUE(read[0].starts_with("unreadable line 3: 'yyy")) << read[0];
  EXPECT_EQ(read[1], "legal 1");
}

TEST(Games, RandomGamesAreReadAsTheyWerePlayed) {
  std::mt19937_64 random(21);
  std::string pgn;
  std::string log;
  std::vector<test::RandomGame> games;
  for (int number = 0; number < 200; ++number) {
    games.push_back(test::random_game(random, 150, number % 4 == 3));
    pgn += test::as_pgn(games.back());
    log += test::as_uci_log(games.back());
  }
  for (const std::string* text : {&pgn, &log}) {
    const auto read = games_in(*text);
    ASSERT_EQ(read.size(), games.size());
    for (std::size_t at = 0; at < games.size(); ++at) {
      const ReplayedGame played = replay(read[at]);
      ASSERT_EQ(played.verdict, GameVerdict::Legal) << at;
      ASSERT_EQ(played.path, games[at].moves) << at;
      ASSERT_EQ(played.notes.size(), 0U) << played.notes[0].message;
    }
  }
}

/// Another reader of PGN, on the same games: pgn-extract writes UCI moves.
TEST(Games, PgnExtractReadsTheSameMoves) {
  constexpr const char* kProgram = "/usr/games/pgn-extract";
  if (::access(kProgram, X_OK) != 0)
    GTEST_SKIP() << "pgn-extract is not installed (./dev setup installs it)";
  std::mt19937_64 random(99);
  std::string pgn;
  std::vector<test::RandomGame> games;
  for (int number = 0; number < 100; ++number) {
    games.push_back(test::random_game(random, 120));
    pgn += test::as_pgn(games.back());
  }
  const std::string path = testing::TempDir() + "/perft-verify-games.pgn";
  std::ofstream(path) << pgn;
  const std::string command = std::string(kProgram) +
                              " -s -Wuci --notags --nocomments --novars --nonags --noresults -w "
                              "100000 " +
                              path + " 2>/dev/null";
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string said;
  std::array<char, 4096> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), pipe))
    said.append(block.data(), count);
  EXPECT_EQ(::pclose(pipe), 0);
  std::vector<std::string> lines;
  std::istringstream stream(said);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) lines.push_back(line);
  ASSERT_EQ(lines.size(), games.size());
  const auto read = games_in(pgn);
  for (std::size_t at = 0; at < games.size(); ++at) {
    std::istringstream words(lines[at]);
    std::vector<std::string> moves;
    for (std::string word; words >> word;) {
      // It writes "e7e8Q".
      if (word.size() == 5) word[4] = static_cast<char>(word[4] - 'A' + 'a');
      if (word != "*") moves.push_back(word);
    }
    ASSERT_EQ(replay(read[at]).path, moves) << at;
  }
  std::remove(path.c_str());
}

}  // namespace
}  // namespace perft_verify::verifier
