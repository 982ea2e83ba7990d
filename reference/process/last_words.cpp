#include "reference/process/last_words.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/text/printable.h"

namespace perft_verify::reference {
namespace {

bool begins_with_blank(std::string_view line) {
  return line.empty() || line.starts_with(' ') || line.starts_with('\t') || line == "\r";
}

bool tells_reason(std::string_view line) {
  // Of Go, Rust, Java and C#, JavaScript and Python, C++.
  constexpr std::array kWords{
      "panic", "fatal error:", "xception", "Error:", "error:", "Assertion", "terminate called"};
  return !begins_with_blank(line) &&
         std::ranges::any_of(kWords, [&](std::string_view word) { return line.contains(word); });
}

/// The reason, or else the last line of `text` that is not indented, as lines of a stack trace are.
/// Followed by a separator; empty if there is none.
std::string complaint_before(std::string_view text, std::size_t limit) {
  std::string_view reason = reason_in(text);
  if (reason.empty())
    for (const auto part : text | std::views::split('\n'))
      if (const std::string_view line(part); !begins_with_blank(line)) reason = line;
  std::string words;
  for (const auto part : reason | std::views::split('\n'))
    words += printable(std::string_view(part), limit) + " | ";
  return reason.empty() ? "" : words;
}

/// The complaint and the first frames of the last stack trace that has the innermost frame first,
/// as those of JavaScript, Java and C# do: the frames of the engine's author. Empty if there is
/// none.
std::string innermost_frames(std::string_view text, std::size_t limit) {
  std::string_view complaint;
  std::string words;
  bool in_trace = false;
  bool full = false;
  for (const auto part : text | std::views::split('\n')) {
    const std::string_view line(part);
    const std::string_view frame =
        line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    const bool is_frame = begins_with_blank(line) && frame.starts_with("at ");
    // The numbered frames of Rust have lines like these as well, but a complaint is not indented.
    if (!is_frame || (!in_trace && begins_with_blank(complaint))) {
      in_trace = false;
      complaint = line;
      continue;
    }
    if (!in_trace) words = printable(complaint, limit);
    full = full && in_trace;
    in_trace = true;
    if (full) continue;
    const std::string shown = printable(frame, limit);
    full = words.size() + shown.size() > limit;
    words += " | " + (full ? "…" : shown);
  }
  return words;
}

}  // namespace

std::string_view reason_in(std::string_view text) {
  std::string_view reason;
  bool is_next = false;
  for (const auto part : text | std::views::split('\n')) {
    const std::string_view line(part);
    if (tells_reason(line)) {
      reason = line;
    } else if (is_next && !begins_with_blank(line)) {
      reason = {reason.data(), line.data() + line.size()};
    }
    is_next = tells_reason(line);
  }
  return reason;
}

std::string last_words(std::string_view text, std::size_t limit) {
  std::string words = innermost_frames(text, limit);
  if (!words.empty()) return words;
  while (true) {
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) return words;
    text = text.substr(0, last + 1);
    const std::size_t feed = text.rfind('\n');
    const std::size_t begin = feed == std::string_view::npos ? 0 : feed + 1;
    std::string line(text.substr(begin));
    std::ranges::replace(line, '\t', ' ');
    line = printable(line, limit);
    if (!words.empty() && words.size() + line.size() > limit)
      return complaint_before(text, limit) + "… | " + words;
    words = words.empty() ? line : line + " | " + words;
    text = text.substr(0, begin);
  }
}

}  // namespace perft_verify::reference
