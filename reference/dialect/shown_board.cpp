#include "reference/dialect/shown_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/lines.h"
#include "core/types.h"
#include "reference/uci/printed_line.h"

namespace perft_verify::reference {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kBetween = " \t\"'`,";
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(kBetween);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
  return words;
}

/// The board field; some engines print it right behind a colon.
std::string_view placement_in(std::string_view word) {
  if (const std::size_t colon = word.rfind(':'); colon != std::string_view::npos)
    word.remove_prefix(colon + 1);
  if (std::ranges::count(word, '/') != 7) return {};
  if (word.find_first_not_of("pnbrqkPNBRQK12345678/") != std::string_view::npos) return {};
  return word;
}

}  // namespace

std::string shown_board(const std::vector<std::string>& lines) {
  for (const std::string& raw : lines) {
    for (const std::string& line : clean_lines(raw)) {
      const auto words = words_of(line);
      for (std::size_t at = 0; at + 3 < words.size(); ++at) {
        const std::string_view placement = placement_in(words[at]);
        if (placement.empty() || (words[at + 1] != "w" && words[at + 1] != "b")) continue;
        std::string_view castling = words[at + 2];
        std::string_view en_passant = words[at + 3];
        std::size_t clock = at + 4;
        // Some engines print nothing where there is no castling right, or no en passant square.
        if (is_number(en_passant)) {
          en_passant = parse_square(castling) ? std::exchange(castling, "-") : "-";
          --clock;
        }
        std::string fen =
            fmt::format("{} {} {} {}", placement, words[at + 1], castling, en_passant);
        for (const std::size_t end = clock + 2; clock < std::min(end, words.size()); ++clock)
          if (is_number(words[clock])) fen += fmt::format(" {}", words[clock]);
        return fen;
      }
    }
  }
  return {};
}

}  // namespace perft_verify::reference
