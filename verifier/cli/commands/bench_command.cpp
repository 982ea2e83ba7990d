#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <thread>

#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "reference/uci/stockfish.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/hash_option.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/report/output/progress_line.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/suite/json.h"
#include "verifier/tools/bench/bench_report.h"

namespace perft_verify::verifier {
namespace {

/// `verify bench`
struct BenchArguments {
  bool quick = false;
  bool signature = false;
  std::optional<unsigned> rounds;
  std::optional<std::string> against;  // a command line, or "stockfish"
  std::optional<std::size_t> hash_megabytes;
  std::optional<unsigned> jobs;
  std::string simd_name;  // as given
  std::optional<SimdPath> simd;
  bool json = false;
};

constexpr std::size_t kDefaultMegabytes = 1024;

int failed(const BenchFailure& failure, const Interrupts& interrupts) {
  if (failure.kind == BenchFailure::Kind::Stopped) return interrupted(interrupts, "benchmark");
  return failed(
      failure.kind == BenchFailure::Kind::WrongCount ? ExitCode::Findings : ExitCode::Undecided,
      failure.message);
}

int print_signature(const BenchArguments& arguments, SimdPath simd, const Interrupts& interrupts,
                    StandardOutput& out) {
  const auto table = table_of(arguments.hash_megabytes.value_or(0));
  const auto counts = signature_counts({.stop = interrupts.token(),
                                        .table = table.get(),
                                        .jobs = arguments.jobs.value_or(1),
                                        .simd = simd});
  if (!counts) return interrupted(interrupts, "benchmark");
  if (!arguments.json) {
    out.write(fmt::format("{}\n", signature_of(*counts)));
    return 0;
  }
  Json json{{"signature", signature_of(*counts)},
            {"simd", to_string(simd)},
            {"positions", Json::array()}};
  for (std::size_t at = 0; at < counts->size(); ++at) {
    const auto& [fen, depth] = signature_positions()[at];
    json["positions"].push_back({{"fen", fen}, {"depth", depth}, {"nodes", (*counts)[at]}});
  }
  out.write(page_of(json));
  return 0;
}

/// The command of --against; the error is one sentence.
std::expected<EngineArguments, std::string> engine_of(const std::string& command) {
  EngineArguments engine;
  if (command == "stockfish") {
    auto path = reference::find_stockfish();
    if (!path) return std::unexpected(path.error());
    engine.command = {std::move(*path)};
    return engine;
  }
  auto words = split_words(command);
  if (!words) return std::unexpected(words.error());
  if (words->empty()) return std::unexpected("no program is named");
  engine.command = std::move(*words);
  return engine;
}

bool has_no_cpu_time(const BenchRow& row) {
  return row.engine && std::ranges::any_of(row.engine->rounds,
                                           [](const Measurement& each) { return each.cpu <= 0; });
}

/// With its progress on a terminal: a position takes seconds.
std::expected<BenchRow, BenchFailure> measured(const BenchPosition& position,
                                               BenchOptions options) {
  ProgressLine progress(columns_of_terminal(STDERR_FILENO), tell, "measurements");
  options.one_done = [&progress](std::size_t all) { progress.one_done(all); };
  return bench_position(position, options);
}

int run_benchmark(const BenchArguments& arguments, SimdPath simd, const Interrupts& interrupts,
                  StandardOutput& out) {
  BenchSetting setting;
  setting.simd = simd;
  BenchOptions& options = setting.options;
  options.quick = arguments.quick;
  options.rounds = arguments.rounds.value_or(options.rounds);
  setting.hash_megabytes = arguments.hash_megabytes.value_or(kDefaultMegabytes);
  const auto table = table_of(setting.hash_megabytes);
  options.table = table.get();
  options.jobs = arguments.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  options.simd = simd;
  options.stop = interrupts.token();

  std::optional<ChosenSubject> engine;
  if (arguments.against) {
    const auto described = engine_of(*arguments.against);
    if (!described) return failed(ExitCode::Usage, "--against: " + described.error());
    engine = choose_subject(*described, interrupts.token());
    if (interrupts.signal() != 0) return interrupted(interrupts, "benchmark");
    if (!engine->failure.empty())
      return failed({BenchFailure::Kind::Engine, "--against: " + engine->failure}, interrupts);
    options.against = engine->chosen.first.get();
    setting.engine = engine->chosen.identity;
  }

  if (!arguments.json) out.write(bench_title(setting));
  std::vector<BenchRow> rows;
  for (const BenchPosition& position : bench_positions()) {
    auto row = measured(position, options);
    if (!row) return failed(row.error(), interrupts);
    if (!arguments.json) out.write(bench_text(*row, setting));
    rows.push_back(std::move(*row));
  }
  if (arguments.json) {
    out.write(page_of(bench_json(setting, rows)));
  } else {
    out.write("\n" + bench_footer(setting, std::ranges::any_of(rows, has_no_cpu_time)));
  }
  return 0;
}

int bench(const BenchArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  // main.cpp has refused a wrong name in the environment.
  const SimdPath simd = arguments.simd ? *arguments.simd : simd_path_from_environment().value();
  return arguments.signature ? print_signature(arguments, simd, interrupts, out)
                             : run_benchmark(arguments, simd, interrupts, out);
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

}  // namespace

void add_bench_command(CommandLine& line) {
  const auto arguments = std::make_shared<BenchArguments>();
  CLI::App* const command =
      line.add("bench", "Nodes per second of the linked core, alone or in turn with an engine",
               [&line, arguments]() -> Ran {
                 if (auto ok = check_bench(*arguments); !ok) return wrong(ok.error());
                 return bench(*arguments, line.out());
               });
  command
      ->add_option("--against", arguments->against,
                   "Give the same work to this engine (or to the stockfish that is installed), "
                   "in turn with the core, and print the ratios")
      ->type_name("CMD");
  command->add_flag("--signature", arguments->signature,
                    "Print the nodes of a fixed workload as one number: a change of speed leaves "
                    "it alone. One thread and no table, unless --jobs and --hash say otherwise");
  command->add_flag("--quick", arguments->quick, "One depth less: seconds, not minutes");
  command->add_option("--rounds", arguments->rounds, "How often each is measured (3)")
      ->type_name("N")
      ->check(CLI::Range(1U, 99U));
  command
      ->add_option("--hash", arguments->hash_megabytes,
                   "Megabytes of the table; 0 skips the hash-table measurements (1024)")
      ->type_name("MB");
  command
      ->add_option("--jobs,-j", arguments->jobs,
                   "Threads; 1 skips the measurements with threads (the number of cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  command
      ->add_option("--simd", arguments->simd_name,
                   "The instructions to count with (PERFT_VERIFY_SIMD, else the fastest)")
      ->type_name("NAME");
  command->add_flag("--json", arguments->json, "For programs");
  command->footer(
      "Example: verify bench --against stockfish --quick\n"
      "\n"
      "Exit codes: 0 done; 1 a count is not the published one; 2 wrong usage; 3 the engine cannot\n"
      "be asked.");
}

}  // namespace perft_verify::verifier
