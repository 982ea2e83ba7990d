#include "core/rules/move_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/contains.h"

namespace perft_verify {
namespace {

/// Reasons that concern the king's safety only: the piece does move like that.
bool only_the_king_forbids(Illegality reason) {
  switch (reason) {
    case Illegality::CastlingOutOfCheck:
    case Illegality::CastlingThroughCheck:
    case Illegality::CastlingIntoCheck:
    case Illegality::KingIntoCheck:
    case Illegality::KingXray:
    case Illegality::KingsAdjacent:
    case Illegality::DoubleCheck:
    case Illegality::CheckNotAnswered:
    case Illegality::Pinned:
    case Illegality::EnPassantExposesKing:
      return true;
    default:
      return false;
  }
}

std::vector<Attacker> attackers_of(const Position& position, Bitboard attackers, Square target) {
  std::vector<Attacker> list;
  for (const Square square : attackers) {
    const PieceType type = position.piece_on(square)->type;
    list.push_back({square, type, slides(type) ? line_kind(square, target) : LineKind::None});
  }
  return list;
}

class MoveExamination {
 public:
  MoveExamination(const Position& position, std::string_view uci, MoveText move)
      : position_(position),
        us_(position.side_to_move()),
        them_(~us_),
        king_(position.king(us_)),
        occupied_(position.occupied()) {
    facts_.text = uci;
    facts_.from = move.from;
    facts_.to = move.to;
    facts_.promotion = move.promotion;
    facts_.moved = position.piece_on(move.from);
    facts_.why = why_illegal(position, uci);
    facts_.legal = !facts_.why;
  }

  MoveFacts run() {
    const Bitboard checkers = position_.checkers();
    facts_.in_check = checkers.any();
    facts_.double_check = checkers.more_than_one();
    facts_.pseudo_legal = facts_.legal || only_the_king_forbids(facts_.why->reason);
    if (!facts_.moved || facts_.moved->color != us_) return std::move(facts_);
    look_at_kind();
    look_at_target(checkers);
    look_at_pin(checkers);
    look_at_false_pins();
    look_at_pawns();
    if (facts_.castling) look_at_castling();
    if (facts_.castling && facts_.legal)
      facts_.gives_check = position_.after(*find_legal(position_, facts_.text)).checkers().any();
    facts_.reaches = reaches();
    if (facts_.pseudo_legal && !facts_.castling) look_at_kings();
    if (!facts_.legal && facts_.why->reason == Illegality::WrongGeometry) {
      facts_.wraps = wraps_around(facts_.moved->type, us_, facts_.from, facts_.to);
      facts_.wraps_from_a8 =
          wraps_around(facts_.moved->type, ~us_, flip_rank(facts_.from), flip_rank(facts_.to));
    }
    return std::move(facts_);
  }

 private:
  void look_at_kind() {
    const int files = index(file_of(facts_.to)) - index(file_of(facts_.from));
    const int ranks = index(rank_of(facts_.to)) - index(rank_of(facts_.from));
    if (facts_.moved->type == PieceType::Pawn) {
      facts_.double_step = files == 0 && std::abs(ranks) == 2;
      facts_.to_last_rank = rank_of(facts_.to) == relative_rank(us_, Rank::R8);
      facts_.en_passant = files != 0 && position_.en_passant() == facts_.to;
    }
    if (facts_.moved->type != PieceType::King || ranks != 0) return;
    if (position_.chess960() ? !means_castling_of_chess960(position_, facts_.from, facts_.to)
                             : std::abs(files) != 2)
      return;
    facts_.castling = true;
    facts_.side = files > 0 ? CastlingSide::King : CastlingSide::Queen;
  }

  void look_at_target(Bitboard checkers) {
    if (facts_.castling) return;
    Square victim = facts_.to;
    if (facts_.en_passant) victim = make_square(file_of(facts_.to), rank_of(facts_.from));
    facts_.captured = position_.piece_on(victim);
    facts_.captures_checker = checkers.contains(victim);
    if (facts_.moved->type == PieceType::King) return;
    for (const Square checker : checkers)
      facts_.interposes = facts_.interposes || between(king_, checker).contains(facts_.to);
  }

  void look_at_pin(Bitboard checkers) {
    if (facts_.moved->type == PieceType::King) return;
    const Bitboard pinners =
        position_.attackers(king_, them_, occupied_ ^ Bitboard{facts_.from}) & ~checkers;
    if (pinners.empty()) return;
    facts_.pinned_by = attackers_of(position_, pinners, king_).front();
  }

  [[nodiscard]] bool reaches() const {
    if (facts_.castling || facts_.moved->type != PieceType::Pawn)
      return !facts_.castling &&
             attacks(facts_.moved->type, facts_.from, occupied_).contains(facts_.to);
    if (pawn_attacks(us_, facts_.from).contains(facts_.to))
      return facts_.en_passant || position_.pieces(them_).contains(facts_.to);
    const int forward = us_ == Color::White ? 8 : -8;
    const int delta = index(facts_.to) - index(facts_.from);
    if (delta != forward &&
        !(delta == 2 * forward && rank_of(facts_.from) == relative_rank(us_, Rank::R2)))
      return false;
    return ((between(facts_.from, facts_.to) | Bitboard{facts_.to}) & occupied_).empty();
  }

  /// Pins that careless code would see: one more piece on the line, or the wrong slider.
  void look_at_false_pins() {
    if (facts_.moved->type == PieceType::King || facts_.pinned_by) return;
    const Bitboard line_through = line(king_, facts_.from);
    const Bitboard sliders =
        (position_.pieces(PieceType::Bishop) | position_.pieces(PieceType::Rook) |
         position_.pieces(PieceType::Queen)) &
        line_through;
    for (const Square slider : sliders) {
      if (!between(king_, slider).contains(facts_.from) || line(king_, slider).contains(facts_.to))
        continue;
      facts_.false_pin = true;
      if (!position_.pieces(them_).contains(slider)) continue;
      const int shields = (between(king_, slider) & occupied_).count();
      const bool nearest = (between(king_, facts_.from) & occupied_).empty();
      const bool slides = position_.aligned_sliders(king_, them_).contains(slider);
      if (slides && shields == 2 && nearest) facts_.second_shield = true;
      if (!slides && shields == 1) facts_.wrong_slider = true;
    }
  }

  void look_at_pawns() {
    const Bitboard pawns = position_.pieces(them_, PieceType::Pawn);
    facts_.reversed_pawn_check = (pawn_attacks(them_, king_) & pawns).any();
    if (facts_.moved->type == PieceType::King)
      facts_.reversed_pawn_attack =
          (pawn_attacks(them_, facts_.to) & pawns & ~Bitboard{facts_.to}).any();
    facts_.pawn_beside = pawns.contains(make_square(file_of(facts_.to), rank_of(facts_.from)));
  }

  void look_at_castling() {
    CastlingFacts& castling = facts_.castling_facts;
    const auto right = position_.castling().rook(us_, facts_.side);
    castling.right = right && (!position_.chess960() || *right == facts_.to);
    const File corner = facts_.side == CastlingSide::King ? File::H : File::A;
    Square rook = make_square(corner, relative_rank(us_, Rank::R1));
    if (position_.chess960()) rook = facts_.to;
    if (castling.right) rook = *right;
    castling.ready =
        position_.pieces(us_, PieceType::Rook).contains(rook) &&
        (position_.chess960() || king_ == make_square(File::E, relative_rank(us_, Rank::R1)));
    if (!castling.ready) return;
    const Square king_to = castled_king(us_, facts_.side);
    const Square rook_to = castled_rook(us_, facts_.side);
    const Bitboard movers = Bitboard{king_} | Bitboard{rook};
    const Bitboard others = occupied_ & ~movers;
    const Bitboard king_way = between(king_, king_to) | Bitboard{king_to};
    const Bitboard rook_way = between(rook, rook_to) | Bitboard{rook_to};
    castling.king_path_free = (king_way & others).empty();
    castling.path_free = ((king_way | rook_way) & others).empty();
    castling.between_free = (between(king_, rook) & others).empty();
    const auto attacked = [&](Bitboard squares) {
      bool any = false;
      for (const Square square : squares) any = any || position_.attackers(square, them_).any();
      return any;
    };
    const Bitboard transit = between(king_, king_to);
    castling.transit_attacked = attacked(transit);
    for (const Square square : transit)
      if (std::abs(index(square) - index(king_)) == 1)
        castling.first_transit_attacked = attacked(Bitboard{square});
    const Bitboard after = others | Bitboard{king_to} | Bitboard{rook_to};
    castling.target_attacked = position_.attackers(king_to, them_, after).any();
    castling.target_opened =
        castling.target_attacked && position_.attackers(king_to, them_).empty();
    castling.rook_attacked = attacked(Bitboard{rook});
    castling.outer_square_attacked = attacked(rook_way & ~king_way & ~movers);
    for (const Square square : king_way | Bitboard{king_})
      castling.mirrored_attacked =
          castling.mirrored_attacked || position_.attackers(flip_rank(square), them_).any();
    castling.king_on_target = king_ == king_to;
    castling.rook_on_target = rook == rook_to;
    const Square edge = make_square(corner, rank_of(rook));
    castling.outer_rook = ((between(rook, edge) | Bitboard{edge}) & ~Bitboard{rook} &
                           position_.pieces(us_, PieceType::Rook))
                              .any();
    castling.swaps = king_to == rook || rook_to == king_;
    look_at_castling_way(king_to, after);
  }

  /// The attacks on both kings after the move.
  void look_at_kings() {
    Bitboard gone{facts_.to};
    if (facts_.en_passant) gone = Bitboard{make_square(file_of(facts_.to), rank_of(facts_.from))};
    const Bitboard left = (occupied_ & ~Bitboard{facts_.from} & ~gone) | Bitboard{facts_.to};
    const Square king = facts_.moved->type == PieceType::King ? facts_.to : king_;
    if (!facts_.legal)
      facts_.exposed_to =
          attackers_of(position_, position_.attackers(king, them_, left) & ~gone, king);
    const PieceType type =
        facts_.promotion == '\0' ? facts_.moved->type : piece_of_letter(facts_.promotion)->type;
    const Square other = position_.king(them_);
    const Bitboard direct =
        type == PieceType::Pawn ? pawn_attacks(us_, facts_.to) : attacks(type, facts_.to, left);
    facts_.gives_check = direct.contains(other) ||
                         (position_.attackers(other, us_, left) & ~Bitboard{facts_.from}).any();
  }

  void look_at_castling_way(Square king_to, Bitboard after) {
    const auto add = [&](Square square, Bitboard occupied) {
      const auto more =
          attackers_of(position_, position_.attackers(square, them_, occupied), square);
      facts_.exposed_to.insert(facts_.exposed_to.end(), more.begin(), more.end());
    };
    for (const Square square : between(king_, king_to) | Bitboard{king_}) add(square, occupied_);
    add(king_to, after);
  }

  const Position& position_;
  Color us_;
  Color them_;
  Square king_;
  Bitboard occupied_;
  MoveFacts facts_;
};

std::string pieces_text(const Position& position, Bitboard squares) {
  std::string text;
  for (const Square square : squares) {
    const auto piece = position.piece_on(square);
    text += fmt::format("{}the {} on {}", text.empty() ? "" : " and ",
                        piece ? to_string(piece->type) : "piece", to_string(square));
  }
  return text;
}

std::string squares_of(Bitboard squares) {
  std::string text;
  for (const Square square : squares) {
    const bool last = square == squares.last();
    text += (text.empty() ? "" : last ? " and " : ", ") + to_string(square);
  }
  return text;
}

std::string why_castling(const Position& position, const MoveFacts& facts) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  const Square rook = *position.castling().rook(us, facts.side);
  const Square king_to = castled_king(us, facts.side);
  const Square rook_to = castled_rook(us, facts.side);
  const Bitboard movers = Bitboard{king} | Bitboard{rook};
  const Bitboard empty =
      (between(king, king_to) | Bitboard{king_to} | between(rook, rook_to) | Bitboard{rook_to}) &
      ~movers;
  const Bitboard way = between(king, king_to) | Bitboard{king} | Bitboard{king_to};
  std::string text =
      fmt::format("{} has the right to castle with the rook on {}", to_string(us), to_string(rook));
  if (empty.any())
    text += fmt::format(", {} {} empty", squares_of(empty), empty.count() == 1 ? "is" : "are");
  return text + (way.count() == 1 ? fmt::format(", and {} is not attacked", squares_of(way))
                                  : fmt::format(", and none of {} is attacked", squares_of(way)));
}

std::string why_king_step(const Position& position, const MoveFacts& facts) {
  std::string safe = facts.in_check
                         ? fmt::format("no opposing piece attacks {} once the king has left {}",
                                       to_string(facts.to), to_string(facts.from))
                         : fmt::format("no opposing piece attacks {}", to_string(facts.to));
  if (!facts.captured) return safe;
  return fmt::format("the king takes {}{}, which nothing defends",
                     pieces_text(position, Bitboard{facts.to}),
                     facts.captures_checker ? ", which gives check" : "");
}

std::string why_en_passant(const Position& position, const MoveFacts& facts) {
  const Square victim = make_square(file_of(facts.to), rank_of(facts.from));
  const Square king = position.king(position.side_to_move());
  if (facts.captures_checker)
    return fmt::format(
        "en passant: the captured pawn on {} gives the check and is removed; no line to the king "
        "opens",
        to_string(victim));
  if (facts.interposes)
    return fmt::format(
        "en passant: the pawn lands on {}, between the king on {} and its attacker; no other line "
        "to the king opens",
        to_string(facts.to), to_string(king));
  return fmt::format(
      "en passant: the pawn on {} has just made a double push; removing both pawns exposes no "
      "line to the king on {}",
      to_string(victim), to_string(king));
}

/// The effect of the move on the board, without its king.
std::string what_it_does(const Position& position, const MoveFacts& facts) {
  const std::string who = pieces_text(position, Bitboard{facts.from});
  if (facts.captured)
    return fmt::format("{} captures {}", who, pieces_text(position, Bitboard{facts.to}));
  if (facts.double_step)
    return fmt::format("{} stands on its first square, and {} are empty", who,
                       squares_of(between(facts.from, facts.to) | Bitboard{facts.to}));
  const Bitboard way = between(facts.from, facts.to);
  if (way.any())
    return fmt::format("{} reaches {} over {}, which {} empty", who, to_string(facts.to),
                       squares_of(way), way.count() == 1 ? "is" : "are");
  return fmt::format("{} goes to {}, which is empty", who, to_string(facts.to));
}

}  // namespace

bool wraps_around(PieceType type, Color color, Square from, Square to) {
  const int delta = index(to) - index(from);
  const int files = std::abs(index(file_of(to)) - index(file_of(from)));
  const int size = std::abs(delta);
  const auto one_of = [size](std::initializer_list<int> sizes) { return contains(sizes, size); };
  switch (type) {
    case PieceType::Pawn:
      return files > 1 && (color == Color::White) == (delta > 0) && one_of({7, 9});
    case PieceType::Knight:
      return files > 2 && one_of({6, 10, 15, 17});
    case PieceType::King:
      return files > 1 && one_of({1, 7, 9});
    case PieceType::Bishop:
      return size % 7 == 0 || size % 9 == 0;
    case PieceType::Rook:
      return size <= 9;
    case PieceType::Queen:
      return size <= 9 || size % 7 == 0 || size % 9 == 0;
  }
  return false;
}

LineKind line_kind(Square a, Square b) {
  if (rank_of(a) == rank_of(b)) return LineKind::Rank;
  if (file_of(a) == file_of(b)) return LineKind::File;
  const int files = std::abs(index(file_of(a)) - index(file_of(b)));
  const int ranks = std::abs(index(rank_of(a)) - index(rank_of(b)));
  return files == ranks ? LineKind::Diagonal : LineKind::None;
}

std::optional<MoveFacts> move_facts(const Position& position, std::string_view uci) {
  const auto move = parse_move_text(uci);
  if (!move) return std::nullopt;
  return MoveExamination(position, uci, *move).run();
}

std::string why_legal(const Position& position, const MoveFacts& facts) {
  if (facts.castling) return why_castling(position, facts);
  if (facts.moved->type == PieceType::King) return why_king_step(position, facts);
  if (facts.en_passant) return why_en_passant(position, facts);
  std::string text = what_it_does(position, facts);
  if (facts.to_last_rank)
    text += fmt::format("{} and promotes to a piece of its choice",
                        position.piece_on(facts.to) ? "" : ",");
  if (facts.captures_checker) {
    text += ", which gives the check";
  } else if (facts.interposes) {
    text += fmt::format("; that blocks the line of {} to the king on {}",
                        pieces_text(position, position.checkers()),
                        to_string(position.king(position.side_to_move())));
  }
  if (facts.pinned_by) {
    const std::string pinner = pieces_text(position, Bitboard{facts.pinned_by->square});
    text += facts.to == facts.pinned_by->square
                ? "; it is pinned by that piece, which a pinned piece may capture"
                : fmt::format("; it is pinned by {} and stays on the line of the pin", pinner);
  } else if (!facts.in_check) {
    text += "; it is not pinned, and its king is not in check";
  }
  return text;
}

std::vector<MoveFacts> conceivable_moves(const Position& position) {
  const Color us = position.side_to_move();
  std::vector<MoveFacts> moves;
  for (const Square from : position.pieces(us)) {
    for (int number = 0; number < kSquareCount; ++number) {
      const Square to = square_at(number);
      // A king that castles and stays may be printed as going from g1 to g1.
      if (to == from && position.piece_on(from)->type != PieceType::King) continue;
      const std::string text = to_string(from) + to_string(to);
      moves.push_back(*move_facts(position, text));
      // A pawn that goes around the edge may come to the last rank from two ranks below.
      const bool around = moves.back().goes_around_edge();
      if (position.piece_on(from)->type == PieceType::Pawn &&
          rank_of(to) == relative_rank(us, Rank::R8) &&
          (around || rank_of(from) == relative_rank(us, Rank::R7)))
        for (const char letter : {'b', 'k', 'n', 'p', 'q', 'r'})
          moves.push_back(*move_facts(position, text + letter));
    }
  }
  std::ranges::sort(moves, {}, &MoveFacts::text);
  return moves;
}

}  // namespace perft_verify
