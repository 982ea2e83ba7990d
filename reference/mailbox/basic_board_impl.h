// The definitions of BasicBoard, for the source files that instantiate it.
#pragma once

#include <algorithm>
#include <cassert>

#include "reference/mailbox/basic_board.h"
#include "reference/mailbox/keys.h"
#ifdef PERFT_VERIFY_PARANOID
#include <cstdio>
#include <cstdlib>
#endif

namespace perft_verify::mailbox {

// --- Setting up and reading off -------------------------------------------------------

template <class Rules>
BasicBoard<Rules>::BasicBoard(const Setup& setup)
    : side_(setup.side_to_move),
      halfmove_clock_(setup.halfmove_clock),
      fullmove_number_(setup.fullmove_number),
      chess960_(setup.chess960) {
  for (Cell cell = 0; cell < kCellCount; ++cell)
    board_[cell] = is_on_board(cell) ? Occupant::Empty : Occupant::Wall;
  for (int number = 0; number < kSquareCount; ++number) {
    const std::optional<Piece> piece = setup.placement[static_cast<std::size_t>(number)];
    if (!piece) continue;
    const Cell cell = cell_of(square_at(number));
    board_[cell] = occupant_of(piece->color, piece->type);
    pieces_.add(board_[cell], cell);
  }
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook =
              setup.castling_rooks[static_cast<std::size_t>(color)][static_cast<std::size_t>(side)])
        castling_rooks_[color][side] = cell_of(*rook);
  if (setup.en_passant) en_passant_ = cell_of(*setup.en_passant);
  key_ = key_from_scratch();
}

template <class Rules>
std::expected<Rules, FenError> BasicBoard<Rules>::from_fen(std::string_view text,
                                                           Chess960 chess960) {
  const auto setup = read_fen(text, chess960);
  if (!setup) return std::unexpected(setup.error());
  return Rules(*setup);
}

template <class Rules>
Setup BasicBoard<Rules>::setup() const {
  Setup setup;
  for (int number = 0; number < kSquareCount; ++number) {
    const Occupant occupant = board_[cell_of(square_at(number))];
    if (is_piece(occupant))
      setup.placement[static_cast<std::size_t>(number)] =
          Piece{color_of(occupant), type_of(occupant)};
  }
  setup.side_to_move = side_;
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (const Cell rook = castling_rooks_[color][side]; rook != kNoCell)
        setup.castling_rooks[static_cast<std::size_t>(color)][static_cast<std::size_t>(side)] =
            square_of(rook);
  if (en_passant_ != kNoCell) setup.en_passant = square_of(en_passant_);
  setup.halfmove_clock = halfmove_clock_;
  setup.fullmove_number = fullmove_number_;
  setup.chess960 = chess960_;
  return setup;
}

template <class Rules>
Cell BasicBoard<Rules>::king_cell(Color color) const {
  return pieces_.cells(occupant_of(color, PieceType::King)).front();
}

template <class Rules>
Cell BasicBoard<Rules>::first_obstacle(Cell from, int step) const {
  Cell cell = from + step;
  while (is_empty(cell)) cell += step;
  return cell;
}

// --- Pseudo-legal moves ---------------------------------------------------------------

template <class Rules>
void BasicBoard<Rules>::pseudo_legal_moves(MoveList& moves) {
  const auto of_kind = [&](PieceType type) { return pieces_.cells(occupant_of(side_, type)); };
  for (const Cell from : of_kind(PieceType::Pawn)) rules().pawn_moves(from, moves);
  for (const Cell from : of_kind(PieceType::Knight)) rules().knight_moves(from, moves);
  for (const Cell from : of_kind(PieceType::Bishop)) rules().slide_moves(from, kBishopSteps, moves);
  for (const Cell from : of_kind(PieceType::Rook)) rules().slide_moves(from, kRookSteps, moves);
  for (const Cell from : of_kind(PieceType::Queen)) {
    rules().slide_moves(from, kBishopSteps, moves);
    rules().slide_moves(from, kRookSteps, moves);
  }
  for (const Cell from : of_kind(PieceType::King)) rules().king_moves(from, moves);
  rules().castling_moves(moves);
}

template <class Rules>
void BasicBoard<Rules>::pawn_moves(Cell from, MoveList& moves) const {
  rules().pawn_pushes(from, moves);
  rules().pawn_captures(from, moves);
  rules().en_passant_captures(from, moves);
}

template <class Rules>
void BasicBoard<Rules>::pawn_pushes(Cell from, MoveList& moves) const {
  const int step = forward(side_);
  if (!is_empty(from + step)) return;
  rules().add_pawn_move(from, from + step, moves);
  const bool on_its_first_rank = rank_of_cell(from) == relative_rank(side_, Rank::R2);
  if (on_its_first_rank && is_empty(from + 2 * step))
    moves.push(Move::normal(square_of(from), square_of(from + 2 * step)));
}

template <class Rules>
void BasicBoard<Rules>::pawn_captures(Cell from, MoveList& moves) const {
  for (const int sideways : {-kEast, kEast}) {
    const Cell to = from + forward(side_) + sideways;
    if (holds_enemy(to)) rules().add_pawn_move(from, to, moves);
  }
}

template <class Rules>
void BasicBoard<Rules>::en_passant_captures(Cell from, MoveList& moves) const {
  if (en_passant_ == kNoCell) return;
  for (const int sideways : {-kEast, kEast}) {
    const Cell to = from + forward(side_) + sideways;
    if (to == en_passant_) moves.push(Move::en_passant(square_of(from), square_of(to)));
  }
}

template <class Rules>
void BasicBoard<Rules>::add_pawn_move(Cell from, Cell to, MoveList& moves) const {
  if (rank_of_cell(to) != relative_rank(side_, Rank::R8)) {
    moves.push(Move::normal(square_of(from), square_of(to)));
    return;
  }
  for (const PieceType piece :
       {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    moves.push(Move::promotion(square_of(from), square_of(to), piece));
}

template <class Rules>
void BasicBoard<Rules>::knight_moves(Cell from, MoveList& moves) const {
  step_moves(from, kKnightSteps, moves);
}

template <class Rules>
void BasicBoard<Rules>::king_moves(Cell from, MoveList& moves) const {
  step_moves(from, kKingSteps, moves);
}

template <class Rules>
void BasicBoard<Rules>::step_moves(Cell from, std::span<const int> steps, MoveList& moves) const {
  for (const int step : steps) {
    const Cell to = from + step;
    if (is_empty(to) || holds_enemy(to)) moves.push(Move::normal(square_of(from), square_of(to)));
  }
}

template <class Rules>
void BasicBoard<Rules>::slide_moves(Cell from, std::span<const int> steps, MoveList& moves) const {
  for (const int step : steps) {
    Cell to = from + step;
    for (; is_empty(to); to += step) moves.push(Move::normal(square_of(from), square_of(to)));
    if (holds_enemy(to)) moves.push(Move::normal(square_of(from), square_of(to)));
  }
}

template <class Rules>
void BasicBoard<Rules>::castling_moves(MoveList& moves) const {
  for (const CastlingSide side : kCastlingSides)
    if (rules().may_castle(side))
      moves.push(Move::castling(square_of(rules().king_cell(side_)),
                                square_of(castling_rooks_[side_][side])));
}

template <class Rules>
bool BasicBoard<Rules>::may_castle(CastlingSide side) const {
  const Cell rook = castling_rooks_[side_][side];
  if (rook == kNoCell) return false;
  const CastlingPath path = castling_path(rules().king_cell(side_), rook);
  return rules().castling_path_is_free(path) && rules().castling_path_is_safe(path);
}

template <class Rules>
typename BasicBoard<Rules>::CastlingPath BasicBoard<Rules>::castling_path(Cell king, Cell rook) {
  const Rank rank = rank_of_cell(king);
  const bool kings_side = rook > king;
  return {.king_from = king,
          .king_to = cell_of(make_square(kings_side ? File::G : File::C, rank)),
          .rook_from = rook,
          .rook_to = cell_of(make_square(kings_side ? File::F : File::D, rank))};
}

template <class Rules>
bool BasicBoard<Rules>::castling_path_is_free(const CastlingPath& path) const {
  const auto [first, last] =
      std::minmax({path.king_from, path.king_to, path.rook_from, path.rook_to});
  for (Cell cell = first; cell <= last; ++cell)
    if (!is_empty(cell) && cell != path.king_from && cell != path.rook_from) return false;
  return true;
}

template <class Rules>
bool BasicBoard<Rules>::castling_path_is_safe(const CastlingPath& path) const {
  const auto [first, last] = std::minmax(path.king_from, path.king_to);
  for (Cell cell = first; cell <= last; ++cell)
    if (!rules().king_may_pass(cell)) return false;
  return true;
}

template <class Rules>
bool BasicBoard<Rules>::king_may_pass(Cell cell) const {
  return !attacked(cell, enemy());
}

// --- Attacks and legality -------------------------------------------------------------

template <class Rules>
bool BasicBoard<Rules>::attacked(Cell cell, Color by) const {
  return rules().attacked_by_slider(cell, by) || rules().attacked_by_knight(cell, by) ||
         rules().attacked_by_pawn(cell, by) || rules().attacked_by_king(cell, by);
}

template <class Rules>
bool BasicBoard<Rules>::attacked_by_pawn(Cell cell, Color by) const {
  const std::array steps{-forward(by) - kEast, -forward(by) + kEast};
  return attacked_by_step(cell, steps, occupant_of(by, PieceType::Pawn));
}

template <class Rules>
bool BasicBoard<Rules>::attacked_by_knight(Cell cell, Color by) const {
  return attacked_by_step(cell, kKnightSteps, occupant_of(by, PieceType::Knight));
}

template <class Rules>
bool BasicBoard<Rules>::attacked_by_king(Cell cell, Color by) const {
  return attacked_by_step(cell, kKingSteps, occupant_of(by, PieceType::King));
}

template <class Rules>
bool BasicBoard<Rules>::attacked_by_slider(Cell cell, Color by) const {
  const Occupant queen = occupant_of(by, PieceType::Queen);
  return attacked_along(cell, kRookSteps, occupant_of(by, PieceType::Rook), queen) ||
         attacked_along(cell, kBishopSteps, occupant_of(by, PieceType::Bishop), queen);
}

template <class Rules>
bool BasicBoard<Rules>::attacked_by_step(Cell cell, std::span<const int> steps,
                                         Occupant attacker) const {
  return std::ranges::any_of(steps, [&](int step) { return board_[cell + step] == attacker; });
}

template <class Rules>
bool BasicBoard<Rules>::attacked_along(Cell cell, std::span<const int> steps, Occupant slider,
                                       Occupant queen) const {
  return std::ranges::any_of(steps, [&](int step) {
    const Occupant obstacle = board_[first_obstacle(cell, step)];
    return obstacle == slider || obstacle == queen;
  });
}

template <class Rules>
bool BasicBoard<Rules>::in_check(Color color) const {
  return attacked(rules().king_cell(color), ~color);
}

template <class Rules>
bool BasicBoard<Rules>::is_legal(Move move) {
  const Color us = side_;
  make(move);
  const bool king_is_safe = !rules().in_check(us);
  unmake();
  return king_is_safe;
}

template <class Rules>
MoveList BasicBoard<Rules>::legal_moves() {
  MoveList moves;
  rules().pseudo_legal_moves(moves);
  moves.keep_if([&](Move move) { return rules().is_legal(move); });
  return moves;
}

// --- Making and taking back -----------------------------------------------------------

template <class Rules>
void BasicBoard<Rules>::make(Move move) {
  rules().remember_before_make();
  undo_.push_back(
      {.move = move,
       .moved = board_[cell_of(move.from())],
       .captures = move.kind() == MoveKind::EnPassant || holds_enemy(cell_of(move.to())),
       .changes = {},
       .castling_rooks = castling_rooks_,
       .en_passant = en_passant_,
       .halfmove_clock = halfmove_clock_,
       .fullmove_number = fullmove_number_,
       .key = key_});
  rules().move_pieces(move);
  rules().update_castling_rooks(move);
  rules().update_en_passant(move);
  rules().update_clocks();
  side_ = ~side_;
  key_ ^= kKeys.black_to_move;
  rules().check_after_make();
}

/// Puts `now` into a cell, in place of what is there, and notes how to undo it.
template <class Rules>
void BasicBoard<Rules>::place(Cell cell, Occupant now) {
  Undo& undo = undo_.back();
  Change& change = undo.changes[undo.change_count++];
  const Occupant before = board_[cell];
  change = {.cell = static_cast<std::uint8_t>(cell), .before = before};
  if (is_piece(before)) {
    change.slot = static_cast<std::uint8_t>(pieces_.remove(before, cell));
    key_ ^= kKeys.piece[before][cell];
  }
  if (is_piece(now)) {
    pieces_.add(now, cell);
    key_ ^= kKeys.piece[now][cell];
  }
  board_[cell] = now;
}

template <class Rules>
void BasicBoard<Rules>::move_pieces(Move move) {
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  const Occupant moved = board_[from];
  switch (move.kind()) {
    case MoveKind::Castling:
      rules().move_castling_pieces(move);
      return;
    case MoveKind::EnPassant:
      place(rules().en_passant_victim(move), Occupant::Empty);
      [[fallthrough]];
    case MoveKind::Normal:
      place(from, Occupant::Empty);
      place(to, moved);
      return;
    case MoveKind::Promotion:
      place(from, Occupant::Empty);
      place(to, rules().promoted_piece(move));
      return;
  }
}

template <class Rules>
void BasicBoard<Rules>::move_castling_pieces(Move move) {
  // Both are lifted first: in Chess960 each may land where the other stood.
  const CastlingPath path = castling_path(cell_of(move.from()), cell_of(move.to()));
  place(path.king_from, Occupant::Empty);
  place(path.rook_from, Occupant::Empty);
  place(path.king_to, occupant_of(side_, PieceType::King));
  place(path.rook_to, occupant_of(side_, PieceType::Rook));
}

template <class Rules>
Cell BasicBoard<Rules>::en_passant_victim(Move move) const {
  return cell_of(move.to()) - forward(side_);
}

template <class Rules>
Occupant BasicBoard<Rules>::promoted_piece(Move move) const {
  return occupant_of(side_, move.promoted_to());
}

/// A king that moves loses both rights. A rook's right ends when anything leaves its cell
/// or arrives there.
template <class Rules>
void BasicBoard<Rules>::update_castling_rooks(Move move) {
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  const bool king_moves = undo_.back().moved == occupant_of(side_, PieceType::King);
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      const Cell rook = castling_rooks_[color][side];
      if (rook == from || rook == to || (king_moves && color == side_))
        lose_castling_right(color, side);
    }
  }
}

template <class Rules>
void BasicBoard<Rules>::lose_castling_right(Color color, CastlingSide side) {
  Cell& rook = castling_rooks_[color][side];
  if (rook == kNoCell) return;
  key_ ^= kKeys.castling[color][rook];
  rook = kNoCell;
}

/// The ep square lives for one move: only the next move may capture on it.
template <class Rules>
void BasicBoard<Rules>::update_en_passant(Move move) {
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  const bool double_step =
      undo_.back().moved == occupant_of(side_, PieceType::Pawn) && to == from + 2 * forward(side_);
  set_en_passant(double_step ? from + forward(side_) : kNoCell);
}

template <class Rules>
void BasicBoard<Rules>::set_en_passant(Cell cell) {
  // The word of kNoCell is 0.
  key_ ^= kKeys.en_passant[en_passant_] ^ kKeys.en_passant[cell];
  en_passant_ = cell;
}

template <class Rules>
void BasicBoard<Rules>::update_clocks() {
  const Undo& undo = undo_.back();
  const bool irreversible = undo.captures || undo.moved == occupant_of(side_, PieceType::Pawn);
  halfmove_clock_ = irreversible ? 0 : halfmove_clock_ + 1;
  if (side_ == Color::Black) ++fullmove_number_;
}

template <class Rules>
void BasicBoard<Rules>::unmake() {
  assert(!undo_.empty());
  const Undo undo = undo_.back();
  rules().put_pieces_back(undo);
  rules().restore_state(undo);
  side_ = ~side_;
  undo_.pop_back();
  rules().check_after_unmake(undo.move);
}

template <class Rules>
void BasicBoard<Rules>::put_pieces_back(const Undo& undo) {
  for (int at = undo.change_count; at-- > 0;) put_back(undo.changes[static_cast<std::size_t>(at)]);
}

template <class Rules>
void BasicBoard<Rules>::put_back(const Change& change) {
  if (is_piece(board_[change.cell])) pieces_.remove(board_[change.cell], change.cell);
  if (is_piece(change.before)) pieces_.insert(change.before, change.cell, change.slot);
  board_[change.cell] = change.before;
}

template <class Rules>
void BasicBoard<Rules>::restore_state(const Undo& undo) {
  castling_rooks_ = undo.castling_rooks;
  en_passant_ = undo.en_passant;
  halfmove_clock_ = undo.halfmove_clock;
  fullmove_number_ = undo.fullmove_number;
  key_ = undo.key;
}

// --- UCI ------------------------------------------------------------------------------

template <class Rules>
std::string BasicBoard<Rules>::uci(Move move) const {
  Square to = move.to();
  if (move.kind() == MoveKind::Castling && !chess960_)
    to = make_square(to > move.from() ? File::G : File::C, rank_of(to));
  std::string text = to_string(move.from()) + to_string(to);
  if (move.kind() == MoveKind::Promotion) text += letter_of({Color::Black, move.promoted_to()});
  return text;
}

template <class Rules>
std::optional<Move> BasicBoard<Rules>::find_move(std::string_view text) {
  for (const Move move : rules().legal_moves())
    if (rules().uci(move) == text) return move;
  return std::nullopt;
}

// --- Counting -------------------------------------------------------------------------

template <class Rules>
PerftCount BasicBoard<Rules>::perft(int depth, const std::stop_token& stop) {
  if (depth == 0) return 1;
  if (stop.stop_requested()) return std::unexpected(PerftError::Stopped);
  const MoveList moves = rules().legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t total = 0;
  for (const Move move : moves) {
    make(move);
    const PerftCount below = rules().perft(depth - 1, stop);
    unmake();
    if (!below) return below;
    if (__builtin_add_overflow(total, *below, &total)) return std::unexpected(PerftError::Overflow);
  }
  return total;
}

template <class Rules>
std::expected<reference::Divide, PerftError> BasicBoard<Rules>::divide(
    int depth, const std::stop_token& stop) {
  reference::Divide divide;
  for (const Move move : rules().legal_moves()) {
    std::string text = rules().uci(move);
    make(move);
    const PerftCount below = rules().perft(depth - 1, stop);
    unmake();
    if (!below) return std::unexpected(below.error());
    if (__builtin_add_overflow(divide.total, *below, &divide.total))
      return std::unexpected(PerftError::Overflow);
    divide.lines.push_back({std::move(text), *below});
  }
  std::ranges::sort(divide.lines);
  return divide;
}

// --- Self-checks ----------------------------------------------------------------------

template <class Rules>
std::uint64_t BasicBoard<Rules>::key_from_scratch() const {
  std::uint64_t key = side_ == Color::Black ? kKeys.black_to_move : 0;
  for (Cell cell = 0; cell < kCellCount; ++cell)
    if (is_piece(board_[cell])) key ^= kKeys.piece[board_[cell]][cell];
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      key ^= kKeys.castling[color][castling_rooks_[color][side]];
  return key ^ kKeys.en_passant[en_passant_];
}

template <class Rules>
std::optional<std::string> BasicBoard<Rules>::check() const {
  int on_board = 0;
  for (Cell cell = 0; cell < kCellCount; ++cell) {
    if ((board_[cell] == Occupant::Wall) == is_on_board(cell))
      return "cell " + std::to_string(cell) + " is wall and board at once";
    if (is_piece(board_[cell])) ++on_board;
  }
  int listed = 0;
  for (int kind = 0; kind < kPieceKinds; ++kind) {
    const auto piece = static_cast<Occupant>(kind);
    for (const Cell cell : pieces_.cells(piece)) {
      ++listed;
      if (board_[cell] != piece)
        return "the piece listed on " + to_string(square_of(cell)) + " is not there";
    }
  }
  // Every listed piece is on the board, so equal numbers mean that every piece is listed.
  if (listed != on_board) return "a piece on the board is not listed, or listed twice";
  for (const Color color : kColors) {
    if (pieces_.cells(occupant_of(color, PieceType::King)).size() != 1)
      return std::string(to_string(color)) + " has not exactly one king";
    for (const CastlingSide side : kCastlingSides) {
      const Cell rook = castling_rooks_[color][side];
      if (rook == kNoCell) continue;
      const bool on_its_side = (rook > king_cell(color)) == (side == CastlingSide::King);
      if (board_[rook] != occupant_of(color, PieceType::Rook) || !on_its_side ||
          rook / kNorth != king_cell(color) / kNorth)
        return "a castling right of " + std::string(to_string(color)) + " without king and rook";
    }
  }
  if (en_passant_ != kNoCell) {
    const int step = forward(enemy());
    if (!is_empty(en_passant_) || !is_empty(en_passant_ - step) ||
        board_[en_passant_ + step] != occupant_of(enemy(), PieceType::Pawn))
      return "no double push can have left the ep square " + to_string(square_of(en_passant_));
  }
  if (key_ != key_from_scratch()) return "the key is not the key computed from scratch";
  return std::nullopt;
}

template <class Rules>
bool BasicBoard<Rules>::same_state(const BasicBoard& other) const {
  return board_ == other.board_ && pieces_ == other.pieces_ && side_ == other.side_ &&
         castling_rooks_ == other.castling_rooks_ && en_passant_ == other.en_passant_ &&
         halfmove_clock_ == other.halfmove_clock_ && fullmove_number_ == other.fullmove_number_ &&
         key_ == other.key_ && chess960_ == other.chess960_;
}

#ifdef PERFT_VERIFY_PARANOID
[[noreturn]] inline void report_corruption(const std::string& what, std::size_t ply,
                                           const std::string& move) {
  std::fprintf(stderr, "mailbox: %s (ply %zu, move %s)\n", what.c_str(), ply, move.c_str());
  std::abort();
}

template <class Rules>
void BasicBoard<Rules>::remember_before_make() {
  if (before_.empty())
    if (const auto problem = check()) report_corruption("at the root: " + *problem, 0, "none");
  BasicBoard copy = *this;
  copy.undo_.clear();
  copy.before_.clear();
  before_.push_back(std::move(copy));
}

template <class Rules>
void BasicBoard<Rules>::check_after_make() const {
  if (const auto problem = check())
    report_corruption("after make: " + *problem, undo_.size(),
                      before_.back().uci(undo_.back().move));
}

template <class Rules>
void BasicBoard<Rules>::check_after_unmake(Move move) {
  // What it was before the move has been checked then.
  if (!same_state(before_.back()))
    report_corruption("after unmake: " + check().value_or("not the position before the move"),
                      before_.size(), uci(move));
  before_.pop_back();
}
#else
template <class Rules>
void BasicBoard<Rules>::remember_before_make() {}
template <class Rules>
void BasicBoard<Rules>::check_after_make() const {}
template <class Rules>
void BasicBoard<Rules>::check_after_unmake(Move) {}
#endif

}  // namespace perft_verify::mailbox
