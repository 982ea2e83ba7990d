// Which program a living process runs, where that is known for sure.
//
// The command that started it does not tell: `env`, `nice` and a shell script become another
// program, `ssh`, `docker` and a shell that waits start one and pass on what it says, an
// interpreter runs what is in files that nobody has named. What counts is the process itself: its
// executable, what it has mapped, what it was started with, and that nobody stands behind it.
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
  /// The executable, then what it has mapped besides and what its arguments name, by path.
  std::vector<ProgramFile> files;
  friend bool operator==(const RunningProgram&, const RunningProgram&) = default;
};

/// `told` is how many bytes it has been sent so far. The error says why nobody knows which program
/// answers, as a clause: "it has started another process, which may be the one that answers".
std::expected<RunningProgram, std::string> running_program(pid_t process, std::uint64_t told);

}  // namespace perft_verify::reference
