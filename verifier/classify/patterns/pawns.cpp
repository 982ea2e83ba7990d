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
    {.name = "double-push-jumps",
     .illegal =
         [](const Case& at) {
           return at.move.double_step && because(at.move, Illegality::PawnCannotPush) &&
                  !at.move.captured;
         }},
    {.name = "double-push-captures",
     .illegal =
         [](const Case& at) {
           return at.move.double_step && because(at.move, Illegality::PawnCannotPush) &&
                  enemy_on_target(at.move, at.scene);
         }},
    {.name = "double-push-wrong-rank",
     .illegal =
         [](const Case& at) {
           return at.move.double_step && because(at.move, Illegality::WrongGeometry) &&
                  step_of(at.move, at.scene.us) == 16 && !at.move.captured &&
                  !at.move.to_last_rank && is_empty_ahead(at);
         }},
    {.name = "pawn-captures-forward",
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && !at.move.double_step &&
                  file_of(at.move.from) == file_of(at.move.to) &&
                  because(at.move, Illegality::PawnCannotPush) &&
                  enemy_on_target(at.move, at.scene) &&
                  (!at.move.to_last_rank || std::string_view("bnqr").contains(at.move.promotion));
         }},
    {.name = "pawn-captures-nothing",
     .illegal = [](const Case& at) { return because(at.move, Illegality::PawnCapturesNothing); }},
    // Without a letter, on the last rank: a corner that the engine uses as "no square".
    {.name = "pawn-captures-nothing",
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::PromotionMissing) && !at.move.captured &&
                  file_of(at.move.from) != file_of(at.move.to);
         }},
    {.name = "pawn-capture-wraps",
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && at.move.wraps &&
                  enemy_on_target(at.move, at.scene);
         }},
    {.name = "pawn-backwards",
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && because(at.move, Illegality::WrongGeometry) &&
                  !at.move.wraps && step_of(at.move, at.scene.us) < 0 &&
                  at.seen.illegal_steps.contains(step_of(at.move, at.scene.us));
         }},
    {.name = "double-push-missing-on-h-file",
     .missing =
         [](const Case& at) {
           return at.move.double_step && at.seen.missing_files.contains(file_of(at.move.to)) &&
                  at.seen.missing_files.size() == 1;
         }},
    {.name = "double-push-missing-for-black",
     .missing = [](const Case& at) { return at.move.double_step && one_color(at); }},
    {.name = "double-push-missing", .missing = [](const Case& at) { return at.move.double_step; }},
    {.name = "pawn-push-missing",
     .missing =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && file_of(at.move.from) == file_of(at.move.to);
         },
     .vague = 0.4},
    {.name = "pawn-capture-missing",
     .missing =
         [](const Case& at) {
           return is(at.move, PieceType::Pawn) && file_of(at.move.from) != file_of(at.move.to) &&
                  !at.move.en_passant &&
                  at.seen.missing_steps.contains(step_of(at.move, at.scene.us));
         },
     .vague = 0.6},
};

}  // namespace

std::span<const Pattern> pawns() { return kPawns; }

}  // namespace perft_verify::verifier::patterns
