// `verify replay`: games in files, as a user has them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/fen.h"
#include "core/san.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/schema.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using reference::file_content;
using reference::ScratchFolder;
using Json = nlohmann::json;

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

CommandResult replay(const std::vector<std::string>& arguments) {
  return verify(joined({"replay"}, arguments));
}

struct LostGame {
  std::string_view fen;  // before the check
  std::string_view check;
  std::string_view illegal;
};
/// The eight games of the plan from which this project comes, two plies before their end: a check
/// through a second line, and a king that steps back along it.
constexpr std::array kLostGames{
    LostGame{"r2r1b2/2p2kp1/p2pN3/1p1QP1B1/1n4Bp/5N2/PPP2PPP/R3R1K1 w - - 0 14", "Nxd8+", "f7g8"},
    LostGame{"8/1k6/2r5/1N6/8/8/1R4K1/8 w - - 4 62", "Nd6+", "b7b8"},
    LostGame{"5r2/p2R2p1/1qp1k3/1p3N2/4b3/1Pn1P2Q/4B1PP/6K1 w - - 0 23", "Nxg7+", "e6d7"},
    LostGame{"8/3kP1R1/3N3p/2p4P/p2p1P2/8/1K6/3rn3 w - - 0 48", "e8=Q+", "d7c6"},
    LostGame{"8/R2N1k2/8/8/8/6K1/8/8 w - - 2 50", "Ne5+", "f7g7"},
    LostGame{"1k2r3/p7/4p1p1/4P2p/7P/P5PR/q1pK1P2/4R3 b - - 0 36", "c1=Q+", "d2e3"},
    LostGame{"r2B4/2R3pp/pk6/N7/8/8/p4PPP/6K1 w - - 4 31", "Rb7+", "b6a5"},
    LostGame{"8/2N3p1/4Q1B1/1p2bR1p/4kq2/8/PP4P1/7K w - - 0 28", "Rxe5+", "e4e3"},
};

TEST(ReplayCommand, TheEightGamesOfThePlanAreExplained) {
  const ScratchFolder folder;
  std::string pgn;
  for (const auto& [fen, check, illegal] : kLostGames)
    pgn += fmt::format(
        "[White \"A\"]\n[Black \"SeaJay\"]\n[FEN \"{}\"]\n\n{} {{makes an illegal "
        "move: {}}} *\n\n",
        fen, check, illegal);
  write(folder.path("games.pgn"), pgn);
  const CommandResult result =
      replay({folder.path("games.pgn"), "--engine", zoo_engine("king-xray"), "--reference",
              "mailbox", "--report", "json"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const Json report = Json::parse(result.out);
  EXPECT_EQ(schema_violations("replay.schema.json", report), "");
  ASSERT_EQ(report["games"].size(), kLostGames.size());
  for (std::size_t at = 0; at < kLostGames.size(); ++at) {
    const Json& game = report["games"][at];
    EXPECT_EQ(game["suspect"], "generator") << game.dump(1);
    EXPECT_EQ(game["illegal"]["uci"], kLostGames[at].illegal) << game.dump(1);
    EXPECT_TRUE(game["illegal"]["why"].get<std::string>().contains("steps back along the line"))
        << game["illegal"]["why"];
  }
  ASSERT_EQ(report["findings"].size(), 1U) << "they are one bug";
  EXPECT_EQ(report["findings"][0]["class"], "king-xray");
  EXPECT_EQ(report["findings"][0]["cause"], "generation");
  EXPECT_LE(report["findings"][0]["reduced"]["pieces"], 3);
  EXPECT_EQ(report["summary"]["suspects"]["generator"], kLostGames.size());
}

constexpr const char* kGames =
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n\n"
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n"
    "[White \"A\"]\n\n1. What *\n";

TEST(ReplayCommand, NamesMoveReasonPlayerPlaceAndBoard) {
  const ScratchFolder folder;
  write(folder.path("g.pgn"), kGames);
  const CommandResult result = replay({folder.path("g.pgn")});
  EXPECT_EQ(result.exit_code, 1);
  for (const char* part : {"g.pgn:6 game 2 A – B", "2. Ke3 (e1e3) is illegal: ",
                           "played by White A, ", "g.pgn:9", "4  .  .  .  .  P", "UNREADABLE",
                           "line 13", "FAIL  1 of 3 games with an illegal move, 1 unreadable"})
    EXPECT_TRUE(result.out.contains(part)) << part << "\n" << result.out;
  const CommandResult innocent = replay(
      {folder.path("g.pgn"), "--engine", zoo_engine("castling-missing"), "--reference", "mailbox"});
  EXPECT_EQ(innocent.exit_code, 1) << "an illegal move was played, whoever is to blame";
  EXPECT_TRUE(innocent.out.contains("questions; the move probably came from elsewhere"))
      << innocent.out;
}

TEST(ReplayCommand, TheJsonReportIsAsItsSchemaSays) {
  const ScratchFolder folder;
  write(folder.path("g.pgn"), kGames);
  const CommandResult result = replay({folder.path("g.pgn"), "--report", "json"});
  EXPECT_EQ(result.exit_code, 1);
  Json report = Json::parse(result.out);
  EXPECT_EQ(schema_violations("replay.schema.json", report), "");
  ASSERT_EQ(report["games"].size(), 3U);
  EXPECT_EQ(report["games"][0]["verdict"], "legal");
  EXPECT_EQ(report["games"][2]["problem"]["line"], 13);
  report["games"][1]["verdict"] = "lost";
  EXPECT_NE(schema_violations("replay.schema.json", report), "");
}

TEST(ReplayCommand, ExitCodesSayWhatBecameOfIt) {
  const ScratchFolder folder;
  const auto file = [&](const char* name, const char* text) {
    write(folder.path(name), text);
    return folder.path(name);
  };
  const std::string good = file("good", "1. e4 e5 *\n");
  const std::string bad = file("bad", "1. e4 e4 *\n");
  EXPECT_EQ(replay({good}).exit_code, 0);
  EXPECT_EQ(replay({good, bad}).exit_code, 1);
  EXPECT_EQ(replay({good, file("torn", "1. e4 {")}).exit_code, 2);
  EXPECT_EQ(replay({good, folder.path("none")}).exit_code, 2);
  EXPECT_EQ(replay({bad, "--engine", "/bin/false", "--reference", "mailbox"}).exit_code, 3);
  EXPECT_EQ(replay({good, "--every-ply"}).exit_code, 2);
  EXPECT_EQ(replay({good, "--report", "xml"}).exit_code, 2);
  EXPECT_EQ(replay({good, "--report", "json=/nonexistent/x"}).exit_code, 2);
}

TEST(ReplayCommand, EveryPlyFindsABugThatLostNoGame) {
  const ScratchFolder folder;
  write(folder.path("g.pgn"), kGames);
  const CommandResult result = replay({folder.path("g.pgn"), "--every-ply", "--engine",
                                       zoo_engine("castling-missing"), "--reference", "mailbox"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(result.out.contains("missing move e1g1 (O-O)")) << result.out;
  const CommandResult right = replay({folder.path("g.pgn"), "--every-ply", "--engine",
                                      zoo_engine("king-xray"), "--reference", "mailbox"});
  EXPECT_TRUE(right.out.contains("lists of moves compared")) << right.out;
}

TEST(ReplayCommand, GamesBecomeASuite) {
  const ScratchFolder folder;
  write(folder.path("g.pgn"), kGames);
  const std::string suite = folder.path("games.epd");
  EXPECT_EQ(replay({folder.path("g.pgn"), "--extract", suite, "--reference", "mailbox"}).exit_code,
            1);
  const CommandResult run = verify({suite, "--reference", "mailbox", "--depth", "3"});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err << file_content(suite);
  EXPECT_TRUE(file_content(suite).contains(";D3 ")) << file_content(suite);
}

TEST(ReplayCommand, ThePageStepsThroughTheGame) {
  const ScratchFolder folder;
  write(folder.path("g.pgn"), kGames);
  const std::string page = folder.path("g.html");
  EXPECT_EQ(replay({folder.path("g.pgn"), "--report", "html=" + page}).exit_code, 1);
  const std::string html = file_content(page);
  EXPECT_TRUE(html.contains("2 of 2: e7e5 (e5)")) << html.substr(0, 2000);
  EXPECT_TRUE(html.contains("e1e3")) << html.substr(0, 2000);
}

TEST(ReplayCommand, ThePageHasEveryGameAndSaysWhatIsLeftOut) {
  const ScratchFolder folder;
  const auto page_of = [&](int games) {
    std::string log;
    for (int game = 0; game < games; ++game) {
      log += fmt::format(
          "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {} moves", game + 1);
      for (int each = 0; each < 10; ++each) log += each % 2 == 0 ? " g1f3 g8f6" : " f3g1 f6g8";
      log += " e1e3\n";
    }
    write(folder.path("g.log"), log);
    const std::string page = folder.path("g.html");
    EXPECT_EQ(replay({folder.path("g.log"), "-q", "--report", "html=" + page}).exit_code, 1);
    return file_content(page);
  };
  const auto times = [](const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  const std::string some = page_of(40);
  EXPECT_EQ(times(some, "<tr class=\"mismatch\""), 40U);
  EXPECT_EQ(times(some, "its last 10 plies are shown"), 10U);
  EXPECT_TRUE(some.contains("10 of 10: f6g8 (Ng8)")) << "the 31st, from a later root";
  EXPECT_FALSE(some.contains("have no page here"));
  const std::string many = page_of(303);
  EXPECT_EQ(times(many, "<tr class=\"mismatch\""), 303U);
  EXPECT_TRUE(many.contains("3 more findings have no page here"));
  EXPECT_LT(many.size(), std::size_t{40} << 20U);
}

TEST(Notation, PositionsAreGivenAsPeopleHaveThem) {
  const auto nodes = [](const std::string& moves) {
    return verify({"divide", "startpos", "1", "--moves", moves});
  };
  const CommandResult uci = nodes("e2e4 e7e5 g1f3");
  ASSERT_EQ(uci.exit_code, 0);
  for (const char* moves : {"e4 e5 Nf3", "1. e4 e5 {open} 2. Nf3 (2. f4) *", "1.e4 e5 2.Ng1-f3"})
    EXPECT_EQ(nodes(moves).out, uci.out) << moves;
  const CommandResult wrong = nodes("e4 e5 Nf4");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(wrong.err.contains("--moves: Nf4 (ply 3) is not a legal move there")) << wrong.err;
  const CommandResult why =
      verify({"explain", "r3k2r/8/8/8/8/8/6b1/R3K2R w KQkq - 0 1", "O-O", "Rb1"});
  EXPECT_EQ(why.exit_code, 0) << why.err;
  EXPECT_TRUE(why.out.contains("O-O (e1g1) is illegal: ")) << why.out;
  EXPECT_TRUE(why.out.contains("Rb1 (a1b1) is legal: ")) << why.out;
  EXPECT_EQ(verify({"explain", "startpos", "Hello"}).exit_code, 2);
}

}  // namespace
}  // namespace perft_verify::verifier
