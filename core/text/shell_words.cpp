#include "core/text/shell_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace perft_verify {

std::expected<std::vector<std::string>, std::string> split_words(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    const bool escapes = quote == '\0' || (quote == '"' && at + 1 < command.size() &&
                                           std::string_view("\"\\$`").contains(command[at + 1]));
    if (c == '\\' && quote != '\'' && escapes) {
      if (at + 1 == command.size()) return std::unexpected("a backslash at the end quotes nothing");
      word += command[++at];
      in_word = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != '\0')
    return std::unexpected(fmt::format("the quotation mark {} is never closed", quote));
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kHarmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() &&
      std::ranges::all_of(word, [kHarmless](char c) { return kHarmless.contains(c); }))
    return std::string(word);
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

std::string shell_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

}  // namespace perft_verify
