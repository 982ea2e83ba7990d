#include "verifier/tools/prove/families.h"

#include <array>
#include <optional>

#include "core/fen.h"
#include "verifier/tools/prove/digests.h"

namespace perft_verify::verifier {
namespace {

constexpr Bitboard kAllSquares = ~kNoSquares;

/// Kings have their own place in each family, and no pawn stands on a back rank.
bool may_stand(PieceType type, Square square) {
  return type != PieceType::King && (type != PieceType::Pawn || !kBackRanks.contains(square));
}

Bitboard occupied(const PositionParts& parts) { return parts.by_color[0] | parts.by_color[1]; }

/// Both kings where they are out of the way: on none of the squares of `busy`, not in check, and
/// far from each other. Nothing if there is no such place.
std::optional<Position> with_kings(const PositionParts& parts, Bitboard busy) {
  const Color us = parts.side_to_move;
  for (int own = 0; own < kSquareCount; ++own) {
    if ((busy | occupied(parts)).contains(square_at(own))) continue;
    for (int other = kSquareCount - 1; other >= 0; --other) {
      if (own == other || (busy | occupied(parts)).contains(square_at(other))) continue;
      if (king_attacks(square_at(own)).contains(square_at(other))) continue;
      PositionParts whole = parts;
      whole.put(square_at(own), {us, PieceType::King});
      whole.put(square_at(other), {~us, PieceType::King});
      const Position position(whole);
      if (position.checkers().any()) break;  // the other king is not what gives it
      if (position.attacked(square_at(other), us, position.occupied())) continue;
      if (auto legal = admitted(whole)) return legal;
    }
  }
  return std::nullopt;
}

/// The opponent's king on the first of these squares, none of `busy`, where the position is legal.
std::optional<Position> with_other_king(const PositionParts& parts, auto squares, Bitboard busy) {
  for (const Square square : squares) {
    if ((busy | occupied(parts)).contains(square)) continue;
    PositionParts whole = parts;
    whole.put(square, {~parts.side_to_move, PieceType::King});
    if (auto legal = admitted(whole)) return legal;
  }
  return std::nullopt;
}

/// Blockers for every subset of the squares that matter to a slider: opponents, so that the moves
/// show all that it attacks.
void all_of_slider(PieceType type, Color us, Square square, const TakePosition& take, bool& go_on) {
  const Bitboard lines =
      type == PieceType::Rook ? cross_through(square) : diagonals_through(square);
  Bitboard mask;
  for (const Square at : lines & ~Bitboard{square}) {
    const bool same_rank = rank_of(at) == rank_of(square);
    const bool same_file = file_of(at) == file_of(square);
    const bool edge_file = file_of(at) == File::A || file_of(at) == File::H;
    const bool edge_rank = rank_of(at) == Rank::R1 || rank_of(at) == Rank::R8;
    if ((edge_file && !same_file) || (edge_rank && !same_rank)) continue;
    mask |= Bitboard{at};
  }
  // All subsets of a mask (Chess Programming Wiki: "Traversing Subsets of a Set").
  std::uint64_t subset = 0;
  do {
    PositionParts parts;
    parts.side_to_move = us;
    parts.put(square, {us, type});
    constexpr std::array kOfficers{PieceType::Knight, PieceType::Knight, PieceType::Bishop,
                                   PieceType::Bishop, PieceType::Rook,   PieceType::Rook,
                                   PieceType::Queen,  PieceType::Knight, PieceType::Knight};
    std::size_t pawns = 0;
    std::size_t officers = 0;
    for (const Square at : Bitboard{subset}) {
      const bool pawn = pawns < 8 && !kBackRanks.contains(at);
      parts.put(at, {~us, pawn ? PieceType::Pawn : kOfficers[officers]});
      ++(pawn ? pawns : officers);
    }
    if (const auto position = with_kings(parts, lines)) go_on = take(*position);
    subset = (subset - mask.bits()) & mask.bits();
  } while (subset != 0 && go_on);
}

void all_sliders(const TakePosition& take) {
  bool go_on = true;
  for (const PieceType type : {PieceType::Bishop, PieceType::Rook})
    for (int at = 0; at < kSquareCount && go_on; ++at)
      all_of_slider(type, Color::White, square_at(at), take, go_on);
}

/// Every square of every stepper, alone and with one neighbor of either color.
void all_leapers(const TakePosition& take) {
  for (const Color us : kColors)
    for (const PieceType type : {PieceType::Pawn, PieceType::Knight, PieceType::King})
      for (int at = 0; at < kSquareCount; ++at) {
        const Square square = square_at(at);
        if (type == PieceType::Pawn && kBackRanks.contains(square)) continue;
        const Bitboard steps =
            type == PieceType::Knight ? knight_attacks(square) : king_attacks(square);
        Bitboard near = steps;
        if (type == PieceType::Pawn)
          for (const Square one : steps) near |= king_attacks(one);
        for (int other = 0; other < kSquareCount; ++other) {
          if (other == at || !near.contains(square_at(other))) continue;
          for (const Color color : kColors) {
            PositionParts parts;
            parts.side_to_move = us;
            parts.put(square_at(other), {color, PieceType::Knight});
            std::optional<Position> position;
            if (type == PieceType::King) {
              parts.put(square, {us, PieceType::King});
              position = with_other_king(parts, kAllSquares, near);
            } else {
              parts.put(square, {us, type});
              position = with_kings(parts, near);
            }
            if (position && !take(*position)) return;
          }
        }
      }
}

/// Every pin and x-ray: a king, an opponent's slider in line with it, and one more piece of either
/// color anywhere on that line.
void all_pins(const TakePosition& take) {
  for (const Color us : kColors)
    for (int king = 0; king < kSquareCount; ++king)
      for (const PieceType slider : {PieceType::Bishop, PieceType::Rook, PieceType::Queen})
        for (const Square from : attacks(slider, square_at(king), kNoSquares))
          for (const Square on : line(square_at(king), from)) {
            if (on == from || index(on) == king) continue;
            for (const PieceType type : kPieceTypes) {
              if (!may_stand(type, on)) continue;
              PositionParts parts;
              parts.side_to_move = us;
              parts.put(square_at(king), {us, PieceType::King});
              parts.put(from, {~us, slider});
              parts.put(on, {us, type});
              const auto position =
                  with_other_king(parts, kAllSquares, line(square_at(king), from));
              if (position && !take(*position)) return;
            }
          }
}

/// A king and a rook with a right, one piece of the opponent on any square, and any of the squares
/// `between` taken by own knights.
bool castlings_of(PositionParts parts, Bitboard between, const TakePosition& take) {
  const Color us = parts.side_to_move;
  std::uint64_t subset = 0;
  do {
    for (int at = 0; at < kSquareCount; ++at) {
      if ((occupied(parts) | Bitboard{subset}).contains(square_at(at))) continue;
      for (const PieceType type : kPieceTypes) {
        if (!may_stand(type, square_at(at))) continue;
        PositionParts whole = parts;
        for (const Square own : Bitboard{subset}) whole.put(own, {us, PieceType::Knight});
        whole.put(square_at(at), {~us, type});
        if (const auto position = admitted(whole); position && !take(*position)) return false;
      }
    }
    subset = (subset - between.bits()) & between.bits();
  } while (subset != 0);
  return true;
}

void all_castlings(const TakePosition& take) {
  for (const Color us : kColors) {
    const Rank rank = relative_rank(us, Rank::R1);
    const auto on = [rank](File file) { return make_square(file, rank); };
    PositionParts parts;
    parts.side_to_move = us;
    parts.put(on(File::E), {us, PieceType::King});
    parts.put(on(File::A), {us, PieceType::Rook});
    parts.put(on(File::H), {us, PieceType::Rook});
    parts.castling.grant(us, CastlingSide::Queen, on(File::A));
    parts.castling.grant(us, CastlingSide::King, on(File::H));
    parts.put(make_square(File::E, relative_rank(us, Rank::R8)), {~us, PieceType::King});
    if (!castlings_of(parts, between(on(File::A), on(File::E)) | between(on(File::E), on(File::H)),
                      take))
      return;
  }
}

void all_castlings_960(const TakePosition& take) {
  for (const Color us : kColors)
    for (int king = 1; king < 7; ++king)
      for (int rook = 0; rook < 8; ++rook) {
        if (rook == king) continue;
        const Rank rank = relative_rank(us, Rank::R1);
        const auto on = [rank](int file) { return make_square(static_cast<File>(file), rank); };
        PositionParts parts;
        parts.chess960 = true;
        parts.side_to_move = us;
        parts.put(on(king), {us, PieceType::King});
        parts.put(on(rook), {us, PieceType::Rook});
        parts.castling.grant(us, castling_side(on(king), on(rook)), on(rook));
        // On the other back rank, and not on the rook's file, where it would be in check.
        parts.put(make_square(rook == 7 ? File::G : File::H, relative_rank(us, Rank::R8)),
                  {~us, PieceType::King});
        Bitboard squares;
        for (int file = 0; file < 8; ++file) squares |= Bitboard{on(file)};
        squares &= ~occupied(parts);
        // One taken square at a time, and none.
        if (!castlings_of(parts, kNoSquares, take)) return;
        for (const Square taken : squares) {
          PositionParts one = parts;
          one.put(taken, {us, PieceType::Knight});
          if (!castlings_of(one, kNoSquares, take)) return;
        }
      }
}

/// Every pair of pawns, every square of the king, and one slider of the opponent on any square.
void all_en_passant(const TakePosition& take) {
  for (const Color us : kColors)
    for (int file = 0; file < 8; ++file)
      for (const int side : {-1, 1}) {
        if (file + side < 0 || file + side > 7) continue;
        const auto on = [us](int f, Rank rank) {
          return make_square(static_cast<File>(f), relative_rank(us, rank));
        };
        for (int king = 0; king < kSquareCount; ++king)
          for (int slider = 0; slider < kSquareCount; ++slider)
            for (const PieceType type : {PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
              PositionParts parts;
              parts.side_to_move = us;
              parts.put(on(file, Rank::R5), {us, PieceType::Pawn});
              parts.put(on(file + side, Rank::R5), {~us, PieceType::Pawn});
              parts.en_passant = on(file + side, Rank::R6);
              const Bitboard path =
                  Bitboard{on(file + side, Rank::R6)} | Bitboard{on(file + side, Rank::R7)};
              if ((occupied(parts) | path).contains(square_at(king))) continue;
              parts.put(square_at(king), {us, PieceType::King});
              if ((occupied(parts) | path).contains(square_at(slider))) continue;
              parts.put(square_at(slider), {~us, type});
              constexpr std::array kCornersFirst{Square::A1, Square::H1, Square::A8, Square::H8,
                                                 Square::A4, Square::H4, Square::A6, Square::H6};
              const auto position = with_other_king(parts, kCornersFirst, path);
              if (position && !take(*position)) return;
            }
      }
}

/// Both kings and one more piece, of either color, with either side to move.
void all_three_pieces(const TakePosition& take) {
  for (const Color us : kColors)
    for (int white = 0; white < kSquareCount; ++white)
      for (int black = 0; black < kSquareCount; ++black)
        for (int at = 0; at < kSquareCount; ++at) {
          if (white == black || at == white || at == black) continue;
          if (king_attacks(square_at(white)).contains(square_at(black))) continue;
          for (const Color color : kColors)
            for (const PieceType type : kPieceTypes) {
              if (!may_stand(type, square_at(at))) continue;
              PositionParts parts;
              parts.side_to_move = us;
              parts.put(square_at(white), {Color::White, PieceType::King});
              parts.put(square_at(black), {Color::Black, PieceType::King});
              parts.put(square_at(at), {color, type});
              const auto position = admitted(parts);
              if (position && !take(*position)) return;
            }
        }
}

}  // namespace

std::span<const Family> families() {
  constexpr const char* kNeighbors = "a step does not depend on anything but its two squares";
  static const std::array kFamilies{
      Family{"leapers", "every step of pawns, knights and kings", kNeighbors, 1, false,
             kLeapers.positions, kLeapers.digest, all_leapers},
      Family{"pins", "every pin of every piece by every slider",
             "pieces off the line have no part in it", 1, false, kPins.positions, kPins.digest,
             all_pins},
      Family{"castling", "castling over all occupancies, and attacks by one piece",
             "attacks by several pieces are those of each", 2, false, kCastling.positions,
             kCastling.digest, all_castlings},
      Family{"castling960", "castling of Chess960 with each blocker and attacker alone",
             "blockers and attackers add nothing to each other", 2, true, kCastling960.positions,
             kCastling960.digest, all_castlings_960},
      Family{"sliders", "every entry of the tables of rooks and bishops, of queens by both",
             "what a slider attacks depends on the relevant occupancy only", 1, false,
             kSliders.positions, kSliders.digest, all_sliders},
      Family{"en-passant", "en passant with the king and one slider on all squares",
             "other pieces add nothing to it", 1, false, kEnPassant.positions, kEnPassant.digest,
             all_en_passant},
      Family{"three-pieces", "every legal position with three pieces", "none", 1, false,
             kThreePieces.positions, kThreePieces.digest, all_three_pieces},
  };
  return kFamilies;
}

}  // namespace perft_verify::verifier
