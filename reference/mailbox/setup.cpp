#include "reference/mailbox/setup.h"

#include <algorithm>
#include <cstdlib>

#include "reference/mailbox/board.h"

namespace perft_verify::mailbox {
namespace {

using Problem = std::optional<FenError>;

std::optional<Piece> piece_on(const Placement& placement, Square square) {
  return placement[static_cast<std::size_t>(index(square))];
}

int count(const Placement& placement, Piece piece) {
  return static_cast<int>(std::ranges::count(placement, std::optional(piece)));
}

/// The squares in the order in which a FEN names them: a8 to h8, then a7, down to h1.
constexpr Square square_in_text_order(int number) { return flip_rank(square_at(number)); }

std::optional<Square> find(const Placement& placement, Piece piece, int skip = 0) {
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_in_text_order(number);
    if (piece_on(placement, square) == piece && skip-- == 0) return square;
  }
  return std::nullopt;
}

Problem check_kings(std::string_view text, const FenFields& fen) {
  for (const Color color : kColors)
    if (!find(fen.placement, {color, PieceType::King}))
      return FenError{FenErrorReason::KingMissing, fen.placement_offset};
  for (const Color color : kColors)
    if (const auto second = find(fen.placement, {color, PieceType::King}, 1))
      return FenError{FenErrorReason::TooManyKings,
                      offset_of_square(text, fen.placement_offset, *second)};
  return std::nullopt;
}

Problem check_pawn_ranks(std::string_view text, const FenFields& fen) {
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_in_text_order(number);
    const Rank rank = rank_of(square);
    const std::optional<Piece> piece = piece_on(fen.placement, square);
    if (piece && piece->type == PieceType::Pawn && (rank == Rank::R1 || rank == Rank::R8))
      return FenError{FenErrorReason::PawnOnBackRank,
                      offset_of_square(text, fen.placement_offset, square)};
  }
  return std::nullopt;
}

Problem check_numbers(const FenFields& fen) {
  const auto of = [&](Color color, PieceType type) { return count(fen.placement, {color, type}); };
  const auto beyond = [&](Color color, PieceType type, int at_first) {
    return std::max(of(color, type) - at_first, 0);
  };
  const auto either = [](auto wrong) { return std::ranges::any_of(kColors, wrong); };

  if (either([&](Color color) {
        return std::ranges::count_if(fen.placement,
                                     [&](const auto& p) { return p && p->color == color; }) > 16;
      }))
    return FenError{FenErrorReason::TooManyPieces, fen.placement_offset};
  if (either([&](Color color) { return of(color, PieceType::Pawn) > 8; }))
    return FenError{FenErrorReason::TooManyPawns, fen.placement_offset};
  if (either([&](Color color) {
        const int promoted = beyond(color, PieceType::Knight, 2) +
                             beyond(color, PieceType::Bishop, 2) +
                             beyond(color, PieceType::Rook, 2) + beyond(color, PieceType::Queen, 1);
        return promoted > 8 - of(color, PieceType::Pawn);
      }))
    return FenError{FenErrorReason::TooManyPromoted, fen.placement_offset};
  return std::nullopt;
}

/// The outermost rook of this color on its back rank, on the given side of its king.
std::optional<Square> outermost_rook(const Placement& placement, Color color, CastlingSide side,
                                     Square king) {
  const int outwards = side == CastlingSide::King ? 1 : -1;
  for (int file = outwards > 0 ? 7 : 0; file != index(file_of(king)); file -= outwards) {
    const Square square = make_square(static_cast<File>(file), rank_of(king));
    if (piece_on(placement, square) == Piece{color, PieceType::Rook}) return square;
  }
  return std::nullopt;
}

struct Right {
  CastlingSide side;
  Square rook;
};

/// Which rook a letter of the castling field means, or what is wrong with it.
std::expected<Right, FenErrorReason> read_right(const Placement& placement,
                                                const CastlingLetter& letter, Chess960 chess960) {
  const Rank back_rank = relative_rank(letter.color, Rank::R1);
  const std::optional<Square> king = find(placement, {letter.color, PieceType::King});
  const bool king_may_stand_there = chess960 == Chess960::Off
                                        ? king == make_square(File::E, back_rank)
                                        : king && rank_of(*king) == back_rank;
  if (!king_may_stand_there) return std::unexpected(FenErrorReason::CastlingKingDisplaced);

  if (letter.side && chess960 != Chess960::Off) {
    const auto rook = outermost_rook(placement, letter.color, *letter.side, *king);
    if (!rook) return std::unexpected(FenErrorReason::CastlingRookMissing);
    return Right{*letter.side, *rook};
  }
  const File corner = letter.side == CastlingSide::King ? File::H : File::A;
  const Square rook = make_square(letter.file.value_or(corner), back_rank);
  if (piece_on(placement, rook) != Piece{letter.color, PieceType::Rook})
    return std::unexpected(FenErrorReason::CastlingRookMissing);
  return Right{file_of(rook) > file_of(*king) ? CastlingSide::King : CastlingSide::Queen, rook};
}

bool is_classical(const Placement& placement, Color color, Right right) {
  const File corner = right.side == CastlingSide::King ? File::H : File::A;
  const auto king = find(placement, {color, PieceType::King});
  return king && file_of(*king) == File::E && file_of(right.rook) == corner;
}

Problem read_castling(const FenFields& fen, Chess960 chess960, Setup& setup) {
  setup.chess960 = chess960 == Chess960::On;
  for (int at = 0; at < fen.castling_count; ++at) {
    const CastlingLetter& letter = fen.castling[static_cast<std::size_t>(at)];
    const auto right = read_right(fen.placement, letter, chess960);
    if (!right) return FenError{right.error(), letter.offset};
    auto& rook = setup.castling_rooks[static_cast<std::size_t>(letter.color)]
                                     [static_cast<std::size_t>(right->side)];
    if (rook) return FenError{FenErrorReason::CastlingRightTwice, letter.offset};
    rook = right->rook;
    if (chess960 == Chess960::Auto &&
        (letter.file || !is_classical(fen.placement, letter.color, *right)))
      setup.chess960 = true;
  }
  return std::nullopt;
}

/// A double push ends on the square before the ep square, as seen by the side to move,
/// and began on the square behind it.
Problem check_en_passant(const FenFields& fen) {
  if (!fen.en_passant) return std::nullopt;
  const Color pusher = ~fen.side_to_move;
  const File file = file_of(*fen.en_passant);
  const Square pawn = make_square(file, relative_rank(pusher, Rank::R4));
  const Square origin = make_square(file, relative_rank(pusher, Rank::R2));
  const auto wrong = [&](FenErrorReason reason) { return FenError{reason, fen.en_passant_offset}; };
  if (piece_on(fen.placement, pawn) != Piece{pusher, PieceType::Pawn})
    return wrong(FenErrorReason::EnPassantPawnMissing);
  if (piece_on(fen.placement, *fen.en_passant))
    return wrong(FenErrorReason::EnPassantSquareOccupied);
  if (piece_on(fen.placement, origin)) return wrong(FenErrorReason::EnPassantOriginOccupied);
  return std::nullopt;
}

bool are_adjacent(Square one, Square other) {
  return std::abs(index(file_of(one)) - index(file_of(other))) <= 1 &&
         std::abs(index(rank_of(one)) - index(rank_of(other))) <= 1;
}

Problem check_capturable_king(std::string_view text, const FenFields& fen, const Setup& setup) {
  const Color waiting = ~setup.side_to_move;
  const auto king = find(setup.placement, {waiting, PieceType::King});
  const auto other = find(setup.placement, {setup.side_to_move, PieceType::King});
  if (!king || !other) return FenError{FenErrorReason::KingMissing, fen.placement_offset};
  const std::uint32_t offset = offset_of_square(text, fen.placement_offset, *king);
  if (are_adjacent(*king, *other)) return FenError{FenErrorReason::KingsAdjacent, offset};
  if (Board(setup).in_check(waiting)) return FenError{FenErrorReason::OpponentInCheck, offset};
  return std::nullopt;
}

std::string write_rights(const Setup& setup) {
  std::string letters;
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      const auto& rook =
          setup.castling_rooks[static_cast<std::size_t>(color)][static_cast<std::size_t>(side)];
      if (!rook) continue;
      const char classical = side == CastlingSide::King ? 'K' : 'Q';
      const char letter =
          setup.chess960 ? static_cast<char>('A' + index(file_of(*rook))) : classical;
      letters += color == Color::White ? letter : static_cast<char>(letter - 'A' + 'a');
    }
  }
  return letters.empty() ? "-" : letters;
}

std::string write_placement(const Placement& placement) {
  std::string text;
  for (int number = 0; number < kSquareCount; ++number) {
    if (number > 0 && number % 8 == 0) text += '/';
    const auto piece = piece_on(placement, square_in_text_order(number));
    const bool run = number % 8 != 0 && text.back() >= '1' && text.back() <= '8';
    if (piece) {
      text += letter_of(*piece);
    } else if (run) {
      ++text.back();
    } else {
      text += '1';
    }
  }
  return text;
}

}  // namespace

std::expected<Setup, FenError> read_fen(std::string_view text, Chess960 chess960) {
  const auto fen = parse_fen_syntax(text, {.standard_only = chess960 == Chess960::Off});
  if (!fen) return std::unexpected(fen.error());
  Setup setup;
  setup.placement = fen->placement;
  setup.side_to_move = fen->side_to_move;
  setup.en_passant = fen->en_passant;
  setup.halfmove_clock = fen->halfmove_clock;
  setup.fullmove_number = fen->fullmove_number;

  Problem problem = check_kings(text, *fen);
  if (!problem) problem = check_pawn_ranks(text, *fen);
  if (!problem) problem = check_numbers(*fen);
  if (!problem) problem = read_castling(*fen, chess960, setup);
  if (!problem) problem = check_en_passant(*fen);
  if (!problem) problem = check_capturable_king(text, *fen, setup);
  if (problem) return std::unexpected(*problem);
  return setup;
}

std::string write_fen(const Setup& setup) {
  std::string text = write_placement(setup.placement);
  text += setup.side_to_move == Color::White ? " w " : " b ";
  text += write_rights(setup);
  text += ' ';
  text += setup.en_passant ? to_string(*setup.en_passant) : "-";
  text += ' ' + std::to_string(std::min(setup.halfmove_clock, kMaxHalfmoveClock));
  text += ' ' + std::to_string(std::min(setup.fullmove_number, kMaxFullmoveNumber));
  return text;
}

}  // namespace perft_verify::mailbox
