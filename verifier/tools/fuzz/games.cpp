#include "verifier/tools/fuzz/games.h"

#include "core/fen.h"
#include "core/movegen.h"

namespace perft_verify::verifier {
namespace {

/// A bias multiplies the weight of the moves that it prefers by this.
constexpr unsigned kPreferred = 12;

using BackRank = std::array<PieceType, 8>;
constexpr BackRank kClassical{PieceType::Rook,   PieceType::Knight, PieceType::Bishop,
                              PieceType::Queen,  PieceType::King,   PieceType::Bishop,
                              PieceType::Knight, PieceType::Rook};

BackRank random_back_rank(Dice& dice) {
  std::array<std::optional<PieceType>, 8> rank;
  rank[2 * dice.below(4)] = PieceType::Bishop;
  rank[2 * dice.below(4) + 1] = PieceType::Bishop;
  for (const PieceType type : {PieceType::Queen, PieceType::Knight, PieceType::Knight}) {
    std::size_t file = dice.below(8);
    while (rank[file]) file = (file + 1) % 8;
    rank[file] = type;
  }
  // The king stands between the rooks.
  std::array<PieceType, 3> rest{PieceType::Rook, PieceType::King, PieceType::Rook};
  std::size_t next = 0;
  BackRank full{};
  for (std::size_t file = 0; file < 8; ++file) full[file] = rank[file] ? *rank[file] : rest[next++];
  return full;
}

void set_up(PositionParts& parts, Color color, const BackRank& rank) {
  std::optional<Square> king;
  for (int file = 0; file < 8; ++file) {
    const PieceType type = rank[static_cast<std::size_t>(file)];
    const Square square = make_square(static_cast<File>(file), relative_rank(color, Rank::R1));
    parts.put(square, {color, type});
    parts.put(make_square(static_cast<File>(file), relative_rank(color, Rank::R2)),
              {color, PieceType::Pawn});
    if (type == PieceType::King) king = square;
    if (type == PieceType::Rook)
      parts.castling.grant(color, king ? CastlingSide::King : CastlingSide::Queen, square);
  }
}

/// Takes off the types of pieces that are switched off, and one in `thinned` of the other pieces;
/// none of these if that is 0.
void thin_out(PositionParts& parts, Dice& dice, const Swarm& swarm, std::size_t thinned) {
  for (int at = 0; at < kSquareCount; ++at) {
    const Bitboard square{square_at(at)};
    for (const PieceType type : kPieceTypes) {
      if (type == PieceType::King) continue;
      if ((parts.by_type[static_cast<std::size_t>(type)] & square).empty()) continue;
      if (!swarm.has(type) || (thinned > 0 && dice.one_in(thinned))) parts.clear(square_at(at));
      break;
    }
  }
  const Bitboard rooks = parts.by_type[static_cast<std::size_t>(PieceType::Rook)];
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = parts.castling.rook(color, side); rook && !rooks.contains(*rook))
        parts.castling.remove(color, side);
}

bool prepares_en_passant(const Position& position, Move move) {
  if (index(move.from()) - index(move.to()) != 16 && index(move.to()) - index(move.from()) != 16)
    return false;
  const Bitboard there{move.to()};
  const Bitboard beside = shift<Direction::East>(there) | shift<Direction::West>(there);
  return (beside & position.pieces(~position.side_to_move(), PieceType::Pawn)).any();
}

bool is_reverse_of_last(Move move, std::span<const Move> before) {
  if (before.size() < 2) return false;
  const Move last = before[before.size() - 2];
  return move.kind() == MoveKind::Normal && move.from() == last.to() && move.to() == last.from();
}

unsigned weight_of(const Position& position, Move move, std::span<const Move> before,
                   const Swarm& swarm) {
  const PieceType type = position.piece_on(move.from())->type;
  const bool captures = position.pieces(~position.side_to_move()).contains(move.to());
  unsigned weight = 1;
  const auto prefer = [&](Bias bias, bool fits) {
    if (fits && swarm.has(bias)) weight *= kPreferred;
  };
  prefer(Bias::EnPassant, move.kind() == MoveKind::EnPassant ||
                              (type == PieceType::Pawn && prepares_en_passant(position, move)));
  prefer(Bias::Castling,
         move.kind() == MoveKind::Castling ||
             (position.castling().any() && type != PieceType::King && type != PieceType::Rook));
  prefer(Bias::RookCapture,
         captures && position.castling().side_of(~position.side_to_move(), move.to()));
  prefer(Bias::Promotion, type == PieceType::Pawn);
  prefer(Bias::Return, is_reverse_of_last(move, before));
  prefer(Bias::Capture, captures);
  // Worked out last, since it costs most.
  if (swarm.has(Bias::Check) && position.after(move).checkers().any()) weight *= kPreferred;
  return weight;
}

}  // namespace

Position start_of_game(Dice& dice, const Swarm& swarm, bool chess960) {
  constexpr std::array<std::size_t, 4> kThinned{0, 4, 2, 2};
  PositionParts parts;
  parts.chess960 = chess960;
  const BackRank white = chess960 ? random_back_rank(dice) : kClassical;
  set_up(parts, Color::White, white);
  set_up(parts, Color::Black, chess960 && dice.one_in(2) ? random_back_rank(dice) : white);
  PositionParts whole = parts;
  thin_out(parts, dice, swarm, dice.pick(kThinned));
  parts.side_to_move = dice.one_in(2) ? Color::White : Color::Black;
  for (int tries = 0; tries < 2; ++tries) {
    if (auto position = admitted(parts)) return *position;
    parts.side_to_move = ~parts.side_to_move;
  }
  return Position(whole);
}

std::optional<Move> random_move(const Position& position, std::span<const Move> before, Dice& dice,
                                const Swarm& swarm) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return std::nullopt;
  std::array<unsigned, MoveList::kCapacity> weights{};
  unsigned sum = 0;
  for (std::size_t at = 0; at < moves.size(); ++at)
    sum += weights[at] = weight_of(position, moves[at], before, swarm);
  std::size_t rest = dice.below(sum);
  for (std::size_t at = 0; at < moves.size(); ++at) {
    if (rest < weights[at]) return moves[at];
    rest -= weights[at];
  }
  return moves[0];
}

}  // namespace perft_verify::verifier
