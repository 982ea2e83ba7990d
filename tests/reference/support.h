// Helpers that the tests of reference/ share: the scripted faulty engine, a temporary folder, a
// look at our own process.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/stopwatch.h"

namespace perft_verify::reference {

inline constexpr std::string_view kStartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr std::string_view kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Occurs in the position command of Kiwipete and in no other of these tests.
inline constexpr std::string_view kKiwipetePart = "p1ppqpb1";

/// `fake_uci` with these arguments.
std::vector<std::string> fake(std::vector<std::string> arguments);

/// A separate folder for each object, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] std::string path(std::string_view name) const { return (folder_ / name).string(); }
  /// Writes a file and returns its path.
  [[nodiscard]] std::string write(std::string_view name, std::string_view content,
                                  bool executable = false) const;

 private:
  std::filesystem::path folder_;
};

std::string file_content(const std::string& path);

/// Sets an environment variable during its lifetime; `nullptr` removes the variable.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value);
  ~ScopedVariable();
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  std::string name_;
  std::string before_;
  bool was_set_ = false;
};

/// Ignores SIGPIPE, as the tool itself does; a test that writes to dead engines calls it.
void ignore_sigpipe();

/// Whether this process has no children, neither living ones nor zombies.
bool has_no_children();
/// Whether a process is gone; an unreaped zombie counts as gone.
bool is_gone(int pid);
/// Waits until it is gone, at most that long.
bool goes_away(int pid, std::chrono::milliseconds patience);

/// The numbers of our open file descriptors.
std::vector<int> open_files();

/// Whether a sanitizer has memory, files and time of its own.
#ifdef PERFT_VERIFY_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
/// Resident memory of this process; meaningless under a sanitizer.
std::size_t resident_bytes();

}  // namespace perft_verify::reference
