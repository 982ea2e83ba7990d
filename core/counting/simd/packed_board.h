// A position in 32 bytes, for counting: four bit planes of 64 squares.
//
//   white     the piece is White's
//   diagonal  }
//   straight  } the kind of piece, a number of three bits for each square:
//   other     }
//
//                      other straight diagonal
//     empty              0      0        0      (and white: the en passant square)
//     bishop             0      0        1      moves like a bishop: diagonal and not other
//     rook               0      1        0      moves like a rook:   straight and not other
//     queen              0      1        1      both
//     pawn               1      0        0
//     knight             1      0        1
//     king               1      1        0
//     castling rook      1      1        1      a rook with its right to castle
//
// The advantages: a move is two bit selections on one 32-byte vector (take off, put down), whatever
// was captured; a castling right vanishes by itself when its rook moves or is captured; and equal
// bytes are equal positions, which the perft table relies on. The side to move is not stored: it
// follows from the depth.
//
// An en passant square is kept only where an opposing pawn stands beside the pushed pawn. Unlike
// that of the wire FEN, it is never shown: where no pawn could capture, counts are the same.
#pragma once

#include "core/position.h"

namespace perft_verify::counting {

/// Four words that the compiler keeps in vectors where it can.
using Planes [[gnu::vector_size(32)]] = std::uint64_t;

/// Aligned as vectors are. Without it gcc would take 16 bytes where a function is compiled for any
/// machine, and 32 where one is compiled for AVX2, which then writes to addresses that it must not.
struct alignas(sizeof(Planes)) PackedBoard {
  Planes planes;

  [[nodiscard]] std::uint64_t white() const { return planes[0]; }
  [[nodiscard]] std::uint64_t diagonal() const { return planes[1]; }
  [[nodiscard]] std::uint64_t straight() const { return planes[2]; }
  [[nodiscard]] std::uint64_t other() const { return planes[3]; }
};

/// The numbers of the drawing above.
enum class Code : std::uint8_t {
  Bishop = 1,
  Rook = 2,
  Queen = 3,
  Pawn = 4,
  Knight = 5,
  King = 6,
  CastlingRook = 7,
};

/// A piece on every square, of which a move selects one.
template <Color color, Code code>
inline constexpr Planes kEverywhere{color == Color::White ? ~0ULL : 0ULL,
                                    (static_cast<unsigned>(code) & 1) != 0 ? ~0ULL : 0ULL,
                                    (static_cast<unsigned>(code) & 2) != 0 ? ~0ULL : 0ULL,
                                    (static_cast<unsigned>(code) & 4) != 0 ? ~0ULL : 0ULL};

/// Facts about castling that no move can change: squares by color and wing. A right that the root
/// does not have never comes back, and its entry stays empty.
struct CastlingPath {
  std::uint64_t king = 0;           // the square of the king with the right
  std::uint64_t rook = 0;           // the square of the rook with the right
  std::uint64_t must_be_empty = 0;  // the ways of both, without king and rook themselves
  std::uint64_t must_be_safe = 0;   // the squares that the king passes, and its target
  std::uint64_t king_to = 0;
  std::uint64_t rook_to = 0;
};
struct CastlingPaths {
  std::array<std::array<CastlingPath, 2>, 2> of{};

  [[nodiscard]] const std::array<CastlingPath, 2>& by(Color color) const {
    return of[static_cast<std::size_t>(color)];
  }
};

PackedBoard pack(const Position& position);
CastlingPaths castling_paths(const Position& position);

}  // namespace perft_verify::counting
