// Reviews suites: the errors and oddities of each line.
//
//   unreadable         error    does not parse, or is no legal position
//   count-contradicted error    the same row has another count elsewhere
//   duplicate          warning  the same row stands elsewhere (a note if in another file)
//   counts-unread      warning  something looks like counts and is not understood as such
//
// and the rules of position_rules.h, count_rules.h and proof.h.
#pragma once

#include <span>
#include <stop_token>

#include "verifier/suite/row_list.h"
#include "verifier/tools/lint/issue.h"

namespace perft_verify::verifier {

struct LintOptions {
  bool prove = false;
  std::uint64_t max_nodes = 10'000'000;  // for each count that is proved
  unsigned jobs = 1;
};

/// A suite without its rows, which stand in a list behind those of the suites before it.
struct SuiteOfRows {
  Suite suite;
  std::size_t rows = 0;
};

/// The issues of one suite, in the order of the file.
struct SuiteIssues {
  const SuiteOfRows* of = nullptr;
  std::vector<Issue> issues;
};

struct LintResult {
  std::vector<SuiteIssues> suites;
  std::size_t rows = 0;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t notes = 0;
  std::size_t counts = 0;    // recorded
  std::size_t proven = 0;    // of them correct
  std::size_t too_deep = 0;  // of them not proved
};

/// `rows` keeps the places of counts; `suites` must outlive the result. Duplicates are searched
/// across all suites.
LintResult lint(std::span<const SuiteOfRows> suites, const RowList& rows,
                const LintOptions& options, const std::stop_token& stop);

}  // namespace perft_verify::verifier
