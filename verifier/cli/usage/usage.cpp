#include "verifier/cli/usage/usage.h"

#include <fmt/format.h>

namespace perft_verify::verifier {

std::unexpected<NotToRun> wrong(const std::string& what) {
  return std::unexpected(NotToRun{
      2, fmt::format(
             "verify: {}\n`verify -h` has the most used options, `verify --help` all of them.\n",
             what)});
}

}  // namespace perft_verify::verifier
