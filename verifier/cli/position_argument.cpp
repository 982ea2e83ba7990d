#include "verifier/cli/position_argument.h"

#include <fmt/format.h>

#include "reference/foreign_text.h"

namespace perft_verify::verifier {

std::expected<ParsedFen, FenError> parse_position_argument(std::string_view text,
                                                           FenOptions options) {
  return parse_fen(text == "startpos" ? kStartPosition : text, options);
}

std::string position_complaint(std::string_view text, const FenError& error) {
  return fmt::format("{} at byte {}: {}\n    {}", to_string(error.error_class()), error.offset,
                     error.message(), reference::printable(text, 120));
}

}  // namespace perft_verify::verifier
