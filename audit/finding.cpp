#include "audit/finding.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/fen.h"
#include "core/rules/diagram.h"
#include "core/text/printable.h"

namespace perft_verify::audit {
namespace {

/// A fault in more circumstances than this has nothing to do with them.
constexpr std::size_t kManyCircumstances = 4;

/// The moves with blanks between them, and the position after them.
struct Played {
  std::string moves;
  Position position;
  Bitboard squares;  // of the last move
};
Played play(const Position& root, const std::vector<Move>& path) {
  Played played{"", root, {}};
  for (const Move move : path) {
    if (!played.moves.empty()) played.moves += ' ';
    played.moves += to_uci(move, root.chess960());
    played.position.make(move);
    played.squares = Bitboard{move.from()} | Bitboard{move.to()};
  }
  return played;
}

std::vector<Failure> merged(Failures failures) {
  std::vector<Failure> all;
  for (auto first = failures.begin(); first != failures.end();) {
    const Fault fault = first->first.fault;
    auto end = first;
    while (end != failures.end() && end->first.fault == fault) ++end;
    const auto size = static_cast<std::size_t>(std::distance(first, end));
    if (size < kManyCircumstances) {
      for (; first != end; ++first) all.push_back(std::move(first->second));
      continue;
    }
    const auto shortest = std::min_element(first, end, [](const auto& a, const auto& b) {
      return a.second.path.size() < b.second.path.size();
    });
    Failure failure = shortest->second;
    failure.times = 0;
    for (; first != end; ++first) failure.times += first->second.times;
    failure.general = true;
    all.push_back(std::move(failure));
  }
  std::ranges::stable_sort(all, {}, [](const Failure& failure) { return failure.path.size(); });
  return all;
}

std::string name_of(const Failure& failure) {
  const std::string name(text_of(failure.symptom.fault).name);
  if (failure.general || failure.symptom.circumstance.empty()) return name;
  return name + '-' + failure.symptom.circumstance;
}

std::string board_of(const Played& played, std::string_view move) {
  DiagramOptions options{.marked = played.squares};
  if (const auto text = parse_move_text(move))
    options.marked = Bitboard{text->from} | Bitboard{text->to};
  std::string board = diagram(played.position, options);
  return board + state_line(played.position) + '\n';
}

std::string text_of(const Finding& finding) {
  std::string text = fmt::format("{}  {}{}\n  {}\n", finding.bug, finding.title,
                                 finding.times > 1 ? fmt::format(" ({} times)", finding.times) : "",
                                 finding.sentence);
  const auto line = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format("  {:<11}{}\n", name, value);
  };
  line("look at", finding.where);
  line("cause", finding.cause);
  line("row", finding.row);
  line("root", finding.root);
  line("path", finding.path);
  line("position", finding.position == finding.root ? "" : finding.position);
  line("minimal", finding.reduced_moves.empty()
                      ? finding.reduced
                      : finding.reduced + ", moves " + finding.reduced_moves);
  return text + '\n' + finding.board;
}

}  // namespace

std::vector<Finding> findings_of(Subject& subject, const Settings& settings, Failures failures) {
  std::vector<Finding> findings;
  for (const Failure& failure : merged(std::move(failures))) {
    if (settings.max_findings > 0 && findings.size() == settings.max_findings) break;
    const FaultText& fault = text_of(failure.symptom.fault);
    const Played played = play(failure.root, failure.path);
    Finding finding;
    finding.bug = name_of(failure);
    finding.title = fault.title;
    finding.sentence = failure.sentence;
    finding.where = fault.where;
    finding.cause = "unknown";
    finding.row = failure.row;
    finding.root = failure.root.fen();
    finding.path = played.moves;
    finding.position = played.position.fen();
    finding.move = printable(failure.move);
    finding.times = failure.times;
    if (const auto reduced = reduce(subject, settings, failure)) {
      finding.cause = reduced->cause;
      finding.reduced = reduced->root.fen();
      finding.reduced_moves = play(reduced->root, reduced->path).moves;
    }
    finding.board = board_of(played, failure.move);
    finding.text = text_of(finding);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace perft_verify::audit
