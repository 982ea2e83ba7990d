// One row at one depth: asks both sides and compares their answers.
#pragma once

#include <stop_token>

#include "verifier/run/judge/faults_in_games.h"
#include "verifier/run/judge/row_state.h"
#include "verifier/run/judge/ruling.h"
#include "verifier/run/judge/stuck_position.h"
#include "verifier/run/model/job.h"
#include "verifier/run/model/options.h"
#include "verifier/run/model/plan.h"

namespace perft_verify::verifier {

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
  void compare_everything(const Row& row, const RowPlan& plan, RowState& state);
  bool counts_an_end(const reference::Question& question, const reference::Divide& subject);
  void judge(const reference::Question& question, reference::Divide subject,
             reference::Divide reference, RowState& state);

  const RunOptions& options_;
  reference::Generator& subject_;
  reference::Generator& reference_;
  std::stop_token stop_;
  Ruling ruling_;
  FaultsInGames faults_in_games_;
  StuckPosition stuck_position_;
  std::optional<reference::Question> last_;  // of this worker's row before
};

}  // namespace perft_verify::verifier
