#include "verifier/suite/field_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "core/contains.h"
#include "core/text/lines.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kLongestName = 40;

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return contains(names, name);
}

constexpr std::array<std::string_view, 2> kFen{"fen", "epd"};
constexpr std::array<std::string_view, 7> kMaybeFen{"position", "pos",      "start",  "startpos",
                                                    "board",    "startfen", "rootfen"};
constexpr std::array<std::string_view, 6> kId{"id",    "name",        "title",
                                              "label", "description", "desc"};
constexpr std::array<std::string_view, 4> kDepth{"depth", "ply", "plies", "d"};
constexpr std::array<std::string_view, 17> kCounts{
    "nodes",     "count",         "counts",       "perft",      "perfts", "depths",
    "results",   "result",        "leaves",       "leafnodes",  "total",  "expected",
    "nodecount", "expectednodes", "perftresults", "nodecounts", "n"};
/// The words that may stand before the number of a depth.
constexpr std::array<std::string_view, 7> kDepthPrefix{"",      "d",   "depth", "perft",
                                                       "nodes", "ply", "n"};

}  // namespace

FieldName field_name(std::string_view text) {
  if (text.size() > kLongestName) return {};
  std::string name;
  for (const char c : lower_case(text))
    if ((c >= 'a' && c <= 'z') || is_digit(c)) name += c;
  if (is_one_of(kFen, name)) return {FieldKind::Fen, 0};
  if (is_one_of(kMaybeFen, name)) return {FieldKind::MaybeFen, 0};
  if (is_one_of(kId, name)) return {FieldKind::Id, 0};
  if (is_one_of(kDepth, name)) return {FieldKind::Depth, 0};
  if (is_one_of(kCounts, name)) return {FieldKind::Counts, 0};
  if (name == "operations") return {FieldKind::Operations, 0};
  const auto digits = std::ranges::find_if(name, is_digit);
  const std::string_view number =
      std::string_view(name).substr(static_cast<std::size_t>(digits - name.begin()));
  int depth = 0;
  const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), depth);
  const bool whole =
      !number.empty() && error == std::errc{} && stop == number.data() + number.size();
  if (whole &&
      is_one_of(kDepthPrefix, std::string_view(name).substr(0, name.size() - number.size())))
    return {FieldKind::CountAt, depth};
  return {};
}

bool looks_like_fen(std::string_view text) {
  text = trimmed(text);
  const Word board = next_word(text, 0);
  return std::ranges::count(board.text, '/') == 7 && board.end() < text.size();
}

}  // namespace perft_verify::verifier
