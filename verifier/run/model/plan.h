// The depth of each row, and the order of the rows.
#pragma once

#include <algorithm>
#include <stop_token>

#include "verifier/run/model/options.h"
#include "verifier/suite/row_list.h"

namespace perft_verify::verifier {

/// Every row is run at the deepest depth below this many nodes first.
inline constexpr double kShallowNodes = 100'000;
/// The reason for skipped Chess960 rows.
inline constexpr std::string_view kNoChess960 = "no Chess960";

/// Nodes by depth: recorded if known, else counted by core if that is fast, else predicted by the
/// last growth. Core never relies on a recorded number when it counts, and neither do deadlines: it
/// may be wrong.
class NodeForecast {
 public:
  /// The row must outlive this; rows of a RowList are unpacked by the caller.
  explicit NodeForecast(const Row& row) : row_(row) {}
  explicit NodeForecast(Row&&) = delete;

  /// The expected perft at `depth` ≥ 1, to choose depths and order.
  double nodes(int depth);
  /// An upper estimate, for deadlines: the larger of the recorded and the predicted number.
  double at_most(int depth) { return std::max(nodes(depth), predicted(depth)); }

 private:
  double predicted(int depth);

  const Row& row_;
  std::vector<double> predicted_{1.0};  // by depth, from core alone
};

struct RowPlan {
  int depth = 0;    // the deepest; 0 if nothing can be run
  int shallow = 0;  // run first
  double shallow_nodes = 0;
  double nodes = 0;  // expected at `depth`
  /// For deadlines, at the two depths.
  double most_shallow_nodes = 0;
  double most_nodes = 0;
  /// The reason for running nothing.
  std::string reason;
  bool skipped = false;  // and it is not meant to be run
};

RowPlan plan_row(const Row& row, const RunOptions& options);

/// The plans of all rows, in some thirty bytes each, or four if equal to that of a row before.
class RowPlans {
 public:
  void push_back(const RowPlan& plan);
  /// For a row with the same plan as an earlier one.
  void push_back_that_of(std::size_t row) { numbers_.push_back(numbers_[row]); }
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }
  [[nodiscard]] RowPlan operator[](std::size_t row) const;
  /// The number of a row's plan among the different ones, from 0.
  [[nodiscard]] std::size_t number(std::size_t row) const { return numbers_[row]; }
  [[nodiscard]] ListIterator<RowPlans> begin() const { return {*this, 0}; }
  [[nodiscard]] ListIterator<RowPlans> end() const { return {*this, size()}; }

 private:
  struct Packed {
    double nodes = 0;
    float shallow_nodes = 0;
    float most_shallow_nodes = 0;
    float most_nodes = 0;
    std::uint32_t reason = 0;
    std::uint8_t depth = 0;
    std::uint8_t shallow = 0;
    bool skipped = false;
  };
  std::vector<std::uint32_t> numbers_;
  std::vector<Packed> plans_;
  std::vector<std::string> reasons_;  // consecutive equal ones once
};

/// The plan of each row that is not to be skipped. After `stop` the remaining rows are not to be
/// run, and their plans are meaningless.
RowPlans plan_rows(const RowList& rows, const RunOptions& options, const std::stop_token& stop);

}  // namespace perft_verify::verifier
