#include "verifier/report/replay/replay_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/rules/diagram.h"
#include "core/rules/legality.h"
#include "core/text/printable.h"
#include "verifier/report/replay/replay_words.h"
#include "verifier/report/words/finding_text.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kWidest = 96;
/// After so many a line each has to do.
constexpr std::size_t kMostGamesInFull = 20;

std::string board_of(const ReplayedGame& game) {
  DiagramOptions options;
  if (const auto move = parse_move_text(game.illegal->uci)) {
    options.marked = Bitboard{move->from};
    options.illegal = Bitboard{move->to};
    if (const auto why = why_illegal(game.position, game.illegal->uci))
      options.threats = why->attackers;
  }
  return diagram(game.position, options) + state_line(game.position) + "\n";
}

}  // namespace

ReplayText::ReplayText(TextOptions options, Sink sink)
    : options_(options), palette_(options.color), sink_(std::move(sink)) {}

std::size_t ReplayText::width() const {
  return options_.width == 0 ? kWidest : std::min(options_.width, kWidest);
}

void ReplayText::started(const ReplayInfo& info) {
  if (info.subject) run_.subject = *info.subject;
  if (info.reference) run_.reference = *info.reference;
  for (const std::string& notice : info.notices)
    sink_(wrapped(fmt::format("{} {}", palette_.paint(Ink::Yellow, "note:"), notice), width(), 0));
}

void ReplayText::finding(std::size_t index, const Finding& finding, const GameReport& game) {
  Row row;
  row.file = game.game.file;
  row.line = game.game.line;
  row.id = fmt::format("game {}", game.game.number);
  row.fen = finding.fen;
  run_.rows.push_back(row);
  const ReportedFinding reported{finding, {run_.rows.size() - 1}};
  const FindingTextOptions text{palette_, width(), options_.verbose};
  findings_ += (index < kMostGamesInFull || options_.verbose)
                   ? finding_text(index, reported, run_, text) + "\n"
                   : finding_line(index, reported, run_, text);
  const std::string bug = bug_words(finding);
  short_findings_.push_back(fmt::format("{}{}", headline(finding), bug.empty() ? "" : "  " + bug));
}

std::string ReplayText::illegal_text(const GameReport& report) const {
  const ReplayedGame& game = report.replayed;
  const IllegalMove& illegal = *game.illegal;
  const std::string_view side = to_string(game.position.side_to_move());
  std::string text =
      fmt::format("{}  {}\n", palette_.paint(Ink::Red, "ILLEGAL"), name_of(report.game));
  text += wrapped(illegal.written.text.empty()
                      ? fmt::format("{}: {}", move_words(game), illegal.why)
                      : fmt::format("{} is illegal: {}",
                                    palette_.paint(Ink::Bold, move_words(game)), illegal.why),
                  width(), 2);
  text += fmt::format("  played by {}{}, {}:{}\n\n", side,
                      illegal.player.empty() ? "" : " " + printable(illegal.player, 60),
                      printable(report.game.file), illegal.written.line);
  text += board_of(game) + fmt::format("\n  position     {}\n", game.position.fen());
  if (const auto bugs = possible_bugs(game); !bugs.empty() && !report.engine)
    text += wrapped(fmt::format("possible bugs: {}; or the state was wrong before; --engine tells",
                                fmt::join(bugs, ", ")),
                    width(), 2);
  return text;
}

std::string ReplayText::engine_text(const GameReport& report) const {
  const EngineVerdict& engine = *report.engine;
  std::string text = wrapped(engine_words(engine, run_.subject.name), width(), 2);
  if (!findings_.empty() || engine.suspect != Suspect::Generator) return text;
  std::vector<std::string> same;
  for (const std::size_t index : report.findings) same.push_back(fmt::format("{}", index + 1));
  return text + fmt::format("  same as finding {}\n", fmt::join(same, ", "));
}

void ReplayText::game(const GameReport& report) {
  const ReplayedGame& game = report.replayed;
  std::string text;
  if (game.illegal && (games_in_full_ < kMostGamesInFull || options_.verbose)) {
    ++games_in_full_;
    text = illegal_text(report);
    if (report.engine) text += engine_text(report);
    text += '\n';
  } else if (game.illegal) {
    text = fmt::format("{}  {}: {} is illegal: {}\n", palette_.paint(Ink::Red, "ILLEGAL"),
                       name_of(report.game), move_words(game), game.illegal->why);
  } else if (game.problem) {
    text =
        fmt::format("{}  {}: {} (line {}), after {}\n", palette_.paint(Ink::Yellow, "UNREADABLE"),
                    name_of(report.game), game.problem->message, game.problem->line,
                    counted(game.path.size(), "legal ply", "legal plies"));
  } else if (report.engine) {
    text = fmt::format("{}  {}: all moves are legal\n", palette_.paint(Ink::Red, "ENGINE"),
                       name_of(report.game)) +
           engine_text(report);
  } else if (options_.verbose) {
    text = fmt::format("legal  {}: {}\n", name_of(report.game),
                       counted(game.path.size(), "ply", "plies"));
  }
  if (game.disputed)
    text += wrapped(fmt::format("{} line {}: {}", palette_.paint(Ink::Yellow, "DISPUTED"),
                                game.disputed->line, game.disputed->message),
                    width(), 0);
  if (options_.verbose)
    for (const GameProblem& note : game.notes)
      text += fmt::format("  line {}: {}\n", note.line, note.message);
  if (options_.rows || game.illegal || report.engine) sink_(text + findings_);
  findings_.clear();
}

void ReplayText::finished(const ReplaySummary& summary, int exit_code) {
  std::vector<std::string> parts;
  if (summary.illegal > 0)
    parts.push_back(fmt::format("{} of {} with an illegal move", summary.illegal,
                                counted(summary.games, "game", "games")));
  else
    parts.push_back(fmt::format("{}, no illegal move", counted(summary.games, "game", "games")));
  if (summary.unreadable > 0) parts.push_back(fmt::format("{} unreadable", summary.unreadable));
  if (summary.disputed > 0) parts.push_back(fmt::format("{} disputed", summary.disputed));
  if (summary.blamed > 0) parts.push_back(fmt::format("generator blamed in {}", summary.blamed));
  if (summary.elsewhere > 0) parts.push_back(fmt::format("innocent in {}", summary.elsewhere));
  if (summary.undecided > 0) parts.push_back(fmt::format("{} undecided", summary.undecided));
  if (summary.compared > 0)
    parts.push_back(fmt::format("{} lists of moves compared", grouped(summary.compared)));
  if (!summary.complete) parts.push_back("interrupted");
  const bool good = exit_code == 0;
  std::string text =
      fmt::format("{}  {}  {} plies  {}\n",
                  palette_.paint(good ? Ink::Green : Ink::Red, good             ? "PASS"
                                                               : exit_code == 1 ? "FAIL"
                                                               : exit_code == 3 ? "UNDECIDED"
                                                                                : "ERROR"),
                  fmt::join(parts, ", "), grouped(summary.plies), duration_text(summary.seconds));
  for (std::size_t at = 0; at < std::min(short_findings_.size(), kMostGamesInFull); ++at)
    text += fmt::format("  {}  {}\n", at + 1, short_findings_[at]);
  sink_(text);
}

}  // namespace perft_verify::verifier
