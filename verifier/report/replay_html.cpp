#include "verifier/report/replay_html.h"

#include <fmt/format.h>

#include "verifier/report/replay_words.h"

namespace perft_verify::verifier {
namespace {

/// A game has a hundred boards, and each is a picture.
constexpr std::size_t kMostGames = 30;

}  // namespace

void ReplayHtml::started(const ReplayInfo& info) {
  run_.subject.name = "the game";
  if (info.subject) run_.subject = *info.subject;
  if (info.reference) run_.reference = *info.reference;
  run_.notices = info.notices;
  page_.run_started(run_);
}

void ReplayHtml::game(const GameReport& report) {
  const bool has_findings = report.engine && !report.engine->findings.empty();
  if (!report.replayed.illegal && !has_findings) return;
  if (total_.rows == kMostGames) return;
  Row row;
  row.file = report.game.file;
  row.line = report.game.line;
  row.id = name_of(report.game);
  row.fen = report.replayed.position.fen();
  row.chess960 = report.replayed.chess960;
  run_.rows.push_back(row);
  // The game as it was played, then what the engine says.
  std::vector<Finding> findings;
  if (report.replayed.illegal) findings.push_back(finding_of(report.replayed));
  if (has_findings)
    findings.insert(findings.end(), report.engine->findings.begin(), report.engine->findings.end());
  RowResult result;
  result.verdict = Verdict::Mismatch;
  if (report.engine) result.reason = engine_words(*report.engine, run_.subject.name);
  for (Finding& finding : findings) {
    result.findings.push_back(total_.findings);
    page_.finding(total_.findings++, {std::move(finding), {total_.rows}});
  }
  page_.row_finished(total_.rows, result);
  ++total_.rows;
}

void ReplayHtml::finished(const ReplaySummary& summary, int exit_code) {
  total_.rows = summary.games;
  total_.agree = summary.legal();
  total_.mismatch = summary.illegal;
  total_.undecided = summary.unreadable;
  total_.seconds = summary.seconds;
  page_.run_finished(total_, static_cast<ExitCode>(exit_code));
}

}  // namespace perft_verify::verifier
