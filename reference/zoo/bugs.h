// The bugs of the zoo: what each is called, what it does wrong, and where it shows.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/types.h"

namespace perft_verify::zoo {

/// In the order of `bugs()`.
enum class BugId : std::uint8_t {
  // En passant
  EpMissing,
  EpMissingForBlack,
  EpOneCapturerOnly,
  EpEvasionMissing,
  EpAFileLost,
  EpForbiddenOnKingRank,
  EpHorizontalPin,
  EpDiagonalPin,
  EpPinnedCapturer,
  EpInCheckNotResolving,
  EpSquareNotCleared,
  EpNotClearedByCastling,
  EpWraps,
  EpVictimStays,
  EpVictimOnWrongSide,
  EpByAnyPiece,
  EpOneDirectionOnly,
  EpAlongPinMissing,
  EpBlockMissing,
  EpAfterSinglePush,
  EpNoneIsASquare,
  EpSquareBlocksLines,
  // Pawns and geometry
  DoublePushJumps,
  DoublePushCaptures,
  DoublePushWrongRank,
  DoublePushMissingForBlack,
  DoublePushMissingOnHFile,
  PawnCapturesForward,
  PawnCaptureWraps,
  KnightWraps,
  KnightStepTypo,
  KnightWrongEdgeFile,
  KingWraps,
  CompensatingPair,
  SliderWraps,
  SliderRangeShort,
  SliderJumpsAfterCapture,
  SliderCapturesOwn,
  PawnMovesDiagonally,
  PawnCapturesOwn,
  PawnEdgeCaptureMissing,
  KnightTableEntry,
  KingTableEntry,
  KingCapturesOwn,
  SliderStopsBeforeEdge,
  SliderBlockerIgnored,
  QueenDiagonalsMissing,
  PieceListOverflow,
  // Promotion
  UnderpromotionMissing,
  UnderpromotionMissingOnCapture,
  UnderpromotionMissingForBlack,
  PromotionMissingPawnStays,
  CapturePromotionMissing,
  PromotionToPawn,
  PromotionLoopShifted,
  NPromotionListedAsQueen,
  BPromotionStoredAsQueen,
  PromotedPieceNotListed,
  PromotionLoopShort,
  PromotionPushCaptures,
  CapturePromotionTwice,
  PromotedPieceWrongColor,
  // Castling
  CastlingMissing,
  CastlingQueenSideMissing,
  CastlingTwice,
  CastlingWithoutRight,
  CastlingThroughCheck,
  CastlingOutOfCheck,
  CastlingIntoCheck,
  CastlingBFileAttacked,
  CastlingBFileOccupied,
  CastlingRookAttacked,
  CastlingIgnoresPawnAttacks,
  CastlingIgnoresKnightAttacks,
  CastlingIgnoresKingAttacks,
  CastlingBlackTestsWhiteSquares,
  CastlingRookCaptured,
  CastlingRookCapturedByPromotion,
  CastlingRookTakesRook,
  CastlingRookMoved,
  CastlingRookMovedWrongSide,
  CastlingKingMoved,
  CastlingRookStays,
  CastlingWipesBoth,
  CastlingKingSquareStale,
  CastlingPrintedAsRookCapture,
  CastlingOverEnemy,
  CastlingAsksBothColors,
  CastlingKingMoveTakesOne,
  CastlingRookMoveTakesBoth,
  CastlingRookCapturedOnAFile,
  CastlingRookMisplaced,
  CastlingIgnoresDiagonalAttacks,
  // Check, pins, evasions
  KingXray,
  KingCapturesDefended,
  DoubleCheckCapture,
  DoubleCheckInterposition,
  PinIgnored,
  PinByQueenIgnored,
  PinSeesThroughSecondPiece,
  PinByWrongSlider,
  PinnedSliderFrozen,
  PinnedSliderMayNotCapture,
  PinnedPawnFrozen,
  KingsAdjacent,
  InterpositionMissing,
  InterpositionByDoublePushMissing,
  EvasionKingCaptureMissing,
  EvasionPromotionCaptureMissing,
  KnightChecksIgnored,
  PawnChecksIgnored,
  PawnChecksReversed,
  QueenDiagonalChecksIgnored,
  KingXrayDiagonal,
  KingXrayInDoubleCheck,
  PinDiagonalIgnored,
  PinnedPawnCaptures,
  PinnedPawnPromotes,
  InterpositionBeyondChecker,
  EvasionPromotionBlockMissing,
  EvasionPawnCaptureMissing,
  CheckRangeShort,
  PawnChecksWrap,
  QueenStraightChecksIgnored,
  DiscoveredCheckMissed,
  PromotionCheckMissed,
  CastlingCheckMissed,
  EpDiscoveredCheckMissed,
  CapturedKnightStillAttacks,
  // Unmake
  UnmakeCapturedType,
  UnmakeCastlingRights,
  UnmakeCastlingRook,
  UnmakeEpPawn,
  UnmakeEpSquare,
  UnmakePromotion,
  UnmakeKingSquare,
  UnmakeCapturedPieceLost,
  UnmakePromotionCapture,
  UnmakeEpWrongSquare,
  // Counting and hash
  MateCountsAsLeaf,
  HalfmoveCutsPerft,
  RepetitionCutsPerft,
  InsufficientMaterialCutsPerft,
  DropOneDuplicateAnother,
  MoveListOverflow128,
  CountOverflow16Bit,
  TotalIsNotTheSum,
  HashOmitsEp,
  HashOmitsCastling,
  HashOmitsDepth,
  HashOmitsPromotedPiece,
  HashShortKey,
  CountPromotionsOnce,
  CountForgetsEp,
  CountForgetsCastling,
  CountInnerNodes,
  HashOmitsKings,
  HashOmitsColor,
  // Chess960
  Chess960CastlingPath,
  Chess960CastlingRookPath,
  Chess960PinnedCastlingRook,
  Chess960LongTransit,
  Chess960KingAlreadyThere,
  Chess960RookAlreadyThere,
  Chess960SwapBlocked,
  Chess960SwapErasesKing,
  Chess960OutermostRook,
  Chess960RightsByCorner,
  Chess960Notation,
  Chess960KingFileE,
  Chess960RookPathAttacked,
  // Reading the FEN
  FenEpIgnored,
  FenCastlingIgnored,
  FenBlackRightsIgnored,
  FenSideIgnored,
  FenFileLettersIgnored,
  FenClocksSwapped,
  // Seen on the board only
  HalfmoveNotReset,
};

inline constexpr std::size_t kBugCount = static_cast<std::size_t>(BugId::HalfmoveNotReset) + 1;

/// What is wrong, as a finding says it.
enum class Cause : std::uint8_t {
  Generation,  // the moves of a position are wrong, however it was reached
  Make,        // the moves are wrong after a certain move, and right from the FEN
  Unmake,      // what a move taken back leaves behind is met by the moves that come after
  Hash,        // the answer of the perft table belongs to another position
  Count,       // the moves are right and counted wrong
  Setup,       // the FEN is misread
};

/// Which question shows a bug.
enum class Probe : std::uint8_t {
  Total,     // the number of leaves
  Divide,    // only the lines: their sum is right, or is not the total
  Spelling,  // only the way in which a move of a line is written
  Board,     // only the FEN after `moves`
};

struct Bug {
  BugId id;
  std::string_view name;
  Cause cause;
  /// The class that a diagnosis should give; empty if it is called as the bug is.
  std::string_view bug_class = {};
  std::string_view description;
  /// The smallest example known: ask `probe` at `fen` and `depth`.
  std::string_view fen;
  int depth = 1;
  Probe probe = Probe::Total;
  std::string_view moves = {};
  /// With Cause::Make: the move of the example after which the state is wrong.
  std::string_view culprit = {};
  /// It is in the code of one color only.
  bool of_one_color = false;
  /// It shows only in positions that no game reaches: a king in check already before the opponent's
  /// double push. A generator that is made for games may have it and be right.
  bool beyond_games = false;

  [[nodiscard]] std::string_view expected_class() const {
    return bug_class.empty() ? name : bug_class;
  }
  /// Whether the same mistake can be in the code for White alone, or for Black alone.
  [[nodiscard]] bool has_variants_by_color() const {
    return !of_one_color && cause != Cause::Hash && cause != Cause::Count && cause != Cause::Setup;
  }
};

std::string_view to_string(Cause cause);

/// All bugs, in the order of BugId.
std::span<const Bug> bugs();

/// The bug of that name, or nothing.
std::optional<Bug> find_bug(std::string_view name);

/// Bugs that are switched on together, each in the code for both colors or for one.
class BugSet {
 public:
  BugSet() = default;
  explicit BugSet(BugId id, std::optional<Color> only = std::nullopt) { add(id, only); }
  void add(BugId id, std::optional<Color> only = std::nullopt) {
    for (const Color mover : kColors)
      if (!only || *only == mover) of(mover).set(static_cast<std::size_t>(id));
  }
  [[nodiscard]] bool has(BugId id) const { return has(id, Color::White) || has(id, Color::Black); }
  /// Whether the bug is in the code by which `mover` generates, makes and takes back moves.
  [[nodiscard]] bool has(BugId id, Color mover) const {
    return by_mover_[static_cast<std::size_t>(mover)].test(static_cast<std::size_t>(id));
  }
  [[nodiscard]] bool empty() const { return by_mover_[0].none() && by_mover_[1].none(); }

 private:
  using Bits = std::bitset<kBugCount>;
  Bits& of(Color mover) { return by_mover_[static_cast<std::size_t>(mover)]; }

  std::array<Bits, 2> by_mover_;
};

}  // namespace perft_verify::zoo
