// The body of the mailbox generator: a 10x12 board with piece lists, pseudo-legal moves
// that are tried on the board, an undo stack, and an incremental key.
//
// The rules of chess are cut into small steps ("the captures of a pawn", "is this castling
// path safe"), and every step is called through `rules()`. `Rules` is the class derived
// from this template; a step that it defines itself takes the place of the one here, at
// compile time. `Board` (board.h) replaces none and is plain chess.
//
// Written to be obviously right rather than fast: this is the second opinion.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/move.h"
#include "reference/generator.h"
#include "reference/mailbox/cells.h"
#include "reference/mailbox/move_list.h"
#include "reference/mailbox/piece_lists.h"
#include "reference/mailbox/setup.h"

namespace perft_verify::mailbox {

/// The reason why a count has no result.
enum class PerftError : std::uint8_t {
  Stopped,   // the stop token asked for it
  Overflow,  // more than 2^64 - 1 leaves
};

/// Counts of leaves, or why there are none.
using PerftCount = std::expected<std::uint64_t, PerftError>;

template <class Rules>
class BasicBoard {
 public:
  /// The position of a FEN, or its first defect (see `read_fen`).
  static std::expected<Rules, FenError> from_fen(std::string_view text,
                                                 Chess960 chess960 = Chess960::Auto);

  /// The position as plain values, and its wire FEN.
  [[nodiscard]] Setup setup() const;
  [[nodiscard]] std::string fen() const { return write_fen(setup()); }

  [[nodiscard]] Color side_to_move() const { return side_; }
  [[nodiscard]] bool chess960() const { return chess960_; }
  /// The number of moves that are made and not taken back.
  [[nodiscard]] int ply() const { return static_cast<int>(undo_.size()); }
  [[nodiscard]] bool in_check(Color color) const;

  /// The legal moves, in no particular order. (Tries moves on the board, hence not const.)
  MoveList legal_moves();

  /// Makes a legal move; `unmake` takes the last one back and needs one to take back.
  void make(Move move);
  void unmake();

  /// The UCI text of the move in this position: e1g1, or e1h1 in Chess960, for castling.
  [[nodiscard]] std::string uci(Move move) const;
  /// The legal move with that text, or nothing.
  std::optional<Move> find_move(std::string_view text);

  /// The leaves `depth` plies below; 1 for depth 0, which must not be negative.
  PerftCount perft(int depth, const std::stop_token& stop = {});
  /// The leaves below each legal move, sorted by move, and their sum; `depth` ≥ 1.
  std::expected<reference::Divide, PerftError> divide(int depth, const std::stop_token& stop = {});

  /// The Zobrist key, updated by each move, and the same computed from scratch.
  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] std::uint64_t key_from_scratch() const;

  /// The first inconsistency of the board, its lists, rights and key; nothing if all is well.
  [[nodiscard]] std::optional<std::string> check() const;

  /// Equal in every detail of the position, the order of the piece lists included.
  [[nodiscard]] bool same_state(const BasicBoard& other) const;

 private:
  friend Rules;

  /// `setup` must have passed `read_fen`.
  explicit BasicBoard(const Setup& setup);

  /// A cell that a move changed, and how to list its former piece again.
  struct Change {
    std::uint8_t cell = 0;
    Occupant before = Occupant::Empty;
    std::uint8_t slot = 0;
  };

  /// All that a move changes.
  struct Undo {
    Move move;
    Occupant moved = Occupant::Empty;
    bool captures = false;
    std::uint8_t change_count = 0;
    std::array<Change, 8> changes;
    CastlingRooks castling_rooks;
    Cell en_passant = kNoCell;
    unsigned halfmove_clock = 0;
    unsigned fullmove_number = 1;
    std::uint64_t key = 0;
  };

  /// The origin and target cells of king and rook.
  struct CastlingPath {
    Cell king_from, king_to, rook_from, rook_to;
  };

  Rules& rules() { return static_cast<Rules&>(*this); }
  const Rules& rules() const { return static_cast<const Rules&>(*this); }

  // Looking at the board.
  [[nodiscard]] Color enemy() const { return ~side_; }
  [[nodiscard]] bool is_empty(Cell cell) const { return board_[cell] == Occupant::Empty; }
  [[nodiscard]] bool holds_enemy(Cell cell) const { return is_piece_of(board_[cell], ~side_); }
  [[nodiscard]] Cell king_cell(Color color) const;
  [[nodiscard]] Cell first_obstacle(Cell from, int step) const;

  // Pseudo-legal moves.
  void pseudo_legal_moves(MoveList& moves);
  void pawn_moves(Cell from, MoveList& moves) const;
  void pawn_pushes(Cell from, MoveList& moves) const;
  void pawn_captures(Cell from, MoveList& moves) const;
  void en_passant_captures(Cell from, MoveList& moves) const;
  void add_pawn_move(Cell from, Cell to, MoveList& moves) const;
  void knight_moves(Cell from, MoveList& moves) const;
  void king_moves(Cell from, MoveList& moves) const;
  void step_moves(Cell from, std::span<const int> steps, MoveList& moves) const;
  void slide_moves(Cell from, std::span<const int> steps, MoveList& moves) const;
  void castling_moves(MoveList& moves) const;
  [[nodiscard]] bool may_castle(CastlingSide side) const;
  [[nodiscard]] static CastlingPath castling_path(Cell king, Cell rook);
  [[nodiscard]] bool castling_path_is_free(const CastlingPath& path) const;
  [[nodiscard]] bool castling_path_is_safe(const CastlingPath& path) const;
  [[nodiscard]] bool king_may_pass(Cell cell) const;

  // Attacks and legality.
  [[nodiscard]] bool attacked(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_pawn(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_knight(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_king(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_slider(Cell cell, Color by) const;
  [[nodiscard]] bool attacked_by_step(Cell cell, std::span<const int> steps,
                                      Occupant attacker) const;
  [[nodiscard]] bool attacked_along(Cell cell, std::span<const int> steps, Occupant slider,
                                    Occupant queen) const;
  [[nodiscard]] bool is_legal(Move move);

  // Making and taking back.
  void place(Cell cell, Occupant now);
  void move_pieces(Move move);
  void move_castling_pieces(Move move);
  [[nodiscard]] Cell en_passant_victim(Move move) const;
  [[nodiscard]] Occupant promoted_piece(Move move) const;
  void update_castling_rooks(Move move);
  void lose_castling_right(Color color, CastlingSide side);
  void update_en_passant(Move move);
  void set_en_passant(Cell cell);
  void update_clocks();
  void put_pieces_back(const Undo& undo);
  void put_back(const Change& change);
  void restore_state(const Undo& undo);

  // Checks after each make and unmake in a paranoid build.
  void check_after_make() const;
  void remember_before_make();
  void check_after_unmake(Move move);

  Table<Occupant, kCellCount> board_;
  PieceLists pieces_;
  Color side_ = Color::White;
  CastlingRooks castling_rooks_;
  Cell en_passant_ = kNoCell;
  unsigned halfmove_clock_ = 0;
  unsigned fullmove_number_ = 1;
  std::uint64_t key_ = 0;
  bool chess960_ = false;
  std::vector<Undo> undo_;
  // Used by a paranoid build only, but always present: the layout is the same in all builds.
  std::vector<BasicBoard> before_;
};

}  // namespace perft_verify::mailbox
