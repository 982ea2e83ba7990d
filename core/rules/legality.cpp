#include "core/rules/legality.h"

#include <fmt/format.h>

namespace perft_verify {
namespace {

std::string name_of(const Position& position, Square square) {
  const auto piece = position.piece_on(square);
  return fmt::format("the {} on {}", piece ? to_string(piece->type) : "piece", to_string(square));
}

/// "the rook on e1 and the knight on d3".
std::string names_of(const Position& position, Bitboard squares) {
  std::string text;
  for (const Square square : squares)
    text += (text.empty() ? "" : " and ") + name_of(position, square);
  return text;
}

/// The form of a verb that agrees with names_of(subjects).
std::string_view verb(Bitboard subjects, std::string_view singular, std::string_view plural) {
  return subjects.more_than_one() ? plural : singular;
}

WhyIllegal because(Illegality reason, std::string sentence, Bitboard attackers = {}) {
  return {reason, attackers, std::move(sentence)};
}

class LegalityExamination {
 public:
  LegalityExamination(const Position& position, MoveText move)
      : position_(position),
        move_(move),
        us_(position.side_to_move()),
        them_(~us_),
        king_(position.king(us_)),
        occupied_(position.occupied()) {}

  std::optional<WhyIllegal> run() {
    const auto piece = position_.piece_on(move_.from);
    if (!piece)
      return because(Illegality::NoPiece, fmt::format("{} is empty", to_string(move_.from)));
    if (piece->color != us_)
      return because(Illegality::EnemyPiece,
                     fmt::format("{} belongs to {}, and {} is to move",
                                 name_of(position_, move_.from), to_string(them_), to_string(us_)));
    type_ = piece->type;
    if (type_ == PieceType::King)
      if (const auto side = castling_attempt()) return why_not_castling(*side);
    Why of_pawn = type_ == PieceType::Pawn ? why_not_pawn_move() : std::nullopt;
    if (of_pawn && of_pawn->reason == Illegality::WrongGeometry) return of_pawn;
    if (auto why = why_not_promotion()) return why;
    if (auto why = why_not_target()) return why;
    if (auto why = type_ == PieceType::Pawn ? of_pawn : why_not_piece_move()) return why;
    return type_ == PieceType::King ? why_not_king_step() : why_king_in_danger();
  }

 private:
  using Why = std::optional<WhyIllegal>;

  [[nodiscard]] std::string from() const { return to_string(move_.from); }
  [[nodiscard]] std::string to() const { return to_string(move_.to); }

  /// The castling that the text means, if any: king takes own rook in Chess960, or goes farther
  /// than a king along its back rank; two files from the classical square otherwise.
  [[nodiscard]] std::optional<CastlingSide> castling_attempt() const {
    if (position_.chess960()) {
      if (!means_castling_of_chess960(position_, move_.from, move_.to)) return std::nullopt;
      return castling_side(move_.from, move_.to);
    }
    for (const CastlingSide side : kCastlingSides)
      if (move_.from == make_square(File::E, relative_rank(us_, Rank::R1)) &&
          move_.to == castled_king(us_, side))
        return side;
    return std::nullopt;
  }

  [[nodiscard]] Why why_not_castling(CastlingSide side) const {
    if (move_.promotion != '\0')
      return because(Illegality::PromotionUnexpected, "castling does not promote");
    const auto rook = position_.castling().rook(us_, side);
    const std::string_view wing = side == CastlingSide::King ? "kingside" : "queenside";
    if (!rook || (position_.chess960() && *rook != move_.to))
      return because(Illegality::CastlingWithoutRight,
                     fmt::format("{} has no {} castling right", to_string(us_), wing));
    const Square king_to = castled_king(us_, side);
    const Square rook_to = castled_rook(us_, side);
    const Bitboard movers = Bitboard{king_} | Bitboard{*rook};
    const Bitboard path =
        between(king_, king_to) | Bitboard{king_to} | between(*rook, rook_to) | Bitboard{rook_to};
    if (const Bitboard blockers = path & occupied_ & ~movers; blockers.any())
      return because(Illegality::CastlingBlocked,
                     fmt::format("{} {} in the way of castling", names_of(position_, blockers),
                                 verb(blockers, "stands", "stand")));
    if (const Bitboard checkers = position_.checkers(); checkers.any())
      return because(Illegality::CastlingOutOfCheck,
                     fmt::format("the king on {} is in check from {} and may not castle out of it",
                                 to_string(king_), names_of(position_, checkers)),
                     checkers);
    for (const Square passed : between(king_, king_to))
      if (const Bitboard attackers = position_.attackers(passed, them_); attackers.any())
        return because(
            Illegality::CastlingThroughCheck,
            fmt::format("castling leads the king over {}, which {} {}", to_string(passed),
                        names_of(position_, attackers), verb(attackers, "attacks", "attack")),
            attackers);
    const Bitboard after = (occupied_ & ~movers) | Bitboard{king_to} | Bitboard{rook_to};
    if (const Bitboard attackers = position_.attackers(king_to, them_, after); attackers.any())
      return because(Illegality::CastlingIntoCheck,
                     fmt::format("after castling the king on {} is attacked by {}",
                                 to_string(king_to), names_of(position_, attackers)),
                     attackers);
    return std::nullopt;
  }

  [[nodiscard]] Why why_not_promotion() const {
    const bool last_rank =
        type_ == PieceType::Pawn && rank_of(move_.to) == relative_rank(us_, Rank::R8);
    if (last_rank && move_.promotion == '\0')
      return because(Illegality::PromotionMissing,
                     fmt::format("a pawn that reaches {} has to promote", to()));
    if (!last_rank && move_.promotion != '\0')
      return because(
          Illegality::PromotionUnexpected,
          fmt::format("{} does not promote by going to {}", name_of(position_, move_.from), to()));
    if (last_rank && !std::string_view("qrbn").contains(move_.promotion))
      return because(Illegality::PromotionUnexpected,
                     fmt::format("a pawn may become a queen, rook, bishop or knight, not '{}'",
                                 move_.promotion));
    return std::nullopt;
  }

  [[nodiscard]] Why why_not_target() const {
    if (position_.pieces(us_).contains(move_.to))
      return because(Illegality::OwnPieceOnTarget,
                     fmt::format("{} is occupied by {}'s own {}", to(), to_string(us_),
                                 to_string(position_.piece_on(move_.to)->type)));
    if (position_.pieces(them_, PieceType::King).contains(move_.to))
      return because(Illegality::KingCaptured, "a king is never captured");
    return std::nullopt;
  }

  [[nodiscard]] Why why_not_pawn_move() {
    const int forward = us_ == Color::White ? 1 : -1;
    const int files = index(file_of(move_.to)) - index(file_of(move_.from));
    const int ranks = (index(rank_of(move_.to)) - index(rank_of(move_.from))) * forward;
    const bool from_start = rank_of(move_.from) == relative_rank(us_, Rank::R2);
    if (files == 0 && (ranks == 1 || (ranks == 2 && from_start))) {
      const Bitboard path = between(move_.from, move_.to) | Bitboard{move_.to};
      if (const Bitboard blockers = path & occupied_; blockers.any())
        return because(
            Illegality::PawnCannotPush,
            fmt::format("the pawn on {} cannot advance: {} {} in its way", from(),
                        names_of(position_, blockers), verb(blockers, "stands", "stand")));
      return std::nullopt;
    }
    if (ranks == 1 && (files == 1 || files == -1)) {
      if (occupied_.contains(move_.to)) return std::nullopt;
      if (position_.en_passant() == move_.to) {
        victim_ = make_square(file_of(move_.to), rank_of(move_.from));
        return std::nullopt;
      }
      return because(Illegality::PawnCapturesNothing,
                     fmt::format("the pawn on {} captures nothing on {}: the square is empty and "
                                 "not the en passant square",
                                 from(), to()));
    }
    return because(Illegality::WrongGeometry,
                   ranks == 2 && files == 0
                       ? fmt::format("the pawn on {} is not on its first square and cannot make "
                                     "a double push",
                                     from())
                       : fmt::format("a pawn does not move from {} to {}", from(), to()));
  }

  [[nodiscard]] Why why_not_piece_move() const {
    if (attacks(type_, move_.from, occupied_).contains(move_.to)) return std::nullopt;
    if (!attacks(type_, move_.from, kNoSquares).contains(move_.to)) {
      const int files = index(file_of(move_.to)) - index(file_of(move_.from));
      if (type_ == PieceType::King && rank_of(move_.from) == rank_of(move_.to) &&
          (files == 2 || files == -2))
        return because(
            Illegality::WrongGeometry,
            fmt::format("a king does not move from {} to {}, and castles from {} only", from(),
                        to(), to_string(make_square(File::E, relative_rank(us_, Rank::R1)))));
      return because(Illegality::WrongGeometry, fmt::format("a {} does not move from {} to {}",
                                                            to_string(type_), from(), to()));
    }
    const Bitboard blockers = between(move_.from, move_.to) & occupied_;
    return because(Illegality::PathBlocked,
                   fmt::format("{} {} the way from {} to {}", names_of(position_, blockers),
                               verb(blockers, "blocks", "block"), from(), to()));
  }

  [[nodiscard]] Why why_not_king_step() const {
    const Bitboard now = position_.attackers(move_.to, them_);
    const Bitboard then = position_.attackers(move_.to, them_, occupied_ ^ Bitboard{king_});
    if (then.empty()) return std::nullopt;
    if (now.empty())
      return because(
          Illegality::KingXray,
          fmt::format("the king steps back along the line of {}; only the king itself stood "
                      "between, so {} is still attacked once the king moves",
                      names_of(position_, then), to()),
          then);
    if ((now & ~position_.pieces(PieceType::King)).empty())
      return because(Illegality::KingsAdjacent,
                     fmt::format("{} is next to the opposing king on {}", to(),
                                 to_string(position_.king(them_))),
                     now);
    return because(Illegality::KingIntoCheck,
                   fmt::format("{} is attacked by {}", to(), names_of(position_, now)), now);
  }

  /// A move of another piece leaves the king attacked: by an old check or an opened line.
  [[nodiscard]] Why why_king_in_danger() const {
    const Bitboard gone = victim_ ? Bitboard{*victim_} : Bitboard{move_.to};
    const Bitboard left = (occupied_ & ~Bitboard{move_.from} & ~gone) | Bitboard{move_.to};
    const Bitboard attackers = position_.attackers(king_, them_, left) & ~gone;
    if (attackers.empty()) return std::nullopt;

    const Bitboard checkers = position_.checkers();
    if (checkers.more_than_one())
      return because(Illegality::DoubleCheck,
                     fmt::format("the king on {} is in double check from {}; only a king move "
                                 "can answer that",
                                 to_string(king_), names_of(position_, checkers)),
                     checkers);
    if ((attackers & checkers).any())
      return because(Illegality::CheckNotAnswered,
                     fmt::format("the king on {} stays in check from {}", to_string(king_),
                                 names_of(position_, attackers & checkers)),
                     attackers & checkers);
    const bool pinned = position_.attackers(king_, them_, occupied_ ^ Bitboard{move_.from}).any();
    if (victim_ && !pinned)
      return because(
          Illegality::EnPassantExposesKing,
          fmt::format("the captured pawn on {} leaves the board with the capture, and that opens "
                      "the line of {} to the king on {}",
                      to_string(*victim_), names_of(position_, attackers), to_string(king_)),
          attackers);
    return because(
        Illegality::Pinned,
        fmt::format("{} is pinned to the king on {} by {}", name_of(position_, move_.from),
                    to_string(king_), names_of(position_, attackers)),
        attackers);
  }

  const Position& position_;
  MoveText move_;
  Color us_;
  Color them_;
  Square king_;
  Bitboard occupied_;
  PieceType type_ = PieceType::Pawn;
  std::optional<Square> victim_;  // of an en passant capture
};

}  // namespace

bool means_castling_of_chess960(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  if (rank_of(from) != rank_of(to)) return false;
  // A king that castles has a rook on either side of it, or could have.
  const bool in_corner = file_of(from) == File::A || file_of(from) == File::H;
  return position.pieces(us, PieceType::Rook).contains(to) ||
         (rank_of(from) == relative_rank(us, Rank::R1) && !in_corner &&
          !king_attacks(from).contains(to));
}

std::optional<WhyIllegal> why_illegal(const Position& position, std::string_view uci) {
  const auto move = parse_move_text(uci);
  if (!move)
    return because(Illegality::NotAMove,
                   "this is not a UCI move (two squares and perhaps a promotion letter)");
  return LegalityExamination(position, *move).run();
}

}  // namespace perft_verify
