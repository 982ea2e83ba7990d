// Castling, in standard chess and in Chess960.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// In standard chess castling is written as a step of the king.
bool is_target_of_castling(const Case& at) {
  const File file = file_of(at.move.to);
  return is(at.move, PieceType::King) && at.scene.chess960 && !at.move.castling &&
         rank_of(at.move.to) == rank_of(at.move.from) && (file == File::G || file == File::C) &&
         std::ranges::any_of(at.scene.moves, [&](const MoveFacts& each) {
           return each.legal && each.castling &&
                  (each.side == CastlingSide::King) == (file == File::G);
         });
}

/// Castling on that side, where all wrong moves seen are.
bool is_of_side(const Case& at, CastlingSide side) {
  return at.move.castling && at.move.side == side && at.seen.sides.size() == 1 &&
         at.seen.sides.contains(side);
}

const Pattern kCastling[] = {
    {.bug_class = CastlingIgnoresPawnAttacks,
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_to(at.move, PieceType::Pawn);
         }},
    {.bug_class = CastlingIgnoresKnightAttacks,
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_to(at.move, PieceType::Knight);
         }},
    {.bug_class = CastlingIgnoresKingAttacks,
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_to(at.move, PieceType::King);
         }},
    {.bug_class = CastlingIgnoresDiagonalAttacks,
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_along(at.move, LineKind::Diagonal);
         }},
    {.bug_class = CastlingIgnoresStraightAttacks,
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_to(at.move, [](const Attacker& each) {
                    return each.line == LineKind::File || each.line == LineKind::Rank;
                  });
         }},
    {.bug_class = Chess960PinnedCastlingRook,
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && !at.move.in_check &&
                  !at.move.castling_facts.transit_attacked && at.move.castling_facts.target_opened;
         }},
    {.bug_class = Chess960LongTransit,
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && !at.move.in_check &&
                  at.move.castling_facts.transit_attacked &&
                  !at.move.castling_facts.first_transit_attacked &&
                  !at.move.castling_facts.target_attacked;
         }},
    {.bug_class = CastlingThroughCheck,
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && !at.move.in_check &&
                  at.move.castling_facts.transit_attacked &&
                  !at.move.castling_facts.target_attacked;
         }},
    {.bug_class = CastlingOutOfCheck,
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && at.move.in_check &&
                  !at.move.castling_facts.transit_attacked &&
                  !at.move.castling_facts.target_attacked;
         }},
    {.bug_class = CastlingIntoCheck,
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && !at.move.in_check &&
                  !at.move.castling_facts.transit_attacked &&
                  at.move.castling_facts.target_attacked;
         }},
    {.bug_class = CastlingBlackTestsWhiteSquares,
     .illegal =
         [](const Case& at) {
           return one_color(at) && attacked_castling(at.move) &&
                  !at.move.castling_facts.mirrored_attacked;
         },
     .missing =
         [](const Case& at) {
           return one_color(at) && at.move.castling && at.move.castling_facts.mirrored_attacked;
         }},
    {.bug_class = CastlingAttacksIgnored,
     .illegal = [](const Case& at) { return attacked_castling(at.move); },
     .vague = 0.5},
    {.bug_class = CastlingBFileOccupied,
     .illegal =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.right &&
                  !at.move.castling_facts.path_free && at.move.castling_facts.king_path_free &&
                  safe_to_castle(at.move) && !at.scene.chess960;
         }},
    {.bug_class = CastlingBlocked,
     .illegal =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.right &&
                  !at.move.castling_facts.path_free && safe_to_castle(at.move) &&
                  !at.scene.chess960;
         }},
    {.bug_class = Chess960CastlingRookPath,
     .illegal =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.right &&
                  !at.move.castling_facts.path_free && at.move.castling_facts.king_path_free &&
                  safe_to_castle(at.move);
         }},
    {.bug_class = Chess960CastlingPath,
     .illegal =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.right &&
                  !at.move.castling_facts.path_free && at.move.castling_facts.between_free &&
                  safe_to_castle(at.move);
         }},
    {.bug_class = CastlingWithoutRight,
     .illegal =
         [](const Case& at) {
           return at.move.castling && because(at.move, Illegality::CastlingWithoutRight) &&
                  at.move.castling_facts.ready && at.move.castling_facts.path_free &&
                  safe_to_castle(at.move) && !at.scene.chess960;
         }},
    {.bug_class = CastlingRookGone,
     .illegal =
         [](const Case& at) {
           return at.move.castling && because(at.move, Illegality::CastlingWithoutRight) &&
                  !at.move.castling_facts.ready && !at.scene.chess960 &&
                  distance_of(at.move) == 2 && !at.move.captured;
         }},
    {.bug_class = CastlingPrintedAsRookCapture,
     .illegal =
         [](const Case& at) {
           return is(at.move, PieceType::King) && !at.scene.chess960 &&
                  because(at.move, Illegality::OwnPieceOnTarget) &&
                  rank_of(at.move.to) == rank_of(at.move.from) && distance_of(at.move) >= 3 &&
                  at.seen.illegal_types.contains(PieceType::King) && !at.seen.sides.empty() &&
                  std::ranges::any_of(at.scene.moves, [&](const MoveFacts& each) {
                    return each.legal && each.castling &&
                           (each.to > each.from) == (at.move.to > at.move.from);
                  });
         },
     .missing =
         [](const Case& at) {
           return at.move.castling && !at.seen.illegal_steps.empty() && !at.scene.chess960;
         }},
    {.bug_class = Chess960OutermostRook,
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.move.castling_facts.outer_rook;
         },
     .optional =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.seen.outer_rooks &&
                  because(at.move, Illegality::CastlingWithoutRight);
         }},
    {.bug_class = Chess960Notation,
     .illegal = [](const Case& at) { return !at.move.legal && is_target_of_castling(at); },
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 &&
                  file_of(at.move.to) != (at.move.side == CastlingSide::King ? File::G : File::C) &&
                  !(at.seen.illegal_steps.empty() && at.seen.duplicate_steps.empty());
         },
     .duplicate = [](const Case& at) { return is_target_of_castling(at); }},
    {.bug_class = CastlingBFileAttacked,
     .missing =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.outer_square_attacked;
         }},
    {.bug_class = CastlingBFileAttacked,
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 &&
                  (at.move.castling_facts.outer_square_attacked ||
                   at.move.castling_facts.rook_attacked);
         }},
    {.bug_class = CastlingRookAttacked,
     .missing =
         [](const Case& at) { return at.move.castling && at.move.castling_facts.rook_attacked; }},
    {.bug_class = Chess960KingAlreadyThere,
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.move.castling_facts.king_on_target;
         }},
    {.bug_class = Chess960RookAlreadyThere,
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.move.castling_facts.rook_on_target;
         }},
    {.bug_class = Chess960SwapBlocked,
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.move.castling_facts.swaps;
         }},
    {.bug_class = CastlingKingSideMissing,
     .missing = [](const Case& at) { return is_of_side(at, CastlingSide::King); }},
    {.bug_class = CastlingQueenSideMissing,
     .missing = [](const Case& at) { return is_of_side(at, CastlingSide::Queen); }},
    {.bug_class = CastlingMissingForBlack,
     .missing = [](const Case& at) { return at.move.castling && only_black(at); }},
    {.bug_class = CastlingMissing,
     .missing = [](const Case& at) { return at.move.castling; },
     .vague = 0.1},
    {.bug_class = CastlingTwice, .duplicate = [](const Case& at) { return at.move.castling; }},
};

}  // namespace

std::span<const Pattern> castling() { return kCastling; }

}  // namespace perft_verify::verifier::patterns
