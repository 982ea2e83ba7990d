#include "verifier/suite/suite_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "core/text/printable.h"
#include "verifier/suite/built_in.h"

namespace perft_verify::verifier {
namespace {

/// The time that a pipe may have no writer at all.
constexpr std::chrono::seconds kPatience{3};

class Descriptor {
 public:
  explicit Descriptor(const std::string& file)
      : number_(file == "-" ? STDIN_FILENO
                            // A pipe without a writer must not block the open.
                            : ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ > STDIN_FILENO) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

/// Waits for bytes, an end, or so many milliseconds (-1: for ever); returns poll's events.
short wait_for_input(int descriptor, int milliseconds) {
  pollfd waiting{descriptor, POLLIN, 0};
  return ::poll(&waiting, 1, milliseconds) > 0 ? waiting.revents : short{0};
}

}  // namespace

std::expected<std::string, std::string> read_suite_file(const std::string& file) {
  if (const auto built_in = built_in_suite(file)) return std::string(*built_in);
  const std::string name = file == "-" ? "standard input" : printable(file);
  const auto failed = [&name](std::string_view what) {
    return std::unexpected(fmt::format("{}: {}", name, what));
  };
  const Descriptor input(file);
  struct stat status{};
  if (input.number() < 0 || ::fstat(input.number(), &status) != 0)
    return failed(std::strerror(errno));
  if (S_ISDIR(status.st_mode))
    return std::unexpected(fmt::format("{} is a directory; name the suites in it", name));
  const std::string too_large =
      fmt::format("more than {} MB; split the suite", kMaxSuiteBytes >> 20U);
  std::string bytes;
  if (S_ISREG(status.st_mode)) {
    if (static_cast<std::uint64_t>(status.st_size) > kMaxSuiteBytes) return failed(too_large);
    bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
  }
  bool pipe = S_ISFIFO(status.st_mode) && file != "-";
  const auto begin = std::chrono::steady_clock::now();
  std::string block(std::size_t{1} << 18U, '\0');
  while (true) {
    const ssize_t count = ::read(input.number(), block.data(), block.size());
    if (count > 0) {
      bytes.append(block, 0, static_cast<std::size_t>(count));
      if (bytes.size() > kMaxSuiteBytes) return failed(too_large);
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      wait_for_input(input.number(), -1);
      continue;
    }
    if (count < 0) return failed(fmt::format("cannot be read: {}", std::strerror(errno)));
    if (!pipe || !bytes.empty()) return bytes;
    // The end of a pipe, or a pipe whose writer has not come yet.
    if ((wait_for_input(input.number(), 100) & POLLHUP) != 0) pipe = false;
    if (std::chrono::steady_clock::now() - begin > kPatience)
      return failed("this is a pipe, and nobody writes to it");
  }
}

}  // namespace perft_verify::verifier
