#include <fmt/format.h>

#include "core/text/format.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/generators.h"
#include "verifier/cli/interrupts.h"
#include "verifier/cli/parse_position.h"
#include "verifier/report/output_file.h"
#include "verifier/report/standard_error.h"
#include "verifier/run/result.h"
#include "verifier/scale/campaign/split.h"

namespace perft_verify::verifier {
namespace {

/// A suite of more could not be read.
constexpr std::size_t kMostUnits = 2'500'000;

int failed(ExitCode code, const std::string& what) {
  complain(what);
  return static_cast<int>(code);
}

}  // namespace

int split_command(const SplitArguments& arguments, StandardOutput& out) {
  const auto parsed = parse_position_argument(arguments.fen, {.chess960 = arguments.run.chess960});
  if (!parsed) return failed(ExitCode::Usage, position_complaint(arguments.fen, parsed.error()));
  std::optional<OutputFile> file;
  if (!arguments.output.empty()) {
    auto created = OutputFile::create(arguments.output);
    if (!created) return failed(ExitCode::Usage, created.error());
    file = std::move(*created);
  }
  const Interrupts interrupts;
  auto reference = choose_reference(arguments.run, interrupts.token());
  if (interrupts.signal() != 0) return 128 + interrupts.signal();
  if (!reference) return failed(ExitCode::Undecided, reference.error());
  if (reference->notice) complain(*reference->notice);
  const bool talks = arguments.run.progress == Switch::On || !arguments.output.empty();
  const auto campaign = split(
      {parsed->position.fen(), parsed->position.chess960(), arguments.depth, arguments.at,
       arguments.run.jobs, kMostUnits},
      reference->factory, reference->identity.name,
      [talks](int ply, std::size_t positions) {
        if (talks) tell(fmt::format("ply {}: {} positions\n", ply, grouped(positions)));
      },
      interrupts.token());
  if (!campaign) {
    if (interrupts.signal() != 0) return 128 + interrupts.signal();
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

}  // namespace perft_verify::verifier
