#include "audit/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

#include "core/contains.h"
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

/// The circumstances of a joint one, "rook-captured+promotion+capture".
std::vector<std::string> parts_of(const std::string& circumstance) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(circumstance, '+'))
    parts.emplace_back(part.begin(), part.end());
  return parts;
}

void add(Failure& to, const Failure& other) {
  const std::uint64_t times = to.times + other.times;
  if (other.path.size() < to.path.size()) {
    const Symptom symptom = to.symptom;
    to = other;
    to.shown_by = other.symptom;
    to.symptom = symptom;
  }
  to.times = times;
}

/// The failures of one fault by circumstance: a joint circumstance goes to one that shows alone,
/// too, else to its first part.
std::vector<Failure> by_circumstance(std::vector<Failure> failures) {
  std::ranges::stable_partition(
      failures, [](const Failure& failure) { return !failure.symptom.circumstance.contains('+'); });
  std::vector<Failure> all;
  for (Failure& failure : failures) {
    failure.shown_by = failure.symptom;
    const auto parts = parts_of(failure.symptom.circumstance);
    const auto known = std::ranges::find_if(
        all, [&](const Failure& each) { return contains(parts, each.symptom.circumstance); });
    if (known != all.end()) {
      add(*known, failure);
      continue;
    }
    if (!parts.empty()) failure.symptom.circumstance = parts.front();
    all.push_back(std::move(failure));
  }
  return all;
}

std::vector<Failure> merged(Failures failures) {
  std::vector<Failure> all;
  for (auto first = failures.begin(); first != failures.end();) {
    std::vector<Failure> same_fault;
    for (const Fault fault = first->first.fault;
         first != failures.end() && first->first.fault == fault; ++first)
      same_fault.push_back(std::move(first->second));
    same_fault = by_circumstance(std::move(same_fault));
    if (same_fault.size() >= kManyCircumstances) {
      for (Failure& failure : std::span(same_fault).subspan(1)) add(same_fault[0], failure);
      same_fault.resize(1);
      same_fault[0].general = true;
    }
    std::ranges::move(same_fault, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, [](const Failure& failure) { return failure.path.size(); });
  return all;
}

std::string name_of(const Failure& failure) {
  std::string name(text_of(failure.symptom.fault).name);
  if (failure.general || failure.symptom.circumstance.empty()) return name;
  name += '-';
  name += failure.symptom.circumstance;
  return name;
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

/// A failure with what reducing it has shown.
struct Examined {
  Failure failure;
  std::optional<Reduced> reduced;  // nothing if it does not show by itself
};

/// Whether it is a wrong position that does not show by itself.
bool may_follow(const Examined& wrong) {
  const Fault fault = wrong.failure.symptom.fault;
  return !wrong.reduced && (fault == Fault::StateWrong || fault == Fault::UnmakeFen);
}

/// Whether a wrong position comes of another fault: of a null move that leaves something behind,
/// or of reading or writing the FEN.
bool follows_from(const Examined& wrong, const Examined& other) {
  if (!may_follow(wrong)) return false;
  const Symptom& cause = other.failure.symptom;
  return (cause.fault == Fault::NullUndo && other.reduced) ||
         (cause.fault == Fault::FenOutWrong &&
          cause.circumstance == wrong.failure.symptom.circumstance);
}

/// A position that is wrong only where a null move was played and taken back before is the fault of
/// undo_null_move: of a ply counter, which shows in the number of the next move.
void blame_null_move(Subject& subject, const Settings& settings, std::vector<Examined>& all) {
  bool is_told = false;
  std::erase_if(all, [&](Examined& each) {
    if (!may_follow(each)) return false;
    auto reduced = reduce(subject, settings, each.failure, PERFT_VERIFY_NULL_MOVE);
    if (!reduced) return false;
    Failure& failure = each.failure;
    failure.symptom = {Fault::NullUndo, ""};
    failure.sentence = "after a null move and back, " + failure.sentence;
    reduced->cause = "null_move";
    each.reduced = std::move(reduced);
    return std::exchange(is_told, true);
  });
}

std::vector<Examined> examined(Subject& subject, const Settings& settings, Failures failures) {
  std::vector<Examined> all;
  for (Failure& failure : merged(std::move(failures))) {
    auto reduced = reduce(subject, settings, failure);
    all.push_back({std::move(failure), std::move(reduced)});
  }
  std::vector<Examined> causes;
  for (const Examined& each : all)
    if (std::ranges::none_of(all, [&](const Examined& other) { return follows_from(each, other); }))
      causes.push_back(each);
  blame_null_move(subject, settings, causes);
  return causes;
}

}  // namespace

std::vector<Finding> findings_of(Subject& subject, const Settings& settings, Failures failures) {
  std::vector<Finding> findings;
  for (const auto& [failure, reduced] : examined(subject, settings, std::move(failures))) {
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
    if (reduced) {
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
