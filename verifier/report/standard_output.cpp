#include "verifier/report/standard_output.h"

#include <unistd.h>

#include <cerrno>

namespace perft_verify::verifier {

void StandardOutput::write(std::string_view text) {
  while (!text.empty() && !failed_ && !closed_) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      (errno == EPIPE ? closed_ : failed_) = true;
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace perft_verify::verifier
