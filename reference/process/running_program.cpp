#include "reference/process/running_program.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "core/text/printable.h"
#include "core/text/sha256.h"
#include "reference/process/environment.h"
#include "reference/process/system.h"

namespace perft_verify::reference {
namespace {

using Result = std::expected<RunningProgram, std::string>;

/// The bytes that a native program has read once it is up: the headers of itself and of its
/// libraries, and a little that its runtime asks the system for. Measured: 6,536 bytes for
/// Stockfish 15.1 with six files, 1,353,168 for Python.
constexpr std::uint64_t kReadByAnyProgram = 4096;
constexpr std::uint64_t kReadByFile = 1024;

std::string state_of(const struct stat& status) {
  return fmt::format("{} {} {} {}.{:09} {}.{:09}", status.st_dev, status.st_ino, status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                     status.st_ctim.tv_nsec);
}

/// Paths of the files that the process has mapped, and how many of them hold code.
struct Mapped {
  std::vector<std::string> paths;
  std::uint64_t with_code = 0;
};

std::expected<Mapped, std::string> mapped_files(const std::vector<Mapping>& mappings) {
  Mapped mapped;
  std::vector<std::string> with_code;
  for (const Mapping& mapping : mappings) {
    if (mapping.path.starts_with("/dev/") || mapping.path.starts_with("/memfd:")) {
      if (mapping.has_code) return std::unexpected("it runs code that is in no file");
      continue;
    }
    struct stat status{};
    if (::stat(mapping.path.c_str(), &status) != 0 || status.st_ino != mapping.inode)
      return std::unexpected(fmt::format("{} has been replaced since", printable(mapping.path)));
    mapped.paths.push_back(mapping.path);
    if (mapping.has_code) with_code.push_back(mapping.path);
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

/// The variables that are not those of any engine: `env` and --engine-env add some.
std::vector<std::string> added_to(std::vector<std::string> environment) {
  const std::vector<std::string> usual = child_environment({});
  std::erase_if(environment, [&](const std::string& variable) {
    return std::ranges::find(usual, variable) != usual.end();
  });
  std::ranges::sort(environment);
  return environment;
}

/// The reason why another process may answer in its place; empty if there is none.
std::string somebody_behind(pid_t process) {
  const auto children = children_of(process);
  if (!children) return "its child processes cannot be looked up";
  if (!children->empty())
    return "it has started another process, which may be the one that answers";
  const auto sockets = has_sockets(process);
  if (!sockets) return "what it has opened cannot be looked up";
  return *sockets ? "it is connected to another process, which may be the one that answers" : "";
}

}  // namespace

Result running_program(pid_t process, std::uint64_t told) {
  std::vector<std::string> arguments = arguments_of(process);
  auto environment = environment_of(process);
  const auto mappings = mappings_of(process);
  if (arguments.empty() || !environment || !mappings)
    return std::unexpected("the system does not say what the process runs");
  if (std::string why = somebody_behind(process); !why.empty())
    return std::unexpected(std::move(why));
  auto mapped = mapped_files(*mappings);
  if (!mapped) return std::unexpected(std::move(mapped.error()));

  arguments.erase(arguments.begin());
  RunningProgram program{std::move(arguments), added_to(std::move(*environment)), {}};
  std::string executable = program_of(process);
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
  // An interpreter reads files, and so does a program that has its data in one.
  const auto read = bytes_read(process);
  if (!read || *read > told + named + kReadByAnyProgram + kReadByFile * mapped->with_code)
    return std::unexpected(
        "it has read files that nobody knows, as an interpreter does, or a program with its data "
        "in a file");
  return program;
}

bool is_this_program(const std::string& file) {
  struct stat ours{};
  struct stat other{};
  if (::stat(own_program().c_str(), &ours) != 0 || ::stat(file.c_str(), &other) != 0) return false;
  if (ours.st_dev == other.st_dev && ours.st_ino == other.st_ino) return true;
  return ours.st_size == other.st_size && sha256_of_file(own_program()) == sha256_of_file(file);
}

bool runs_this_program(pid_t process) {
  return is_this_program(program_of(process)) ||
         std::ranges::any_of(children_of(process).value_or(std::vector<pid_t>()),
                             runs_this_program);
}

}  // namespace perft_verify::reference
