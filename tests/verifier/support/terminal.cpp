#include "tests/verifier/support/terminal.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

namespace perft_verify::verifier::test {

std::string verify_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                               const std::string& folder) {
  constexpr int kPatienceMs = 60'000;
  std::string program = PERFT_VERIFY_COMMAND;
  std::vector<std::string> words = arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const winsize size{.ws_row = 40, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    for (const char* name : {"NO_COLOR", "CLICOLOR_FORCE", "GITHUB_ACTIONS"}) ::unsetenv(name);
    if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(126);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  EXPECT_GT(child, 0);
  std::string output;
  char buffer[4096];
  while (true) {
    pollfd wait{terminal, POLLIN, 0};
    if (::poll(&wait, 1, kPatienceMs) <= 0) {
      ADD_FAILURE() << "nothing more after " << output;
      ::kill(child, SIGKILL);
      break;
    }
    const ssize_t count = ::read(terminal, buffer, sizeof buffer);
    if (count <= 0) break;  // a terminal without a program is an error, not an end
    output.append(buffer, static_cast<std::size_t>(count));
  }
  ::close(terminal);
  ::waitpid(child, nullptr, 0);
  return output;
}

std::vector<std::string> screen_of(const std::string& output) {
  std::vector<std::string> lines{""};
  std::size_t column = 0;
  for (std::size_t at = 0; at < output.size(); ++at) {
    std::string& line = lines.back();
    if (output[at] == '\n') {
      lines.emplace_back();
      column = 0;
    } else if (output[at] == '\r') {
      column = 0;
    } else if (output[at] == '\x1b' && at + 1 < output.size() && output[at + 1] == '[') {
      at += 2;
      while (at < output.size() && (output[at] < '@' || output[at] > '~')) ++at;
      if (at < output.size() && output[at] == 'K') line.resize(column);
    } else {
      line.resize(std::max(line.size(), column + 1), ' ');
      line[column++] = output[at];
    }
  }
  return lines;
}

}  // namespace perft_verify::verifier::test
