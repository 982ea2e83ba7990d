// Steps and captures of pawns.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// Whether the square in front of the pawn is empty.
bool is_empty_ahead(const Case& at) {
  const int ahead = index(at.move.from) + (at.scene.us == Color::White ? 8 : -8);
  const MoveFacts* const push =
      find_move(at.scene, to_string(at.move.from) + to_string(square_at(ahead)));
  return push != nullptr && !push->captured && !because(*push, Illegality::OwnPieceOnTarget);
}

const Pattern kPawns[] = {
    {.bug_class = DoublePushJumps,
     .illegal =
         [](const Case& at) {
           return at.move.double_step && because(at.move, Illegality::PawnCannotPush) &&
                  !at.move.captured;
         }},
    {.bug_class = DoublePushCaptures,
     .illegal =
         [](const Case& at) {
           return at.move.double_step && (because(at.move, Illegality::OwnPieceOnTarget) ||
                                          (because(at.move, Illegality::PawnCannotPush) &&
                                           enemy_on_target(at.move, at.scene)));
         }},
    {.bug_class = DoublePushWrongRank,
     .illegal =
         [](const Case& at) {
           return at.move.double_step && because(at.move, Illegality::WrongGeometry) &&
                  step_of(at.move, at.scene.us) == 16 && !at.move.captured &&
                  !at.move.to_last_rank && is_empty_ahead(at);
         }},
    {.bug_class = PawnCapturesForward,
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && !at.move.double_step &&
                  file_of(at.move.from) == file_of(at.move.to) &&
                  because(at.move, Illegality::PawnCannotPush) &&
                  enemy_on_target(at.move, at.scene) &&
                  (!at.move.to_last_rank || std::string_view("bnqr").contains(at.move.promotion));
         }},
    {.bug_class = PawnCapturesNothing,
     .illegal = [](const Case& at) { return because(at.move, Illegality::PawnCapturesNothing); }},
    // Without a letter, on the last rank: a corner that the engine uses as "no square".
    {.bug_class = PawnCapturesNothing,
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::PromotionMissing) && !at.move.captured &&
                  file_of(at.move.from) != file_of(at.move.to);
         }},
    {.bug_class = PawnCaptureWraps,
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && at.move.wraps &&
                  enemy_on_target(at.move, at.scene);
         }},
    {.bug_class = PawnBackwards,
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && because(at.move, Illegality::WrongGeometry) &&
                  !at.move.wraps && step_of(at.move, at.scene.us) < 0 &&
                  at.seen.illegal_steps.contains(step_of(at.move, at.scene.us));
         }},
    {.bug_class = DoublePushMissingOnHFile,
     .missing =
         [](const Case& at) {
           return at.move.double_step && at.seen.missing_files.contains(file_of(at.move.to)) &&
                  at.seen.missing_files.size() == 1;
         }},
    {.bug_class = DoublePushMissingForBlack,
     .missing = [](const Case& at) { return at.move.double_step && only_black(at); }},
    {.bug_class = DoublePushMissing, .missing = [](const Case& at) { return at.move.double_step; }},
    {.bug_class = PawnPushMissing,
     .missing =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && file_of(at.move.from) == file_of(at.move.to) &&
                  !some_promotions_missing(at);
         },
     .vague = 0.4},
    {.bug_class = PawnCaptureMissing,
     .missing =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && file_of(at.move.from) != file_of(at.move.to) &&
                  !at.move.en_passant && !some_promotions_missing(at) &&
                  at.seen.missing_steps.contains(step_of(at.move, at.scene.us));
         },
     .vague = 0.6},
};

}  // namespace

std::span<const Pattern> pawns() { return kPawns; }

}  // namespace perft_verify::verifier::patterns
