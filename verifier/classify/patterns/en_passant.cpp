// En passant.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

const Pattern kEnPassant[] = {
    {.name = "ep-horizontal-pin",
     .illegal =
         [](const Case& at) {
           return at.move.en_passant && because(at.move, Illegality::EnPassantExposesKing) &&
                  exposed_only_along(at.move, LineKind::Rank);
         }},
    {.name = "ep-diagonal-pin",
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
    {.name = "ep-pinned-capturer",
     .illegal =
         [](const Case& at) {
           return at.move.en_passant && at.move.pseudo_legal && at.move.pinned_by &&
                  !at.move.in_check;
         }},
    {.name = "ep-in-check-not-resolving",
     .illegal =
         [](const Case& at) {
           return at.move.en_passant && at.move.pseudo_legal && at.move.in_check;
         }},
    {.name = "ep-legality-untested",
     .illegal = [](const Case& at) { return at.move.en_passant && at.move.pseudo_legal; }},
    {.name = "ep-wraps",
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && at.move.wraps &&
                  at.move.to == at.scene.en_passant;
         }},
    {.name = "ep-without-square",
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::PawnCapturesNothing) && at.move.pawn_beside &&
                  rank_of(at.move.from) == relative_rank(at.scene.us, Rank::R5);
         }},
    {.name = "ep-evasion-missing",
     .missing = [](const Case& at) { return at.move.en_passant && at.move.captures_checker; }},
    {.name = "ep-evasion-missing",
     .missing = [](const Case& at) { return at.move.en_passant && at.move.in_check; }},
    {.name = "ep-a-file-lost",
     .missing =
         [](const Case& at) {
           return at.move.en_passant && edge(file_of(at.move.to)) &&
                  at.seen.missing_files.contains(file_of(at.move.to));
         }},
    {.name = "ep-one-capturer-only",
     .missing =
         [](const Case& at) {
           return at.move.en_passant && at.scene.en_passant_captures == 2 &&
                  at.seen.missing_steps.contains(step_of(at.move, at.scene.us));
         }},
    {.name = "ep-forbidden-on-king-rank",
     .missing =
         [](const Case& at) {
           return at.move.en_passant && rank_of(at.scene.king) == rank_of(at.move.from);
         }},
    {.name = "ep-forbidden-on-king-rank",
     .missing = [](const Case& at) { return at.move.en_passant && at.move.pinned_by; }},
    {.name = "unmake-ep-square",
     .optional =
         [](const Case& at) {
           return at.move.en_passant && at.move.legal && at.scene.own_pieces > 2;
         }},
    {.name = "ep-missing-for-black",
     .missing = [](const Case& at) { return at.move.en_passant && one_color(at); }},
    {.name = "ep-missing",
     .missing = [](const Case& at) { return at.move.en_passant; },
     .vague = 0.3},
    {.name = "ep-twice", .duplicate = [](const Case& at) { return at.move.en_passant; }},
};

}  // namespace

std::span<const Pattern> en_passant() { return kEnPassant; }

}  // namespace perft_verify::verifier::patterns
