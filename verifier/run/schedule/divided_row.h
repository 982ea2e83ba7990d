// A large row that several workers share: its parts and their results. The reference's answer is
// put together from parts of its tree (reference_tree.h); the subject is asked for its own answer
// to the whole row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verifier/run/model/job.h"
#include "verifier/run/record/journal_record.h"
#include "verifier/run/schedule/reference_tree.h"

namespace perft_verify::verifier {

/// The results for parts of a row from before an interruption.
struct KnownParts {
  KnownCounts tree;
  /// The subject's whole answer, or the lines of those moves that it has been asked for.
  std::optional<reference::Divide> subject;
  std::vector<std::string> subject_moves;
  reference::Divide subject_lines;
  double subject_seconds = 0;
  double reference_seconds = 0;

  void add(JournalPart part);
};

/// Used by one thread at a time.
class DividedRow {
 public:
  /// `nodes` by ply, from 0: the forecast; its last is of the row's depth. `shallow` is a depth
  /// that costs next to nothing.
  DividedRow(std::size_t row, std::vector<double> nodes, double most_nodes, int shallow,
             const DivisionRules& rules, KnownParts known);

  /// The next job for `worker`, most urgent first; nothing if there is nothing to do before others
  /// have finished, or at all.
  std::optional<Job> next(unsigned worker);
  /// Takes the result of a job of this row other than JudgeRow.
  void take(unsigned worker, const Job& job, JobResult result);

  /// Stops reserving work for this worker.
  void forget(unsigned worker);

  [[nodiscard]] std::size_t row() const { return row_; }
  [[nodiscard]] int depth() const { return depth_; }
  [[nodiscard]] int shared_ply() const { return tree_.shared_ply(); }

 private:
  enum class Phase : std::uint8_t { Closed, Outlining, Open };

  std::optional<Job> next_of_subject();
  void take_outline(reference::Answer<Outline> outline);
  void take_subject(unsigned worker, const AskSubject& asked, SubjectAnswer answer);
  void prepare_subject(const reference::Divide& root);
  void add_subject_lines(const reference::Divide& lines);
  [[nodiscard]] bool ready() const;
  [[nodiscard]] Job job(decltype(Job::task) task, double nodes = 0, std::size_t part = 0);

  std::size_t row_;
  int depth_;
  double nodes_;  // expected of the row
  int shallow_;
  DivisionRules rules_;
  KnownParts known_;
  Phase phase_ = Phase::Closed;

  ReferenceTree tree_;
  bool kept_ = false;
  double reference_seconds_ = 0;

  std::vector<AskSubject> subject_jobs_;
  std::vector<double> subject_nodes_;  // as the jobs
  std::size_t next_subject_job_ = 0;
  std::size_t subject_jobs_left_ = 0;
  SubjectAnswer subject_;
  unsigned asked_by_ = 0;
  bool by_anyone_ = true;  // any worker may judge
  double nodes_given_ = 0;
  bool judged_ = false;
};

}  // namespace perft_verify::verifier
