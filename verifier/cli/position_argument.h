// A position as the command line takes it, wherever it takes one: a FEN, or the word "startpos".
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/fen.h"

namespace perft_verify::verifier {

std::expected<ParsedFen, FenError> parse_position_argument(std::string_view text,
                                                           FenOptions options);

/// What is wrong with it, for standard error: class, byte and reason, and below them the text.
std::string position_complaint(std::string_view text, const FenError& error);

}  // namespace perft_verify::verifier
