// The commands of the program: each adds itself to the command line, with its options.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "verifier/cli/usage/usage.h"
#include "verifier/report/output/standard_output.h"
#include "verifier/scale/cluster/link.h"

namespace CLI {
class App;
}

namespace perft_verify::verifier {

/// The exit code.
using Ran = std::expected<int, NotToRun>;

struct Command {
  CLI::App* options = nullptr;
  std::function<Ran()> run;
  bool on_every_rank = false;  // of a run under mpirun
  bool needs_the_core = true;  // PERFT_VERIFY_SIMD has to make sense
};

class CommandLine {
 public:
  /// With a link this process is one of several of a run. `out` and `link` must outlive this.
  CommandLine(StandardOutput& out, Link* link);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  [[nodiscard]] StandardOutput& out() const { return out_; }
  [[nodiscard]] Link* link() const { return link_; }

  /// Adds a command with that name and returns it, for its options; the first one is the main
  /// command, which needs no name. `run` is called after they have been read; its data must outlive
  /// this.
  CLI::App* add(const std::string& name, const std::string& what, std::function<Ran()> run,
                bool needs_the_core = true);

  /// The command added last works on every rank of a run under mpirun; others are for rank 0.
  void on_every_rank() { commands_.back().on_every_rank = true; }

  /// The command that the arguments select.
  std::expected<Command, NotToRun> parse(int argc, const char* const* argv);

 private:
  StandardOutput& out_;
  Link* link_;
  std::unique_ptr<CLI::App> app_;
  std::vector<Command> commands_;  // the first is the main command
};

// Each is in its own file in commands/.
void add_verify_command(CommandLine& line);  // the main command; to be called first
void add_position_commands(CommandLine& line);
void add_doctor_command(CommandLine& line);
void add_lint_command(CommandLine& line);
void add_mutate_command(CommandLine& line);
void add_fuzz_command(CommandLine& line);
void add_prove_command(CommandLine& line);
void add_reduce_command(CommandLine& line);
void add_convert_command(CommandLine& line);
void add_bench_command(CommandLine& line);
void add_explain_command(CommandLine& line);
void add_replay_command(CommandLine& line);
void add_merge_command(CommandLine& line);
void add_split_command(CommandLine& line);
void add_store_command(CommandLine& line);
void add_uci_command(CommandLine& line);

}  // namespace perft_verify::verifier
