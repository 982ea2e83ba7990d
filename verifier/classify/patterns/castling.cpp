// Castling, in standard chess and in Chess960.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// In standard chess castling is written as a step of the king.
bool is_target_of_castling(const Case& at) {
  const File file = file_of(at.move.to);
  return is(at.move, PieceType::King) && at.scene.root.chess960 && !at.move.castling &&
         rank_of(at.move.to) == rank_of(at.move.from) && (file == File::G || file == File::C) &&
         std::ranges::any_of(at.scene.moves, [&](const MoveFacts& each) {
           return each.legal && each.castling &&
                  (each.side == CastlingSide::King) == (file == File::G);
         });
}

/// A legal castling to the side to which the king moves.
bool castles_that_way(const Case& at) {
  return std::ranges::any_of(at.scene.moves, [&](const MoveFacts& each) {
    return each.legal && each.castling && (each.to > each.from) == (at.move.to > at.move.from);
  });
}

/// Castling on that side, where all wrong moves seen are.
bool is_of_side(const Case& at, CastlingSide side) {
  return at.move.castling && at.move.side == side && at.seen.sides.size() == 1 &&
         at.seen.sides.contains(side);
}

const Pattern kCastling[] = {
    {.bug_class = CastlingIgnoresPawnAttacks,
     .illegal = WHEN(attacked_castling(move) && exposed_only_to(move, PieceType::Pawn))},
    {.bug_class = CastlingIgnoresKnightAttacks,
     .illegal = WHEN(attacked_castling(move) && exposed_only_to(move, PieceType::Knight))},
    {.bug_class = CastlingIgnoresKingAttacks,
     .illegal = WHEN(attacked_castling(move) && exposed_only_to(move, PieceType::King))},
    {.bug_class = CastlingIgnoresDiagonalAttacks,
     .illegal = WHEN(attacked_castling(move) && exposed_only_along(move, LineKind::Diagonal))},
    {.bug_class = CastlingIgnoresStraightAttacks,
     .illegal = WHEN(attacked_castling(move) && exposed_only_to(move, &is_straight))},
    {.bug_class = Chess960PinnedCastlingRook,
     .illegal = WHEN(free_to_castle(move) && !move.in_check &&
                     !move.castling_facts.transit_attacked && move.castling_facts.target_opened)},
    {.bug_class = Chess960LongTransit,
     .illegal =
         WHEN(free_to_castle(move) && !move.in_check && move.castling_facts.transit_attacked &&
              !move.castling_facts.first_transit_attacked && !move.castling_facts.target_attacked)},
    {.bug_class = CastlingThroughCheck,
     .illegal = WHEN(free_to_castle(move) && !move.in_check &&
                     move.castling_facts.transit_attacked && !move.castling_facts.target_attacked)},
    {.bug_class = CastlingOutOfCheck,
     .illegal =
         WHEN(free_to_castle(move) && move.in_check && !move.castling_facts.transit_attacked &&
              !move.castling_facts.target_attacked)},
    {.bug_class = CastlingIntoCheck,
     .illegal = WHEN(free_to_castle(move) && !move.in_check &&
                     !move.castling_facts.transit_attacked && move.castling_facts.target_attacked)},
    {.bug_class = CastlingBlackTestsWhiteSquares,
     .illegal =
         WHEN(one_color(at) && attacked_castling(move) && !move.castling_facts.mirrored_attacked),
     .missing = WHEN(one_color(at) && move.castling && move.castling_facts.mirrored_attacked)},
    {.bug_class = CastlingAttacksIgnored, .illegal = WHEN(attacked_castling(move)), .vague = 0.5},
    {.bug_class = CastlingBFileOccupied,
     .illegal = WHEN(move.castling && move.castling_facts.right && !move.castling_facts.path_free &&
                     move.castling_facts.king_path_free && safe_to_castle(move) &&
                     !at.scene.root.chess960)},
    {.bug_class = CastlingBlocked,
     .illegal = WHEN(move.castling && move.castling_facts.right && !move.castling_facts.path_free &&
                     safe_to_castle(move) && !at.scene.root.chess960)},
    {.bug_class = Chess960CastlingRookPath,
     .illegal = WHEN(move.castling && move.castling_facts.right && !move.castling_facts.path_free &&
                     move.castling_facts.king_path_free && safe_to_castle(move))},
    {.bug_class = Chess960CastlingPath,
     .illegal = WHEN(move.castling && move.castling_facts.right && !move.castling_facts.path_free &&
                     move.castling_facts.between_free && safe_to_castle(move))},
    {.bug_class = CastlingWithoutRight,
     .illegal = WHEN(move.castling && because(move, Illegality::CastlingWithoutRight) &&
                     move.castling_facts.ready && move.castling_facts.path_free &&
                     safe_to_castle(move) && !at.scene.root.chess960)},
    {.bug_class = CastlingRookGone,
     .illegal = WHEN(move.castling && because(move, Illegality::CastlingWithoutRight) &&
                     !move.castling_facts.ready && !at.scene.root.chess960 &&
                     distance_of(move) == 2 && !move.captured)},
    {.bug_class = CastlingPrintedAsRookCapture,
     .illegal = WHEN(is(move, PieceType::King) && !at.scene.root.chess960 &&
                     because(move, Illegality::OwnPieceOnTarget) &&
                     rank_of(move.to) == rank_of(move.from) && distance_of(move) >= 3 &&
                     at.seen.illegal_types.contains(PieceType::King) && !at.seen.sides.empty() &&
                     castles_that_way(at)),
     .missing = WHEN(move.castling && !at.seen.illegal_steps.empty() && !at.scene.root.chess960)},
    {.bug_class = Chess960OutermostRook,
     .missing = WHEN(move.castling && at.scene.root.chess960 && move.castling_facts.outer_rook),
     .optional = WHEN(move.castling && at.scene.root.chess960 && at.seen.outer_rooks &&
                      because(move, Illegality::CastlingWithoutRight))},
    {.bug_class = Chess960Notation,
     .illegal = WHEN(!move.legal && is_target_of_castling(at)),
     .missing = WHEN(move.castling && at.scene.root.chess960 &&
                     file_of(move.to) != (move.side == CastlingSide::King ? File::G : File::C) &&
                     !(at.seen.illegal_steps.empty() && at.seen.duplicate_steps.empty())),
     .duplicate = WHEN(is_target_of_castling(at))},
    {.bug_class = CastlingBFileAttacked,
     .missing = WHEN(move.castling && move.castling_facts.outer_square_attacked)},
    {.bug_class = CastlingBFileAttacked,
     .missing = WHEN(move.castling && (move.castling_facts.outer_square_attacked ||
                                       move.castling_facts.rook_attacked))},
    {.bug_class = CastlingRookAttacked,
     .missing = WHEN(move.castling && move.castling_facts.rook_attacked)},
    {.bug_class = Chess960KingAlreadyThere,
     .missing =
         WHEN(move.castling && at.scene.root.chess960 && move.castling_facts.king_on_target)},
    {.bug_class = Chess960RookAlreadyThere,
     .missing =
         WHEN(move.castling && at.scene.root.chess960 && move.castling_facts.rook_on_target)},
    {.bug_class = Chess960SwapBlocked,
     .missing = WHEN(move.castling && at.scene.root.chess960 && move.castling_facts.swaps)},
    {.bug_class = CastlingKingSideMissing, .missing = WHEN(is_of_side(at, CastlingSide::King))},
    {.bug_class = CastlingQueenSideMissing, .missing = WHEN(is_of_side(at, CastlingSide::Queen))},
    {.bug_class = CastlingMissingForBlack, .missing = WHEN(move.castling && only_black(at))},
    {.bug_class = CastlingMissing, .missing = WHEN(move.castling), .vague = 0.1},
    {.bug_class = CastlingTwice, .duplicate = WHEN(move.castling)},
};

}  // namespace

std::span<const Pattern> castling() { return kCastling; }

}  // namespace perft_verify::verifier::patterns
