#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/text/printable.h"
#include "core/text/sha256.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/reports.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/run/emission.h"
#include "verifier/scale/campaign/total.h"
#include "verifier/scale/merge/merge.h"
#include "verifier/suite/suite_file.h"

namespace perft_verify::verifier {

namespace {

/// `verify merge PART.jsonl… [--report …]`
struct MergeArguments {
  std::vector<std::string> parts;
  RawReports raw;
  ReportArguments reports;
};

struct NamedCampaign {
  Campaign campaign;
  std::string sha256;  // of its file
};

int merge_and_report(const MergeArguments& arguments, StandardOutput& out) {
  std::vector<PartFile> parts;
  std::optional<NamedCampaign> campaign;
  bool good = true;
  for (const std::string& file : arguments.parts) {
    const auto text = read_suite_file(file);
    if (text && is_campaign(*text)) {
      auto read = read_campaign(file, *text);
      if (!read || campaign) {
        complain(read ? fmt::format("{}: a second suite of work units", printable(file))
                      : read.error());
        good = false;
      } else {
        campaign = {std::move(*read), sha256_of(*text)};
      }
      continue;
    }
    auto part = text ? read_part(file, *text) : std::unexpected(text.error());
    if (part) {
      parts.push_back(std::move(*part));
    } else {
      complain(part.error());
      good = false;
    }
  }
  if (!good) return static_cast<int>(ExitCode::Usage);
  if (parts.empty())
    return failed(ExitCode::Usage, "there are work units and no shares of a run of them");
  auto merged = merge_parts(std::move(parts));
  if (!merged) {
    tell(merged.error());
    return failed(ExitCode::Usage, "nothing was merged");
  }
  std::optional<CampaignTotal> total;
  if (campaign) {
    auto sum = total_of(campaign->campaign, campaign->sha256, *merged);
    if (!sum) {
      complain(sum.error());
      return failed(ExitCode::Usage, "nothing was merged");
    }
    total = std::move(*sum);
  }
  Reports reports(arguments.reports, out);
  for (const std::string& part : arguments.parts) reports.protect(part, "a suite");
  if (auto opened = reports.open(); !opened) return failed(ExitCode::Usage, opened.error());
  const std::vector<Reporter*> all = reports.all();
  for (Reporter* reporter : all) reporter->run_started(merged->run);
  Summary summary = report_entries(merged->run, all, std::move(merged->entries), merged->seconds);
  summary.campaign = std::move(total);
  const ExitCode code = exit_code_of(summary);
  for (Reporter* reporter : all) reporter->run_finished(summary, code);
  return static_cast<int>(with_reports(code, reports.finish()));
}

}  // namespace

void add_merge_command(CommandLine& line) {
  const auto arguments = std::make_shared<MergeArguments>();
  CLI::App* const command =
      line.add("merge", "Put the parts of a run together (--partition) and report them as one run",
               [&line, arguments]() -> Ran {
                 if (auto read = read_report_options(arguments->raw, arguments->reports); !read)
                   return std::unexpected(read.error());
                 return merge_and_report(*arguments, line.out());
               });
  command
      ->add_option("PART", arguments->parts,
                   "The files that --report jsonl wrote, one for each share; and the suite that "
                   "`verify split` "
                   "wrote, if they are shares of that: then their counts are added up")
      ->required()
      ->type_name("FILE");
  add_report_options(*command, arguments->raw, arguments->reports);
  command->footer(
      "Examples:\n"
      "  verify merge part-*.jsonl --report junit=report.xml\n"
      "  verify merge units.epd part-*.jsonl\n"
      "\n"
      "Exit codes: those of the run as a whole; 2 if the parts are no shares of one run, or one is "
      "missing.");
}

}  // namespace perft_verify::verifier
