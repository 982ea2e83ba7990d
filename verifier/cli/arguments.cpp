#include "verifier/cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <thread>

#include "verifier/cli/position_arguments.h"
#include "verifier/cli/verify_arguments.h"
#include "verifier/report/version.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kDescription =
    "Proves that a chess move generator is right, or names its first wrong move and says why.";

constexpr const char* kFooter =
    "Examples:\n"
    "  verify suites/standard.epd --depth 6          the linked core against Stockfish\n"
    "  verify suites/rules.epd --engine ./my-engine  your engine\n"
    "  verify suites/gate.epd --engine-template \"./eng divide {depth} '{fen}'\"\n"
    "  verify --fen \"FEN\" --depth 4 --engine ./my-engine --report json=report.json\n"
    "\n"
    "Exit codes: 0 every row agrees; 1 findings; 2 wrong usage or suite; 3 some rows undecided;\n"
    "4 no row selected; 5 a report could not be written; 70 internal error; 130, 143 interrupted.";

}  // namespace

std::expected<Arguments, NotToRun> parse_arguments(int argc, const char* const* argv) {
  Raw raw;
  VerifyArguments verify;
  verify.jobs = std::max(1U, std::thread::hardware_concurrency());
  PositionArguments position;
  DoctorArguments doctor;

  CLI::App app(kDescription, "verify");
  app.footer(kFooter);
  app.set_version_flag("--version", fmt::format("verify {}", kVersion));
  app.require_subcommand(0, 1);
  add_verify_options(app, raw, verify);
  add_engine_options(app, raw);
  add_chess960_option(app, raw);

  const CLI::App* const perft =
      add_position_command(app, "perft", "Count the lines of legal moves to a depth",
                           "Example: verify perft startpos --depth 6", raw, position);
  const CLI::App* const divide = add_position_command(
      app, "divide", "Count below each legal move",
      "Example: verify divide startpos --moves \"e2e4 e7e5\" --depth 3", raw, position);
  const CLI::App* const show = add_position_command(
      app, "show", "Draw a position, with its FEN, key and what is odd about it",
      "Examples:\n"
      "  verify show startpos --moves e2e4 --unicode\n"
      "  verify show startpos --moves e2e4 --svg > e4.svg",
      raw, position);
  CLI::App* const doctor_command =
      app.add_subcommand("doctor", "Look at this machine, Stockfish and an engine");
  add_engine_options(*doctor_command, raw);
  doctor_command->add_flag("--json", doctor.json, "For programs");
  doctor_command->footer("Example: verify doctor --engine ./my-engine");
  LintArguments lint;
  lint.options.jobs = verify.jobs;
  CLI::App* const lint_command = add_lint_command(app, lint);
  add_chess960_option(*lint_command, raw);
  MutateArguments mutate;
  mutate.survey.jobs = verify.jobs;
  CLI::App* const mutate_command = add_mutate_command(app, mutate);
  add_chess960_option(*mutate_command, raw);
  ReduceArguments reduce;
  const CLI::App* const reduce_command = add_reduce_command(app, raw, reduce);
  ConvertArguments convert;
  const CLI::App* const convert_command = add_convert_command(app, convert);
  BenchArguments bench;
  const CLI::App* const bench_command = add_bench_command(app, bench);
  ExplainArguments explain;
  CLI::App* const explain_command = add_explain_command(app, explain);
  add_chess960_option(*explain_command, raw);
  MergeArguments merge;
  CLI::App* const merge_command = app.add_subcommand(
      "merge", "Put the shares of a run together (--partition), and report it as one run");
  merge_command
      ->add_option("PART", merge.parts,
                   "What --report jsonl wrote for each share; and the suite that `verify split` "
                   "wrote, if they are shares of that: then their counts are added up")
      ->required()
      ->type_name("FILE");
  add_report_options(*merge_command, raw, merge.reports);
  merge_command->footer(
      "Examples:\n"
      "  verify merge part-*.jsonl --report junit=report.xml\n"
      "  verify merge units.epd part-*.jsonl\n"
      "\n"
      "Exit codes: those of the run as a whole; 2 if the parts are no shares of one run, or one is "
      "missing.");
  SplitArguments split;
  split.run.jobs = verify.jobs;
  const CLI::App* const split_command = add_split_command(app, raw, split);
  StoreArguments store;
  const CLI::App* const store_command = add_store_command(app, store);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream text;
      app.exit(error, text, text);
      return std::unexpected(NotToRun{0, text.str()});
    }
    return wrong(error.what());
  }
  if (perft->parsed()) return position_arguments(raw, PositionCommand::Perft, std::move(position));
  if (divide->parsed())
    return position_arguments(raw, PositionCommand::Divide, std::move(position));
  if (show->parsed()) return position_arguments(raw, PositionCommand::Show, std::move(position));
  if (lint_command->parsed()) {
    lint.fen.chess960 = chess960_of(raw);
    return lint;
  }
  if (mutate_command->parsed()) {
    mutate.fen.chess960 = chess960_of(raw);
    mutate.survey.totals_only = mutate.mode == "totals";
    if (!mutate.survey.depth && !mutate.survey.max_nodes) mutate.survey.max_nodes = 100'000;
    mutate.choice.jobs = mutate.survey.jobs;
    mutate.choice.situations = !mutate.bugs_only;
    return mutate;
  }
  if (convert_command->parsed()) {
    if (auto ok = choose_format(convert); !ok) return wrong(ok.error());
    return convert;
  }
  if (bench_command->parsed()) {
    if (auto ok = check_bench(bench); !ok) return wrong(ok.error());
    return bench;
  }
  if (explain_command->parsed()) {
    explain.chess960 = chess960_of(raw);
    if (auto ok = understand(explain); !ok) return wrong(fmt::format("explain: {}", ok.error()));
    return explain;
  }
  if (reduce_command->parsed()) return reduce_arguments(raw, std::move(reduce));
  if (merge_command->parsed()) {
    if (auto read = read_report_options(raw, merge.reports); !read)
      return std::unexpected(read.error());
    return merge;
  }
  if (split_command->parsed()) return split_arguments(raw, std::move(split));
  if (store_command->parsed()) return store;
  if (doctor_command->parsed()) {
    auto engine = engine_of(raw, std::nullopt);
    if (!engine) return std::unexpected(engine.error());
    doctor.engine = std::move(*engine);
    return doctor;
  }
  verify.jobs_given = app.count("--jobs") > 0;
  return verify_arguments(raw, std::move(verify));
}

}  // namespace perft_verify::verifier
