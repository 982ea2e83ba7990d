// The features of one finding by which it is compared with others: what it tells of its root cause.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "verifier/classify/restoring/trials.h"
#include "verifier/diagnose/seen_through.h"
#include "verifier/diagnose/slider_faults.h"
#include "verifier/diagnose/traits.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Traits of counts and of boards, which no wrong moves have.
inline constexpr const char* kCounts = "counts";
inline constexpr const char* kNotRestored = "not restored";

/// Findings are one if these features fit together: see RootCauses.
struct RootCause {
  Cause cause{};
  std::optional<BugId> bug_class;
  std::vector<BugId> candidates;  // the likeliest one first; the class alone if there is one
  bool beyond_games = false;
  bool failure = false;
  bool hangs = false;            // a failure without an end
  bool refuses = false;          // a failure to take a position
  std::string place_of_crash;    // empty if the subject does not say
  bool may_be_of_setup = false;  // where the cause is unknown
  bool of_table = false;
  bool right_without_table = false;
  bool is_of_hash = false;         // its cause, which counts have as unknown
  bool once_counted = false;       // wrong where it has counted, and is not sent the position again
  bool of_counted_moves = false;   // of the code that makes them for counting alone
  bool after_capture = false;      // the move that is made wrong is one
  bool tests_with_victim = false;  // captures are missing as if the captured piece stayed
  bool holds_pieces = false;       // moves are missing as if their pieces were pinned
  bool invents_pieces = false;     // moves are listed as of pieces that do not stand there
  bool misplaces_one = false;      // all is as if one piece stood on the next file
  bool leaves_check = false;       // nothing is wrong but moves that leave a check unanswered
  bool lists_null_move = false;    // from a square to itself
  std::optional<PieceType> wrong_stepper;  // whose steps are wrong, as moves or as attacks
  bool of_extra_pieces = false;            // nothing is wrong but moves of those that are missing
  bool of_double_check = false;            // nothing is wrong but moves in double check
  bool opened_by_leaving = false;  // nothing is wrong but moves listed as if their pieces stayed
  bool all_are_opened = false;     // and all of those are
  bool of_kings_safety = false;    // nothing is wrong but moves that leave the king attacked
  bool spoils_lists = false;       // taking back what is tried makes lists wrong
  /// The kinds of moves that are made and taken back on the way; nothing if that is not known.
  std::optional<std::set<Undo>> tried;
  std::set<Undo> not_taken_back;  // those of them that it may concern; empty: any
  /// That of an illegal move in the same list, which may spoil the rest when it is tried.
  std::optional<BugId> beside;
  bool modeled = false;        // the candidates explain the other answers
  bool exact = false;          // one bug explains them alone
  std::string wrong_code;      // empty if nothing tells it
  NeededField needed_field{};  // of the FEN, without which nothing is wrong
  NeededField about{};         // the same, or the field that all wrong moves need
  std::optional<Color> mover;  // the side to move
  Traits traits;               // of the wrong moves or counts; none with a class
  std::set<std::string> knight_steps;
  std::vector<SliderLines> seen_through;  // on which sliders attack the king through pieces
  SliderFaults slider_faults;             // none if models tell the mistake
  std::optional<FalseAttacker::Where> ignored_attackers;  // the place of those that are not seen
  std::set<FalseAttacker> false_attackers;                // the same
};

RootCause root_cause_of(const Finding& finding);

}  // namespace perft_verify::verifier
