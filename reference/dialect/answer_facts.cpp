#include "reference/dialect/answer_facts.h"

#include <algorithm>

namespace perft_verify::reference {
namespace {

/// Whether it describes an option, as programs do that do not know their arguments:
/// "-z <random moves> default: 0".
bool describes_option(std::string_view label) {
  const std::size_t dashes = label.find_first_not_of('-');
  const bool named = (dashes == 1 || dashes == 2) && label[dashes] >= 'a' && label[dashes] <= 'z';
  return named || label.contains('<');
}

}  // namespace

std::map<std::string, std::vector<RootCount>> lists_in(const PrintedAnswer& answer,
                                                       const Position& position,
                                                       const Dialect& dialect) {
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

std::vector<RootCount> list_in(const PrintedAnswer& answer, const Dialect& dialect, int depth) {
  auto lists = lists_in(answer, Position(), dialect);
  std::vector<RootCount> lines = std::move(lists[dialect.move_prefix]);
  if (dialect.lists_each_depth) {
    const auto last = lines.size() / static_cast<std::size_t>(depth);
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(last));
  }
  return lines;
}

bool prints(const PrintedAnswer& answer, std::uint64_t number) {
  return std::ranges::any_of(answer.entries(), [&](const PrintedAnswer::Entry& entry) {
    return !(entry.read.move && entry.read.move->nodes) &&
           std::ranges::find(entry.read.numbers, number, &PrintedNumber::value) !=
               entry.read.numbers.end();
  });
}

bool is_word_of_totals(std::string_view label) {
  if (describes_option(label)) return false;
  return label.contains("node") || label.contains("total") || label.contains("perft") ||
         label.contains("lea") || label.contains("searched") || label.contains("count") ||
         label.contains("moves");
}

bool is_of_search(std::string_view label) { return label.starts_with("info "); }

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

bool prints_totals(const PrintedAnswer& answer) {
  const std::vector<Place> places = places_in(answer);
  return std::ranges::any_of(places, [](const Place& each) {
    return is_word_of_totals(each.place.label) && !is_measure(each.number());
  });
}

std::optional<std::uint64_t> lone_number(const PrintedAnswer& answer) {
  if (answer.entries().size() != 1) return std::nullopt;
  const PrintedLine& line = answer.entries().front().read;
  if (line.move || line.numbers.size() != 1) return std::nullopt;
  const PrintedNumber& number = line.numbers.front();
  if (!number.label.empty() || !number.unit.empty()) return std::nullopt;
  return number.value;
}

}  // namespace perft_verify::reference
