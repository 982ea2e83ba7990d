#include "verifier/finding/state_difference.h"

#include <algorithm>

#include "core/fen.h"
#include "core/movegen.h"
#include "reference/uci/board_text.h"

namespace perft_verify::verifier {
namespace {

using Right = StateDifference::Right;

std::vector<Right> rights_of(const FenFields& fields) {
  std::vector<Right> rights;
  for (int number = 0; number < fields.castling_count; ++number) {
    const CastlingLetter& letter = fields.castling[static_cast<std::size_t>(number)];
    CastlingSide side = letter.side.value_or(CastlingSide::Queen);
    if (letter.file) {
      File king = File::E;
      for (std::size_t at = 0; at < fields.placement.size(); ++at)
        if (fields.placement[at] == Piece{letter.color, PieceType::King})
          king = file_of(square_at(static_cast<int>(at)));
      side = *letter.file > king ? CastlingSide::King : CastlingSide::Queen;
    }
    rights.emplace_back(letter.color, side);
  }
  std::ranges::sort(rights);
  return rights;
}

/// The rights that both have, for another rook each. A board that names only the wing says nothing
/// of the rook: some engines write KQkq in Chess960 always.
std::vector<Right> elsewhere(const Position& expected, const FenFields& found) {
  std::vector<Right> rights;
  for (int number = 0; number < found.castling_count; ++number) {
    const CastlingLetter& letter = found.castling[static_cast<std::size_t>(number)];
    if (!letter.file) continue;
    for (const CastlingSide side : kCastlingSides) {
      const auto rook = expected.castling().rook(letter.color, side);
      const Square king = expected.king(letter.color);
      if (!rook || file_of(*rook) == *letter.file ||
          (*letter.file > file_of(king)) != (side == CastlingSide::King))
        continue;
      rights.emplace_back(letter.color, side);
    }
  }
  return rights;
}

std::vector<Right> only_in(const std::vector<Right>& some, const std::vector<Right>& others) {
  std::vector<Right> only;
  std::ranges::set_difference(some, others, std::back_inserter(only));
  return only;
}

}  // namespace

std::vector<StateDifference::OnSquare> squares_that_differ(const Position& expected,
                                                           const Position& found) {
  std::vector<StateDifference::OnSquare> squares;
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_at(number);
    if (expected.piece_on(square) != found.piece_on(square))
      squares.push_back({square, expected.piece_on(square), found.piece_on(square)});
  }
  return squares;
}

std::optional<StateDifference> state_difference(const Root& expected, const std::string& found) {
  const auto right = parse_fen(
      expected.fen,
      {.chess960 = expected.chess960 ? Chess960::On : Chess960::Off, .lenient_clocks = true});
  const auto ours = parse_fen_syntax(expected.fen, {.lenient_clocks = true});
  auto theirs = parse_fen_syntax(found, {.lenient_clocks = true});
  StateDifference difference;
  if (ours && !theirs && class_of(theirs.error().reason) == FenErrorClass::InvalidEnPassant) {
    // The square of an earlier move, on the rank of the other side; or the right one without its
    // pawn, and then only the pawn is wrong.
    const bool same = reference::with_en_passant(found, ours->en_passant) == found;
    difference.en_passant_kept = !same;
    theirs =
        parse_fen_syntax(reference::with_en_passant(found, std::nullopt), {.lenient_clocks = true});
    if (theirs && same) theirs->en_passant = ours->en_passant;
  }
  if (!right || !ours || !theirs) return std::nullopt;
  for (int number = 0; number < kSquareCount; ++number) {
    const auto at = static_cast<std::size_t>(number);
    if (ours->placement[at] != theirs->placement[at])
      difference.squares.push_back({square_at(number), ours->placement[at], theirs->placement[at]});
  }
  difference.side_to_move = ours->side_to_move != theirs->side_to_move;
  const std::vector<Right> rights = rights_of(*ours);
  const std::vector<Right> theirs_rights = rights_of(*theirs);
  difference.rights_kept = only_in(theirs_rights, rights);
  difference.rights_lost = only_in(rights, theirs_rights);
  difference.rights_elsewhere = elsewhere(right->position, *theirs);
  if (ours->en_passant != theirs->en_passant) {
    const bool usable = std::ranges::any_of(
        legal_moves(right->position), [](Move move) { return move.kind() == MoveKind::EnPassant; });
    difference.en_passant_kept |= !ours->en_passant && theirs->en_passant;
    difference.en_passant_lost = usable && !theirs->en_passant;
    difference.en_passant_elsewhere = ours->en_passant && theirs->en_passant;
  }
  if (difference.en_passant_kept && difference.en_passant_lost) {
    difference.en_passant_kept = difference.en_passant_lost = false;
    difference.en_passant_elsewhere = true;
  }
  return difference;
}

std::optional<StateDifference> state_difference_after(const Root& before,
                                                      const std::string& expected,
                                                      const std::string& found) {
  auto difference = state_difference({expected, before.chess960}, found);
  const auto position = admitted(before);
  if (!difference || !position) return difference;
  const auto [first, last] =
      std::ranges::stable_partition(difference->rights_kept, [&](const auto& right) {
        return position->castling().rook(right.first, right.second).has_value();
      });
  difference->rights_new.assign(first, last);
  difference->rights_kept.erase(first, last);
  return difference;
}

}  // namespace perft_verify::verifier
