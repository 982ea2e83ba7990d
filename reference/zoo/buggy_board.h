// The mailbox with bugs switched on: each bug sits in the step of the generator in which a
// real author would have made the mistake, and nowhere else.
//
// No bug leaves the bounds of the board, whatever it does to the position: kings may vanish,
// squares that moves start from may be empty, and counts are then as wrong as they would be in a
// real engine.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/mailbox/basic_board.h"
#include "reference/zoo/bugs.h"

namespace perft_verify::zoo {

using mailbox::Cell;
using mailbox::MoveList;
using mailbox::Occupant;

class BuggyBoard final : public mailbox::BasicBoard<BuggyBoard> {
 public:
  /// `setup` must have passed `read_fen`. Without bugs this is the plain mailbox.
  explicit BuggyBoard(const mailbox::Setup& setup, BugSet bugs = {});

  /// Takes over the hash table of another board, as an engine does from one position to the next.
  void take_table_of(BuggyBoard& other) { table_ = std::move(other.table_); }
  /// Counts without the table from now on.
  void switch_table_off() { table_is_off_ = true; }

  // The answers of the engine, right or wrong.
  [[nodiscard]] std::string uci(Move move) const;
  MoveList legal_moves();
  mailbox::PerftCount perft(int depth, const std::stop_token& stop = {});
  std::expected<reference::Divide, mailbox::PerftError> divide(int depth,
                                                               const std::stop_token& stop = {});
  [[nodiscard]] bool in_check(Color color) const;

 private:
  using Base = mailbox::BasicBoard<BuggyBoard>;
  friend Base;

  [[nodiscard]] bool has(BugId bug) const { return bugs_.has(bug, side_); }
  [[nodiscard]] bool has(BugId bug, Color mover) const { return bugs_.has(bug, mover); }
  /// For bugs of counting and of the hash table, which do not depend on colors.
  [[nodiscard]] bool counts_with(BugId bug) const { return bugs_.has(bug); }

  // buggy_board.cpp: looking at the board.
  void misread_setup();
  [[nodiscard]] Cell king_cell(Color color) const;
  [[nodiscard]] bool is_relative_rank(Cell cell, Rank rank) const;
  [[nodiscard]] bool is_relative(Cell cell, File file, Rank rank) const;
  [[nodiscard]] bool attacked_by_pawn(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_knight(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_king(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_slider(Cell cell, Color by) const;
  [[nodiscard]] bool slides_along(Occupant occupant, int step) const;
  [[nodiscard]] bool attacked_across_the_edge(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_captured_knight(Cell cell, Color by) const;
  [[nodiscard]] bool sees(Cell cell, int step, Color by) const;
  MoveList legal_moves_piece_by_piece();
  [[nodiscard]] std::vector<Cell> attackers_of(Cell cell, Color by) const;
  // A paranoid build must not stop at the bugs that it was asked for.
  void remember_before_make() const {}
  void check_after_make() const {}
  void check_after_unmake(Move) const {}

  // buggy_moves.cpp: pseudo-legal moves.
  void pseudo_legal_moves(MoveList& moves);
  void keep_what_lists_can_hold(MoveList& moves) const;
  void pawn_pushes(Cell from, MoveList& moves) const;
  void pawn_captures(Cell from, MoveList& moves) const;
  void en_passant_captures(Cell from, MoveList& moves) const;
  void add_pawn_move(Cell from, Cell to, MoveList& moves) const;
  void knight_moves(Cell from, MoveList& moves) const;
  void king_moves(Cell from, MoveList& moves) const;
  void slide_moves(Cell from, std::span<const int> steps, MoveList& moves) const;
  void slide_one_way(Cell from, int step, MoveList& moves) const;
  void slide_on_64_squares(Cell from, int delta, MoveList& moves) const;
  void wrapped_steps(Cell from, std::span<const int> deltas, MoveList& moves) const;
  void push(Cell from, Cell to, MoveList& moves) const;

  // buggy_castling.cpp
  void castling_moves(MoveList& moves) const;
  [[nodiscard]] bool may_castle(CastlingSide side) const;
  [[nodiscard]] bool castling_path_is_free(const CastlingPath& path) const;
  [[nodiscard]] bool castling_path_is_safe(const CastlingPath& path) const;
  [[nodiscard]] bool king_may_pass(Cell cell) const;
  [[nodiscard]] bool stands_ready_to_castle(const CastlingPath& path) const;
  void move_castling_pieces(Move move);

  // buggy_legality.cpp
  [[nodiscard]] bool is_legal(Move move);
  [[nodiscard]] std::optional<bool> verdict_on_en_passant(Move move);
  [[nodiscard]] std::optional<bool> verdict_on_king(Move move);
  [[nodiscard]] std::optional<bool> verdict_on_piece(Move move);
  [[nodiscard]] std::optional<bool> verdict_on_evasion(Move move, std::span<const Cell> checkers);
  [[nodiscard]] std::optional<bool> verdict_on_pinned(Move move);
  [[nodiscard]] bool check_goes_unnoticed(std::span<const Cell> checkers) const;
  [[nodiscard]] bool respects_pins(Move move) const;
  [[nodiscard]] bool forgets_en_passant(Move move, std::span<const Cell> checkers) const;
  [[nodiscard]] bool safe_after_en_passant(Move move);
  [[nodiscard]] bool line_attacked(Cell cell, Color by, int step, Cell also_blocked) const;

  /// A piece between its king and a slider: the step from the king, and the slider.
  struct Pin {
    int step;
    Cell pinner;
  };
  [[nodiscard]] std::optional<Pin> pin_of(Cell cell) const;

  // buggy_making.cpp
  void move_pieces(Move move);
  [[nodiscard]] Cell en_passant_victim(Move move) const;
  [[nodiscard]] Occupant promoted_piece(Move move) const;
  void update_castling_rooks(Move move);
  void lose_too_many_rights(Move move, const mailbox::CastlingRooks& before);
  [[nodiscard]] bool right_survives(Move move, Color color, CastlingSide side) const;
  void update_en_passant(Move move);
  void update_clocks();
  void update_king_cache(Move move);
  void put_pieces_back(const Undo& undo);
  [[nodiscard]] std::optional<Change> put_back_wrongly(const Undo& undo, Change change) const;
  void restore_state(const Undo& undo);

  // buggy_counting.cpp
  mailbox::PerftCount count(int depth, const std::stop_token& stop);
  mailbox::PerftCount count_with_table(int depth, const std::stop_token& stop);
  [[nodiscard]] bool unmake_is_faulty() const;
  [[nodiscard]] bool miscounts_last_ply() const;
  [[nodiscard]] std::uint64_t count_last_ply();
  mailbox::PerftCount count_one_by_one(int depth, const std::stop_token& stop,
                                       reference::Divide* divide);
  [[nodiscard]] bool uses_table(int depth) const;
  /// `bulk` is the same bug in an engine that looks nothing up for the last ply.
  [[nodiscard]] bool hashes_with(BugId bug, BugId bulk) const {
    return counts_with(bug) || counts_with(bulk);
  }
  [[nodiscard]] bool omits_depth() const {
    return hashes_with(BugId::HashOmitsDepth, BugId::HashOmitsDepthBulk);
  }
  [[nodiscard]] bool is_draw_by_rule() const;
  [[nodiscard]] std::uint64_t table_key(int depth) const;

  struct TableEntry {
    std::uint64_t key = 0;
    std::uint64_t nodes = 0;
    int depth = 0;  // 0: the entry is not used
  };

  BugSet bugs_;
  /// The initial squares of the kings: an engine's castling code would have e1 and e8 built in.
  mailbox::Table<Cell, 2> king_home_;
  /// A second record of the kings' squares, as engines keep it, and its undo stack.
  mailbox::Table<Cell, 2> cached_king_;
  std::vector<mailbox::Table<Cell, 2>> cached_king_before_;
  std::vector<TableEntry> table_;
  bool table_is_off_ = false;
  /// True while a move is tried for the list of legal moves, which must not change the board: only
  /// counting leaves the traces of a faulty unmake.
  bool trying_ = false;
};

}  // namespace perft_verify::zoo
