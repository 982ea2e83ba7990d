#include "verifier/classify/failure_signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace perft_verify::verifier {
namespace {

/// From `begin` to the next of `ends` or the end of the text; empty without `begin`.
std::string_view part(std::string_view text, std::string_view begin, std::string_view ends) {
  const auto at = text.find(begin);
  if (at == std::string_view::npos) return {};
  const auto end = text.find_first_of(ends, at + begin.size());
  return text.substr(at, end == std::string_view::npos ? end : end - at);
}

/// The end of the process, and its stage.
std::string how_it_ended(std::string_view message) {
  for (const char* const begin : {"was killed by signal ", "exited with code "})
    if (const auto found = part(message, begin, " (;`"); !found.empty()) {
      const auto number =
          part(message.substr(message.find(begin) + std::string_view(begin).size()), "", " (;`");
      return fmt::format("{}{}", begin, number);
    }
  return {};
}

std::string stage_of(std::string_view message) {
  if (const auto at = part(message, "at stage ", "`"); !at.empty()) return std::string(at);
  return std::string(part(message, "during the ", ";(:"));
}

/// A line of a stack trace, or the announcement of one.
bool is_about_the_stack(std::string_view line) {
  const auto first = line.find_first_not_of(' ');
  if (first == std::string_view::npos) return true;
  line.remove_prefix(first);
  return line.starts_with("at ") || line.starts_with("File ") || line.starts_with("Traceback") ||
         line.starts_with("…") || line.starts_with("\\t");
}

/// Numbers, squares, moves and FENs differ from one position to the next.
bool varies(std::string_view word) {
  if (std::ranges::any_of(word, [](unsigned char each) { return std::isdigit(each) != 0; }))
    return true;
  constexpr std::string_view kFenAndCastling = "pnbrqkPNBRQKwO-/";
  constexpr std::size_t kLongestField = 5;  // as in O-O-O; a full rank comes with other ranks
  return word.find_first_not_of(kFenAndCastling) == std::string_view::npos &&
         (word.size() <= kLongestField || word.contains('/'));
}

/// The words of a line, with one # for each row of words that vary.
std::string without_positions(std::string_view line) {
  constexpr std::string_view kBetweenWords = " \t'\"`()[]{}<>,;:=!?";
  std::string text;
  while (!line.empty()) {
    const auto begin = std::min(line.find_first_not_of(kBetweenWords), line.size());
    line.remove_prefix(begin);
    const std::string_view word = line.substr(0, line.find_first_of(kBetweenWords));
    line.remove_prefix(word.size());
    if (word.empty() || (varies(word) && text.ends_with("# "))) continue;
    text += varies(word) ? "# " : fmt::format("{} ", word);
  }
  return text;
}

/// What the process said on standard error; empty if nothing.
std::string_view said_in(std::string_view message) {
  constexpr std::string_view kBegin = "on standard error: '";
  const auto at = message.find(kBegin);
  return at == std::string_view::npos ? std::string_view() : message.substr(at + kBegin.size());
}

/// From the line on that a runtime or an assertion writes as its last words. Boards and notes of
/// the engine, which stand before it, are those of one position.
std::string_view last_words(std::string_view said) {
  for (const char* const mark :
       {"terminate called", "Assertion", "panicked at", "Exception in thread",
        "Unhandled exception", "ERROR: AddressSanitizer", "runtime error:"})
    if (const auto at = said.find(mark); at != std::string_view::npos) {
      const auto line = said.rfind(" | ", at);
      return line == std::string_view::npos ? said : said.substr(line + 3);
    }
  return said;
}

/// The first lines on standard error that do not belong to a stack trace.
std::string complaint(std::string_view message) {
  constexpr std::size_t kLines = 2;
  std::string_view rest = last_words(said_in(message));
  // Python shows the source below each frame.
  const bool shows_source = rest.contains("Traceback");
  std::string found;
  std::size_t lines = 0;
  while (!rest.empty() && lines < kLines) {
    const auto end = rest.find(" | ");
    const std::string_view line = rest.substr(0, end);
    if (!is_about_the_stack(line) && !(shows_source && line.starts_with("  "))) {
      found += without_positions(line) + "|";
      ++lines;
    }
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 3);
  }
  return found;
}

}  // namespace

std::string failure_signature(FindingKind kind, std::string_view message) {
  return fmt::format("{}|{}|{}|{}", to_string(kind), stage_of(message), how_it_ended(message),
                     complaint(message));
}

std::string place_of_crash(std::string_view message) {
  const std::string_view said = said_in(message);
  const std::string_view complaint = said.substr(0, said.find(" | "));
  std::string_view place = part(said, "panicked at ", " |'");
  if (place.empty()) place = part(said, " | at ", "|'");
  // Python has the innermost frame last.
  if (place.empty() && said.contains("Traceback"))
    if (const auto last = said.rfind(" File "); last != std::string_view::npos)
      place = part(said.substr(last), "File ", "|'");
  return place.empty() ? "" : fmt::format("{}|{}", without_positions(complaint), place);
}

std::optional<std::string> board_shown_instead(std::string_view message) {
  constexpr std::string_view kBegin = "` and shows `";
  const auto at = message.find(kBegin);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = message.substr(at + kBegin.size());
  const auto end = rest.find('`');
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(rest.substr(0, end));
}

}  // namespace perft_verify::verifier
