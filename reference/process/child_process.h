// A program on the other end of three pipes. The only place that knows Boost.Process.
//
// Every wait has a deadline and can be stopped. The child leads a process group of its own;
// it is killed with its whole group, and by the kernel if the thread that started it dies.
// Its standard error is drained, and the end and the reason for its end kept.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "reference/process/environment.h"
#include "reference/process/running_program.h"

namespace perft_verify::reference {

using Deadline = std::chrono::steady_clock::time_point;

class ChildProcess {
 public:
  enum class Fault : std::uint8_t {
    Closed,       // the child closed its end, which here means that it died
    Timeout,      // the deadline passed
    LineTooLong,  // more than kMaxLine bytes without a line feed
    Stopped,      // the stop token was triggered
  };
  static constexpr std::size_t kMaxLine = 4096;

  struct Options {
    /// Standard error is joined with standard output.
    bool errors_with_output = false;
    EngineEnvironment environment = {};
  };

  /// Starts `command` (program and arguments, no shell). A name without '/' is looked up in
  /// PATH. The error is one sentence.
  static std::expected<std::unique_ptr<ChildProcess>, std::string> start(
      const std::vector<std::string>& command, const Options& options);
  static std::expected<std::unique_ptr<ChildProcess>, std::string> start(
      const std::vector<std::string>& command) {
    return start(command, Options());
  }

  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Kills the group if the child still lives, and reaps it.
  ~ChildProcess();

  /// Writes the line, or several with line feeds between them, and a line feed. They must hold no
  /// other control characters, and the child's output for them has to fit into a pipe (64 KiB):
  /// nothing is read meanwhile.
  std::expected<void, Fault> write_line(std::string_view line, Deadline deadline,
                                        const std::stop_token& stop);
  /// Closes its standard input.
  void close_input();
  /// The next line without its line feed (and carriage return). A last line without line
  /// feed counts.
  std::expected<std::string, Fault> read_line(Deadline deadline, const std::stop_token& stop);

  /// If no output is buffered, the child is left alone for this long, then all its output is
  /// fetched at once. 0, as in the beginning: each line as it comes.
  void set_pause(std::chrono::microseconds pause);

  /// The part of an unfinished line that has arrived, waiting for it up to `patience`; nothing if
  /// there is a whole line. It is not taken away.
  std::string unfinished_line(std::chrono::milliseconds patience, const std::stop_token& stop);

  /// Waits up to `patience` for the child to end by itself, then kills it with its group;
  /// says how it ended: "exited with code 1", "was killed by signal 11 (Segmentation fault)",
  /// "had to be killed".
  std::string end(std::chrono::milliseconds patience);

  /// The CPU time that the child itself has used, all its threads together; not that of
  /// processes which it started. Nothing once it has ended.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const;

  /// The activity of the child and all that it started: a script may wait for a working engine.
  struct Activity {
    std::chrono::nanoseconds cpu_time{0};
    /// The time at work or waiting for a processor; 0 where the kernel does not say.
    std::chrono::nanoseconds awake{0};
    /// One of them waits for a disk, or is at work where `awake` is not known.
    bool runs = false;

    /// Whether they have done something since `before`, so long ago. One that looks for input again
    /// and again is awake for a small part of the time.
    [[nodiscard]] bool has_worked_since(const Activity& before, std::chrono::nanoseconds ago) const;
  };
  [[nodiscard]] Activity activity() const;

  /// The program that it runs now; the system is asked once.
  [[nodiscard]] const std::expected<RunningProgram, std::string>& program();

  /// Whether it, or a process below it, runs now what we run; see running_program.h.
  [[nodiscard]] bool runs_this_program() const;

  /// Whether it has read all that was written to it.
  [[nodiscard]] bool has_read_input() const;
  /// Whether the kernel says that it is blocked in reading its standard input, of which nothing is
  /// left, and has neither another thread nor a child: it has done all that it was told, and its
  /// output is in the pipe. False is no evidence.
  [[nodiscard]] bool awaits_input() const;

  /// The last lines that the child wrote to standard error, up to 4 KiB; before them, the last
  /// reason that it gave for its end earlier (last_words.h).
  [[nodiscard]] std::string stderr_tail() const;

 private:
  struct Impl;
  explicit ChildProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Limits of a child with EngineEnvironment::sandbox: bytes of memory, bytes of a file that it
/// writes, files that are open at once. It leaves no core file and gets no rights by `setuid`.
inline constexpr std::uint64_t kSandboxMemory = std::uint64_t{4} << 30U;
inline constexpr std::uint64_t kSandboxFileSize = std::uint64_t{64} << 20U;
inline constexpr std::uint64_t kSandboxFiles = 256;

/// Kills the process groups of all living children without waiting: for a process that is about to
/// end at once.
void kill_all_children();

/// The file that would be started for `program`, or one sentence with the reason for none. A name
/// without a slash is looked up in PATH, then in /usr/games.
std::expected<std::string, std::string> find_program(const std::string& program);

}  // namespace perft_verify::reference
