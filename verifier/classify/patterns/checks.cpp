// Checks, pins and evasions.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

bool only_double_check_forbids(const MoveFacts& move) {
  return because(move, Illegality::DoubleCheck) && !move.pinned_by && !is(move, PieceType::King);
}

const Pattern kChecks[] = {
    {.name = "king-xray",
     .illegal = [](const Case& at) { return because(at.move, Illegality::KingXray); }},
    {.name = "kings-adjacent",
     .illegal = [](const Case& at) { return exposed_only_to(at.move, PieceType::King); },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.name = "king-captures-defended",
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::King) && !at.move.castling && at.move.pseudo_legal &&
                  at.move.captured;
         }},
    {.name = "king-into-check",
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::King) && !at.move.castling && at.move.pseudo_legal;
         },
     .vague = 0.3},
    {.name = "knight-checks-ignored",
     .illegal = [](const Case& at) { return exposed_only_to(at.move, PieceType::Knight); },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.name = "pawn-checks-ignored",
     .illegal = [](const Case& at) { return exposed_only_to(at.move, PieceType::Pawn); },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.name = "pawn-checks-reversed",
     .illegal =
         [](const Case& at) {
           return exposed_only_to(at.move, PieceType::Pawn) &&
                  !(is(at.move, PieceType::King) ? at.move.reversed_pawn_attack
                                                 : at.move.reversed_pawn_check);
         },
     .missing =
         [](const Case& at) {
           if (at.move.castling) return at.move.reversed_pawn_check || at.move.reversed_pawn_attack;
           return is(at.move, PieceType::King) ? at.move.reversed_pawn_attack
                                               : at.move.reversed_pawn_check;
         }},
    {.name = "queen-diagonal-checks-ignored",
     .illegal =
         [](const Case& at) {
           return exposed_only_to(at.move, [](const Attacker& each) {
             return each.type == PieceType::Queen && each.line == LineKind::Diagonal;
           });
         },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.name = "pin-by-queen-ignored",
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::Pinned) && at.move.pinned_by &&
                  exposed_only_to(at.move, PieceType::Queen);
         },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         }},
    {.name = "pin-diagonal-ignored",
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::Pinned) &&
                  exposed_only_along(at.move, LineKind::Diagonal);
         },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         }},
    {.name = "pin-straight-ignored",
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::Pinned) &&
                  !exposed_only_along(at.move, LineKind::Diagonal);
         },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         }},
    {.name = "pin-ignored",
     .illegal = [](const Case& at) { return because(at.move, Illegality::Pinned); },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         }},
    {.name = "slider-checks-ignored",
     .illegal =
         [](const Case& at) {
           return at.move.pseudo_legal && exposed_only_to(at.move, [&](const Attacker& each) {
                    return each.line != LineKind::None &&
                           at.seen.exposing_types.contains(each.type);
                  });
         },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant && at.move.pseudo_legal && !at.move.legal) ||
                  attacked_castling(at.move);
         },
     .vague = 0.3},
    {.name = "double-check-capture",
     .illegal =
         [](const Case& at) {
           return only_double_check_forbids(at.move) && at.move.captures_checker;
         }},
    {.name = "double-check-interposition",
     .illegal =
         [](const Case& at) { return only_double_check_forbids(at.move) && at.move.interposes; }},
    {.name = "double-check-ignored",
     .illegal =
         [](const Case& at) {
           return only_double_check_forbids(at.move) &&
                  (at.move.interposes || at.move.captures_checker);
         }},
    {.name = "check-ignored",
     .illegal =
         [](const Case& at) {
           return at.move.in_check && !is(at.move, PieceType::King) && at.move.pseudo_legal;
         },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         }},
    {.name = "legality-untested",
     .illegal = [](const Case& at) { return at.move.pseudo_legal; },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         },
     .vague = 0.7},
    {.name = "pin-sees-through-second-piece",
     .missing = [](const Case& at) { return at.move.second_shield; }},
    {.name = "pin-by-wrong-slider", .missing = [](const Case& at) { return at.move.wrong_slider; }},
    {.name = "pinned-pawn-frozen",
     .missing = [](const Case& at) { return at.move.pinned_by && is(at.move, PieceType::Pawn); }},
    {.name = "pinned-slider-may-not-capture",
     .missing =
         [](const Case& at) {
           return at.move.pinned_by && at.move.to == at.move.pinned_by->square;
         }},
    {.name = "pinned-slider-frozen",
     .missing =
         [](const Case& at) {
           return at.move.pinned_by && at.seen.missing_types.contains(at.move.moved->type) &&
                  is_slider(at.move);
         },
     .vague = 0.3},
    {.name = "interposition-by-double-push-missing",
     .missing = [](const Case& at) { return at.move.interposes && at.move.double_step; }},
    {.name = "interposition-by-promotion-missing",
     .missing = [](const Case& at) { return at.move.interposes && at.move.to_last_rank; }},
    {.name = "interposition-missing",
     .missing = [](const Case& at) { return at.move.interposes && !at.move.en_passant; }},
    {.name = "evasion-promotion-capture-missing",
     .missing = [](const Case& at) { return at.move.captures_checker && at.move.to_last_rank; }},
    {.name = "evasion-king-capture-missing",
     .missing =
         [](const Case& at) { return at.move.captures_checker && is(at.move, PieceType::King); }},
    {.name = "evasion-capture-missing",
     .missing =
         [](const Case& at) { return at.move.captures_checker && !is(at.move, PieceType::King); }},
    {.name = "evasion-king-move-missing",
     .missing = [](const Case& at) { return at.move.in_check && is(at.move, PieceType::King); }},
    {.name = "king-safe-square-refused",
     .missing = [](const Case& at) { return is(at.move, PieceType::King) && !at.move.castling; },
     .optional =
         [](const Case& at) {
           return at.move.legal && (at.move.castling || !is(at.move, PieceType::King));
         },
     .vague = 1.2},
};

}  // namespace

std::span<const Pattern> checks() { return kChecks; }

}  // namespace perft_verify::verifier::patterns
