// Conclusions from the answers at the start position, where every correct count is known: whether
// they are answers at all, and where the total stands in them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/line.h"
#include "core/notation.h"
#include "core/text/printable.h"
#include "reference/core_generator.h"
#include "reference/dialect/examine.h"
#include "reference/uci/uci_text.h"

namespace perft_verify::reference {
namespace {

std::unexpected<Failure> failed(std::string message) {
  return std::unexpected(Failure{FailureKind::Protocol, Stage::Perft, std::move(message)});
}

std::string lowered(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::set<std::string> legal_texts(const Position& position) {
  std::set<std::string> texts;
  for (const Move move : legal_moves(position)) texts.insert(to_uci(move, position.chess960()));
  return texts;
}

/// The moves of an answer on this board, whatever precedes them, by prefix; their counts as this
/// dialect has them.
std::map<std::string, std::vector<RootCount>> lists_in(const PrintedAnswer& answer,
                                                       const Position& position,
                                                       const Dialect& dialect = {}) {
  std::map<std::string, std::vector<RootCount>> lists;
  for (const auto& [raw, text, read] : answer.entries()) {
    const auto nodes = read.move ? nodes_of(*read.move, dialect) : std::nullopt;
    if (!nodes) continue;
    if (const auto move = read_move(read.move->move, position))
      lists[read.move->prefix].push_back({move->uci, *nodes});
  }
  return lists;
}

std::uint64_t sum_of(const std::vector<RootCount>& lines) { return sum_of_lines({lines, 0}); }

/// The list of this dialect in the answer to `depth`; empty if there is none.
std::vector<RootCount> list_in(const PrintedAnswer& answer, const Dialect& dialect, int depth) {
  auto lists = lists_in(answer, Position(), dialect);
  std::vector<RootCount> lines = std::move(lists[dialect.move_prefix]);
  if (dialect.lists_each_depth) {
    const auto last = lines.size() / static_cast<std::size_t>(depth);
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(last));
  }
  return lines;
}

/// Whether `number` stands in the answer, outside the lists.
bool prints(const PrintedAnswer& answer, std::uint64_t number) {
  return std::ranges::any_of(answer.entries(), [&](const PrintedAnswer::Entry& entry) {
    return !(entry.read.move && entry.read.move->nodes) &&
           std::ranges::find(entry.read.numbers, number, &PrintedNumber::value) !=
               entry.read.numbers.end();
  });
}

std::vector<RootCount>::const_iterator middle_of(const std::vector<RootCount>& lines) {
  return lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
}

/// Whether the same moves are listed twice in the same order, first with one leaf each.
bool is_two_lists(const std::vector<RootCount>& lines) {
  const auto middle = middle_of(lines);
  return lines.size() >= 2 && lines.size() % 2 == 0 &&
         std::all_of(lines.begin(), middle,
                     [](const RootCount& line) { return line.nodes == 1; }) &&
         std::equal(
             lines.begin(), middle, middle, lines.end(),
             [](const RootCount& one, const RootCount& two) { return one.move == two.move; });
}

/// Whether it describes an option, as programs do that do not know their arguments:
/// "-z <random moves> default: 0".
bool describes_option(std::string_view label) {
  const std::size_t dashes = label.find_first_not_of('-');
  const bool named = (dashes == 1 || dashes == 2) && label[dashes] >= 'a' && label[dashes] <= 'z';
  return named || label.contains('<');
}

bool is_word_of_totals(std::string_view label) {
  if (describes_option(label)) return false;
  return label.contains("node") || label.contains("total") || label.contains("perft") ||
         label.contains("lea") || label.contains("searched") || label.contains("count") ||
         label.contains("moves");
}

/// Whether the line is one that UCI defines for a search.
bool is_of_search(std::string_view label) { return label.starts_with("info "); }

/// Times, speeds and depths, by the last word before the number or the unit behind it.
bool is_measure(const PrintedNumber& number) {
  // "Raw nodes for depth 2: 400": the depth has its number already.
  const std::size_t last = number.label.find_last_not_of(" :=)]-");
  const bool counted = last != std::string::npos && number.label[last] == '#';
  std::string word;
  for (const char c : number.label) {
    if (c == ' ') {
      word.clear();
    } else if ((c >= 'a' && c <= 'z') || c == '/') {
      word += c;
    }
  }
  // "Time : 5": the colon may stand by itself.
  if (counted) word.clear();
  if (word.empty() && !counted) {
    const std::size_t end = number.label.find_last_of("abcdefghijklmnopqrstuvwxyz");
    if (end != std::string::npos) {
      const std::size_t begin = number.label.find_last_of(' ', end);
      word = number.label.substr(begin == std::string::npos ? 0 : begin + 1, end + 1);
    }
  }
  for (const std::string_view measure :
       {"time", "nps", "speed", "/s", "sec", "depth", "elapsed", "second", "ms", "ply"})
    if (word.contains(measure)) return true;
  // "nodes 400 nps 100000": what follows belongs to the next number.
  if (word == "nodes") return false;
  for (const std::string_view unit :
       {"m", "msec", "sec", "nps", "np", "knp", "mnp", "second", "kn", "ms", "s"})
    if (number.unit == unit) return true;
  return false;
}

/// A place where a number stands, with its last number and how many there are.
struct Place {
  TotalPlace place;
  std::uint64_t last = 0;
  int times = 0;
};

std::vector<Place> places_in(const PrintedAnswer& answer) {
  std::vector<Place> places;
  for (const auto& [raw, text, read] : answer.entries()) {
    if (read.move && read.move->nodes) continue;
    for (const PrintedNumber& number : read.numbers) {
      const TotalPlace place{number.label, number.unit};
      const auto known = std::ranges::find(places, place, &Place::place);
      if (known == places.end()) {
        places.push_back({place, number.value, 1});
      } else {
        known->last = number.value;
        ++known->times;
      }
    }
  }
  return places;
}

/// Whether the number there is the depth itself in each of the answers, of which the last is to
/// depth 3: "perft 1", "perft 2", "perft 3".
bool is_depth(const std::vector<std::vector<Place>>& places, const TotalPlace& place) {
  for (std::size_t at = 0; at < places.size(); ++at) {
    const auto here = std::ranges::find(places[at], place, &Place::place);
    if (here == places[at].end() || here->last != 4 - places.size() + at) return false;
  }
  return true;
}

/// The only place that is called a total in the answers to all depths, and grows with depth.
std::optional<TotalPlace> only_total(const std::vector<std::vector<Place>>& places) {
  std::optional<TotalPlace> found;
  for (const Place& each : places.back()) {
    if (!is_word_of_totals(each.place.label) || is_of_search(each.place.label) ||
        is_measure({each.place.label, each.place.unit, each.last}) || is_depth(places, each.place))
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

/// Whether the answer has a number that may be meant as a total.
bool prints_totals(const PrintedAnswer& answer) {
  const std::vector<Place> places = places_in(answer);
  return std::ranges::any_of(places, [](const Place& each) {
    return is_word_of_totals(each.place.label) &&
           !is_measure({each.place.label, each.place.unit, each.last});
  });
}

}  // namespace

Judged judge_start_position(const PrintedAnswer& answer, int depth) {
  const Position start;
  const auto legal = legal_texts(start);
  Judged judged;
  for (auto& [prefix, lines] : lists_in(answer, start)) {
    const bool each_depth = depth == 2 && is_two_lists(lines);
    if (each_depth) lines.erase(lines.begin(), middle_of(lines));
    std::uint64_t sum = 0;
    std::size_t known = 0;
    for (const RootCount& line : lines) {
      sum += line.nodes;
      if (legal.contains(line.move)) ++known;
    }
    const bool exact = lines.size() == 20 && known == 20 && sum == start_nodes(depth);
    // A generator may be very wrong; but a search prints moves and numbers too.
    const bool likely = (known >= 10 || (known >= 4 && known == lines.size())) &&
                        known * 3 >= lines.size() && !is_of_search(prefix);
    // The moves may be wrong, but the printed total confirms that the list is complete.
    const bool odd = !is_of_search(prefix) && prints(answer, sum) &&
                     std::ranges::all_of(lines, [](const RootCount& line) {
                       return line.move.size() >= 4 && line.nodes > 0;
                     });
    const Likeness likeness = exact    ? Likeness::ExactList
                              : likely ? Likeness::List
                              : odd    ? Likeness::OddList
                                       : Likeness::None;
    if (likeness > judged.likeness) judged = {likeness, prefix, lines.size(), sum, each_depth};
  }
  if (judged.likeness != Likeness::None) return judged;
  for (const auto& [raw, text, read] : answer.entries())
    for (const PrintedNumber& number : read.numbers) {
      if (is_measure(number)) continue;
      if (number.value == start_nodes(depth)) return {Likeness::ExactTotal, "", 0, number.value};
      if (!is_word_of_totals(number.label) || is_of_search(number.label)) continue;
      const bool likely = number.value >= 10 && number.value < 5000;
      // "unknown command: perft 2" is not a total.
      const bool echo = number.value == static_cast<std::uint64_t>(depth) || is_remark(text);
      if (likely || !echo)
        judged.likeness =
            std::max(judged.likeness, likely ? Likeness::TotalOnly : Likeness::OddTotal);
    }
  return judged;
}

Answer<Examiner::StartAnswers> Examiner::ask_start(Dialect& dialect, bool& late) {
  StartAnswers answers;
  for (int depth = 1; depth <= 3; ++depth) {
    bool late_now = false;
    auto answer = prober_(dialect, question_at(kStartPosition, {}, depth), late_now);
    if (!answer && depth == 1 && dialect.lists_moves && answer.error().kind == FailureKind::Died) {
      // An engine that only knows divide may not handle depth 1.
      note("depth 1 of the start position", "", answer.error().message);
      dialect.lists_at_depth_one = dialect.answers_depth_one = false;
      continue;
    }
    if (!answer) return std::unexpected(answer.error());
    late = late || late_now;
    answers[static_cast<std::size_t>(depth - 1)] = std::move(*answer);
  }
  if (!dialect.lists_moves || !answers[0]) return answers;
  // Some count two plies at least, whatever depth they are asked for.
  const std::vector<RootCount> first = list_in(*answers[0], dialect, 1);
  if (sum_of(first) != start_nodes(2) || first != list_in(*answers[1], dialect, 2)) return answers;
  note("depth 1 of the start position", "",
       "the answer to depth 2; the moves are taken from that, and depth 1 is not asked");
  dialect.lists_at_depth_one = dialect.answers_depth_one = false;
  answers[0].reset();
  return answers;
}

/// A column holds the counts if all of them are 1 at depth 1, if their sum grows with depth, and if
/// that is a total where one is printed. Correct counts only decide between such columns.
Answer<void> Examiner::find_column(Dialect& dialect, const StartAnswers& answers) {
  if (!dialect.lists_moves) return {};
  const bool has_total = prints_totals(*answers[1]);
  const auto sums_of = [&](const Dialect& how) -> std::optional<std::array<std::uint64_t, 3>> {
    std::array<std::uint64_t, 3> sums{};
    for (std::size_t at = 0; at < answers.size(); ++at) {
      if (!answers[at]) continue;
      const std::vector<RootCount> lines = list_in(*answers[at], how, static_cast<int>(at) + 1);
      sums[at] = sum_of(lines);
      const bool ones =
          std::ranges::all_of(lines, [](const auto& line) { return line.nodes == 1; });
      const bool fits = at == 0 ? ones : sums[at] > sums[at - 1];
      if (!fits || (at > 0 && has_total && !prints(*answers[at], sums[at]))) return std::nullopt;
    }
    return sums;
  };
  if (sums_of(dialect)) return {};
  constexpr std::size_t kMostColumns = 8;
  std::vector<std::pair<Dialect, std::array<std::uint64_t, 3>>> fitting;
  for (std::size_t column = 0; column < kMostColumns; ++column) {
    Dialect other = dialect;
    other.count_column = column;
    const auto sums = sums_of(other);
    if (!sums) continue;
    if (fitting.empty() || fitting.front().second != *sums) fitting.emplace_back(other, *sums);
  }
  if (fitting.size() > 1)
    std::erase_if(fitting, [](const auto& each) { return each.second[1] != start_nodes(2); });
  if (fitting.size() > 1)
    return failed(
        fmt::format("{} prints several numbers behind each move, and nobody can tell "
                    "which is the count",
                    result_.engine_name));
  if (fitting.empty()) return {};  // wrong counts, which the rows will show
  dialect = std::move(fitting.front().first);
  note("which number behind a move is its count", "",
       fmt::format("the {}", *dialect.count_column + 1));
  return {};
}

/// An engine that finds no move at the start position may list some at another.
void Examiner::look_for_lists_elsewhere(Dialect& dialect) {
  bool late = false;
  const auto answer = prober_(dialect, question_at(kCalibrationPosition, {}, 2), late);
  if (!answer) return;
  const auto lists = lists_in(*answer, *position_of(question_at(kCalibrationPosition, {}, 2)));
  if (lists.empty()) return;
  dialect.lists_moves = true;
  dialect.move_prefix = lists.begin()->first;
}

Answer<void> Examiner::find_total(Dialect& dialect, Likeness likeness,
                                  const std::optional<std::string>& wanted) {
  const bool exact = likeness == Likeness::ExactList || likeness == Likeness::ExactTotal;
  const bool odd = likeness == Likeness::OddTotal;
  std::vector<std::vector<Place>> places;
  std::vector<std::uint64_t> sums;
  bool late = false;
  const auto answers = ask_start(dialect, late);
  if (!answers) return std::unexpected(answers.error());
  if (odd) look_for_lists_elsewhere(dialect);
  if (auto ok = find_column(dialect, *answers); !ok) return ok;
  for (int depth = 1; depth <= 3; ++depth) {
    const auto& answer = (*answers)[static_cast<std::size_t>(depth - 1)];
    if (!answer) continue;
    const std::vector<RootCount> list =
        dialect.lists_moves ? list_in(*answer, dialect, depth) : std::vector<RootCount>();
    const bool has_list = !list.empty();
    if (depth == 1 && dialect.lists_moves) dialect.lists_at_depth_one = has_list || odd;
    sums.push_back(has_list ? sum_of(list) : exact ? start_nodes(depth) : 0);
    places.push_back(places_in(*answer));
    note(
        fmt::format("depth {} of the start position", depth), answer->quoted(),
        has_list ? fmt::format("{} moves, {} nodes in all", list.size(), sums.back()) : "no moves");
  }
  std::optional<TotalPlace> best;
  int best_worth = -1;
  for (const Place& candidate : places.back()) {
    bool fits = true;
    bool grows = true;
    // The total of an engine that finds no moves may be 0 at each depth.
    std::optional<std::uint64_t> before;
    bool once = true;
    for (std::size_t at = 0; at < places.size(); ++at) {
      const auto here = std::ranges::find(places[at], candidate.place, &Place::place);
      if (here == places[at].end()) {
        // Units vary with the number in front of them ("1 move", "400 nodes in 0 ms").
        fits = grows = false;
        break;
      }
      fits = fits && (sums[at] == 0 || here->last == sums[at]);
      grows = grows && (!before || here->last > *before || (odd && here->last == 0));
      before = here->last;
      once = once && here->times == 1;
    }
    const PrintedNumber number{candidate.place.label, candidate.place.unit, candidate.last};
    if (wanted) {
      if (candidate.place.label.starts_with(lowered(*wanted)) && grows) {
        best = candidate.place;
        dialect.total_once = once;
        break;
      }
      continue;
    }
    if (!fits || !grows || is_measure(number) || is_depth(places, candidate.place)) continue;
    if (sums.back() == 0 && !is_word_of_totals(candidate.place.label)) continue;
    const int worth = is_word_of_totals(candidate.place.label) ? 2
                      : candidate.place.label.empty()          ? 1
                                                               : 0;
    if (worth > best_worth) {
      best = candidate.place;
      best_worth = worth;
      dialect.total_once = once;
    }
  }
  // If no number equals the sum, the one that is called a total is wrong.
  if (!best && dialect.lists_moves && !wanted) best = only_total(places);
  if (best) {
    dialect.total = std::move(best);
    note("where the total stands", printable(dialect.total->label),
         dialect.total->label.empty() ? "a number at the beginning of a line"
                                      : "the number behind these words");
    return {};
  }
  if (!dialect.lists_moves)
    return failed(
        fmt::format("{} prints no moves, and no number in its answers can be told to "
                    "be the total; it said {}",
                    result_.engine_name, (*answers)[2]->quoted()));
  if (late)
    return failed(
        fmt::format("{} prints no total and nothing else that tells when its answer has ended",
                    result_.engine_name));
  return {};
}

}  // namespace perft_verify::reference
