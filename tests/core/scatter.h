// Positions that no game would reach: pieces anywhere, kings in the open, many pins, checks,
// captures, promotions and castling rights at once, standard and Chess960.
#pragma once

#include <random>
#include <string_view>

#include "core/movegen.h"
#include "core/position.h"

namespace perft_verify::test {

/// A stream of legal positions; the same for the same seed on every machine.
class Scatter {
 public:
  explicit Scatter(std::uint64_t seed) : random_(seed) {}

  Position next() {
    for (;;) {
      const Position position(scattered());
      if (position.attacked(position.king(~position.side_to_move()), position.side_to_move(),
                            position.occupied()))
        continue;
      // One move further there may be an en passant square.
      if (below(4) != 0) return position;
      const MoveList moves = legal_moves(position);
      if (!moves.empty()) return position.after(pushed_twice(position, moves));
    }
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  PositionParts scattered() {
    PositionParts parts;
    if (below(3) == 0) {
      home(parts);
    } else {
      put(parts, 'K');
      put(parts, 'k');
    }
    // Many sliders and few pawns, or the other way round; pawns far ahead at times; nothing that
    // moves diagonally.
    static constexpr std::array<std::string_view, 4> kKinds{"QRBNPPPPqrbnpppp", "QRRBBNPqrrbbnp",
                                                            "QRBNPPPPPPPPqrbnpppppppp", "RNPPrnpp"};
    const std::string_view kinds = kKinds[below(kKinds.size())];
    const std::size_t pieces = below(4) == 0 ? below(10) : 10 + below(12);
    for (std::size_t i = 0; i < pieces; ++i) put(parts, kinds[below(kinds.size())]);
    parts.side_to_move = below(2) == 0 ? Color::White : Color::Black;
    return parts;
  }

  void put(PositionParts& parts, char letter) {
    static constexpr std::string_view kLetters = "PNBRQK";
    const bool white = letter < 'a';
    if (parts.by_color[white ? 0 : 1].count() >= 16) return;
    const char upper = white ? letter : static_cast<char>(letter - 'a' + 'A');
    const auto type = static_cast<PieceType>(kLetters.find(upper));
    for (;;) {
      const auto number = static_cast<int>(below(64));
      if ((parts.by_color[0] | parts.by_color[1]).contains(square_at(number))) continue;
      if (upper == 'P' && (number < 8 || number >= 56)) continue;
      return parts.put(square_at(number), {white ? Color::White : Color::Black, type});
    }
  }

  /// Kings and rooks at home, with castling rights; half of them as in Chess960.
  void home(PositionParts& parts) {
    const std::size_t king = below(2) == 0 ? 4 : 1 + below(6);
    const std::size_t left = king == 4 ? 0 : below(king);
    const std::size_t right = king == 4 ? 7 : king + 1 + below(7 - king);
    parts.chess960 = king != 4;
    for (const Color color : kColors) {
      const std::size_t row = color == Color::White ? 0 : 56;
      const auto square = [&](std::size_t file) { return square_at(static_cast<int>(row + file)); };
      parts.put(square(king), {color, PieceType::King});
      for (const std::size_t file : {left, right}) {
        if (below(3) == 0) continue;
        parts.put(square(file), {color, PieceType::Rook});
        parts.castling.grant(color, file == left ? CastlingSide::Queen : CastlingSide::King,
                             square(file));
      }
    }
  }

  /// A double push if there is one, else any move.
  Move pushed_twice(const Position& position, const MoveList& moves) {
    const std::size_t first = below(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves[(first + i) % moves.size()];
      if (position.after(move).en_passant()) return move;
    }
    return moves[first];
  }

  std::mt19937_64 random_;
};

}  // namespace perft_verify::test
