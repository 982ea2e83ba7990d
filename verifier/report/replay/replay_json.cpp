#include "verifier/report/replay/replay_json.h"

#include <fmt/format.h>

#include "core/text/printable.h"
#include "verifier/report/formats/json_fields.h"
#include "verifier/report/replay/replay_words.h"
#include "verifier/report/version.h"

namespace perft_verify::verifier {
namespace {

Json name_or_null(const std::string& text) { return or_null(printable(text, kLongestName)); }

Json identity(const std::optional<reference::Identity>& who) {
  if (!who) return nullptr;
  return {{"name", who->name}, {"kind", who->kind}, {"command", name_or_null(who->command)}};
}

Json place(const std::optional<GameProblem>& problem) {
  if (!problem) return nullptr;
  return {{"line", problem->line}, {"message", problem->message}};
}

Json illegal_json(const ReplayedGame& game) {
  if (!game.illegal) return nullptr;
  const IllegalMove& illegal = *game.illegal;
  return {{"move", name_or_null(illegal.written.text)},
          {"uci", name_or_null(illegal.uci)},
          {"line", illegal.written.line},
          {"ply", game.path.size() + 1},
          {"side", game.position.side_to_move() == Color::White ? "white" : "black"},
          {"player", name_or_null(illegal.player)},
          {"fen", game.position.fen()},
          {"why", illegal.why},
          {"possible", possible_bugs(game)}};
}

}  // namespace

void ReplayJson::started(const ReplayInfo& info) {
  Json files = Json::array();
  for (const std::string& file : info.files) files.push_back(printable(file, kLongestName));
  const Json tool{{"name", "verify"}, {"version", kVersion}};
  sink_(fmt::format(
      "{{\n \"schema\": \"perft-verify-replay/1\",\n \"tool\": {},\n \"subject\": {},\n "
      "\"reference\": {},\n \"files\": {},\n \"games\": [",
      line_of(tool), line_of(identity(info.subject)), line_of(identity(info.reference)),
      line_of(files)));
}

void ReplayJson::finding(std::size_t /*index*/, const Finding& finding,
                         const GameReport& /*game*/) {
  Json json = finding_json({finding, {}});
  json.erase("rows");
  findings_.push_back(line_of(json));
}

void ReplayJson::game(const GameReport& report) {
  const ReplayedGame& game = report.replayed;
  Json notes = Json::array();
  for (const GameProblem& note : game.notes) notes.push_back(place(note));
  Json json{{"file", printable(report.game.file, kLongestName)},
            {"line", report.game.line},
            {"game", report.game.number},
            {"white", name_or_null(report.game.white)},
            {"black", name_or_null(report.game.black)},
            {"verdict", to_string(game.verdict)},
            {"plies", game.path.size()},
            {"root", name_or_null(game.root.fen)},
            {"chess960", game.root.chess960},
            {"illegal", illegal_json(game)},
            {"problem", place(game.problem)},
            {"disputed", place(game.disputed)},
            {"notes", std::move(notes)},
            {"suspect", nullptr},
            {"explanation", nullptr},
            {"questions", nullptr},
            {"findings", report.findings}};
  if (report.engine) {
    json["suspect"] = to_string(report.engine->suspect);
    json["explanation"] = engine_words(*report.engine, "the engine");
    if (report.engine->suspect == Suspect::Elsewhere) json["questions"] = report.engine->questions;
  }
  sink_(fmt::format("{}\n  {}", games_++ == 0 ? "" : ",", line_of(json)));
}

void ReplayJson::finished(const ReplaySummary& summary, int exit_code) {
  std::string text = "\n ],\n \"findings\": [";
  for (std::size_t at = 0; at < findings_.size(); ++at)
    text += fmt::format("{}\n  {}", at == 0 ? "" : ",", findings_[at]);
  const Json json{{"games", summary.games},
                  {"legal", summary.legal()},
                  {"illegal", summary.illegal},
                  {"unreadable", summary.unreadable},
                  {"disputed", summary.disputed},
                  {"plies", summary.plies},
                  {"suspects",
                   {{"generator", summary.blamed},
                    {"elsewhere", summary.elsewhere},
                    {"undecided", summary.undecided}}},
                  {"findings", summary.findings},
                  {"compared", summary.compared},
                  {"seconds", summary.seconds},
                  {"complete", summary.complete},
                  {"exit_code", exit_code}};
  sink_(text + fmt::format("\n ],\n \"summary\": {}\n}}\n", line_of(json)));
}

}  // namespace perft_verify::verifier
