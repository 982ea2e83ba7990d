// The reference's answer to a large row, put together from counts further down its own tree.
//
// The tree follows the reference's own move lists. Without sharing, a part is a line of moves, and
// the count below it belongs to its root move. With sharing, the tree is followed to a ply; lines
// after which the reference prints the same position (board, side, rights, en passant square) are
// one part, counted after one of these lines and added to each of their root moves as often as it
// is reached. No position ever goes to the reference as a FEN, and no data of the subject is used:
// so the sums are those that the reference would have counted by itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "verifier/run/model/job.h"
#include "verifier/run/model/options.h"

namespace perft_verify::verifier {

struct DivisionRules {
  Sharing share = Sharing::Auto;
  /// The most expected nodes of a part, approximately.
  double part_nodes = 0;
  /// The subject's part of the row's work, 0 to 1, for the progress.
  double subject_share = 0;
  /// The reference's pace; `measured` if that was done in this run.
  ReferencePace pace;
  bool measured = false;
  bool subject_in_parts = false;
};

/// Counts from before an interruption.
struct KnownCounts {
  /// The ply of sharing; 0 if nothing was shared.
  int ply = 0;
  std::map<MovePath, std::uint64_t> counts;
};

/// The next question for the reference.
struct TreeTask {
  std::variant<ExpandPaths, CountPaths> ask;
  /// The task's part of all counting, 0 to 1.
  double share = 0;
  std::size_t part = 0;  // to be returned with the answer
};

/// The failure for a sum that exceeds 64 bits.
reference::Failure too_many_nodes();

/// Used by one thread at a time.
class ReferenceTree {
 public:
  /// `nodes` by ply, from 0: the forecast; its last entry is for the row's depth. No part is
  /// expected to have more than `most_nodes`.
  ReferenceTree(std::vector<double> nodes, double most_nodes, KnownCounts known)
      : depth_(static_cast<int>(nodes.size()) - 1),
        forecast_(std::move(nodes)),
        most_nodes_(most_nodes),
        known_(std::move(known)) {}

  /// `root` is the reference's divide of the root at a small depth, for the moves and for the
  /// distribution of the nodes below them.
  void begin(const reference::Divide& root, const DivisionRules& rules);
  /// Nothing if other answers have to come first, or all is done.
  std::optional<TreeTask> next();
  void take_expansions(std::size_t part, std::vector<Expansion> found);
  void take_counts(std::size_t part, const std::vector<std::uint64_t>& counts);
  /// The count for a part will not come.
  void fail(reference::Failure failure);
  /// The answer is known without following the tree.
  void finish(reference::Answer<reference::Divide> answer) { answer_ = std::move(answer); }

  /// The reference's answer to the row, or its failure; nothing before it is complete.
  [[nodiscard]] const std::optional<reference::Answer<reference::Divide>>& answer() const {
    return answer_;
  }
  /// Whether the answer was put together here.
  [[nodiscard]] bool is_put_together() const { return put_together_; }
  /// The ply at which positions are shared; 0 if none are, or before that is decided.
  [[nodiscard]] int shared_ply() const { return sharing_ ? ply_ : 0; }

 private:
  enum class Phase : std::uint8_t { Closed, Expanding, Counting };

  /// A position, or a line, that is counted.
  struct Node {
    /// A root move, by index, and the number of ways in which it leads here.
    using Origin = std::pair<std::uint16_t, std::uint64_t>;

    MovePath path;  // one of the lines that lead here
    std::vector<Origin> origins;
    double nodes = 0;  // expected below it
  };

  [[nodiscard]] bool decide_sharing() const;
  void expand(std::vector<std::size_t> parents, int depth, bool positions);
  void grow(const Node& parent, Expansion expansion);
  void end_expanding();
  void next_shared_level();
  void split_further();
  void begin_counting();
  void add(const Node& node, std::uint64_t count);
  void complete();
  [[nodiscard]] bool must_be_split(const MovePath& path) const;
  [[nodiscard]] int left_below(const MovePath& path) const;
  /// The cost of counting below a node, the question included, in nodes.
  [[nodiscard]] double cost_of(const Node& node) const;

  int depth_;
  std::vector<double> forecast_;
  double most_nodes_;
  KnownCounts known_;
  DivisionRules rules_;

  Phase phase_ = Phase::Closed;
  std::vector<std::string> moves_;  // of the root
  std::vector<std::uint64_t> sums_;
  bool sharing_ = false;
  int ply_ = 0;  // of the tree, with sharing
  std::vector<Node> nodes_;

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
  std::vector<std::size_t> order_;                            // of the nodes that are to be counted
  std::vector<std::pair<std::size_t, std::size_t>> batches_;  // begin and end in it
  std::size_t next_batch_ = 0;
  std::size_t batches_left_ = 0;
  double cost_to_count_ = 0;

  std::optional<reference::Answer<reference::Divide>> answer_;
  bool put_together_ = false;
};

}  // namespace perft_verify::verifier
