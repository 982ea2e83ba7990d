// The names in a folder. std::filesystem::directory_iterator ends the program when memory runs out
// (libstdc++ allocates in a function that is noexcept); this throws std::bad_alloc as all else
// does.
#pragma once

#include <expected>
#include <string>
#include <system_error>
#include <vector>

namespace perft_verify {

/// The names of all entries of a folder but "." and "..", sorted; the system's error if it cannot
/// be read. Throws std::bad_alloc.
std::expected<std::vector<std::string>, std::error_code> names_in(const std::string& folder);

}  // namespace perft_verify
