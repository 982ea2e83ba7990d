// What the answers at the start position tell, where every right count is known: whether they are
// answers at all, and where the total stands in them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/line.h"
#include "core/notation.h"
#include "core/text/printable.h"
#include "reference/dialect/examine.h"

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

/// What the moves of an answer are on this board, whatever stands before them, by prefix.
std::map<std::string, std::vector<RootCount>> lists_in(const PrintedAnswer& answer,
                                                       const Position& position) {
  std::map<std::string, std::vector<RootCount>> lists;
  for (const auto& [raw, text, read] : answer.entries()) {
    if (!read.move || !read.move->nodes) continue;
    if (const auto move = read_move(read.move->move, position))
      lists[read.move->prefix].push_back({move->uci, *read.move->nodes});
  }
  return lists;
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

bool is_word_of_totals(std::string_view label) {
  return label.contains("node") || label.contains("total") || label.contains("perft") ||
         label.contains("lea") || label.contains("searched") || label.contains("count") ||
         label.contains("moves");
}

/// What stands in a line as UCI has it for a search.
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

/// All places where a number stands, with the last number in each and how many there are.
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
    // A generator may be wrong by much; a search prints moves and numbers too.
    const bool likely = (known >= 10 || (known >= 4 && known == lines.size())) &&
                        known * 3 >= lines.size() && !is_of_search(prefix);
    const Likeness likeness = exact    ? Likeness::ExactList
                              : likely ? Likeness::List
                                       : Likeness::None;
    if (likeness > judged.likeness) judged = {likeness, prefix, lines.size(), sum, each_depth};
  }
  if (judged.likeness != Likeness::None) return judged;
  for (const auto& [raw, text, read] : answer.entries())
    for (const PrintedNumber& number : read.numbers) {
      if (is_measure(number)) continue;
      if (number.value == start_nodes(depth)) return {Likeness::ExactTotal, "", 0, number.value};
      if (is_word_of_totals(number.label) && !is_of_search(number.label) && number.value >= 10 &&
          number.value < 5000)
        judged.likeness = Likeness::TotalOnly;
    }
  return judged;
}

Answer<void> Examiner::find_total(Dialect& dialect, Likeness likeness,
                                  const std::optional<std::string>& wanted) {
  std::string last_answer;
  const bool exact = likeness == Likeness::ExactList || likeness == Likeness::ExactTotal;
  std::vector<std::vector<Place>> places;
  std::vector<std::uint64_t> sums;
  bool late = false;
  for (int depth = 1; depth <= 3; ++depth) {
    bool late_now = false;
    const auto answer = prober_(dialect, question_at(kStartPosition, {}, depth), late_now);
    if (!answer && depth == 1 && dialect.lists_moves && answer.error().kind == FailureKind::Died) {
      // Who only ever divides may not have thought of it.
      note("depth 1 of the start position", "", answer.error().message);
      dialect.lists_at_depth_one = dialect.answers_depth_one = false;
      continue;
    }
    if (!answer) return std::unexpected(answer.error());
    late = late || late_now;
    last_answer = answer->quoted();
    auto lists = lists_in(*answer, Position());
    const auto list = lists.find(dialect.move_prefix);
    if (dialect.lists_each_depth && list != lists.end()) {
      std::vector<RootCount>& lines = list->second;
      const auto last = lines.size() / static_cast<std::size_t>(depth);
      lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(last));
    }
    std::uint64_t sum = 0;
    if (list != lists.end())
      for (const RootCount& line : list->second) sum += line.nodes;
    if (depth == 1 && dialect.lists_moves) dialect.lists_at_depth_one = list != lists.end();
    const bool has_list = dialect.lists_moves && list != lists.end();
    sums.push_back(has_list ? sum : exact ? start_nodes(depth) : 0);
    places.push_back(places_in(*answer));
    note(
        fmt::format("depth {} of the start position", depth), answer->quoted(),
        has_list ? fmt::format("{} moves, {} nodes in all", list->second.size(), sum) : "no moves");
  }
  std::optional<TotalPlace> best;
  int best_worth = -1;
  for (const Place& candidate : places.back()) {
    bool fits = true;
    bool grows = true;
    std::uint64_t before = 0;
    bool once = true;
    for (std::size_t at = 0; at < places.size(); ++at) {
      const auto here = std::ranges::find(places[at], candidate.place, &Place::place);
      if (here == places[at].end()) {
        // Units vary with the number in front of them ("1 move", "400 nodes in 0 ms").
        fits = grows = false;
        break;
      }
      fits = fits && (sums[at] == 0 || here->last == sums[at]);
      grows = grows && here->last > before;
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
    if (!fits || !grows || is_measure(number)) continue;
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
                    result_.engine_name, last_answer));
  if (dialect.barrier == Barrier::Silence || late)
    return failed(
        fmt::format("{} prints no total and nothing else that tells when its answer has ended",
                    result_.engine_name));
  return {};
}

}  // namespace perft_verify::reference
