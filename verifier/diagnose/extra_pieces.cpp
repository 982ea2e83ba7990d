#include "verifier/diagnose/extra_pieces.h"

#include <algorithm>

#include "core/fen.h"
#include "core/notation.h"

namespace perft_verify::verifier {
namespace {

/// More of this piece than at the start; never of pawns and kings. So many that a list of the usual
/// size is full are no matter of their places.
bool has_extra(const Position& position, Piece piece) {
  constexpr int kFull = 9;
  if (piece.type == PieceType::Pawn || piece.type == PieceType::King) return false;
  const auto count = (position.pieces(piece.color) & position.pieces(piece.type)).count();
  return count > (piece.type == PieceType::Queen ? 1 : 2) && count < kFull;
}

/// The position that counts: the one before a move that is to blame; the smallest one that shows a
/// list that is generated wrong.
std::optional<Position> place_of(const Finding& finding) {
  if (finding.culprit) return admitted(finding.before_culprit());
  if (finding.cause == Cause::Generation && finding.reduced && finding.reduced->moves.empty())
    return admitted(finding.reduced_root());
  return finding.position();
}

}  // namespace

bool are_of_extra_pieces(const Finding& finding) {
  const auto position = finding.position();
  const auto place = place_of(finding);
  if (!position || !place || finding.missing.empty() || !finding.illegal.empty() ||
      !finding.duplicate.empty())
    return false;
  return std::ranges::all_of(finding.missing, [&](const std::string& text) {
    const auto squares = parse_move_text(text);
    const auto piece = squares ? position->piece_on(squares->from) : std::nullopt;
    return piece && has_extra(*place, *piece);
  });
}

}  // namespace perft_verify::verifier
