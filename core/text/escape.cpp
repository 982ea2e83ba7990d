#include "core/text/escape.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/printable.h"

namespace perft_verify {
namespace {

template <typename Replace>
std::string replaced(std::string_view text, Replace replace) {
  std::string result;
  for (const char c : text) {
    const std::string_view other = replace(c);
    if (other.empty()) {
      result += c;
    } else {
      result += other;
    }
  }
  return result;
}

std::string_view xml_entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return "";
  }
}

std::size_t longest_run(std::string_view text, char of) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == of ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

/// Whether `c` is part of a word, for Markdown.
bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The code points that XML 1.0 allows.
bool is_xml(char32_t code) {
  return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code < 0xd800) ||
         (code >= 0xe000 && code < 0xfffe) || code >= 0x10000;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto point = next_code_point(text);
    const std::string_view bytes = text.substr(0, point.length);
    if (!point.valid || !is_xml(point.code)) {
      result += "\ufffd";
    } else if (const std::string_view entity = xml_entity(bytes.front()); !entity.empty()) {
      result += entity;
    } else {
      result += bytes;
    }
    text.remove_prefix(point.length);
  }
  return result;
}

std::string markdown_code(std::string_view text) {
  const std::string fence(longest_run(text, '`') + 1, '`');
  const std::string blank = text.starts_with('`') || text.ends_with('`') ? " " : "";
  // A pipe ends a cell even in a code span, and a backslash before it is not displayed.
  const std::string cell = replaced(text, [](char c) -> std::string_view {
    return c == '|' ? "\\|" : static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? " " : "";
  });
  return fence + blank + cell + blank + fence;
}

std::string markdown_block(std::string_view text) {
  const std::string fence(std::max<std::size_t>(3, longest_run(text, '`') + 1), '`');
  return fmt::format("{}text\n{}{}{}\n", fence, text, text.ends_with('\n') ? "" : "\n", fence);
}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*[]<|~$";
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const char before = at == 0 ? ' ' : text[at - 1];
    const char after = at + 1 == text.size() ? ' ' : text[at + 1];
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += ' ';
      continue;
    }
    const bool begins = at == 0 && std::string_view("#>+-=_").contains(c);
    const bool emphasis = c == '_' && !(is_word(before) && is_word(after));
    const bool entity = c == '&' && (is_word(after) || after == '#');
    // "1." at the beginning is a list, "www." and "://" are links.
    const bool number = (c == '.' || c == ')') && at > 0 &&
                        text.substr(0, at).find_first_not_of("0123456789") == std::string::npos;
    const bool link = (c == '.' && text.substr(0, at).ends_with("www")) ||
                      (c == ':' && after == '/') || (c == '@' && is_word(before));
    if (begins || emphasis || entity || number || link || kMarkup.contains(c)) result += '\\';
    result += c;
    // GitHub finds mentions in the displayed text, even after escapes.
    if (c == '@' && is_word(after)) result += "\u200b";
  }
  return result;
}

std::string workflow_message(std::string_view text) {
  return replaced(text, [](char c) -> std::string_view {
    return c == '%' ? "%25" : c == '\r' ? "%0D" : c == '\n' ? "%0A" : "";
  });
}

std::string workflow_property(std::string_view text) {
  return replaced(workflow_message(text), [](char c) -> std::string_view {
    return c == ':' ? "%3A" : c == ',' ? "%2C" : "";
  });
}

std::string without_workflow_commands(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    text.remove_prefix(line.size());
    const std::size_t first = line.find_first_not_of(" \t\r\v\f");
    if (first != std::string_view::npos && line.substr(first).starts_with("::")) result += "| ";
    result += line;
  }
  return result;
}

std::string tap_escaped(std::string_view text) {
  return replaced(text, [](char c) -> std::string_view {
    return c == '#' ? "\\#" : c == '\\' ? "\\\\" : c == '\n' || c == '\r' ? " " : "";
  });
}

}  // namespace perft_verify
