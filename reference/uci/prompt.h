// What a program prints when it waits for a command, without a line feed: it stands before the
// first line of its answer.
#pragma once

#include <cstddef>
#include <string_view>

namespace perft_verify::reference {

/// Whether the end of an output may be one: "> ", "White(1): ".
bool looks_like_prompt(std::string_view text);

/// Of "> > > " one is enough.
std::string_view once(std::string_view text);

/// How much of `line` is the prompt; 0 if it does not begin with it. Any number fits a number, and
/// either color the other one.
std::size_t length_of_prompt(std::string_view line, std::string_view prompt);

}  // namespace perft_verify::reference
