#include "tests/verifier/support/command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/reference/support.h"

namespace perft_verify::verifier::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct Pipe {
  int read = -1;
  int write = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {ends[0], ends[1]};
}

void close_end(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

std::vector<std::string> environment_with(
    const std::map<std::string, std::optional<std::string>>& changes) {
  constexpr std::array<std::string_view, 11> kRemoved{"PERFT_VERIFY_STORE",
                                                      "STOCKFISH",
                                                      "NO_COLOR",
                                                      "CLICOLOR_FORCE",
                                                      "LANG",
                                                      "LC_ALL",
                                                      "LC_NUMERIC",
                                                      "TERM",
                                                      "GITHUB_ACTIONS",
                                                      "GITHUB_STEP_SUMMARY",
                                                      "GITHUB_WORKSPACE"};
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const std::string name = text.substr(0, text.find('='));
    if (std::ranges::find(kRemoved, name) == kRemoved.end() && !changes.contains(name))
      result.push_back(text);
  }
  // Answers stored by one test must not reach the next one, nor the user.
  if (!changes.contains("PERFT_VERIFY_STORE")) result.emplace_back("PERFT_VERIFY_STORE=");
  for (const auto& [name, value] : changes)
    if (value) result.push_back(name + "=" + *value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

RunningCommand::RunningCommand(const std::vector<std::string>& command,
                               const CommandOptions& options)
    : input_(options.input), deadline_(steady_clock::now() + options.limit) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  int target = out.write;
  if (!options.output_file.empty())
    target = ::open(options.output_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  std::vector<std::string> words = command;
  std::vector<std::string> variables = environment_with(options.environment);
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> environment = pointers(variables);

  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("no process");
  if (pid_ == 0) {
    ::setpgid(0, 0);
    std::signal(SIGPIPE, SIG_DFL);
    ::dup2(in.read, STDIN_FILENO);
    ::dup2(target, STDOUT_FILENO);
    ::dup2(err.write, STDERR_FILENO);
    ::execve(arguments[0], arguments.data(), environment.data());
    ::_exit(127);
  }
  ::setpgid(pid_, pid_);
  ::close(in.read);
  ::close(out.write);
  ::close(err.write);
  if (target != out.write) ::close(target);
  in_ = in.write;
  out_ = out.read;
  err_ = err.read;
  for (const int descriptor : {in_, out_, err_}) ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

RunningCommand::~RunningCommand() {
  close_end(in_);
  close_end(out_);
  close_end(err_);
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool RunningCommand::time_is_up() const { return steady_clock::now() >= deadline_; }

void RunningCommand::read_some() {
  if (input_.empty()) close_end(in_);
  std::array<pollfd, 3> ends{{{out_, POLLIN, 0}, {err_, POLLIN, 0}, {in_, POLLOUT, 0}}};
  ::poll(ends.data(), ends.size(), 50);
  const auto read_from = [](int& descriptor, short happened, std::string& text) {
    if (descriptor < 0 || happened == 0) return;
    std::array<char, 65536> chunk{};
    const ssize_t count = ::read(descriptor, chunk.data(), chunk.size());
    if (count > 0) text.append(chunk.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) close_end(descriptor);
  };
  read_from(out_, ends[0].revents, result_.out);
  read_from(err_, ends[1].revents, result_.err);
  if (in_ >= 0 && ends[2].revents != 0) {
    const ssize_t count = ::write(in_, input_.data(), input_.size());
    if (count > 0) input_.erase(0, static_cast<std::size_t>(count));
    if (count < 0 && errno != EAGAIN && errno != EINTR) close_end(in_);
  }
}

bool RunningCommand::wait_for_output(std::string_view text) {
  while (!result_.out.contains(text)) {
    if (out_ < 0 || time_is_up()) return false;
    read_some();
  }
  return true;
}

void RunningCommand::send_signal(int signal) const { ::kill(pid_, signal); }

void RunningCommand::close_output() { close_end(out_); }

CommandResult RunningCommand::finish() {
  while ((out_ >= 0 || err_ >= 0) && !time_is_up()) read_some();
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (time_is_up()) {
      result_.timed_out = true;
      ::kill(-pid_, SIGKILL);
      ::waitpid(pid_, &status, 0);
      break;
    }
    std::this_thread::sleep_for(milliseconds(2));
  }
  pid_ = -1;
  result_.killed_by_signal = WIFSIGNALED(status);
  result_.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return std::move(result_);
}

CommandResult run_command(const std::vector<std::string>& command, const CommandOptions& options) {
  return RunningCommand(command, options).finish();
}

CommandResult verify(std::vector<std::string> arguments, const CommandOptions& options) {
  arguments.insert(arguments.begin(), PERFT_VERIFY_COMMAND);
  return run_command(arguments, options);
}

CommandResult without_stockfish(const Words& arguments) {
  return run_command(
      joined({"/usr/bin/unshare", "-m", "/bin/sh", "-c",
              "mount -t tmpfs none /usr/games && exec \"$0\" \"$@\"", PERFT_VERIFY_COMMAND},
             arguments),
      {.environment = {{"PATH", "/usr/sbin:/usr/bin:/sbin:/bin"}}});
}

bool stockfish_can_be_hidden() {
  return run_command({"/usr/bin/unshare", "-m", "/bin/mount", "-t", "tmpfs", "none", "/usr/games"})
             .exit_code == 0;
}

std::string verify_program() { return PERFT_VERIFY_COMMAND; }

std::string fake_engine(std::string_view arguments) {
  return fmt::format("'{}' {}", PERFT_VERIFY_FAKE_UCI, arguments);
}

std::string zoo_engine(std::string_view bug) {
  return fmt::format("'{}' --bug {}", PERFT_VERIFY_BUG_ZOO, bug);
}

std::vector<int> processes_with_argument(std::string_view argument) {
  const std::string wanted = '\0' + std::string(argument) + '\0';
  std::vector<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (!std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) continue;
    const std::string line = reference::file_content(entry.path() / "cmdline");
    if (line.contains(wanted)) found.push_back(std::stoi(name));
  }
  return found;
}

namespace {
bool comes_true(const std::function<bool()>& condition, milliseconds patience) {
  const auto until = steady_clock::now() + patience;
  while (!condition()) {
    if (steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}
}  // namespace

bool appears(std::string_view argument, milliseconds patience) {
  return comes_true([&] { return !processes_with_argument(argument).empty(); }, patience);
}

bool disappears(std::string_view argument, milliseconds patience) {
  return comes_true([&] { return processes_with_argument(argument).empty(); }, patience);
}

}  // namespace perft_verify::verifier::test
