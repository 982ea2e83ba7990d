// Where the total stands in the answers of an engine.
#include <fmt/ranges.h>

#include <algorithm>

#include "core/counting/perft.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "reference/core_generator.h"
#include "reference/dialect/answer_facts.h"
#include "reference/dialect/examine.h"

namespace perft_verify::reference {
namespace {

/// Whether the number there is the depth itself in each of the answers, of which the first is to
/// depth `first`: "perft 1", "perft 2", "perft 3".
bool is_depth(const std::vector<std::vector<Place>>& places, std::size_t first,
              const TotalPlace& place) {
  for (std::size_t at = 0; at < places.size(); ++at) {
    const auto here = std::ranges::find(places[at], place, &Place::place);
    if (here == places[at].end() || here->last != first + at) return false;
  }
  return true;
}

/// How well the numbers at a place fit the sums of the answers' lists, or the right totals.
struct Fit {
  std::size_t right = 0;  // equal to the sum at so many of the first depths; no sum is 0
  bool grows = true;      // at each depth; false if a depth has no number there
  bool once = true;
};
/// `empty`: the totals may be 0 at each depth.
Fit fit_of(const TotalPlace& place, const std::vector<std::vector<Place>>& places,
           const std::vector<std::uint64_t>& sums, bool empty) {
  Fit fit;
  std::optional<std::uint64_t> before;
  for (std::size_t at = 0; at < places.size(); ++at) {
    const auto here = std::ranges::find(places[at], place, &Place::place);
    // Units vary with the number in front of them ("1 move", "400 nodes in 0 ms").
    if (here == places[at].end()) return {0, false, false};
    if (fit.right == at && (sums[at] == 0 || here->last == sums[at])) ++fit.right;
    fit.grows = fit.grows && (!before || here->last > *before || (empty && here->last == 0));
    before = here->last;
    fit.once = fit.once && here->times == 1;
  }
  return fit;
}

/// The only place that is called a total in the answers to all depths, and grows with depth.
std::optional<TotalPlace> only_total(const std::vector<std::vector<Place>>& places,
                                     std::size_t first) {
  std::optional<TotalPlace> found;
  for (const Place& each : places.back()) {
    if (!is_word_of_totals(each.place.label) || is_of_search(each.place.label) ||
        is_measure(each.number()) || is_depth(places, first, each.place))
      continue;
    std::optional<std::uint64_t> before;
    const bool grows = std::ranges::all_of(places, [&](const std::vector<Place>& at) {
      const auto here = std::ranges::find(at, each.place, &Place::place);
      // Two contradicting numbers are still one place; such an answer is not read.
      if (here == at.end() || here->times > 2 || (before && here->last <= *before)) return false;
      before = here->last;
      return true;
    });
    if (!grows) continue;
    if (found) return std::nullopt;
    found = each.place;
  }
  return found;
}

/// The answers to some depths of one position, which show the place of their total.
struct Series {
  std::vector<std::vector<Place>> places;  // by depth
  std::vector<std::uint64_t> sums;         // the right totals; 0 if not known
  std::size_t first = 1;                   // the first depth
  bool lone = true;                        // each answer is a number and nothing else
  void add(const PrintedAnswer& answer, std::uint64_t sum) {
    places.push_back(places_in(answer));
    sums.push_back(sum);
    lone = lone && lone_number(answer);
  }
};
struct FoundPlace {
  TotalPlace place;
  bool once = true;
};

/// The place that goes best with the sums. `empty`: the totals may be 0 at each depth.
std::optional<FoundPlace> best_place(const Series& series, bool lists_moves, bool empty) {
  std::optional<FoundPlace> best;
  int best_worth = -1;
  for (const Place& candidate : series.places.back()) {
    const Fit fit = fit_of(candidate.place, series.places, series.sums, empty);
    if (!fit.grows || is_measure(candidate.number()) ||
        is_depth(series.places, series.first, candidate.place))
      continue;
    const bool called_so = is_word_of_totals(candidate.place.label);
    const bool named = series.lone || called_so;
    // Totals alone may be wrong, at depth 3 if not before.
    const bool may_be_wrong = !lists_moves && (named || fit.right == 2);
    if (fit.right < series.places.size() && !may_be_wrong) continue;
    if (series.sums.back() == 0 && !named) continue;
    const int worth = static_cast<int>(fit.right) * 3 + (called_so                       ? 2
                                                         : candidate.place.label.empty() ? 1
                                                                                         : 0);
    if (worth <= best_worth) continue;
    best = {candidate.place, fit.once};
    best_worth = worth;
  }
  return best;
}

/// The place that the user named by the text before it.
std::optional<FoundPlace> wanted_place(const Series& series, const std::string& wanted,
                                       bool empty) {
  for (const Place& candidate : series.places.back()) {
    const Fit fit = fit_of(candidate.place, series.places, series.sums, empty);
    if (candidate.place.label.starts_with(lower_case(wanted)) && fit.grows)
      return FoundPlace{candidate.place, fit.once};
  }
  return std::nullopt;
}

/// Looks at another position, for an engine whose totals at the start position are far from right.
std::optional<FoundPlace> place_elsewhere(const Prober& prober, const Dialect& dialect,
                                          const std::optional<std::string>& wanted) {
  Series series;
  for (int depth = 1; depth <= 3; ++depth) {
    const Question question = question_at(standard(kCalibrationPosition), {}, depth);
    const auto answer = prober(dialect, question);
    if (!answer) return std::nullopt;
    series.add(*answer, *perft(*position_of(question), depth));
  }
  return wanted ? wanted_place(series, *wanted, false) : best_place(series, false, false);
}

}  // namespace

std::optional<TotalPlace> total_of_one_answer(const PrintedAnswer& answer, std::uint64_t nodes) {
  std::optional<TotalPlace> best;
  for (const Place& each : places_in(answer)) {
    const std::string& label = each.place.label;
    if (each.last != nodes || is_measure(each.number()) || is_of_search(label)) continue;
    if (is_word_of_totals(label) || (!best && lone_number(answer))) best = each.place;
  }
  return best;
}

Answer<void> Examiner::find_total(Dialect& dialect, Likeness likeness,
                                  const std::optional<std::string>& wanted) {
  const bool exact = likeness == Likeness::ExactList || likeness == Likeness::ExactTotal;
  const bool odd = likeness == Likeness::OddTotal;
  Series series;
  bool late = false;
  const auto answers = ask_start(dialect, late);
  if (!answers) return std::unexpected(answers.error());
  if (odd) look_for_lists_elsewhere(dialect);
  if (auto ok = find_column(dialect, *answers); !ok) return ok;
  if (!(*answers)[0]) series.first = 2;
  for (int depth = 1; depth <= 3; ++depth) {
    const auto& answer = (*answers)[static_cast<std::size_t>(depth - 1)];
    if (!answer) continue;
    const std::vector<RootCount> list =
        dialect.lists_moves ? list_in(*answer, dialect, depth) : std::vector<RootCount>();
    const bool has_list = !list.empty();
    if (depth == 1 && dialect.lists_moves) dialect.lists_at_depth_one = has_list || odd;
    series.add(*answer, has_list ? sum_of(list) : exact ? start_nodes(depth) : 0);
    note(fmt::format("depth {} of the start position", depth), answer->quoted(),
         has_list ? fmt::format("{} moves, {} nodes in all", list.size(), series.sums.back())
                  : "no moves");
  }
  // Its answers are those to another depth, always the same one.
  const bool same = series.sums.size() == answers->size() &&
                    std::ranges::all_of(series.sums, [&](std::uint64_t sum) {
                      return sum == series.sums.front() && sum > start_nodes(2);
                    });
  if (dialect.lists_moves && same)
    return no_dialect(fmt::format(
        "{} counts {} nodes at depths 1, 2 and 3 of the start position: `{}` does not tell it the "
        "depth; say how it is asked with --perft-command 'WORDS {{depth}}'",
        result_.engine_name, series.sums.front(), fmt::join(dialect.perft, " ; ")));
  auto best =
      wanted ? wanted_place(series, *wanted, odd) : best_place(series, dialect.lists_moves, odd);
  // If no number equals the sum, the one that is called a total is wrong.
  if (!best && dialect.lists_moves && !wanted)
    if (auto only = only_total(series.places, series.first)) best = {std::move(*only), true};
  if (!best && !dialect.lists_moves) best = place_elsewhere(prober_, dialect, wanted);
  if (best) {
    dialect.total = std::move(best->place);
    dialect.total_once = best->once;
    note("where the total stands", printable(dialect.total->label),
         dialect.total->label.empty() ? "a number at the beginning of a line"
                                      : "the number behind these words");
    return {};
  }
  if (!dialect.lists_moves)
    return no_dialect(
        fmt::format("{} prints no moves, and no number in its answers can be told to "
                    "be the total; it said {}",
                    result_.engine_name, (*answers)[1]->quoted()));
  if (late)
    return no_dialect(
        fmt::format("{} prints no total and nothing else that tells when its answer has ended",
                    result_.engine_name));
  return {};
}

}  // namespace perft_verify::reference
