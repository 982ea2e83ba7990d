// The services of the operating system besides POSIX.1-2024 (which has process groups, pipe2 and
// SOCK_CLOEXEC). They say what other processes are and do, and end engines with us.
// system_linux.cpp has them by /proc and Linux's own calls; a port is another such file. A system
// that cannot say gives the answers that claim nothing.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perft_verify::reference {

// --- This process ----------------------------------------------------------------------------

/// A path that opens the program that we are, even if it has been replaced since.
std::string own_program();

/// Our arguments, the program's name first; empty if nobody knows.
std::vector<std::string> own_arguments();

/// How many files we have open; 0 if nobody knows.
std::size_t own_open_files();

/// The name of this machine; empty if it has none.
std::string host_name();

/// Sets the name under which this process is listed.
void name_this_process(const char* name);

/// The name that the processor gives itself; empty if it gives none.
std::string processor_name();

// --- Between fork and exec: async-signal-safe ------------------------------------------------

/// This process is killed when its parent ends. False if the parent has ended already.
bool end_with_parent(pid_t parent);

/// All but the standard streams are closed at exec.
void keep_standard_streams_only();

/// Nothing that it starts has more rights than it has.
void forbid_more_rights();

// --- Another process -------------------------------------------------------------------------

/// Of a process and all below it, all their threads together.
struct Work {
  unsigned long long ticks = 0;  // of the clock: the CPU time
  /// The time at work or waiting for a processor; 0 where the kernel does not say.
  std::chrono::nanoseconds awake{0};
  /// One of them waits for a disk, or is at work where `awake` is not known.
  bool runs = false;
};
Work work_of(pid_t process);

/// Whether it has one thread and no children, and is reading its standard input.
bool reads_input(pid_t process);

/// Whether it leads a process group and is a child of `parent`.
bool leads_group_below(pid_t process, pid_t parent);

/// Kills every process whose environment contains the text. Returns whether there was one.
bool kill_all_marked(std::string_view mark);

/// A path that opens the program that it runs, even if it has been replaced since.
std::string program_of(pid_t process);

/// Its arguments, the program's name first; empty if nobody knows.
std::vector<std::string> arguments_of(pid_t process);

/// The environment that it was started with, as NAME=VALUE; nothing if nobody knows.
std::optional<std::vector<std::string>> environment_of(pid_t process);

/// A file that it has mapped.
struct Mapping {
  std::string path;  // as it was when it was mapped
  std::uint64_t inode = 0;
  bool has_code = false;
};
/// Mappings of files; a file may have several. Nothing if nobody knows.
std::optional<std::vector<Mapping>> mappings_of(pid_t process);

/// The processes that it has started and that are there; nothing if nobody knows.
std::optional<std::vector<pid_t>> children_of(pid_t process);

/// Whether it has a socket open; nothing if nobody knows.
std::optional<bool> has_sockets(pid_t process);

/// The bytes that it has read, from any source.
std::optional<std::uint64_t> bytes_read(pid_t process);

}  // namespace perft_verify::reference
