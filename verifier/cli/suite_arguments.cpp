#include "verifier/cli/suite_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/text/printable.h"
#include "verifier/run/options.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kLenientClocks =
    "Clocks that are no numbers or out of range are clamped, not refused";

}  // namespace

CLI::App* add_lint_command(CLI::App& app, LintArguments& arguments) {
  CLI::App* const command = app.add_subcommand(
      "lint", "Say what is wrong or odd with each line of a suite; no engine is asked");
  command->add_option("SUITE", arguments.suites, "Suites; - is standard input")
      ->required()
      ->type_name("FILE");
  command->add_flag("--prove", arguments.options.prove,
                    "Count again what is recorded, with the two built-in generators");
  command
      ->add_option("--max-nodes", arguments.options.max_nodes,
                   "With --prove: leave out counts of more than about N nodes")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62))
      ->capture_default_str();
  command->add_option("--jobs,-j", arguments.options.jobs, "With --prove: rows at once")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  command->add_flag("--strict", arguments.strict, "Exit code 1 for warnings too");
  command->add_flag("-q,--quiet", arguments.quiet, "No notes");
  command->add_flag("--lenient-clocks", arguments.fen.lenient_clocks, kLenientClocks);
  command->add_flag("--json", arguments.json, "For programs");
  command->footer(
      "Example: verify lint suites/standard.epd --prove\n"
      "\n"
      "Exit codes: 0 no errors (notes and, without --strict, warnings do not count); 1 errors;\n"
      "2 a file that cannot be opened or has no rows.");
  return command;
}

CLI::App* add_convert_command(CLI::App& app, ConvertArguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("convert", "Write suites in another format: epd, perft, csv, json");
  command
      ->add_option("IN", arguments.suites,
                   "Suites, written one after the other; - is standard "
                   "input")
      ->required()
      ->type_name("FILE");
  command->add_option("-o,--output", arguments.output, "Where to (standard output)")
      ->type_name("FILE");
  command
      ->add_option("--to", arguments.format_name, "The format (the extension of the output; epd)")
      ->type_name("epd|perft|csv|json")
      ->check(CLI::IsMember({"epd", "perft", "csv", "json"}));
  command
      ->add_option("--invalid", arguments.invalid,
                   "What to do about rows that do not parse or are illegal")
      ->type_name("error|skip")
      ->check(CLI::IsMember({"error", "skip"}))
      ->capture_default_str();
  command->add_flag("--lenient-clocks", arguments.fen.lenient_clocks, kLenientClocks);
  command->footer(
      "Example: verify convert random.perft -o random.epd\n"
      "\n"
      "What the format cannot hold is said on standard error. The output is written whole or\n"
      "not at all.");
  return command;
}

CLI::App* add_mutate_command(CLI::App& app, MutateArguments& arguments) {
  CLI::App* const command = app.add_subcommand(
      "mutate", "Which bugs would a suite find? Counts its rows with every bug of the bug zoo");
  command->add_option("SUITE", arguments.suites, "Suites, judged one by one; - is standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--depth", arguments.survey.depth,
                   "Depth of every row (each row's deepest recorded depth; 4 where nothing is "
                   "recorded)")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxDepth));
  command
      ->add_option("--max-nodes", arguments.survey.max_nodes,
                   "Per row, the deepest depth not above N nodes (100000, or none with --depth)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
  command
      ->add_option("--mode", arguments.mode,
                   "What is compared: every root move, or only the total, as recorded counts are")
      ->type_name("divide|totals")
      ->check(CLI::IsMember({"divide", "totals"}))
      ->capture_default_str();
  command->add_option("--jobs,-j", arguments.survey.jobs, "Threads (the number of cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  command->add_flag("-v,--verbose", arguments.verbose, "Also the row that shows each bug");
  command->add_flag("--json", arguments.json, "For programs");
  CLI::Option* const choose = command->add_flag(
      "--choose", arguments.choose,
      "Print, as a suite, the cheapest rows and depths that show every bug that SUITE shows");
  command
      ->add_option("--times", arguments.choice.times,
                   "With --choose: so many rows for each bug, in White's code and in Black's")
      ->type_name("N")
      ->check(CLI::Range(1U, 100U))
      ->needs(choose)
      ->capture_default_str();
  command
      ->add_flag("--bugs-only", arguments.bugs_only,
                 "With --choose: do not care for moves and situations that show no bug of the zoo")
      ->needs(choose);
  command->footer(
      "Example: verify mutate my-suite.epd --depth 4\n"
      "\n"
      "The bugs are those of build/release/reference/zoo/bug_zoo --list.\n"
      "\n"
      "Exit codes: 0 the suite finds every bug; 1 it does not see some; 2 a suite that cannot be\n"
      "read; 4 no row can be counted.");
  return command;
}

std::expected<void, std::string> choose_format(ConvertArguments& arguments) {
  if (arguments.output == "-") arguments.output.clear();
  if (!arguments.format_name.empty()) {
    arguments.format = *format_of_word(arguments.format_name);
    return {};
  }
  if (arguments.output.empty()) return {};
  const auto format = format_of_name(arguments.output);
  if (!format)
    return std::unexpected(
        fmt::format("-o {}: the format cannot be told from this name; give --to epd, perft, csv or "
                    "json",
                    printable(arguments.output)));
  arguments.format = *format;
  return {};
}

}  // namespace perft_verify::verifier
