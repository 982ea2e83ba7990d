// One row at one depth: ask both sides, compare, bisect, decide.
#pragma once

#include <stop_token>

#include "verifier/diagnose/diagnosis.h"
#include "verifier/diagnose/once_counted.h"
#include "verifier/locate/bisect.h"
#include "verifier/locate/confirm.h"
#include "verifier/run/judge/stuck_position.h"
#include "verifier/run/model/job.h"
#include "verifier/run/model/options.h"
#include "verifier/run/model/plan.h"
#include "verifier/run/model/result.h"

namespace perft_verify::verifier {

/// The state of a row while it is worked on.
struct RowState {
  std::size_t index = 0;  // of the row
  RowResult result;
  std::vector<Finding> findings;
  /// Depths at which both sides gave the same total, and the total.
  std::vector<std::pair<int, std::uint64_t>> agreed;
  bool done = false;     // the verdict is final
  bool stopped = false;  // interrupted before that
  /// The diagnosis of a finding was interrupted: the reported part is correct, but not all that a
  /// complete run would have found.
  bool cut_short = false;
  /// The subject failed while a finding was diagnosed.
  bool lacks_answers = false;
};

/// The row's recorded count at a depth.
std::optional<std::uint64_t> recorded_at(const Row& row, int depth);
/// The recorded counts of a row that subject and reference together refute.
std::vector<SuiteCountError> wrong_recorded(const Row& row, const RowState& state);

class RowCheck {
 public:
  RowCheck(const RunOptions& options, reference::Generator& subject,
           reference::Generator& reference, std::stop_token stop,
           KnownFaults* known_faults = nullptr);

  /// Runs the row at all depths up to `depth` that have not been run yet, and updates `state`. A
  /// row with a final verdict goes no deeper.
  void run(const Row& row, const RowPlan& plan, int depth, RowState& state);

  /// The subject's part of `run` alone.
  SubjectAnswer ask(const Row& row, const RowPlan& plan, int depth, const AskSubject& asked);
  /// The same as `run` for existing answers.
  void judge(const Row& row, const RowPlan& plan, int depth, const Answers& answers,
             RowState& state);

 private:
  template <typename Compare>
  void bring_up_to_date(const Row& row, const RowPlan& plan, int depth, RowState& state,
                        Compare compare);
  void weigh(reference::Question question, const Answers& answers, RowState& state);
  [[nodiscard]] static reference::Question question_of(const Row& row, int depth,
                                                       const RowPlan& plan);
  bool agrees_with_recorded(const Row& row, const reference::Question& question, RowState& state);
  void compare(reference::Question question, RowState& state);
  void reference_failed(const reference::Failure& failure, RowState& state);
  void compare_everything(const Row& row, const RowPlan& plan, RowState& state);
  void look_once_counted(const reference::Question& question, RowState& state);
  void look_after_moves(const Row& row, const reference::Question& question, RowState& state);
  bool counts_an_end(const reference::Question& question, const reference::Divide& subject);
  void judge(const reference::Question& question, reference::Divide subject,
             reference::Divide reference, RowState& state);
  void agreed(const reference::Question& question, const reference::Divide& subject,
              const reference::Divide& reference, RowState& state);
  void settle_mismatch(const reference::Question& question, const reference::Divide& subject,
                       reference::Divide reference, RowState& state);
  std::expected<Finding, Undecided> locate(const reference::Question& question,
                                           const reference::Divide& subject,
                                           const reference::Divide& reference);
  /// The decision by the votes of others on a finding: the verdict of the row; that the subject is
  /// right there after all; nothing.
  enum class Settled : std::uint8_t { Row, SubjectIsRight, Nothing };
  Settled settle(Finding finding, const reference::Divide& subject,
                 const reference::Divide& reference, RowState& state);
  bool takes_new_answer(const reference::Question& question, const reference::Divide& subject,
                        reference::Divide& reference, RowState& state);
  void subject_failed(const reference::Question& question, const AskFailure& asked,
                      RowState& state);
  std::optional<Finding> wrong_before_failing(const reference::Question& question);
  void found(Finding finding, RowState& state);
  void mismatch(std::vector<Finding> findings, RowState& state);
  void undecided(const Undecided& why, RowState& state);
  void contradicted(const std::string& why, RowState& state);

  const RunOptions& options_;
  reference::Generator& subject_;
  reference::Generator& reference_;
  std::stop_token stop_;
  Diagnosis diagnosis_;
  Confirmer confirmer_;
  OnceCounted once_counted_;
  KnownFaults* known_faults_;
  StuckPosition stuck_position_;
  std::optional<reference::Question> last_;  // of this worker's row before
};

}  // namespace perft_verify::verifier
