// SHA-256, for the identity of files.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace perft_verify {

/// In hexadecimal, 64 digits.
std::string sha256_of(std::string_view bytes);

/// In base64, as in a content security policy.
std::string sha256_base64_of(std::string_view bytes);

/// The SHA-256 of a file's content, in hexadecimal. The error is one sentence.
std::expected<std::string, std::string> sha256_of_file(const std::string& path);

}  // namespace perft_verify
