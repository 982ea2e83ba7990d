// Splits and joins command lines like a POSIX shell, without ever running one.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perft_verify {

/// Words separated by blanks; '…' and "…" quote, a backslash quotes one character. No
/// variables, no globs. The error is one sentence.
std::expected<std::vector<std::string>, std::string> split_words(std::string_view command);

/// `word`, quoted so that a shell reads it as one word.
std::string shell_quoted(std::string_view word);

/// The words as one line, each quoted where that is needed: split_words() gives them back.
std::string shell_line(std::span<const std::string> words);

}  // namespace perft_verify
