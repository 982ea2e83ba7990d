// How far one word is from another, for suggestions.
#pragma once

#include <cstddef>
#include <string_view>

namespace perft_verify {

/// The number of letters to add, remove or change to turn one word into the other (Levenshtein).
std::size_t edits_between(std::string_view a, std::string_view b);

}  // namespace perft_verify
