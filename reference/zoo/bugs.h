// The bugs of the zoo: what each is called, what it does wrong, and where it shows.
#pragma once

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
  // Unmake
  UnmakeCapturedType,
  UnmakeCastlingRights,
  UnmakeCastlingRook,
  UnmakeEpPawn,
  UnmakeEpSquare,
  UnmakePromotion,
  UnmakeKingSquare,
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
  // Seen on the board only
  HalfmoveNotReset,
};

inline constexpr std::size_t kBugCount = static_cast<std::size_t>(BugId::HalfmoveNotReset) + 1;

/// Which question shows a bug.
enum class Probe : std::uint8_t {
  Total,   // the number of leaves
  Divide,  // only the lines: their sum is right, or is not the total
  Board,   // only the FEN after `moves`
};

struct Bug {
  BugId id;
  std::string_view name;
  std::string_view description;
  /// The smallest example known: ask `probe` at `fen` and `depth`.
  std::string_view fen;
  int depth = 1;
  Probe probe = Probe::Total;
  std::string_view moves = {};
};

/// All bugs, in the order of BugId.
std::span<const Bug> bugs();

/// The bug of that name, or nothing.
std::optional<Bug> find_bug(std::string_view name);

/// Bugs that are switched on together.
class BugSet {
 public:
  BugSet() = default;
  explicit BugSet(BugId id) { add(id); }
  void add(BugId id) { bits_.set(static_cast<std::size_t>(id)); }
  [[nodiscard]] bool has(BugId id) const { return bits_.test(static_cast<std::size_t>(id)); }
  [[nodiscard]] bool empty() const { return bits_.none(); }

 private:
  std::bitset<kBugCount> bits_;
};

}  // namespace perft_verify::zoo
