#include "core/text/folder.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

namespace perft_verify {

std::expected<std::vector<std::string>, std::error_code> names_in(const std::string& folder) {
  const auto failed = [] {
    return std::unexpected(std::error_code(errno, std::generic_category()));
  };
  const auto close = [](DIR* open) { ::closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> open(::opendir(folder.c_str()), close);
  if (!open) return failed();
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    // Each call has its own stream, so readdir is safe beside other threads.
    const dirent* const entry = ::readdir(open.get());  // NOLINT(concurrency-mt-unsafe)
    if (!entry) break;
    std::string name = static_cast<const char*>(entry->d_name);
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  if (errno != 0) return failed();
  std::ranges::sort(names);
  return names;
}

}  // namespace perft_verify
