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
    {.bug_class = KingXray,
     .illegal = [](const Case& at) { return because(at.move, Illegality::KingXray); }},
    {.bug_class = KingsAdjacent,
     .illegal = [](const Case& at) { return exposed_only_to(at.move, PieceType::King); },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.bug_class = KingCapturesDefended,
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::King) && !at.move.castling && at.move.pseudo_legal &&
                  at.move.captured;
         }},
    {.bug_class = KingIntoCheck,
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::King) && !at.move.castling && at.move.pseudo_legal;
         },
     .vague = 0.3},
    {.bug_class = KnightChecksIgnored,
     .illegal = [](const Case& at) { return exposed_only_to(at.move, PieceType::Knight); },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.bug_class = PawnChecksIgnored,
     .illegal = [](const Case& at) { return exposed_only_to(at.move, PieceType::Pawn); },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.bug_class = PawnChecksReversed,
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
    {.bug_class = QueenDiagonalChecksIgnored,
     .illegal =
         [](const Case& at) {
           return exposed_only_to(at.move, [](const Attacker& each) {
             return each.type == PieceType::Queen && each.line == LineKind::Diagonal;
           });
         },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.bug_class = PinByQueenIgnored,
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
    {.bug_class = PinDiagonalIgnored,
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
    {.bug_class = PinStraightIgnored,
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
    {.bug_class = PinIgnored,
     .illegal = [](const Case& at) { return because(at.move, Illegality::Pinned); },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         }},
    {.bug_class = SliderChecksIgnored,
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
    {.bug_class = DoubleCheckCapture,
     .illegal =
         [](const Case& at) {
           return only_double_check_forbids(at.move) && at.move.captures_checker;
         }},
    {.bug_class = DoubleCheckInterposition,
     .illegal =
         [](const Case& at) { return only_double_check_forbids(at.move) && at.move.interposes; }},
    {.bug_class = DoubleCheckIgnored,
     .illegal =
         [](const Case& at) {
           return only_double_check_forbids(at.move) &&
                  (at.move.interposes || at.move.captures_checker);
         }},
    // Only the king has to move out of it, and other moves are not looked at.
    {.bug_class = DoubleCheckIgnored,
     .illegal = [](const Case& at) { return only_double_check_forbids(at.move); }},
    {.bug_class = CheckIgnored,
     .illegal =
         [](const Case& at) {
           return at.move.in_check && !is(at.move, PieceType::King) && at.move.pseudo_legal;
         },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         }},
    {.bug_class = LegalityUntested,
     .illegal = [](const Case& at) { return at.move.pseudo_legal; },
     .optional =
         [](const Case& at) {
           return (at.move.en_passant || at.move.castling) && at.move.pseudo_legal &&
                  !at.move.legal;
         },
     .vague = 0.7},
    {.bug_class = LegalityTestsOtherKing,
     .illegal =
         [](const Case& at) {
           return at.move.pseudo_legal && !at.move.castling && !at.move.gives_check;
         },
     .missing = [](const Case& at) { return at.move.gives_check; },
     .optional = [](const Case& at) { return attacked_castling(at.move); }},
    {.bug_class = PinSeesThroughSecondPiece,
     .missing = [](const Case& at) { return at.move.second_shield; }},
    {.bug_class = PinByWrongSlider, .missing = [](const Case& at) { return at.move.wrong_slider; }},
    {.bug_class = PinFalse,
     .optional = [](const Case& at) { return at.move.legal && at.move.false_pin; },
     .vague = 0.3},
    {.bug_class = PinnedPawnFrozen,
     .missing = [](const Case& at) { return at.move.pinned_by && is(at.move, PieceType::Pawn); }},
    {.bug_class = PinnedSliderMayNotCapture,
     .missing =
         [](const Case& at) {
           return at.move.pinned_by && at.move.to == at.move.pinned_by->square;
         }},
    {.bug_class = PinnedSliderFrozen,
     .missing =
         [](const Case& at) {
           return at.move.pinned_by && at.seen.missing_types.contains(at.move.moved->type) &&
                  is_slider(at.move);
         },
     .vague = 0.3},
    {.bug_class = InterpositionByDoublePushMissing,
     .missing = [](const Case& at) { return at.move.interposes && at.move.double_step; }},
    {.bug_class = InterpositionByPromotionMissing,
     .missing = [](const Case& at) { return at.move.interposes && at.move.to_last_rank; }},
    {.bug_class = InterpositionMissing,
     .missing = [](const Case& at) { return at.move.interposes && !at.move.en_passant; }},
    {.bug_class = EvasionPromotionCaptureMissing,
     .missing = [](const Case& at) { return at.move.captures_checker && at.move.to_last_rank; }},
    {.bug_class = EvasionKingCaptureMissing,
     .missing =
         [](const Case& at) { return at.move.captures_checker && is(at.move, PieceType::King); }},
    {.bug_class = EvasionCaptureMissing,
     .missing =
         [](const Case& at) { return at.move.captures_checker && !is(at.move, PieceType::King); }},
    {.bug_class = EvasionKingMoveMissing,
     .missing = [](const Case& at) { return at.move.in_check && is(at.move, PieceType::King); }},
    {.bug_class = KingSafeSquareRefused,
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
