// FenText and Position::fen: the writer of wire FENs.
#include <algorithm>
#include <charconv>

#include "core/fen_text.h"

namespace perft_verify {
namespace {

/// How a rank is written, for a set of occupied files.
struct RankText {
  std::array<char, 8> text{};        // digits where they belong; places of pieces are left free
  std::array<std::uint8_t, 8> at{};  // by file: the place of its piece
  std::size_t size = 0;
};

constexpr auto kRankTexts = [] {
  std::array<RankText, 256> all{};
  for (unsigned occupied = 0; occupied < all.size(); ++occupied) {
    RankText& rank = all[occupied];
    bool after_empty = false;
    for (unsigned file = 0; file < 8; ++file) {
      const bool empty = (occupied >> file & 1) == 0;
      if (empty && after_empty) {
        ++rank.text[rank.size - 1];
      } else {
        rank.at[file] = static_cast<std::uint8_t>(rank.size);
        rank.text[rank.size++] = empty ? '1' : ' ';
      }
      after_empty = empty;
    }
  }
  return all;
}();

char right_letter(Color color, CastlingSide side, Square rook, bool chess960) {
  const char lower = chess960                     ? static_cast<char>('a' + index(file_of(rook)))
                     : side == CastlingSide::King ? 'k'
                                                  : 'q';
  return color == Color::White ? static_cast<char>(lower - 'a' + 'A') : lower;
}

char* write_castling(const Position& position, char* end) {
  if (!position.castling().any()) {
    *end++ = '-';
    return end;
  }
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = position.castling().rook(color, side))
        *end++ = right_letter(color, side, *rook, position.chess960());
  return end;
}

char* write_en_passant(const Position& position, char* end) {
  if (const auto square = position.en_passant()) {
    *end++ = static_cast<char>('a' + index(file_of(*square)));
    *end++ = static_cast<char>('1' + index(rank_of(*square)));
  } else {
    *end++ = '-';
  }
  return end;
}

}  // namespace

// Empty squares by a table of ranks, then each piece where the table has left its place: no branch
// depends on a single square.
char* FenText::write_board(const Position& position, char* end) {
  std::array<char*, 8> begins{};
  std::array<const RankText*, 8> ranks{};
  for (std::size_t rank = 8; rank-- > 0;) {
    const RankText& text = kRankTexts[position.occupied().bits() >> rank * 8 & 0xff];
    begins[rank] = end;
    ranks[rank] = &text;
    std::copy(text.text.begin(), text.text.end(),
              end);  // all eight: what is too much is overwritten
    end += text.size;
    if (rank > 0) *end++ = '/';
  }
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      for (const Square square : position.pieces(color, type)) {
        const auto rank = static_cast<std::size_t>(index(rank_of(square)));
        const auto file = static_cast<std::size_t>(index(file_of(square)));
        begins[rank][ranks[rank]->at[file]] = letter_of({color, type});
      }
  return end;
}

FenText::FenText(const Position& position) {
  char* end = write_board(position, text_.data());
  *end++ = ' ';
  *end++ = position.side_to_move() == Color::White ? 'w' : 'b';
  *end++ = ' ';
  end = write_castling(position, end);
  *end++ = ' ';
  end = write_en_passant(position, end);
  char* const limit = text_.data() + text_.size() - 1;
  for (const unsigned number : {position.halfmove_clock(), position.fullmove_number()}) {
    *end++ = ' ';
    end = std::to_chars(end, limit, number).ptr;
  }
  *end = '\0';
  size_ = static_cast<std::size_t>(end - text_.data());
}

std::string Position::fen() const { return std::string(FenText(*this).view()); }

}  // namespace perft_verify
