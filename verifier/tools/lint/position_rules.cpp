#include "verifier/tools/lint/position_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/movegen.h"
#include "core/rules/plausibility.h"

namespace perft_verify::verifier {
namespace {

constexpr unsigned kFiftyMoves = 100;  // plies

/// The reason why no pawn can capture en passant; empty if one can.
std::string why_not_capturable(const Position& position) {
  const Square target = *position.en_passant();
  const MoveList moves = legal_moves(position);
  if (std::ranges::any_of(moves, [](Move move) { return move.kind() == MoveKind::EnPassant; }))
    return "";
  const Color mover = position.side_to_move();
  const auto is_capturer = [&](int file) {
    if (file < 0 || file > 7) return false;
    const Square square = make_square(static_cast<File>(file), relative_rank(mover, Rank::R5));
    return position.piece_on(square) == Piece{mover, PieceType::Pawn};
  };
  const int file = index(file_of(target));
  return is_capturer(file - 1) || is_capturer(file + 1)
             ? "every pawn that could capture there would leave its king in check"
             : "no pawn stands where it could capture there";
}

std::string clock_oddity(const Position& position) {
  const unsigned halfmoves = position.halfmove_clock();
  if (halfmoves >= kFiftyMoves)
    return fmt::format(
        "the halfmove clock is {}: an engine that ends games at the fifty-move "
        "rule may count fewer lines",
        halfmoves);
  if (position.en_passant() && halfmoves != 0)
    return fmt::format("the halfmove clock is {} right after a pawn's double push", halfmoves);
  const unsigned played =
      2 * (position.fullmove_number() - 1) + (position.side_to_move() == Color::Black ? 1U : 0U);
  if (halfmoves > played)
    return fmt::format("the halfmove clock is {} in move {}: more than were played", halfmoves,
                       position.fullmove_number());
  return "";
}

}  // namespace

void check_position(const Row& row, std::vector<Issue>& issues) {
  const auto position = row.position();
  if (!position) return;  // it comes from our own serializer
  const auto note = [&](std::string_view rule, std::string message) {
    issues.push_back(row_issue(Severity::Note, rule, row, std::move(message)));
  };
  if (position->en_passant())
    if (std::string why = why_not_capturable(*position); !why.empty())
      note("ep-not-capturable",
           fmt::format("en passant square {}: {}", to_string(*position->en_passant()), why));
  for (std::string& reason : unreachable_because(*position))
    note("unreachable", "no game leads to this position: " + reason);
  if (std::string oddity = clock_oddity(*position); !oddity.empty())
    note("clock", std::move(oddity));
  for (const std::string& oddity : row.notes) note("spelling", oddity);
}

}  // namespace perft_verify::verifier
