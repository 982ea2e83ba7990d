// The vocabulary of the board: colors, pieces, files, ranks, squares.
//
// Strong types that do not mix by accident. Squares count from a1 = 0 along the
// ranks to h8 = 63.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace perft_verify {

enum class Color : std::uint8_t { White, Black };
inline constexpr std::array kColors{Color::White, Color::Black};

constexpr Color operator~(Color color) {
  return color == Color::White ? Color::Black : Color::White;
}

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };
inline constexpr std::array kPieceTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                        PieceType::Rook, PieceType::Queen,  PieceType::King};

/// A piece of one color. An empty square is an empty optional, never a special piece.
struct Piece {
  Color color;
  PieceType type;
  friend constexpr bool operator==(Piece, Piece) = default;
};

enum class File : std::uint8_t { A, B, C, D, E, F, G, H };
enum class Rank : std::uint8_t { R1, R2, R3, R4, R5, R6, R7, R8 };

// clang-format off
enum class Square : std::uint8_t {
  A1, B1, C1, D1, E1, F1, G1, H1,
  A2, B2, C2, D2, E2, F2, G2, H2,
  A3, B3, C3, D3, E3, F3, G3, H3,
  A4, B4, C4, D4, E4, F4, G4, H4,
  A5, B5, C5, D5, E5, F5, G5, H5,
  A6, B6, C6, D6, E6, F6, G6, H6,
  A7, B7, C7, D7, E7, F7, G7, H7,
  A8, B8, C8, D8, E8, F8, G8, H8,
};
// clang-format on

inline constexpr int kSquareCount = 64;

/// The position of an enumerator in its enumeration, for indexing arrays.
template <typename Enum>
constexpr int index(Enum value) {
  return static_cast<int>(value);
}

/// `number` must lie in 0..63.
constexpr Square square_at(int number) { return static_cast<Square>(number); }
constexpr Square make_square(File file, Rank rank) {
  return square_at(index(rank) * 8 + index(file));
}
constexpr File file_of(Square square) { return static_cast<File>(index(square) & 7); }
constexpr Rank rank_of(Square square) { return static_cast<Rank>(index(square) >> 3); }

/// The square mirrored to the other side of the board: e4 becomes e5.
constexpr Square flip_rank(Square square) { return square_at(index(square) ^ 56); }

/// What leads from one square to another: {1, 2} is a knight's move.
struct Offset {
  int files = 0;
  int ranks = 0;
};

/// The square that is a step away, or nothing where that is off the board.
constexpr std::optional<Square> stepped(Square from, Offset step) {
  const int file = index(file_of(from)) + step.files;
  const int rank = index(rank_of(from)) + step.ranks;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return std::nullopt;
  return square_at(rank * 8 + file);
}

/// Rank 1 for White is rank 8 for Black, and so on.
constexpr Rank relative_rank(Color color, Rank rank) {
  return color == Color::White ? rank : static_cast<Rank>(7 - index(rank));
}

/// The wing of a castling right: the king ends on the g file or on the c file.
enum class CastlingSide : std::uint8_t { King, Queen };
inline constexpr std::array kCastlingSides{CastlingSide::King, CastlingSide::Queen};

/// "e4".
std::string to_string(Square square);
std::string_view to_string(Color color);     // "White", "Black"
std::string_view to_string(PieceType type);  // "pawn" … "king"

/// Letter of FEN: upper case for White.
constexpr char letter_of(Piece piece) {
  constexpr std::string_view kLetters = "PNBRQKpnbrqk";
  return kLetters[static_cast<std::size_t>(index(piece.color) * 6 + index(piece.type))];
}

/// The piece of each FEN letter. A table, not a search: a FEN has some thirty of them.
inline constexpr auto kPieceOfLetter = [] {
  std::array<std::optional<Piece>, 256> pieces{};
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      pieces[static_cast<unsigned char>(letter_of({color, type}))] = Piece{color, type};
  return pieces;
}();

/// The piece of a FEN letter, or nothing for any other byte.
constexpr std::optional<Piece> piece_of_letter(char letter) {
  return kPieceOfLetter[static_cast<unsigned char>(letter)];
}

/// "e4" to its square; nothing for any other text.
constexpr std::optional<Square> parse_square(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return std::nullopt;
  return make_square(static_cast<File>(text[0] - 'a'), static_cast<Rank>(text[1] - '1'));
}

/// The pieces on the 64 squares, as FEN describes them.
using Placement = std::array<std::optional<Piece>, kSquareCount>;

}  // namespace perft_verify
