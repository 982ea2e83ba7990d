#include "reference/process/last_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

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

/// A stack trace that has the innermost frame first, where the engine's author has to look.
struct Trace {
  std::string complaint;
  std::vector<std::string> frames;  // "at attacked (board.js:30:11)"
};

/// The last trace of JavaScript, Java or C#; without frames if there is none.
Trace trace_of_at_lines(std::string_view text) {
  Trace trace;
  std::string_view complaint;
  bool in_trace = false;
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
    if (!in_trace) trace = {std::string(complaint), {}};
    in_trace = true;
    trace.frames.emplace_back(frame);
  }
  return trace;
}

/// The trace of the goroutine that panics, which Go prints first: a line for the function, and an
/// indented one for its place. Frames of the runtime are left out.
Trace trace_of_go(std::string_view text) {
  Trace trace{std::string(reason_in(text.substr(0, text.find("\ngoroutine ")))), {}};
  bool in_trace = false;
  std::string_view function;
  for (const auto part : text | std::views::split('\n')) {
    const std::string_view line(part);
    if (line.starts_with("goroutine ")) {
      if (in_trace) break;
      in_trace = true;
    } else if (in_trace && !line.starts_with('\t')) {
      // The arguments begin after the receiver, if there is one: board.(*Board).Apply(0x586ce0)
      std::size_t arguments = line.find('(');
      if (line.substr(std::min(arguments, line.size())).starts_with("(*"))
        arguments = line.find('(', arguments + 1);
      function = line.substr(0, arguments);
      if (function == "panic" || function.starts_with("runtime.")) function = {};
    } else if (in_trace && !function.empty()) {
      const std::string_view place = line.substr(line.rfind('/') + 1);
      trace.frames.push_back(fmt::format("at {} ({})", function, place.substr(0, place.find(' '))));
      function = {};
    }
  }
  return trace;
}

/// The complaint and the first frames, one at least; empty without frames.
std::string words_of(const Trace& trace, std::size_t limit) {
  if (trace.frames.empty()) return {};
  std::string words = printable(trace.complaint, limit);
  for (const std::string& frame : trace.frames) {
    const std::string shown = printable(frame, limit);
    if (&frame != trace.frames.data() && words.size() + shown.size() > limit) return words + " | …";
    words += " | " + shown;
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
  for (const Trace& trace : {trace_of_at_lines(text), trace_of_go(text)})
    if (std::string words = words_of(trace, limit); !words.empty()) return words;
  std::string words;
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
