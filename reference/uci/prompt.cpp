#include "reference/uci/prompt.h"

namespace perft_verify::reference {

bool looks_like_prompt(std::string_view text) {
  if (text.empty() || text.size() > 80) return false;
  const std::size_t last = text.find_last_not_of(" \t");
  return last != std::string_view::npos && std::string_view(">:$#?)]%").contains(text[last]);
}

std::string_view once(std::string_view text) {
  for (std::size_t size = 1; size * 2 <= text.size(); ++size)
    if (text.size() % size == 0 && text.substr(size) == text.substr(0, text.size() - size))
      return text.substr(0, size);
  return text;
}

std::size_t length_of_prompt(std::string_view line, std::string_view prompt) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t at = 0;
  while (!prompt.empty()) {
    const std::string_view rest = line.substr(at);
    std::size_t in_line = 1;
    std::size_t in_prompt = 1;
    const auto is_color = [](std::string_view text) {
      return text.starts_with("White") || text.starts_with("Black") || text.starts_with("white") ||
             text.starts_with("black");
    };
    if (is_color(prompt) && is_color(rest)) {
      in_line = in_prompt = 5;
    } else if (is_digit(prompt.front()) && !rest.empty() && is_digit(rest.front())) {
      while (in_prompt < prompt.size() && is_digit(prompt[in_prompt])) ++in_prompt;
      while (in_line < rest.size() && is_digit(rest[in_line])) ++in_line;
    } else if (rest.empty() || rest.front() != prompt.front()) {
      // The blank after the prompt precedes more text in some engines, and ends the line in others.
      return rest.empty() && prompt.find_first_not_of(' ') == std::string_view::npos ? at : 0;
    }
    at += in_line;
    prompt.remove_prefix(in_prompt);
  }
  return at;
}

}  // namespace perft_verify::reference
