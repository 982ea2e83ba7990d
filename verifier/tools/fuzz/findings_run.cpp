#include "verifier/tools/fuzz/findings_run.h"

#include <fmt/format.h>

namespace perft_verify::verifier {
namespace {

int depth_of(const FuzzFinding& finding) {
  const reference::Question& question = finding.first.question;
  return question.depth + static_cast<int>(question.moves.size());
}

}  // namespace

RunInfo run_of_findings(const reference::Identity& subject, const reference::Identity& reference,
                        std::span<const FuzzFinding> findings) {
  RunInfo info;
  info.subject = subject;
  info.reference = reference;
  for (const FuzzFinding& each : findings) {
    Row row;
    row.id = fmt::format("position {}", each.first.number);
    row.fen = each.first.question.root.fen;
    row.chess960 = each.first.question.root.chess960;
    info.rows.push_back(row);
    RowPlan plan;
    plan.depth = depth_of(each);
    info.plans.push_back(plan);
  }
  return info;
}

void report_findings(const RunInfo& run, std::span<const FuzzFinding> findings, std::uint64_t nodes,
                     double seconds, ExitCode code, Reporter& reporter) {
  reporter.run_started(run);
  for (std::size_t at = 0; at < findings.size(); ++at) {
    reporter.finding(at, {findings[at].finding, {at}});
    RowResult row;
    row.verdict = Verdict::Mismatch;
    row.depth = depth_of(findings[at]);
    row.findings = {at};
    reporter.row_finished(at, row);
  }
  Summary summary;
  summary.rows = findings.size();
  summary.mismatch = findings.size();
  summary.findings = findings.size();
  summary.nodes = nodes;
  summary.seconds = seconds;
  reporter.run_finished(summary, code);
}

}  // namespace perft_verify::verifier
