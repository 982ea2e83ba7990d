// Which findings of a run are one root cause.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "verifier/diagnose/slider_faults.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The root causes of a run, numbered in the order of their first findings.
class RootCauses {
 public:
  /// The number of the root cause of a finding: that of the first one with the same symptoms or the
  /// same class. Findings without a class are one if they have the cause, and the likeliest
  /// candidate or a trait of wrong moves in common: one bug shows in another mixture of wrong moves
  /// in every position, and where two bugs are in the code of one kind of move, the second shows
  /// once the first is mended. One without a class also belongs to an earlier one with a class that
  /// is among its candidates; and a count, or a crash, to one of a board that is left wrong.
  std::size_t number_of(const Finding& finding);

 private:
  struct RootCause {
    Cause cause{};
    std::optional<BugId> bug_class;
    std::vector<BugId> candidates;  // the likeliest one first; the class alone if there is one
    bool beyond_games = false;
    bool failure = false;
    std::string place_of_crash;    // empty if the subject does not say
    bool may_be_of_setup = false;  // where the cause is unknown
    bool of_table = false;
    bool once_counted = false;  // wrong where it has counted, and is not sent the position again
    bool of_counted_moves = false;  // of the code that makes them for counting alone
    bool after_capture = false;     // the move that is made wrong is one
    bool holds_pieces = false;      // moves are missing as if their pieces were pinned
    bool invents_pieces = false;    // moves are listed as of pieces that do not stand there
    bool lists_null_move = false;   // from a square to itself
    bool of_double_check = false;   // nothing is wrong but moves in double check
    bool modeled = false;           // the candidates explain the other answers
    std::string wrong_code;         // empty if models tell it, or nothing does
    NeededField needed_field{};     // of the FEN, without which nothing is wrong
    NeededField about{};            // the same, or the field that all wrong moves need
    std::set<std::string> traits;   // of the wrong moves or counts; none with a class
    std::set<std::string> knight_steps;
    SliderFaults slider_faults;  // none if models tell the mistake
  };
  static RootCause root_cause_of(const Finding& finding);
  /// Whether `cause` is no new one beside a known one.
  static bool belongs_to(const RootCause& known, const RootCause& cause);

  std::vector<RootCause> causes_;
  std::unordered_map<std::string, std::size_t> number_of_symptoms_;
};

}  // namespace perft_verify::verifier
