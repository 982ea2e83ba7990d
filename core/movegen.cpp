// One statement of the rules, three uses: sinks that list moves, count them, or note their targets.
//
// Before any piece moves, three sets are known:
//   targets   squares for a piece other than the king: not its own side's, and in check
//             only onto the checker or between it and the king
//   pinned    own pieces that alone stand between the king and an opposing slider; they keep
//             to the line through the king
//   and, for the king alone, whether a square is attacked once the king has left its own:
//             a king that steps back along a checking line must not shelter behind itself
#include "core/movegen.h"

#include <algorithm>

namespace perft_verify {
namespace {

constexpr std::array kPromotions{PieceType::Queen, PieceType::Knight, PieceType::Rook,
                                 PieceType::Bishop};

class ListingSink {
 public:
  explicit ListingSink(MoveList& list) : list_(list) {}

  void piece(Square from, Bitboard to) {
    for (const Square square : to) list_.add(Move::normal(from, square));
  }
  void pawns(Bitboard to, Direction direction) {
    for (const Square square : to) list_.add(Move::normal(step_back(square, direction), square));
  }
  void double_pushes(Bitboard to, Direction direction) {
    for (const Square square : to)
      list_.add(Move::normal(step_back(step_back(square, direction), direction), square));
  }
  void promotions(Bitboard to, Direction direction) {
    for (const Square square : to)
      for (const PieceType type : kPromotions)
        list_.add(Move::promotion(step_back(square, direction), square, type));
  }
  void en_passant(Square from, Square to) { list_.add(Move::en_passant(from, to)); }
  void castling(Square king, Square rook) { list_.add(Move::castling(king, rook)); }

 private:
  MoveList& list_;
};

class CountingSink {
 public:
  [[nodiscard]] int count() const { return count_; }

  void piece(Square, Bitboard to) { count_ += to.count(); }
  void pawns(Bitboard to, Direction) { count_ += to.count(); }
  void double_pushes(Bitboard to, Direction) { count_ += to.count(); }
  void promotions(Bitboard to, Direction) {
    count_ += to.count() * static_cast<int>(kPromotions.size());
  }
  void en_passant(Square, Square) { ++count_; }
  void castling(Square, Square) { ++count_; }

 private:
  int count_ = 0;
};

class TargetSink {
 public:
  explicit TargetSink(LegalTargets& targets) : targets_(targets) {}

  void piece(Square from, Bitboard to) {
    add(from, to);
    targets_.count += to.count();
  }
  void pawns(Bitboard to, Direction direction) {
    for (const Square square : to) {
      add(step_back(square, direction), Bitboard{square});
      ++targets_.count;
    }
  }
  void double_pushes(Bitboard to, Direction direction) {
    for (const Square square : to) {
      add(step_back(step_back(square, direction), direction), Bitboard{square});
      ++targets_.count;
    }
  }
  void promotions(Bitboard to, Direction direction) {
    for (const Square square : to)
      targets_.promotions[static_cast<std::size_t>(file_of(step_back(square, direction)))] |=
          Bitboard{square};
    targets_.count += to.count() * static_cast<int>(kPromotions.size());
  }
  void en_passant(Square from, Square) {
    targets_.en_passant |= Bitboard{from};
    ++targets_.count;
  }
  void castling(Square, Square rook) {
    targets_.castling |= Bitboard{rook};
    ++targets_.count;
  }

 private:
  void add(Square from, Bitboard to) { targets_.normal[static_cast<std::size_t>(from)] |= to; }

  LegalTargets& targets_;
};

template <Color us, class Sink>
class Generation {
 public:
  Generation(const Position& position, Sink& sink)
      : position_(position),
        sink_(sink),
        king_(position.king(us)),
        own_(position.pieces(us)),
        theirs_(position.pieces(kThem)),
        occupied_(own_ | theirs_) {}

  void run() {
    find_checkers_and_pinned();
    king_steps();
    if (checkers_.more_than_one()) return;  // in double check only the king can help
    targets_ = ~own_;
    if (checkers_.any()) targets_ &= checkers_ | between(king_, checkers_.first());

    knights();
    sliders();
    pawn_moves();
    if (position_.en_passant()) en_passant(*position_.en_passant());
    if (checkers_.empty() && position_.castling().any())
      for (const CastlingSide side : kCastlingSides)
        if (const auto rook = position_.castling().rook(us, side)) castling(side, *rook);
  }

 private:
  static constexpr Color kThem = ~us;
  static constexpr Direction kForward = us == Color::White ? Direction::North : Direction::South;
  static constexpr Direction kForwardWest =
      us == Color::White ? Direction::NorthWest : Direction::SouthWest;
  static constexpr Direction kForwardEast =
      us == Color::White ? Direction::NorthEast : Direction::SouthEast;

  void find_checkers_and_pinned() {
    checkers_ = (pawn_attacks(us, king_) & position_.pieces(kThem, PieceType::Pawn)) |
                (knight_attacks(king_) & position_.pieces(kThem, PieceType::Knight));
    for (const Square slider : position_.aligned_sliders(king_, kThem)) {
      const Bitboard shield = between(king_, slider) & occupied_;
      if (shield.empty()) {
        checkers_ |= Bitboard{slider};
      } else if (!shield.more_than_one()) {
        pinned_ |= shield & own_;
      }
    }
  }

  void king_steps() {
    const Bitboard without_king = occupied_ ^ Bitboard { king_ };
    Bitboard safe;
    for (const Square to : king_attacks(king_) & ~own_)
      if (!position_.attacked(to, kThem, without_king)) safe |= Bitboard{to};
    sink_.piece(king_, safe);
  }

  void knights() {
    // A pinned knight can never stay on its line.
    for (const Square from : position_.pieces(us, PieceType::Knight) & ~pinned_)
      sink_.piece(from, knight_attacks(from) & targets_);
  }

  void sliders() {
    const Bitboard queens = position_.pieces(us, PieceType::Queen);
    for (const Square from : position_.pieces(us, PieceType::Bishop) | queens)
      slider(from, bishop_attacks(from, occupied_));
    for (const Square from : position_.pieces(us, PieceType::Rook) | queens)
      slider(from, rook_attacks(from, occupied_));
  }

  void slider(Square from, Bitboard attacked) {
    Bitboard to = attacked & targets_;
    if (pinned_.contains(from)) to &= line(king_, from);
    sink_.piece(from, to);
  }

  /// All pawns at once. A pinned pawn may move in a direction exactly if that direction runs
  /// along its pin line, so the pins filter the pawns and not their targets.
  void pawn_moves() {
    constexpr Bitboard kThirdRank{relative_rank(us, Rank::R3)};
    const Bitboard pawns = position_.pieces(us, PieceType::Pawn);
    const Bitboard free = ~pinned_;
    const Bitboard rising = diagonal_through(king_);
    const Bitboard falling = anti_diagonal_through(king_);
    const Bitboard west_line = us == Color::White ? falling : rising;
    const Bitboard east_line = us == Color::White ? rising : falling;

    const Bitboard pushable = pawns & (free | Bitboard{file_of(king_)});
    const Bitboard single = shift<kForward>(pushable) & ~occupied_;
    const Bitboard twice = shift<kForward>(single & kThirdRank) & ~occupied_;
    sink_.double_pushes(twice & targets_, kForward);
    pawn_targets(single & targets_, kForward);
    const Bitboard victims = theirs_ & targets_;
    pawn_targets(shift<kForwardWest>(pawns & (free | west_line)) & victims, kForwardWest);
    pawn_targets(shift<kForwardEast>(pawns & (free | east_line)) & victims, kForwardEast);
  }

  void pawn_targets(Bitboard to, Direction direction) {
    sink_.pawns(to & ~kBackRanks, direction);
    const Bitboard promoting = to & kBackRanks;
    if (promoting.any()) sink_.promotions(promoting, direction);
  }

  /// Two pawns leave their squares at once, which no pin describes: each capture is tried on
  /// the occupancy it leaves behind. That covers checks and pins of every kind.
  void en_passant(Square to) {
    const Square victim = make_square(file_of(to), relative_rank(us, Rank::R5));
    for (const Square from : pawn_attacks(kThem, to) & position_.pieces(us, PieceType::Pawn)) {
      const Bitboard left = (occupied_ ^ Bitboard{from} ^ Bitboard{victim}) | Bitboard{to};
      const Bitboard attackers = position_.attackers(king_, kThem, left) & ~Bitboard{victim};
      if (attackers.empty()) sink_.en_passant(from, to);
    }
  }

  void castling(CastlingSide side, Square rook) {
    const Bitboard movers = Bitboard{king_} | Bitboard{rook};
    const Square king_to = castled_king(us, side);
    const Square rook_to = castled_rook(us, side);
    const Bitboard king_path = between(king_, king_to) | Bitboard{king_to};
    const Bitboard rook_path = between(rook, rook_to) | Bitboard{rook_to};
    if (((king_path | rook_path) & occupied_ & ~movers).any()) return;
    for (const Square passed : king_path & ~Bitboard{king_to})
      if (position_.attacked(passed, kThem, occupied_)) return;
    // The last square is judged with both pieces in place: in Chess960 the rook may have been
    // the shield of the king.
    const Bitboard after = (occupied_ & ~movers) | Bitboard{king_to} | Bitboard{rook_to};
    if (position_.attacked(king_to, kThem, after)) return;
    sink_.castling(king_, rook);
  }

  const Position& position_;
  Sink& sink_;
  Square king_;
  Bitboard own_;
  Bitboard theirs_;
  Bitboard occupied_;
  Bitboard checkers_;
  Bitboard pinned_;
  Bitboard targets_;
};

template <class Sink>
void generate(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::White) {
    Generation<Color::White, Sink>(position, sink).run();
  } else {
    Generation<Color::Black, Sink>(position, sink).run();
  }
}

}  // namespace

bool MoveList::contains(Move move) const { return std::find(begin(), end(), move) != end(); }

MoveList legal_moves(const Position& position) {
  MoveList list;
  ListingSink sink(list);
  generate(position, sink);
  return list;
}

LegalTargets legal_targets(const Position& position) {
  LegalTargets targets;
  find_legal_targets(position, targets);
  return targets;
}

void find_legal_targets(const Position& position, LegalTargets& targets) {
  targets = {};
  TargetSink sink(targets);
  generate(position, sink);
}

int count_legal(const Position& position) {
  CountingSink sink;
  generate(position, sink);
  return sink.count();
}

}  // namespace perft_verify
