// How far one word is from another, for suggestions.
#pragma once

#include <cstddef>
#include <string_view>

namespace perft_verify {

/// The number of letters to add, remove, change or swap with their neighbor to turn one word into
/// the other (Damerau and Levenshtein, in the restricted form: what was swapped is not changed
/// again).
std::size_t edits_between(std::string_view a, std::string_view b);

}  // namespace perft_verify
