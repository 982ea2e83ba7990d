#include "verifier/classify/misread_pieces.h"

#include "core/fen.h"
#include "verifier/classify/inferred_state.h"

namespace perft_verify::verifier {
namespace {

std::vector<PiecesMisread> all_misreadings() {
  std::vector<PiecesMisread> all;
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes) {
      const Piece letter{color, type};
      for (const int step : {-8, -1, 1, 8}) all.push_back({letter, letter, step});
      if (type == PieceType::King) continue;
      all.push_back({letter, std::nullopt, 0});
      all.push_back({letter, Piece{~color, type}, 0});
      for (const PieceType other : kPieceTypes)
        if (other != type && other != PieceType::King)
          all.push_back({letter, Piece{color, other}, 0});
    }
  return all;
}

/// Nothing where it is not known how an engine would go on: with two pieces on a square, with a
/// right to castle and no rook, or on a board that is not legal.
std::optional<Position> set_up_with(const PiecesMisread& misread, const Position& position) {
  const Piece letter = misread.letter;
  PositionParts parts = position.parts();
  const bool castles = letter.type == PieceType::Rook || letter.type == PieceType::King;
  if (castles && parts.castling != CastlingRights()) return std::nullopt;
  const Bitboard squares = position.pieces(letter.color, letter.type);
  for (const Square square : squares) parts.clear(square);
  for (const Square square : squares) {
    const int target = static_cast<int>(square) + misread.step;
    if (!misread.as || target < 0 || target > 63) continue;
    const auto there = position.piece_on(static_cast<Square>(target));
    if (there && there != letter) return std::nullopt;
    parts.put(static_cast<Square>(target), *misread.as);
  }
  if (!parts.has_both_kings()) return std::nullopt;
  return admitted(root_of(Position(parts)));
}

/// A list of moves of a position that was given as a FEN.
struct List {
  Position position;
  WrongMoves wrong;
};

std::vector<List> lists_in(std::span<const Sighting> seen) {
  std::vector<List> lists;
  for (const Sighting& each : seen) {
    const reference::Question& asked = each.probe->question;
    if (each.probe->board || asked.depth > 1 || !asked.moves.empty() || asked.root.chess960)
      continue;
    if (const auto position = admitted(asked.root))
      lists.push_back({*position, wrong_moves_of(each.wrong)});
  }
  return lists;
}

/// The number of lists in which exactly the wrong moves of that misreading were seen; 0 if some of
/// them were not seen somewhere.
std::size_t agreement(const PiecesMisread& misread, std::span<const List> lists) {
  std::size_t exact = 0;
  for (const auto& [position, wrong] : lists) {
    const auto other = set_up_with(misread, position);
    if (!other) continue;
    const WrongMoves expected = wrong_with(*other, position);
    if (!wrong.includes(expected)) return 0;
    if (expected.any() && expected.includes(wrong)) ++exact;
  }
  return exact;
}

}  // namespace

std::optional<PiecesMisread> misreading_of_pieces(std::span<const Sighting> seen) {
  // By chance, a few lists may be those of another board.
  constexpr std::size_t kFewestLists = 6;
  const std::vector<List> lists = lists_in(seen);
  std::optional<PiecesMisread> best;
  std::size_t most = kFewestLists - 1;
  for (const PiecesMisread& each : all_misreadings())
    if (const std::size_t exact = agreement(each, lists); exact > most) {
      most = exact;
      best = each;
    }
  return best;
}

bool may_be_by(const PiecesMisread& misread, const Finding& finding) {
  const auto position = finding.position();
  if (!position || position->pieces(misread.letter.color, misread.letter.type).empty())
    return false;
  const auto other = set_up_with(misread, *position);
  return !other || wrong_with(*other, *position).includes(finding.wrong());
}

}  // namespace perft_verify::verifier
