// Why a finding says what it says: one fact each, in the order in which they were found out.
// report/sentence.cpp has the words.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/generator.h"
#include "verifier/finding/difference.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

/// What the two sides count.
struct Counts {
  std::uint64_t subject = 0;
  std::uint64_t reference = 0;
};

/// What an experiment has shown, where there is no more to say.
enum class Fact : std::uint8_t {
  FreshProcessIsRight,
  RightAtDepthOne,  // the list; wrong when something is counted below its moves
  NotPutBack,
  EndCountedAsLeaf,
  RightWithoutHistory,
  RightWithFreshClocks,
  CountsOneAndCannotMate,
  CountsOneAndNoDrawRuleApplies,
  SubjectListsNoMoves,
  SubjectPlaysNoMoves,
  OneSideFailedWhenAskedAgain,
  ReferenceDidNotRepeat,  // what differed; the second reference said it in its place
};

/// The subject failed, twice, the second time in a fresh process.
struct Failed {
  reference::Failure failure;
  std::vector<std::string> moves;  // after which it was asked
};

/// The counts differ, and nobody knows why.
struct NotBisected {
  int depth = 1;
  Counts counts;
  std::string why;  // empty if nobody wanted to
};

/// The subject's own board is wrong after a move.
struct WrongBoard {
  std::string move;
  std::string how;
};
/// By what it differs from the right one.
struct WrongState {
  StateDifference difference;
};

/// The list is right from the FEN and wrong by way of the moves.
struct RightFromFen {
  std::string culprit;
};
struct CouldNotAskFromFen {
  std::string why;
};

/// What a subject that lists no moves gives away of a wrong list.
struct WrongNumberOfMoves {
  std::uint64_t counted = 0;
  std::uint64_t legal = 0;
  enum class Which : std::uint8_t { OneSet, SeveralSets, NoSet, TooMany, NotAsked, NotFromTotals };
  Which which = Which::NotAsked;
  int depth = 0;                               // to which totals were compared
  std::vector<std::vector<std::string>> sets;  // of moves that explain them
};

/// How far a wrong count could be told from others.
enum class CountOf : std::uint8_t {
  MovesRight,     // the list is right, and what was asked is the last ply
  ChildrenRight,  // each child is right when asked alone
  Unseparated,    // whether it is the moves or the count cannot be told
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
/// With the least table that its options allow, in a fresh process.
struct AskedWithoutTable {
  std::string setting;
  bool right = false;
};

/// With whom a further generator sides where subject and reference differ.
enum class Side : std::uint8_t { Reference, Subject, Neither };
struct Vote {
  std::string by;
  Side side = Side::Neither;
  std::string reference;  // its name
};
/// A recorded count that is that of one side.
struct RecordedCount {
  std::uint64_t count = 0;
  std::string place;
  Side side = Side::Subject;
};

/// The position from which no game leads here, by what it is impossible.
struct BeyondGames {
  std::string why;
};
/// How to see the fault without us.
struct ReplayFile {
  std::string command;
  std::string error;  // if it could not be written
};
/// What else its class was told by, as a part of a sentence.
struct ClassifiedBy {
  std::string what;
};

/// The subject was compared with itself: what its answer to another question says that this one
/// should be.
struct OwnAnswer {
  enum class Relation : std::uint8_t {
    SumOfChildren,  // each move's count is that of the position after it
    FenAndMoves,    // a position given as a FEN, and by way of moves
    ColorsFlipped,  // White's and Black's side exchanged
    FilesMirrored,  // the a file for the h file, where nobody may castle
    Spectator,      // with a piece more that has nothing to do with it
    FreshProcess,   // whatever was asked before
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

using Reason = std::variant<Fact, Failed, NotBisected, WrongBoard, WrongState, RightFromFen,
                            CouldNotAskFromFen, WrongNumberOfMoves, WrongCount, WrongSum,
                            CounterRanOver, RightBelowDepth, AskedWithoutTable, Vote, RecordedCount,
                            BeyondGames, ReplayFile, ClassifiedBy, OwnAnswer>;

}  // namespace perft_verify::verifier
