#include "reference/process/child_process.h"

// Boost 1.81 needs these two before the process headers.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/readable_pipe.hpp>
#include <boost/asio/writable_pipe.hpp>
#include <boost/asio/write.hpp>
#include <boost/optional.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/process/v2/stdio.hpp>
#include <boost/type_traits.hpp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/text/printable.h"
#include "reference/process/last_words.h"
#include "reference/process/system.h"
#include "reference/process/watchdog.h"

namespace perft_verify::reference {
namespace {

namespace asio = boost::asio;
namespace process = boost::process::v2;
using boost::system::error_code;

constexpr std::size_t kChunk = std::size_t{64} * 1024;
constexpr std::size_t kStderrTail = 4096;

/// The limits of `--sandbox`. Memory is what a program has written to or may write to: the large
/// empty spaces that some runtimes reserve do not count.
void limit_resources() {
  const auto limit = [](int what, rlim_t most) {
    rlimit limits{};
    if (::getrlimit(what, &limits) != 0) return;
    limits.rlim_max = std::min(limits.rlim_max, most);
    limits.rlim_cur = limits.rlim_max;
    ::setrlimit(what, &limits);
  };
  limit(RLIMIT_DATA, kSandboxMemory);
  limit(RLIMIT_FSIZE, kSandboxFileSize);
  limit(RLIMIT_NOFILE, kSandboxFiles);
  limit(RLIMIT_CORE, 0);
  forbid_more_rights();
}

/// The child's own setup between fork and exec.
struct OwnGroup {
  bool errors_with_output = false;
  bool sandbox = false;
  pid_t parent = ::getpid();

  template <typename Launcher, typename Path>
  error_code on_exec_setup(Launcher&, const Path&, const char* const*&) const {
    ::setpgid(0, 0);
    if (!end_with_parent(parent)) ::_exit(127);
    ::signal(SIGPIPE, SIG_DFL);
    ::signal(SIGXFSZ, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (errors_with_output) ::dup2(STDOUT_FILENO, STDERR_FILENO);
    watch_own_group();
    // Boost 1.81 leaves the pipes open under their old numbers as well, and then a child that
    // closes its output is not seen to do so.
    keep_standard_streams_only();
    if (sandbox) limit_resources();
    return {};
  }
};

/// The longest time that a child may take from fork to exec.
constexpr int kMostMillisecondsToExec = 10'000;

/// Boost's launcher, without its allocations and locks between fork and exec: another thread may
/// have held such a lock, and then the child would hang there for good.
struct SafeLauncher : process::posix::default_launcher {
  template <typename... Initializers>
  error_code launch(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    Initializers&&... initializers) {
    const char* const* argv = build_argv_(program, arguments);
    pipe_guard ends;
    if (::pipe2(ends.p, O_CLOEXEC) != 0) return last_error();
    pid = ::fork();
    if (pid < 0) return last_error();
    if (pid == 0) {
      const error_code failed =
          process::posix::detail::on_exec_setup(*this, program, argv, initializers...);
      if (!failed)
        ::execve(program.c_str(), const_cast<char* const*>(argv), const_cast<char* const*>(env));
      const int reason = failed ? failed.value() : errno;
      (void)!::write(ends.p[1], &reason, sizeof reason);
      ::_exit(127);
    }
    ::close(std::exchange(ends.p[1], -1));
    return outcome(ends.p[0]);
  }

 private:
  static error_code last_error() { return {errno, boost::system::system_category()}; }

  /// The error that the child reports; none if it became the program.
  error_code outcome(int from) const {
    pollfd ready{.fd = from, .events = POLLIN, .revents = 0};
    int count = 0;
    while ((count = ::poll(&ready, 1, kMostMillisecondsToExec)) < 0 && errno == EINTR) {
    }
    if (count == 0) {
      ::kill(pid, SIGKILL);
      return {ETIMEDOUT, boost::system::system_category()};
    }
    int reason = 0;
    ssize_t size = 0;
    while ((size = ::read(from, &reason, sizeof reason)) < 0 && errno == EINTR) {
    }
    return size == sizeof reason ? error_code{reason, boost::system::system_category()}
                                 : error_code{};
  }
};

/// NAME=VALUE as execve wants them; points into `variables`.
std::vector<const char*> pointers_to(const std::vector<std::string>& variables) {
  std::vector<const char*> pointers;
  for (const std::string& variable : variables) pointers.push_back(variable.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

/// Two forks at once are not safe: the second child would inherit pipe ends that the first one is
/// about to get.
std::mutex& spawn_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// The groups that are alive, for a process that has no time to end them properly.
std::array<std::atomic<pid_t>, 1024> living{};

void remember(pid_t pid) {
  for (auto& slot : living) {
    pid_t free = 0;
    if (slot.compare_exchange_strong(free, pid)) return;
  }
}

void forget(pid_t pid) {
  for (auto& slot : living) {
    pid_t mine = pid;
    if (slot.compare_exchange_strong(mine, 0)) return;
  }
}

std::string describe_status(int status) {
  if (WIFEXITED(status)) return fmt::format("exited with code {}", WEXITSTATUS(status));
  if (WIFSIGNALED(status))
    return fmt::format("was killed by signal {} ({})", WTERMSIG(status),
                       ::strsignal(WTERMSIG(status)));
  return "ended";
}

bool is_executable_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

void kill_all_children() {
  for (const auto& slot : living)
    if (const pid_t pid = slot; pid > 0) ::kill(-pid, SIGKILL);
}

std::expected<std::string, std::string> find_program(const std::string& program) {
  if (program.empty()) return std::unexpected("no program is named");
  if (program.contains('/')) {
    struct stat status{};
    if (::stat(program.c_str(), &status) != 0)
      return std::unexpected(fmt::format("{}: {}", printable(program), std::strerror(errno)));
    if (S_ISDIR(status.st_mode))
      return std::unexpected(fmt::format("{} is a directory", printable(program)));
    if (!is_executable_file(program))
      return std::unexpected(fmt::format("{} is not executable (chmod +x?)", printable(program)));
    return program;
  }
  // Debian puts chess engines in /usr/games, which the PATH of root and of containers lacks.
  const char* const path = std::getenv("PATH");
  const std::string folders =
      fmt::format("{}:/usr/games", path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  std::string_view rest = folders;
  while (true) {
    const std::size_t colon = rest.find(':');
    std::string candidate = fmt::format("{}/{}", rest.substr(0, colon), program);
    if (is_executable_file(candidate)) return candidate;
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  const std::string here = "./" + program;
  return std::unexpected(
      is_executable_file(here)
          ? fmt::format(
                "no program {} in PATH or /usr/games; for the one in this folder write ./{}",
                printable(program), printable(program))
          : fmt::format("no program {} in PATH or /usr/games", printable(program)));
}

struct ChildProcess::Impl {
  asio::io_context io;
  asio::writable_pipe in{io};
  asio::readable_pipe out{io};
  asio::readable_pipe err{io};
  pid_t pid = -1;
  bool reaped = true;  // or not started yet

  std::array<char, kChunk> out_chunk{};
  std::array<char, kChunk> err_chunk{};
  std::string out_buffer;  // read and not yet handed out
  std::size_t out_begin = 0;
  std::string err_reason;  // the last one that is no longer in the tail
  std::string err_tail;
  bool reading = false;
  bool out_closed = false;
  std::chrono::microseconds pause{0};
  // Here, and not in the frame of write_line, which an exception may leave before the handler runs.
  std::string writing;
  std::optional<error_code> written;  // the line's end or error
  std::uint64_t told = 0;             // bytes
  std::optional<std::expected<RunningProgram, std::string>> program;

  void read_out() {
    reading = true;
    out.async_read_some(asio::buffer(out_chunk), [this](error_code error, std::size_t count) {
      reading = false;
      out_buffer.append(out_chunk.data(), count);
      if (error) out_closed = true;
    });
  }

  void read_err() {
    err.async_read_some(asio::buffer(err_chunk), [this](error_code error, std::size_t count) {
      err_tail.append(err_chunk.data(), count);
      if (err_tail.size() > kStderrTail) drop_old_errors();
      if (!error) read_err();
    });
  }

  /// In whole lines, where there are some.
  void drop_old_errors() {
    const std::size_t excess = err_tail.size() - kStderrTail;
    const std::size_t feed = err_tail.find('\n', excess - 1);
    const std::size_t dropped = feed == std::string::npos ? excess : feed + 1;
    if (const auto reason = reason_in(std::string_view(err_tail).substr(0, dropped));
        !reason.empty())
      err_reason = reason.substr(0, kStderrTail);
    err_tail.erase(0, dropped);
  }

  /// Runs handlers that need not wait. A flood on standard error has one ready at all times.
  void run_what_is_ready() {
    constexpr int kMostHandlers = 16;
    io.restart();
    int ran = 0;
    while (ran < kMostHandlers && io.poll_one() > 0) ++ran;
  }

  /// Runs handlers until `done()`, the deadline or a stop.
  template <typename Done>
  std::expected<void, Fault> run_until(Done done, Deadline deadline, const std::stop_token& stop) {
    // Ends the wait below, without memory and from any thread.
    const std::stop_callback wake(stop, [this] { io.stop(); });
    while (!done()) {
      if (stop.stop_requested()) return std::unexpected(Fault::Stopped);
      io.restart();
      if (std::chrono::steady_clock::now() < deadline) {
        io.run_one_until(deadline);
        continue;
      }
      run_what_is_ready();  // output received by now is in time
      if (!done()) return std::unexpected(Fault::Timeout);
    }
    return {};
  }

  void close_pipes() {
    error_code ignored;
    (void)in.close(ignored);
    (void)out.close(ignored);
    (void)err.close(ignored);
  }

  /// Whether the child has ended; this does not reap it, so its process group number cannot be
  /// reused yet.
  [[nodiscard]] bool has_ended() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == pid;
  }
};

ChildProcess::ChildProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

std::expected<std::unique_ptr<ChildProcess>, std::string> ChildProcess::start(
    const std::vector<std::string>& command, const Options& options) {
  if (command.empty()) return std::unexpected("no program is named");
  const auto program = find_program(command.front());
  if (!program) return std::unexpected(program.error());

  try {
    // Made before the program is started: whatever fails after that, its destructor ends the child.
    std::unique_ptr<ChildProcess> child(new ChildProcess(std::make_unique<Impl>()));
    Impl& impl = *child->impl_;
    const std::vector<std::string> arguments(command.begin() + 1, command.end());
    const std::lock_guard lock(spawn_mutex());
    const std::vector<std::string> environment = child_environment(options.environment);
    const std::vector<const char*> variables = pointers_to(environment);
    SafeLauncher launcher;
    launcher.env = variables.data();
    const error_code error =
        launcher.launch(*program, arguments, process::process_stdio{impl.in, impl.out, impl.err},
                        OwnGroup{options.errors_with_output, options.environment.sandbox});
    if (error) {
      if (launcher.pid > 0) {
        ::waitpid(launcher.pid, nullptr, 0);
        unwatch_group(launcher.pid);
      }
      return std::unexpected(fmt::format("{} cannot be started: {}{}", printable(*program),
                                         error.message(),
                                         error == boost::system::errc::executable_format_error
                                             ? " (a script needs a first line like #!/bin/sh; a "
                                               "binary must be built for this machine)"
                                             : ""));
    }
    impl.pid = launcher.pid;
    impl.reaped = false;
    remember(impl.pid);
    impl.read_err();
    return child;
  } catch (const std::exception& error) {
    return std::unexpected(
        fmt::format("{} cannot be started: {}", printable(*program), error.what()));
  }
}

ChildProcess::~ChildProcess() {
  try {
    end(std::chrono::milliseconds(0));
    // Handlers point into the buffers of Impl: they have to finish first.
    impl_->close_pipes();
    impl_->io.restart();
    impl_->io.run_for(std::chrono::seconds(1));
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // A destructor cannot report the error.
  }
}

std::expected<void, ChildProcess::Fault> ChildProcess::write_line(std::string_view line,
                                                                  Deadline deadline,
                                                                  const std::stop_token& stop) {
  Impl& impl = *impl_;
  impl.writing = line;
  impl.writing += '\n';
  impl.told += impl.writing.size();
  impl.written.reset();
  asio::async_write(impl.in, asio::buffer(impl.writing),
                    [&impl](error_code error, std::size_t) { impl.written = error; });
  const auto waited = impl.run_until([&] { return impl.written; }, deadline, stop);
  if (!waited) {
    // The buffer is free for the next line when the handler has run.
    error_code ignored;
    (void)impl.in.cancel(ignored);
    while (!impl.written) {
      impl.io.restart();
      impl.io.run_one();
    }
    return waited;
  }
  if (*impl.written) return std::unexpected(Fault::Closed);
  return {};
}

void ChildProcess::close_input() {
  error_code ignored;
  (void)impl_->in.close(ignored);
}

std::expected<std::string, ChildProcess::Fault> ChildProcess::read_line(
    Deadline deadline, const std::stop_token& stop) {
  Impl& impl = *impl_;
  std::size_t searched = impl.out_begin;
  while (true) {
    const std::size_t feed = impl.out_buffer.find('\n', searched);
    const bool last = feed == std::string::npos && impl.out_closed;
    const std::size_t end = feed != std::string::npos ? feed : impl.out_buffer.size();
    if (end - impl.out_begin > kMaxLine) return std::unexpected(Fault::LineTooLong);
    if (feed != std::string::npos || (last && end > impl.out_begin)) {
      std::string line = impl.out_buffer.substr(impl.out_begin, end - impl.out_begin);
      impl.out_begin = last ? end : feed + 1;
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (last) return std::unexpected(Fault::Closed);
    impl.out_buffer.erase(0, impl.out_begin);
    impl.out_begin = 0;
    searched = impl.out_buffer.size();
    if (impl.pause.count() > 0) std::this_thread::sleep_for(impl.pause);
    if (!impl.reading) impl.read_out();
    const auto waited = impl.run_until([&] { return !impl.reading; }, deadline, stop);
    if (!waited) return std::unexpected(waited.error());
  }
}

void ChildProcess::set_pause(std::chrono::microseconds pause) { impl_->pause = pause; }

std::string ChildProcess::unfinished_line(std::chrono::milliseconds patience,
                                          const std::stop_token& stop) {
  Impl& impl = *impl_;
  const Deadline deadline = std::chrono::steady_clock::now() + patience;
  while (impl.out_buffer.size() == impl.out_begin && !impl.out_closed) {
    if (!impl.reading) impl.read_out();
    if (!impl.run_until([&] { return !impl.reading; }, deadline, stop)) break;
  }
  if (impl.out_buffer.find('\n', impl.out_begin) != std::string::npos) return {};
  return impl.out_buffer.substr(impl.out_begin);
}

std::string ChildProcess::end(std::chrono::milliseconds patience) {
  Impl& impl = *impl_;
  if (impl.reaped) return "ended";
  const auto until = std::chrono::steady_clock::now() + patience;
  bool ended = impl.has_ended();
  while (!ended && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ended = impl.has_ended();
  }
  ::kill(-impl.pid, SIGKILL);  // the whole group: it may outlive its leader
  ::kill(impl.pid, SIGKILL);   // it may have left the group
  unwatch_group(impl.pid);     // its number is ours until it has been reaped
  int status = 0;
  while (::waitpid(impl.pid, &status, 0) == -1 && errno == EINTR) {
  }
  impl.reaped = true;
  forget(impl.pid);
  impl.run_what_is_ready();  // the rest of standard error
  return ended ? describe_status(status) : "had to be killed";
}

std::optional<std::chrono::nanoseconds> ChildProcess::cpu_time() const {
  clockid_t clock{};
  timespec time{};
  if (impl_->reaped || ::clock_getcpuclockid(impl_->pid, &clock) != 0 ||
      ::clock_gettime(clock, &time) != 0)
    return std::nullopt;
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

ChildProcess::Activity ChildProcess::activity() const {
  if (impl_->reaped) return {};
  const Work work = work_of(impl_->pid);
  const auto ticks = std::max(::sysconf(_SC_CLK_TCK), 1L);
  return {std::chrono::nanoseconds(std::chrono::seconds(1)) * work.ticks / ticks, work.awake,
          work.runs};
}

bool ChildProcess::Activity::has_worked_since(const Activity& before,
                                              std::chrono::nanoseconds ago) const {
  constexpr std::chrono::milliseconds kLongest{300};  // work may have begun only just now
  if (runs || awake < before.awake) return true;      // a process below it has ended
  if (awake.count() == 0) return cpu_time != before.cpu_time;
  return 4 * (awake - before.awake) >= std::min<std::chrono::nanoseconds>(ago, kLongest);
}

const std::expected<RunningProgram, std::string>& ChildProcess::program() {
  if (!impl_->program) impl_->program = running_program(impl_->pid, impl_->told);
  return *impl_->program;
}

bool ChildProcess::runs_this_program() const {
  return !impl_->reaped && reference::runs_this_program(impl_->pid);
}

bool ChildProcess::has_read_input() const {
  int waiting = 0;
  return impl_->in.is_open() && ::ioctl(impl_->in.native_handle(), FIONREAD, &waiting) == 0 &&
         waiting == 0;
}

bool ChildProcess::awaits_input() const {
  return !impl_->reaped && has_read_input() && reads_input(impl_->pid) && has_read_input();
}

std::string ChildProcess::stderr_tail() const {
  const std::string& reason = impl_->err_reason;
  return reason.empty() ? impl_->err_tail : reason + "\n" + impl_->err_tail;
}

}  // namespace perft_verify::reference
