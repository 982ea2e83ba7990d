// The program that a living process runs, if that is known for sure.
//
// The command that started it is not enough: `env`, `nice` and a shell script become another
// program; `ssh`, `docker` and a waiting shell start one and pass on its output; an interpreter
// runs files that the command need not name. The process itself is examined: its executable, its
// mapped files, its arguments, its environment, and that no other process stands behind it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace perft_verify::reference {

struct ProgramFile {
  std::string path;   // to be read while the process lives
  std::string state;  // changes when the file is written, or another one takes its place
  friend bool operator==(const ProgramFile& a, const ProgramFile& b) { return a.state == b.state; }
};

struct RunningProgram {
  std::vector<std::string> arguments;  // without its own name
  /// Of its environment, as NAME=VALUE, what others have added to that of any engine, sorted.
  std::vector<std::string> environment;
  /// The executable, then its other mapped files and those that its arguments name, by path.
  std::vector<ProgramFile> files;
  friend bool operator==(const RunningProgram&, const RunningProgram&) = default;
};

/// `told` is the number of bytes that it has been sent so far. The error is a clause why the
/// program is not known: "it has started another process, which may be the one that answers".
std::expected<RunningProgram, std::string> running_program(pid_t process, std::uint64_t told);

/// Whether a file is the program that we are, or a copy of it.
bool is_this_program(const std::string& file);

/// Whether a process, or one below it, runs the program that we are, under whatever name. One on
/// another machine, or behind a service, is not seen.
bool runs_this_program(pid_t process);

}  // namespace perft_verify::reference
