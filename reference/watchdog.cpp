#include "reference/watchdog.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace perft_verify::reference {
namespace {

/// Written to the watchdog: a group to watch, or the negative of one to forget. Smaller than
/// PIPE_BUF, so several writers do not mix.
int pipe_end = -1;

void tell(pid_t message) {
  if (pipe_end < 0) return;
  while (::write(pipe_end, &message, sizeof message) < 0 && errno == EINTR) {
  }
}

/// Reads until the other end is closed by the end of the process that holds it.
[[noreturn]] void watch(int from) {
  std::vector<pid_t> groups;
  while (true) {
    pid_t message = 0;
    const ssize_t count = ::read(from, &message, sizeof message);
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof message) break;
    if (message > 0) {
      groups.push_back(message);
    } else {
      const auto known = std::ranges::find(groups, -message);
      if (known != groups.end()) groups.erase(known);
    }
  }
  for (const pid_t group : groups) ::kill(-group, SIGKILL);
  ::_exit(0);
}

}  // namespace

void start_watchdog() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
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
