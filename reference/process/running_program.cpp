#include "reference/process/running_program.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "core/text/printable.h"
#include "reference/process/proc.h"

namespace perft_verify::reference {
namespace {

using Result = std::expected<RunningProgram, std::string>;

/// The bytes that a native program has read once it is up: the headers of itself and of its
/// libraries, and a little that its runtime asks the system for. Measured: 6,536 bytes for
/// Stockfish 15.1 with six files, 1,353,168 for Python.
constexpr std::uint64_t kReadByAnyProgram = 4096;
constexpr std::uint64_t kReadByFile = 1024;

std::string state_of(const struct stat& status) {
  return fmt::format("{}:{} {} {} {}.{:09} {}.{:09}", ::major(status.st_dev),
                     ::minor(status.st_dev), status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

std::vector<std::string> arguments_of(const std::string& command_line) {
  std::vector<std::string> words;
  std::istringstream text(command_line);
  for (std::string word; std::getline(text, word, '\0');) words.push_back(word);
  if (!words.empty()) words.erase(words.begin());
  return words;
}

/// Paths of the files that the process has mapped, and how many of them hold code.
struct Mapped {
  std::vector<std::string> paths;
  std::uint64_t with_code = 0;
};

std::expected<Mapped, std::string> mapped_files(const std::string& maps) {
  Mapped mapped;
  std::vector<std::string> with_code;
  std::istringstream text(maps);
  for (std::string line; std::getline(text, line);) {
    // "FROM-TO r-xp OFFSET DEVICE INODE      PATH"
    std::istringstream fields(line);
    std::string range;
    std::string rights;
    std::string offset;
    std::string device;
    std::uint64_t inode = 0;
    fields >> range >> rights >> offset >> device >> inode;
    const std::size_t at = line.find('/');
    if (inode == 0 || at == std::string::npos) continue;
    const std::string path = line.substr(at);
    if (path.starts_with("/dev/") || path.starts_with("/memfd:")) {
      if (rights.contains('x')) return std::unexpected("it runs code that is in no file");
      continue;
    }
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0 || status.st_ino != inode)
      return std::unexpected(fmt::format("{} has been replaced since", printable(path)));
    mapped.paths.push_back(path);
    if (rights.contains('x')) with_code.push_back(path);
  }
  const auto make_unique = [](std::vector<std::string>& paths) {
    std::ranges::sort(paths);
    const auto rest = std::ranges::unique(paths);
    paths.erase(rest.begin(), rest.end());
  };
  make_unique(mapped.paths);
  make_unique(with_code);
  mapped.with_code = with_code.size();
  return mapped;
}

/// The reason why another process may answer in its place; empty if there is none.
std::string somebody_behind(pid_t process) {
  const std::filesystem::path folder = fmt::format("/proc/{}", process);
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder / "task", error), end; !error && at != end;
       at.increment(error)) {
    const auto children =
        proc_file(process, "task/" + at->path().filename().string() + "/children");
    if (!children) return "its child processes cannot be looked up";
    if (!children->empty())
      return "it has started another process, which may be the one that answers";
  }
  for (std::filesystem::directory_iterator at(folder / "fd", error), end; !error && at != end;
       at.increment(error)) {
    std::error_code gone;
    if (std::filesystem::read_symlink(at->path(), gone).string().starts_with("socket:"))
      return "it is connected to another process, which may be the one that answers";
  }
  return error ? "what it has opened cannot be looked up" : "";
}

/// The bytes that it has read, from any source.
std::optional<std::uint64_t> bytes_read(pid_t process) {
  constexpr std::string_view kField = "rchar: ";
  const auto text = proc_file(process, "io");
  const std::size_t at = text ? text->find(kField) : std::string::npos;
  if (at == std::string::npos) return std::nullopt;
  std::uint64_t bytes = 0;
  std::from_chars(text->data() + at + kField.size(), text->data() + text->size(), bytes);
  return bytes;
}

}  // namespace

Result running_program(pid_t process, std::uint64_t told) {
  const auto command_line = proc_file(process, "cmdline");
  const auto maps = proc_file(process, "maps");
  if (!command_line || command_line->empty() || !maps)
    return std::unexpected("the system does not say what the process runs");
  if (std::string why = somebody_behind(process); !why.empty())
    return std::unexpected(std::move(why));
  auto mapped = mapped_files(*maps);
  if (!mapped) return std::unexpected(std::move(mapped.error()));

  RunningProgram program{arguments_of(*command_line), {}};
  std::string executable = fmt::format("/proc/{}/exe", process);
  struct stat status{};
  if (::stat(executable.c_str(), &status) != 0)
    return std::unexpected("the system does not say what the process runs");
  program.files.push_back({std::move(executable), state_of(status)});
  for (std::string& path : mapped->paths)
    if (::stat(path.c_str(), &status) == 0 && state_of(status) != program.files.front().state)
      program.files.push_back({std::move(path), state_of(status)});
  std::uint64_t named = 0;
  for (const std::string& argument : program.arguments) {
    if (::stat(argument.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    named += static_cast<std::uint64_t>(status.st_size);
    program.files.push_back({argument, state_of(status)});
  }
  if (program.arguments.empty()) return program;
  // A program with arguments may be an interpreter.
  const auto read = bytes_read(process);
  if (!read || *read > told + named + kReadByAnyProgram + kReadByFile * mapped->with_code)
    return std::unexpected("it has read files that nobody knows, as an interpreter does");
  return program;
}

}  // namespace perft_verify::reference
