#include "reference/process/watchdog.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "reference/process/system.h"

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
      // Asked when the child tells of itself; from then on its number is nobody else's until we
      // say so.
      if (message.group > 1 && leads_group_below(message.group, parent))
        groups.push_back(message.group);
    } else {
      std::erase(groups, message.group);
    }
  }
  for (const pid_t group : groups) ::kill(-group, SIGKILL);
  // A process that is being started right now is found in the next round.
  for (int round = 0; had_children && round < kMostRounds && kill_all_marked(mark); ++round) {
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
  name_this_process("verify-watchdog");
  // An open copy of our output would keep its readers waiting for the end.
  for (int file = 0; file < 1024; ++file)
    if (file != ends[0]) ::close(file);
  watch(ends[0], parent);
}

void watch_own_group() { tell(::getpid(), true); }

void unwatch_group(pid_t group) { tell(group, false); }

}  // namespace perft_verify::reference
