#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "core/text/shell_words.h"
#include "reference/uci/stockfish.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/generators.h"
#include "verifier/cli/hash_option.h"
#include "verifier/cli/interrupts.h"
#include "verifier/report/standard_error.h"
#include "verifier/run/result.h"
#include "verifier/tools/bench/bench_report.h"

namespace perft_verify::verifier {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kDefaultMegabytes = 1024;

int wrong_usage(const std::string& what) {
  complain(what);
  return static_cast<int>(ExitCode::Usage);
}

int interrupted(const Interrupts& interrupts) {
  complain("interrupted before the benchmark was complete");
  return 128 + interrupts.signal();
}

int failed(const BenchFailure& failure, const Interrupts& interrupts) {
  if (failure.kind == BenchFailure::Kind::Stopped) return interrupted(interrupts);
  complain(failure.message);
  return static_cast<int>(failure.kind == BenchFailure::Kind::WrongCount ? ExitCode::Findings
                                                                         : ExitCode::Undecided);
}

int print_signature(const BenchArguments& arguments, SimdPath simd, const Interrupts& interrupts,
                    StandardOutput& out) {
  const auto table = table_of(arguments.hash_megabytes.value_or(0));
  if (!table) return wrong_usage(table.error());
  const auto counts = signature_counts({.stop = interrupts.token(),
                                        .table = table->get(),
                                        .jobs = arguments.jobs.value_or(1),
                                        .simd = simd});
  if (!counts) return interrupted(interrupts);
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
  out.write(json.dump(1) + "\n");
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

int run_benchmark(const BenchArguments& arguments, SimdPath simd, const Interrupts& interrupts,
                  StandardOutput& out) {
  BenchSetting setting;
  setting.simd = simd;
  BenchOptions& options = setting.options;
  options.quick = arguments.quick;
  options.rounds = arguments.rounds.value_or(options.rounds);
  setting.hash_megabytes = arguments.hash_megabytes.value_or(kDefaultMegabytes);
  const auto table = table_of(setting.hash_megabytes);
  if (!table) return wrong_usage(table.error());
  options.table = table->get();
  options.jobs = arguments.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  options.simd = simd;
  options.stop = interrupts.token();

  std::optional<ChosenSubject> engine;
  if (arguments.against) {
    const auto described = engine_of(*arguments.against);
    if (!described) return wrong_usage("--against: " + described.error());
    engine = choose_subject(*described, interrupts.token());
    if (interrupts.signal() != 0) return interrupted(interrupts);
    if (!engine->failure.empty())
      return failed({BenchFailure::Kind::Engine, "--against: " + engine->failure}, interrupts);
    options.against = engine->chosen.first.get();
    setting.engine = engine->chosen.identity;
  }

  if (!arguments.json) out.write(bench_title(setting));
  std::vector<BenchRow> rows;
  for (const BenchPosition& position : bench_positions()) {
    auto row = bench_position(position, options);
    if (!row) return failed(row.error(), interrupts);
    if (!arguments.json) out.write(bench_text(*row, setting));
    rows.push_back(std::move(*row));
  }
  if (arguments.json) {
    out.write(bench_json(setting, rows).dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    out.write("\n" + bench_footer(setting, std::ranges::any_of(rows, has_no_cpu_time)));
  }
  return 0;
}

}  // namespace

int bench_command(const BenchArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  // main.cpp has refused a wrong name in the environment.
  const SimdPath simd = arguments.simd ? *arguments.simd : simd_path_from_environment().value();
  return arguments.signature ? print_signature(arguments, simd, interrupts, out)
                             : run_benchmark(arguments, simd, interrupts, out);
}

}  // namespace perft_verify::verifier
