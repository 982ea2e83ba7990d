#include "verifier/cli/bench_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/text/printable.h"

namespace perft_verify::verifier {

CLI::App* add_bench_command(CLI::App& app, BenchArguments& arguments) {
  CLI::App* const command = app.add_subcommand(
      "bench", "Nodes per second of the linked core, alone or in turn with an engine");
  command
      ->add_option("--against", arguments.against,
                   "Give the same work to this engine (or to the stockfish that is installed), "
                   "in turn with the core, and print the ratios")
      ->type_name("CMD");
  command->add_flag("--signature", arguments.signature,
                    "Print the nodes of a fixed workload as one number: a change of speed leaves "
                    "it alone. One thread and no table, unless --jobs and --hash say otherwise");
  command->add_flag("--quick", arguments.quick, "One depth less: seconds, not minutes");
  command->add_option("--rounds", arguments.rounds, "How often each is measured (3)")
      ->type_name("N")
      ->check(CLI::Range(1U, 99U));
  command
      ->add_option("--hash", arguments.hash_megabytes,
                   "Megabytes of the table; 0: nothing with a table (1024)")
      ->type_name("MB");
  command
      ->add_option("--jobs,-j", arguments.jobs,
                   "Threads; 1: nothing with threads (the number of cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  command
      ->add_option("--simd", arguments.simd_name,
                   "The instructions to count with (PERFT_VERIFY_SIMD, else the fastest)")
      ->type_name("NAME");
  command->add_flag("--json", arguments.json, "For programs");
  command->footer(
      "Example: verify bench --against stockfish --quick\n"
      "\n"
      "Exit codes: 0 done; 1 a count is not the published one; 2 wrong usage; 3 the engine cannot\n"
      "be asked.");
  return command;
}

std::expected<void, std::string> check_bench(BenchArguments& arguments) {
  if (arguments.signature && (arguments.quick || arguments.rounds || arguments.against))
    return std::unexpected(
        "--signature has a workload of its own; leave out --quick, --rounds and --against");
  if (arguments.simd_name.empty()) return {};
  const auto simd = simd_path_named(arguments.simd_name);
  if (!simd) return std::unexpected(fmt::format("--simd: {}", printable(simd.error(), 400)));
  arguments.simd = *simd;
  return {};
}

}  // namespace perft_verify::verifier
