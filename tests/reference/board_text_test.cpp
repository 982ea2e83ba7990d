#include "reference/uci/board_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "reference/core_generator.h"

namespace perft_verify::reference {
namespace {

BoardFacts facts(std::string_view fen) {
  const auto read = board_facts(fen);
  EXPECT_TRUE(read) << fen;
  return read ? *read : BoardFacts{};
}

std::optional<FenErrorReason> refused(std::string_view fen) {
  const auto read = board_facts(fen);
  return read ? std::nullopt : std::optional(read.error().reason);
}

std::string differs(std::string_view expected, std::string_view found, bool en_passant = true) {
  return difference(facts(expected), facts(found), en_passant);
}

TEST(BoardText, RightsAreTheSameHoweverTheyAreSpelled) {
  const std::string board = "r3k2r/8/8/8/8/8/8/R3K2R w ";
  for (const std::string rights : {"KQkq", "HAha", "qkQK", "AHah", "KAhq", "ahAH"}) {
    EXPECT_EQ(differs(board + "KQkq - 0 1", board + rights + " - 0 1"), "") << rights;
  }
  EXPECT_EQ(differs(board + "Kq - 0 1", board + "Ha - 0 1"), "");
  EXPECT_EQ(differs(board + "- - 0 1", board + "- - 0 1"), "");
}

TEST(BoardText, OutermostRookIsMeantByXFen) {
  // Rooks on b1 and d1, king on e1: Q is b1. Rooks on f8 and g8, king on e8: k is g8.
  const std::string board = "4krr1/8/8/8/8/8/8/1R1RK3 w ";
  EXPECT_EQ(differs(board + "Qk - 0 1", board + "Bg - 0 1"), "");
  EXPECT_EQ(differs(board + "Qk - 0 1", board + "Dg - 0 1"),
            "with the castling right of the rook on d1 instead of b1");
  EXPECT_EQ(differs(board + "Qk - 0 1", board + "Bf - 0 1"),
            "with the castling right of the rook on f8 instead of g8");
}

TEST(BoardText, RightWithoutItsRookIsRefused) {
  EXPECT_EQ(refused("4k3/8/8/8/8/8/8/4K3 w K - 0 1"), FenErrorReason::CastlingRookMissing);
  EXPECT_EQ(refused("4k3/8/8/8/8/8/8/R3K3 w K - 0 1"), FenErrorReason::CastlingRookMissing);
  EXPECT_EQ(refused("4k3/8/8/8/8/8/8/4K2R w Q - 0 1"), FenErrorReason::CastlingRookMissing);
  EXPECT_EQ(refused("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1"), FenErrorReason::CastlingRookMissing);
  EXPECT_TRUE(board_facts("r7/8/8/8/8/8/8/7K b q - 0 1")) << "the king is lost, not the right";
  EXPECT_EQ(refused("4k2r/8/8/8/8/8/8/4K3 w k - 0 1"), std::nullopt);
}

TEST(BoardText, MalformedEnPassantSquaresAreRefused) {
  struct Row {
    std::string_view fen;
    std::optional<FenErrorReason> reason;
  };
  const std::vector<Row> rows{
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", std::nullopt},
      {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", std::nullopt},  // no pawn can capture: well-formed
      {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", std::nullopt},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1", FenErrorReason::EnPassantPawnMissing},
      {"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", FenErrorReason::EnPassantPawnMissing},
      {"4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", FenErrorReason::EnPassantPawnMissing},
      {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", FenErrorReason::EnPassantSquareOccupied},
      {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", FenErrorReason::EnPassantOriginOccupied},
      {"4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", FenErrorReason::EnPassantOriginOccupied},
      {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", FenErrorReason::WrongEnPassantRank},
      {"4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", FenErrorReason::WrongEnPassantRank},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", FenErrorReason::WrongEnPassantRank},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - z9 0 1", FenErrorReason::BadEnPassantSquare},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d 0 1", FenErrorReason::BadEnPassantSquare},
  };
  for (const auto& [fen, reason] : rows) EXPECT_EQ(refused(fen), reason) << fen;
}

TEST(BoardText, ReadsWhatEnginesPrintAndRefusesNonsense) {
  EXPECT_FALSE(refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"));
  EXPECT_FALSE(refused("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "));
  EXPECT_FALSE(refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 0"));
  EXPECT_FALSE(refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 123456"));
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused("hello world"));
  EXPECT_TRUE(refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1"));
  EXPECT_TRUE(refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"));
  EXPECT_TRUE(refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\x1b[m"));
  EXPECT_TRUE(refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves"));
}

TEST(BoardText, SaysHowTwoBoardsDiffer) {
  constexpr std::string_view kPlain = "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
  EXPECT_EQ(differs(kPlain, kPlain), "");
  EXPECT_EQ(differs(kPlain, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 17 40"), "") << "clocks";
  EXPECT_EQ(differs(kPlain, "4k3/8/8/3pP3/8/8/8/R3K2R b KQ - 0 1", false),
            "Black is to move instead of White");
  EXPECT_EQ(differs(kPlain, "4k3/8/8/3pP3/8/8/8/R3K2R w Q d6 0 1"),
            "without the castling right of the rook on h1");
  EXPECT_EQ(differs(kPlain, "4k3/8/8/3pP3/8/8/8/R3K2R w - d6 0 1"),
            "without the castling rights of the rooks on a1 h1");
  EXPECT_EQ(differs("4k3/8/8/3pP3/8/8/8/R3K2R w Q d6 0 1", kPlain),
            "with the castling right of the rook on h1");
  EXPECT_EQ(differs(kPlain, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1"),
            "the en passant square is - instead of d6");
  EXPECT_EQ(differs("4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1", kPlain),
            "the en passant square is d6 instead of -");
  EXPECT_EQ(differs(kPlain, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1", false), "");
  EXPECT_EQ(differs(kPlain, "4k3/8/8/3pn3/8/8/8/R3K2R w KQ - 0 1", false),
            "on e5 stands a black knight instead of a white pawn");
  EXPECT_EQ(differs(kPlain, "4k3/8/8/3p4/8/8/8/R3K2R w KQ - 0 1", false),
            "on e5 stands nothing instead of a white pawn");
  EXPECT_EQ(differs(kPlain, "4k3/8/4P3/3p4/8/8/8/R3K2R b KQ - 0 1", false),
            "on e5 stands nothing instead of a white pawn; on e6 stands a white pawn instead of "
            "nothing; Black is to move instead of White");
  EXPECT_EQ(differs("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1"),
            "on a2 stands a white pawn instead of nothing; on b2 stands a white pawn instead of "
            "nothing; on c2 stands a white pawn instead of nothing; and 2 more squares differ");
}

TEST(BoardText, SameButEnPassant) {
  const BoardFacts with = facts("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
  EXPECT_TRUE(difference(with, facts("4k3/8/8/3pP3/8/8/8/R3K2R w AH - 5 9"), false).empty());
  EXPECT_FALSE(difference(with, facts("4k3/8/8/3pP3/8/8/8/R3K2R b KQ - 0 1"), false).empty());
  EXPECT_FALSE(difference(with, facts("4k3/8/8/3pP3/8/8/8/R3K2R w K - 0 1"), false).empty());
  EXPECT_FALSE(difference(with, facts("4k3/8/8/3p4/8/8/8/R3K2R w KQ - 0 1"), false).empty());
}

/// A reader that spoils the FEN shows that by its board, if it lists what is legal there.
TEST(BoardText, AnotherBoardIsTheOneThatTheListIsOf) {
  constexpr std::string_view kSent = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
  const auto lists = [&](const std::string& listed_at, const std::string& shown) {
    Divide listed;
    if (!listed_at.empty()) {
      auto answer = make_core_generator()->divide(question_at(standard(listed_at), {}, 1), {});
      listed = std::move(*answer);
    }
    const bool by_lines = lists_as_it_shows(shown, kSent, listed);
    listed.lines.clear();
    EXPECT_EQ(lists_as_it_shows(shown, kSent, listed), by_lines) << shown;
    return by_lines;
  };
  const std::string mirrored = "3k4/8/8/8/8/8/8/3K3R w - - 0 1";
  EXPECT_TRUE(lists(mirrored, mirrored));
  EXPECT_TRUE(lists("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"));
  EXPECT_FALSE(lists(std::string(kSent), mirrored)) << "its board is a misprint";
  EXPECT_FALSE(lists(mirrored, std::string(kSent))) << "its list is wrong";
  EXPECT_TRUE(lists("", "8/8/8/8/8/8/8/8 w - - 0 1")) << "without kings there is no move";
  EXPECT_FALSE(lists(mirrored, "8/8/8/8/8/8/8/8 w - - 0 1"));
  EXPECT_FALSE(lists("", "no board"));
  const Divide by_rights{.lines = {{"e8g8", 1}}, .total = 1};
  EXPECT_TRUE(lists_as_it_shows("8/8/8/8/8/8/8/8 w Q - 0 1", kSent, by_rights));
  EXPECT_FALSE(
      lists_as_it_shows("8/8/8/8/8/8/8/8 w Q - 0 1", kSent, {.lines = {{"e8g7", 1}}, .total = 1}));
}

TEST(BoardText, FindsDoubleSteps) {
  const auto step = [](std::string_view before, std::string_view after) {
    const auto square = double_step_square(facts(before), facts(after));
    return square ? to_string(*square) : "-";
  };
  constexpr std::string_view kStart = "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1";
  EXPECT_EQ(step(kStart, "4k3/p6p/8/8/P7/8/7P/4K3 b - - 0 1"), "a3");
  EXPECT_EQ(step(kStart, "4k3/p6p/8/8/7P/8/P7/4K3 b - h3 0 1"), "h3");
  EXPECT_EQ(step(kStart, "4k3/p6p/8/8/8/P7/7P/4K3 b - - 0 1"), "-") << "a single push";
  EXPECT_EQ(step(kStart, "4k3/p6p/8/8/8/8/P6P/3K4 b - - 1 1"), "-") << "a king";
  EXPECT_EQ(step("4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 1", "4k3/7p/8/p7/8/8/P6P/4K3 w - - 0 2"), "a6");
  EXPECT_EQ(step("4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 1", "4k3/p7/8/7p/8/8/P6P/4K3 w - - 0 2"), "h6");
  // A rook that goes from a2 to a4 is not a pawn; a pawn that was on a4 before has not moved.
  EXPECT_EQ(step("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "4k3/8/8/8/R7/8/8/4K3 b - - 1 1"), "-");
  EXPECT_EQ(step("4k3/8/8/8/P7/1n6/P7/4K3 w - - 0 1", "4k3/8/8/8/P7/1P6/8/4K3 b - - 0 1"), "-");
}

/// Compared with core on every move of a few games' worth of positions.
TEST(BoardText, AgreesWithCoreOnDoubleSteps) {
  for (const std::string_view fen :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"}) {
    const auto root = parse_fen(fen);
    ASSERT_TRUE(root) << fen;
    for (const Move first : legal_moves(root->position)) {
      const Position middle = root->position.after(first);
      for (const Move second : legal_moves(middle)) {
        const Position end = middle.after(second);
        EXPECT_EQ(double_step_square(facts(middle.fen()), facts(end.fen())), end.en_passant())
            << middle.fen() << " to " << end.fen();
      }
    }
  }
}

/// An engine that reads and prints FENs with these changes, and lists the moves of what it read.
bool misprints(const std::function<void(std::string& fen)>& read,
               const std::function<void(std::string& fen)>& print) {
  return misprints_boards([&](std::string fen) -> std::optional<ShownAndListed> {
    read(fen);
    ShownAndListed answer;
    for (const Move move : legal_moves(parse_fen(fen).value().position))
      answer.moves.lines.push_back({to_uci(move, false), 1});
    std::ranges::sort(answer.moves.lines);
    print(fen);
    if (const auto shown = board_facts(fen)) answer.board = *shown;
    return answer;
  });
}

TEST(BoardText, IsNoEvidenceWhereTheMovesAreThoseOfTheFen) {
  const auto change = [](const std::string& from, const std::string& to) {
    return [=](std::string& fen) {
      const std::size_t at = fen.find(from);
      if (at != std::string::npos) fen.replace(at, from.size(), to);
    };
  };
  const auto nothing = change("?", "");
  EXPECT_FALSE(misprints(nothing, nothing));
  EXPECT_TRUE(misprints(nothing, change(" b ", " w ")));
  EXPECT_TRUE(misprints(nothing, change(" q ", " q-  "))) << "no FEN";
  for (const char* const rights : {" KQkq ", " - "})
    EXPECT_TRUE(misprints(nothing, [=](std::string& fen) {
      change(" K ", rights)(fen);
      change(" q ", rights)(fen);
    }));
  EXPECT_TRUE(misprints(nothing, change(" d6 ", " d "))) << "no square";
  EXPECT_FALSE(misprints(nothing, change(" d6 ", " - "))) << "many writers leave it out";
  EXPECT_FALSE(misprints(change(" d6 ", " - "), change(" w - - ", " w - d "))) << "it is not read";
  EXPECT_FALSE(misprints(nothing, change(" K ", " Q "))) << "perhaps it is read so";
  EXPECT_FALSE(misprints(change(" q ", " - "), nothing)) << "it is read so";
  EXPECT_FALSE(misprints(change(" q ", " - "), change(" - - ", " -- - "))) << "and no FEN";
  EXPECT_FALSE(misprints(change(" b ", " w "), nothing)) << "it is read so";
}

TEST(BoardText, WritesAnotherEnPassantField) {
  constexpr std::string_view kFen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  EXPECT_EQ(with_en_passant(kFen, std::nullopt), "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(with_en_passant(kFen, Square::E6), "4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1");
  EXPECT_EQ(with_en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - -", Square::D6),
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6");
  EXPECT_EQ(with_en_passant(with_en_passant(kFen, std::nullopt), Square::D6), kFen);
}

TEST(BoardText, SaysWhereNobodyCanMate) {
  for (const char* dead : {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/2N1K3 w - - 0 1",
                           "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"})
    EXPECT_TRUE(is_insufficient_material(dead)) << dead;
  for (const char* live : {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
                           "2n1k3/8/8/8/8/8/8/2N1K3 w - - 0 1", "4k3/8/8/8/8/8/8/2NBK3 w - - 0 1"})
    EXPECT_FALSE(is_insufficient_material(live)) << live;
}

TEST(Halfmoves, AreThoseOfTheClock) {
  EXPECT_TRUE(has_halfmoves("4k3/8/8/8/8/8/8/4K3 w - - 1 1"));
  EXPECT_FALSE(has_halfmoves("4k3/8/8/8/8/8/8/4K3 w - - 0 60"));
  EXPECT_FALSE(has_halfmoves("4k3/8/8/8/8/8/8/4K3 w - -"));
  EXPECT_FALSE(has_halfmoves("no position"));
}

}  // namespace
}  // namespace perft_verify::reference
