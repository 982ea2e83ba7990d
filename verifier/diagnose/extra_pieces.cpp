#include "verifier/diagnose/extra_pieces.h"

#include <algorithm>

#include "core/fen.h"
#include "core/notation.h"

namespace perft_verify::verifier {
namespace {

/// More of this piece than at the start; never of pawns and kings.
bool has_extra(const Position& position, Piece piece) {
  if (piece.type == PieceType::Pawn || piece.type == PieceType::King) return false;
  const auto count = (position.pieces(piece.color) & position.pieces(piece.type)).count();
  return count > (piece.type == PieceType::Queen ? 1 : 2);
}

}  // namespace

bool are_of_extra_pieces(const Finding& finding) {
  const auto position = finding.position();
  const auto before = finding.culprit ? admitted(finding.before_culprit()) : position;
  if (!position || !before || finding.missing.empty() || !finding.illegal.empty() ||
      !finding.duplicate.empty())
    return false;
  return std::ranges::all_of(finding.missing, [&](const std::string& text) {
    const auto squares = parse_move_text(text);
    const auto piece = squares ? position->piece_on(squares->from) : std::nullopt;
    return piece && has_extra(*before, *piece);
  });
}

}  // namespace perft_verify::verifier
