#include "reference/process/watchdog.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "reference/process/proc.h"

namespace perft_verify::reference {
namespace {

/// Written to the watchdog: a group to watch, or the negative of one to forget. Smaller than
/// PIPE_BUF, so several writers do not mix.
int pipe_end = -1;

constexpr int kMostRounds = 100;

void tell(pid_t message) {
  if (pipe_end < 0) return;
  while (::write(pipe_end, &message, sizeof message) < 0 && errno == EINTR) {
  }
}

constexpr const char* kMark = kWatchdogMark.data();

/// This process in the whole time of the machine; set before the watchdog is forked.
std::string mark;

void mark_our_children() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  mark = fmt::format("<{}.{}.{}>", ::getpid(), now.tv_sec, now.tv_nsec);
  const char* const inherited = std::getenv(kMark);
  ::setenv(kMark, ((inherited != nullptr ? std::string(inherited) : "") + mark).c_str(), 1);
}

/// Kills every process with our mark; whether there was one that lives.
bool kill_marked() {
  bool any = false;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc() || pid <= 1)
      continue;
    // What is asked about and what is killed are one process, even if the number is given anew.
    const auto process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (process < 0) continue;
    if (proc_file(pid, "environ").value_or("").contains(mark)) {
      any = true;
      ::syscall(SYS_pidfd_send_signal, process, SIGKILL, nullptr, 0);
    }
    ::close(process);
  }
  return any;
}

/// Reads until the other end is closed by the end of the process that holds it.
[[noreturn]] void watch(int from) {
  std::vector<pid_t> groups;
  bool had_children = false;
  while (true) {
    pid_t message = 0;
    const ssize_t count = ::read(from, &message, sizeof message);
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof message) break;
    if (message > 0) {
      groups.push_back(message);
      had_children = true;
    } else {
      const auto known = std::ranges::find(groups, -message);
      if (known != groups.end()) groups.erase(known);
    }
  }
  for (const pid_t group : groups) ::kill(-group, SIGKILL);
  // One that is just being started by another is seen the next time.
  for (int round = 0; had_children && round < kMostRounds && kill_marked(); ++round) {
  }
  ::_exit(0);
}

}  // namespace

void start_watchdog() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  mark_our_children();
  const pid_t child = ::fork();
  if (child != 0) {
    ::close(ends[0]);
    if (child < 0) {
      ::close(ends[1]);
    } else {
      pipe_end = ends[1];
    }
    return;
  }
  // Whatever ends us, a signal to our group among it, must not end the watchdog.
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(signal, SIG_IGN);
  ::prctl(PR_SET_NAME, "verify-watchdog");
  // Nobody shall wait for the end of our output because of it.
  for (int file = 0; file < 1024; ++file)
    if (file != ends[0]) ::close(file);
  watch(ends[0]);
}

void watch_own_group() { tell(::getpid()); }

void unwatch_group(pid_t group) { tell(-group); }

}  // namespace perft_verify::reference
