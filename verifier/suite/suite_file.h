// The bytes of a suite: built in, or in a file of any kind.
#pragma once

#include <expected>
#include <string>

namespace perft_verify::verifier {

/// Larger files are refused: a suite of a million rows has 100 MB.
inline constexpr std::size_t kMaxSuiteBytes = std::size_t{256} << 20;

/// The whole content; a built-in suite by its name, "-" is standard input. A pipe is read to its
/// end, if it has a writer. The error is one sentence that begins with the name, made printable.
std::expected<std::string, std::string> read_suite_file(const std::string& file);

}  // namespace perft_verify::verifier
