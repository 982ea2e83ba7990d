#include "verifier/diagnose/patterns.h"

#include <algorithm>
#include <cstdlib>

namespace perft_verify::verifier {
namespace {

using Facts = MoveFacts;
using Why = Illegality;

bool is(const Facts& move, PieceType type) { return move.moved && move.moved->type == type; }
bool is_slider(const Facts& move) {
  return is(move, PieceType::Bishop) || is(move, PieceType::Rook) || is(move, PieceType::Queen);
}
bool because(const Facts& move, Why why) { return move.why && move.why->reason == why; }
bool enemy_on_target(const Facts& move, const Scene& scene) {
  return move.captured && move.captured->color != scene.us;
}

/// The step of a move as White would see it.
int step_of(const Facts& move, Color us) {
  const int step = index(move.to) - index(move.from);
  return us == Color::White ? step : index(flip_rank(move.to)) - index(flip_rank(move.from));
}

int distance_of(const Facts& move) {
  return std::max(std::abs(index(file_of(move.to)) - index(file_of(move.from))),
                  std::abs(index(rank_of(move.to)) - index(rank_of(move.from))));
}

/// The direction of a move as White would see it: signs of files and ranks as one number.
int direction_of(const Facts& move, Color us) {
  const auto sign = [](int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); };
  const int ranks = index(rank_of(move.to)) - index(rank_of(move.from));
  return 3 * sign(index(file_of(move.to)) - index(file_of(move.from))) +
         sign(us == Color::White ? ranks : -ranks);
}

template <typename Test>
bool exposed_only_to(const Facts& move, Test test) {
  return !move.legal && !move.exposed_to.empty() && std::ranges::all_of(move.exposed_to, test);
}
bool exposed_only_to(const Facts& move, PieceType type) {
  return (move.pseudo_legal || move.castling) &&
         exposed_only_to(move, [type](const Attacker& each) { return each.type == type; });
}
bool exposed_only_along(const Facts& move, LineKind line) {
  return exposed_only_to(move, [line](const Attacker& each) { return each.line == line; });
}

/// Castling that nothing forbids but attacks, or nothing at all.
bool free_to_castle(const Facts& move) {
  return move.castling && move.castling_facts.right && move.castling_facts.path_free;
}
bool safe_to_castle(const Facts& move) {
  return move.castling && !move.in_check && !move.castling_facts.transit_attacked &&
         !move.castling_facts.target_attacked;
}
bool attacked_castling(const Facts& move) { return free_to_castle(move) && !safe_to_castle(move); }

bool only_double_check_forbids(const Facts& move) {
  return because(move, Why::DoubleCheck) && !move.pinned_by && !is(move, PieceType::King);
}

bool edge(File file) { return file == File::A || file == File::H; }

/// The nearest piece on a blocked slider's way is an enemy, and it is the only one.
bool goes_on_behind_capture(const Facts& move, const Scene& scene) {
  if (!is_slider(move) || !because(move, Why::PathBlocked)) return false;
  const int distance = distance_of(move);
  const int step = (index(move.to) - index(move.from)) / distance;
  int blockers = 0;
  for (int at = 1; at < distance; ++at) {
    const std::string text =
        to_string(move.from) + to_string(square_at(index(move.from) + at * step));
    const auto other = std::ranges::lower_bound(scene.moves, text, {}, &Facts::text);
    if (other == scene.moves.end() || other->text != text) return false;
    if (other->captured && other->captured->color == scene.us) return false;
    if (other->captured) ++blockers;
  }
  return blockers == 1;
}

bool always(const Facts&, const Scene&, const Instance&) { return true; }

/// A bug of one colour's moves only, and this is that colour.
bool one_color(const Scene& scene, const Instance& instance) {
  return instance.colors.size() == 1 && instance.colors.contains(scene.us);
}

#define WHERE \
  [](const Facts& m, [[maybe_unused]] const Scene& s, [[maybe_unused]] const Instance& i)

constexpr Pattern::Predicate kNone = nullptr;

// The narrow ones first: where two classes are not to be told apart by any position that is
// known, the order is that of the candidates in the report.
const Pattern kPatterns[] = {
    // En passant
    {"ep-horizontal-pin", WHERE{return m.en_passant && because(m, Why::EnPassantExposesKing) &&
                                       exposed_only_along(m, LineKind::Rank);
}  // namespace
}  // namespace perft_verify::verifier
, {"ep-diagonal-pin", WHERE{return m.en_passant && because(m, Why::EnPassantExposesKing) &&
                                   exposed_only_along(m, LineKind::Diagonal);
}
, kNone, kNone, WHERE {
  return m.en_passant && m.pinned_by && exposed_only_along(m, LineKind::Diagonal);
}
}
, {"ep-pinned-capturer", WHERE{return m.en_passant && m.pseudo_legal && m.pinned_by && !m.in_check;
}
}
, {"ep-in-check-not-resolving", WHERE{return m.en_passant && m.pseudo_legal && m.in_check;
}
}
, {"ep-legality-untested", WHERE{return m.en_passant && m.pseudo_legal;
}
}
, {"ep-wraps", WHERE{return is(m, PieceType::Pawn) && m.wraps && m.to == s.en_passant;
}
}
, {"ep-without-square", WHERE{return because(m, Why::PawnCapturesNothing) && m.pawn_beside &&
                                     rank_of(m.from) == relative_rank(s.us, Rank::R5);
}
}
, {"ep-evasion-missing", kNone, WHERE{return m.en_passant && m.captures_checker;
}
}
, {"ep-a-file-lost", kNone,
   WHERE{return m.en_passant && edge(file_of(m.to)) && i.missing_files.contains(file_of(m.to));
}
}
, {"ep-one-capturer-only", kNone,
   WHERE{return m.en_passant && s.en_passant_captures == 2 &&
                i.missing_steps.contains(step_of(m, s.us));
}
}
, {"ep-forbidden-on-king-rank", kNone,
   WHERE{return m.en_passant && rank_of(s.king) == rank_of(m.from);
}
}
, {"unmake-ep-square", kNone, kNone, kNone,
   WHERE{return m.en_passant && m.legal && s.own_pieces > 2;
}
}
, {"ep-missing-for-black", kNone, WHERE{return m.en_passant && one_color(s, i);
}
}
, {"ep-missing", kNone, WHERE{return m.en_passant;
}
}
, {"ep-twice", kNone, kNone, WHERE{return m.en_passant;
}
}
,
    // Pawns
    {"double-push-jumps",
     WHERE{return m.double_step && because(m, Why::PawnCannotPush) && !m.captured;
}
}
, {"double-push-captures",
   WHERE{return m.double_step && because(m, Why::PawnCannotPush) && enemy_on_target(m, s);
}
}
, {"double-push-wrong-rank", kNone, kNone, kNone,
   WHERE{return m.double_step && because(m, Why::WrongGeometry) &&
                i.illegal_steps.contains(step_of(m, s.us));
}
}
, {"pawn-captures-forward",
   WHERE{return is(m, PieceType::Pawn) && !m.double_step && file_of(m.from) == file_of(m.to) &&
                because(m, Why::PawnCannotPush) && enemy_on_target(m, s) &&
                (!m.to_last_rank || std::string_view("bnqr").contains(m.promotion));
}
}
, {"pawn-captures-nothing", WHERE{return because(m, Why::PawnCapturesNothing);
}
}
, {"pawn-capture-wraps", WHERE{return is(m, PieceType::Pawn) && m.wraps && enemy_on_target(m, s);
}
}
, {"pawn-backwards",
   WHERE{return is(m, PieceType::Pawn) && because(m, Why::WrongGeometry) && !m.wraps &&
                step_of(m, s.us) < 0 && i.illegal_steps.contains(step_of(m, s.us));
}
}
, {"double-push-missing-on-h-file", kNone,
   WHERE{return m.double_step && i.missing_files.contains(file_of(m.to)) &&
                i.missing_files.size() == 1;
}
}
, {"double-push-missing-for-black", kNone, WHERE{return m.double_step && one_color(s, i);
}
}
, {"double-push-missing", kNone, WHERE{return m.double_step;
}
}
, {"pawn-push-missing", kNone,
   WHERE{return is(m, PieceType::Pawn) && file_of(m.from) == file_of(m.to);
}
}
, {"pawn-capture-missing", kNone,
   WHERE{return is(m, PieceType::Pawn) && file_of(m.from) != file_of(m.to) && !m.en_passant &&
                i.missing_steps.contains(step_of(m, s.us));
}
}
,
    // Pieces
    {"knight-wraps", WHERE{return is(m, PieceType::Knight) && m.wraps;
}
}
, {"king-wraps", WHERE{return is(m, PieceType::King) && m.wraps;
}
}
, {"slider-wraps", kNone, kNone, kNone,
   WHERE{return i.sliders_wrap && is_slider(m) && (m.legal || !m.pseudo_legal);
}
}
, {"knight-wrong-edge-file", kNone, kNone, kNone,
   WHERE{if (i.missing_steps.size() < 3 || i.missing_types != std::set{PieceType::Knight} ||
             !is(m, PieceType::Knight) || !edge(file_of(m.to))) return false;
return !m.legal || i.missing_files.contains(file_of(m.to));
}
}
, {"knight-step-typo", kNone, kNone, kNone,
   WHERE{if (i.missing_steps.empty() || i.missing_steps.size() > 2 ||
             i.missing_types != std::set{PieceType::Knight} ||
             !is(m, PieceType::Knight)) return false;
return m.legal ? i.missing_steps.contains(step_of(m, s.us)) ||
                     i.duplicate_steps.contains(step_of(m, s.us))
               : i.illegal_steps.contains(step_of(m, s.us));
}
}
, {"compensating-pair", kNone, kNone, kNone,
   WHERE{if (!i.sides.empty() || i.illegal_types.size() != 1 ||
             i.illegal_types != i.missing_types || i.missing_steps.size() > 2 ||
             i.illegal_steps.size() > 2 || !i.illegal_types.contains(m.moved->type) ||
             is(m, PieceType::Pawn)) return false;
return (m.legal ? i.missing_steps : i.illegal_steps).contains(step_of(m, s.us));
}
}
, {"king-step-missing", kNone,
   WHERE{return is(m, PieceType::King) && !m.castling && i.missing_steps.size() == 1 &&
                i.missing_steps.contains(step_of(m, s.us));
}
}
, {"slider-range-short", kNone,
   WHERE{return is_slider(m) && i.least_distance > 3 && distance_of(m) >= i.least_distance;
}
}
, {"slider-stops-before-capture", kNone, WHERE{return is_slider(m) && m.captured;
}
}
, {"slider-direction-missing", kNone,
   WHERE{return is_slider(m) && i.missing_types.contains(m.moved->type) &&
                i.missing_directions.size() == 1 &&
                i.missing_directions.contains(direction_of(m, s.us));
}
}
, {"slider-jumps-after-capture", WHERE{return goes_on_behind_capture(m, s) && !m.captured;
}
, kNone, kNone, WHERE { return goes_on_behind_capture(m, s) && m.captured; }
}
, {"slider-jumps", WHERE{return is_slider(m) && because(m, Why::PathBlocked) &&
                                i.illegal_types.contains(m.moved->type);
}
}
, {"slider-captures-own", WHERE{return because(m, Why::OwnPieceOnTarget) && m.reaches &&
                                       i.illegal_types.contains(m.moved->type);
}
}
, {"last-piece-missing", kNone,
   WHERE{return i.missing_from.size() == 1 && i.missing_from.contains(m.from) && !m.pinned_by;
}
}
, {"knight-moves-missing", kNone, WHERE{return is(m, PieceType::Knight);
}
}
, {"piece-type-missing", kNone,
   WHERE{return i.missing_types.size() == 1 && i.missing_types.contains(m.moved->type);
}
}
, {"wrong-side-moves", WHERE{return because(m, Why::EnemyPiece);
}
}
, {"king-captured", WHERE{return because(m, Why::KingCaptured);
}
}
,
    // Promotion
    {"n-promotion-listed-as-queen", kNone,
     WHERE{return m.to_last_rank && i.missing_letters.contains(m.promotion) &&
                  !i.duplicate_letters.empty();
}
, WHERE {
  return m.to_last_rank && i.duplicate_letters.contains(m.promotion) && !i.missing_letters.empty();
}
}
, {"promotion-loop-shifted",
   WHERE{return m.to_last_rank && m.why->reason == Why::PromotionUnexpected && m.reaches &&
                i.illegal_letters.contains(m.promotion) && !i.missing_letters.empty();
}
, WHERE {
  return m.to_last_rank && i.missing_letters.contains(m.promotion) && !i.illegal_letters.empty() &&
         !i.illegal_letters.contains('\0');
}
}
, {"promotion-to-pawn", WHERE{return m.to_last_rank && m.why->reason == Why::PromotionUnexpected &&
                                     m.reaches && i.illegal_letters.contains(m.promotion);
}
}
, {"promotion-missing-pawn-stays", WHERE{return because(m, Why::PromotionMissing) && m.reaches;
}
, WHERE { return m.to_last_rank && !i.illegal_letters.empty(); }
}
, {"capture-promotion-missing", kNone, WHERE{return m.to_last_rank && m.captured;
}
}
, {"underpromotion-missing-on-capture", kNone,
   WHERE{return m.to_last_rank && m.captured && i.missing_letters.contains(m.promotion) &&
                i.missing_letters.size() < 4;
}
}
, {"underpromotion-missing-for-black", kNone,
   WHERE{return m.to_last_rank && one_color(s, i) && i.missing_letters.contains(m.promotion) &&
                i.missing_letters.size() < 4;
}
}
, {"underpromotion-missing", kNone,
   WHERE{return m.to_last_rank && i.missing_letters.contains(m.promotion) &&
                i.missing_letters.size() < 4;
}
}
, {"promotion-missing", kNone, WHERE{return m.to_last_rank;
}
}
, {"promotion-twice", kNone, kNone,
   WHERE{return m.to_last_rank && i.duplicate_letters.contains(m.promotion);
}
}
, {"promotion-before-last-rank",
   WHERE{return because(m, Why::PromotionUnexpected) && !m.to_last_rank;
}
}
,
    // Castling
    {"castling-ignores-pawn-attacks",
     WHERE{return attacked_castling(m) && exposed_only_to(m, PieceType::Pawn);
}
}
, {"castling-ignores-knight-attacks",
   WHERE{return attacked_castling(m) && exposed_only_to(m, PieceType::Knight);
}
}
, {"castling-ignores-king-attacks",
   WHERE{return attacked_castling(m) && exposed_only_to(m, PieceType::King);
}
}
, {"castling-ignores-diagonal-attacks",
   WHERE{return attacked_castling(m) && exposed_only_along(m, LineKind::Diagonal);
}
}
, {"castling-ignores-straight-attacks",
   WHERE{return attacked_castling(m) && exposed_only_to(m, [](const Attacker& each) {
                  return each.line == LineKind::File || each.line == LineKind::Rank;
                });
}
}
, {"chess960-pinned-castling-rook",
   WHERE{return free_to_castle(m) && !m.in_check && !m.castling_facts.transit_attacked &&
                m.castling_facts.target_opened;
}
}
, {"chess960-long-transit",
   WHERE{return free_to_castle(m) && !m.in_check && m.castling_facts.transit_attacked &&
                !m.castling_facts.first_transit_attacked && !m.castling_facts.target_attacked;
}
}
, {"castling-through-check",
   WHERE{return free_to_castle(m) && !m.in_check && m.castling_facts.transit_attacked &&
                !m.castling_facts.target_attacked;
}
, kNone, kNone, WHERE { return m.castling && s.chess960; }
}
, {"castling-out-of-check",
   WHERE{return free_to_castle(m) && m.in_check && !m.castling_facts.transit_attacked &&
                !m.castling_facts.target_attacked;
}
, kNone, kNone, WHERE { return m.castling && s.chess960; }
}
, {"castling-into-check",
   WHERE{return free_to_castle(m) && !m.in_check && !m.castling_facts.transit_attacked &&
                m.castling_facts.target_attacked;
}
, kNone, kNone, WHERE { return m.castling && s.chess960; }
}
, {"castling-black-tests-white-squares",
   WHERE{return one_color(s, i) && attacked_castling(m) && !m.castling_facts.mirrored_attacked;
}
, WHERE { return one_color(s, i) && m.castling && m.castling_facts.mirrored_attacked; }
}
, {"castling-attacks-ignored", WHERE{return attacked_castling(m);
}
}
, {"castling-b-file-occupied",
   WHERE{return m.castling && m.castling_facts.right && !m.castling_facts.path_free &&
                m.castling_facts.king_path_free && safe_to_castle(m) && !s.chess960;
}
}
, {"castling-blocked", WHERE{return m.castling && m.castling_facts.right &&
                                    !m.castling_facts.path_free && safe_to_castle(m) && !s.chess960;
}
}
, {"chess960-castling-rook-path",
   WHERE{return m.castling && m.castling_facts.right && !m.castling_facts.path_free &&
                m.castling_facts.king_path_free && safe_to_castle(m);
}
}
, {"chess960-castling-path",
   WHERE{return m.castling && m.castling_facts.right && !m.castling_facts.path_free &&
                m.castling_facts.between_free && safe_to_castle(m);
}
}
, {"castling-without-right",
   WHERE{return m.castling && because(m, Why::CastlingWithoutRight) && m.castling_facts.ready &&
                m.castling_facts.path_free && safe_to_castle(m) && !s.chess960;
}
}
, {"castling-rook-gone",
   WHERE{return m.castling && because(m, Why::CastlingWithoutRight) && !m.castling_facts.ready &&
                !s.chess960 && distance_of(m) == 2 && !m.captured;
}
}
, {"castling-printed-as-rook-capture",
   WHERE{return is(m, PieceType::King) && !s.chess960 && because(m, Why::OwnPieceOnTarget) &&
                rank_of(m.to) == rank_of(m.from) && distance_of(m) >= 3 &&
                i.illegal_types.contains(PieceType::King) && !i.sides.empty() &&
                std::ranges::any_of(s.moves, [&](const Facts& each) {
                  return each.legal && each.castling && (each.to > each.from) == (m.to > m.from);
                });
}
, WHERE { return m.castling && !i.illegal_steps.empty() && !s.chess960; }
}
, {"chess960-outermost-rook", kNone, kNone, kNone,
   WHERE{return m.castling && s.chess960 &&
                (m.legal ? m.castling_facts.outer_rook : because(m, Why::CastlingWithoutRight)) &&
                i.outer_rooks;
}
}
, {"chess960-notation",
   WHERE{return is(m, PieceType::King) && s.chess960 && !m.castling &&
                rank_of(m.to) == rank_of(m.from) &&
                (file_of(m.to) == File::G || file_of(m.to) == File::C) && !m.legal &&
                std::ranges::any_of(s.moves, [&](const Facts& each) {
                  return each.legal && each.castling &&
                         (each.side == CastlingSide::King) == (file_of(m.to) == File::G);
                });
}
, WHERE {
  return m.castling && s.chess960 && !(i.illegal_steps.empty() && i.duplicate_steps.empty());
}
, WHERE {
  return is(m, PieceType::King) && s.chess960 && !m.castling &&
         (file_of(m.to) == File::G || file_of(m.to) == File::C) &&
         std::ranges::any_of(s.moves, [&](const Facts& each) {
           return each.legal && each.castling &&
                  (each.side == CastlingSide::King) == (file_of(m.to) == File::G);
         });
}
}
, {"castling-b-file-attacked", kNone,
   WHERE{return m.castling && m.castling_facts.outer_square_attacked;
}
, kNone, WHERE { return m.castling && s.chess960; }
}
, {"castling-rook-attacked", kNone, WHERE{return m.castling && m.castling_facts.rook_attacked;
}
, kNone, WHERE { return m.castling && s.chess960; }
}
, {"chess960-king-already-there", kNone,
   WHERE{return m.castling && s.chess960 && m.castling_facts.king_on_target;
}
}
, {"chess960-rook-already-there", kNone,
   WHERE{return m.castling && s.chess960 && m.castling_facts.rook_on_target;
}
}
, {"chess960-swap-blocked", kNone, WHERE{return m.castling && s.chess960 && m.castling_facts.swaps;
}
}
, {"castling-queen-side-missing", kNone,
   WHERE{return m.castling && i.sides.size() == 1 && i.sides.contains(m.side);
}
}
, {"castling-missing-for-black", kNone, WHERE{return m.castling && one_color(s, i);
}
}
, {"castling-missing", kNone, WHERE{return m.castling;
}
}
, {"castling-twice", kNone, kNone, WHERE{return m.castling;
}
}
,
    // Checks
    {"king-xray", WHERE{return because(m, Why::KingXray);
}
}
, {"kings-adjacent", WHERE{return exposed_only_to(m, PieceType::King);
}
, kNone, kNone, WHERE { return attacked_castling(m); }
}
, {"king-captures-defended",
   WHERE{return is(m, PieceType::King) && !m.castling && m.pseudo_legal && m.captured;
}
}
, {"king-into-check", WHERE{return is(m, PieceType::King) && !m.castling && m.pseudo_legal;
}
}
, {"knight-checks-ignored", WHERE{return exposed_only_to(m, PieceType::Knight);
}
, kNone, kNone, WHERE { return attacked_castling(m); }
}
, {"pawn-checks-ignored", WHERE{return exposed_only_to(m, PieceType::Pawn);
}
, kNone, kNone, WHERE { return attacked_castling(m); }
}
, {"pawn-checks-reversed",
   WHERE{return exposed_only_to(m, PieceType::Pawn) &&
                !(is(m, PieceType::King) ? m.reversed_pawn_attack : m.reversed_pawn_check);
}
, WHERE {
  if (m.castling) return m.reversed_pawn_check || m.reversed_pawn_attack;
  return is(m, PieceType::King) ? m.reversed_pawn_attack : m.reversed_pawn_check;
}
}
, {"queen-diagonal-checks-ignored", WHERE{return exposed_only_to(m, [](const Attacker& each) {
     return each.type == PieceType::Queen && each.line == LineKind::Diagonal;
   });
}
, kNone, kNone, WHERE { return attacked_castling(m); }
}
, {"pin-by-queen-ignored",
   WHERE{return because(m, Why::Pinned) && m.pinned_by && exposed_only_to(m, PieceType::Queen);
}
, kNone, kNone, WHERE { return (m.en_passant || m.castling) && m.pseudo_legal && !m.legal; }
}
, {"pin-diagonal-ignored",
   WHERE{return because(m, Why::Pinned) && exposed_only_along(m, LineKind::Diagonal);
}
, kNone, kNone, WHERE { return (m.en_passant || m.castling) && m.pseudo_legal && !m.legal; }
}
, {"pin-straight-ignored",
   WHERE{return because(m, Why::Pinned) && !exposed_only_along(m, LineKind::Diagonal);
}
, kNone, kNone, WHERE { return (m.en_passant || m.castling) && m.pseudo_legal && !m.legal; }
}
, {"pin-ignored", WHERE{return because(m, Why::Pinned);
}
, kNone, kNone, WHERE { return (m.en_passant || m.castling) && m.pseudo_legal && !m.legal; }
}
, {"slider-checks-ignored",
   WHERE{return m.pseudo_legal && exposed_only_to(m, [&](const Attacker& each) {
                  return each.line != LineKind::None && i.exposing_types.contains(each.type);
                });
}
, kNone, kNone, WHERE {
  return (m.en_passant && m.pseudo_legal && !m.legal) || attacked_castling(m);
}
}
, {"double-check-capture", WHERE{return only_double_check_forbids(m) && m.captures_checker;
}
}
, {"double-check-interposition", WHERE{return only_double_check_forbids(m) && m.interposes;
}
}
, {"double-check-ignored",
   WHERE{return only_double_check_forbids(m) && (m.interposes || m.captures_checker);
}
}
, {"check-ignored", WHERE{return m.in_check && !is(m, PieceType::King) && m.pseudo_legal;
}
, kNone, kNone, WHERE { return (m.en_passant || m.castling) && m.pseudo_legal && !m.legal; }
}
, {"legality-untested", WHERE{return m.pseudo_legal;
}
, kNone, kNone, WHERE { return (m.en_passant || m.castling) && m.pseudo_legal && !m.legal; }
}
, {"pin-sees-through-second-piece", kNone, WHERE{return m.second_shield;
}
}
, {"pin-by-wrong-slider", kNone, WHERE{return m.wrong_slider;
}
}
, {"pinned-pawn-frozen", kNone, WHERE{return m.pinned_by && is(m, PieceType::Pawn);
}
}
, {"pinned-slider-may-not-capture", kNone, WHERE{return m.pinned_by && m.to == m.pinned_by->square;
}
}
, {"pinned-slider-frozen", kNone,
   WHERE{return m.pinned_by && i.missing_types.contains(m.moved->type) && is_slider(m);
}
}
, {"interposition-by-double-push-missing", kNone, WHERE{return m.interposes && m.double_step;
}
}
, {"interposition-by-promotion-missing", kNone, WHERE{return m.interposes && m.to_last_rank;
}
}
, {"interposition-missing", kNone, WHERE{return m.interposes && !m.en_passant;
}
}
, {"evasion-promotion-capture-missing", kNone, WHERE{return m.captures_checker && m.to_last_rank;
}
}
, {"evasion-king-capture-missing", kNone, WHERE{return m.captures_checker && is(m, PieceType::King);
}
}
, {"evasion-capture-missing", kNone, WHERE{return m.captures_checker && !is(m, PieceType::King);
}
}
, {"evasion-king-move-missing", kNone, WHERE{return m.in_check && is(m, PieceType::King);
}
}
,
    // Lists
    {"duplicate-move", kNone, kNone, always},
}
;

#undef WHERE

const Facts* find(const Scene& scene, const std::string& text) {
  const auto found = std::ranges::lower_bound(scene.moves, text, {}, &Facts::text);
  return found != scene.moves.end() && found->text == text ? &*found : nullptr;
}

}  // namespace

void learn(Instance& instance, const Scene& scene, const WrongMoves& wrong) {
  if (wrong.any()) instance.colors.insert(scene.us);
  for (const std::string& text : wrong.missing) {
    const Facts* const move = find(scene, text);
    if (move == nullptr) continue;
    instance.missing_steps.insert(step_of(*move, scene.us));
    instance.missing_files.insert(file_of(move->to));
    instance.missing_directions.insert(direction_of(*move, scene.us));
    if (move->to_last_rank) instance.missing_letters.insert(move->promotion);
    instance.missing_types.insert(move->moved->type);
    instance.missing_from.insert(move->from);
    instance.least_distance = std::min(instance.least_distance, distance_of(*move));
    if (move->castling) instance.sides.insert(move->side);
    if (move->castling_facts.outer_rook) instance.outer_rooks = true;
  }
  for (const std::string& text : wrong.illegal) {
    const Facts* const move = find(scene, text);
    if (move == nullptr) continue;
    instance.illegal_steps.insert(step_of(*move, scene.us));
    if (move->to_last_rank) instance.illegal_letters.insert(move->promotion);
    instance.illegal_types.insert(move->moved->type);
    if (is_slider(*move) && move->wraps) instance.sliders_wrap = true;
    for (const Attacker& each : move->exposed_to) instance.exposing_types.insert(each.type);
  }
  for (const std::string& text : wrong.duplicate) {
    const Facts* const move = find(scene, text);
    if (move == nullptr) continue;
    instance.duplicate_steps.insert(step_of(*move, scene.us));
    if (move->to_last_rank) instance.duplicate_letters.insert(move->promotion);
  }
}

bool Prediction::covers(const WrongMoves& observed) const {
  const auto all_in = [](const std::vector<std::string>& some, const std::vector<std::string>& a,
                         const std::vector<std::string>& b) {
    return std::ranges::all_of(some, [&](const std::string& each) {
      return std::ranges::binary_search(a, each) || std::ranges::binary_search(b, each);
    });
  };
  return all_in(observed.illegal, wrong.illegal, optional.illegal) &&
         all_in(observed.missing, wrong.missing, optional.missing) &&
         all_in(observed.duplicate, wrong.duplicate, optional.duplicate);
}

bool Prediction::is(const WrongMoves& observed) const {
  return covers(observed) && std::ranges::includes(observed.illegal, wrong.illegal) &&
         std::ranges::includes(observed.missing, wrong.missing) &&
         std::ranges::includes(observed.duplicate, wrong.duplicate);
}

std::span<const Pattern> patterns() { return kPatterns; }

namespace {

bool may_be(const Pattern& pattern, const Facts& move, const Scene& scene,
            const Instance& instance) {
  // Whatever takes a piece by mistake takes a king by mistake.
  if (because(move, Why::KingCaptured) && pattern.name != "king-captured") return true;
  return pattern.optional != nullptr && pattern.optional(move, scene, instance);
}

/// A move that no piece makes, generated by mistake, may still fall to the test of the king's
/// safety.
bool filtered_later(const Facts& move) {
  return !move.legal && !move.pseudo_legal && !move.castling &&
         (move.in_check || move.pinned_by || is(move, PieceType::King));
}

}  // namespace

Prediction predicted(const Pattern& pattern, const Scene& scene, const Instance& instance) {
  Prediction prediction;
  const auto sort_in = [&](const Facts& move, Pattern::Predicate predicate,
                           std::vector<std::string> WrongMoves::* list) {
    if (may_be(pattern, move, scene, instance) ||
        (predicate != nullptr && filtered_later(move) && predicate(move, scene, instance))) {
      (prediction.optional.*list).push_back(move.text);
    } else if (predicate != nullptr && predicate(move, scene, instance)) {
      (prediction.wrong.*list).push_back(move.text);
    }
  };
  for (const Facts& move : scene.moves) {
    if (!move.legal) {
      sort_in(move, pattern.illegal, &WrongMoves::illegal);
    } else {
      sort_in(move, pattern.missing, &WrongMoves::missing);
      sort_in(move, pattern.duplicate, &WrongMoves::duplicate);
    }
  }
  return prediction;
}

}  // namespace perft_verify::verifier
