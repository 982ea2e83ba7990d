// En passant.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

const Pattern kEnPassant[] = {
    {.bug_class = EpHorizontalPin,
     .illegal =
         [](const Case& at) {
           return at.move.en_passant && because(at.move, Illegality::EnPassantExposesKing) &&
                  exposed_only_along(at.move, LineKind::Rank);
         }},
    {.bug_class = EpDiagonalPin,
     .illegal =
         [](const Case& at) {
           return at.move.en_passant && because(at.move, Illegality::EnPassantExposesKing) &&
                  exposed_only_along(at.move, LineKind::Diagonal);
         },
     .optional =
         [](const Case& at) {
           return at.move.en_passant && at.move.pinned_by &&
                  exposed_only_along(at.move, LineKind::Diagonal);
         }},
    {.bug_class = EpPinnedCapturer,
     .illegal =
         [](const Case& at) {
           return at.move.en_passant && at.move.pseudo_legal && at.move.pinned_by &&
                  !at.move.in_check;
         }},
    {.bug_class = EpInCheckNotResolving,
     .illegal =
         [](const Case& at) {
           return at.move.en_passant && at.move.pseudo_legal && at.move.in_check;
         }},
    {.bug_class = EpLegalityUntested,
     .illegal = [](const Case& at) { return at.move.en_passant && at.move.pseudo_legal; }},
    {.bug_class = EpVictimStaysInTest,
     .illegal =
         [](const Case& at) {
           return at.move.en_passant && because(at.move, Illegality::EnPassantExposesKing);
         },
     .missing = [](const Case& at) { return at.move.en_passant && at.move.captures_checker; }},
    {.bug_class = EpWraps,
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && at.move.wraps &&
                  at.move.to == at.scene.en_passant;
         }},
    {.bug_class = EpWithoutSquare,
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::PawnCapturesNothing) && at.move.pawn_beside &&
                  rank_of(at.move.from) == relative_rank(at.scene.us, Rank::R5);
         }},
    {.bug_class = EpEvasionMissing,
     .missing = [](const Case& at) { return at.move.en_passant && at.move.captures_checker; }},
    {.bug_class = EpEvasionMissing,
     .missing = [](const Case& at) { return at.move.en_passant && at.move.in_check; }},
    {.bug_class = EpAFileLost,
     .missing =
         [](const Case& at) {
           return at.move.en_passant && edge(file_of(at.move.to)) &&
                  at.seen.missing_files.contains(file_of(at.move.to));
         }},
    {.bug_class = EpOneCapturerOnly,
     .missing =
         [](const Case& at) {
           return at.move.en_passant && at.scene.en_passant_captures == 2 &&
                  at.seen.missing_steps.contains(step_of(at.move, at.scene.us));
         }},
    {.bug_class = EpForbiddenOnKingRank,
     .missing =
         [](const Case& at) {
           return at.move.en_passant && rank_of(at.scene.king) == rank_of(at.move.from);
         }},
    {.bug_class = EpForbiddenOnKingRank,
     .missing = [](const Case& at) { return at.move.en_passant && at.move.pinned_by; }},
    {.bug_class = UnmakeEpSquare,
     .optional =
         [](const Case& at) {
           return at.move.en_passant && at.move.legal && at.scene.own_pieces > 2;
         }},
    {.bug_class = EpMissingForBlack,
     .missing = [](const Case& at) { return at.move.en_passant && only_black(at); }},
    {.bug_class = EpMissing,
     .missing = [](const Case& at) { return at.move.en_passant; },
     .vague = 0.3},
    {.bug_class = EpTwice, .duplicate = [](const Case& at) { return at.move.en_passant; }},
};

}  // namespace

std::span<const Pattern> en_passant() { return kEnPassant; }

}  // namespace perft_verify::verifier::patterns
