#include "reference/process/program_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "core/text/printable.h"
#include "reference/process/child_process.h"

namespace perft_verify::reference {
namespace {

/// Whether the argument is a program for an interpreter. Other arguments may be files that the
/// engine itself writes.
bool is_script(std::string_view argument) {
  constexpr std::array<std::string_view, 8> kEndings{".py", ".jar", ".js",  ".sh",
                                                     ".rb", ".pl",  ".lua", ".exe"};
  return std::ranges::any_of(kEndings,
                             [&](std::string_view ending) { return argument.ends_with(ending); });
}

/// A text that changes when a file is rewritten or another one takes its name.
std::string state_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return "gone";
  return fmt::format("{} {} {} {}.{:09}", status.st_dev, status.st_ino, status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace

std::optional<std::string> ProgramFiles::replaced(const std::vector<std::string>& command) {
  const std::lock_guard lock(mutex_);
  if (first_) {
    first_ = false;
    if (command.empty()) return std::nullopt;
    if (const auto program = find_program(command.front()))
      seen_.push_back({*program, state_of(*program)});
    if (command.size() > 1 && is_script(command[1]))
      seen_.push_back({command[1], state_of(command[1])});
    return std::nullopt;
  }
  for (const auto& [path, state] : seen_)
    if (state_of(path) != state)
      return fmt::format(
          "{} has been replaced since it was started first; what it answers now would be another "
          "program's: begin anew",
          printable(path));
  return std::nullopt;
}

}  // namespace perft_verify::reference
