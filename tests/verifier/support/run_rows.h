// Runs rows and keeps all events for the reports.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/verifier/support/scripted_generator.h"
#include "verifier/run/runner.h"

namespace perft_verify::verifier::test {

/// All events of a run, as text and as data.
class EventLog final : public Reporter {
 public:
  void run_started(const RunInfo&) override { events.emplace_back("started"); }
  void finding(std::size_t index, const ReportedFinding& finding) override {
    events.push_back(fmt::format("finding {} {} {}", index, to_string(finding.finding.kind),
                                 finding.finding.fen));
    findings.push_back(finding);
  }
  void row_finished(std::size_t index, const RowResult& result) override {
    events.push_back(fmt::format("row {} {} {} {}", index, to_string(result.verdict),
                                 result.depth.value_or(-1), result.subject_nodes.value_or(0)));
    rows.push_back(result);
  }
  void run_finished(const Summary&, ExitCode) override { events.emplace_back("finished"); }

  std::vector<std::string> events;
  std::vector<ReportedFinding> findings;
  std::vector<RowResult> rows;
};

struct Ran {
  Summary summary;
  ExitCode exit_code = ExitCode::Internal;
  std::vector<std::string> events;
  std::vector<ReportedFinding> findings;
  std::vector<RowResult> rows;
};

/// `plan`: instead of plan_rows. Large rows are divided only if the reference is known to count by
/// the position alone; a scripted one is if it `is_known`.
struct RunExtras {
  RunExtras() = default;
  explicit RunExtras(Journal* written) : journal(written) {}

  Journal* journal = nullptr;
  std::function<RowPlan(const Row&)> plan;
  bool is_known = false;
};

inline Ran run_rows(std::vector<Row> rows, RunOptions options, const std::stop_token& stop = {},
                    const RunExtras& extras = {}) {
  if (!options.subject) options.subject = scripted(nullptr);
  if (!options.reference) options.reference = scripted(nullptr);
  RunInfo run;
  run.rows = std::move(rows);
  run.reference_ignores_clocks = extras.is_known;
  if (extras.is_known) run.reference = {"mailbox", "mailbox", ""};
  if (extras.plan) {
    for (const Row& row : run.rows) run.plans.push_back(extras.plan(row));
  } else {
    run.plans = plan_rows(run.rows, options, {});
  }
  EventLog log;
  log.run_started(run);
  Ran ran;
  Runner runner(options, run, {&log}, options.subject(), options.reference());
  if (extras.journal != nullptr) runner.use(*extras.journal);
  ran.summary = runner.run(stop);
  ran.exit_code = exit_code_of(ran.summary);
  log.run_finished(ran.summary, ran.exit_code);
  ran.events = std::move(log.events);
  ran.findings = std::move(log.findings);
  ran.rows = std::move(log.rows);

  const Summary& summary = ran.summary;
  EXPECT_EQ(summary.rows, run.rows.size());
  EXPECT_EQ(summary.agree + summary.mismatch + summary.undecided + summary.skipped, summary.rows)
      << "the verdicts do not add up to the rows";
  EXPECT_EQ(ran.rows.size(), run.rows.size()) << "a row without an event";
  EXPECT_EQ(summary.findings, ran.findings.size());
  return ran;
}

}  // namespace perft_verify::verifier::test
