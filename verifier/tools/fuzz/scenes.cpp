#include "verifier/tools/fuzz/scenes.h"

#include "core/fen.h"

namespace perft_verify::verifier {
namespace {

constexpr std::array kSliders{PieceType::Bishop, PieceType::Rook, PieceType::Queen};

Bitboard occupied(const PositionParts& parts) { return parts.by_color[0] | parts.by_color[1]; }
Bitboard of(const PositionParts& parts, Color color, PieceType type) {
  return parts.by_color[static_cast<std::size_t>(color)] &
         parts.by_type[static_cast<std::size_t>(type)];
}

Square random_square(Dice& dice) { return square_at(static_cast<int>(dice.below(kSquareCount))); }

/// If the square is free, and no pawn on a back rank.
bool put_if_free(PositionParts& parts, Square square, Piece piece) {
  if (occupied(parts).contains(square)) return false;
  if (piece.type == PieceType::Pawn && kBackRanks.contains(square)) return false;
  parts.put(square, piece);
  return true;
}

std::optional<PieceType> random_type(Dice& dice, const Swarm& swarm) {
  for (int tries = 0; tries < 8; ++tries) {
    const PieceType type = kPieceTypes[dice.below(5)];
    if (swarm.has(type)) return type;
  }
  return std::nullopt;
}

void put_somewhere(PositionParts& parts, Dice& dice, Piece piece) {
  for (int tries = 0; tries < 8; ++tries)
    if (put_if_free(parts, random_square(dice), piece)) return;
}

/// A pawn that has just made a double step, and one or two that may capture it.
void put_en_passant(PositionParts& parts, Dice& dice) {
  const Color us = parts.side_to_move;
  const int file = static_cast<int>(dice.below(8));
  const auto on = [&](int f, Rank rank) {
    return make_square(static_cast<File>(f), relative_rank(us, rank));
  };
  if (!put_if_free(parts, on(file, Rank::R5), {~us, PieceType::Pawn})) return;
  if (occupied(parts).contains(on(file, Rank::R6)) || occupied(parts).contains(on(file, Rank::R7)))
    return;
  parts.en_passant = on(file, Rank::R6);
  for (const int side : {-1, 1}) {
    if (file + side < 0 || file + side > 7 || dice.one_in(3)) continue;
    put_if_free(parts, on(file + side, Rank::R5), {us, PieceType::Pawn});
  }
  // Where the king stands on their rank, a slider may stand on the other side of both pawns.
  const Square king = of(parts, us, PieceType::King).first();
  if (rank_of(king) != relative_rank(us, Rank::R5) || dice.one_in(4)) return;
  const int end = index(file_of(king)) < file ? 7 : 0;
  put_if_free(parts, on(dice.one_in(2) ? end : (end + file) / 2, Rank::R5),
              {~us, dice.one_in(2) ? PieceType::Rook : PieceType::Queen});
}

/// A slider in line with a king of the other side, as likely as not with something between.
void put_in_line(PositionParts& parts, Dice& dice, const Swarm& swarm) {
  const Color us = dice.one_in(3) ? ~parts.side_to_move : parts.side_to_move;
  const Square king = of(parts, us, PieceType::King).first();
  const PieceType type = dice.pick(kSliders);
  const Square square = random_square(dice);
  if (!attacks(type, king, kNoSquares).contains(square)) return;
  if (!put_if_free(parts, square, {~us, type})) return;
  const Bitboard squares = between(king, square);
  if (squares.empty() || (squares & occupied(parts)).any()) return;
  if (us == parts.side_to_move && dice.one_in(3)) return;  // a check
  const auto blocker = random_type(dice, swarm);
  std::size_t skip = dice.below(static_cast<std::size_t>(squares.count()));
  for (const Square at : squares)
    if (skip-- == 0) put_if_free(parts, at, {dice.one_in(3) ? ~us : us, blocker.value_or(type)});
}

void put_before_promotion(PositionParts& parts, Dice& dice) {
  const Color color = dice.one_in(4) ? ~parts.side_to_move : parts.side_to_move;
  const int file = static_cast<int>(dice.below(8));
  put_if_free(parts, make_square(static_cast<File>(file), relative_rank(color, Rank::R7)),
              {color, PieceType::Pawn});
  const int beside = file + (dice.one_in(2) ? 1 : -1);
  if (beside < 0 || beside > 7) return;
  put_if_free(parts, make_square(static_cast<File>(beside), relative_rank(color, Rank::R8)),
              {~color, dice.pick(std::array{PieceType::Knight, PieceType::Bishop, PieceType::Rook,
                                            PieceType::Queen})});
}

/// King and rooks at home, with rights.
void put_kings(PositionParts& parts, Dice& dice, const Swarm& swarm) {
  for (const Color color : kColors) {
    const bool beside_pawns =
        swarm.has(Bias::EnPassant) && color == parts.side_to_move && dice.one_in(3);
    const bool at_home = !beside_pawns &&
                         (swarm.has(Bias::Castling) || swarm.has(Bias::RookCapture)) &&
                         !dice.one_in(4);
    if (!at_home) {
      Square square = beside_pawns ? make_square(static_cast<File>(dice.below(8)),
                                                 relative_rank(color, Rank::R5))
                                   : random_square(dice);
      while (occupied(parts).contains(square)) square = random_square(dice);
      parts.put(square, {color, PieceType::King});
      continue;
    }
    const Rank rank = relative_rank(color, Rank::R1);
    const int file = parts.chess960 ? static_cast<int>(dice.below(8)) : index(File::E);
    parts.put(make_square(static_cast<File>(file), rank), {color, PieceType::King});
    for (const CastlingSide side : kCastlingSides) {
      if (dice.one_in(4)) continue;
      const bool kings = side == CastlingSide::King;
      const int room = kings ? 7 - file : file;
      if (room == 0) continue;
      const int steps =
          parts.chess960 ? 1 + static_cast<int>(dice.below(static_cast<std::size_t>(room))) : room;
      const Square rook = make_square(static_cast<File>(kings ? file + steps : file - steps), rank);
      parts.put(rook, {color, PieceType::Rook});
      if (!dice.one_in(8)) parts.castling.grant(color, side, rook);
    }
  }
}

/// A piece that can capture a rook with which the other side may castle.
void put_in_front_of_rook(PositionParts& parts, Dice& dice) {
  const Color us = parts.side_to_move;
  const auto rook = parts.castling.rook(~us, dice.pick(kCastlingSides));
  if (!rook) return;
  const PieceType type = dice.pick(
      std::array{PieceType::Knight, PieceType::Bishop, PieceType::Bishop, PieceType::Rook});
  const Bitboard from = attacks(type, *rook, occupied(parts)) & ~occupied(parts);
  if (from.empty()) return;
  std::size_t skip = dice.below(static_cast<std::size_t>(from.count()));
  for (const Square square : from)
    if (skip-- == 0) put_if_free(parts, square, {us, type});
}

void age(PositionParts& parts, Dice& dice) {
  // A double step has just been made: the clock is at 0.
  if (parts.en_passant) return;
  parts.halfmove_clock = 94 + static_cast<unsigned>(dice.below(6));
  parts.fullmove_number = 60;
}

void change_rights(PositionParts& parts, Dice& dice) {
  const Color color = dice.pick(kColors);
  const CastlingSide side = dice.pick(kCastlingSides);
  if (parts.castling.rook(color, side)) return parts.castling.remove(color, side);
  const Rank rank = relative_rank(color, Rank::R1);
  const Square king = of(parts, color, PieceType::King).first();
  if (rank_of(king) != rank || (!parts.chess960 && file_of(king) != File::E)) return;
  for (const Square rook : of(parts, color, PieceType::Rook)) {
    if (rank_of(rook) != rank || castling_side(king, rook) != side) continue;
    const File home = side == CastlingSide::King ? File::H : File::A;
    if (!parts.chess960 && file_of(rook) != home) continue;
    return parts.castling.grant(color, side, rook);
  }
}

/// A square with a piece on it that is no king; nothing if chance finds none.
std::optional<Square> random_piece(const PositionParts& parts, Dice& dice) {
  const Bitboard kings = parts.by_type[static_cast<std::size_t>(PieceType::King)];
  const Bitboard all = occupied(parts) & ~kings;
  if (all.empty()) return std::nullopt;
  std::size_t skip = dice.below(static_cast<std::size_t>(all.count()));
  for (const Square square : all)
    if (skip-- == 0) return square;
  return std::nullopt;
}

std::optional<Piece> piece_on(const PositionParts& parts, Square square) {
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      if (of(parts, color, type).contains(square)) return Piece{color, type};
  return std::nullopt;
}

/// Rights and en passant square that the pieces no longer bear out.
void drop_what_does_not_fit(PositionParts& parts) {
  for (const Color color : kColors) {
    const Square king = of(parts, color, PieceType::King).first();
    for (const CastlingSide side : kCastlingSides) {
      const auto rook = parts.castling.rook(color, side);
      if (!rook) continue;
      const bool stands = of(parts, color, PieceType::Rook).contains(*rook) &&
                          rank_of(king) == relative_rank(color, Rank::R1) &&
                          castling_side(king, *rook) == side &&
                          (parts.chess960 || file_of(king) == File::E);
      if (!stands) parts.castling.remove(color, side);
    }
  }
  if (!parts.en_passant) return;
  const Color us = parts.side_to_move;
  const auto on = [&](Rank rank) {
    return make_square(file_of(*parts.en_passant), relative_rank(us, rank));
  };
  const bool fits =
      on(Rank::R6) == *parts.en_passant && of(parts, ~us, PieceType::Pawn).contains(on(Rank::R5)) &&
      !occupied(parts).contains(on(Rank::R6)) && !occupied(parts).contains(on(Rank::R7));
  if (!fits) parts.en_passant.reset();
}

void change(PositionParts& parts, Dice& dice, const Swarm& swarm) {
  const auto one = random_piece(parts, dice);
  switch (dice.below(9)) {
    case 0:
      if (one) parts.clear(*one);
      return;
    case 1:
      if (const auto type = random_type(dice, swarm))
        put_somewhere(parts, dice, {dice.pick(kColors), *type});
      return;
    case 2:
      if (one) {
        const Piece piece = *piece_on(parts, *one);
        parts.clear(*one);
        put_somewhere(parts, dice, piece);
      }
      return;
    case 3:
      if (const auto other = random_piece(parts, dice); one && other && *one != *other) {
        const Piece first = *piece_on(parts, *one);
        const Piece second = *piece_on(parts, *other);
        parts.clear(*one);
        parts.clear(*other);
        parts.put(*one, second);
        parts.put(*other, first);
      }
      return;
    case 4:
      parts = colors_flipped(parts);
      return;
    case 5:
      return change_rights(parts, dice);
    case 6:
      parts.side_to_move = ~parts.side_to_move;
      parts.en_passant.reset();
      return;
    case 7:
      if (!parts.en_passant) put_en_passant(parts, dice);
      return;
    default: {
      // A king to another square.
      const Color color = dice.pick(kColors);
      const Square to = random_square(dice);
      if (occupied(parts).contains(to)) return;
      parts.clear(of(parts, color, PieceType::King).first());
      parts.put(to, {color, PieceType::King});
    }
  }
}

}  // namespace

std::optional<Position> random_scene(Dice& dice, const Swarm& swarm, bool chess960) {
  PositionParts parts;
  parts.chess960 = chess960;
  parts.side_to_move = dice.pick(kColors);
  put_kings(parts, dice, swarm);
  if (swarm.has(Bias::EnPassant)) put_en_passant(parts, dice);
  if (swarm.has(Bias::RookCapture)) put_in_front_of_rook(parts, dice);
  if (swarm.has(Bias::Promotion))
    for (std::size_t pawns = dice.below(4); pawns > 0; --pawns) put_before_promotion(parts, dice);
  if (swarm.has(Bias::Pin) || swarm.has(Bias::Check))
    for (std::size_t sliders = dice.below(8); sliders > 0; --sliders)
      put_in_line(parts, dice, swarm);
  if (swarm.has(Bias::Crowd))
    if (const auto type = random_type(dice, swarm))
      for (std::size_t pieces = dice.below(11); pieces > 0; --pieces)
        put_somewhere(parts, dice, {parts.side_to_move, *type});
  for (std::size_t pieces = dice.below(dice.one_in(2) ? 3 : 9); pieces > 0; --pieces)
    if (const auto type = random_type(dice, swarm))
      put_somewhere(parts, dice, {dice.pick(kColors), *type});
  if (swarm.has(Bias::OldClock) && dice.one_in(4)) age(parts, dice);
  return admitted(parts);
}

std::optional<Position> mutated(const Position& position, Dice& dice, const Swarm& swarm) {
  PositionParts parts = position.parts();
  for (std::size_t changes = 1 + dice.below(3); changes > 0; --changes) change(parts, dice, swarm);
  drop_what_does_not_fit(parts);
  parts.halfmove_clock = 0;
  if (swarm.has(Bias::OldClock) && dice.one_in(8)) age(parts, dice);
  return admitted(parts);
}

PositionParts files_mirrored(const PositionParts& parts) {
  const auto mirrored = [](Square square) { return square_at(index(square) ^ 7); };
  PositionParts result = parts;
  for (auto& squares : result.by_color) squares = kNoSquares;
  for (auto& squares : result.by_type) squares = kNoSquares;
  for (const Square square : occupied(parts))
    result.put(mirrored(square), *piece_on(parts, square));
  result.castling = {};
  if (parts.en_passant) result.en_passant = mirrored(*parts.en_passant);
  return result;
}

}  // namespace perft_verify::verifier
