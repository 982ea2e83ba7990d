// Mistakes in making moves, told by small questions of the color and the wing where they showed.
#include "verifier/classify/making/making.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "reference/core_generator.h"
#include "verifier/finding/difference.h"

namespace perft_verify::verifier {
namespace {

using Right = StateDifference::Right;

/// An engine that lists an illegal move after these, `fen` and all, and is right otherwise.
AskMoves wrong_at(std::string fen, std::vector<std::string> moves, std::string illegal = "e8c8") {
  return [fen = std::move(fen), moves = std::move(moves), illegal = std::move(illegal)](
             const Root& asked, const auto& played) -> std::optional<WrongMoves> {
    if (asked.fen != fen || played != moves) return WrongMoves{};
    return WrongMoves{.illegal = {illegal}, .missing = {}, .duplicate = {}};
  };
}

StateDifference kept(Color color, CastlingSide side) {
  StateDifference difference;
  difference.rights_kept = {{color, side}};
  return difference;
}

bool is_among(const Classification& found, BugId bug_class) {
  return std::ranges::find(found.candidates, bug_class) != found.candidates.end();
}

/// An engine that forgets which rights a move from this square, or to it, takes from Black's
/// queenside, and perhaps from his kingside as well.
AskMoves forgets_a8(bool captures, bool h8_too) {
  return [=](const Root& root, const std::vector<std::string>& moves) -> std::optional<WrongMoves> {
    WrongMoves wrong;
    if (moves.empty()) return wrong;
    const auto position = admitted(root);
    for (const auto& [square, side, castling] :
         {std::tuple{"a8", CastlingSide::Queen, "e8c8"}, {"h8", CastlingSide::King, "e8g8"}}) {
      const bool leaves = moves.front().starts_with(square);
      const bool arrives = captures && moves.front().substr(2, 2) == square;
      if ((leaves || arrives) && position->castling().rook(Color::Black, side) &&
          (side == CastlingSide::Queen || h8_too))
        wrong.illegal.emplace_back(castling);
    }
    return wrong;
  };
}

/// A table tells for each square which rights a move from it or to it takes.
TEST(Making, ARightThatOutlivesMoveAndCaptureOfItsRookIsOfOneSquare) {
  const auto difference = kept(Color::Black, CastlingSide::Queen);
  const auto moved = [&](const AskMoves& ask) {
    return classify_making(standard("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1"), "a8b8", difference, {},
                           ask);
  };
  EXPECT_EQ(moved(forgets_a8(true, false)).bug_class, BugId::CastlingRookMoved);
  EXPECT_TRUE(moved(forgets_a8(true, false)).of_one_square);
  EXPECT_FALSE(moved(forgets_a8(true, true)).of_one_square) << "Black's rights";
  EXPECT_FALSE(moved(forgets_a8(false, false)).of_one_square) << "a rook that moves";
  const auto captured = classify_making(standard("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1"), "b7a8n",
                                        difference, {}, forgets_a8(true, false));
  EXPECT_EQ(captured.bug_class, BugId::CastlingRookCaptured);
  EXPECT_TRUE(captured.of_one_square);
}

/// A castling that another bug misses, from the FEN too, is not lost by the rook of the other side.
TEST(Making, ARightIsNotLostByARookWhereAnotherBugMissesTheCastling) {
  const AskMoves ask = [forgets = forgets_a8(true, false)](
                           const Root& root,
                           const std::vector<std::string>& moves) -> std::optional<WrongMoves> {
    auto wrong = forgets(root, moves);
    Line line(*admitted(root));
    if (!line.push_texts(moves)) return std::nullopt;
    if (find_legal(line.position(), "e8g8")) wrong->missing.emplace_back("e8g8");
    return wrong;
  };
  EXPECT_EQ(classify_making(standard("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1"), "b7a8n",
                            kept(Color::Black, CastlingSide::Queen), {}, ask)
                .bug_class,
            BugId::CastlingRookCaptured);
}

/// The king castles from d7, or lists its step to c1 twice.
TEST(Making, MayKeepRightsOfTheKingThatCastlesFromElsewhere) {
  const auto first = [](const char* before, const char* culprit, const HiddenState& hidden) {
    return classify_making(standard(before), culprit, {}, hidden, nullptr).candidates.front();
  };
  EXPECT_EQ(first("r1r1k3/8/8/8/8/8/8/7K b q - 0 1", "e8d7",
                  {"r1r5/3k4/8/8/8/8/8/6K1 b - - 2 2", {{"d7g7"}, {}, {}}, 2, false}),
            BugId::CastlingKingMoved);
  EXPECT_EQ(first("6k1/8/8/8/8/8/3p4/4K2R w K - 0 1", "e1d2",
                  {"8/5k2/8/8/8/8/3K4/7R w - - 1 2", {{}, {}, {"d2c1"}}, 2, false}),
            BugId::CastlingKingMoved);
  EXPECT_EQ(first("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1",
                  {"8/5k2/8/8/8/8/8/2KR3R w - - 2 2", {{"c1g1"}, {}, {}}, 2, false}),
            BugId::CastlingKeepsRight);
  EXPECT_NE(first("6k1/8/8/8/8/8/3p4/4K2R w - - 0 1", "e1d2",
                  {"8/5k2/8/8/8/8/3K4/7R w - - 1 2", {{}, {}, {"d2c1"}}, 2, false}),
            BugId::CastlingKingMoved)
      << "there was no right";
}

/// The captured rook is Black's, on his queen's side; so is the one of the question.
TEST(Making, ARightOfBlackIsTriedAsBlacks) {
  const char* const kFen = "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1";
  const auto difference = kept(Color::Black, CastlingSide::Queen);
  const auto wide = classify_making(standard(kFen), "b7a8n", difference, {},
                                    wrong_at("r3k2r/1B6/8/8/8/8/8/R3K2R w KQkq - 0 1", {"b7a8"}));
  EXPECT_EQ(wide.bug_class, BugId::CastlingRookCaptured);
  const auto narrow =
      classify_making(standard(kFen), "b7a8n", difference, {},
                      wrong_at("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", {"b7a8n"}));
  EXPECT_EQ(narrow.bug_class, BugId::CastlingRookCapturedByPromotion);
}

TEST(Making, AnEnPassantSquareOfBlackIsTriedAsBlacks) {
  StateDifference difference;
  difference.en_passant_lost = true;
  const char* const kFen = "4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1";
  const auto wide = classify_making(standard(kFen), "a7a5", difference, {},
                                    wrong_at("4k3/4p3/8/5P2/8/8/8/4K3 b - - 0 1", {"e7e5"}));
  EXPECT_EQ(wide.bug_class, BugId::EpSquareNotSet);
  const auto narrow = classify_making(standard(kFen), "a7a5", difference, {},
                                      wrong_at("4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", {"e7e5"}));
  EXPECT_EQ(narrow.bug_class, BugId::EpAFileLost) << "with a pawn on the other side";
}

/// A capture that leaves neither piece, by one that moves right otherwise.
TEST(Making, OfACaptureThatTheVictimSpoilsThePieceIsNotLost) {
  StateDifference difference;
  difference.squares = {{Square::H1, Piece{Color::Black, PieceType::Bishop}, std::nullopt}};
  const auto found = [&](bool quiet_too) {
    const auto ask = [&](const Root&, const std::vector<std::string>&) {
      WrongMoves wrong;
      if (quiet_too) wrong.illegal = {"h8h1"};
      return std::optional(wrong);
    };
    return classify_making(standard("4k3/8/8/8/8/8/6b1/4K2R b - - 0 1"), "g2h1", difference, {},
                           ask);
  };
  EXPECT_EQ(found(true).bug_class, BugId::MovedPieceLost);
  EXPECT_EQ(found(false).candidates,
            (std::vector{BugId::CaptureLeavesVictim, BugId::MovedPieceLost}));
}

/// A rook's square that is bound to the other side loses that right when the rook moves, and keeps
/// its own when it is captured.
TEST(Making, ARightThatACaptureKeepsMayBeBoundToTheOtherRook) {
  const auto found = [](bool moves_too) {
    const auto ask = [=](const Root& root, const std::vector<std::string>& moves) {
      WrongMoves wrong;
      if (moves.empty()) return std::optional(wrong);
      if (moves.front() == "g2h1") wrong.illegal = {"e1g1"};
      if (moves_too && root.fen.contains("R3K2R w KQ ") && moves.front() == "h1h2")
        wrong.missing = {"e1c1"};
      return std::optional(wrong);
    };
    return classify_making(standard("4k3/8/8/8/8/8/6b1/4K2R b K - 0 1"), "g2h1",
                           kept(Color::White, CastlingSide::King), {}, ask);
  };
  EXPECT_EQ(found(true).bug_class, BugId::CastlingRookMovedWrongSide);
  EXPECT_EQ(found(false).bug_class, BugId::CastlingRookCaptured);
}

/// Castling to the other wing puts both elsewhere.
TEST(Making, OfACastlingBothPiecesMayBeMisplaced) {
  constexpr Piece kKing{Color::Black, PieceType::King};
  constexpr Piece kRook{Color::Black, PieceType::Rook};
  StateDifference difference;
  difference.squares = {{Square::C8, kKing, std::nullopt},
                        {Square::D8, kRook, std::nullopt},
                        {Square::F8, std::nullopt, kRook},
                        {Square::G8, std::nullopt, kKing}};
  const auto found =
      classify_making({"5rk1/8/8/8/8/8/8/4K3 b f - 0 1", true}, "g8f8", difference, {}, {});
  EXPECT_EQ(found.candidates,
            (std::vector{BugId::CastlingKingMisplaced, BugId::CastlingRookMisplaced}));
}

/// In Chess960 the king may arrive where a rook that is not taken away would stand.
TEST(Making, ARookThatStaysWhereTheKingArrivesIsNotLostForCertain) {
  constexpr Piece kRook{Color::White, PieceType::Rook};
  const auto found = [&](const char* fen, const char* move, Square target) {
    StateDifference difference;
    difference.squares = {{target, kRook, std::nullopt}};
    const auto ask = [](const Root&, const std::vector<std::string>&) {
      return std::optional(WrongMoves{.illegal = {"f8f7"}, .missing = {}, .duplicate = {}});
    };
    return classify_making({fen, true}, move, difference, {}, ask);
  };
  const auto there = found("5k2/8/8/8/8/8/8/2K3R1 w G - 0 1", "c1g1", Square::F1);
  EXPECT_FALSE(there.bug_class);
  EXPECT_THAT(there.candidates, testing::Contains(BugId::CastlingRookStays));
  EXPECT_EQ(found("5k2/8/8/8/8/8/8/2K4R w H - 0 1", "c1h1", Square::F1).bug_class,
            BugId::CastlingRookLost);
}

/// A king that is one of the other side after castling was not erased by his rook.
TEST(Making, AKingOfTheOtherColorIsNotErasedByASwap) {
  const auto found = [](std::optional<Piece> there) {
    StateDifference difference;
    difference.squares = {{Square::F1, Piece{Color::White, PieceType::Rook}, std::nullopt},
                          {Square::G1, Piece{Color::White, PieceType::King}, there}};
    return classify_making({"5k2/8/8/8/8/8/8/2K3R1 w G - 0 1", true}, "c1g1", difference, {}, {});
  };
  EXPECT_EQ(found(std::nullopt).bug_class, BugId::Chess960SwapErasesKing);
  EXPECT_NE(found(Piece{Color::Black, PieceType::King}).bug_class, BugId::Chess960SwapErasesKing);
}

/// Where two rooks stand on one side of the king, the reader may take either for the one that may
/// castle. From the FEN it then lists castling where it is not possible.
TEST(Making, ARightMayHaveBeenReadAsThatOfAnotherRook) {
  const auto found = [](bool misread, const char* fen, const char* move, bool lost) {
    StateDifference difference = kept(Color::White, CastlingSide::Queen);
    if (lost) std::swap(difference.rights_kept, difference.rights_lost);
    const AskMoves ask =
        misread ? wrong_at("4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", {}, "e1c1") : wrong_at("", {});
    return classify_making(standard(fen), move, difference, {}, ask);
  };
  for (const auto& [fen, move, lost, bug_class] :
       {std::tuple{"8/8/8/8/8/kn6/8/RR2K3 b Q - 0 1", "b3a1", false, BugId::CastlingRookCaptured},
        {"4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", "a1a2", false, BugId::CastlingRookMoved},
        {"7k/8/8/8/8/8/p7/RR2K3 b Q - 0 1", "a2b1q", true, BugId::CastlingRightLostEarly}}) {
    EXPECT_EQ(found(false, fen, move, lost).bug_class, bug_class) << fen;
    EXPECT_EQ(found(true, fen, move, lost).candidates, (std::vector{bug_class, BugId::FenMisread}))
        << fen;
  }
  EXPECT_EQ(found(true, "8/8/8/8/8/kn6/8/R3K3 b Q - 0 1", "b3a1", false).bug_class,
            BugId::CastlingRookCaptured)
      << "there is one rook";
}

/// No board lists castling with a rook that is gone: the right is what is left.
TEST(Making, ARightIsKeptIfCastlingIsListedThatNoBoardHas) {
  HiddenState hidden;
  hidden.fen = "8/3k4/8/8/8/8/3K4/R6R w - - 2 2";
  hidden.wrong.illegal = {"d2b2"};
  hidden.moves = 2;
  const auto found =
      classify_making(standard("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1d2", {}, hidden, {});
  EXPECT_EQ(found.bug_class, BugId::CastlingKingMoved);
  hidden.wrong.illegal = {"d2b2", "h1h9"};
  EXPECT_FALSE(classify_making(standard("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1d2", {}, hidden, {})
                   .bug_class);
}

/// On the en passant square as well, where a pawn that is gone means something else.
TEST(Making, APieceThatDoesNotArriveIsLost) {
  const auto found_with = [](const char* fen, const char* move,
                             std::vector<StateDifference::OnSquare> squares) {
    StateDifference difference;
    difference.squares = std::move(squares);
    return classify_making(standard(fen), move, difference, {}, nullptr).bug_class;
  };
  const char* const kFen = "4k3/8/8/3p4/2N5/8/8/4K3 w - d6 0 1";
  constexpr Piece kKnight{Color::White, PieceType::Knight};
  constexpr Piece kVictim{Color::Black, PieceType::Pawn};
  EXPECT_EQ(found_with(kFen, "c4e5", {{Square::E5, kKnight, {}}}), BugId::MovedPieceLost);
  EXPECT_EQ(found_with(kFen, "c4d6", {{Square::D6, kKnight, {}}}), BugId::MovedPieceLost);
  EXPECT_EQ(found_with(kFen, "c4d6", {{Square::D5, kVictim, {}}}), BugId::EpByAnyPiece);
  EXPECT_EQ(found_with(kFen, "c4e5", {{Square::C4, {}, kKnight}, {Square::E5, kKnight, {}}}),
            BugId::MovedPieceStays);
  constexpr Piece kPawn{Color::White, PieceType::Pawn};
  EXPECT_EQ(found_with(kFen, "c4e5", {{Square::E5, kKnight, {}}, {Square::B3, {}, kPawn}}),
            std::nullopt)
      << "another piece appears";
  EXPECT_EQ(found_with(kFen, "c4e5", {{Square::C4, {}, kPawn}, {Square::B3, {}, kPawn}}),
            std::nullopt)
      << "what stands there has not moved";
}

/// Pawns capture elsewhere, where the square is set instead.
TEST(Making, AnEnPassantSquareThatIsSetElsewhereIsTheWrongOne) {
  StateDifference difference;
  difference.en_passant_lost = true;
  const auto found_with = [&](const char* illegal) {
    return classify_making(standard("4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1"), "d7d5", difference, {},
                           wrong_at("4k3/4p3/5P2/8/8/3P4/8/4K3 b - - 0 1", {"e7e5"}, illegal))
        .bug_class;
  };
  EXPECT_EQ(found_with("d3e4"), BugId::EpSquareWrong);
  EXPECT_EQ(found_with("f6g7"), BugId::EpSquareWrong);
  EXPECT_EQ(found_with("d3d4q"), BugId::EpSquareNotSet) << "a move that needs no such square";
  EXPECT_EQ(found_with("e1g1"), BugId::EpSquareNotSet);
}

/// The knight on b8 is pinned by the queen that stands on a8 in place of a knight.
TEST(Making, APromotionToAKnightThatPutsDownAQueenIsNamed) {
  const auto core = reference::make_core_generator();
  const auto list_of = [&](const char* fen) {
    return core->divide(reference::question_at(standard(fen), {}, 1), {}).value();
  };
  const AskMoves ask = [&](const Root& root, const auto& moves) {
    if (root.fen != "8/P6k/K7/8/8/8/8/8 w - - 0 1" ||
        moves != std::vector<std::string>{"a7a8n", "h7h6"})
      return std::optional(WrongMoves{});
    return std::optional<WrongMoves>(difference(list_of("Q7/8/K6k/8/8/8/8/8 w - - 0 1"),
                                                list_of("N7/8/K6k/8/8/8/8/8 w - - 0 1")));
  };
  const auto found = classify_making(
      standard("1n5k/P7/8/8/8/8/8/7K w - - 0 1"), "a7a8n", {},
      {"Nn5k/8/8/8/8/8/8/7K b - - 0 1", {{}, {"b8a6", "b8c6", "b8d7"}, {}}, 1, false}, ask);
  EXPECT_EQ(found.bug_class, BugId::BPromotionStoredAsQueen);
}

/// A bishop of the other color is the promoted one, or the captured one.
TEST(Making, APromotionOfTheOtherColorMayBeThePieceThatWasCaptured) {
  const auto with_black_bishop = [](const char* move, Square to) {
    StateDifference difference;
    difference.squares = {
        {to, Piece{Color::White, PieceType::Bishop}, Piece{Color::Black, PieceType::Bishop}}};
    return classify_making(standard("2b1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"), move, difference, {},
                           nullptr);
  };
  EXPECT_EQ(with_black_bishop("b7b8b", Square::B8).bug_class, BugId::PromotionWrongColor);
  const auto captured = with_black_bishop("b7c8b", Square::C8);
  EXPECT_FALSE(captured.bug_class);
  EXPECT_TRUE(is_among(captured, BugId::CaptureLeavesVictim));
  EXPECT_TRUE(is_among(captured, BugId::PromotionWrongColor));
}

TEST(Making, ARightThatWasNotThereBeforeWasMisread) {
  const auto found = classify_making(standard("4k2r/8/8/8/8/8/8/4K2R b k - 0 1"), "e8e7",
                                     kept(Color::White, CastlingSide::King), {}, nullptr);
  EXPECT_FALSE(found.bug_class);
  EXPECT_TRUE(is_among(found, BugId::FenMisread));
  EXPECT_TRUE(is_among(found, BugId::CastlingRightAppears));
}

/// The right is kept on the second rank, as if the rook had not left, and goes on the third.
/// The tests of from and to are a chain: the first corner that fits ends it.
TEST(Making, ARookThatGoesToTheOtherCornerIsNotAnyMoveOfIt) {
  const auto found = [](const char* culprit) {
    const auto ask = [](const Root& root, const std::vector<std::string>& moves) {
      WrongMoves wrong;
      if (!moves.empty() && (moves.front() == "a8a1" || moves.front() == "a1a8"))
        wrong.illegal = {root.fen.contains(" w ") ? "e1c1" : "e8c8"};
      return std::optional(wrong);
    };
    return classify_making(standard("r3k3/4n3/8/8/8/8/8/4K3 b q - 0 1"), culprit,
                           kept(Color::Black, CastlingSide::Queen), {}, ask);
  };
  EXPECT_EQ(found("a8a1").bug_class, BugId::CastlingRookTakesRook);
  EXPECT_EQ(found("a8a2").bug_class, BugId::CastlingRookMoved);
}

TEST(Making, ARightThatIsKeptOnSomeSquaresIsNotOfTheWrongSide) {
  const auto found = [](bool kept_further) {
    const auto ask = [=](const Root& root, const std::vector<std::string>& moves) {
      WrongMoves wrong;
      if (moves.empty()) return std::optional(wrong);
      const bool both = root.fen.contains(" b kq ");
      if (moves.front() == "a8a7" || (kept_further && moves.front() == "a8a6"))
        (both ? wrong.missing : wrong.illegal) = {both ? "e8g8" : "e8c8"};
      return std::optional(wrong);
    };
    return classify_making(standard("r3k3/4n3/8/8/8/8/8/4K3 b q - 0 1"), "a8a7",
                           kept(Color::Black, CastlingSide::Queen), {}, ask);
  };
  EXPECT_EQ(found(true).bug_class, BugId::CastlingRookMovedWrongSide);
  EXPECT_EQ(found(false).candidates,
            (std::vector{BugId::CastlingRookMoved, BugId::CastlingRookMovedWrongSide}));
}

/// The capturing pawn is left on its square, and the captured one is gone.
TEST(Making, OfAnEnPassantCaptureTheCapturerMayStay) {
  StateDifference difference;
  difference.squares = {{Square::E5, std::nullopt, Piece{Color::White, PieceType::Pawn}}};
  EXPECT_EQ(classify_making(standard("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6", difference, {},
                            nullptr)
                .bug_class,
            BugId::MovedPieceStays);
}

/// By its own board: the position before the move had White's right on the king's side alone.
TEST(Making, ARightThatAppearsIsNotOneThatIsKept) {
  const char* const kFen = "4k2r/8/8/8/8/8/8/4K2R w K - 0 1";
  const auto differs = state_difference_after(standard(kFen), "4k2r/8/8/8/8/8/4K3/7R b - - 1 1",
                                              "4k2r/8/8/8/8/8/4K3/7R b Kk - 1 1");
  ASSERT_TRUE(differs);
  EXPECT_EQ(differs->rights_kept, (std::vector<Right>{{Color::White, CastlingSide::King}}));
  EXPECT_EQ(differs->rights_new, (std::vector<Right>{{Color::Black, CastlingSide::King}}));
  EXPECT_EQ(classify_making(standard(kFen), "e1e2", *differs, {}, nullptr).bug_class,
            BugId::CastlingRightAppears);
}

/// A king's step to the corner is missing, and others are not.
TEST(Making, ARookThatHasCastledMayStandInTheWay) {
  const auto found = [](const std::string& missing) {
    return classify_making(standard("8/8/8/8/8/7k/7N/4K2R w K - 0 1"), "e1g1", {},
                           {"8/8/8/8/7k/8/7N/5RK1 w - - 2 2", {{}, {missing}, {}}, 2, true},
                           nullptr);
  };
  EXPECT_FALSE(found("g1h1").bug_class);
  EXPECT_TRUE(is_among(found("g1h1"), BugId::CastlingRookStays));
  EXPECT_FALSE(found("g1g2").bug_class) << "the king is where it should be";
  EXPECT_FALSE(is_among(found("g1g2"), BugId::CastlingRookStays));
}

/// All moves are tested for the square that the king has left, or some of the others are missing.
TEST(Making, AStaleSquareOfTheKingIsCertainOnlyIfItExplainsTheList) {
  const auto found = [](std::vector<std::string> missing) {
    return classify_making(
        standard("r5k1/8/8/8/8/8/7P/4K2R w K - 0 1"), "e1g1", {},
        {"4r1k1/8/8/8/8/8/7P/5RK1 w - - 2 2", {{}, std::move(missing), {}}, 2, true}, nullptr);
  };
  std::vector<std::string> all{"h2h3", "h2h4"};
  for (const char* const to :
       {"a1", "b1", "c1", "d1", "e1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"})
    all.push_back(std::string("f1") + to);
  EXPECT_EQ(found(all).bug_class, BugId::CastlingKingSquareStale);
  all.pop_back();
  EXPECT_FALSE(found(all).bug_class);
  EXPECT_TRUE(is_among(found(all), BugId::CastlingKingSquareStale));
}

/// The moves of the captured piece, from where it stood; the board itself is right.
TEST(Making, ACapturedPieceThatStillMovesIsLeft) {
  struct Capture {
    const char* before;
    const char* move;
    const char* after;
    std::vector<std::string> illegal;
  };
  for (const auto& [before, move, after, illegal] : {
           Capture{"1n5k/P7/8/8/8/8/8/7K w - - 0 1",
                   "a7b8b",
                   "1B5k/8/8/8/8/8/8/7K b - - 0 1",
                   {"b8a6", "b8c6", "b8d7"}},
           // A pawn that a knight has captured: it is pushed, captures, and promotes.
           Capture{"k7/8/8/8/8/5N2/7p/7K w - - 0 1",
                   "f3h2",
                   "k7/8/8/8/8/8/7N/7K b - - 0 1",
                   {"h2g1q", "h2h1q"}},
           // Of the bishop that stands there, too, for the other side.
           Capture{"1n5k/P7/8/8/8/8/8/7K w - - 0 1",
                   "a7b8b",
                   "1B5k/8/8/8/8/8/8/7K b - - 0 1",
                   {"b8a6", "b8a7", "b8f4"}},
           Capture{"1k6/8/8/8/8/8/3K4/2q5 w - - 0 1",
                   "d2c1",
                   "1k6/8/8/8/8/8/8/2K5 b - - 0 1",
                   {"c1a3", "c1c2", "c1h1"}},
       }) {
    const auto found = [&](std::vector<std::string> missing) {
      return classify_making(standard(before), move, {},
                             {after, {illegal, std::move(missing), {}}, 1, true}, nullptr);
    };
    EXPECT_EQ(found({}).bug_class, BugId::CaptureLeavesVictim) << move;
    EXPECT_FALSE(found({"h8g8"}).bug_class) << move;
    EXPECT_TRUE(is_among(found({"h8g8"}), BugId::CaptureLeavesVictim)) << move;
  }
  const auto other =
      classify_making(standard("1n5k/P7/8/8/8/8/8/7K w - - 0 1"), "a7b8b", {},
                      {"1B5k/8/8/8/8/8/8/7K b - - 0 1", {{"b8b7"}, {}, {}}, 1, true}, nullptr);
  EXPECT_FALSE(other.bug_class) << "no piece of the side to move makes that move";
}

/// The captured piece is shown where it stood, in place of the one that captured it.
TEST(Making, AVictimThatIsShownOnTheTargetStays) {
  StateDifference difference;
  difference.squares = {
      {Square::H2, Piece{Color::White, PieceType::Knight}, Piece{Color::Black, PieceType::Pawn}}};
  const char* const kFen = "8/8/8/8/8/8/7p/1K3NNk w - - 0 1";
  EXPECT_EQ(classify_making(standard(kFen), "f1h2", difference, {}, nullptr).bug_class,
            BugId::CaptureLeavesVictim);
  difference.squares.front().found = Piece{Color::Black, PieceType::Rook};
  EXPECT_FALSE(classify_making(standard(kFen), "f1h2", difference, {}, nullptr).bug_class);
}

/// It castles on both sides at once: the king's side is right.
TEST(Making, ACastledRookIsMisplacedOnlyIfItIsNotWhereItShouldBe) {
  const auto found = [](const std::string& shown) {
    const char* const kFen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    const auto differs =
        state_difference_after(standard(kFen), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1", shown);
    return classify_making(standard(kFen), "e1g1", *differs, {}, nullptr);
  };
  EXPECT_EQ(found("4k3/8/8/8/8/8/8/R3R1K1 b - - 1 1").bug_class, BugId::CastlingRookMisplaced);
  EXPECT_FALSE(found("4k3/8/8/8/8/8/8/3R1RK1 b - - 1 1").bug_class);
}

/// A queen that lacks one line moves all the same.
TEST(Making, APromotedPieceThatMovesIsListed) {
  const auto found = [](const char* fen, std::vector<std::string> missing, std::size_t moves) {
    return classify_making(standard("7k/P7/8/8/8/8/8/7K w - - 0 1"), "a7a8q", {},
                           {fen, {{}, std::move(missing), {}}, moves, true}, nullptr);
  };
  const char* const kLater = "Q7/7k/8/8/8/8/8/7K w - - 1 2";
  std::vector<std::string> all;
  const Position position = parse_fen(kLater)->position;
  for (const Move move : legal_moves(position))
    if (move.from() == Square::A8) all.push_back(to_uci(move, false));
  std::ranges::sort(all);
  EXPECT_EQ(found(kLater, all, 2).bug_class, BugId::PromotedPieceNotListed);
  EXPECT_FALSE(
      found(kLater, {"a8a1", "a8a2", "a8a3", "a8a4", "a8a5", "a8a6", "a8a7"}, 2).bug_class);
}

/// Where the other color's position is misread, it is wrong before the capture as well.
TEST(Making, AVictimStaysForBothColorsIfTheOtherIsReadRight) {
  StateDifference difference;
  difference.squares = {{Square::D5, std::nullopt, Piece{Color::Black, PieceType::Pawn}}};
  const auto found = [&](bool misread) {
    const AskMoves ask = [=](const Root& root, const auto& moves) {
      WrongMoves wrong;
      if (root.fen.contains(" b ") && (misread || !moves.empty())) wrong.illegal = {"d4d5"};
      return std::optional(wrong);
    };
    return classify_making(standard("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6", difference, {},
                           ask);
  };
  EXPECT_EQ(found(false).bug_class, BugId::EpVictimStays);
  EXPECT_FALSE(found(true).bug_class);
}

/// The promoted piece is right where it captures nothing.
TEST(Making, AfterACaptureThePromotedPieceIsBlamedOnlyIfItIsWrongWithoutOne) {
  const HiddenState hidden{"4k3/8/8/8/8/7P/3K4/5b2 w - - 0 2", {{"d2d3", "d2e2"}, {}, {}}, 1, true};
  const auto found = [&](bool quiet_too) {
    const AskMoves ask = [=](const auto&, const auto&) {
      WrongMoves wrong;
      if (quiet_too) wrong.missing = {"a1a2"};
      return std::optional(wrong);
    };
    return classify_making(standard("4k3/8/8/8/8/7P/3Kp3/5N2 b - - 0 1"), "e2f1b", {}, hidden, ask);
  };
  EXPECT_EQ(found(true).bug_class, BugId::PromotedPieceNotListed);
  EXPECT_FALSE(found(false).bug_class);
  EXPECT_TRUE(is_among(found(false), BugId::CaptureLeavesVictim));
}

/// The rook gives check; the knight is pinned by another piece as well.
TEST(Making, ACheckIsNotUnnoticedWhereAPinIs) {
  const char* const kFen = "4k3/4n2p/8/8/8/8/8/R3RK2 w - - 0 1";
  HiddenState hidden{"R3k3/4n2p/8/8/8/8/8/4RK2 b - - 1 1", {{"e7c6"}, {}, {}}, 1, false};
  EXPECT_NE(classify_making(standard(kFen), "a1a8", {}, hidden, nullptr).bug_class,
            BugId::CheckNotNoticed);
  const AskMoves right = [](const auto&, const auto&) { return std::optional(WrongMoves{}); };
  // An engine that takes the check for one from h5 would list this move alone.
  hidden.wrong.illegal = {"h7h5"};
  EXPECT_FALSE(classify_making(standard(kFen), "a1a8", {}, hidden, right).bug_class);
  hidden.wrong.illegal = {"h7h5", "h7h6"};
  EXPECT_EQ(classify_making(standard(kFen), "a1a8", {}, hidden, right).bug_class,
            BugId::CheckNotNoticed);
}

/// The queen that gives check is kept as a bishop: a move later, its own moves are wrong.
TEST(Making, ACheckIsNotUnnoticedWhereThePieceIsAnotherOne) {
  const HiddenState hidden{"Q3k3/4n2p/8/8/8/8/8/4RK2 b - - 1 1", {{"h7h6"}, {}, {}}, 1, false};
  const AskMoves without_queen = [](const auto&, const auto& moves) {
    return std::optional(moves.size() == 2 ? WrongMoves{{}, {"a8a7"}, {}} : WrongMoves{});
  };
  const auto found = classify_making(standard("4k3/4n2p/8/8/8/8/8/Q3RK2 w - - 0 1"), "a1a8", {},
                                     hidden, without_queen);
  EXPECT_FALSE(found.bug_class);
  EXPECT_TRUE(is_among(found, BugId::CheckNotNoticed));
}

/// With the captured pawn still on d5 the bishop gives no check.
TEST(Making, MayKeepTheRightOfACapturedRookWhereAKingCastlesFromElsewhere) {
  constexpr const char* kFen = "k7/8/8/8/8/8/6pR/4K2R b K - 0 1";
  HiddenState hidden{"k7/8/8/8/8/8/6R1/4K2b b - - 1 2", {{"a8c8"}, {}, {}}, 2, false};
  EXPECT_EQ(classify_making(standard(kFen), "g2h1b", {}, hidden, nullptr).candidates,
            (std::vector{BugId::CastlingRookCapturedByPromotion, BugId::CastlingRightAppears,
                         BugId::StaleStateByMoves}));
  EXPECT_NE(
      classify_making(standard("k7/8/8/8/8/8/6pR/4K2R b - - 0 1"), "g2h1b", {}, hidden, nullptr)
          .candidates.front(),
      BugId::CastlingRookCapturedByPromotion)
      << "no right goes";
  hidden.wrong.illegal = {"a8b8", "a8c8"};
  EXPECT_NE(classify_making(standard(kFen), "g2h1b", {}, hidden, nullptr).candidates.front(),
            BugId::CastlingRookCapturedByPromotion)
      << "a step";
}

TEST(Making, ACheckMayBeHiddenByThePawnThatShouldBeGone) {
  const auto found =
      classify_making(standard("6k1/7p/8/3pP3/8/8/B7/K7 w - d6 0 1"), "e5d6", {},
                      {"6k1/7p/3P4/8/8/8/B7/K7 b - - 0 1", {{"h7h6"}, {}, {}}, 1, false}, nullptr);
  EXPECT_FALSE(found.bug_class);
  EXPECT_TRUE(is_among(found, BugId::EpVictimStays));
}

/// A promotion captures a rook, and the other rook moves no more.
/// Two pieces are on the square, and a capture takes the pawn.
TEST(Making, APawnMayStayUnderThePromotedPieceThatIsNotCaptured) {
  const auto found = [](std::vector<std::string> missing) {
    return classify_making(
               standard("k7/8/8/8/8/8/6p1/4K2R b - - 0 1"), "g2g1q", {},
               {"k7/8/8/8/8/8/8/4K1qR w - - 0 2", {{}, std::move(missing), {}}, 1, false}, nullptr)
        .candidates.front();
  };
  EXPECT_EQ(found({"h1g1"}), BugId::PromotionLeavesPawn);
  EXPECT_NE(found({"e1d2", "h1g1"}), BugId::PromotionLeavesPawn);
}

TEST(Making, APieceWithoutMovesIsNotThePieceThatMoved) {
  const char* const kFen = "r3k2r/1P6/8/8/8/8/8/4K3 w - - 0 1";
  const HiddenState rook{
      "N3k2r/8/8/8/8/8/8/4K3 b - - 0 1",
      {{}, {"h8f8", "h8g8", "h8h1", "h8h2", "h8h3", "h8h4", "h8h5", "h8h6", "h8h7"}, {}},
      1,
      true};
  const auto found = classify_making(standard(kFen), "b7a8n", {}, rook, nullptr);
  EXPECT_FALSE(found.bug_class);
  EXPECT_TRUE(is_among(found, BugId::PieceListStale));
}

}  // namespace
}  // namespace perft_verify::verifier
