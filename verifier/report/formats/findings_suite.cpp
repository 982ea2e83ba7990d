#include "verifier/report/formats/findings_suite.h"

#include <fmt/format.h>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "verifier/shrink/render.h"

namespace perft_verify::verifier {
namespace {

/// Deeper positions take too long to be counted again here.
constexpr int kDeepest = 5;

/// The position of a finding that could not be reduced, with its count.
std::optional<Reduction> as_it_is(const Finding& finding) {
  if (finding.reproduce_depth > kDeepest || finding.needs_full) return std::nullopt;
  const auto position = admitted({finding.reproduce_fen, finding.root.chess960});
  if (!position) return std::nullopt;
  const auto nodes = perft(*position, finding.reproduce_depth);
  if (!nodes) return std::nullopt;
  Reduction reduction;
  reduction.fen = finding.reproduce_fen;
  reduction.depth = finding.reproduce_depth;
  reduction.nodes = *nodes;
  return reduction;
}

}  // namespace

void FindingsSuite::run_started(const RunInfo& run) {
  text_ = fmt::format(
      "# Findings of {} against {}: the smallest position known for each, with its right count.\n"
      "# Written by verify --save-findings; verify this file again after each change.\n",
      run.subject.name, run.reference.name);
}

void FindingsSuite::finding(std::size_t index, const ReportedFinding& reported) {
  const Finding& finding = reported.finding;
  const auto reduction = finding.reduced ? finding.reduced : as_it_is(finding);
  const std::string_view name = finding.bug_class ? class_name(finding) : to_string(finding.kind);
  text_ += reduction ? epd_line(*reduction, fmt::format("{}-{}", name, index + 1)) + "\n"
                     : fmt::format("# finding {} ({}) is not about counts: {}\n", index + 1, name,
                                   finding.reproduce);
}

void FindingsSuite::run_finished(const Summary&, ExitCode) { sink_(text_); }

}  // namespace perft_verify::verifier
