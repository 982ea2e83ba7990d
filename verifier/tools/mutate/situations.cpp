#include "verifier/tools/mutate/situations.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/attacks.h"
#include "core/castling.h"
#include "core/counting/perft.h"
#include "core/movegen.h"
#include "core/rules/legality.h"
#include "verifier/tools/mutate/castling_situations.h"
#include "verifier/tools/mutate/situation_code.h"

namespace perft_verify::verifier {
namespace {

/// Whether a slider sees the king along a diagonal, 1, or along a rank or file, 2.
std::uint64_t line_to(Square king, Square slider) {
  return diagonals_through(king).contains(slider) ? 1 : 2;
}

class Collector {
 public:
  Collector(std::set<std::uint64_t>& facts, int depth) : facts_(facts), depth_(depth) {}

  void walk(const Position& position, int depth) {
    // Two orders of moves lead to the same pieces after three plies at the earliest.
    if (depth_ - depth >= 3) fields_of_table(position, depth);
    blockers(position);
    lines_to_king(position);
    castling_refused(position, facts_);
    castling_on_the_way(way_, position, facts_);
    const Bitboard shields = position.checkers().empty() ? pinned(position) : kNoSquares;
    if (shields.any()) pins(position);
    pawns_across_edge(position);
    // The last ply of a count may be told by other code than a list of moves.
    const bool at_end = depth == 1 && depth_ > 1;
    if (position.en_passant()) en_passant(position, *position.en_passant(), at_end);
    const MoveList moves = legal_moves(position);
    // A count that is kept in few bits: of the whole list, or of the answers to a move.
    add(SituationFact::NumberOfMoves,
        {number_of(position.side_to_move()),
         static_cast<std::uint64_t>(std::bit_width(moves.size())), depth == depth_ ? 1U : 0U});
    for (const Move move : moves) {
      const auto type = number_of(position.piece_on(move.from())->type);
      const auto color = number_of(position.side_to_move());
      add(SituationFact::Move,
          {color, kind_of(position, move), type, number_of(move.from()), number_of(move.to())});
      add(SituationFact::InCheck,
          {color, kind_of(position, move), type, number_of(position.checkers().count())});
      if (position.checkers().count() == 1) evasion(position, move);
      if (shields.contains(move.from())) pinned_move(position, move);
      if (depth == 1) continue;
      const Position next = position.after(move);
      consequences(position, move, next, depth);
      if (move.kind() == MoveKind::Castling && depth > 2) checks_once_castled(position, move, next);
      const bool double_push = kind_of(position, move) == kDoublePush;
      if (double_push) pushed_twice_.push_back(move.to());
      way_.push_back({position, move});
      walk(next, depth - 1);
      way_.pop_back();
      if (double_push) pushed_twice_.pop_back();
    }
  }

  /// The values of a FEN that a reader may get wrong one by one, if moves show them.
  void fields_of_fen(const Position& position) {
    constexpr std::size_t kLongPlacement = 64;  // a buffer for one letter per square
    enum Field : std::uint8_t { Placement, King, Castling, EnPassant };
    const auto color = number_of(position.side_to_move());
    if (position.fen().find(' ') >= kLongPlacement)
      add(SituationFact::FieldOfFen, {Placement, color, 0});
    for (const Color each : kColors)
      add(SituationFact::FieldOfFen, {King, number_of(each), number_of(position.king(each))});
    add(SituationFact::FieldOfFen, {Castling, color, position.castling().mask()});
    if (const auto ep = usable_en_passant(position))
      add(SituationFact::FieldOfFen, {EnPassant, color, number_of(*ep)});
  }

  /// The pieces of the side to move, for lists of pieces that have an end.
  void numbers_of_pieces(const Position& position) {
    const Color us = position.side_to_move();
    for (const PieceType type : kPieceTypes)
      add(SituationFact::NumberOfPieces,
          {number_of(us), number_of(type),
           static_cast<std::uint64_t>(position.pieces(us, type).count())});
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
        if (!why) continue;
        const bool pushes_twice = piece->type == PieceType::Pawn && std::abs(to - from) == 16;
        refusal(position, *piece, square_at(to), *why,
                promotes       ? kPromotes
                : pushes_twice ? kPushesTwice
                               : kPlain);
        refused_by(position, *piece, square_at(to), *why);
      }
    }
  }

 private:
  void add(SituationFact fact, std::initializer_list<std::uint64_t> details) {
    facts_.insert(code(fact, details));
  }

  /// A legal move out of check, by the piece that gives it, its line to the king, and whether the
  /// move captures that piece.
  void evasion(const Position& position, Move move) {
    const Square checker = *position.checkers().begin();
    const PieceType type = position.piece_on(checker)->type;
    const bool slides = type != PieceType::Pawn && type != PieceType::Knight;
    const Square king = position.king(position.side_to_move());
    const Square captured = move.kind() == MoveKind::EnPassant
                                ? make_square(file_of(move.to()), rank_of(move.from()))
                                : move.to();
    add(SituationFact::Evasion,
        {number_of(position.side_to_move()), kind_of(position, move),
         number_of(position.piece_on(move.from())->type), number_of(type),
         slides ? line_to(king, checker) : 0U, captured == checker ? 1U : 0U});
    // Generators have a code of their own for answers to check, with ranks of its own for pawns.
    if (move.kind() == MoveKind::Promotion || move.kind() == MoveKind::EnPassant ||
        kind_of(position, move) == kDoublePush)
      add(SituationFact::PawnAnswers,
          {number_of(position.side_to_move()), number_of(move.from()), number_of(move.to())});
  }

  /// A piece that could leave the line of its pin, by the side of the king on which it stands.
  void pins(const Position& position) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    for (const Square slider : position.aligned_sliders(king, ~us)) {
      const Bitboard shields = between(king, slider) & position.occupied();
      if (shields.count() != 1 || (shields & position.pieces(us)).empty()) continue;
      const Square from = *shields.begin();
      const PieceType type = position.piece_on(from)->type;
      const Bitboard path = between(king, slider) | Bitboard{slider};
      const bool could_leave = type == PieceType::Pawn ? pawn_leaves(position, from, path)
                                                       : leaves(position, shields, path);
      if (could_leave)
        add(SituationFact::PinHolds, {number_of(us), number_of(type), direction(king, from)});
    }
  }

  /// A move of a pinned piece along the line of the pin, by the side of the king on which it
  /// stands.
  void pinned_move(const Position& position, Move move) {
    const Square king = position.king(position.side_to_move());
    const std::uint64_t side = direction(king, move.from());
    add(SituationFact::PinnedMove,
        {number_of(position.side_to_move()), kind_of(position, move),
         number_of(position.piece_on(move.from())->type), side,
         direction(move.from(), move.to()) == side ? 1U : 0U, captures(position, move)});
  }

  /// Checks right after castling that would be none on the king's square before it, and refuse a
  /// move of another piece: for a generator that keeps the square of the king and forgets it here.
  /// A move of the king that is tried first may correct it, so the piece stood before it or behind,
  /// or beside it on the rank, where it comes first in every order but one from h1 or h8.
  void checks_once_castled(const Position& position, Move move, const Position& next) {
    const Color us = position.side_to_move();
    const Square before = position.king(us);
    const CastlingSide side = castling_side(move.from(), move.to());
    const auto place = [&](Square now) -> std::uint64_t {
      const Square from = now == castled_rook(us, side) ? move.to() : now;
      if (from > before) return 0;
      return rank_of(from) == rank_of(before) ? 2 : 1;
    };
    for (const Move answer : legal_moves(next)) {
      const Position in_check = next.after(answer);
      const Square king = in_check.king(us);
      const Bitboard others =
          in_check.pieces(us) & ~in_check.pieces(us, PieceType::Pawn) & ~Bitboard{king};
      for (const Square checker : in_check.checkers()) {
        if (in_check.attackers(before, ~us).contains(checker)) continue;
        const Bitboard path = between(king, checker) | Bitboard{checker};
        for (const Square from : others & ~pinned(in_check))
          if (leaves(in_check, Bitboard{from}, path))
            add(SituationFact::CheckOnceCastled, {number_of(us), number_of(side), place(from)});
      }
    }
  }

  static std::optional<Square> usable_en_passant(const Position& position) {
    if (position.en_passant())
      for (const Move move : legal_moves(position))
        if (move.kind() == MoveKind::EnPassant) return position.en_passant();
    return std::nullopt;
  }

  /// The castling rights or the en passant squares in which two positions of the same pieces
  /// differ, if their counts to the same depth differ: a table that confuses them answers wrongly.
  /// Positions that differ in more than two rights say nothing new.
  void fields_of_table(const Position& position, int depth) {
    const std::string fen = position.fen();
    std::string pieces = fen.substr(0, fen.find(' ') + 2) + std::to_string(depth);
    std::vector<Reached>& others = same_pieces_[std::move(pieces)];
    const auto ep = usable_en_passant(position);
    for (const auto& [other, pushed_twice] : others) {
      const unsigned one = position.castling().mask() & ~other.castling().mask();
      const unsigned two = other.castling().mask() & ~position.castling().mask();
      const auto other_ep = usable_en_passant(other);
      if (one == two && ep == other_ep) {
        if (pushed_twice == pushed_twice_) return;  // seen before
        continue;
      }
      if ((one != two && ep != other_ep) || std::popcount(one | two) > 2 ||
          perft(position, depth) == perft(other, depth))
        continue;
      if (one != two) {
        add(SituationFact::RightsOfTable, {std::min(one, two), std::max(one, two)});
      } else if (!ep || !other_ep || depth > 1) {  // many tables are not asked at the last ply
        // A key that a double push leaves as it is may be changed when its ep square goes, and is
        // wrong from then on. So the only double push is the last one, and the other way has none.
        const bool by_one_push = pushed_twice.size() + pushed_twice_.size() == 1;
        const auto color = number_of(position.side_to_move());
        add(SituationFact::EpOfTable,
            {color, ep && other_ep ? 1U : 0U, by_one_push ? 1U : 0U, depth > 1 ? 1U : 0U});
        // Each file has a word of its own in the key.
        if (!ep != !other_ep && depth > 1)
          add(SituationFact::EpFileOfTable, {color, number_of(file_of(ep ? *ep : *other_ep))});
      }
    }
    others.push_back({position, pushed_twice_});
  }

  /// Sliders that would have more legal moves if they did not see the piece that ends a line.
  /// Bishop and queen, White and Black share their tables, so neither matters.
  void blockers(const Position& position) {
    const Color us = position.side_to_move();
    if (position.checkers().any()) return;
    const Bitboard own = position.pieces(us);
    const Bitboard all = position.occupied();
    const Bitboard shields = pinned(position);
    const auto look = [&](PieceType like, auto attacks_from) {
      const Bitboard sliders =
          own & ~shields & (position.pieces(like) | position.pieces(PieceType::Queen));
      for (const Square from : sliders) {
        const Bitboard seen = attacks_from(from, all);
        for (const Square blocker : seen& all)
          if ((attacks_from(from, all & ~Bitboard{blocker}) & ~seen & ~own).any())
            add(SituationFact::Blocker, {number_of(like), number_of(from), number_of(blocker)});
      }
    };
    look(PieceType::Bishop, bishop_attacks);
    look(PieceType::Rook, rook_attacks);
  }

  /// A slider that gives check or pins from one edge of the board to the other, by its square and
  /// the king's, if a piece would have another move without that line: the last entries of a table
  /// of lines. White and Black share it.
  void lines_to_king(const Position& position) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    const Bitboard own = position.pieces(us) & ~position.pieces(PieceType::Pawn) & ~Bitboard{king};
    const Bitboard checkers = position.checkers();
    for (const Square slider : position.aligned_sliders(king, ~us)) {
      if (!is_edge_to_edge(king, slider)) continue;
      const Bitboard path = between(king, slider) | Bitboard{slider};
      const Bitboard shields = between(king, slider) & position.occupied();
      const bool pins =
          checkers.empty() && shields.count() == 1 && leaves(position, shields & own, path);
      const bool checks =
          checkers == Bitboard{slider} && leaves(position, own & ~pinned(position), path);
      if (pins || checks)
        add(SituationFact::LineToKing, {pins ? 1U : 0U, number_of(slider), number_of(king)});
    }
  }

  /// Whether one of these pieces, no pawn, moves somewhere else than to the path.
  static bool leaves(const Position& position, Bitboard pieces, Bitboard path) {
    Bitboard targets;
    for (const Square from : pieces)
      targets |= attacks(position.piece_on(from)->type, from, position.occupied());
    return (targets & ~position.pieces(position.side_to_move()) & ~path).any();
  }

  static bool pawn_leaves(const Position& position, Square from, Bitboard path) {
    const Color us = position.side_to_move();
    const Square ahead = square_at(index(from) + (us == Color::White ? 8 : -8));
    return (Bitboard{ahead} & ~position.occupied() & ~path).any() ||
           (pawn_attacks(us, from) & position.pieces(~us) & ~path).any();
  }

  /// Own pieces that stand alone between the king and an opposing slider.
  static Bitboard pinned(const Position& position) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    Bitboard all;
    for (const Square slider : position.aligned_sliders(king, ~us)) {
      const Bitboard shields = between(king, slider) & position.occupied();
      if (shields.count() == 1) all |= shields & position.pieces(us);
    }
    return all;
  }

  /// Each capture en passant by its squares, by the line that it opens or leaves open to the king,
  /// and by the pieces that stand around: a generator may take one of them for the pawn.
  void en_passant(const Position& position, Square target, bool at_end) {
    const Color us = position.side_to_move();
    const auto color = number_of(us);
    const Square king = position.king(us);
    const Bitboard capturers = pawn_attacks(~us, target) & position.pieces(us, PieceType::Pawn);
    for (const Square from : capturers) {
      const Square victim = make_square(file_of(target), rank_of(from));
      const Bitboard after =
          (position.occupied() & ~Bitboard{from} & ~Bitboard{victim}) | Bitboard{target};
      const Bitboard left = position.attackers(king, ~us, after) & ~Bitboard{victim};
      const Bitboard unshielded =
          position.attackers(king, ~us, after & ~Bitboard{target}) & ~Bitboard{victim} & ~left;
      const Bitboard before = position.checkers();
      add(SituationFact::EpCapture,
          {color, number_of(from), number_of(target), left.any() ? 1U : 0U});
      if (left.empty()) add(SituationFact::EpLine, {color, 4, 0, number_of(before.count())});
      for (const Square attacker : left | unshielded) {
        const std::uint64_t opened = !before.contains(attacker)
                                         ? (line(king, attacker).contains(from) ? 1U : 0U) +
                                               (line(king, attacker).contains(victim) ? 2U : 0U)
                                         : 0U;
        add(SituationFact::EpLine,
            {color, direction(king, attacker), number_of(position.piece_on(attacker)->type),
             opened + 3, unshielded.contains(attacker) ? 1U : 0U});
        if (at_end && left.contains(attacker))
          add(SituationFact::EpRefusedAtEnd, {color, direction(king, attacker), opened + 3});
      }
    }
    ep_across_edge(position, target);
    if (capturers.empty()) return;
    for (const Square square : king_attacks(target) & position.occupied()) {
      const Piece piece = *position.piece_on(square);
      add(SituationFact::EpNeighbor,
          {color, direction(target, square), number_of(piece.color), number_of(piece.type)});
    }
  }

  /// Pawns at the other edge that would capture on the square if the edges were joined, with
  /// squares numbered from a1 or from a8.
  void ep_across_edge(const Position& position, Square target) {
    const Color us = position.side_to_move();
    for (const Square from : position.pieces(us, PieceType::Pawn))
      if (is_across_edge(us, from, target))
        add(SituationFact::EpAcrossEdge, {number_of(us), number_of(from), number_of(target)});
  }

  static bool is_across_edge(Color us, Square from, Square target) {
    const int files = index(file_of(from)) - index(file_of(target));
    const int ranks =
        (us == Color::White ? 1 : -1) * (index(rank_of(target)) - index(rank_of(from)));
    return std::abs(files) == 7 && (ranks == 0 || ranks == 2);
  }

  /// Pieces that a pawn at the other edge would capture if the edges were joined, and squares there
  /// to which the king may go all the same.
  void pawns_across_edge(const Position& position) {
    const Color us = position.side_to_move();
    constexpr Bitboard kEdges = Bitboard{File::A} | Bitboard{File::H};
    for (const Square from : position.pieces(us, PieceType::Pawn) & kEdges)
      for (const Square target : position.pieces(~us) & ~position.pieces(PieceType::King) & kEdges)
        if (is_across_edge(us, from, target))
          add(SituationFact::PawnAcrossEdge,
              {number_of(us), number_of(from), number_of(target), 0});
    const Bitboard theirs = position.pieces(~us, PieceType::Pawn) & kEdges;
    const Bitboard near = king_attacks(position.king(us)) & kEdges & ~position.pieces(us);
    if (theirs.empty() || near.empty()) return;
    const Bitboard all = position.occupied() & ~Bitboard{position.king(us)};
    for (const Square target : near)
      if (position.attackers(target, ~us, all).empty())
        for (const Square from : theirs)
          if (is_across_edge(~us, from, target))
            add(SituationFact::PawnAcrossEdge,
                {number_of(~us), number_of(from), number_of(target), 1});
  }

  /// Whether a check refuses a piece's move or a pawn's push: the king alone may well have the same
  /// number of moves without it.
  static bool refuses(const Position& position, Square checker) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    const Bitboard path = between(king, checker) | Bitboard{checker};
    const Bitboard free = position.pieces(us) & ~Bitboard{king} & ~pinned(position);
    const Bitboard pawns = free & position.pieces(PieceType::Pawn);
    const Bitboard pushed =
        us == Color::White ? shift<Direction::North>(pawns) : shift<Direction::South>(pawns);
    return leaves(position, free & ~pawns, path) || (pushed & ~position.occupied() & ~path).any();
  }

  /// The lines that a capture en passant opens for a check, with the pawns that stood on them.
  void checks_en_passant(const Position& position, Move move, const Position& next) {
    const Square king = next.king(next.side_to_move());
    const Square victim = make_square(file_of(move.to()), rank_of(move.from()));
    for (const Square checker : next.checkers() & ~Bitboard{move.to()}) {
      if (!refuses(next, checker)) continue;
      const Bitboard opened = line(king, checker);
      add(SituationFact::EpCheck,
          {number_of(position.side_to_move()), direction(king, checker),
           (opened.contains(move.from()) ? 1U : 0U) + (opened.contains(victim) ? 2U : 0U)});
    }
  }

  enum MoveOfPawn : std::uint8_t { kPlain, kPromotes, kPushesTwice };

  void refusal(const Position& position, Piece piece, Square to, const WhyIllegal& why,
               MoveOfPawn of_pawn) {
    std::uint64_t attacker = 7;
    std::uint64_t line = 0;
    for (const Square square : why.attackers) {
      attacker = number_of(position.piece_on(square)->type);
      line = line_to(position.king(piece.color), square);
      break;
    }
    add(SituationFact::Illegal,
        {number_of(piece.color), number_of(piece.type), number_of(why.reason), attacker, line,
         why.attackers.count() > 1 ? 1U : 0U, number_of(of_pawn),
         position.checkers().any() ? answer_to_check(position, to, piece) : 0U});
  }

  /// The answer to a check that a piece on that square would be: 2 an interposition, 3 the capture
  /// of the piece that gives it, 1 none.
  static std::uint64_t answer_to_check(const Position& position, Square to, Piece piece) {
    if (position.checkers().count() != 1 || piece.type == PieceType::King) return 1;
    const Square checker = *position.checkers().begin();
    if (to == checker) return 3;
    return between(position.king(piece.color), checker).contains(to) ? 2 : 1;
  }

  /// The piece that alone refuses a move of a king, of a pinned piece or in check, with its way
  /// from the king's square: mailbox boards look along each direction in a step of its own.
  void refused_by(const Position& position, Piece piece, Square to, const WhyIllegal& why) {
    using enum Illegality;
    constexpr std::array kOfKing = {KingIntoCheck, KingXray, KingsAdjacent, CheckNotAnswered,
                                    Pinned};
    if (why.attackers.count() != 1 || std::ranges::find(kOfKing, why.reason) == kOfKing.end())
      return;
    const Square attacker = *why.attackers.begin();
    const PieceType type = position.piece_on(attacker)->type;
    const bool is_king = piece.type == PieceType::King;
    const Square king = is_king ? to : position.king(piece.color);
    add(SituationFact::RefusedBy, {number_of(piece.color),
                                   is_king                     ? 2U
                                   : position.checkers().any() ? 1U
                                                               : 0U,
                                   number_of(type), way_to(king, attacker, position)});
  }

  /// An en passant square that a double push sets, with each pawn that may capture there.
  void ep_set(const Position& next) {
    const MoveList answers = legal_moves(next);
    const auto captures = std::ranges::count(answers, MoveKind::EnPassant, &Move::kind);
    for (const Move answer : answers)
      if (answer.kind() == MoveKind::EnPassant)
        add(SituationFact::EpSet,
            {number_of(next.side_to_move()), number_of(answer.from()), number_of(answer.to()),
             next.checkers().any() ? 1U : 0U, captures == 1 ? 1U : 0U});
  }

  /// A rook or queen that passes a pawn as a double push would: no pawn may capture it en passant.
  void passed_by_piece(const Position& position, Move move, const Position& next) {
    const Color us = position.side_to_move();
    const int step = index(move.to()) - index(move.from());
    if (kind_of(position, move) != number_of(MoveKind::Normal) || std::abs(step) != 16 ||
        next.checkers().any())
      return;
    const Square passed = square_at(index(move.from()) + step / 2);
    const Bitboard pawns = pawn_attacks(us, passed) & next.pieces(~us, PieceType::Pawn);
    const bool from_second_rank = rank_of(move.from()) == relative_rank(us, Rank::R2) &&
                                  rank_of(move.to()) == relative_rank(us, Rank::R4);
    if ((pawns & ~pinned(next)).any())
      add(SituationFact::PassedByPiece,
          {number_of(us), number_of(position.piece_on(move.from())->type),
           from_second_rank ? 1U : 0U});
  }

  /// The effects of a move that only the moves after it show: `depth - 1` plies of them.
  void consequences(const Position& position, Move move, const Position& next, int depth) {
    const Color us = position.side_to_move();
    const auto color = number_of(us);
    const auto type = number_of(position.piece_on(move.from())->type);
    if (const Bitboard checkers = next.checkers(); checkers.any()) {
      const bool direct = checkers.contains(move.to());
      const bool shown = refuses(next, direct ? move.to() : *checkers.begin());
      add(SituationFact::Check,
          {color, kind_of(position, move), type, direct ? 1U : 0U, number_of(checkers.count()),
           shown ? 1U : 0U, move.kind() == MoveKind::Promotion ? captures(position, move) : 0U});
    }
    if (move.kind() == MoveKind::EnPassant) checks_en_passant(position, move, next);
    if (kind_of(position, move) == kDoublePush) ep_set(next);
    passed_by_piece(position, move, next);
    const auto captured = position.piece_on(move.to());
    if (captured && move.kind() != MoveKind::Castling)
      add(SituationFact::Capture,
          {color, kind_of(position, move), type, number_of(captured->type)});
    for (const Color owner : kColors) {
      for (const CastlingSide side : kCastlingSides)
        // The side that moves could castle two plies later.
        if (position.castling().rook(owner, side) && !next.castling().rook(owner, side) &&
            (owner != us || depth > 2))
          add(SituationFact::RightLost,
              {color, number_of(owner), number_of(side), kind_of(position, move), type,
               owner == us               ? captures(position, move)
               : has_right(position, us) ? 1U
                                         : 0U,
               owner != us && is_path_free(next, *position.castling().rook(owner, side)) ? 1U
                                                                                         : 0U});
    }
    if (position.en_passant() && move.kind() != MoveKind::EnPassant)
      add(SituationFact::EpForgone,
          {color, kind_of(position, move), type, move.to() == *position.en_passant() ? 1U : 0U,
           other_side_may_take_on_file(position, next) ? 1U : 0U});
  }

  /// Whether an en passant square that could be used, and is not, is on a file on which the other
  /// side may capture next: for generators that keep the file alone.
  static bool other_side_may_take_on_file(const Position& position, const Position& next) {
    const auto square = usable_en_passant(position);
    if (!square || next.checkers().any()) return false;
    const Color us = position.side_to_move();
    const Square on_file = make_square(file_of(*square), relative_rank(us, Rank::R3));
    return !next.occupied().contains(on_file) &&
           (pawn_attacks(us, on_file) & next.pieces(~us, PieceType::Pawn) & ~pinned(next)).any();
  }

  static std::uint64_t captures(const Position& position, Move move) {
    return move.kind() != MoveKind::Castling && position.occupied().contains(move.to()) ? 1 : 0;
  }

  static bool has_right(const Position& position, Color color) {
    return std::ranges::any_of(kCastlingSides, [&](CastlingSide side) {
      return position.castling().rook(color, side).has_value();
    });
  }

  struct Reached {
    Position position;
    std::vector<Square> pushed_twice;
  };

  std::set<std::uint64_t>& facts_;
  int depth_;                         // of the whole walk
  std::vector<Square> pushed_twice_;  // the targets of double pushes on the way here
  std::vector<Step> way_;             // the moves up to here
  /// By pieces, side to move and depth: positions that differ in rights, in the en passant square
  /// or in the double pushes on the way.
  std::unordered_map<std::string, std::vector<Reached>> same_pieces_;
};

}  // namespace

std::set<std::uint64_t> situations(const Position& position, int depth) {
  std::set<std::uint64_t> facts;
  Collector collector(facts, depth);
  collector.fields_of_fen(position);
  collector.numbers_of_pieces(position);
  collector.refusals(position);
  collector.walk(position, depth);
  if (depth > 2 && position.castling().any()) rights_put_back(position, facts);
  return facts;
}

}  // namespace perft_verify::verifier
