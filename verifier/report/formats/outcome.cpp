#include "verifier/report/formats/outcome.h"

#include <fmt/format.h>

#include "core/text/printable.h"
#include "verifier/report/words/finding_text.h"
#include "verifier/report/words/sentence.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

std::string plain_name(const Row& row) {
  if (!row.id.empty()) return printable(row.id);
  return row.fen.empty() ? fmt::format("line {}", row.line) : row.fen;
}

std::size_t name_hash(const Row& row) { return std::hash<std::string>{}(plain_name(row)); }

}  // namespace

void Outcomes::run_started(const RunInfo& run) {
  run_ = &run;
  std::unordered_set<std::size_t> names;
  for (const Row& row : run.rows)
    if (const std::size_t name = name_hash(row); !names.insert(name).second)
      ambiguous_.insert(name);
}

std::string Outcomes::test_name(const Row& row) const {
  std::string name = plain_name(row);
  if (!ambiguous_.contains(name_hash(row)) || row.line == 0) return name;
  return fmt::format("{} (line {})", name, row.line);
}

void Outcomes::finding(std::size_t index, const ReportedFinding& reported) {
  const Finding& finding = reported.finding;
  findings_.push_back({std::string(to_string(finding.kind)),
                       fmt::format("{}: {}", headline(finding), sentence_of(finding)),
                       finding_text(index, reported, *run_, {}),
                       name_of(run_->rows[reported.rows.front()])});
}

Outcome Outcomes::of(const Row& row, const RowResult& result) {
  using enum Outcome::Kind;
  switch (result.verdict) {
    case Verdict::Skipped:
      return {Skipped, "skipped", result.reason, ""};
    case Verdict::Undecided:
      return {Error, "undecided", result.reason, place_of(row) + "\n"};
    case Verdict::Agree: {
      if (result.suite_errors.empty()) return {};
      const SuiteCountError& wrong = result.suite_errors.front();
      return {Error, "suite-error",
              fmt::format("the recorded count at depth {} is {}, and both sides count {}",
                          wrong.depth, wrong.recorded, wrong.counted),
              place_of(row) + "\n"};
    }
    case Verdict::Mismatch:
      break;
  }
  Outcome outcome{Failed, "", "", ""};
  for (const std::size_t index : result.findings) {
    Told& told = findings_[index];
    if (outcome.message.empty()) {
      outcome.type = told.type;
      outcome.message = told.message;
    }
    outcome.body += (outcome.body.empty() ? "" : "\n") +
                    (told.body.empty() ? fmt::format("same as finding {}, described under {}\n",
                                                     index + 1, told.where)
                                       : std::move(told.body));
    told.body.clear();
  }
  return outcome;
}

}  // namespace perft_verify::verifier
