#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "core/text/printable.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/report/output/output_file.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_reader.h"
#include "verifier/suite/suite_writer.h"

namespace perft_verify::verifier {
namespace {

/// `verify convert IN… [-o OUT] [--to FORMAT]`
struct ConvertArguments {
  std::vector<std::string> suites;
  std::string output;       // empty for standard output
  std::string format_name;  // as given
  SuiteFormat format = SuiteFormat::Epd;
  FenOptions fen;
  bool skip_invalid = false;
};

/// Reads a suite; its errors go to standard error. Nothing if it is not to be written.
std::optional<Suite> read_for_writing(const std::string& file, const ConvertArguments& arguments) {
  const std::string name = printable(file);
  const auto bytes = read_suite_file(file);
  if (!bytes) {
    complain(bytes.error());
    return std::nullopt;
  }
  Suite suite = read_suite(file, *bytes, arguments.fen);
  for (const SuiteProblem& problem : suite.problems) tell(to_string(problem) + "\n");
  for (const SuiteNote& note : suite.notes)
    complain(fmt::format("{}:{}: {}", name, note.place.line, note.message));
  if (suite.rows.empty() && suite.problems.empty()) {
    complain(fmt::format("{}: no positions in this suite", name));
    return std::nullopt;
  }
  const bool read = std::ranges::none_of(suite.problems, &SuiteProblem::ends_reading);
  if (!suite.problems.empty() && (!arguments.skip_invalid || !read)) return std::nullopt;
  if (!suite.problems.empty())
    complain(fmt::format("{}: {} rows are left out", name, suite.problems.size()));
  return suite;
}

int convert(const ConvertArguments& arguments, StandardOutput& out) {
  std::vector<Suite> suites;
  for (const std::string& file : arguments.suites)
    if (auto suite = read_for_writing(file, arguments)) suites.push_back(std::move(*suite));
  if (suites.size() < arguments.suites.size()) {
    tell("Nothing was written.\n");
    return static_cast<int>(ExitCode::Usage);
  }
  const WrittenSuite written = write_suites(suites, arguments.format);
  if (arguments.output.empty()) {
    out.write(written.text);
  } else {
    auto file = OutputFile::create(arguments.output);
    if (!file) return failed(ExitCode::Usage, file.error());
    file->write(written.text);
    if (auto done = file->commit(); !done) return failed(ExitCode::ReportFailed, done.error());
  }
  for (const std::string& loss : written.losses) complain(loss);
  return static_cast<int>(ExitCode::Agree);
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

}  // namespace

void add_convert_command(CommandLine& line) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* const command =
      line.add("convert", "Write suites in another format: epd, perft, csv, json",
               [&line, arguments]() -> Ran {
                 if (auto ok = choose_format(*arguments); !ok) return wrong(ok.error());
                 return convert(*arguments, line.out());
               });
  command
      ->add_option("IN", arguments->suites,
                   "Suites, written one after the other; - is standard "
                   "input")
      ->required()
      ->type_name("FILE");
  command->add_option("-o,--output", arguments->output, "Output file (standard output)")
      ->type_name("FILE");
  command
      ->add_option("--to", arguments->format_name,
                   "Format (by the extension of the output, else epd)")
      ->type_name("epd|perft|csv|json")
      ->check(CLI::IsMember({"epd", "perft", "csv", "json"}));
  add_invalid_option(*command, arguments->skip_invalid);
  add_lenient_clocks_option(*command, arguments->fen.lenient_clocks);
  command->footer(
      "Example: verify convert random.perft -o random.epd\n"
      "\n"
      "Facts that the format cannot hold are named on standard error. The output is written whole "
      "or\n"
      "not at all.");
}

}  // namespace perft_verify::verifier
