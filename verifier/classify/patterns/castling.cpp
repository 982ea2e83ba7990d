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

const Pattern kCastling[] = {
    {.name = "castling-ignores-pawn-attacks",
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_to(at.move, PieceType::Pawn);
         }},
    {.name = "castling-ignores-knight-attacks",
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_to(at.move, PieceType::Knight);
         }},
    {.name = "castling-ignores-king-attacks",
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_to(at.move, PieceType::King);
         }},
    {.name = "castling-ignores-diagonal-attacks",
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_along(at.move, LineKind::Diagonal);
         }},
    {.name = "castling-ignores-straight-attacks",
     .illegal =
         [](const Case& at) {
           return attacked_castling(at.move) && exposed_only_to(at.move, [](const Attacker& each) {
                    return each.line == LineKind::File || each.line == LineKind::Rank;
                  });
         }},
    {.name = "chess960-pinned-castling-rook",
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && !at.move.in_check &&
                  !at.move.castling_facts.transit_attacked && at.move.castling_facts.target_opened;
         }},
    {.name = "chess960-long-transit",
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && !at.move.in_check &&
                  at.move.castling_facts.transit_attacked &&
                  !at.move.castling_facts.first_transit_attacked &&
                  !at.move.castling_facts.target_attacked;
         }},
    {.name = "castling-through-check",
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && !at.move.in_check &&
                  at.move.castling_facts.transit_attacked &&
                  !at.move.castling_facts.target_attacked;
         }},
    {.name = "castling-out-of-check",
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && at.move.in_check &&
                  !at.move.castling_facts.transit_attacked &&
                  !at.move.castling_facts.target_attacked;
         }},
    {.name = "castling-into-check",
     .illegal =
         [](const Case& at) {
           return free_to_castle(at.move) && !at.move.in_check &&
                  !at.move.castling_facts.transit_attacked &&
                  at.move.castling_facts.target_attacked;
         }},
    {.name = "castling-black-tests-white-squares",
     .illegal =
         [](const Case& at) {
           return one_color(at) && attacked_castling(at.move) &&
                  !at.move.castling_facts.mirrored_attacked;
         },
     .missing =
         [](const Case& at) {
           return one_color(at) && at.move.castling && at.move.castling_facts.mirrored_attacked;
         }},
    {.name = "castling-attacks-ignored",
     .illegal = [](const Case& at) { return attacked_castling(at.move); },
     .vague = 0.5},
    {.name = "castling-b-file-occupied",
     .illegal =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.right &&
                  !at.move.castling_facts.path_free && at.move.castling_facts.king_path_free &&
                  safe_to_castle(at.move) && !at.scene.chess960;
         }},
    {.name = "castling-blocked",
     .illegal =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.right &&
                  !at.move.castling_facts.path_free && safe_to_castle(at.move) &&
                  !at.scene.chess960;
         }},
    {.name = "chess960-castling-rook-path",
     .illegal =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.right &&
                  !at.move.castling_facts.path_free && at.move.castling_facts.king_path_free &&
                  safe_to_castle(at.move);
         }},
    {.name = "chess960-castling-path",
     .illegal =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.right &&
                  !at.move.castling_facts.path_free && at.move.castling_facts.between_free &&
                  safe_to_castle(at.move);
         }},
    {.name = "castling-without-right",
     .illegal =
         [](const Case& at) {
           return at.move.castling && because(at.move, Illegality::CastlingWithoutRight) &&
                  at.move.castling_facts.ready && at.move.castling_facts.path_free &&
                  safe_to_castle(at.move) && !at.scene.chess960;
         }},
    {.name = "castling-rook-gone",
     .illegal =
         [](const Case& at) {
           return at.move.castling && because(at.move, Illegality::CastlingWithoutRight) &&
                  !at.move.castling_facts.ready && !at.scene.chess960 &&
                  distance_of(at.move) == 2 && !at.move.captured;
         }},
    {.name = "castling-printed-as-rook-capture",
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
    {.name = "chess960-outermost-rook",
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.move.castling_facts.outer_rook;
         },
     .optional =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.seen.outer_rooks &&
                  because(at.move, Illegality::CastlingWithoutRight);
         }},
    {.name = "chess960-notation",
     .illegal = [](const Case& at) { return !at.move.legal && is_target_of_castling(at); },
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 &&
                  file_of(at.move.to) != (at.move.side == CastlingSide::King ? File::G : File::C) &&
                  !(at.seen.illegal_steps.empty() && at.seen.duplicate_steps.empty());
         },
     .duplicate = [](const Case& at) { return is_target_of_castling(at); }},
    {.name = "castling-b-file-attacked",
     .missing =
         [](const Case& at) {
           return at.move.castling && at.move.castling_facts.outer_square_attacked;
         }},
    {.name = "castling-b-file-attacked",
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 &&
                  (at.move.castling_facts.outer_square_attacked ||
                   at.move.castling_facts.rook_attacked);
         }},
    {.name = "castling-rook-attacked",
     .missing =
         [](const Case& at) { return at.move.castling && at.move.castling_facts.rook_attacked; }},
    {.name = "chess960-king-already-there",
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.move.castling_facts.king_on_target;
         }},
    {.name = "chess960-rook-already-there",
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.move.castling_facts.rook_on_target;
         }},
    {.name = "chess960-swap-blocked",
     .missing =
         [](const Case& at) {
           return at.move.castling && at.scene.chess960 && at.move.castling_facts.swaps;
         }},
    {.name = "castling-queen-side-missing",
     .missing =
         [](const Case& at) {
           return at.move.castling && at.seen.sides.size() == 1 &&
                  at.seen.sides.contains(at.move.side);
         }},
    {.name = "castling-missing-for-black",
     .missing = [](const Case& at) { return at.move.castling && one_color(at); }},
    {.name = "castling-missing",
     .missing = [](const Case& at) { return at.move.castling; },
     .vague = 0.1},
    {.name = "castling-twice", .duplicate = [](const Case& at) { return at.move.castling; }},
};

}  // namespace

std::span<const Pattern> castling() { return kCastling; }

}  // namespace perft_verify::verifier::patterns
