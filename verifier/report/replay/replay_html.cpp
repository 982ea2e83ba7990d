#include "verifier/report/replay/replay_html.h"

#include <fmt/format.h>

#include <span>

#include "core/fen.h"
#include "core/line.h"
#include "verifier/report/replay/replay_words.h"

namespace perft_verify::verifier {
namespace {

/// A game has a hundred boards, and each is a picture: after so many games, so many plies of each.
constexpr std::size_t kWholeGames = 30;
constexpr std::size_t kLastPlies = 10;

/// From a later position of the game.
void shorten(Finding& finding) {
  if (finding.path.size() <= kLastPlies) return;
  const auto root = admitted(finding.root);
  if (!root) return;
  const auto first = finding.path.end() - static_cast<std::ptrdiff_t>(kLastPlies);
  Line line(*root);
  if (!line.push_texts(std::span(finding.path.begin(), first))) return;
  finding.root = root_of(line.position());
  finding.path.erase(finding.path.begin(), first);
}

}  // namespace

void ReplayHtml::started(const ReplayInfo& info) {
  run_.subject.name = "Games";
  if (info.subject) run_.subject = *info.subject;
  if (info.reference) run_.reference = *info.reference;
  run_.notices = info.notices;
  page_.run_started(run_);
}

void ReplayHtml::game(const GameReport& report) {
  const bool has_findings = report.engine && !report.engine->findings.empty();
  if (!report.replayed.illegal && !has_findings) return;
  Row row;
  row.file = report.game.file;
  row.line = report.game.line;
  row.id = name_of(report.game);
  row.fen = report.replayed.position.fen();
  row.chess960 = report.replayed.root.chess960;
  run_.rows.push_back(row);
  RowResult result;
  result.verdict = Verdict::Mismatch;
  if (report.engine) result.reason = engine_words(*report.engine, run_.subject.name);
  const std::size_t number = run_.rows.size() - 1;
  const auto show = [&](Finding finding) {
    page_.finding(total_.findings, {std::move(finding), {number}});
    return total_.findings++;
  };
  // The game as it was played, then what the engine says; a fault that is known once.
  if (report.replayed.illegal) {
    Finding played = finding_of(report.replayed);
    if (number >= kWholeGames) {
      shorten(played);
      result.reason += fmt::format("{}its last {} plies are shown",
                                   result.reason.empty() ? "" : "; ", played.path.size());
    }
    result.findings.push_back(show(std::move(played)));
  }
  for (std::size_t at = 0; has_findings && at < report.engine->findings.size(); ++at) {
    const auto [known, fresh] = shown_.emplace(report.findings[at], total_.findings);
    if (fresh) show(report.engine->findings[at]);
    result.findings.push_back(known->second);
  }
  page_.row_finished(number, result);
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
