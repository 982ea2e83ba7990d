// A profile, as TOML and as a section of perft-dialects.ini: a wish, or one sentence that says what
// is wrong.
#include "reference/dialect/profile.h"

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
  const auto profile = reference::read_profile(name);
  fuzz::must(profile ? !profile->command.empty() : !profile.error().empty(),
             "a profile names a program");
  return 0;
}
