#include "reference/process/watchdog.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "reference/process/proc.h"

namespace perft_verify::reference {
namespace {

/// A message to the watchdog: a group to watch, or one to forget. It arrives whole or not at all
/// (SOCK_SEQPACKET); data of another length or tag is not a message.
struct Message {
  static constexpr std::uint64_t kTag = 0x5056776174636864;  // "PVwatchd"
  std::uint64_t tag = kTag;
  pid_t group = 0;
  bool is_alive = false;
};

int channel = -1;

constexpr int kMostRounds = 100;

void tell(pid_t group, bool is_alive) {
  if (channel < 0) return;
  Message message;
  message.group = group;
  message.is_alive = is_alive;
  while (::send(channel, &message, sizeof message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

constexpr const char* kMark = kWatchdogMark.data();

/// Identifies this process for the uptime of the machine; set before the watchdog is forked.
std::string mark;

void mark_our_children() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  mark = fmt::format("<{}.{}.{}>", ::getpid(), now.tv_sec, now.tv_nsec);
  const char* const inherited = std::getenv(kMark);
  ::setenv(kMark, ((inherited != nullptr ? std::string(inherited) : "") + mark).c_str(), 1);
}

/// Kills every process with our mark; returns whether there was one that lives.
bool kill_marked() {
  bool any = false;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc() || pid <= 1)
      continue;
    // The process that is examined is the one that is killed, even if its number is reused.
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

/// Whether the group is led by a child of `parent`, as all groups that we make are. Checked when
/// the child announces itself; from then on its number is not reused until we release it.
bool is_ours(pid_t group, pid_t parent) {
  // "pid (name) state parent group …"; the name may hold anything.
  const std::string status = group > 1 ? proc_file(group, "stat").value_or("") : "";
  std::istringstream fields(status.substr(std::min(status.rfind(')') + 1, status.size())));
  std::string state;
  pid_t its_parent = 0;
  pid_t its_group = 0;
  return fields >> state >> its_parent >> its_group && its_parent == parent && its_group == group;
}

/// Reads until the process that holds the other end has ended.
[[noreturn]] void watch(int from, pid_t parent) {
  std::vector<pid_t> groups;
  bool had_children = false;
  while (true) {
    Message message;
    const ssize_t count = ::recv(from, &message, sizeof message, MSG_TRUNC);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    if (count != sizeof message || message.tag != Message::kTag) continue;
    if (message.is_alive) {
      had_children = true;
      if (is_ours(message.group, parent)) groups.push_back(message.group);
    } else {
      std::erase(groups, message.group);
    }
  }
  for (const pid_t group : groups) ::kill(-group, SIGKILL);
  // A process that is being started right now is found in the next round.
  for (int round = 0; had_children && round < kMostRounds && kill_marked(); ++round) {
  }
  ::_exit(0);
}

}  // namespace

void open_standard_streams() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", O_RDWR);
}

void start_watchdog() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  mark_our_children();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) {
    ::close(ends[0]);
    if (child < 0) {
      ::close(ends[1]);
    } else {
      channel = ends[1];
    }
    return;
  }
  // A signal that ends us, to our group for example, must not end the watchdog.
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(signal, SIG_IGN);
  ::prctl(PR_SET_NAME, "verify-watchdog");
  // An open copy of our output would keep its readers waiting for the end.
  for (int file = 0; file < 1024; ++file)
    if (file != ends[0]) ::close(file);
  watch(ends[0], parent);
}

void watch_own_group() { tell(::getpid(), true); }

void unwatch_group(pid_t group) { tell(group, false); }

}  // namespace perft_verify::reference
