// The kernel's data on a process, from /proc.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace perft_verify::reference {

/// A file of the process, such as `status`; nothing if there is none, or it may not be read.
std::optional<std::string> proc_file(pid_t process, std::string_view name);

/// Whether it sleeps until something happens; true also if that cannot be known.
bool sleeps(pid_t process);

/// The CPU time of a process and all its descendants, in clock ticks, and whether one of them does
/// not sleep.
struct Work {
  unsigned long long ticks = 0;
  bool runs = false;
};
Work work_of(pid_t process);

/// Whether it has one thread and no children, and is reading its standard input.
bool reads_input(pid_t process);

}  // namespace perft_verify::reference
