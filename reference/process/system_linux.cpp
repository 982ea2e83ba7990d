#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "core/text/folder.h"
#include "reference/process/system.h"

namespace perft_verify::reference {
namespace {

std::string folder_of(pid_t process) { return fmt::format("/proc/{}", process); }

/// A file of the process, such as `status`; nothing if there is none, or if not all of it can be
/// read: half a list of libraries would be taken for another program.
std::optional<std::string> proc_file(const std::string& folder, std::string_view name) {
  std::ifstream file(fmt::format("{}/{}", folder, name), std::ios::binary);
  if (!file) return std::nullopt;
  std::string content;
  std::array<char, 4096> chunk{};
  while (file.read(chunk.data(), chunk.size()), file.gcount() > 0)
    content.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
  if (file.bad()) return std::nullopt;
  return content;
}

/// "pid (name) state parent group …": the text behind the name, which may hold anything.
std::istringstream state_of(pid_t process) {
  const std::string status = proc_file(folder_of(process), "stat").value_or("");
  return std::istringstream(status.substr(std::min(status.rfind(')') + 1, status.size())));
}

std::optional<std::vector<std::string>> texts_in(const std::string& folder, std::string_view name) {
  const auto content = proc_file(folder, name);
  if (!content) return std::nullopt;
  std::vector<std::string> texts;
  std::istringstream stream(*content);
  for (std::string text; std::getline(stream, text, '\0');) texts.push_back(text);
  return texts;
}

std::vector<std::string> arguments_in(const std::string& folder) {
  return texts_in(folder, "cmdline").value_or(std::vector<std::string>());
}

/// The time of its threads, but for those that have ended, at work or waiting for a processor.
std::chrono::nanoseconds time_awake(pid_t process) {
  const std::string tasks = folder_of(process) + "/task";
  std::chrono::nanoseconds awake{0};
  for (const std::string& thread : names_in(tasks).value_or(std::vector<std::string>())) {
    std::istringstream times(proc_file(tasks + '/' + thread, "schedstat").value_or(""));
    std::uint64_t worked = 0;
    std::uint64_t waited = 0;
    if (times >> worked >> waited) awake += std::chrono::nanoseconds(worked + waited);
  }
  return awake;
}

}  // namespace

std::string own_program() { return "/proc/self/exe"; }

std::vector<std::string> own_arguments() { return arguments_in("/proc/self"); }

std::size_t own_open_files() {
  const auto open = names_in("/proc/self/fd");
  return open ? open->size() : 0;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

void name_this_process(const char* name) { ::prctl(PR_SET_NAME, name); }

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t name = line.find_first_not_of(" \t", line.find(':') + 1);
    if (name != std::string::npos) return line.substr(name);
  }
  return "";  // ARM has no names there
}

bool end_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return ::getppid() == parent;  // else it died before the line above
}

void keep_standard_streams_only() {
  constexpr int kFirst = STDERR_FILENO + 1;
  if (::close_range(kFirst, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  for (int file = kFirst; file < 1024; ++file) ::fcntl(file, F_SETFD, FD_CLOEXEC);  // before 5.11
}

void forbid_more_rights() { ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

Work work_of(pid_t process) {
  Work work;
  std::istringstream fields = state_of(process);
  std::string state;
  std::string skipped;
  if (!(fields >> state)) return work;
  // Ten numbers, utime, stime.
  for (int at = 0; at < 10; ++at) fields >> skipped;
  unsigned long long user = 0;
  unsigned long long system = 0;
  fields >> user >> system;
  work.ticks = user + system;
  work.awake = time_awake(process);
  work.runs = state == "D" || (state == "R" && work.awake.count() == 0);
  for (const pid_t child : children_of(process).value_or(std::vector<pid_t>())) {
    const Work below = work_of(child);
    work.ticks += below.ticks;
    work.runs = work.runs || below.runs;
    work.awake += below.awake;
  }
  return work;
}

bool reads_input(pid_t process) {
  // "NUMBER FIRST-ARGUMENT …"; "running" where it is in no call.
  const std::string folder = folder_of(process);
  const auto call = proc_file(folder, "syscall");
  const bool reads = call && (call->starts_with(fmt::format("{} 0x0 ", SYS_read)) ||
                              call->starts_with(fmt::format("{} 0x0 ", SYS_readv)));
  if (!reads) return false;
  const auto status = proc_file(folder, "status");
  return status && status->contains("\nThreads:\t1\n") &&
         children_of(process) == std::vector<pid_t>();
}

bool leads_group_below(pid_t process, pid_t parent) {
  std::istringstream fields = state_of(process);
  std::string state;
  pid_t its_parent = 0;
  pid_t its_group = 0;
  return fields >> state >> its_parent >> its_group && its_parent == parent && its_group == process;
}

bool kill_all_marked(std::string_view mark) {
  bool any = false;
  for (const std::string& name : names_in("/proc").value_or(std::vector<std::string>())) {
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc() || pid <= 1)
      continue;
    // The descriptor stands for one process: the process that is killed is the one that was asked
    // about, even if its number is given anew.
    const auto process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (process < 0) continue;
    if (proc_file(folder_of(pid), "environ").value_or("").contains(mark)) {
      any = true;
      ::syscall(SYS_pidfd_send_signal, process, SIGKILL, nullptr, 0);
    }
    ::close(process);
  }
  return any;
}

std::string program_of(pid_t process) { return folder_of(process) + "/exe"; }

std::vector<std::string> arguments_of(pid_t process) { return arguments_in(folder_of(process)); }

std::optional<std::vector<std::string>> environment_of(pid_t process) {
  return texts_in(folder_of(process), "environ");
}

std::optional<std::vector<Mapping>> mappings_of(pid_t process) {
  const auto maps = proc_file(folder_of(process), "maps");
  if (!maps) return std::nullopt;
  std::vector<Mapping> mappings;
  std::istringstream text(*maps);
  for (std::string line; std::getline(text, line);) {
    // "FROM-TO r-xp OFFSET DEVICE INODE      PATH"
    std::istringstream fields(line);
    std::string range;
    std::string rights;
    std::string offset;
    std::string device;
    std::uint64_t inode = 0;
    fields >> range >> rights >> offset >> device >> inode;
    const std::size_t path = line.find('/');
    if (inode == 0 || path == std::string::npos) continue;
    mappings.push_back({line.substr(path), inode, rights.contains('x')});
  }
  return mappings;
}

std::optional<std::vector<pid_t>> children_of(pid_t process) {
  const std::string folder = folder_of(process) + "/task/";
  const auto threads = names_in(folder);
  if (!threads) return std::nullopt;
  std::vector<pid_t> all;
  for (const std::string& thread : *threads) {
    const auto children = proc_file(folder + thread, "children");
    if (!children) return std::nullopt;
    std::istringstream text(*children);
    for (pid_t child = 0; text >> child;) all.push_back(child);
  }
  return all;
}

std::optional<bool> has_sockets(pid_t process) {
  const std::string folder = folder_of(process) + "/fd/";
  const auto open = names_in(folder);
  if (!open) return std::nullopt;
  return std::ranges::any_of(*open, [&](const std::string& file) {
    std::error_code gone;
    return std::filesystem::read_symlink(folder + file, gone).string().starts_with("socket:");
  });
}

std::optional<std::uint64_t> bytes_read(pid_t process) {
  constexpr std::string_view kField = "rchar: ";
  const auto text = proc_file(folder_of(process), "io");
  const std::size_t at = text ? text->find(kField) : std::string::npos;
  if (at == std::string::npos) return std::nullopt;
  std::uint64_t bytes = 0;
  std::from_chars(text->data() + at + kField.size(), text->data() + text->size(), bytes);
  return bytes;
}

}  // namespace perft_verify::reference
