#include "verifier/report/formats/tap_report.h"

#include <fmt/format.h>

#include "core/text/escape.h"
#include "core/text/lines.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

/// A YAML block. Strings are written as in JSON, which YAML reads too.
std::string diagnostics(const Outcome& outcome, const Row& row) {
  std::string text = "  ---\n";
  const auto add = [&text](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("  {}: {}\n", name, line_of(value));
  };
  add("message", outcome.message);
  add("severity", outcome.kind == Outcome::Kind::Failed ? "fail" : "error");
  add("type", outcome.type);
  add("at", place_of(row));
  add("fen", row.fen);
  if (outcome.kind == Outcome::Kind::Failed) {
    text += "  finding: |\n";
    // Empty lines, too: the reader of TAP 13 takes a line without indentation for the end of the
    // block.
    for (std::string_view rest = outcome.body; !rest.empty();)
      text += fmt::format("    {}\n", take_line(rest));
  }
  return text + "  ...\n";
}

}  // namespace

void TapReport::run_started(const RunInfo& run) {
  run_ = &run;
  outcomes_.run_started(run);
  sink_(fmt::format("TAP version 13\n1..{}\n", run.rows.size()));
}

void TapReport::row_finished(std::size_t index, const RowResult& result) {
  const Row& row = run_->rows[index];
  const Outcome outcome = outcomes_.of(row, result);
  const bool ok = outcome.kind == Outcome::Kind::Passed || outcome.kind == Outcome::Kind::Skipped;
  std::string text = fmt::format("{} {} - {}", ok ? "ok" : "not ok", index + 1,
                                 tap_escaped(outcomes_.test_name(row)));
  if (outcome.kind == Outcome::Kind::Skipped) text += " # SKIP " + tap_escaped(outcome.message);
  text += '\n';
  if (!ok) text += diagnostics(outcome, row);
  sink_(text);
}

}  // namespace perft_verify::verifier
