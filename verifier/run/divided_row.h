// A large row that several workers share: which parts there are, what each has found, and how
// the reference's answer is put together from them.
//
// The reference's tree is followed by its own move lists. Where nothing is shared, a part is a
// line of moves, and the count below it belongs to its root move. With sharing, the tree is
// followed to a ply; lines after which the reference prints the same position (board, side,
// rights, en passant square) are one part, asked for by one of these lines and counted for each of
// their root moves as often as it is reached. No position ever goes to the reference as a FEN, and
// nothing of the subject's is looked at: so the sums are those that the reference would have
// counted by itself. The subject is asked for its own answer to the whole row.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "verifier/run/job.h"
#include "verifier/run/journal_record.h"
#include "verifier/run/options.h"

namespace perft_verify::verifier {

/// What is known of the parts of a row from before an interruption.
struct KnownParts {
  /// The ply of sharing; 0 where nothing was shared.
  int ply = 0;
  std::map<MovePath, std::uint64_t> counts;
  /// The subject's whole answer, or the lines of those moves that it has been asked for.
  std::optional<reference::Divide> subject;
  std::vector<std::string> subject_moves;
  reference::Divide subject_lines;
  double subject_seconds = 0;
  double reference_seconds = 0;

  void add(JournalPart part);
};

struct DivisionRules {
  Sharing share = Sharing::Auto;
  /// A part should not be expected to have many more nodes.
  double part_nodes = 0;
  /// What part of the row's work is the subject's, 0 to 1, for the progress.
  double subject_share = 0;
  /// How the reference answers; `measured` if that has been found out in this run.
  ReferencePace pace;
  bool measured = false;
  bool subject_in_parts = false;
};

/// Used by one thread at a time.
class DividedRow {
 public:
  /// `nodes` by ply, from 0: the forecast; its last is of the row's depth. `shallow` is a depth
  /// that costs next to nothing.
  DividedRow(std::size_t row, std::vector<double> nodes, double most_nodes, int shallow,
             const DivisionRules& rules, KnownParts known);

  /// What `worker` may do now, most urgent first; nothing if there is nothing to do before others
  /// have finished, or at all.
  std::optional<Job> next(unsigned worker);
  /// What became of a job of this row other than JudgeRow.
  void take(unsigned worker, const Job& job, JobResult result);

  /// Nothing is kept for this worker any more.
  void forget(unsigned worker);

  [[nodiscard]] std::size_t row() const { return row_; }
  [[nodiscard]] int depth() const { return depth_; }
  /// The ply at which positions are shared; 0 where none are, or it is not decided yet.
  [[nodiscard]] int shared_ply() const { return sharing_ ? ply_ : 0; }
  /// How many different positions or lines are counted.
  [[nodiscard]] std::size_t parts() const { return tree_.size(); }

 private:
  enum class Phase : std::uint8_t { Closed, Outlining, Expanding, Counting, Complete };

  /// A position of the reference's tree.
  struct Node {
    /// A root move, by index, and in how many ways it leads here.
    using Origin = std::pair<std::uint16_t, std::uint64_t>;

    MovePath path;  // one of the lines that lead here
    std::vector<Origin> origins;
    double nodes = 0;  // expected below it
  };

  std::optional<Job> next_of_subject();
  std::optional<Job> next_of_reference();
  void take_outline(reference::Answer<Outline> outline);
  void take_subject(unsigned worker, const AskSubject& asked, SubjectAnswer answer);
  void prepare_subject(const reference::Divide& root);
  void add_subject_lines(const reference::Divide& lines);
  [[nodiscard]] bool ready() const;

  void begin(const reference::Divide& root);
  [[nodiscard]] bool decide_sharing() const;
  void expand(std::vector<std::size_t> parents, int depth, bool positions);
  void take_expansions(std::size_t first, std::vector<Expansion> found);
  void grow(const Node& parent, Expansion expansion);
  void end_expanding();
  void next_shared_level();
  void split_further();
  void begin_counting();
  void add(const Node& node, std::uint64_t count);
  void take_counts(std::size_t batch, const std::vector<std::uint64_t>& counts);
  void complete();
  void fail(reference::Failure failure);
  [[nodiscard]] bool must_be_split(const MovePath& path) const;
  [[nodiscard]] int left_below(const MovePath& path) const;
  /// What counting below a node costs, the question included, in nodes.
  [[nodiscard]] double cost_of(const Node& node) const;
  [[nodiscard]] Job job(decltype(Job::task) task, double nodes = 0, std::size_t part = 0);

  std::size_t row_;
  int depth_;
  std::vector<double> forecast_;
  double most_nodes_;
  int shallow_;
  DivisionRules rules_;
  KnownParts known_;

  Phase phase_ = Phase::Closed;
  std::vector<std::string> moves_;  // of the root
  std::vector<std::uint64_t> sums_;
  bool sharing_ = false;
  int ply_ = 0;  // of the tree, with sharing
  std::vector<Node> tree_;

  // Expanding: the parents are asked for in chunks, and taken in their order.
  std::vector<std::size_t> parents_;
  std::vector<std::optional<Expansion>> expansions_;
  std::size_t next_parent_ = 0;
  std::size_t grown_ = 0;
  int expand_depth_ = 1;
  bool expand_positions_ = false;
  std::vector<Node> children_;
  std::unordered_map<std::string, std::size_t> child_at_;  // by position, with sharing

  // Counting, in batches.
  std::vector<std::size_t> order_;                            // of the tree, what is to be counted
  std::vector<std::pair<std::size_t, std::size_t>> batches_;  // begin and end in it
  std::size_t next_batch_ = 0;
  std::size_t batches_left_ = 0;
  double cost_to_count_ = 0;

  std::optional<reference::Answer<reference::Divide>> reference_;
  bool to_be_kept_ = false;
  double reference_seconds_ = 0;

  std::vector<AskSubject> subject_jobs_;
  std::vector<double> subject_nodes_;  // as the jobs
  std::size_t next_subject_job_ = 0;
  std::size_t subject_jobs_left_ = 0;
  SubjectAnswer subject_;
  unsigned asked_by_ = 0;
  bool by_anyone_ = true;  // whoever asked the subject does not matter
  double nodes_given_ = 0;
  bool judged_ = false;
};

}  // namespace perft_verify::verifier
