#include "verifier/report/output/standard_error.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace perft_verify::verifier {

void tell(std::string_view text) {
  // fmt::print would throw where the pipe is closed.
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void complain(std::string_view what) { tell(fmt::format("verify: {}\n", what)); }

int failed(ExitCode code, std::string_view what) {
  complain(what);
  return static_cast<int>(code);
}

std::size_t columns_of_terminal(int descriptor) {
  constexpr std::size_t kUnknown = 80;
  if (::isatty(descriptor) == 0) return 0;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return kUnknown;
  return size.ws_col;
}

}  // namespace perft_verify::verifier
