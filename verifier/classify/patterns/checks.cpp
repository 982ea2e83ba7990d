// Checks, pins and evasions.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// The move leaves the king to sliders alone, of kinds and on lines (straight or diagonal) that
/// wrong moves leave it to.
bool is_exposed_to_sliders(const Case& at) {
  const auto seen_on = [&](LineKind line) { return at.seen.exposing_lines.contains(line); };
  return exposed_only_to(at.move, [&](const Attacker& each) {
    const bool on_line = each.line == LineKind::Diagonal
                             ? seen_on(LineKind::Diagonal)
                             : seen_on(LineKind::Rank) || seen_on(LineKind::File);
    return each.line != LineKind::None && on_line && at.seen.exposing_types.contains(each.type);
  });
}

bool only_double_check_forbids(const MoveFacts& move) {
  return because(move, Illegality::DoubleCheck) && !move.pinned_by && !is(move, PieceType::King);
}

const Pattern kChecks[] = {
    {.bug_class = KingXray, .illegal = WHEN(because(move, Illegality::KingXray))},
    {.bug_class = KingsAdjacent,
     .illegal = WHEN(exposed_only_to(move, PieceType::King)),
     .optional = WHEN(attacked_castling(move))},
    {.bug_class = KingCapturesDefended,
     .illegal =
         WHEN(is(move, PieceType::King) && !move.castling && move.pseudo_legal && move.captured)},
    {.bug_class = KingIntoCheck,
     .illegal = WHEN(is(move, PieceType::King) && !move.castling && move.pseudo_legal),
     .vague = 0.3},
    {.bug_class = KnightChecksIgnored,
     .illegal = WHEN(exposed_only_to(move, PieceType::Knight)),
     .optional = WHEN(attacked_castling(move))},
    // One test may look for knights and for the king.
    {.bug_class = KnightChecksIgnored,
     .illegal = WHEN(exposed_only_to(move, PieceType::Knight)),
     .optional = WHEN(attacked_castling(move) || exposed_only_to(move, PieceType::King)),
     .vague = 0.3},
    {.bug_class = PawnChecksIgnored,
     .illegal = WHEN(exposed_only_to(move, PieceType::Pawn)),
     .optional = WHEN(attacked_castling(move))},
    {.bug_class = PawnChecksReversed,
     .illegal =
         WHEN(exposed_only_to(move, PieceType::Pawn) &&
              !(is(move, PieceType::King) ? move.reversed_pawn_attack : move.reversed_pawn_check)),
     .missing =
         [](const Case& at) {
           if (at.move.castling) return at.move.reversed_pawn_check || at.move.reversed_pawn_attack;
           return is(at.move, PieceType::King) ? at.move.reversed_pawn_attack
                                               : at.move.reversed_pawn_check;
         }},
    {.bug_class = QueenDiagonalChecksIgnored,
     .illegal = WHEN(exposed_only_to(move, &is_queen_on_diagonal)),
     .optional = WHEN(attacked_castling(move))},
    {.bug_class = QueenChecksIgnored,
     .illegal = WHEN(exposed_only_to(move, PieceType::Queen)),
     .optional = WHEN(attacked_castling(move))},
    // A queen may hide the attacks of other pieces.
    {.bug_class = QueenChecksIgnored,
     .illegal =
         WHEN(move.pseudo_legal && std::ranges::find(move.exposed_to, PieceType::Queen,
                                                     &Attacker::type) != move.exposed_to.end()),
     .optional = WHEN(attacked_castling(move)),
     .vague = 0.1},
    {.bug_class = PinByQueenIgnored,
     .illegal = WHEN(because(move, Illegality::Pinned) && move.pinned_by &&
                     exposed_only_to(move, PieceType::Queen)),
     .optional = kSpecialInCheck},
    {.bug_class = PinDiagonalIgnored,
     .illegal =
         WHEN(because(move, Illegality::Pinned) && exposed_only_along(move, LineKind::Diagonal)),
     .optional = kSpecialInCheck},
    {.bug_class = PinStraightIgnored,
     .illegal =
         WHEN(because(move, Illegality::Pinned) && !exposed_only_along(move, LineKind::Diagonal)),
     .optional = kSpecialInCheck},
    {.bug_class = PinIgnored,
     .illegal = WHEN(because(move, Illegality::Pinned)),
     .optional = kSpecialInCheck},
    {.bug_class = SliderChecksIgnored,
     .illegal = WHEN(move.pseudo_legal && is_exposed_to_sliders(at)),
     .optional =
         WHEN((move.en_passant && move.pseudo_legal && !move.legal) || attacked_castling(move)),
     .vague = 0.3},
    {.bug_class = DoubleCheckCapture,
     .illegal = WHEN(only_double_check_forbids(move) && move.captures_checker)},
    {.bug_class = DoubleCheckInterposition,
     .illegal = WHEN(only_double_check_forbids(move) && move.interposes)},
    {.bug_class = DoubleCheckIgnored,
     .illegal =
         WHEN(only_double_check_forbids(move) && (move.interposes || move.captures_checker))},
    // Only the king has to move out of it, and other moves are not looked at.
    {.bug_class = DoubleCheckIgnored, .illegal = WHEN(only_double_check_forbids(move))},
    {.bug_class = CheckIgnored,
     .illegal = WHEN(move.in_check && !is(move, PieceType::King) && move.pseudo_legal),
     .optional = kSpecialInCheck},
    {.bug_class = LegalityUntested,
     .illegal = WHEN(move.pseudo_legal),
     .optional = kSpecialInCheck,
     .vague = 0.7},
    {.bug_class = LegalityTestsOtherKing,
     .illegal = WHEN(move.pseudo_legal && !move.castling && !move.gives_check),
     .missing = WHEN(move.gives_check),
     .optional = WHEN(attacked_castling(move))},
    {.bug_class = PinSeesThroughSecondPiece, .missing = WHEN(move.second_shield)},
    {.bug_class = PinByWrongSlider, .missing = WHEN(move.wrong_slider)},
    {.bug_class = PinFalse, .optional = WHEN(move.legal && move.false_pin), .vague = 0.3},
    {.bug_class = PinnedPawnFrozen, .missing = WHEN(move.pinned_by && is(move, PieceType::Pawn))},
    {.bug_class = PinnedSliderMayNotCapture,
     .missing = WHEN(move.pinned_by && move.to == move.pinned_by->square)},
    {.bug_class = PinnedSliderFrozen,
     .missing = WHEN(move.pinned_by && at.seen.missing_types.contains(move.moved->type) &&
                     is_slider(move)),
     .vague = 0.3},
    {.bug_class = InterpositionByDoublePushMissing,
     .missing = WHEN(move.interposes && move.double_step)},
    {.bug_class = InterpositionByPromotionMissing,
     .missing = WHEN(move.interposes && move.to_last_rank)},
    {.bug_class = InterpositionMissing, .missing = WHEN(move.interposes && !move.en_passant)},
    {.bug_class = EvasionPromotionCaptureMissing,
     .missing = WHEN(move.captures_checker && move.to_last_rank)},
    {.bug_class = EvasionKingCaptureMissing,
     .missing = WHEN(move.captures_checker && is(move, PieceType::King))},
    {.bug_class = EvasionKingCapturesCheckerOnly,
     .missing = WHEN(move.in_check && is(move, PieceType::King) && move.captured &&
                     !move.captures_checker)},
    {.bug_class = EvasionCaptureMissing,
     .missing = WHEN(move.captures_checker && !is(move, PieceType::King))},
    {.bug_class = EvasionKingMoveMissing,
     .missing = WHEN(move.in_check && is(move, PieceType::King))},
    {.bug_class = KingSafeSquareRefused,
     .missing = WHEN(is(move, PieceType::King) && !move.castling),
     .optional = WHEN(move.legal && (move.castling || !is(move, PieceType::King))),
     .vague = 1.2},
};

}  // namespace

std::span<const Pattern> checks() { return kChecks; }

}  // namespace perft_verify::verifier::patterns
