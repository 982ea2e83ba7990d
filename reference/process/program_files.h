// The program that a run began with: an engine that is rebuilt while it is being verified would mix
// the answers of two programs, and neither would be judged.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace perft_verify::reference {

/// Shared by all users of the same command. May be called from several threads.
class ProgramFiles {
 public:
  /// To be called before each start of `command` (program and arguments): one sentence if the
  /// program, or the script that is its first argument, is not the file that it was at the first
  /// start. A process that is already running keeps the old file.
  std::optional<std::string> replaced(const std::vector<std::string>& command);

 private:
  struct Seen {
    std::string path;
    std::string state;
  };
  std::mutex mutex_;
  bool first_ = true;
  std::vector<Seen> seen_;
};

}  // namespace perft_verify::reference
