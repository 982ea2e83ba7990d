#include "core/text/lines.h"

#include <algorithm>

namespace perft_verify {
namespace {

/// NUL, CR and blanks at the end of a line are ignored.
bool means_nothing_at_the_end(char c) { return c == '\r' || c == '\0' || is_blank(c); }

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_case(c);
  return lower;
}

Word next_word(std::string_view line, std::size_t at) {
  while (at < line.size() && is_blank(line[at])) ++at;
  std::size_t end = at;
  while (end < line.size() && !is_blank(line[end]) && line[end] != ';') ++end;
  return {line.substr(at, end - at), at};
}

std::string_view take_word(std::string_view& command) {
  constexpr std::string_view kBlanks = " \t\r";
  command.remove_prefix(std::min(command.find_first_not_of(kBlanks), command.size()));
  const std::string_view word = command.substr(0, command.find_first_of(kBlanks));
  command.remove_prefix(word.size());
  return word;
}

std::size_t find_word(std::string_view command, std::string_view word) {
  std::string_view rest = command;
  while (true) {
    const std::string_view next = take_word(rest);
    if (next.empty()) return std::string_view::npos;
    if (next == word) return static_cast<std::size_t>(next.data() - command.data());
  }
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_comment_or_empty(std::string_view line) {
  const Word first = next_word(line, 0);
  return first.begin == line.size() || line[first.begin] == '#' || line[first.begin] == '%' ||
         line.substr(first.begin).starts_with("//");
}

bool Lines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find_first_of("\r\n");
  std::size_t next = end == std::string_view::npos ? rest_.size() : end + 1;
  if (end != std::string_view::npos && rest_[end] == '\r' && rest_.data() + end >= lone_until_) {
    // CR, NUL and blanks up to an LF are one line end; without the LF each CR is one.
    std::size_t after = end;
    while (after < rest_.size() && means_nothing_at_the_end(rest_[after])) ++after;
    if (after == rest_.size() || rest_[after] == '\n') {
      next = std::min(after + 1, rest_.size());
    } else {
      lone_until_ = rest_.data() + after;
    }
  }
  line_ = rest_.substr(0, end);
  while (!line_.empty() && means_nothing_at_the_end(line_.back())) line_.remove_suffix(1);
  rest_.remove_prefix(next);
  ++number_;
  return true;
}

}  // namespace perft_verify
