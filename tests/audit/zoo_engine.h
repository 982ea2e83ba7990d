// An engine with everything that the audit can ask for, and bugs to be switched on. Its board is
// core's; keys, lists and answers are put together here as an engine would, one bug at a time.
#pragma once

#include <array>
#include <bitset>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation.h"

namespace perft_verify::audit_test {

enum class Bug : std::uint8_t {
  None,
  // The legal list
  FenOfNineQueensRefused,
  MovesOfPinnedKnights,
  MovesWithCastlingTwice,
  MovesCutAtTwoHundred,
  MovesWithoutTenthRook,
  MovesWithoutCastlingInPlace,
  TextOfCastling,
  // Parts of it
  CapturesWithoutEnPassant,
  CapturesWithoutPromotions,
  CapturesWithoutRookTargets,
  CapturesWithCastling,
  CapturesWithEnPassantTwice,
  QuietsWithoutCastling,
  QuietsWithoutDoublePush,
  QuietsWithEnPassant,
  PromotionsInBoth,
  PromotionsInNeither,
  EvasionsWithoutEnPassant,
  EvasionsWithoutDoublePush,
  EvasionsWithoutCaptures,
  EvasionsWithBlockedPush,
  ChecksWithoutDiscovered,
  ChecksWithoutCastling,
  ChecksWithoutEnPassant,
  ChecksWithEveryCapture,
  QuietChecksWithoutDiscovered,
  QuietChecksWithCaptures,
  // Picker
  HashMoveTwice,
  HashMoveUnchecked,
  HashMoveEnPassantAnywhere,
  HashMoveGarbage,
  HashMoveKingAsCastling,
  PickerWithoutUnderpromotions,
  PickerCastlingTwice,
  PickerStopsAfterHashCapture,
  PickerWithBlockedPush,
  // Codes
  PseudoLegalOpposingPiece,
  PseudoLegalThroughPieces,
  PseudoLegalBlockedPush,
  PseudoLegalCastlingWithoutRight,
  PseudoLegalEnPassantAnywhere,
  PseudoLegalWithoutPromotion,
  PseudoLegalCastlingRefused,
  PseudoLegalKingAsCastling,
  LegalPinned,
  LegalEnPassantRefused,
  LegalKingXray,
  LegalCastlingThroughCheck,
  // gives_check, checkers, pins
  GivesCheckCastling,
  GivesCheckEnPassant,
  GivesCheckPromotion,
  GivesCheckDiscovered,
  GivesCheckThroughPieces,
  OneCheckerOnly,
  CheckersThroughPieces,
  InCheckWithoutPawns,
  PinnedDiagonalMissing,
  PinnedSecondShield,
  AttackersWithoutKing,
  AttackersThroughQueens,
  // Keys
  KeyCastlingRook,
  KeyEnPassantKept,
  KeyEnPassantVictim,
  KeyRightsOfCapturedRook,
  KeyRightsOfKing,
  KeyPromotionAsPawn,
  KeyIgnoresSide,
  KeyIgnoresEnPassant,
  KeyIgnoresCastling,
  KeyKnightsAsBishops,
  KeyNotCleared,
  KeyKeepsEnPassant,
  KeyWithClock,
  KeyOfCastledRook,
  Key16Bits,
  PawnKeyCapture,
  PawnKeyPromotion,
  PawnKeyEnPassant,
  PawnKeyWithKnights,
  PawnKeyByRanks,
  MaterialKeyPromotion,
  MaterialKeyEnPassant,
  MaterialKeyWithoutColor,
  MaterialKeyWithBishopSquares,
  KeyAfterCapture,
  KeyAfterCastling,
  KeyAfterDoublePush,
  // State
  FenWithoutLongRights,
  ClockNotReset,
  EnPassantKept,
  RightsOfCapturedRookKept,
  // Unmake and null move
  UnmakeKey,
  UnmakeClock,
  UnmakeEnPassant,
  UnmakeRights,
  UnmakePawnKey,
  UnmakeMaterialKey,
  UnmakeCastlingMoves,
  UnmakeHidden,
  NullMoveKeepsEnPassant,
  NullMoveKeySide,
  NullMoveWithoutCastling,
  NullMoveUndo,
  NullMoveUndoNumber,
};

/// The bug that the audit has to name so.
struct ZooBug {
  Bug bug;
  std::string_view name;
};
std::span<const ZooBug> zoo_bugs();

class ZooEngine {
 public:
  using Moves = std::vector<std::uint16_t>;

  explicit ZooEngine(Bug bug = Bug::None) : bug_(bug) {}

  bool set_fen(const std::string& fen, bool chess960);
  Moves moves();
  std::string text(std::uint16_t move) const;
  void make(std::uint16_t move);
  void unmake(std::uint16_t move);
  std::string fen() const;
  std::uint64_t key() const;
  std::uint64_t pawn_key() const { return pawn_key_of(now().position) ^ now().pawn_error; }
  std::uint64_t material_key() const {
    return material_key_of(now().position) ^ now().material_error;
  }
  std::uint64_t key_after(std::uint16_t move) const;
  Moves captures() const;
  Moves quiets() const;
  Moves evasions() const;
  Moves checks() const;
  Moves quiet_checks() const;
  Moves picked(const std::uint16_t* hash_move) const;
  bool is_legal(std::uint16_t move) const;
  bool is_pseudo_legal(std::uint16_t move) const;
  bool gives_check(std::uint16_t move) const;
  bool in_check() const;
  std::uint64_t checkers() const;
  std::uint64_t pinned() const;
  std::uint64_t attackers(int square) const;
  void null_move();
  void undo_null_move();
  bool same(const ZooEngine& other) const {
    return now().position == other.now().position && hidden_ == other.hidden_;
  }

 private:
  /// A position, and by how much the keys that an engine updates have come off the right ones.
  struct State {
    Position position;
    std::uint64_t key_error = 0;
    std::uint64_t pawn_error = 0;
    std::uint64_t material_error = 0;
    std::array<bool, 2> castled{};  // by color, until its next move with a rook
    bool after_null_move = false;
  };
  [[nodiscard]] const State& now() const { return states_.back(); }
  [[nodiscard]] bool has(Bug bug) const { return bug_ == bug; }
  [[nodiscard]] std::uint64_t key_of(const Position& position) const;
  [[nodiscard]] std::uint64_t pawn_key_of(const Position& position) const;
  [[nodiscard]] std::uint64_t material_key_of(const Position& position) const;
  void break_keys(State& after, const Position& before, Move move) const;
  void break_state(State& after, const Position& before, Move move) const;
  [[nodiscard]] bool accepts(Bug bug, const Position& position, std::uint16_t move) const;
  [[nodiscard]] bool lists(const Position& position, Move move) const;
  [[nodiscard]] bool believes(std::uint16_t hash_move) const;
  void list_codes() const;

  Bug bug_;
  std::vector<State> states_ = std::vector<State>(1);
  int hidden_ = 0;
  bool uncastled_ = false;   // a castling move was taken back
  unsigned half_moves_ = 0;  // too many, by null moves
  // The codes of the legal moves, listed when they are asked for.
  mutable std::bitset<65536> codes_;
  mutable Moves listed_;
  mutable bool are_listed_ = false;

 public:
  ZooEngine(const ZooEngine& other)
      : bug_(other.bug_),
        states_(other.states_),
        hidden_(other.hidden_),
        uncastled_(other.uncastled_),
        half_moves_(other.half_moves_) {}
  ZooEngine& operator=(const ZooEngine&) = delete;
  ~ZooEngine() = default;
};

}  // namespace perft_verify::audit_test
