#include "tests/reference/support.h"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace perft_verify::reference {

std::vector<std::string> fake(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), PERFT_VERIFY_FAKE_UCI);
  return arguments;
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "perft_verify_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string ScratchFolder::write(std::string_view name, std::string_view content,
                                 bool executable) const {
  const std::string file = path(name);
  std::ofstream(file, std::ios::binary) << content;
  if (executable)
    std::filesystem::permissions(file, std::filesystem::perms::owner_exec,
                                 std::filesystem::perm_options::add);
  return file;
}

std::string file_content(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  // Iterators would throw where a process ends while its file in /proc is read.
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

ScopedVariable::ScopedVariable(const char* name, const char* value) : name_(name) {
  if (const char* const before = std::getenv(name)) {
    was_set_ = true;
    before_ = before;
  }
  if (value != nullptr) {
    ::setenv(name, value, 1);
  } else {
    ::unsetenv(name);
  }
}

ScopedVariable::~ScopedVariable() {
  if (was_set_) {
    ::setenv(name_.c_str(), before_.c_str(), 1);
  } else {
    ::unsetenv(name_.c_str());
  }
}

void ignore_sigpipe() { std::signal(SIGPIPE, SIG_IGN); }

bool has_no_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == -1 && errno == ECHILD;
}

bool is_gone(int pid) {
  const std::string status = file_content(fmt::format("/proc/{}/stat", pid));
  // "pid (name) state …"; the name may hold anything.
  const std::size_t name_end = status.rfind(')');
  return name_end == std::string::npos || name_end + 2 >= status.size() ||
         status[name_end + 2] == 'Z' || status[name_end + 2] == 'X';
}

bool goes_away(int pid, std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!is_gone(pid)) {
    if (std::chrono::steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

std::vector<int> open_files() {
  std::vector<int> numbers;
  DIR* const folder = ::opendir("/proc/self/fd");
  while (const dirent* const entry = ::readdir(folder))
    if (entry->d_name[0] != '.') numbers.push_back(std::atoi(entry->d_name));
  std::erase(numbers, ::dirfd(folder));
  ::closedir(folder);
  std::ranges::sort(numbers);
  return numbers;
}

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace perft_verify::reference
