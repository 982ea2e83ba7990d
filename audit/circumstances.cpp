// The meaning of the second part of a finding's name.
#include <algorithm>
#include <array>

#include "audit/catalog.h"

namespace perft_verify::audit {
namespace {

struct Words {
  std::string_view circumstance;
  std::string_view words;
};

constexpr std::array kWords{
    Words{"castling", "castling"},
    Words{"en-passant", "en passant"},
    Words{"promotion", "promotions"},
    Words{"rook-captured", "captures of a rook that has a castling right"},
    Words{"king-with-right", "moves of a king that has a castling right"},
    Words{"rook-with-right", "moves of a rook that has a castling right"},
    Words{"capture", "captures"},
    Words{"double-push", "double pawn pushes"},
    Words{"pawn-push", "single pawn pushes"},
    Words{"king", "the king"},
    Words{"piece", "quiet moves of knights, bishops, rooks and queens"},
    Words{"pawn", "a pawn"},
    Words{"knight", "a knight"},
    Words{"bishop", "a bishop"},
    Words{"rook", "a rook"},
    Words{"queen", "a queen"},
    Words{"discovered", "discovered checks"},
    Words{"diagonal", "diagonals"},
    Words{"straight", "ranks and files"},
    Words{"empty-square", "an empty square"},
    Words{"not-a-move", "texts that are no moves"},
    Words{"no-move", "codes that are no moves"},
    Words{"too-many", "lists that are too long"},
    Words{"no-piece", "moves from an empty square"},
    Words{"opposing-piece", "moves of an opposing piece"},
    Words{"own-piece-captured", "captures of an own piece"},
    Words{"wrong-geometry", "ways that the piece does not go"},
    Words{"path-blocked", "ways on which another piece stands"},
    Words{"pawn-push-blocked", "pawn pushes onto or over another piece"},
    Words{"pawn-captures-nothing", "pawn captures of nothing"},
    Words{"promotion-missing", "pawns that reach the last rank and stay pawns"},
    Words{"promotion-unexpected", "promotions of what is no pawn on the last rank"},
    Words{"king-captured", "captures of the king"},
    Words{"castling-without-right", "castling without a right"},
    Words{"castling-blocked", "castling over a piece"},
    Words{"castling-out-of-check", "castling out of check"},
    Words{"castling-through-check", "castling over an attacked square"},
    Words{"castling-into-check", "castling into check"},
    Words{"king-into-check", "steps of the king onto an attacked square"},
    Words{"king-xray", "steps of the king back along the line of its attacker"},
    Words{"kings-adjacent", "steps of the king next to the other king"},
    Words{"double-check", "double check"},
    Words{"check-not-answered", "moves that leave the king in check"},
    Words{"pinned", "moves of a pinned piece off its line"},
    Words{"en-passant-exposes-king", "captures en passant that open a line to the king"},
    Words{"board", "the board"},
    Words{"side", "the side to move"},
    Words{"side-to-move", "the side to move"},
    Words{"clock", "the halfmove clock"},
    Words{"clocks", "the clocks"},
    Words{"move-number", "the number of the move"},
    Words{"format", "the form of the FEN"},
    Words{"color", "the color of a piece"},
    Words{"piece-type", "the kind of a piece"},
    Words{"square", "the square of a piece"},
    Words{"missed", "checks that are not seen"},
    Words{"false", "checks that are none"}};

}  // namespace

std::string_view words_of(std::string_view circumstance) {
  const auto found = std::ranges::find(kWords, circumstance, &Words::circumstance);
  return found != kWords.end() ? found->words : "";
}

}  // namespace perft_verify::audit
