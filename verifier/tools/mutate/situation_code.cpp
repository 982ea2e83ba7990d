#include "verifier/tools/mutate/situation_code.h"

#include <cstdlib>

#include "core/attacks.h"
#include "core/castling.h"

namespace perft_verify::verifier {
namespace {

/// The way of a knight's move, less than 25.
std::uint64_t step(Square from, Square to) {
  const int files = index(file_of(to)) - index(file_of(from));
  const int ranks = index(rank_of(to)) - index(rank_of(from));
  return static_cast<std::uint64_t>((ranks + 2) * 5 + files + 2);
}

}  // namespace

std::uint64_t code(SituationFact fact, std::initializer_list<std::uint64_t> details) {
  std::uint64_t code = number_of(fact) + 1;
  for (const std::uint64_t detail : details) code = code * 64 + detail;
  return code;
}

Digits digits_of(std::uint64_t situation) {
  Digits digits{};
  std::size_t size = 0;
  for (std::uint64_t rest = situation; rest > 0; rest /= 64) ++size;
  for (std::size_t at = size; at > 0; situation /= 64) digits[--at] = situation % 64;
  return digits;
}

std::uint64_t kind_of(const Position& position, Move move) {
  switch (move.kind()) {
    case MoveKind::Promotion:
      return kPromotion + number_of(move.promoted_to());
    case MoveKind::Castling:
      return kCastling + number_of(castling_side(move.from(), move.to()));
    default: {
      const bool pawn = position.pieces(PieceType::Pawn).contains(move.from());
      const int ranks = index(rank_of(move.to())) - index(rank_of(move.from()));
      return pawn && std::abs(ranks) == 2 ? kDoublePush : number_of(move.kind());
    }
  }
}

std::uint64_t direction(Square from, Square to) {
  const auto sign = [](int difference) { return (difference > 0) - (difference < 0); };
  const int files = sign(index(file_of(to)) - index(file_of(from)));
  const int ranks = sign(index(rank_of(to)) - index(rank_of(from)));
  return static_cast<std::uint64_t>((ranks + 1) * 3 + files + 1);
}

std::uint64_t way_to(Square from, Square attacker, const Position& position) {
  return position.piece_on(attacker)->type == PieceType::Knight ? step(from, attacker)
                                                                : direction(from, attacker);
}

bool is_edge_to_edge(Square one, Square other) { return between(one, other).count() == 6; }

}  // namespace perft_verify::verifier
