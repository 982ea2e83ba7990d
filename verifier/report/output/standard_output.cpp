#include "verifier/report/output/standard_output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace perft_verify::verifier {

void StandardOutput::write(std::string_view text) {
  while (!text.empty() && good() && !closed_) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      closed_ = errno == EPIPE;
      if (!closed_) failure_ = errno;
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string StandardOutput::error() const { return std::strerror(failure_); }

}  // namespace perft_verify::verifier
