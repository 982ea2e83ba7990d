// The reasons behind a finding: one fact each, in the order in which they were found out.
// report/sentence.cpp has the words.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/catalog/catalog.h"
#include "reference/generator.h"
#include "verifier/finding/difference.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

/// The counts of the two sides.
struct Counts {
  std::uint64_t subject = 0;
  std::uint64_t reference = 0;
};

/// The results of experiments that need no further data.
enum class Fact : std::uint8_t {
  FreshProcessIsRight,
  RightAtDepthOne,   // the list; wrong when its moves are counted deeper
  WrongOnceCounted,  // asked again without being sent the position; right the first time
  NotPutBack,
  ListsMovesOfNextPly,  // the illegal ones are legal after others
  RightWhenAskedAgain,  // once it has counted, without being sent the position
  EndCountedAsLeaf,
  RightWithoutHistory,
  RightWithFreshClocks,
  CountsOneAndCannotMate,
  ListsNothingWithoutMaterial,  // to mate; bare kings as well, and with a pawn all moves
  CountsOneAndNoDrawRuleApplies,
  SubjectListsNoMoves,
  SubjectPlaysNoMoves,
  OneSideFailedWhenAskedAgain,
  DiesOfMoreMoves,        // in a position with a piece more
  ReferenceDidNotRepeat,  // its differing answer; the second reference confirmed it
  CountsOfOtherMoves,     // each wrong count is the right one of another move
  MoveNotPlayed,          // the culprit: the subject's own board after it is the one before it
  // Its list at one FEN is another one after another position.
  KeepsRightsOfPositionBefore,
  KeepsEpSquareOfPositionBefore,
  KeepsPiecesOfPositionBefore,
  NotPutBackOrCountedOtherwise,  // its lists are right, and so is its board as far as they show it
  RightOfOneSquareIsKept,        // after the rook's move and after its capture, and no other right
  MissingAsIfSeenThrough,        // sliders seem to attack the king through other pieces
  IllegalAsIfStillThere,         // the moved piece seems to stand where it came from, too
  OnlyTheKingMoves,              // all other moves are missing
  CountingPlaysTheMove,          // that is not played when it is sent
  RightElsewhere,                // the same pieces, shifted
  RightOnOtherFiles,
  RightOnOtherRanks,
  PinnedPiecesOverlookCheck,  // and other pieces do not
  AnswersOverlookPins,        // which hold where there is no check
  MissingOfExtraPieces,       // of which there are more than at the start of a game
  CountMayBeOfCopies,         // at depth 1, where some programs add up lines of one text
  Last = CountMayBeOfCopies,
};

/// The subject failed, twice, the second time in a fresh process.
struct Failed {
  reference::Failure failure;
  std::vector<std::string> moves;  // after which it was asked
};
/// The shortest way found to a failure.
struct ShortestWay {
  std::vector<std::string> moves;   // from the root
  int depth = 1;                    // after them
  bool from_fen = false;            // it fails as well when given the FEN of that position
  bool each_below_answers = false;  // each move there is counted when asked alone
};

/// The counts differ, and the cause is unknown.
struct NotBisected {
  int depth = 1;
  Counts counts;
  std::string why;  // empty if not requested
};

/// The subject's own board is wrong after a move.
struct WrongBoard {
  std::string move;
  std::string how;
};
/// How its state differs from the correct one.
struct WrongState {
  StateDifference difference;
  bool inferred = false;  // from its moves: it shows no board
};
/// The field of a FEN that a kind of move needs.
enum class NeededField : std::uint8_t { None, EnPassantSquare, CastlingRights };
/// Without this field of its FEN, nothing is wrong: the code that needs it is to blame.
struct RightWithout {
  NeededField field = NeededField::None;
};
/// Its lists are those of boards on which the pieces of one letter of the FEN are others, or none,
/// or stand so many squares further, in the order a1, b1 … h8.
struct PiecesMisread {
  Piece letter;
  std::optional<Piece> as;
  int step = 0;
};
/// Its own board is another one after it has counted `fen` to that depth, or its list if it shows
/// no board: a move that it tried is not taken back.
struct NotRestored {
  std::string fen;
  int depth = 1;
  StateDifference difference;  // empty where only the list shows it
  bool by_undo = true;         // else it may be made wrong, and taken back right
  int counted_to = 0;          // the depth of the count that shows it; 0 is a list
  /// The wrong moves do not need this field, and are right without it.
  NeededField without = NeededField::None;
  /// Nothing shows that this field of the FEN is read right.
  bool or_misread = false;
  /// They are right for a king on this square, and at `fen` each step of the king is into check.
  std::string king_on = {};
};

/// The wrong moves are wrong after the culprit, and not where the position is given as a FEN.
struct RightFromFen {
  std::string culprit;
  bool others_are_wrong = false;  // other moves, from the FEN
};
struct CouldNotAskFromFen {
  std::string why;
};

/// The clues to a wrong list from a subject that lists no moves.
struct WrongNumberOfMoves {
  std::uint64_t counted = 0;
  std::uint64_t legal = 0;
  enum class Which : std::uint8_t {
    OneSet,
    SeveralSets,
    NoSet,
    TooMany,
    NotAsked,
    NotFromTotals,
    All,        // it counts no move
    NoneBelow,  // each move is in the counts of more plies: the last ply is counted otherwise
  };
  Which which = Which::NotAsked;
  int depth = 0;                               // to which totals were compared
  std::vector<std::vector<std::string>> sets;  // of moves that explain them
};

/// How far a wrong count could be narrowed down.
enum class CountOf : std::uint8_t {
  MovesRight,     // the list is correct, at the last ply
  ChildrenRight,  // each child is correct when asked alone
  Unseparated,    // moves and count cannot be distinguished
  GoneWhenAskedAgain,
};
struct WrongCount {
  CountOf count = CountOf::MovesRight;
  int depth = 1;
  Counts total;
  std::optional<CountDifference> line;  // the first that is wrong
};
struct WrongSum {
  std::uint64_t total = 0;
  std::uint64_t sum = 0;
};
/// All differences are multiples of 2^bits.
struct CounterRanOver {
  int bits = 0;
};
struct RightBelowDepth {
  int depth = 0;
};
/// Asked with the smallest table that its options allow, in a fresh process.
struct AskedWithoutTable {
  std::string setting;
  bool right = false;
};

/// Missing are exactly the moves after which a piece stands so, as seen from the king: as if it
/// attacked the king there. Without a type or a color it is any piece.
struct FalseAttacker {
  enum class Where : std::uint8_t {
    KnightsJump,
    NextTo,
    NextOnLine,       // on its rank or file
    DiagonallyAhead,  // where an opposing pawn attacks it from
    DiagonallyBehind,
    OnLine,  // further away, with nothing between
    OnDiagonal,
    BehindOneOnLine,
    BehindOneOnDiagonal,
  };
  Where where{};
  std::optional<PieceType> type;
  std::optional<bool> own;
  auto operator<=>(const FalseAttacker&) const = default;
};

/// It answers where there are so many legal moves, and dies where there are more.
struct DiesOfLongLists {
  std::size_t answers = 0;
  std::size_t dies = 0;
};

/// The side that a second reference supports if subject and reference differ.
enum class Side : std::uint8_t { Reference, Subject, Neither };
struct Vote {
  std::string by;
  Side side = Side::Neither;
  std::string reference;  // its name
};
/// A recorded count that agrees with one side.
struct RecordedCount {
  std::uint64_t count = 0;
  std::string place;
  Side side = Side::Subject;
};

/// The reason why no game leads to the position.
struct BeyondGames {
  std::string why;
};
/// A way to see the fault without us.
struct ReplayFile {
  std::string command;
  std::string error;  // if it could not be written
};
/// Further evidence for its class, as a part of a sentence.
struct ClassifiedBy {
  std::string what;
};

/// The same list has an illegal move of another finding, which is tried like all others.
struct BesideIllegalMove {
  std::string move;
  BugId bug_class{};  // of the other finding, or its likeliest candidate
};

/// A fresh process gives the wrong answer once it has been asked about this position.
struct AskedBefore {
  std::string fen;
};

/// The king's step to a square is missing, and is listed without the piece on `from`.
struct SeemsAttacked {
  std::string square;
  PieceType by{};
  std::string from;
  bool around_edge = false;  // as on a board whose squares are numbered, without a test of files
};

/// The subject was compared with itself: its answer to another question says what this one should
/// be.
struct OwnAnswer {
  enum class Relation : std::uint8_t {
    SumOfChildren,  // each move's count is that of the position after it
    FenAndMoves,    // a position given as a FEN, and by way of moves
    ColorsFlipped,  // White's and Black's side exchanged
    FilesMirrored,  // the a file for the h file, where nobody may castle
    Spectator,      // with a piece more that has nothing to do with it
    FreshProcess,   // the same question to a fresh process
    EachMoveOnce,   // no move is listed twice
  };
  Relation relation = Relation::SumOfChildren;
  std::string fen;  // of the other question
  std::vector<std::string> moves;
  int depth = 1;
  std::string difference;  // of the lines, in words
};
inline constexpr std::array kRelations{
    OwnAnswer::Relation::EachMoveOnce,  OwnAnswer::Relation::FenAndMoves,
    OwnAnswer::Relation::SumOfChildren, OwnAnswer::Relation::ColorsFlipped,
    OwnAnswer::Relation::FilesMirrored, OwnAnswer::Relation::Spectator,
    OwnAnswer::Relation::FreshProcess};

using Reason =
    std::variant<Fact, Failed, NotBisected, WrongBoard, WrongState, NotRestored, RightFromFen,
                 CouldNotAskFromFen, WrongNumberOfMoves, WrongCount, WrongSum, CounterRanOver,
                 RightBelowDepth, AskedWithoutTable, Vote, RecordedCount, BeyondGames, ReplayFile,
                 ClassifiedBy, BesideIllegalMove, OwnAnswer, ShortestWay, RightWithout,
                 PiecesMisread, DiesOfLongLists, FalseAttacker, AskedBefore, SeemsAttacked>;

}  // namespace perft_verify::verifier
