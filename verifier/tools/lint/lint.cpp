#include "verifier/tools/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <tuple>
#include <unordered_map>

#include "core/parallel.h"
#include "core/text/format.h"
#include "reference/mailbox/mailbox_generator.h"
#include "verifier/tools/lint/count_rules.h"
#include "verifier/tools/lint/position_rules.h"
#include "verifier/tools/lint/proof.h"

namespace perft_verify::verifier {
namespace {

/// What one row gives without a look at others.
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

/// Finds rows that are the same row, and what they record differently.
class Duplicates {
 public:
  void check(const Row& row, std::vector<Issue>& issues) {
    const auto [at, fresh] =
        known_.try_emplace(fmt::format("{}|{}", row.fen, row.chess960), Known{&row, {}});
    Known& known = at->second;
    if (!fresh) {
      // In another file it may well be meant.
      const auto severity = known.first->file == row.file ? Severity::Warning : Severity::Note;
      Issue issue =
          row_issue(severity, "duplicate", row, "the same row as " + place_of(*known.first));
      issue.first = known.first;
      issues.push_back(std::move(issue));
    }
    for (const auto& [depth, nodes] : row.recorded) {
      const auto& [earlier, count] = *known.counts.try_emplace(depth, &row).first;
      const std::uint64_t other = count->recorded.at(depth);
      if (other == nodes) continue;
      Issue issue = count_issue(Severity::Error, "count-contradicted", row, depth,
                                fmt::format("the count {} at depth {} is {} at {}", grouped(nodes),
                                            depth, grouped(other), place_of(*count)));
      issue.first = count;
      issues.push_back(std::move(issue));
    }
  }

 private:
  struct Known {
    const Row* first;
    std::unordered_map<int, const Row*> counts;  // by depth, who recorded it first
  };
  std::unordered_map<std::string, Known> known_;
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
