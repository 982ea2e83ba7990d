// Core and mailbox list the same moves in every legal position with four pieces, castling rights
// and en passant squares included. A program, for it takes hours: tests/long/four-pieces.
//
//   four_pieces [FIRST [LAST]]    parts of 0 to 127: 64 * (Black to move) + the white king's square
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/parallel.h"
#include "reference/mailbox/board.h"

using namespace perft_verify;

namespace {

constexpr int kParts = 2 * kSquareCount;

/// The figures of one part.
struct Compared {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  std::uint64_t different = 0;
};

class Part {
 public:
  explicit Part(int number)
      : us_(number < kSquareCount ? Color::White : Color::Black),
        white_king_(square_at(number % kSquareCount)) {}

  Compared compare() {
    for (int other = 0; other < kSquareCount; ++other) {
      const Square black_king = square_at(other);
      if (black_king == white_king_ || king_attacks(white_king_).contains(black_king)) continue;
      parts_ = {};
      setup_ = {};
      parts_.side_to_move = setup_.side_to_move = us_;
      put(white_king_, {Color::White, PieceType::King});
      put(black_king, {Color::Black, PieceType::King});
      with_pieces(2, 0);
    }
    return compared_;
  }

 private:
  void put(Square square, Piece piece) {
    parts_.put(square, piece);
    setup_.placement[static_cast<std::size_t>(square)] = piece;
  }

  /// So many more pieces, on squares from `first` on.
  void with_pieces(int pieces, int first) {
    if (pieces == 0) return judge();
    for (int at = first; at < kSquareCount; ++at) {
      const Square square = square_at(at);
      if (setup_.placement[static_cast<std::size_t>(square)]) continue;
      for (const Color color : kColors) {
        for (const PieceType type : kPieceTypes) {
          if (type == PieceType::King) continue;
          if (type == PieceType::Pawn && kBackRanks.contains(square)) continue;
          put(square, {color, type});
          with_pieces(pieces - 1, at + 1);
          parts_.clear(square);
          setup_.placement[static_cast<std::size_t>(square)].reset();
        }
      }
    }
  }

  void judge() {
    const Position position(parts_);
    const bool is_legal = !position.attacked(position.king(~us_), us_, position.occupied());
    mailbox::Board board(setup_);
    if (is_legal == board.in_check(~us_)) return differs(position, "who is in check");
    if (!is_legal) return;
    compare(position, board);
    with_rights(position);
    with_en_passant(position);
  }

  void compare(const Position& position, mailbox::Board& board) {
    const MoveList ours = legal_moves(position);
    const mailbox::MoveList theirs = board.legal_moves();
    ++compared_.positions;
    compared_.moves += ours.size();
    ours_.assign(ours.begin(), ours.end());
    theirs_.assign(theirs.begin(), theirs.end());
    const auto by_bits = [](std::vector<Move>& moves) {
      std::ranges::sort(moves, {}, &Move::bits);
    };
    by_bits(ours_);
    by_bits(theirs_);
    if (ours_ != theirs_) differs(position, "the moves");
  }

  /// Every set of rights that the kings and rooks allow.
  void with_rights(const Position& position) {
    std::vector<std::pair<Color, CastlingSide>> possible;
    for (const Color color : kColors) {
      const Rank rank = relative_rank(color, Rank::R1);
      if (position.king(color) != make_square(File::E, rank)) continue;
      for (const auto& [file, side] :
           {std::pair{File::A, CastlingSide::Queen}, {File::H, CastlingSide::King}})
        if (position.pieces(color, PieceType::Rook).contains(make_square(file, rank)))
          possible.emplace_back(color, side);
    }
    for (unsigned set = 1; set < 1U << possible.size(); ++set) {
      PositionParts parts = parts_;
      for (std::size_t at = 0; at < possible.size(); ++at) {
        if ((set >> at & 1) == 0) continue;
        const auto [color, side] = possible[at];
        parts.castling.grant(color, side,
                             make_square(side == CastlingSide::Queen ? File::A : File::H,
                                         relative_rank(color, Rank::R1)));
      }
      compare_by_fen(Position(parts));
    }
  }

  /// Every square behind a pawn that may have made a double push.
  void with_en_passant(const Position& position) {
    const Bitboard pawns = position.pieces(~us_, PieceType::Pawn);
    for (const Square pawn : pawns& Bitboard{relative_rank(~us_, Rank::R4)}) {
      PositionParts parts = parts_;
      parts.en_passant = make_square(file_of(pawn), relative_rank(~us_, Rank::R3));
      compare_by_fen(Position(parts));
    }
  }

  /// Some rights and en passant squares are legal in some positions only: both sides must admit
  /// them, or neither.
  void compare_by_fen(const Position& position) {
    const std::string fen = position.fen();
    const auto ours = parse_fen(fen, {.chess960 = Chess960::Off});
    auto theirs = mailbox::Board::from_fen(fen, mailbox::Chess960::Off);
    if (ours.has_value() != theirs.has_value()) return differs(position, "whether it is legal");
    if (ours) compare(ours->position, *theirs);
  }

  void differs(const Position& position, std::string_view what) {
    constexpr std::uint64_t kShown = 10;
    if (++compared_.different <= kShown) fmt::print("{}: {} differ\n", position.fen(), what);
  }

  Color us_;
  Square white_king_;
  PositionParts parts_;
  mailbox::Setup setup_;
  std::vector<Move> ours_;
  std::vector<Move> theirs_;
  Compared compared_;
};

int part_of(std::string_view text) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0 || number >= kParts) {
    fmt::print(stderr, "usage: four_pieces [FIRST [LAST]], of 0 to {}\n", kParts - 1);
    std::exit(2);
  }
  return number;
}

}  // namespace

int main(int argc, char** argv) {
  const int first = argc > 1 ? part_of(argv[1]) : 0;
  const int last = argc > 2 ? part_of(argv[2]) : kParts - 1;
  std::atomic<std::uint64_t> different = 0;
  const auto parts = static_cast<std::size_t>(std::max(last - first + 1, 0));
  parallel_for(parts, std::thread::hardware_concurrency(), {}, [&](std::size_t at) {
    const int number = first + static_cast<int>(at);
    const Compared compared = Part(number).compare();
    different += compared.different;
    fmt::print("part {}: {} positions, {} moves, {} different\n", number, compared.positions,
               compared.moves, compared.different);
    std::fflush(stdout);
  });
  return different == 0 ? 0 : 1;
}
