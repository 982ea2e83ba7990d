// Runs a program as a user would: no shell, its own process group, a time limit, standard output
// and error kept apart.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perft_verify::verifier::test {

using Words = std::vector<std::string>;

inline Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

struct CommandOptions {
  std::string input = {};  // standard input; closed after it
  /// Set, or removed if there is no value. STOCKFISH, NO_COLOR, CLICOLOR_FORCE, those of GitHub
  /// Actions and the locale of the user are removed in any case.
  std::map<std::string, std::optional<std::string>> environment = {};
  /// A file that takes standard output instead of us.
  std::string output_file = {};
  /// Ends what hangs; a busy machine must not reach it.
  std::chrono::milliseconds limit{180'000};
};

struct CommandResult {
  int exit_code = -1;  // as a shell shows it: 128 + N after signal N
  bool killed_by_signal = false;
  bool timed_out = false;
  std::string out;
  std::string err;
};

/// A running program. Killed with its group at the end of the object's life.
class RunningCommand {
 public:
  RunningCommand(const std::vector<std::string>& command, const CommandOptions& options);
  RunningCommand(const RunningCommand&) = delete;
  RunningCommand& operator=(const RunningCommand&) = delete;
  ~RunningCommand();

  /// Reads until `text` is in standard output; false at its end or after the time limit.
  bool wait_for_output(std::string_view text);
  void send_signal(int signal) const;
  /// Like `| head -1`: its output is not read any more.
  void close_output();
  /// Reads to the end and waits.
  CommandResult finish();

 private:
  void read_some();
  [[nodiscard]] bool time_is_up() const;

  int pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::string input_;
  CommandResult result_;
  std::chrono::steady_clock::time_point deadline_;
};

CommandResult run_command(const std::vector<std::string>& command,
                          const CommandOptions& options = {});

/// `verify` with these arguments.
CommandResult verify(std::vector<std::string> arguments, const CommandOptions& options = {});

/// The same where nothing is in /usr/games, nor a Stockfish in PATH.
CommandResult without_stockfish(const Words& arguments);
/// Are there mount namespaces, as that needs?
bool stockfish_can_be_hidden();

/// Its path.
std::string verify_program();

/// "fake_uci ARGUMENTS" and "bug_zoo --bug NAME" for --engine.
std::string fake_engine(std::string_view arguments);
std::string zoo_engine(std::string_view bug);

/// Running processes with an argument that is exactly `argument`.
std::vector<int> processes_with_argument(std::string_view argument);
/// Waits until there is one, or none any more.
bool appears(std::string_view argument, std::chrono::milliseconds patience);
bool disappears(std::string_view argument, std::chrono::milliseconds patience);

}  // namespace perft_verify::verifier::test
