// The work on a finding once it is confirmed: its class, its smallest position, and the features
// that distinguish it from findings of other rows.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "reference/generator.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

class ProbedSubject;
struct Unrestored;

/// The findings that are the same fault, known to all workers. Of the rows with one fault, the
/// first one in suite order is examined, in whatever order they are done.
class KnownFaults {
 public:
  /// Whether no row before this one has the same symptoms. Stores them.
  bool is_first(const std::string& symptoms, std::size_t row);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::size_t> first_row_;
};

/// Examines the findings of one worker's subject, which it asks about small positions of its own.
class Diagnosis {
 public:
  Diagnosis(reference::Generator& subject, reference::Generator& reference, std::stop_token stop);
  ~Diagnosis();
  Diagnosis(const Diagnosis&) = delete;
  Diagnosis& operator=(const Diagnosis&) = delete;

  /// Splits a finding into one per bug, each with `symptoms`; and, unless `known` says that an
  /// earlier row has the same, class or candidates and the reduced position. `known` may be null.
  /// `depth` is that of the row, and 0 if no further bugs are searched in it.
  std::vector<Finding> examine(Finding finding, std::size_t row, KnownFaults* known, int depth = 0);
  /// The field of the position before that the subject's reader keeps, where it showed another
  /// board than it was sent, and the right one in a fresh process.
  std::optional<Fact> kept_by_reader(const std::string& fen, const reference::Failure& failure);
  /// Whether the last examination lacked an answer, since the subject failed.
  [[nodiscard]] bool lacks_answers() const;

 private:
  std::optional<Finding> wrong_after_moves_only(Finding& finding);
  void complete(Finding& finding, std::size_t row, KnownFaults* known);
  void tell_bug_of_table(Finding& finding);
  void tell_field_of_table(Finding& finding);
  void acquit_of_known_bug(Finding& finding);
  /// The class, and what else tells where to look. `depends`: on the questions before.
  void look_closer(Finding& finding, bool explained, bool depends);
  void find_class(Finding& finding, bool explained);
  void doubt_by_neighbors(Finding& finding);
  void tell_needed_field(Finding& finding);
  void tell_extra_pieces(Finding& finding);
  void tell_seeming_attack(Finding& finding);
  void tell_pins_in_check(Finding& finding);
  static void tell_other_board(Finding& finding);
  void tell_tie_to_squares(Finding& finding);
  void look_into_crash(Finding& finding, std::size_t row, KnownFaults* known);
  bool is_right_when_fresh(const Finding& finding);
  void doubt_class_of_counts(Finding& finding);
  void correct_by_board(Finding& finding);
  void blame_taking_back(Finding& finding);
  void correct_by_side(Finding& finding);
  void tell_shared_list(Finding& finding);
  bool may_be_tried_wrong(Finding& finding);
  void doubt_beside_spoiled_board(Finding& finding);

  reference::Generator& subject_;
  reference::Generator& reference_;
  std::stop_token stop_;
  std::unique_ptr<ProbedSubject> probed_;
};

}  // namespace perft_verify::verifier
