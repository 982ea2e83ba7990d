// Command lines, split and put together as a POSIX shell would, without ever running one.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Words separated by blanks; '…' and "…" quote, a backslash quotes one character. No
/// variables, no globs. The error is one sentence.
std::expected<std::vector<std::string>, std::string> split_words(std::string_view command);

/// `word` so that a shell reads it as one word.
std::string shell_quoted(std::string_view word);

/// The command that shows a finding again; `options` are appended as they are.
std::string reproduce_command(const Finding& finding, const std::string& options);

}  // namespace perft_verify::verifier
