#include "reference/uci/perft_output.h"

#include <algorithm>
#include <charconv>

#include "core/text/lines.h"

namespace perft_verify::reference {
namespace {

bool is_square(std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/// The move with which a line begins: two squares, perhaps a promotion letter.
std::string_view leading_move(std::string_view line) {
  if (line.size() < 4 || !is_square(line.substr(0, 2)) || !is_square(line.substr(2, 2))) return {};
  const bool letter = line.size() > 4 && line[4] >= 'a' && line[4] <= 'z';
  return line.substr(0, letter ? 5 : 4);
}

/// The number if the text is digits only; nothing for a number above 2^64 - 1.
std::optional<std::uint64_t> parse_count(std::string_view text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Whether a word is meant as a move, though not in UCI's spelling.
bool resembles_move(std::string_view word) {
  constexpr std::string_view kCharacters = "abcdefghABCDEFGH0123456789KQRBNPkqrnpxO=+#-";
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return word.size() >= 2 && word.size() <= 8 &&
         word.find_first_not_of(kCharacters) == std::string_view::npos &&
         !std::ranges::all_of(word, is_digit, {}) &&
         (word.starts_with("O-O") || std::ranges::any_of(word, is_digit));
}

}  // namespace

PerftLine parse_perft_line(std::string_view line) {
  constexpr std::string_view kTotal = "Nodes searched";
  line = trimmed(line);
  if (line.starts_with(kTotal)) {
    std::string_view rest = trimmed(line.substr(kTotal.size()));
    if (!rest.starts_with(':')) return OtherLine{};
    rest.remove_prefix(1);
    const auto count = parse_count(trimmed(rest));
    if (!count) return BrokenLine{"the total is not a number from 0 to 2^64 - 1"};
    return TotalLine{*count};
  }
  const std::string_view move = leading_move(line);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return OtherLine{};
  std::string_view rest = line.substr(colon);
  if (move.empty() || move.size() != colon) {
    const std::string_view word = line.substr(0, colon);
    if ((resembles_move(word) || word == "0000") && parse_count(trimmed(rest.substr(1))))
      return BrokenLine{"that is not a UCI move"};
    return OtherLine{};
  }
  rest.remove_prefix(1);
  const auto count = parse_count(trimmed(rest));
  if (!count) return BrokenLine{"the count of a move is not a number from 0 to 2^64 - 1"};
  return RootCount{std::string(move), *count};
}

}  // namespace perft_verify::reference
