#include "reference/process/proc.h"

#include <fmt/format.h>
#include <sys/syscall.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace perft_verify::reference {

std::optional<std::string> proc_file(pid_t process, std::string_view name) {
  std::ifstream file(fmt::format("/proc/{}/{}", process, name), std::ios::binary);
  if (!file) return std::nullopt;
  // The process may end meanwhile: then the stream reports the end of the file.
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

bool sleeps(pid_t process) {
  // "pid (name) state …"; the name may hold anything.
  const auto status = proc_file(process, "stat");
  const std::size_t name_end = status ? status->rfind(')') : std::string::npos;
  return name_end == std::string::npos || name_end + 2 >= status->size() ||
         (*status)[name_end + 2] == 'S';
}

Work work_of(pid_t process) {
  Work work;
  const auto status = proc_file(process, "stat");
  const std::size_t name_end = status ? status->rfind(')') : std::string::npos;
  if (name_end == std::string::npos) return work;
  // Behind the name: state, ten numbers, utime, stime.
  std::istringstream fields(status->substr(name_end + 1));
  std::string state;
  std::string skipped;
  fields >> state;
  for (int at = 0; at < 10; ++at) fields >> skipped;
  unsigned long long user = 0;
  unsigned long long system = 0;
  fields >> user >> system;
  work.ticks = user + system;
  work.runs = state == "R" || state == "D";
  std::error_code error;
  for (std::filesystem::directory_iterator at(fmt::format("/proc/{}/task", process), error), end;
       !error && at != end; at.increment(error)) {
    std::ifstream children(at->path() / "children");
    for (pid_t child = 0; children >> child;) {
      const Work below = work_of(child);
      work.ticks += below.ticks;
      work.runs = work.runs || below.runs;
    }
  }
  return work;
}

bool reads_input(pid_t process) {
  // "NUMBER FIRST-ARGUMENT …"; "running" where it is in no call.
  const auto call = proc_file(process, "syscall");
  const bool reads = call && (call->starts_with(fmt::format("{} 0x0 ", SYS_read)) ||
                              call->starts_with(fmt::format("{} 0x0 ", SYS_readv)));
  if (!reads) return false;
  const auto status = proc_file(process, "status");
  const auto children = proc_file(process, fmt::format("task/{}/children", process));
  return status && status->contains("\nThreads:\t1\n") && children && children->empty();
}

}  // namespace perft_verify::reference
