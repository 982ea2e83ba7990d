// Findings of a run without a class: which are one root cause.
#include "verifier/diagnose/root_causes.h"

#include <gtest/gtest.h>

#include "core/fen.h"
#include "tests/verifier/support/positions.h"
#include "verifier/classify/needed_field.h"
#include "verifier/diagnose/false_attackers.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kCastles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// A finding as the examination leaves it: its symptoms are its own.
Finding finding_of(std::string fen, const WrongMoves& wrong) {
  Finding finding;
  finding.cause = Cause::Generation;
  finding.fen = std::move(fen);
  finding.blame(wrong);
  for (const auto* const moves : {&wrong.illegal, &wrong.missing, &wrong.duplicate})
    for (const std::string& move : *moves) finding.symptoms += move + "|";
  return finding;
}
Finding illegal(const std::string& fen, std::vector<std::string> moves) {
  return finding_of(fen, {.illegal = std::move(moves), .missing = {}, .duplicate = {}});
}
Finding missing(const std::string& fen, std::vector<std::string> moves) {
  return finding_of(fen, {.illegal = {}, .missing = std::move(moves), .duplicate = {}});
}

Finding miscounted(Cause cause, std::vector<BugId> candidates) {
  Finding finding;
  finding.kind = FindingKind::WrongCount;
  finding.cause = cause;
  finding.fen = test::kStartFen;
  finding.candidates = std::move(candidates);
  finding.symptoms = std::string(to_string(cause));
  return finding;
}

/// The numbers of the root causes of these findings, in their order.
std::vector<std::size_t> numbers(const std::vector<Finding>& findings) {
  RootCauses root_causes;
  std::vector<std::size_t> all;
  for (const Finding& each : findings) all.push_back(root_causes.number_of(each));
  return all;
}

using Numbers = std::vector<std::size_t>;

TEST(RootCauses, AreNumberedInTheOrderOfTheirFirstFindings) {
  EXPECT_EQ(numbers({missing(test::kStartFen, {"e2e4"}), missing(test::kStartFen, {"b1c3"}),
                     missing(test::kStartFen, {"e2e4"}), missing(test::kStartFen, {"g1f3"})}),
            (Numbers{0, 1, 0, 1}));
}

/// A list of answers to check is made by code of its own, and a piece that it leaves out is of any
/// kind.
TEST(RootCauses, AreTheSameForAnswersToCheckThatAreMissing) {
  const Finding queen = missing("K5Qq/8/8/8/8/8/8/6k1 b - - 0 1", {"h8g7", "h8g8"});
  const Finding bishop = missing("4k2r/7K/5B2/8/8/8/8/8 w - - 0 1", {"f6h8"});
  const Finding knight = missing("3K4/8/8/4k3/4N3/8/8/3r4 w - - 0 1", {"e4d2", "e4d6"});
  EXPECT_EQ(numbers({queen, bishop, knight}), (Numbers{0, 0, 0}));
  EXPECT_EQ(numbers({queen, missing("4k3/8/8/8/8/8/8/4K2N w - - 0 1", {"h1g3"})}), (Numbers{0, 1}))
      << "not in check";
}

/// A pawn's check that counts as none, or as two: any move is listed, or none but the king's.
TEST(RootCauses, AreTheSameForChecksOfOneKindOfPiece) {
  const Finding none = illegal("8/8/8/8/8/1R6/k2p4/4K3 w - - 0 1", {"b3a3", "b3b1", "b3c3"});
  EXPECT_EQ(numbers({none, missing("8/8/8/8/8/8/5p1k/4KR2 w - - 0 1", {"f1f2"})}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({none, missing("4k2r/7K/5B2/8/8/8/8/8 w - - 0 1", {"f6h8"})}), (Numbers{0, 1}))
      << "a check of another piece";
}

/// A wrong step of pawns loses captures en passant, too.
TEST(RootCauses, AreTheSameForCapturesOfPawnsByOneStep) {
  const Finding capture = missing("8/8/4k3/8/2p5/1B6/3P4/4K3 b - - 1 1", {"c4b3"});
  EXPECT_EQ(numbers({capture, missing("8/8/8/1k6/2Pp4/8/8/7K b - c3 0 1", {"d4c3"})}),
            (Numbers{0, 0}));
  EXPECT_EQ(numbers({capture, missing("8/8/8/1k6/3pP3/8/8/7K b - e3 0 1", {"d4e3"})}),
            (Numbers{0, 1}))
      << "by the other step";
}

/// A loop over the squares ends before the last one.
TEST(RootCauses, AreTheSameForACornerWhosePieceIsOverlooked) {
  const Finding king = missing("4k3/8/3n4/8/1n1R1n2/8/3n4/7K w - - 0 1", {"h1g1", "h1h2"});
  const std::string rook_in_corner = "8/7P/6K1/8/8/8/2k5/n6r b - - 0 1";
  std::vector<std::string> all = {"h1b1", "h1c1", "h1d1", "h1e1", "h1f1", "h1g1",
                                  "h1h2", "h1h3", "h1h4", "h1h5", "h1h6", "h1h7"};
  EXPECT_EQ(numbers({king, missing(rook_in_corner, all)}), (Numbers{0, 0}));
  all.pop_back();
  EXPECT_EQ(numbers({king, missing(rook_in_corner, all)}), (Numbers{0, 1})) << "one is listed";
  const Finding adjacent = illegal("8/8/8/8/8/5k2/8/5b1K b - - 1 2", {"f3g2"});
  const Finding pinned = illegal("1k4nK/6rP/8/8/8/8/8/7r w - - 1 2", {"h7g8q"});
  EXPECT_EQ(numbers({adjacent, pinned}), (Numbers{0, 0}));
  const Finding elsewhere = illegal("1k4nK/6rP/8/8/8/8/7r/8 w - - 1 2", {"h7g8q"});
  EXPECT_EQ(numbers({adjacent, elsewhere}), (Numbers{0, 1}));
}

/// A square that is read one file to the left, say, lets pawns capture where nothing stands.
TEST(RootCauses, AreTheSameForAFieldThatIsMisread) {
  const std::string fen = "4k3/8/8/2Pp4/4K3/8/8/8 w - d6 0 1";
  Finding misread = missing(fen, {"c5d6"});
  misread.cause = Cause::Setup;
  misread.bug_class = BugId::FenMisread;
  Finding spoiled = illegal("4k3/8/8/1PKp4/8/n7/8/8 w - d6 0 1", {"c5c4"});
  spoiled.cause = Cause::Unknown;
  spoiled.reasons.emplace_back(NotRestored{
      .fen = fen, .difference = {}, .by_undo = false, .without = NeededField::EnPassantSquare});
  EXPECT_EQ(numbers({misread, spoiled}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({spoiled, misread}), (Numbers{0, 0}));
  misread = missing("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1"});
  misread.cause = Cause::Setup;
  misread.bug_class = BugId::FenMisread;
  EXPECT_EQ(numbers({misread, spoiled}), (Numbers{0, 1})) << "another field";
}

/// Moves that lead to a position are made on the board that trying others has left.
TEST(RootCauses, AreTheSameForMovesOnABoardThatIsNotPutBack) {
  Finding captured = miscounted(Cause::Unmake, {});
  captured.bug_class = BugId::UnmakeCapturedMissing;
  Finding after = illegal("6k1/8/7q/8/4K3/8/3r4/8 b - - 0 1", {"h6c1"});
  after.cause = Cause::Make;
  after.candidates = {BugId::KingSquareStale, BugId::StaleStateByMoves};
  EXPECT_EQ(numbers({captured, after}), (Numbers{0, 0}));
  Finding told = after;
  told.candidates.clear();
  told.bug_class = BugId::KingSquareStale;
  EXPECT_EQ(numbers({captured, told}), (Numbers{0, 1})) << "its class says that it is made wrong";
}

/// The pawn that is not put back cannot be captured en passant either, when it is asked again.
TEST(RootCauses, AreTheSameForWhatIsWrongOnceCounted) {
  const Finding captured = miscounted(Cause::Unmake, {BugId::UnmakeCapturedMissing});
  Finding again = missing("3k4/8/8/8/3Pp3/8/8/3RK3 b - d3 0 1", {"e4d3"});
  again.cause = Cause::Unmake;
  again.bug_class = BugId::UnmakeEpSquare;
  again.reasons = {Fact::WrongOnceCounted, Fact::NotPutBack};
  Finding known = captured;
  known.bug_class = BugId::UnmakeCapturedMissing;
  EXPECT_EQ(numbers({known, again}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({miscounted(Cause::Count, {BugId::CountWrong}), again}), (Numbers{0, 1}));
}

/// In the table, two files and two ranks stand for one file and two ranks: moves, an attacker that
/// is overlooked, and an attack and a check that are none.
TEST(RootCauses, AreTheSameForOneStepOfKnights) {
  const std::vector<Finding> of_knight = {
      finding_of("3rk3/6n1/2nP3b/8/4K3/r7/8/8 b - - 0 1",
                 {.illegal = {"c6e4"}, .missing = {"c6d4", "g7h5"}, .duplicate = {}}),
      illegal("8/8/R7/4k3/2pP4/2N4B/6N1/3RK3 b - d3 0 1", {"e5f4"}),
      missing("6k1/4b1pp/1pN1p2q/4B3/1P6/1QP1K3/P2r2n1/5R2 w - - 0 23", {"e3e4"}),
      missing("5k2/8/7N/p7/8/8/8/K7 b - - 0 1", {"a5a4"})};
  EXPECT_EQ(numbers(of_knight), (Numbers{0, 0, 0, 0}));
}

TEST(RootCauses, AreDifferentForDifferentSteps) {
  EXPECT_EQ(numbers({missing("k7/8/8/3n4/8/8/8/4K3 b - - 0 1", {"d5b4", "d5b6"}),
                     illegal("8/8/R7/4k3/2pP4/2N4B/6N1/3RK3 b - d3 0 1", {"e5f4"})}),
            (Numbers{0, 1}))
      << "two steps are missing: the knight's moves are wrong by other means";
}

/// The square is set by any move of a pawn: it shows as one that is not set, not cleared, and set
/// without a double push.
TEST(RootCauses, AreTheSameForCodeThatShowsInSeveralClasses) {
  const auto made = [](BugId bug_class) {
    Finding finding = illegal(test::kStartFen, {"e2e5"});
    finding.cause = Cause::Make;
    finding.bug_class = bug_class;
    finding.symptoms = std::string(to_string(bug_class));
    return finding;
  };
  const auto read = [&](BugId bug_class, const std::string& fen, const std::string& shown) {
    Finding finding = made(bug_class);
    finding.kind = FindingKind::RejectedPosition;
    finding.cause = Cause::Setup;
    finding.fen = fen;
    finding.reasons = {
        Failed{{.kind = reference::FailureKind::RejectedPosition,
                .stage = reference::Stage::Board,
                .message = "x was sent `position fen " + fen + "` and shows `" + shown + "`: …"},
               {}}};
    return finding;
  };
  Finding known = made(BugId::EpSquareNotSet);
  known.exact = ExactBug{BugId::EpSquareNotSet, std::nullopt};
  EXPECT_EQ(numbers({made(BugId::EpWithoutSquare), made(BugId::EpSquareNotCleared), known,
                     made(BugId::CastlingRookCaptured)}),
            (Numbers{0, 0, 1, 2}));
  EXPECT_EQ(numbers({made(BugId::CastlingRookCapturedByPromotion),
                     made(BugId::CastlingRookCaptured), made(BugId::CastlingRookMoved)}),
            (Numbers{0, 0, 1}));
  const auto listed = [&](BugId bug_class) {
    Finding finding = made(bug_class);
    finding.cause = Cause::Generation;
    return finding;
  };
  EXPECT_EQ(numbers({listed(BugId::EpHorizontalPin), listed(BugId::EpPinnedCapturer),
                     listed(BugId::EpLegalityUntested), listed(BugId::EpMissing)}),
            (Numbers{0, 0, 0, 1}));
  EXPECT_EQ(numbers({read(BugId::FenMisread, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1",
                          "4k2r/8/8/8/8/8/8/4K3 b K - 0 1"),
                     read(BugId::FenFileLettersIgnored, "r2rk3/8/8/8/8/8/8/4K3 b d - 0 1",
                          "r2rk3/8/8/8/8/8/8/4K3 b - - 0 1"),
                     read(BugId::FenSideIgnored, "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
                          "4k3/8/8/8/8/8/8/4K3 w - - 0 1")}),
            (Numbers{0, 0, 1}));
}

TEST(RootCauses, AreTheSameForPinsByTheWrongSliders) {
  Finding known = illegal("8/p7/4P3/R2p3k/8/8/8/4K3 b - - 0 1", {"d5d4"});
  known.bug_class = BugId::PinStraightIgnored;
  Finding more = missing("4rkr1/4p1p1/7R/8/8/8/8/4K3 b - - 1 1", {"g7g5", "g7g6"});
  more.candidates = {BugId::PinByWrongSlider, BugId::PawnPushMissing};
  Finding other = missing("4k3/4p3/8/8/8/8/8/4K3 b - - 1 1", {"e7e6"});
  other.candidates = {BugId::PawnPushMissing};
  EXPECT_EQ(numbers({known, more, other}), (Numbers{0, 0, 1}));
  more.bug_class = BugId::PinByWrongSlider;
  EXPECT_EQ(numbers({known, more}), (Numbers{0, 1})) << "a model tells it apart";
}

TEST(RootCauses, AreTheSameWhereNothingIsListed) {
  EXPECT_EQ(numbers({missing("7K/8/8/8/8/8/8/k7 b - - 0 1", {"a1a2", "a1b1", "a1b2"}),
                     missing("8/8/1p6/1p1p4/pp1p4/kn1p2p1/3P2P1/RR2K3 b Q - 0 1", {"b3a1"})}),
            (Numbers{0, 0}));
}

TEST(RootCauses, AreTheSameForOnePartOfAGenerator) {
  EXPECT_EQ(numbers({missing(test::kStartFen, {"e2e3"}), missing(test::kStartFen, {"a2a3", "a2a4"}),
                     missing(test::kStartFen, {"h2h4"})}),
            (Numbers{0, 0, 1}))
      << "the double push of the second finding is no trait of the first";
}

TEST(RootCauses, AreTheSameWhetherAKingMayGoSomewhereOrMayNot) {
  EXPECT_EQ(
      numbers({missing(kCastles, {"e1g1"}), illegal("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", {"e1c1"}),
               missing(kCastles, {"e1f1"}), illegal("3rk3/8/8/8/8/8/8/4K3 w - - 0 1", {"e1d1"})}),
      (Numbers{0, 0, 1, 1}));
}

TEST(RootCauses, AreTheSameForMovesThatAreMissingAndMovesThatNoSuchPieceMakes) {
  EXPECT_EQ(numbers({missing(test::kStartFen, {"b1c3"}), illegal(test::kStartFen, {"b1d3"})}),
            (Numbers{0, 0}));
  EXPECT_EQ(numbers({missing(test::kStartFen, {"b1c3"}),
                     illegal("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", {"e2c3"})}),
            (Numbers{0, 1}))
      << "the pinned one moves as a knight does";
}

TEST(RootCauses, AreTheSameForStepsAndCastlingIntoOneKindOfAttack) {
  const Finding step = illegal("4k3/8/8/8/8/8/3r4/R3K2R w KQ - 0 1", {"e1d1"});
  EXPECT_EQ(numbers({step, illegal("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"})}),
            (Numbers{0, 0}));
  EXPECT_EQ(numbers({step, illegal("4k3/8/8/8/8/8/4n3/R3K2R w KQ - 0 1", {"e1g1"})}),
            (Numbers{0, 1}));
}

TEST(RootCauses, AreTheSameWhereANamedOneIsAmongTheCandidates) {
  Finding named = illegal("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", {"e2c3"});
  named.bug_class = BugId::PinIgnored;
  Finding unnamed = missing(test::kStartFen, {"b1c3"});
  unnamed.candidates = {BugId::KnightMovesMissing, BugId::PinIgnored};
  EXPECT_EQ(numbers({named, unnamed}), (Numbers{0, 0}));
  unnamed.cause = Cause::Make;
  EXPECT_EQ(numbers({named, unnamed}), (Numbers{0, 1}));
}

/// White's rooks are in the list of Black's rooks; but moves of several kinds are no sign of one.
/// Two conditions of castling are wrong: each explains what else is answered, so it is not the
/// other one. What only resembles a class may be any mistake in that code.
TEST(RootCauses, AreDifferentForCandidatesThatExplainTheAnswers) {
  Finding one = illegal("4k3/8/8/8/8/2b5/8/R3K3 w Q - 1 2", {"e1c1"});
  one.candidates = {BugId::CastlingOutOfCheck};
  Finding other = illegal("4k3/8/8/8/8/8/8/Rb2K3 w Q - 0 1", {"e1c1"});
  other.candidates = {BugId::CastlingBFileOccupied};
  other.symptoms = "another";
  EXPECT_EQ(numbers({one, other}), (Numbers{0, 0}));
  one.modeled = other.modeled = true;
  EXPECT_EQ(numbers({one, other}), (Numbers{0, 1}));
}

/// The answers of a faulty table tell its bug in one position, and leave several in another.
TEST(RootCauses, AreTheSameForCountsOfATableWhoseBugIsNamed) {
  const auto named = [](BugId bug_class) {
    Finding finding = miscounted(Cause::Hash, {});
    finding.bug_class = bug_class;
    finding.symptoms += class_name(finding);
    return finding;
  };
  const Finding open = miscounted(Cause::Hash, {BugId::HashOmitsDepth, BugId::HashShortKey});
  EXPECT_EQ(numbers({named(BugId::HashShortKey), open}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({named(BugId::HashOmitsEp), open}), (Numbers{0, 1})) << "it is no candidate";
  EXPECT_EQ(numbers({named(BugId::HashOmitsEp), named(BugId::HashOmitsDepth)}), (Numbers{0, 1}));
  EXPECT_EQ(numbers({open, named(BugId::HashCollision)}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({named(BugId::HashCollision), open}), (Numbers{0, 0}));
}

TEST(RootCauses, AreTheSameForMovesThatAreMadeFromTheOtherSidesPieces) {
  const Finding own = missing("4k3/8/8/8/8/r7/8/7K b - - 0 1", {"a3a1", "a3a2"});
  EXPECT_EQ(numbers({own, illegal("8/8/8/4k3/8/8/8/3RK3 b - - 0 1", {"d1d4"})}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({own, illegal("8/8/8/4k3/8/8/8/3RK3 b - - 0 1", {"d1d4", "e1e2"})}),
            (Numbers{0, 1}));
}

TEST(RootCauses, AreTheSameForMovesFromSquaresWhereNothingStands) {
  EXPECT_EQ(numbers({illegal(test::kStartFen, {"e4e5"}), illegal(kCastles, {"c3d4", "b6b7"})}),
            (Numbers{0, 0}));
}

TEST(RootCauses, AreTheSameAfterMovesOfOneKind) {
  const auto made = [](Finding finding, const char* fen, const char* move) {
    finding.cause = Cause::Make;
    finding.culprit = Culprit{1, move};
    finding.culprit_fen = fen;
    return finding;
  };
  EXPECT_EQ(numbers({made(missing(test::kStartFen, {"a2a3"}), kCastles, "e1g1"),
                     made(missing(test::kStartFen, {"b1c3"}), kCastles, "e1c1"),
                     made(missing(test::kStartFen, {"g1f3"}), kCastles, "a1a2")}),
            (Numbers{0, 0, 1}));
}

TEST(RootCauses, AreTheSameForCountsThatAFaultyUnmakeMaySpoil) {
  EXPECT_EQ(numbers({miscounted(Cause::Unmake, {BugId::UnmakeKingSquare}),
                     miscounted(Cause::Unknown, {BugId::HashStale, BugId::UnmakeIncomplete}),
                     miscounted(Cause::Count, {BugId::MateCountsAsLeaf}),
                     missing(test::kStartFen, {"e2e4"})}),
            (Numbers{0, 0, 0, 1}));
}

/// One wrong test of castling lists it where it is illegal, and leaves it out where it is legal.
TEST(RootCauses, AreTheSameForAListThatMayBeMisread) {
  const Finding listed = illegal("7k/8/8/8/8/8/8/Rb2K3 w Q - 0 1", {"e1c1"});
  Finding left_out = missing(kCastles, {"e1c1"});
  left_out.cause = Cause::Unknown;
  left_out.symptoms += "of another position";
  left_out.candidates = {BugId::CastlingQueenSideMissing, BugId::FenMisread};
  EXPECT_EQ(numbers({listed, left_out}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({left_out, listed}), (Numbers{0, 0}));
  left_out.candidates = {BugId::UnmakeCastlingRook, BugId::FenMisread};
  EXPECT_EQ(numbers({listed, left_out}), (Numbers{0, 1}));
}

TEST(RootCauses, AreTheSameForTheOnlyCandidateThatAnotherHasAsWell) {
  const auto of = [](Finding finding, std::vector<BugId> candidates) {
    finding.candidates = std::move(candidates);
    return finding;
  };
  const Finding king = of(illegal("4k3/8/8/8/8/4p3/2K5/8 w - - 0 1", {"c2d2"}),
                          {BugId::PawnChecksIgnored, BugId::PawnChecksReversed});
  const Finding other = missing("4k3/8/5B2/8/8/8/2p4K/8 w - - 0 1", {"f6h8"});
  EXPECT_EQ(numbers({king, of(other, {BugId::PawnChecksReversed})}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({king, of(other, {BugId::PinIgnored, BugId::PawnChecksReversed})}),
            (Numbers{0, 1}));
  EXPECT_EQ(numbers({king, of(other, {BugId::PawnChecksReversed, BugId::PinFalse})}),
            (Numbers{0, 0}))
      << "pawns that give check the other way";
}

/// A test of legality that leaves the moved piece where it came from as well: pinned pieces move,
/// the king steps back along a line, and pawns capture en passant off it.
TEST(RootCauses, AreTheSameForMovesThatLeaveALine) {
  const auto of = [](Finding finding, BugId candidate) {
    EXPECT_TRUE(opened_by_leaving(*finding.position(), finding.wrong())) << finding.fen;
    finding.candidates = {candidate};
    return finding;
  };
  const Finding pinned =
      of(illegal("8/8/4k3/8/2p5/1B6/3P4/4K3 b - - 1 1", {"c4c3"}), BugId::PinIgnored);
  const Finding xray = of(illegal("8/8/4k3/8/4R3/8/3P4/4K3 b - - 0 1", {"e6e7"}), BugId::KingXray);
  const Finding en_passant =
      of(illegal("8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1", {"c4d3"}), BugId::EpPinnedCapturer);
  EXPECT_EQ(numbers({pinned, xray, en_passant}), (Numbers{0, 0, 0}));
  const Finding one_of_two =
      of(illegal("8/8/4k3/8/4R3/1B6/3P4/4K3 b - - 0 1", {"e6e7"}), BugId::KingXray);
  EXPECT_EQ(numbers({en_passant, one_of_two}), (Numbers{0, 1})) << "others are not listed";
  Finding told = xray;
  told.candidates.clear();
  told.bug_class = BugId::KingXray;
  EXPECT_EQ(numbers({pinned, told}), (Numbers{0, 1}));
  const auto all = [](const char* fen, std::vector<std::string> moves) {
    const Finding finding = illegal(fen, std::move(moves));
    return all_opened_by_leaving(*finding.position(), finding.wrong());
  };
  EXPECT_TRUE(all("8/8/4k3/8/2p5/1B6/3P4/4K3 b - - 1 1", {"c4c3"}));
  EXPECT_FALSE(all("8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1", {"c4d3"})) << "nor c4c3";
  EXPECT_FALSE(all("8/8/4k3/8/2B5/8/3P4/4K3 b - - 0 1", {"e6d5"})) << "an attacked square";
}

/// A king that steps two squares seems to castle, with no rook to castle with.
TEST(RootCauses, AreTheSameForAStepThatLooksLikeCastling) {
  EXPECT_EQ(numbers({illegal("8/8/1k6/8/8/8/8/K7 b - - 0 1", {"b6d6"}),
                     illegal("4k3/8/8/8/8/8/8/K7 b - - 0 1", {"e8c8"})}),
            (Numbers{0, 0}));
}

/// The sides are mixed up where attacks on the king are sought: along diagonals.
TEST(RootCauses, AreTheSameWhereOwnPiecesSeemToGiveCheck) {
  EXPECT_EQ(numbers({illegal("1b4k1/8/8/3pP3/8/6K1/8/8 w - d6 0 1", {"e5e6"}),
                     missing("7k/P7/8/8/8/8/8/7K w - - 0 1", {"a7a8b", "a7a8q"})}),
            (Numbers{0, 0}));
  // Along the diagonal, where the queen may go as well, it is no such thing.
  EXPECT_EQ(numbers({illegal("1b4k1/8/8/3pP3/8/6K1/8/8 w - d6 0 1", {"e5e6"}),
                     missing("7k/P7/8/8/8/8/8/7K w - - 0 1", {"a7a8b"})}),
            (Numbers{0, 1}));
}

/// A board that is made wrong spoils counts, and lists after other moves.
TEST(RootCauses, AreTheSameForWhatAWrongBoardMaySpoil) {
  const auto after = [](const char* culprit, std::vector<BugId> candidates) {
    Finding finding = missing(test::kStartFen, {culprit[0] == 'e' ? "e2e4" : "g1f3"});
    finding.cause = Cause::Make;
    finding.culprit_fen = kCastles;
    finding.culprit = Culprit{1, culprit};
    finding.candidates = std::move(candidates);
    finding.symptoms += culprit;
    return finding;
  };
  const Finding king = after("e1e2", {BugId::KingSquareStale, BugId::StaleStateByMoves});
  const Finding rook = after("a1b1", {BugId::PieceListStale, BugId::MovedPieceLost});
  EXPECT_EQ(numbers({king, rook, miscounted(Cause::Unknown, {BugId::HashStale})}),
            (Numbers{0, 0, 0}));
  EXPECT_EQ(numbers({king, after("a1b1", {BugId::MovedPieceLost})}), (Numbers{0, 1}));
}

/// Counts that may be a table's are those of a board that is not put back, once that is known.
TEST(RootCauses, AreTheSameForCountsBeforeABoardThatIsNotPutBack) {
  Finding spoiled = missing(test::kStartFen, {"e2e4"});
  spoiled.cause = Cause::Unmake;
  spoiled.candidates = {BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete};
  spoiled.reasons.emplace_back(NotRestored{.fen = test::kStartFen, .difference = {}});
  EXPECT_EQ(numbers({miscounted(Cause::Unknown, {BugId::HashStale}), spoiled}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({missing(test::kStartFen, {"d2d4"}), spoiled}), (Numbers{0, 1}));
}

TEST(RootCauses, AreTheSameForACrashAfterAMoveThatIsMadeWrong) {
  Finding wrong = missing(test::kStartFen, {"a2a3"});
  wrong.cause = Cause::Make;
  wrong.culprit = Culprit{1, "e1g1"};
  wrong.culprit_fen = kCastles;
  const auto crash = [](bool from_fen) {
    Finding finding;
    finding.kind = FindingKind::Crash;
    finding.fen = kCastles;
    finding.symptoms = from_fen ? "from the FEN" : "by moves";
    finding.reasons.emplace_back(ShortestWay{.moves = {"a1a2"}, .depth = 1, .from_fen = from_fen});
    return finding;
  };
  EXPECT_EQ(numbers({wrong, crash(false), crash(true)}), (Numbers{0, 0, 1}));
  wrong.bug_class = BugId::MovedPieceLost;
  EXPECT_EQ(numbers({wrong, crash(false), crash(true)}), (Numbers{0, 0, 1}));
  EXPECT_EQ(numbers({crash(false), wrong}), (Numbers{0, 1}));
}

/// An en passant square that is not put back lets no capture open a line to the king.
TEST(RootCauses, AreOthersWhereOnlyTheKingsSafetyIsWrong) {
  Finding square = missing("4k3/8/8/2Pp4/4K3/8/8/8 w - d6 0 1", {"c5d6"});
  square.cause = Cause::Unmake;
  square.bug_class = BugId::UnmakeEpSquare;
  square.divide_depth = 1;
  const std::string pinned = "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1";
  EXPECT_EQ(numbers({square, missing("8/8/8/8/3Pp3/8/8/k3K3 b - d3 0 1", {"e4d3"})}),
            (Numbers{0, 0}));
  EXPECT_EQ(numbers({square, illegal(pinned, {"e4d3"})}), (Numbers{0, 1}));
}

/// The crash shows first, and an illegal move after another capture later.
TEST(RootCauses, AreTheSameForACrashAndAWrongListAfterCaptures) {
  const auto crash = [](const char* last) {
    Finding finding;
    finding.kind = FindingKind::Crash;
    finding.root.fen = finding.fen = "7k/8/1n3n2/8/3B4/8/1n3n2/7K w - - 0 1";
    finding.symptoms = "crash";
    finding.reasons.emplace_back(ShortestWay{.moves = {last}, .depth = 1, .from_fen = false});
    return finding;
  };
  Finding stale = illegal("8/8/8/8/8/8/Bp6/k4K2 b - - 0 1", {"c7c6"});
  stale.cause = Cause::Make;
  stale.culprit_fen = "8/8/8/8/8/8/pp6/kB3K2 w - - 0 1";
  stale.culprit = Culprit{.move = "b1a2"};
  stale.candidates = {BugId::StaleStateByMoves, BugId::PieceListStale};
  EXPECT_EQ(numbers({crash("d4f2"), stale}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({crash("d4e3"), stale}), (Numbers{0, 1})) << "no capture";
}

/// A capture is made to see whether it answers the check, and the captured piece still gives it.
TEST(RootCauses, AreTheSameForACapturedPieceThatStaysWhereMovesAreTested) {
  Finding stays = illegal("3Q4/7N/8/8/8/8/8/1K4Nk b - - 0 1", {"h2g1q"});
  stays.cause = Cause::Make;
  stays.candidates = {BugId::CaptureLeavesVictim, BugId::PieceListStale};
  const Finding checks = missing("4k2Q/8/6n1/8/8/8/8/4K3 b - - 0 1", {"g6h8"});
  EXPECT_EQ(numbers({stays, checks}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({stays, missing("4k3/7Q/6n1/8/8/8/8/4K3 b - - 0 1", {"g6h8"})}),
            (Numbers{0, 1}))
      << "no capture";
  EXPECT_EQ(numbers({stays, missing("4k3/8/6n1/8/7B/8/8/4K3 b - - 0 1", {"g6h4"})}),
            (Numbers{0, 1}))
      << "no check";
  stays.candidates = {BugId::PieceListStale, BugId::CaptureLeavesVictim};
  EXPECT_EQ(numbers({stays, checks}), (Numbers{0, 1})) << "likelier another class";
}

/// A loop along a rank or file goes on behind a piece: a step of the king, an interposition and
/// castling are refused.
TEST(RootCauses, AreTheSameForAttacksThroughPieces) {
  const auto seen = [](Finding finding, Cause cause = Cause::Generation) {
    EXPECT_FALSE(seen_through(*finding.position(), finding.wrong()).empty()) << finding.fen;
    finding.cause = cause;
    finding.reasons.emplace_back(Fact::MissingAsIfSeenThrough);
    return finding;
  };
  const Finding step = seen(missing("7k/8/8/8/8/8/8/qN5K w - - 0 1", {"h1g1"}));
  const Finding blocks =
      seen(missing("K6q/6P1/8/8/8/8/8/6k1 w - - 0 1", {"g7g8b", "g7g8n", "g7g8q", "g7g8r"}));
  const Finding castles =
      seen(missing("r3k2r/1pp5/7p/p4p2/5P2/P7/1P4PP/2RK4 b kq - 1 5", {"e8c8"}), Cause::Unknown);
  EXPECT_EQ(numbers({step, blocks, castles}), (Numbers{0, 0, 0}));
  const Position position = *admitted(standard("7k/8/8/8/8/8/8/qN5K w - - 0 1"));
  const auto explains = [&](const WrongMoves& wrong) {
    return !seen_through(position, wrong).empty();
  };
  EXPECT_TRUE(explains(missing(position.fen(), {"h1g1"}).wrong()));
  EXPECT_FALSE(explains(missing(position.fen(), {"h1g2"}).wrong()));
  EXPECT_FALSE(explains(missing(position.fen(), {"h1g1", "h1g2"}).wrong()));
  EXPECT_FALSE(explains({.illegal = {"h1h3"}, .missing = {"h1g1"}, .duplicate = {}}));
}

/// Knights attack, and here anything else that stands a knight's jump away: a step, a promotion and
/// a quiet move are refused.
TEST(RootCauses, AreTheSameForWhateverStandsWhereAKnightWouldAttack) {
  const Finding step = missing("8/8/4k3/8/2B5/8/8/4K3 b - - 0 1", {"e6d6", "e6e5"});
  const Finding promotes = missing("3n4/2P5/4K3/8/8/8/8/7k w - - 0 1", {"c7d8n"});
  const Finding quiet =
      missing("7k/8/8/8/8/1p6/8/KB5N w - - 0 1",
              {"b1a2", "b1d3", "b1e4", "b1f5", "b1g6", "b1h7", "b1c2", "h1f2", "h1g3"});
  EXPECT_EQ(numbers({step, promotes, quiet}), (Numbers{0, 0, 0}));
  const auto told = [](const Finding& finding) {
    return false_attacker(*finding.position(), finding.wrong());
  };
  using Where = FalseAttacker::Where;
  EXPECT_EQ(told(step), (FalseAttacker{Where::KnightsJump, {}, {}}));
  EXPECT_FALSE(told(promotes)) << "one move may be missing for any reason";
  EXPECT_FALSE(told(illegal(step.fen, {"e6d5"})));
  EXPECT_FALSE(told(missing(step.fen, {"e6d6"}))) << "the step to e5 refutes it";
}

/// A reader that puts a piece beside its square: it is there after moves as well.
TEST(RootCauses, AreTheSameForPiecesBesideTheirSquares) {
  Finding read = illegal("7k/8/8/8/8/8/8/4K3 b - - 0 1", {"g8f7"});
  read.cause = Cause::Unknown;
  read.candidates = {BugId::FenMisread};
  Finding after = missing("rn2k2r/5pp1/1pp1p3/p2p3P/P2P1P2/1PP1P3/3K3P/RN1Q2q1 b kq - 1 16",
                          {"g1g3", "g1g4", "g1g5", "g1g6"});
  after.cause = Cause::Make;
  EXPECT_EQ(numbers({read, after}), (Numbers{0, 0}));
  read.candidates = {BugId::KingXray};
  EXPECT_EQ(numbers({read, after}), (Numbers{0, 1})) << "no reader";
}

/// A test of attacks looks at pawns where it should look at knights.
TEST(RootCauses, AreTheSameWhereOthersAttackInPlaceOfKnights) {
  const Finding ignored = illegal("4k3/8/8/8/8/5n2/8/R3K3 w Q - 0 1", {"e1c1", "a1a2", "a1b1"});
  const Finding seen = missing("8/8/8/2P5/k2p4/8/8/7K b - - 0 1", {"d4d3"});
  EXPECT_EQ(numbers({ignored, seen}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({seen, ignored}), (Numbers{0, 0}));
  const Finding by_bishop = illegal("4k3/8/8/b7/8/8/8/R3K3 w Q - 0 1", {"a1a2", "a1b1"});
  EXPECT_EQ(numbers({by_bishop, seen}), (Numbers{0, 1}));
}

/// No piece but the king answers a check, in whatever way it could.
TEST(RootCauses, AreTheSameWhereOnlyTheKingMovesInCheck) {
  const Finding passant = missing("4k3/8/8/2Pp4/4K3/8/8/8 w - d6 0 1", {"c5d6"});
  const Finding blocks = missing("7k/8/8/3p4/8/8/1B6/4K3 b - - 0 1", {"d5d4"});
  const Finding captures =
      missing("2k3r1/5P2/8/8/8/8/8/6K1 w - - 0 1", {"f7g8b", "f7g8n", "f7g8q", "f7g8r"});
  EXPECT_EQ(numbers({passant, blocks, captures}), (Numbers{0, 0, 0}));
}

/// A reader gives one of two queens no place, and a capture takes the wrong one away.
TEST(RootCauses, AreTheSameForPiecesOfWhichThereAreMoreThanAtTheStart) {
  Finding read = missing("4k3/8/8/8/8/8/Q2Q4/4K3 w - - 0 1", {"a2a3"});
  read.cause = Cause::Setup;
  read.bug_class = BugId::FenMisread;
  Finding after = missing("4k3/8/8/8/2q2R2/8/8/4K3 b - - 0 1", {"c4c5"});
  after.cause = Cause::Unknown;
  after.candidates = {BugId::PieceListStale};
  EXPECT_EQ(numbers({read, after}), (Numbers{0, 1}));
  after.reasons.emplace_back(Fact::MissingOfExtraPieces);
  EXPECT_EQ(numbers({read, after}), (Numbers{0, 0}));
}

/// One piece may be taken for pinned.
TEST(RootCauses, TellADoubleCheckByMoreThanOnePiece) {
  const auto only_the_king = [](const char* fen, const std::vector<std::string>& moves) {
    const Finding finding = missing(fen, moves);
    return only_the_king_moves(*finding.position(), finding.wrong());
  };
  EXPECT_FALSE(only_the_king("7k/7p/8/8/8/8/8/K7 b - - 0 1", {"h7h5", "h7h6"}));
  EXPECT_TRUE(only_the_king("7k/p6p/8/8/8/8/8/K7 b - - 0 1", {"h7h5", "h7h6", "a7a5", "a7a6"}));
  EXPECT_TRUE(only_the_king("7k/3q4/8/8/8/8/7R/K7 b - - 0 1", {"d7h3", "d7h7"})) << "in check";
}

/// Moves that leave a check are listed, by whatever class, where checks are not noticed at all.
TEST(RootCauses, AreTheSameWhereChecksAreIgnored) {
  Finding steps = illegal("8/8/4k3/8/2B5/8/8/4K3 b - - 0 1", {"e6f7"});
  steps.candidates = {BugId::KingXray};
  Finding ignored = illegal("7k/p7/8/8/8/8/1B6/4K3 b - - 0 1", {"a7a5", "a7a6"});
  ignored.bug_class = BugId::CheckIgnored;
  EXPECT_EQ(numbers({steps, ignored}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({ignored, steps}), (Numbers{0, 0}));
  steps.modeled = true;
  EXPECT_EQ(numbers({steps, ignored}), (Numbers{0, 1})) << "a bug of its own by all its lists";
}

TEST(RootCauses, AreTheSameForACrashThatAFaultyUnmakeCauses) {
  const auto crash = [](bool each_below_answers) {
    Finding finding;
    finding.kind = FindingKind::Crash;
    finding.fen = test::kStartFen;
    finding.symptoms = each_below_answers ? "left behind" : "died";
    finding.reasons.emplace_back(
        ShortestWay{.moves = {}, .depth = 2, .each_below_answers = each_below_answers});
    return finding;
  };
  Finding named = miscounted(Cause::Unmake, {});
  named.bug_class = BugId::UnmakeKingSquare;
  EXPECT_EQ(numbers({named, crash(true), crash(false)}), (Numbers{0, 0, 1}));
  EXPECT_EQ(numbers({miscounted(Cause::Unknown, {BugId::HashStale}), crash(true)}),
            (Numbers{0, 0}));
  EXPECT_EQ(numbers({crash(true), miscounted(Cause::Unknown, {BugId::HashStale})}), (Numbers{0, 1}))
      << "the first finding shows no count";
  EXPECT_EQ(numbers({miscounted(Cause::Generation, {}), crash(true)}), (Numbers{0, 1}));
}

TEST(RootCauses, AreOthersWhereOneHasAClass) {
  Finding named = missing(test::kStartFen, {"a2a3"});
  named.bug_class = BugId::PawnPushMissing;
  named.symptoms = "named";
  Finding likely = missing(test::kStartFen, {"b1c3"});
  likely.candidates = {BugId::PawnPushMissing};
  likely.symptoms = "likely";
  EXPECT_EQ(numbers({named, missing(test::kStartFen, {"e2e3"}), likely}), (Numbers{0, 1, 0}));
}

/// The board after one move that is made wrong tells less than that after another.
TEST(RootCauses, AreTheSameWhereAMoveMadeWrongIsNamedLater) {
  const auto after_castling = [](const char* fen, const char* move) {
    Finding finding = missing(fen, {move});
    finding.cause = Cause::Make;
    finding.culprit_fen = kCastles;
    finding.culprit = Culprit{1, "e1g1"};
    return finding;
  };
  Finding vague = after_castling(test::kStartFen, "e2e4");
  vague.candidates = {BugId::CastlingRookMisplaced, BugId::CastlingRookStays};
  Finding named = after_castling(test::kStartFen, "g1f3");
  named.bug_class = BugId::CastlingRookStays;
  EXPECT_EQ(numbers({vague, named}), (Numbers{0, 0}));
  named.bug_class = BugId::MovedPieceLost;
  EXPECT_EQ(numbers({vague, named}), (Numbers{0, 1}));

  Finding tried = missing(test::kStartFen, {"b1c3"});
  tried.cause = Cause::Unknown;
  tried.candidates = {BugId::UnmakeCastlingRook, BugId::CastlingRookStays};
  tried.reasons.emplace_back(
      NotRestored{.fen = test::kStartFen, .difference = {}, .by_undo = false});
  EXPECT_EQ(numbers({vague, tried}), (Numbers{0, 0}));
  tried.candidates = {BugId::UnmakePromotion, BugId::PromotionLeavesPawn};
  EXPECT_EQ(numbers({vague, tried}), (Numbers{0, 1}));
}

/// A list is wrong where moves are tried that are made wrong.
TEST(RootCauses, AreTheSameForMovesThatAreMadeWrongAndTriedWrong) {
  Finding made = illegal(test::kStartFen, {"e2e5"});
  made.cause = Cause::Make;
  made.candidates = {BugId::PromotionLeavesPawn, BugId::MovedPieceLost};
  Finding tried = missing("K6r/2P5/8/8/8/8/4k3/8 w - - 0 1", {"c7c8q"});
  tried.cause = Cause::Unknown;
  tried.candidates = {BugId::PromotionLeavesPawn};
  EXPECT_EQ(numbers({made, tried}), (Numbers{0, 0}));
  tried.candidates.push_back(BugId::PromotionMissing);
  EXPECT_EQ(numbers({made, tried}), (Numbers{0, 1}));
}

/// A right that comes back with a capture: from the FEN the list is right, so it is made wrong.
TEST(RootCauses, AreTheSameForARightThatOtherMovesGiveBack) {
  Finding right = illegal("4k3/8/8/K7/8/8/8/8 b - - 0 2", {"e8c8"});
  right.cause = Cause::Unknown;
  right.culprit = Culprit{1, "b6a5"};
  right.candidates = {BugId::FenMisread, BugId::StaleStateByMoves};
  Finding step = illegal("7k/7p/7P/8/8/8/8/R3K3 b - - 0 2", {"h8f8"});
  step.cause = Cause::Make;
  step.culprit = Culprit{1, "a2a1"};
  step.candidates = {BugId::StaleStateByMoves, BugId::PieceListStale};
  EXPECT_EQ(numbers({right, step}), (Numbers{0, 0}));
  right.culprit.reset();
  EXPECT_EQ(numbers({right, step}), (Numbers{0, 1}));
}

/// A move that gives rights takes none.
TEST(RootCauses, AreTheSameForRightsThatAppearAndRightsThatAreKept) {
  const auto made = [](BugId bug_class) {
    Finding finding = illegal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"e1g1"});
    finding.cause = Cause::Make;
    finding.bug_class = bug_class;
    finding.symptoms = std::string(to_string(bug_class));
    return finding;
  };
  EXPECT_EQ(numbers({made(BugId::CastlingRightAppears), made(BugId::CastlingRookCaptured),
                     made(BugId::CastlingKingMoved), made(BugId::CastlingRookStays)}),
            (Numbers{0, 0, 0, 1}));
}

/// The code of one field of the FEN: lists, counts and crashes are right without it.
TEST(RootCauses, AreTheSameForWhatIsRightWithoutAField) {
  const auto without = [](Finding finding, NeededField field) {
    finding.reasons.emplace_back(RightWithout{field});
    return finding;
  };
  const Finding king = without(missing("1b4k1/8/8/3pP3/8/6K1/8/8 w - d6 0 1", {"g3g4"}),
                               NeededField::EnPassantSquare);
  const Finding pawn = without(illegal("4k2r/8/6N1/K1pPr3/8/8/1Q6/8 w - c6 0 1", {"d5e6"}),
                               NeededField::EnPassantSquare);
  const Finding count =
      without(miscounted(Cause::Unmake, {BugId::UnmakeEpPawn}), NeededField::EnPassantSquare);
  Finding crash = without(Finding(), NeededField::EnPassantSquare);
  crash.kind = FindingKind::Crash;
  crash.symptoms = "crash";
  EXPECT_EQ(numbers({king, pawn, count, crash}), (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(numbers({crash, king}), (Numbers{0, 1})) << "a crash stands for no list";
  const Finding castling = without(illegal(kCastles, {"e1a1"}), NeededField::CastlingRights);
  EXPECT_EQ(numbers({pawn, castling}), (Numbers{0, 1}));
  EXPECT_EQ(numbers({pawn, missing(test::kStartFen, {"g1f3"})}), (Numbers{0, 1}));
}

/// The subject plays on the board that its reader sets up, or refuses it.
TEST(RootCauses, AreTheSameForPiecesThatAreMisread) {
  Finding reader = illegal("kb6/8/8/8/8/8/8/6BK b - - 0 1", {"b8c7"});
  reader.cause = Cause::Setup;
  reader.bug_class = BugId::FenMisread;
  const Finding elsewhere =
      finding_of("k7/1n6/1QB5/8/8/8/8/K7 b - - 0 1",
                 {.illegal = {"b7a5", "g8f7"}, .missing = {"a8b8"}, .duplicate = {}});
  Finding refused;
  refused.kind = FindingKind::RejectedPosition;
  refused.symptoms = "refused";
  EXPECT_EQ(numbers({reader, elsewhere, refused}), (Numbers{0, 0, 0}));
  const Finding pinned = illegal("k7/1n6/1QB5/8/8/8/8/K7 b - - 0 1", {"b7a5"});
  EXPECT_EQ(numbers({reader, pinned}), (Numbers{0, 1})) << "all pieces stand where they should";
  EXPECT_EQ(numbers({pinned, refused}), (Numbers{0, 1}));
}

/// The code that takes rights tells by whose right is wrong what it looked at, where one rook
/// captures another; a table tells by the square alone.
TEST(RootCauses, AreTheSameForRightsThatOneMoveTakes) {
  const auto made = [](const char* before, const char* culprit, Finding finding, BugId bug_class) {
    finding.cause = Cause::Make;
    finding.culprit_fen = before;
    finding.culprit = Culprit{1, culprit};
    finding.bug_class = bug_class;
    finding.symptoms += culprit;
    return finding;
  };
  const Finding captured =
      made("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", "b7a8b",
           illegal("B3k3/8/8/8/8/8/8/4K3 b - - 0 1", {"e8c8"}), BugId::CastlingRookMovedWrongSide);
  const Finding by_rook =
      made("r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1", "a1a8",
           missing("R3k2r/8/8/8/8/8/8/4K3 b k - 0 1", {"e8g8"}), BugId::CastlingRightLostEarly);
  Finding moved =
      made("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "a8b8",
           illegal("1r2k3/8/8/8/8/8/3K4/8 b - - 2 2", {"e8c8"}), BugId::CastlingRookMoved);
  EXPECT_EQ(numbers({captured, by_rook, moved}), (Numbers{0, 0, 1}));
  Finding open = captured;
  open.bug_class.reset();
  open.candidates = {BugId::CastlingRookCapturedByPromotion};
  Finding exact = by_rook;
  exact.exact = ExactBug{BugId::CastlingRightLostEarly, std::nullopt};
  EXPECT_EQ(numbers({open, exact}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({captured, exact}), (Numbers{0, 1})) << "two classes";
  Finding taken = captured;
  taken.bug_class = BugId::CastlingRookCaptured;
  taken.reasons.emplace_back(Fact::RightOfOneSquareIsKept);
  EXPECT_EQ(numbers({taken, moved}), (Numbers{0, 1}));
  moved.reasons.emplace_back(Fact::RightOfOneSquareIsKept);
  EXPECT_EQ(numbers({taken, moved}), (Numbers{0, 0}));
}

/// Legality is tested by making the moves that are listed, the illegal ones as well.
TEST(RootCauses, AreTheSameForTheRestOfAListThatAnIllegalMoveSpoils) {
  Finding square = illegal("4k3/8/8/8/1Pp5/8/8/6K1 b - - 2 2", {"c4b3"});
  square.cause = Cause::Make;
  square.bug_class = BugId::EpSquareNotCleared;
  Finding rest = missing("4k2r/6p1/8/7p/8/N7/8/4K3 b k - 1 1", {"e8g8", "h8h6"});
  rest.cause = Cause::Unknown;
  EXPECT_EQ(numbers({square, rest}), (Numbers{0, 1}));
  rest.reasons.emplace_back(BesideIllegalMove{"g7h6", BugId::EpSquareNotCleared});
  EXPECT_EQ(numbers({square, rest}), (Numbers{0, 0}));
  rest.bug_class = BugId::CastlingMissing;
  EXPECT_EQ(numbers({square, rest}), (Numbers{0, 1})) << "it has a class of its own";
}

/// A right that the reader gives to another rook.
TEST(RootCauses, AreTheSameForCastlingWithARookThatHasNoRight) {
  Finding reader = missing("r3k2r/8/8/8/8/8/8/4K3 b q - 0 1", {"e8c8"});
  reader.cause = Cause::Setup;
  reader.bug_class = BugId::FenMisread;
  const auto generated = [](Finding finding) {
    finding.cause = Cause::Generation;
    return finding;
  };
  const Finding castles = generated(illegal("r1r1k3/8/8/8/8/8/8/4K3 b q - 0 1", {"e8c8"}));
  EXPECT_EQ(numbers({reader, castles}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({castles, reader}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({reader, generated(illegal("r1r1k3/8/8/8/8/8/8/4K3 b q - 0 1", {"c8c1"}))}),
            (Numbers{0, 1}));
  EXPECT_EQ(numbers({reader, generated(illegal("4k3/8/8/8/8/8/3r4/4K2R w K - 0 1", {"e1g1"}))}),
            (Numbers{0, 1}))
      << "the right of the other color";
}

/// The square outlives the capture en passant, and a piece stands on it.
TEST(RootCauses, AreTheSameForCapturesOnASquareThatOutlivesThem) {
  const auto made = [](Finding finding, const std::string& before, const std::string& move) {
    finding.cause = Cause::Make;
    finding.culprit_fen = before;
    finding.culprit = Culprit{1, move};
    return finding;
  };
  Finding square = made(illegal("8/8/8/2P5/k2p4/8/8/7K b - - 0 2", {"d4c3"}),
                        "8/8/8/1k6/2Pp4/8/8/7K b - c3 0 1", "b5a4");
  square.bug_class = BugId::EpSquareNotCleared;
  const std::string before = "6K1/8/6pk/6p1/2pPp1P1/2P5/8/8 b - d3 0 1";
  const std::string after = "6K1/8/6pk/6p1/2p3P1/2Pp4/8/8 b - - 1 2";
  EXPECT_EQ(numbers({square, made(illegal(after, {"c4d3"}), before, "e4d3")}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({square, made(illegal(after, {"d3d1"}), before, "e4d3")}), (Numbers{0, 1}));
  const Finding twice = finding_of("4k3/8/8/8/8/1p6/2P5/4K3 w - - 0 2",
                                   {.illegal = {}, .missing = {}, .duplicate = {"c2b3"}});
  EXPECT_EQ(numbers({square, made(twice, "4k3/8/8/8/pP6/8/2P5/4K3 b - b3 0 1", "a4b3")}),
            (Numbers{0, 0}));
}

/// A pawn that is captured en passant and stays, or comes back, spoils counts, the test of
/// legality, and what is made after it.
TEST(RootCauses, AreTheSameForAPawnCapturedEnPassantThatStays) {
  Finding counted = illegal("8/8/6k1/8/3Pp3/8/8/1B4K1 b - d3 0 1", {"e4e3"});
  counted.cause = Cause::Unknown;
  counted.candidates = {BugId::UnmakeEpPawn, BugId::EpVictimStays};
  Finding tested = missing("8/8/8/1k6/2Pp4/8/8/7K b - c3 0 1", {"d4c3"});
  tested.candidates = {BugId::EpVictimStaysInTest, BugId::EpEvasionMissing};
  Finding made = illegal("7k/8/4B3/r7/3r4/4p3/R4K2/8 w - - 0 20", {"a2a5"});
  made.cause = Cause::Make;
  made.candidates = {BugId::CheckNotNoticed, BugId::EpVictimOnWrongSide};
  EXPECT_EQ(numbers({counted, tested, made}), (Numbers{0, 0, 0}));
  made.modeled = true;
  EXPECT_EQ(numbers({counted, tested, made}), (Numbers{0, 0, 1}));
  counted.modeled = true;
  EXPECT_EQ(numbers({counted, tested}), (Numbers{0, 1}));
}

/// Another bug shows where no move is tried that the first one takes back wrongly.
TEST(RootCauses, AreOthersWhereNothingIsTriedThatIsTakenBackWrongly) {
  Finding pawn = illegal("3rk3/6n1/2n4b/2Pp4/4K3/r7/8/8 w - d6 0 1", {"e4d5"});
  pawn.cause = Cause::Unmake;
  pawn.bug_class = BugId::UnmakeEpPawn;
  const Finding beside = illegal("8/8/8/3pP3/8/4K3/8/k7 w - d6 0 1", {"e3d5"});
  const Finding elsewhere = illegal("8/8/8/3pP3/8/4K3/8/k7 w - - 0 1", {"e3d5"});
  EXPECT_EQ(numbers({pawn, beside}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({pawn, elsewhere}), (Numbers{0, 1}));
  Finding smaller = beside;
  smaller.reduced.emplace().fen = elsewhere.fen;
  EXPECT_EQ(numbers({pawn, smaller}), (Numbers{0, 1})) << "it shows without en passant";
  Finding crash = elsewhere;
  crash.kind = FindingKind::Crash;
  crash.illegal.clear();
  crash.cause = Cause::Make;
  crash.symptoms = "crash";
  EXPECT_EQ(numbers({pawn, crash}), (Numbers{0, 0})) << "it may die of any move";

  Finding counted = miscounted(Cause::Unknown, {});
  counted.fen = "7k/8/8/8/4p3/8/3P4/K7 w - - 0 1";
  counted.divide_depth = 2;
  EXPECT_EQ(numbers({pawn, counted}), (Numbers{0, 0})) << "en passant is possible after d2d4";
  counted.divide_depth = 1;
  EXPECT_EQ(numbers({pawn, counted}), (Numbers{0, 1})) << "and is not tried";
  counted.reasons.emplace_back(
      NotRestored{.fen = pawn.fen, .depth = 1, .difference = {}, .king_on = {}});
  EXPECT_EQ(numbers({pawn, counted}), (Numbers{0, 0})) << "it is tried before";
  counted.reasons.clear();
  counted.root.fen = "7k/8/8/3pP3/8/8/3P4/K7 w - d6 0 1";
  counted.path = {"e5d6", "h8g8"};
  EXPECT_EQ(numbers({pawn, counted}), (Numbers{0, 0})) << "it is possible on the way";

  // Of the kinds that a class is about, those that the first finding shows.
  Finding promoted = miscounted(Cause::Unmake, {});
  promoted.bug_class = BugId::UnmakeCapturedMissing;
  promoted.fen = "7k/8/8/8/8/8/p7/1N5K b - - 0 1";
  Finding captures = miscounted(Cause::Unknown, {});
  captures.fen = "7k/8/8/8/8/8/3n4/K2R4 w - - 0 1";
  EXPECT_EQ(numbers({promoted, captures}), (Numbers{0, 1}));
  promoted.fen = captures.fen;
  EXPECT_EQ(numbers({promoted, captures}), (Numbers{0, 0}));
}

/// A king castles with a right that should be lost, and the subject dies of it.
TEST(RootCauses, AreTheSameForACrashThatNeedsTheRightThatIsKept) {
  Finding kept = illegal("r3k2B/8/8/8/8/8/8/4K3 b q - 0 1", {"e8g8"});
  kept.cause = Cause::Make;
  kept.bug_class = BugId::CastlingRookCaptured;
  const auto dies_of = [](NeededField field) {
    Finding finding;
    finding.kind = FindingKind::Crash;
    finding.symptoms = "crash";
    finding.reasons = {RightWithout{field}};
    return finding;
  };
  EXPECT_EQ(numbers({kept, dies_of(NeededField::CastlingRights)}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({kept, dies_of(NeededField::EnPassantSquare)}), (Numbers{0, 1}));
}

/// A right that is kept from the position before lets a king castle whose rook stands in its place.
TEST(NeededFields, AreThoseOfAMoveThatIsListedTwice) {
  const Position rook = admitted(standard("3k4/8/8/8/8/8/8/4R1K1 w - - 0 1")).value();
  const WrongMoves twice{.illegal = {}, .missing = {}, .duplicate = {"e1c1"}};
  EXPECT_TRUE(all_need(NeededField::CastlingRights, twice, rook));
  EXPECT_TRUE(any_needs(NeededField::CastlingRights, twice, rook));
  EXPECT_FALSE(all_need(NeededField::EnPassantSquare, twice, rook));
  const WrongMoves other{.illegal = {}, .missing = {}, .duplicate = {"e1e2"}};
  EXPECT_FALSE(any_needs(NeededField::CastlingRights, other, rook));
  const WrongMoves missing{.illegal = {}, .missing = {"e1c1"}, .duplicate = {}};
  EXPECT_FALSE(all_need(NeededField::CastlingRights, missing, rook)) << "a rook's move";
}

/// A king castles from any square, and to the square of its rook.
TEST(NeededFields, AreRightsWhereAKingGoesFurtherThanAKingMay) {
  const Position black = admitted(standard("r2k3r/8/8/8/8/8/8/4K3 b - - 0 1")).value();
  const auto needs_rights = [&](const char* move) {
    return any_needs(NeededField::CastlingRights,
                     {.illegal = {move}, .missing = {}, .duplicate = {}}, black);
  };
  EXPECT_TRUE(needs_rights("d8a8"));
  EXPECT_TRUE(needs_rights("d8f8"));
  EXPECT_FALSE(needs_rights("d8c8"));
  EXPECT_FALSE(needs_rights("d8d6"));
  EXPECT_FALSE(needs_rights("a8d8")) << "a rook's move";
}

/// A king's move takes the rights of the wrong color: each way to move it and each right that is
/// wrong has its own class.
TEST(RootCauses, AreTheSameForRightsThatAKingTakesOrKeeps) {
  const auto made = [](BugId bug_class, Finding finding, const std::string& before,
                       std::string culprit) {
    finding.cause = Cause::Make;
    finding.bug_class = bug_class;
    finding.culprit = Culprit{1, std::move(culprit)};
    finding.culprit_fen = before;
    return finding;
  };
  const Finding keeps =
      made(BugId::CastlingKingMoved, illegal("r3k2r/8/8/8/8/8/8/3K4 b kq - 0 1", {"e8c8"}),
           "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", "e1d1");
  const Finding loses =
      made(BugId::CastlingRightLostEarly, missing("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1"}),
           "6k1/8/8/8/8/8/8/R3K2R b KQ - 0 1", "g8f8");
  EXPECT_EQ(numbers({keeps, loses}), (Numbers{0, 0}));
  const Finding rook =
      made(BugId::CastlingRookMovedWrongSide, missing("4k3/8/8/8/8/8/8/R3K1R1 w Q - 0 1", {"e1c1"}),
           "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1g1");
  EXPECT_EQ(numbers({keeps, rook}), (Numbers{0, 1})) << "a rook's move";
}

/// Rights from the FEN that are wrong here, and after moves there.
TEST(RootCauses, AreTheSameForRightsThatNothingExplains) {
  const auto unknown = [](Finding finding) {
    finding.cause = Cause::Unknown;
    return finding;
  };
  const Finding one = unknown(missing(kCastles, {"e1g1"}));
  const Finding other = unknown(missing("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1"}));
  EXPECT_EQ(numbers({one, other}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({one, unknown(missing(test::kStartFen, {"g1f3"}))}), (Numbers{0, 1}));
}

/// The board that is left behind tells less than counts elsewhere.
TEST(RootCauses, AreTheSameWhereTakingBackIsNamedLater) {
  Finding left = miscounted(Cause::Unmake, {BugId::UnmakePromotion, BugId::UnmakeCapturedType});
  left.reasons.emplace_back(NotRestored{
      .fen = left.fen, .difference = {}, .by_undo = false, .without = NeededField::None});
  Finding named = miscounted(Cause::Unmake, {});
  named.bug_class = BugId::UnmakeCapturedType;
  named.symptoms = "named";
  EXPECT_EQ(numbers({left, named}), (Numbers{0, 0}));
  named.bug_class = BugId::UnmakeCastlingRook;
  EXPECT_EQ(numbers({left, named}), (Numbers{0, 1}));
}

/// A captured piece that attacks on spoils counts, but none that a table confuses.
TEST(RootCauses, AreApartForCountsOfATable) {
  Finding victim = missing("4k3/8/8/8/8/8/8/4K2n w - - 0 2", {"e1f1"});
  victim.cause = Cause::Make;
  victim.bug_class = BugId::CaptureLeavesVictim;
  const Finding counts = miscounted(Cause::Unknown, {});
  EXPECT_EQ(numbers({victim, counts}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({victim, miscounted(Cause::Hash, {})}), (Numbers{0, 1}));
  Finding by_table = counts;
  by_table.reasons = {AskedWithoutTable{.setting = "Hash at 0", .right = true}};
  EXPECT_EQ(numbers({victim, by_table}), (Numbers{0, 1}));
  by_table.reasons = {RightBelowDepth{}};
  EXPECT_EQ(numbers({victim, by_table}), (Numbers{0, 0}));
  victim.modeled = true;
  EXPECT_EQ(numbers({victim, by_table}), (Numbers{0, 1})) << "no model gives them";
}

/// Legality is tested by making a move and taking it back, and the board is not as before.
TEST(RootCauses, AreTheSameForListsThatTakingBackSpoils) {
  Finding taken_back = illegal("4k3/4b3/8/2Pp4/8/8/K7/8 b - - 1 1", {"e7a3"});
  taken_back.cause = Cause::Unmake;
  taken_back.bug_class = BugId::UnmakeCapturedMissing;
  taken_back.divide_depth = 1;
  const Finding listed = missing("4k3/8/8/8/8/5p2/8/4K1N1 w - - 0 1", {"g1h3"});
  EXPECT_EQ(numbers({taken_back, listed}), (Numbers{0, 0}));
  Finding known = listed;
  known.bug_class = BugId::KnightMovesMissing;
  EXPECT_EQ(numbers({taken_back, known}), (Numbers{0, 1})) << "a class of its own";
  taken_back.divide_depth = 2;
  EXPECT_EQ(numbers({taken_back, listed}), (Numbers{0, 1})) << "lists are right";
  Finding square = missing("4k3/8/8/2PpP3/2K5/8/8/8 w - d6 0 1", {"e5d6"});
  square.cause = Cause::Unmake;
  square.bug_class = BugId::UnmakeEpSquare;
  square.divide_depth = 1;
  EXPECT_EQ(numbers({square, listed}), (Numbers{0, 1})) << "a field";
  EXPECT_EQ(numbers({square, missing("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", {"c5d6"})}),
            (Numbers{0, 0}));
}

/// Memory that is written over ends in one way here and in another there.
TEST(RootCauses, AreTheSameForASubjectThatDiesAndHangs) {
  const auto failed = [](FindingKind kind, reference::FailureKind failure, std::string message) {
    Finding finding;
    finding.kind = kind;
    finding.symptoms = message;
    finding.reasons = {Failed{
        {.kind = failure, .stage = reference::Stage::Perft, .message = std::move(message)}, {}}};
    return finding;
  };
  const Finding dies = failed(FindingKind::Crash, reference::FailureKind::Died,
                              "x was killed by signal 11 at stage perft of `go perft 2`");
  const Finding hangs = failed(FindingKind::Timeout, reference::FailureKind::Timeout,
                               "no answer within 2 s at stage perft of `go perft 2`");
  const Finding throws =
      failed(FindingKind::Crash, reference::FailureKind::Died,
             "x exited with code 2 at stage perft of `go perft 2`; on standard error: "
             "'panic: index out of range [7] | at b.Apply (apply.go:147) | …'");
  EXPECT_EQ(numbers({dies, hangs}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({throws, hangs}), (Numbers{0, 1})) << "an exception tells its own place";
}

/// After moves it dies while the position is set up, and else while it counts: in the same
/// function.
TEST(RootCauses, AreTheSameForOneException) {
  const auto died = [](const std::string& stage, const std::string& said) {
    Finding finding;
    finding.kind = FindingKind::Crash;
    finding.symptoms = stage + said;
    finding.reasons = {
        Failed{{.kind = reference::FailureKind::Died,
                .stage = reference::Stage::Perft,
                .message = "x exited with code 2 at stage " + stage +
                           " of `position startpos`; on standard error: '" + said + "'"},
               {}}};
    return finding;
  };
  EXPECT_EQ(
      numbers({died("perft", "panic: index out of range [-1] | at b.Apply (apply.go:147) | …"),
               died("board", "panic: index out of range [7] | at b.Apply (apply.go:147) | …"),
               died("board", "panic: index out of range [7] | at b.Undo (apply.go:301) | …")}),
      (Numbers{0, 0, 1}));
  const std::string begin =
      "Traceback (most recent call last): |   File \"e.py\", line 9, in main | ";
  EXPECT_EQ(numbers({died("perft", begin + "  File \"e.py\", line 3, in make | KeyError: 12"),
                     died("board", begin + "  File \"e.py\", line 3, in make | KeyError: 13"),
                     died("board", begin + "  File \"e.py\", line 5, in undo | KeyError: 13")}),
            (Numbers{0, 0, 1}));
  EXPECT_EQ(numbers({died("perft", "thread 'main' panicked at src/b.rs:7:5: | no king"),
                     died("board", "thread 'main' panicked at src/b.rs:7:5: | no king"),
                     died("board", "thread 'main' panicked at src/b.rs:8:5: | no king")}),
            (Numbers{0, 0, 1}));
  EXPECT_EQ(numbers({died("perft", "no king"), died("board", "no king")}), (Numbers{0, 1}))
      << "nothing is said of the place";
}

/// It is on one board of two: other classes and counts show it, all after captures.
TEST(RootCauses, AreTheSameForACapturedPieceThatStays) {
  const auto made = [](std::optional<BugId> bug_class, const char* before, const char* move) {
    Finding finding = missing(test::kStartFen, {"e2e4"});
    finding.cause = Cause::Make;
    finding.bug_class = bug_class;
    finding.culprit = Culprit{1, move};
    finding.culprit_fen = before;
    finding.symptoms = std::string(before) + move;
    return finding;
  };
  const Finding victim =
      made(BugId::CaptureLeavesVictim, "1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8b");
  const Finding promoted =
      made(BugId::PromotedPieceNotListed, "4k3/8/8/8/8/8/3Kp3/5N2 b - - 0 1", "e2f1b");
  EXPECT_EQ(numbers({victim, promoted}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({victim, made(BugId::PromotedPieceNotListed, "4k3/8/8/8/8/8/3Kp3/8 b - - 0 1",
                                  "e2e1b")}),
            (Numbers{0, 1}))
      << "nothing is captured";
  Finding modeled = promoted;
  modeled.modeled = true;
  EXPECT_EQ(numbers({victim, modeled}), (Numbers{0, 1})) << "models tell them apart";
  EXPECT_EQ(numbers({victim, miscounted(Cause::Unmake, {BugId::UnmakePromotion})}),
            (Numbers{0, 0}));
}

/// Pieces on lines with their king that keep to one line, of several kinds: no generator of one
/// kind leaves out all of that.
TEST(RootCauses, AreTheSameForPiecesThatAreHeld) {
  const Finding knight = missing("5k2/4n3/5B2/8/8/8/5K2/8 b - - 0 1",
                                 {"e7c6", "e7c8", "e7d5", "e7f5", "e7g6", "e7g8"});
  const Finding bishop = missing("8/1b6/k1B5/8/8/8/8/1K6 b - - 0 1", {"b7c8"});
  EXPECT_EQ(numbers({knight, bishop}), (Numbers{0, 0}));
  EXPECT_EQ(
      numbers({knight, missing("r3k3/4p3/8/8/8/8/8/6K1 b q - 0 1", {"e7e5", "e7e6", "e8c8"})}),
      (Numbers{0, 0}))
      << "a rook that is held does not castle";
  EXPECT_EQ(numbers({knight, missing("r3k3/8/8/8/8/8/8/6K1 b q - 0 1", {"e8c8"})}),
            (Numbers{0, 1}));
  EXPECT_EQ(numbers({knight, missing("8/1p6/2B5/k7/8/8/8/1K6 b - - 0 1", {"b7c6"})}),
            (Numbers{0, 1}))
      << "no line leads from the king to the pawn";
  EXPECT_EQ(numbers({knight, missing("8/8/8/8/k3r3/8/8/2K5 b - - 0 1", {"e4f4"})}), (Numbers{0, 1}))
      << "the rook moves on two lines";
}

/// Steps of pawns from squares of other pieces, or twice; what is counted after them is as wrong.
TEST(RootCauses, AreTheSameForStepsOfAPieceThatDoesNotStandThere) {
  const auto twice = [](const std::string& fen, std::vector<std::string> moves) {
    return finding_of(fen, {.illegal = {}, .missing = {}, .duplicate = std::move(moves)});
  };
  const Finding stale = illegal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"g2g3", "g2g4"});
  const Finding queen = twice("4k3/8/8/8/7Q/8/8/4K3 w - - 0 1", {"h4h5"});
  const Finding hash = miscounted(Cause::Hash, {BugId::HashOmitsEp, BugId::HashStale});
  EXPECT_EQ(numbers({stale, queen, hash, twice("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", {"a3a4"})}),
            (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(numbers({queen, hash}), (Numbers{0, 1})) << "each move listed twice is legal";
  EXPECT_EQ(numbers({illegal("4k3/8/8/8/8/8/6P1/4K3 w - - 0 1", {"g2h3"}), hash}), (Numbers{0, 1}))
      << "a pawn stands there";
  EXPECT_EQ(numbers({illegal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"g2g3"}),
                     illegal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"g2a8"})}),
            (Numbers{0, 0}))
      << "moves from nowhere are one finding whatever they are";

  Finding null_move = illegal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"a1a1"});
  Finding after_push = illegal("4k3/8/8/8/8/8/8/4K3 b - - 0 1", {"a1a1"});
  after_push.symptoms += "after";
  after_push.cause = Cause::Make;
  EXPECT_EQ(numbers({null_move, after_push}), (Numbers{0, 0}));
}

/// By the right of the other color castling is listed where no king stands, and missing elsewhere.
TEST(RootCauses, AreTheSameForCastlingByAnotherRight) {
  const Finding from_nowhere = illegal("7k/8/8/8/8/8/8/R3K3 b Q - 0 1", {"e8c8"});
  const Finding without_rook = illegal("r3k3/8/8/8/8/8/8/4K3 w q - 0 1", {"e1c1"});
  const Finding lost = missing("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", {"e8c8"});
  EXPECT_EQ(numbers({from_nowhere, without_rook, lost}), (Numbers{0, 0, 0}));
  EXPECT_EQ(numbers({from_nowhere, illegal("r3k3/8/8/8/8/8/8/4K3 w q - 0 1", {"e1e3"})}),
            (Numbers{0, 1}));
}

/// All is listed that answers one of the checks: captures in one row, interpositions in another.
TEST(RootCauses, AreTheSameForDoubleChecks) {
  Finding interposition = illegal("2bN4/5k2/8/8/2B5/8/8/4K3 b - - 0 1", {"c8e6"});
  Finding capture = illegal("r2N4/5k2/8/3Q4/8/8/8/6K1 b - - 0 1", {"a8d8"});
  capture.bug_class = BugId::DoubleCheckCapture;
  capture.modeled = true;
  EXPECT_EQ(numbers({interposition, capture}), (Numbers{0, 0}));
  interposition.modeled = true;
  EXPECT_EQ(numbers({interposition, capture}), (Numbers{0, 1})) << "models tell them apart";
  const Finding single = illegal("2b5/5k2/8/8/2B5/8/8/4K3 b - - 0 1", {"c8d7"});
  EXPECT_EQ(numbers({single, capture}), (Numbers{0, 1}));
}

/// A reader that loses its place in the FEN misreads what follows.
TEST(RootCauses, AreTheSameForFieldsAfterOneThatIsMisread) {
  const auto read = [](Cause cause, std::vector<BugId> classes) {
    Finding finding = missing(kCastles, {"e1g1"});
    finding.cause = cause;
    if (classes.size() == 1) finding.bug_class = classes.front();
    if (classes.size() > 1) finding.candidates = classes;
    finding.symptoms = std::string(to_string(classes.front()));
    return finding;
  };
  const Finding ep = read(Cause::Setup, {BugId::FenEpIgnored});
  const Finding other = read(Cause::Setup, {BugId::FenMisread});
  Finding unknown = read(Cause::Unknown, {BugId::CastlingMissing, BugId::FenCastlingIgnored});
  EXPECT_EQ(numbers({ep, unknown, other}), (Numbers{0, 0, 0}));
  unknown.modeled = true;
  EXPECT_EQ(numbers({ep, unknown, read(Cause::Setup, {BugId::FenSideIgnored})}),
            (Numbers{0, 1, 2}));
}

/// Its square is a wrong one, for one color beside the board or under another piece.
TEST(RootCauses, AreTheSameForACastledRookThatIsLostOrMisplaced) {
  const auto made = [](BugId bug_class) {
    Finding finding = illegal(kCastles, {"e1e3"});
    finding.cause = Cause::Make;
    finding.bug_class = bug_class;
    finding.symptoms = std::string(to_string(bug_class));
    return finding;
  };
  Finding exact = made(BugId::CastlingRookStays);
  exact.exact = ExactBug{BugId::CastlingRookStays, std::nullopt};
  EXPECT_EQ(numbers({made(BugId::CastlingRookMisplaced), made(BugId::CastlingRookLost), exact}),
            (Numbers{0, 0, 1}));
}

/// A table of attacks gives moves, checks and pins; only the moves of sliders themselves prove that
/// it is wrong.
TEST(RootCauses, AreTheSameForWrongAttacksOfSliders) {
  const Finding king = missing("8/8/4k3/8/2p5/1B6/8/4K3 b - - 0 1", {"e6d5", "e6f7"});
  const Finding bishop = illegal("8/8/8/4k3/8/7B/6N1/4K3 w - - 0 1", {"h3f1"});
  const Finding knight = missing("4k3/8/8/8/6b1/8/8/1N2K3 w - - 0 1", {"b1a3"});
  const Finding pawn = missing("4k3/8/8/8/7r/8/P7/4K3 w - - 0 1", {"a2a3"});
  const Finding exposed = illegal("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", {"f2f3"});
  EXPECT_EQ(numbers({king, bishop, knight, exposed}), (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(numbers({king, knight, pawn}), (Numbers{0, 1, 2})) << "sliders move right";
  EXPECT_EQ(numbers({bishop, knight, pawn}), (Numbers{0, 0, 1})) << "a rook has other lines";
  const Finding rook = missing("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", {"a2a7"});
  EXPECT_EQ(numbers({bishop, pawn, rook}), (Numbers{0, 1, 1})) << "which are wrong as well";
  const Finding jump = illegal("4k3/8/8/8/6b1/8/8/1N2K3 w - - 0 1", {"b1b3"});
  EXPECT_EQ(numbers({bishop, jump}), (Numbers{0, 1})) << "no attack explains it";
  const Finding captures_own = illegal("4k3/8/8/8/6b1/8/3P4/2B1K3 w - - 0 1", {"c1d2"});
  EXPECT_EQ(numbers({captures_own, knight}), (Numbers{0, 1})) << "the attack is right";
  Finding known = bishop;
  known.modeled = true;
  EXPECT_EQ(numbers({king, known, knight}), (Numbers{0, 1, 2})) << "models tell what is wrong";
}

TEST(RootCauses, AreNoExcuseWhereNoGameLeads) {
  const Finding in_a_game = illegal("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"e1e3"});
  const Finding beyond_games = illegal("4r1k1/8/8/8/1b6/3n4/8/4K3 w - - 0 1", {"e1e4"});
  EXPECT_EQ(numbers({in_a_game, beyond_games}), (Numbers{0, 0}));
  EXPECT_EQ(numbers({beyond_games, in_a_game}), (Numbers{0, 1}));
}

}  // namespace
}  // namespace perft_verify::verifier
