#include "verifier/tools/bench/machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>

#include "core/text/printable.h"

namespace perft_verify::verifier {

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t name = line.find_first_not_of(" \t", line.find(':') + 1);
    if (name != std::string::npos) return printable(line.substr(name), 80);
  }
  utsname system{};  // ARM has no names there
  return ::uname(&system) == 0 ? fmt::format("{} CPU", system.machine) : "unknown CPU";
}

}  // namespace perft_verify::verifier
