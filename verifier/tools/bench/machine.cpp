#include "verifier/tools/bench/machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include "core/text/printable.h"
#include "reference/process/system.h"

namespace perft_verify::verifier {

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

std::string cpu_name() {
  if (const std::string name = reference::processor_name(); !name.empty())
    return printable(name, 80);
  utsname system{};
  return ::uname(&system) == 0 ? fmt::format("{} CPU", system.machine) : "unknown CPU";
}

}  // namespace perft_verify::verifier
