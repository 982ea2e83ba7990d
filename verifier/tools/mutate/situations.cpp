#include "verifier/tools/mutate/situations.h"

#include <initializer_list>
#include <string>

#include "core/attacks.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/legality.h"

namespace perft_verify::verifier {
namespace {

enum class Fact : std::uint8_t { Move, Illegal, InCheck, Check, Capture, RightLost, EpForgone };

template <typename Enum>
constexpr std::uint64_t number_of(Enum value) {
  return static_cast<std::uint64_t>(value);
}

/// A fact and its details, each less than 64.
std::uint64_t code(Fact fact, std::initializer_list<std::uint64_t> details) {
  std::uint64_t code = number_of(fact) + 1;
  for (const std::uint64_t detail : details) code = code * 64 + detail;
  return code;
}

/// The kind of a move, with the promotion piece.
std::uint64_t kind_of(Move move) {
  const bool promotion = move.kind() == MoveKind::Promotion;
  return number_of(move.kind()) + (promotion ? 4 + number_of(move.promoted_to()) : 0);
}

class Collector {
 public:
  explicit Collector(std::set<std::uint64_t>& facts) : facts_(facts) {}

  void walk(const Position& position, int depth) {
    for (const Move move : legal_moves(position)) {
      const auto type = number_of(position.piece_on(move.from())->type);
      const auto color = number_of(position.side_to_move());
      add(Fact::Move, {color, kind_of(move), type, number_of(move.from()), number_of(move.to())});
      add(Fact::InCheck, {color, kind_of(move), type, number_of(position.checkers().count())});
      if (depth == 1) continue;
      const Position next = position.after(move);
      consequences(position, move, next);
      walk(next, depth - 1);
    }
  }

  /// The reasons why the other moves of the pieces are not legal.
  void refusals(const Position& position) {
    const Color us = position.side_to_move();
    for (int from = 0; from < kSquareCount; ++from) {
      const auto piece = position.piece_on(square_at(from));
      if (!piece || piece->color != us) continue;
      for (int to = 0; to < kSquareCount; ++to) {
        const bool promotes =
            piece->type == PieceType::Pawn && relative_rank(us, rank_of(square_at(to))) == Rank::R8;
        const auto why =
            why_illegal(position, to_string(square_at(from)) + to_string(square_at(to)) +
                                      (promotes ? "q" : ""));
        if (why) refusal(position, *piece, *why, promotes);
      }
    }
  }

 private:
  void add(Fact fact, std::initializer_list<std::uint64_t> details) {
    facts_.insert(code(fact, details));
  }

  void refusal(const Position& position, Piece piece, const WhyIllegal& why, bool promotes) {
    std::uint64_t attacker = 7;
    std::uint64_t line = 0;
    for (const Square square : why.attackers) {
      attacker = number_of(position.piece_on(square)->type);
      line = diagonals_through(position.king(piece.color)).contains(square) ? 1 : 2;
      break;
    }
    add(Fact::Illegal, {number_of(piece.color), number_of(piece.type), number_of(why.reason),
                        attacker, line, why.attackers.count() > 1 ? 1U : 0U, promotes ? 1U : 0U,
                        position.checkers().any() ? 1U : 0U});
  }

  /// The effects of a move that only the moves after it show.
  void consequences(const Position& position, Move move, const Position& next) {
    const Color us = position.side_to_move();
    const auto color = number_of(us);
    const auto type = number_of(position.piece_on(move.from())->type);
    if (const Bitboard checkers = next.checkers(); checkers.any())
      add(Fact::Check, {color, kind_of(move), type, checkers.contains(move.to()) ? 1U : 0U,
                        number_of(checkers.count())});
    const auto captured = position.piece_on(move.to());
    if (captured && move.kind() != MoveKind::Castling)
      add(Fact::Capture, {color, kind_of(move), type, number_of(captured->type)});
    for (const Color owner : kColors) {
      for (const CastlingSide side : kCastlingSides)
        if (position.castling().rook(owner, side) && !next.castling().rook(owner, side))
          add(Fact::RightLost, {color, number_of(owner), number_of(side), kind_of(move), type});
    }
    if (position.en_passant() && move.kind() != MoveKind::EnPassant)
      add(Fact::EpForgone,
          {color, kind_of(move), type, move.to() == *position.en_passant() ? 1U : 0U});
  }

  std::set<std::uint64_t>& facts_;
};

}  // namespace

std::set<std::uint64_t> situations(const Position& position, int depth) {
  std::set<std::uint64_t> facts;
  Collector collector(facts);
  collector.refusals(position);
  collector.walk(position, depth);
  return facts;
}

}  // namespace perft_verify::verifier
