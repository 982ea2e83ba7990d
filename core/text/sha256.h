// SHA-256, for the identity of files.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace perft_verify {

/// In hexadecimal, 64 digits.
std::string sha256_of(std::string_view bytes);

/// In base64, as a content security policy has it.
std::string sha256_base64_of(std::string_view bytes);

/// Of what is in a file, in hexadecimal. The error is one sentence.
std::expected<std::string, std::string> sha256_of_file(const std::string& path);

}  // namespace perft_verify
