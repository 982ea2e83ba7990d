// En passant.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// Whether a pawn goes sideways to the pawn that it could capture en passant.
bool is_onto_victim(const Case& at) {
  const MoveFacts& move = at.move;
  return is(move, PieceType::Pawn) && at.scene.en_passant && distance_of(move) == 1 &&
         rank_of(move.from) == rank_of(move.to) &&
         rank_of(move.from) == relative_rank(at.scene.us, Rank::R5) &&
         file_of(move.to) == file_of(*at.scene.en_passant) &&
         takes_step(at, at.seen.illegal_by_color);
}
bool may_capture_en_passant(const Case& at) {
  return std::ranges::any_of(at.scene.moves, [&](const MoveFacts& other) {
    return other.en_passant && other.legal && other.from == at.move.from;
  });
}

const Pattern kEnPassant[] = {
    {.bug_class = EpHorizontalPin,
     .illegal = WHEN(move.en_passant && because(move, Illegality::EnPassantExposesKing) &&
                     exposed_only_along(move, LineKind::Rank))},
    {.bug_class = EpDiagonalPin,
     .illegal = WHEN(move.en_passant && because(move, Illegality::EnPassantExposesKing) &&
                     exposed_only_along(move, LineKind::Diagonal)),
     .optional =
         WHEN(move.en_passant && move.pinned_by && exposed_only_along(move, LineKind::Diagonal))},
    {.bug_class = EpPinnedCapturer,
     .illegal = WHEN(move.en_passant && move.pseudo_legal && move.pinned_by && !move.in_check)},
    {.bug_class = EpInCheckNotResolving,
     .illegal = WHEN(move.en_passant && move.pseudo_legal && move.in_check)},
    {.bug_class = EpLegalityUntested, .illegal = WHEN(move.en_passant && move.pseudo_legal)},
    {.bug_class = EpVictimStaysInTest,
     .illegal = WHEN(move.en_passant && because(move, Illegality::EnPassantExposesKing)),
     .missing = WHEN(move.en_passant && move.captures_checker)},
    {.bug_class = EpWraps,
     .illegal = WHEN(is(move, PieceType::Pawn) && wraps(at) && move.to == at.scene.en_passant)},
    {.bug_class = EpWithoutSquare,
     .illegal = WHEN(because(move, Illegality::PawnCapturesNothing) && move.pawn_beside &&
                     rank_of(move.from) == relative_rank(at.scene.us, Rank::R5))},
    {.bug_class = EpEvasionMissing, .missing = WHEN(move.en_passant && move.captures_checker)},
    {.bug_class = EpEvasionMissing, .missing = WHEN(move.en_passant && move.in_check)},
    {.bug_class = EpAFileLost,
     .missing = WHEN(move.en_passant && edge(file_of(move.to)) &&
                     at.seen.missing_files.contains(file_of(move.to)))},
    {.bug_class = EpOneCapturerOnly,
     .missing = WHEN(move.en_passant && at.scene.en_passant_captures == 2 &&
                     at.seen.missing_steps.contains(step_of(move, at.scene.us)))},
    {.bug_class = EpForbiddenOnKingRank,
     .missing = WHEN(move.en_passant && rank_of(at.scene.king) == rank_of(move.from))},
    {.bug_class = EpForbiddenOnKingRank, .missing = WHEN(move.en_passant && move.pinned_by)},
    {.bug_class = UnmakeEpSquare,
     .optional = WHEN(move.en_passant && move.legal && at.scene.own_pieces > 2)},
    {.bug_class = EpMissingForBlack, .missing = WHEN(move.en_passant && only_black(at))},
    {.bug_class = EpMissing,
     .missing = WHEN(move.en_passant && at.seen.missing_steps.size() == 1 &&
                     at.seen.missing_steps.contains(step_of(move, at.scene.us)))},
    {.bug_class = EpMissing, .missing = WHEN(move.en_passant), .vague = 0.3},
    {.bug_class = EpOntoVictim,
     .illegal = WHEN(is_onto_victim(at)),
     .missing = WHEN(move.en_passant &&
                     at.seen.illegal_by_color.contains(
                         {at.scene.us, index(file_of(move.to)) - index(file_of(move.from))})),
     // Legality may be tested before, as of the right move, or after.
     .optional = WHEN(is_onto_victim(at) && !may_capture_en_passant(at))},
    {.bug_class = EpTwice, .duplicate = WHEN(move.en_passant)},
};

}  // namespace

std::span<const Pattern> en_passant() { return kEnPassant; }

}  // namespace perft_verify::verifier::patterns
