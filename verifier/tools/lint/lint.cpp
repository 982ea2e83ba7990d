#include "verifier/tools/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "core/parallel.h"
#include "core/text/format.h"
#include "reference/mailbox/mailbox_generator.h"
#include "verifier/tools/lint/count_rules.h"
#include "verifier/tools/lint/position_rules.h"
#include "verifier/tools/lint/proof.h"

namespace perft_verify::verifier {
namespace {

/// The issues of one row, independent of others.
struct RowIssues {
  std::vector<Issue> issues;
  std::size_t counts = 0;  // recorded
  std::size_t proven = 0;
  std::size_t too_deep = 0;
};

RowIssues check_row(const Row& row, const LintOptions& options, reference::Generator& mailbox,
                    const std::stop_token& stop) {
  RowIssues result;
  result.counts = row.recorded.size();
  check_position(row, result.issues);
  CountsByDepth counted;
  if (options.prove) {
    Proof proof = prove(row, options.max_nodes, mailbox, stop);
    std::ranges::move(proof.issues, std::back_inserter(result.issues));
    result.proven = proof.proven;
    result.too_deep = proof.too_deep;
    counted = std::move(proof.counted);
  }
  check_counts(row, counted, result.issues);
  return result;
}

/// The issues of the rows from `begin` to `end`.
std::vector<RowIssues> check_rows(const RowList& rows, std::size_t begin, std::size_t end,
                                  const LintOptions& options, const std::stop_token& stop) {
  std::vector<RowIssues> results(end - begin);
  parallel_for(results.size(), options.prove ? options.jobs : 1, stop, [&](std::size_t at) {
    const std::size_t row = begin + at;
    results[at] = check_row(rows[row], options, *mailbox::make_mailbox_generator(), stop);
    for (Issue& issue : results[at].issues) issue.row = row;
  });
  return results;
}

/// Finds equal rows, and their different counts. The list must outlive it.
class Duplicates {
 public:
  explicit Duplicates(const RowList& rows) : rows_(rows) {}

  void check(std::size_t index, std::vector<Issue>& issues) {
    const auto [at, fresh] = known_.insert(index);
    if (fresh) return;
    const Row row = rows_[index];
    const Row first = rows_[*at];
    const auto add = [&](Issue issue, std::size_t earlier) {
      issue.row = index;
      issue.first = earlier;
      issues.push_back(std::move(issue));
    };
    // In another file it may be intended.
    const auto severity = first.file == row.file ? Severity::Warning : Severity::Note;
    add(row_issue(severity, "duplicate", row, "the same row as " + place_of(first)), *at);
    bool has_new_depths = false;
    for (const auto& [depth, nodes] : row.recorded) {
      const auto before = who_recorded(depth, *at, first);
      has_new_depths = has_new_depths || !before;
      if (!before) continue;
      const Row earlier = rows_[*before];
      if (earlier.recorded.at(depth) == nodes) continue;
      add(count_issue(Severity::Error, "count-contradicted", row, depth,
                      fmt::format("the count {} at depth {} is {} at {}", grouped(nodes), depth,
                                  grouped(earlier.recorded.at(depth)), place_of(earlier))),
          *before);
    }
    if (has_new_depths) more_depths_[*at].push_back(index);
  }

 private:
  /// The row that recorded a count at this depth first; `first` is the first of the equal rows.
  [[nodiscard]] std::optional<std::size_t> who_recorded(int depth, std::size_t index,
                                                        const Row& first) const {
    if (first.recorded.contains(depth)) return index;
    const auto more = more_depths_.find(index);
    if (more == more_depths_.end()) return std::nullopt;
    const auto at = std::ranges::find_if(
        more->second, [&](std::size_t row) { return rows_[row].recorded.contains(depth); });
    return at == more->second.end() ? std::nullopt : std::optional(*at);
  }

  struct Hash {
    const RowList& rows;
    std::size_t operator()(std::size_t row) const {
      const auto [fen, chess960] = rows.fen(row);
      return std::hash<std::string_view>()(fen) + (chess960 ? 1 : 0);
    }
  };
  struct IsSame {
    const RowList& rows;
    bool operator()(std::size_t a, std::size_t b) const { return rows.fen(a) == rows.fen(b); }
  };
  const RowList& rows_;
  /// The first of equal rows.
  std::unordered_set<std::size_t, Hash, IsSame> known_{0, Hash{rows_}, IsSame{rows_}};
  /// For a first row, the equal ones that recorded further depths.
  std::unordered_map<std::size_t, std::vector<std::size_t>> more_depths_;
};

void add_problems(const Suite& suite, std::vector<Issue>& issues) {
  for (const SuiteProblem& problem : suite.problems) {
    Issue issue;
    issue.severity = Severity::Error;
    issue.rule = "unreadable";
    issue.place = {problem.line, problem.column};
    issue.message = problem.error_class
                        ? fmt::format("{}: {}", to_string(*problem.error_class), problem.message)
                        : problem.message;
    issue.excerpt = problem.excerpt;
    issues.push_back(std::move(issue));
  }
  for (const SuiteNote& note : suite.notes) {
    Issue issue;
    issue.severity = Severity::Warning;
    issue.rule = "counts-unread";
    issue.place = note.place;
    issue.message = note.message;
    issues.push_back(std::move(issue));
  }
}

void count_issues(const std::vector<Issue>& issues, LintResult& result) {
  for (const Issue& issue : issues) {
    switch (issue.severity) {
      case Severity::Error:
        ++result.errors;
        break;
      case Severity::Warning:
        ++result.warnings;
        break;
      case Severity::Note:
        ++result.notes;
        break;
    }
  }
}

}  // namespace

LintResult lint(std::span<const SuiteOfRows> suites, const RowList& rows,
                const LintOptions& options, const std::stop_token& stop) {
  // The rows whose issues are known and not yet handed on.
  constexpr std::size_t kAtOnce = 1U << 14U;
  std::vector<RowIssues> checked;
  std::size_t begin = 0;

  LintResult result;
  result.rows = rows.size();
  Duplicates duplicates(rows);
  std::size_t row = 0;
  for (const SuiteOfRows& suite : suites) {
    SuiteIssues own{&suite, {}};
    add_problems(suite.suite, own.issues);
    for (const std::size_t end = row + suite.rows; row < end; ++row) {
      if (row == begin + checked.size()) {
        begin = row;
        checked = check_rows(rows, row, std::min(row + kAtOnce, rows.size()), options, stop);
      }
      RowIssues& of_row = checked[row - begin];
      duplicates.check(row, own.issues);
      std::ranges::move(of_row.issues, std::back_inserter(own.issues));
      result.counts += of_row.counts;
      result.proven += of_row.proven;
      result.too_deep += of_row.too_deep;
    }
    std::ranges::stable_sort(own.issues, {}, [](const Issue& issue) {
      return std::tuple(issue.place.line, issue.place.column, issue.severity);
    });
    count_issues(own.issues, result);
    result.suites.push_back(std::move(own));
  }
  return result;
}

}  // namespace perft_verify::verifier
