#include "verifier/report/standard_error.h"

#include <fmt/format.h>

#include <cstdio>

namespace perft_verify::verifier {

void tell(std::string_view text) {
  // fmt::print would throw where the pipe is closed.
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void complain(std::string_view what) { tell(fmt::format("verify: {}\n", what)); }

}  // namespace perft_verify::verifier
