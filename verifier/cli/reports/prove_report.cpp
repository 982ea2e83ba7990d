#include "verifier/cli/reports/prove_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <ranges>

#include "core/text/format.h"
#include "verifier/report/words/finding_text.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

std::string_view state_of(const FamilyResult& result) {
  return result.refuted          ? "REFUTED"
         : result.proved()       ? "proved"
         : result.positions == 0 ? "not tried"
                                 : "open";
}

/// A line for each type of piece, with the squares of most positions: one entry of a table, the
/// magic of one square, or all of a type.
std::string text_of(const std::map<PlacedPiece, std::uint64_t>& wrong_pieces) {
  constexpr std::size_t kSquares = 4;
  std::map<PieceType, std::vector<std::pair<std::uint64_t, Square>>> by_type;
  for (const auto& [piece, positions] : wrong_pieces)
    by_type[piece.first].emplace_back(positions, piece.second);
  std::string text;
  for (auto& [type, squares] : by_type) {
    std::ranges::stable_sort(squares, std::ranges::greater(),
                             [](const auto& square) { return square.first; });
    std::vector<std::string> parts;
    for (const auto& [positions, square] : squares | std::views::take(kSquares))
      parts.push_back(
          fmt::format("{} in {}", to_string(square), counted(positions, "position", "positions")));
    if (squares.size() > kSquares)
      parts.push_back(counted(squares.size() - kSquares, "more square", "more squares"));
    text +=
        fmt::format("{:<26}wrong moves of {}s: {}\n", "", to_string(type), fmt::join(parts, ", "));
  }
  return text;
}

std::string text_of(const FamilyResult& each) {
  std::string text =
      fmt::format("{:<14}{:<12}{:>12}  {:>9}  {}\n", each.family->name, state_of(each),
                  grouped(each.positions), duration_text(each.seconds), each.family->what);
  if (each.remembered > 0)
    text += fmt::format("{:<26}{} of them before, by the journal\n", "", grouped(each.remembered));
  text += text_of(each.wrong_pieces);
  if (each.proved()) text += fmt::format("{:<26}if {}\n", "", each.family->assumption);
  return text;
}

std::string text_of(const SampleResult& each) {
  return fmt::format("{:<14}{:<12}{:>12}  {:>9}  {}, {} nodes\n", each.name,
                     each.differing == 0 ? "agrees" : "DIFFERS", grouped(each.positions),
                     duration_text(each.seconds), each.what, grouped(each.nodes));
}

/// Lists the families and samples, and says what is open.
std::string text_of(const ProveResult& result, const std::string& name) {
  std::string text =
      fmt::format("{:<14}{:<12}{:>12}  {:>9}  {}\n", "family", "", "positions", "", "what");
  for (const FamilyResult& each : result.families) text += text_of(each);
  const auto proved = std::ranges::count_if(result.families, &FamilyResult::proved);
  const auto refuted = std::ranges::count_if(result.families, &FamilyResult::refuted);
  const std::string end = fmt::format(
      "{}: {} of {} families proved, {} refuted, {} open.", name, proved, result.families.size(),
      refuted, static_cast<std::ptrdiff_t>(result.families.size()) - proved - refuted);
  if (result.samples.empty())
    return text + fmt::format(
                      "\n{}\nNothing is sampled: how moves are made and taken back over many plies "
                      "is open; verify prove without\n--family, verify gate and verify fuzz sample "
                      "that.\n",
                      end);
  text += fmt::format("\n{:<14}{:<12}{:>12}\n", "sample", "", "positions");
  for (const SampleResult& each : result.samples) text += text_of(each);
  return text + fmt::format(
                    "\n{}\nHow moves are made and taken back over many plies, and positions of no "
                    "family, are only sampled\nhere; what no sample has is open (verify gate and "
                    "verify fuzz have more).\n",
                    end);
}

}  // namespace

std::string report_of(const ProveResult& result, const RunInfo& info, bool color) {
  FindingTextOptions look;
  look.palette = Palette(color);
  std::string text;
  for (std::size_t at = 0; at < result.findings.size(); ++at)
    text += finding_text(at, {result.findings[at].finding, {at}}, info, look) + "\n";
  for (const auto& [why, times] : result.undecided)
    text += fmt::format("undecided, {}: {}\n", counted(times, "position", "positions"), why);
  return text + text_of(result, info.subject.name);
}

Json json_of(const ProveResult& result, const RunInfo& info, ExitCode code) {
  Json json = run_json(info);
  json["schema"] = "perft-verify-prove/1";
  json.erase("suites");
  json.erase("options");
  json["families"] = Json::array();
  for (const FamilyResult& each : result.families) {
    Json wrong = Json::array();
    for (const auto& [piece, positions] : each.wrong_pieces)
      wrong.push_back({{"piece", to_string(piece.first)},
                       {"square", to_string(piece.second)},
                       {"positions", positions}});
    json["families"].push_back({{"name", each.family->name},
                                {"what", each.family->what},
                                {"assumption", each.family->assumption},
                                {"depth", each.family->depth},
                                {"state", each.refuted    ? "refuted"
                                          : each.proved() ? "proved"
                                                          : "open"},
                                {"positions", each.positions},
                                {"remembered", each.remembered},
                                {"all_positions", each.family->positions},
                                {"differing", each.differing},
                                {"wrong_pieces", std::move(wrong)},
                                {"seconds", each.seconds}});
  }
  json["samples"] = Json::array();
  for (const SampleResult& each : result.samples)
    json["samples"].push_back({{"name", each.name},
                               {"what", each.what},
                               {"positions", each.positions},
                               {"differing", each.differing},
                               {"nodes", each.nodes},
                               {"seconds", each.seconds}});
  json["findings"] = Json::array();
  for (const FuzzFinding& each : result.findings) {
    Json finding = finding_json({each.finding, {}});
    finding.erase("rows");
    finding["positions"] = each.positions;
    json["findings"].push_back(std::move(finding));
  }
  json["summary"] = {{"seconds", result.seconds}, {"exit_code", static_cast<int>(code)}};
  return json;
}

}  // namespace perft_verify::verifier
