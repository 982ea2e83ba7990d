// A file of profiles (perft-dialects.ini): a wish, or one sentence that describes the error.
#include <sys/mman.h>
#include <unistd.h>

#include "reference/dialect/dialect.h"
#include "tests/fuzz/target.h"

using namespace perft_verify;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = ::memfd_create("profiles", MFD_CLOEXEC);
  static const std::string name = "/proc/self/fd/" + std::to_string(file);
  fuzz::must(
      ::ftruncate(file, 0) == 0 && ::pwrite(file, data, size, 0) == static_cast<ssize_t>(size),
      "the input can be written down");
  const auto wish = reference::find_dialect("my-engine", {name});
  fuzz::must(wish || !wish.error().empty(), "an error is a sentence");
  return 0;
}
