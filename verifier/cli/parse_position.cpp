#include "verifier/cli/parse_position.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/cli/help.h"
#include "verifier/suite/built_in.h"

namespace perft_verify::verifier {
namespace {

/// No FEN, whatever is wrong with it.
bool is_word(std::string_view text) {
  return !text.empty() && text.find_first_of("/ ") == std::string_view::npos;
}

}  // namespace

std::expected<ParsedFen, FenError> parse_position_argument(std::string_view text,
                                                           FenOptions options) {
  if (text == "startpos") return parse_fen(kStartPosition, options);
  const auto known = is_word(text) ? built_in_position(text) : std::nullopt;
  return parse_fen(known ? std::string_view(*known) : text, options);
}

std::string position_complaint(std::string_view text, const FenError& error) {
  constexpr std::size_t kLongest = 120;
  if (is_word(text)) {
    std::vector<std::string> known = built_in_ids();
    known.emplace_back("startpos");
    return fmt::format(
        "'{}' is not a FEN, not startpos, and no row of the suites standard, rules and gate has "
        "that "
        "id{}",
        printable(text, kLongest), did_you_mean(text, known));
  }
  std::string complaint =
      fmt::format("{} at column {} of the FEN: {}\n    {}", to_string(error.error_class()),
                  error.offset + 1, error.message(), printable(text, kLongest));
  // Below the column, as it is shown: what is not printable is longer there.
  if (error.offset <= kLongest) {
    const std::string before = printable(text.substr(0, error.offset), kLongest);
    complaint += fmt::format("\n    {:{}}^", "", columns_of(before));
  }
  return complaint;
}

std::expected<Line, std::string> parse_line_arguments(std::string_view text,
                                                      std::span<const std::string> moves,
                                                      FenOptions options) {
  const auto parsed = parse_position_argument(text, options);
  if (!parsed) return std::unexpected(position_complaint(text, parsed.error()));
  Line line(parsed->position);
  if (const auto played = line.push_texts(moves); !played)
    return std::unexpected(fmt::format("--moves: {} (ply {}) is not a legal move there",
                                       printable(played.error().text), played.error().ply));
  return line;
}

}  // namespace perft_verify::verifier
