#include "verifier/tools/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
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
  std::size_t proven = 0;
  std::size_t too_deep = 0;
};

RowIssues check_row(const Row& row, const LintOptions& options, reference::Generator& mailbox,
                    const std::stop_token& stop) {
  RowIssues result;
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

std::vector<RowIssues> check_rows(const std::vector<const Row*>& rows, const LintOptions& options,
                                  const std::stop_token& stop) {
  std::vector<RowIssues> results(rows.size());
  parallel_for(rows.size(), options.prove ? options.jobs : 1, stop, [&](std::size_t row) {
    results[row] = check_row(*rows[row], options, *mailbox::make_mailbox_generator(), stop);
  });
  return results;
}

/// Finds equal rows, and their different counts. Rows must outlive it.
class Duplicates {
 public:
  void check(const Row& row, std::vector<Issue>& issues) {
    const auto [at, fresh] = known_.insert(&row);
    if (fresh) return;
    const Row& first = **at;
    // In another file it may be intended.
    const auto severity = first.file == row.file ? Severity::Warning : Severity::Note;
    Issue issue = row_issue(severity, "duplicate", row, "the same row as " + place_of(first));
    issue.first = &first;
    issues.push_back(std::move(issue));
    bool has_new_depths = false;
    for (const auto& [depth, nodes] : row.recorded) {
      const Row* const earlier = who_recorded(depth, first);
      has_new_depths = has_new_depths || earlier == nullptr;
      if (earlier == nullptr || earlier->recorded.at(depth) == nodes) continue;
      Issue other =
          count_issue(Severity::Error, "count-contradicted", row, depth,
                      fmt::format("the count {} at depth {} is {} at {}", grouped(nodes), depth,
                                  grouped(earlier->recorded.at(depth)), place_of(*earlier)));
      other.first = earlier;
      issues.push_back(std::move(other));
    }
    if (has_new_depths) more_depths_[&first].push_back(&row);
  }

 private:
  /// The row that recorded a count at this depth first.
  [[nodiscard]] const Row* who_recorded(int depth, const Row& first) const {
    if (first.recorded.contains(depth)) return &first;
    const auto more = more_depths_.find(&first);
    if (more == more_depths_.end()) return nullptr;
    const auto at = std::ranges::find_if(
        more->second, [depth](const Row* row) { return row->recorded.contains(depth); });
    return at == more->second.end() ? nullptr : *at;
  }

  struct Hash {
    std::size_t operator()(const Row* row) const {
      return std::hash<std::string>()(row->fen) + (row->chess960 ? 1 : 0);
    }
  };
  struct IsSame {
    bool operator()(const Row* a, const Row* b) const {
      return a->chess960 == b->chess960 && a->fen == b->fen;
    }
  };
  std::unordered_set<const Row*, Hash, IsSame> known_;  // the first of equal rows
  /// For a first row, the equal ones that recorded further depths.
  std::unordered_map<const Row*, std::vector<const Row*>> more_depths_;
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

LintResult lint(std::span<const Suite> suites, const LintOptions& options,
                const std::stop_token& stop) {
  std::vector<const Row*> rows;
  for (const Suite& suite : suites)
    for (const Row& row : suite.rows) rows.push_back(&row);
  std::vector<RowIssues> checked = check_rows(rows, options, stop);

  LintResult result;
  result.rows = rows.size();
  Duplicates duplicates;
  auto row_issues = checked.begin();
  for (const Suite& suite : suites) {
    SuiteIssues own{&suite, {}};
    add_problems(suite, own.issues);
    for (const Row& row : suite.rows) {
      duplicates.check(row, own.issues);
      std::ranges::move(row_issues->issues, std::back_inserter(own.issues));
      result.counts += row.recorded.size();
      result.proven += row_issues->proven;
      result.too_deep += row_issues->too_deep;
      ++row_issues;
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
