#include "verifier/diagnose/root_causes.h"

#include <algorithm>
#include <array>

#include "core/contains.h"
#include "verifier/diagnose/false_attackers.h"
#include "verifier/diagnose/symptoms.h"

namespace perft_verify::verifier {
namespace {

template <typename Names>
bool share_one(const Names& some, const Names& others) {
  return std::ranges::any_of(some, [&](const auto& each) { return contains(others, each); });
}

/// Whether it is about which pieces are pinned.
bool is_of_pins(const std::vector<BugId>& candidates) {
  constexpr std::array kPins = {
      BugId::PinIgnored,   BugId::PinDiagonalIgnored,        BugId::PinStraightIgnored,
      BugId::PinFalse,     BugId::PinByQueenIgnored,         BugId::PinByWrongSlider,
      BugId::PinLineWrong, BugId::PinSeesThroughSecondPiece,
  };
  return !candidates.empty() && contains(kPins, candidates.front());
}

/// Whether a right that a move should take is there after it.
bool is_of_kept_rights(const std::optional<BugId>& id) {
  using enum BugId;
  constexpr std::array kKept = {CastlingKeepsRight,
                                CastlingKingMoved,
                                CastlingRookMoved,
                                CastlingRookCaptured,
                                CastlingRookTakesRook,
                                CastlingRookMovedWrongSide,
                                CastlingRookCapturedByPromotion};
  return id && contains(kKept, *id);
}

bool may_be_stale(const std::vector<BugId>& candidates) {
  return std::ranges::any_of(candidates, [](BugId id) {
    return id == BugId::StaleStateByMoves || id == BugId::PieceListStale;
  });
}

/// Whether there is one candidate alone, and it is among the others.
bool is_only_one_of(const std::vector<BugId>& candidates, const std::vector<BugId>& others) {
  return candidates.size() == 1 && contains(others, candidates.front());
}

bool may_be_one_class(const RootCause& known, const RootCause& cause) {
  return share_one(known.candidates, cause.candidates);
}

bool is_likely_of_one_class(const RootCause& known, const RootCause& cause) {
  return !known.candidates.empty() && !cause.candidates.empty() &&
         (known.candidates.front() == cause.candidates.front() ||
          (!cause.bug_class && is_only_one_of(cause.candidates, known.candidates)));
}

/// A captured piece that stays in one structure of the board: it still moves, is taken for another
/// piece, or is in the way.
bool leaves_victim(const RootCause& known) { return known.bug_class == BugId::CaptureLeavesVictim; }

/// A pawn that stays after its capture en passant, or comes back, told by lists alone.
bool leaves_ep_victim(const RootCause& cause) {
  return (cause.cause == Cause::Make || cause.cause == Cause::Unmake ||
          cause.cause == Cause::Unknown) &&
         !cause.modeled && std::ranges::any_of(cause.candidates, [](BugId id) {
           return id == BugId::EpVictimStays || id == BugId::EpVictimOnWrongSide;
         });
}

/// The capture en passant is judged as if its victim were still there.
bool tests_with_ep_victim(const RootCause& cause) {
  return cause.cause == Cause::Generation && !cause.candidates.empty() &&
         (cause.candidates.front() == BugId::EpHorizontalPin ||
          cause.candidates.front() == BugId::EpVictimStaysInTest);
}

/// Whether pawns may give check as the other side's do: then some checks are none, and others go
/// unseen.
bool may_be_of_reversed_pawns(const RootCause& known, const RootCause& cause) {
  const auto may_be = [](const RootCause& each) {
    return !each.bug_class && !each.modeled && each.cause == Cause::Generation &&
           contains(each.candidates, BugId::PawnChecksReversed);
  };
  return may_be(known) && may_be(cause) &&
         (known.candidates.front() == BugId::PawnChecksReversed ||
          cause.candidates.front() == BugId::PawnChecksReversed);
}

/// Whether pieces seem to attack from where others attack and are not seen, as where a test of
/// attacks looks at the wrong pieces.
bool looks_at_wrong_attackers(const RootCause& known, const RootCause& cause) {
  return may_be_same_place(place_of(known.false_attackers), cause.ignored_attackers) ||
         may_be_same_place(known.ignored_attackers, place_of(cause.false_attackers));
}

/// Whether one wrong test of attacks explains both: the pieces that are taken for attackers in one
/// of them may be others than in the other.
bool may_be_of_one_attack(const RootCause& known, const RootCause& cause) {
  return share_one(known.false_attackers, cause.false_attackers) ||
         may_be_same_place(place_of(known.false_attackers), place_of(cause.false_attackers));
}

/// Whether checks are not noticed at all in one of them, and the other is about checks.
bool is_of_ignored_checks(const RootCause& known, const RootCause& cause) {
  const auto ignores = [](const RootCause& each) {
    return each.bug_class == BugId::CheckIgnored && each.leaves_check;
  };
  const auto leaves = [](const RootCause& each) {
    return !each.bug_class && !each.modeled && each.leaves_check && each.cause == Cause::Generation;
  };
  return (ignores(known) && leaves(cause)) || (leaves(known) && ignores(cause));
}

/// Whether one mistake in the same code gives both.
bool is_of_same_code(const RootCause& known, const RootCause& cause) {
  // The board after one move may tell less of how such moves are made than that after another.
  const bool may_be_one_cause =
      known.cause == cause.cause || (known.cause == Cause::Setup && cause.may_be_of_setup);
  if (may_be_one_class(known, cause) && may_be_one_cause &&
      (known.bug_class ||
       (cause.bug_class && (cause.cause == Cause::Make || cause.cause == Cause::Unmake))))
    return true;
  // Two bugs whose classes explain all that they show are not one.
  const bool both_are_told = known.bug_class && cause.bug_class && (known.exact || cause.exact);
  if (known.cause == cause.cause && !known.wrong_code.empty() &&
      known.wrong_code == cause.wrong_code && !both_are_told)
    return true;
  if (known.failure && !known.place_of_crash.empty() &&
      known.place_of_crash == cause.place_of_crash)
    return true;
  // Memory that is written over lets a subject die in one position and hang in another.
  if (known.failure && cause.failure && known.hangs != cause.hangs && known.cause == cause.cause &&
      known.place_of_crash.empty() && cause.place_of_crash.empty())
    return true;
  if (leaves_victim(known) && cause.after_capture && !cause.modeled) return true;
  // Legality is tested by making the move.
  if (cause.tests_with_victim && !cause.bug_class && known.cause == Cause::Make &&
      !known.candidates.empty() && known.candidates.front() == BugId::CaptureLeavesVictim)
    return true;
  if ((leaves_ep_victim(known) && tests_with_ep_victim(cause)) ||
      (tests_with_ep_victim(known) && leaves_ep_victim(cause)) ||
      (leaves_ep_victim(known) && leaves_ep_victim(cause) && !cause.bug_class))
    return true;
  if (std::ranges::any_of(known.seen_through,
                          [&](SliderLines lines) { return contains(cause.seen_through, lines); }))
    return true;
  // A finding with a class is one by itself.
  if (known.opened_by_leaving && cause.opened_by_leaving && !known.bug_class && !cause.bug_class &&
      (known.all_are_opened || cause.all_are_opened))
    return true;
  if (may_be_of_reversed_pawns(known, cause) || is_of_ignored_checks(known, cause) ||
      looks_at_wrong_attackers(known, cause))
    return true;
  if (known.lists_null_move && cause.lists_null_move && !cause.bug_class) return true;
  if (known.of_extra_pieces && cause.of_extra_pieces && !known.modeled && !cause.modeled)
    return true;
  // One table has the moves and the attacks of a piece.
  if (known.wrong_stepper && known.wrong_stepper == cause.wrong_stepper &&
      !(known.bug_class && cause.bug_class))
    return true;
  // One rule of double check limits captures and interpositions; models tell two bugs.
  if (known.of_double_check && cause.of_double_check && !(known.modeled && cause.modeled))
    return true;
  // Moves that give rights take none.
  if (known.bug_class == BugId::CastlingRightAppears && is_of_kept_rights(cause.bug_class) &&
      !cause.modeled)
    return true;
  // Rights that are wrong after some moves, or from the FEN, and wrong in a way that nothing
  // explains.
  if (known.about == NeededField::CastlingRights && cause.about == known.about &&
      (known.cause == Cause::Make || known.cause == Cause::Unknown || known.may_be_of_setup) &&
      cause.cause == Cause::Unknown && !cause.bug_class && !cause.modeled)
    return true;
  // Where the wrong sliders pin, pieces are pinned that are not, and others are not that are.
  return !cause.bug_class && known.cause == cause.cause && is_of_pins(known.candidates) &&
         is_of_pins(cause.candidates);
}

/// Whether the pieces of a FEN are put on other squares, by what is seen.
bool may_misread_pieces(const RootCause& known) {
  return known.about == NeededField::None && !known.modeled && !known.candidates.empty() &&
         known.candidates.front() == BugId::FenMisread;
}

/// Whether one FEN that is misread gives both.
bool is_of_same_reader(const RootCause& known, const RootCause& cause) {
  if (cause.modeled) return false;
  // A piece that is put on another square is there after moves as well.
  if (may_misread_pieces(known) && cause.misplaces_one && !cause.bug_class) return true;
  const bool known_is_misread = known.cause == Cause::Setup;
  // A field that is misread shifts those after it.
  if (known_is_misread &&
      (cause.cause == Cause::Setup ? cause.bug_class == BugId::FenMisread : cause.may_be_of_setup))
    return true;
  // A king that is put on another square moves from there.
  if (known_is_misread && known.bug_class == BugId::FenMisread &&
      known.about == NeededField::None && cause.invents_pieces && !cause.bug_class)
    return true;
  // Counts below a position whose pieces are misread are wrong without a wrong list, or it is
  // refused.
  if (known_is_misread && known.bug_class == BugId::FenMisread &&
      known.about == NeededField::None && !cause.bug_class &&
      (cause.traits.contains(kCounts) || cause.refuses))
    return true;
  // The field may be the one that others are about. A right that is given to another rook of the
  // same color lets the king castle as no rule of moves would.
  const auto may_be_misread = [&](const RootCause& each) {
    return each.cause == Cause::Unknown ||
           (!each.bug_class &&
            (each.cause == Cause::Make ||
             (each.cause == Cause::Generation && each.about == NeededField::CastlingRights &&
              known.mover == cause.mover)));
  };
  return known.about != NeededField::None && known.about == cause.about && !known.modeled &&
         ((known_is_misread && may_be_misread(cause)) ||
          (cause.cause == Cause::Setup && may_be_misread(known)));
}

/// Whether both are counts of a table, and the class of one may be that of the other: positions
/// that collide may differ in anything.
bool is_of_same_table(const RootCause& known, const RootCause& cause) {
  if (!known.of_table || !cause.of_table) return false;
  const auto collides_alone = [](const RootCause& each, const RootCause& other) {
    return each.bug_class == BugId::HashCollision && !other.bug_class;
  };
  return collides_alone(known, cause) || collides_alone(cause, known) ||
         (known.bug_class && !cause.bug_class && may_be_one_class(known, cause));
}

/// Whether a move that may be taken back wrongly is made where the other one shows.
bool is_tried_there(const RootCause& known, const RootCause& cause) {
  return known.not_taken_back.empty() || !cause.tried ||
         share_one(known.not_taken_back, *cause.tried);
}

/// Whether the board that one of them leaves gives the other: any count may be wrong on it.
bool is_of_board_left_wrong(const RootCause& known, const RootCause& cause) {
  const bool counts = cause.traits.contains(kCounts) && !cause.right_without_table;
  const bool known_counts = known.traits.contains(kCounts);
  if (cause.beside && known.cause == Cause::Make && !known.candidates.empty() &&
      known.candidates.front() == *cause.beside)
    return true;
  // A move from an empty square spoils the board, and the counts look like those of a table.
  if (known.invents_pieces && !cause.bug_class && !cause.modeled && !cause.failure &&
      (cause.cause == Cause::Hash || cause.cause == Cause::Unknown))
    return true;
  // A board that one capture leaves wrong may be the end of the subject after another one.
  if (known.failure && known.cause == Cause::Make && known.after_capture &&
      cause.cause == Cause::Make && cause.after_capture && may_be_stale(cause.candidates))
    return true;
  if (!is_tried_there(known, cause)) return false;
  // One that is not put back may kill the subject, too. So may a list that is written over.
  const bool not_restored = known.cause == Cause::Unmake || known.traits.contains(kNotRestored) ||
                            known.bug_class == BugId::MoveListShared;
  const bool is_not_restored = cause.traits.contains(kNotRestored);
  // Legality is tested by trying moves. A field that is not put back spoils only moves that need
  // it, and lets none leave the king attacked.
  if (known.spoils_lists && cause.cause == Cause::Generation && !cause.bug_class &&
      !cause.modeled &&
      (known.about == NeededField::None || (known.about == cause.about && !cause.of_kings_safety)))
    return true;
  // Castling without a right may be the end of the subject.
  if (cause.failure && cause.needed_field != NeededField::None &&
      cause.needed_field == known.about && known.cause == Cause::Make)
    return true;
  // A captured pawn that is not back may not be captured en passant either.
  if (cause.once_counted && known.cause == Cause::Unmake) return true;
  if (known.once_counted && cause.cause == Cause::Unmake && may_be_one_class(known, cause))
    return true;
  if ((counts || is_not_restored) && not_restored && !cause.bug_class) return true;
  if (not_restored && cause.cause == Cause::Unmake && !cause.bug_class &&
      may_be_one_class(known, cause))
    return true;
  if (is_not_restored && known_counts) return true;
  if (known_counts && cause.bug_class && cause.cause == Cause::Unmake &&
      may_be_one_class(known, cause))
    return true;
  if (known.of_counted_moves && counts) return true;
  if (is_of_same_table(known, cause)) return true;
  // Moves of a game are made on the board that is left by those that were tried before them.
  const bool is_made_wrong = cause.cause == Cause::Make && !cause.bug_class;
  if (not_restored && is_made_wrong && !cause.modeled && may_be_stale(cause.candidates))
    return true;
  if (is_not_restored && known.cause == Cause::Make &&
      (may_be_one_class(known, cause) || leaves_victim(known) || known.candidates.empty()))
    return true;
  // One that is made wrong shows after other moves as well.
  const bool after_moves =
      known.cause == Cause::Make && (!known.bug_class || leaves_victim(known)) && !cause.bug_class;
  if (after_moves &&
      ((counts && !cause.is_of_hash && !(known.modeled && cause.of_table)) ||
       (is_made_wrong && may_be_stale(known.candidates) && may_be_stale(cause.candidates))))
    return true;
  return cause.failure && cause.cause == Cause::Make &&
         (known.cause == Cause::Make || not_restored);
}

/// Whether `cause` is no new one beside a known one.
bool belongs_to(const RootCause& known, const RootCause& cause) {
  if (is_of_same_code(known, cause) || is_of_same_reader(known, cause) ||
      is_of_board_left_wrong(known, cause))
    return true;
  const bool is_likely = is_likely_of_one_class(known, cause);
  if (known.bug_class || cause.bug_class) return is_likely;
  if (known.needed_field != NeededField::None && known.needed_field == cause.needed_field &&
      (!known.failure || cause.failure))
    return true;
  // A position that no game reaches, and a failure without moves, stand for no later finding.
  if (known.cause != cause.cause || (known.beyond_games && !cause.beyond_games) ||
      (known.failure && !cause.failure))
    return false;
  if (known.modeled && cause.modeled && !may_be_one_class(known, cause)) return false;
  return is_likely || (known.holds_pieces && cause.holds_pieces) ||
         known.slider_faults.may_be_one_with(cause.slider_faults) ||
         may_be_of_one_attack(known, cause) || share_one(known.traits, cause.traits) ||
         share_one(known.knight_steps, cause.knight_steps);
}

}  // namespace

std::size_t RootCauses::number_of(const Finding& finding) {
  const auto [known, fresh] = number_of_symptoms_.emplace(fault_key(finding), causes_.size());
  if (!fresh) return known->second;
  RootCause cause = root_cause_of(finding);
  const auto same =
      std::ranges::find_if(causes_, [&](const RootCause& each) { return belongs_to(each, cause); });
  known->second = static_cast<std::size_t>(same - causes_.begin());
  if (same == causes_.end()) {
    causes_.push_back(std::move(cause));
  } else {
    // Where one step of a table replaces another, few lists show both.
    if (!same->knight_steps.empty()) same->knight_steps.merge(cause.knight_steps);
    same->slider_faults.join(cause.slider_faults);
    // What one of them refutes is no reason for the others.
    if (share_one(same->false_attackers, cause.false_attackers))
      std::erase_if(same->false_attackers, [&](const FalseAttacker& each) {
        return !cause.false_attackers.contains(each);
      });
  }
  return known->second;
}

}  // namespace perft_verify::verifier
