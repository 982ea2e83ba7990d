#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/text/format.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/parse_position.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/report/output/output_file.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/run/model/options.h"
#include "verifier/run/model/result.h"
#include "verifier/scale/campaign/split.h"

namespace perft_verify::verifier {
namespace {

/// `verify split FEN --depth N --at K`
struct SplitArguments {
  RawPosition position;
  ReferenceArguments reference;
  unsigned jobs = 1;
  int depth = 0;
  int at = 0;
  std::string output;  // empty for standard output
};

/// A larger suite could not be read.
constexpr std::size_t kMostUnits = 2'500'000;

int split_into_units(const SplitArguments& arguments, StandardOutput& out) {
  const std::string fen = arguments.position.text();
  const auto parsed = parse_position_argument(fen, {.chess960 = arguments.position.chess960});
  if (!parsed) return failed(ExitCode::Usage, position_complaint(fen, parsed.error()));
  std::optional<OutputFile> file;
  if (!arguments.output.empty()) {
    auto created = OutputFile::create(arguments.output);
    if (!created) return failed(ExitCode::Usage, created.error());
    file = std::move(*created);
  }
  const Interrupts interrupts;
  auto reference = choose_reference(arguments.reference, interrupts.token());
  if (interrupts.signal() != 0) return interrupted(interrupts, "split");
  if (!reference) return failed(ExitCode::Undecided, reference.error());
  if (reference->notice) complain(*reference->notice);
  const bool talks = !arguments.output.empty();
  const auto campaign = split(
      {root_of(parsed->position), arguments.depth, arguments.at, arguments.jobs, kMostUnits},
      reference->factory, reference->identity.name,
      [talks](int ply, std::size_t positions) {
        if (talks) tell(fmt::format("ply {}: {} positions\n", ply, grouped(positions)));
      },
      interrupts.token());
  if (!campaign) {
    if (interrupts.signal() != 0) return interrupted(interrupts, "split");
    return failed(campaign.error().disagreement ? ExitCode::Findings : ExitCode::Undecided,
                  campaign.error().message);
  }
  const std::string text = campaign_text(*campaign);
  if (!file) {
    out.write(text);
    return static_cast<int>(with_reports(ExitCode::Agree, out.good()));
  }
  file->write(text);
  if (const auto written = file->commit(); !written)
    return failed(ExitCode::ReportFailed, written.error());
  return 0;
}

}  // namespace

void add_split_command(CommandLine& line) {
  const auto arguments = std::make_shared<SplitArguments>();
  CLI::App* const command = line.add(
      "split", "Split a deep perft into work units: a suite for any number of machines",
      [&line, arguments]() -> Ran {
        if (arguments->at >= arguments->depth)
          return wrong("split: --at is to be less than --depth: something has to be left to count");
        if (arguments->depth - arguments->at > kMaxDepth)
          return wrong(fmt::format(
              "split: a unit is counted to depth {} at most; choose a larger --at", kMaxDepth));
        if (arguments->reference.reference == "recorded")
          return wrong("split: recorded counts cannot be asked; name another --reference");
        return split_into_units(*arguments, line.out());
      });
  add_position_options(*command, arguments->position);
  command->add_option("--depth", arguments->depth, "Depth of the whole")
      ->type_name("N")
      ->required()
      ->check(CLI::Range(2, 2 * kMaxDepth));
  command->add_option("--at", arguments->at, "The ply whose positions are the units, each once")
      ->type_name("K")
      ->required()
      ->check(CLI::Range(1, kMaxDepth));
  command->add_option("-o,--output", arguments->output, "Output file (standard output)")
      ->type_name("FILE");
  command
      ->add_option(
          "--reference", arguments->reference.reference,
          "Reference that lists the moves and positions: stockfish, mailbox, core, or a command")
      ->type_name("NAME|CMD")
      ->check(not_self());
  add_jobs_option(*command, arguments->jobs, "Processes of the reference (the cores)");
  command->footer(
      "Example:\n"
      "  verify split startpos --depth 9 --at 4 -o units.epd\n"
      "  verify units.epd --no-store --partition slice:1/2 --report jsonl=part-1.jsonl\n"
      "  verify units.epd --no-store --partition slice:2/2 --report jsonl=part-2.jsonl\n"
      "  verify merge units.epd part-*.jsonl\n"
      "\n"
      "Exit codes: 1 the reference and the linked core do not agree on the lines down to the\n"
      "units; 2 wrong usage; 3 the reference could not be asked; 5 nothing could be written.");
}

}  // namespace perft_verify::verifier
