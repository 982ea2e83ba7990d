// Helpers that the tests of core share: positions from FENs, color-flipped positions, random games,
// Chess960 start positions and a deliberately naive test of attacks.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"

namespace perft_verify {

// GoogleTest's output for an unexpected position or square.
inline void PrintTo(const Position& position, std::ostream* out) { *out << position.fen(); }
inline void PrintTo(Square square, std::ostream* out) { *out << to_string(square); }
inline void PrintTo(Bitboard squares, std::ostream* out) {
  *out << '{';
  for (const Square square : squares) *out << ' ' << to_string(square);
  *out << " }";
}
inline void PrintTo(FenErrorReason reason, std::ostream* out) {
  *out << FenError{reason, 0}.message();
}

namespace test {

inline constexpr std::string_view kStart =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr std::string_view kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The position of a FEN that must be accepted; the start position and a failed test if not.
inline Position position_of(std::string_view fen, Chess960 chess960 = Chess960::Auto) {
  const auto parsed = parse_fen(fen, {.chess960 = chess960});
  if (parsed) return parsed->position;
  ADD_FAILURE() << fen << ": " << parsed.error().message() << " (byte " << parsed.error().offset
                << ")";
  return Position();
}

/// The UCI texts of all legal moves, sorted; a move that is listed twice appears twice.
inline std::vector<std::string> legal_texts(const Position& position) {
  std::vector<std::string> texts;
  for (const Move move : legal_moves(position)) texts.push_back(to_uci(move, position.chess960()));
  std::ranges::sort(texts);
  return texts;
}

inline bool is_legal_text(const Position& position, std::string_view text) {
  return std::ranges::count(legal_texts(position), text) == 1;
}

/// A set of squares from their names: "e4 d5".
inline Bitboard squares_of(std::string_view names) {
  Bitboard squares;
  for (std::size_t at = 0; at + 1 < names.size(); at += 3)
    squares |= Bitboard{parse_square(names.substr(at, 2)).value()};
  return squares;
}

/// Puts a piece on a square in place of any other, or empties it.
inline void put(PositionParts& parts, Square square, std::optional<Piece> piece) {
  for (Bitboard& squares : parts.by_color) squares &= ~Bitboard{square};
  for (Bitboard& squares : parts.by_type) squares &= ~Bitboard{square};
  if (!piece) return;
  parts.by_color[static_cast<std::size_t>(piece->color)] |= Bitboard{square};
  parts.by_type[static_cast<std::size_t>(piece->type)] |= Bitboard{square};
}

inline PositionParts parts_of(const Position& position) {
  PositionParts parts;
  for (const Color color : kColors)
    parts.by_color[static_cast<std::size_t>(color)] = position.pieces(color);
  for (const PieceType type : kPieceTypes)
    parts.by_type[static_cast<std::size_t>(type)] = position.pieces(type);
  parts.side_to_move = position.side_to_move();
  parts.castling = position.castling();
  parts.en_passant = position.en_passant();
  parts.halfmove_clock = position.halfmove_clock();
  parts.fullmove_number = position.fullmove_number();
  parts.chess960 = position.chess960();
  return parts;
}

/// The same position with the colors exchanged and the board turned upside down.
inline Position color_flipped(const Position& position) {
  return Position(colors_flipped(parts_of(position)));
}

/// A text about a position turned into the text about the color-flipped one: every square
/// changes its rank, White and Black change places.
inline std::string color_flipped(std::string_view text) {
  std::string flipped;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool rank =
        at > 0 && text[at] >= '1' && text[at] <= '8' && text[at - 1] >= 'a' && text[at - 1] <= 'h';
    if (rank) {
      flipped += static_cast<char>('1' + '8' - text[at]);
    } else if (text.substr(at).starts_with("White") || text.substr(at).starts_with("Black")) {
      flipped += text[at] == 'W' ? "Black" : "White";
      at += 4;
    } else {
      flipped += text[at];
    }
  }
  return flipped;
}

/// The start position with this number (0 to 959, Scharnagl's numbering; 518 is standard
/// chess), with rights as file letters.
inline std::string chess960_start(int number) {
  std::string rank(8, ' ');
  const auto free_file = [&rank](int nth) {
    std::size_t file = 0;
    for (;; ++file)
      if (rank[file] == ' ' && nth-- == 0) return file;
  };
  rank[static_cast<std::size_t>(number % 4 * 2 + 1)] = 'b';
  number /= 4;
  rank[static_cast<std::size_t>(number % 4 * 2)] = 'b';
  number /= 4;
  rank[free_file(number % 6)] = 'q';
  number /= 6;
  static constexpr std::array<std::pair<int, int>, 10> kKnights{
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto [first, second] = kKnights[static_cast<std::size_t>(number)];
  const std::size_t left = free_file(first);
  rank[free_file(second)] = 'n';
  rank[left] = 'n';
  std::string rights;
  for (const char piece : {'r', 'k', 'r'}) {
    const std::size_t file = free_file(0);
    rank[file] = piece;
    if (piece == 'r') rights.insert(rights.begin(), static_cast<char>('a' + file));
  }
  const auto upper = [](std::string text) {
    for (char& c : text) c = static_cast<char>(c - 'a' + 'A');
    return text;
  };
  return rank + "/pppppppp/8/8/8/8/PPPPPPPP/" + upper(rank) + " w " + upper(rights) + rights +
         " - 0 1";
}

/// Plays random legal moves and shows every position after the root to `visit`. The game ends
/// with mate, stalemate, after fifty moves without progress, or after `plies`.
template <typename Visit>
void random_game(Position position, std::mt19937& random, int plies, Visit visit) {
  for (int ply = 0; ply < plies && position.halfmove_clock() < 100; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return;
    position.make(moves[random() % moves.size()]);
    visit(std::as_const(position));
  }
}

/// The squares that a slider reaches in one direction: a plain walk, square by square.
inline Bitboard naive_ray(Square from, int file_step, int rank_step, Bitboard occupied) {
  Bitboard reached;
  int file = index(file_of(from)) + file_step;
  int rank = index(rank_of(from)) + rank_step;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step) {
    const Square square = square_at(rank * 8 + file);
    reached |= Bitboard{square};
    if (occupied.contains(square)) break;
  }
  return reached;
}

inline Bitboard naive_rook(Square from, Bitboard occupied) {
  return naive_ray(from, 1, 0, occupied) | naive_ray(from, -1, 0, occupied) |
         naive_ray(from, 0, 1, occupied) | naive_ray(from, 0, -1, occupied);
}

inline Bitboard naive_bishop(Square from, Bitboard occupied) {
  return naive_ray(from, 1, 1, occupied) | naive_ray(from, -1, 1, occupied) |
         naive_ray(from, 1, -1, occupied) | naive_ray(from, -1, -1, occupied);
}

/// All squares that differ from `from` by one of these steps and lie on the board.
inline Bitboard naive_steps(Square from, std::initializer_list<std::pair<int, int>> steps) {
  Bitboard reached;
  for (const auto& [files, ranks] : steps) {
    const int file = index(file_of(from)) + files;
    const int rank = index(rank_of(from)) + ranks;
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8)
      reached |= Bitboard{square_at(rank * 8 + file)};
  }
  return reached;
}

inline Bitboard naive_knight(Square from) {
  return naive_steps(from,
                     {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}});
}

inline Bitboard naive_king(Square from) {
  return naive_steps(from, {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}});
}

inline Bitboard naive_pawn(Color color, Square from) {
  const int forward = color == Color::White ? 1 : -1;
  return naive_steps(from, {{-1, forward}, {1, forward}});
}

/// The squares that the piece on `from` attacks, by the naive walks.
inline Bitboard naive_attacks(Piece piece, Square from, Bitboard occupied) {
  switch (piece.type) {
    case PieceType::Pawn:
      return naive_pawn(piece.color, from);
    case PieceType::Knight:
      return naive_knight(from);
    case PieceType::Bishop:
      return naive_bishop(from, occupied);
    case PieceType::Rook:
      return naive_rook(from, occupied);
    case PieceType::Queen:
      return naive_bishop(from, occupied) | naive_rook(from, occupied);
    case PieceType::King:
      return naive_king(from);
  }
  return {};
}

/// Pieces of `by` that attack `target`: computes the attacks of each piece, the opposite way to
/// Position::attackers.
inline Bitboard naive_attackers(const Position& position, Square target, Color by) {
  Bitboard attackers;
  for (int number = 0; number < kSquareCount; ++number) {
    const auto piece = position.piece_on(square_at(number));
    if (!piece || piece->color != by) continue;
    if (naive_attacks(*piece, square_at(number), position.occupied()).contains(target))
      attackers |= Bitboard{square_at(number)};
  }
  return attackers;
}

}  // namespace test
}  // namespace perft_verify
