// The number of a situation: a fact and its details, as digits of base 64.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "core/position.h"

namespace perft_verify::verifier {

enum class SituationFact : std::uint8_t {
  Move,
  Illegal,
  InCheck,
  Check,
  Capture,
  RightLost,
  EpForgone,
  Blocker,
  EpCapture,
  EpLine,
  EpNeighbor,
  LineToKing,
  EpCheck,
  RightsOfTable,
  EpOfTable,
  EpSet,
  Evasion,
  CheckOnceCastled,
  RefusedBy,
  CastledOnce,
  PawnAnswers,
  CornerAgain,
  RightKept,
  RightPutBack,
  CastlingRefused,
  PinnedMove,
  FieldOfFen,
  EpAcrossEdge,
  RightKeptBeside,
  NumberOfMoves,
  NumberOfPieces,
  PassedByPiece,
  EpRefusedAtEnd,
  PinHolds,
  PawnAcrossEdge,
  EpFileOfTable,
  RookReturned,
};

template <typename Enum>
constexpr std::uint64_t number_of(Enum value) {
  return static_cast<std::uint64_t>(value);
}

/// A fact and its details, each less than 64.
std::uint64_t code(SituationFact fact, std::initializer_list<std::uint64_t> details);

/// The fact is the first digit of base 64, the details follow; see `code`.
using Digits = std::array<std::uint64_t, 10>;
Digits digits_of(std::uint64_t situation);

constexpr std::uint64_t kPromotion = 8;  // and the piece
constexpr std::uint64_t kCastling = 16;  // and the wing
constexpr std::uint64_t kDoublePush = 24;

/// The kind of a move, with the promotion piece or the wing; a double push is one of its own.
std::uint64_t kind_of(const Position& position, Move move);

/// The way from one square to another on a common line, from 0 to 8; 4 is no way at all.
std::uint64_t direction(Square from, Square to);

/// The way to a piece that attacks the square: the step of a knight, less than 25, or the
/// direction.
std::uint64_t way_to(Square from, Square attacker, const Position& position);

/// Whether the line between two squares is a whole rank, file or long diagonal.
bool is_edge_to_edge(Square one, Square other);

}  // namespace perft_verify::verifier
