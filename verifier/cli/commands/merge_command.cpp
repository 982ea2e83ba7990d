#include <fmt/format.h>

#include "core/text/printable.h"
#include "core/text/sha256.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports.h"
#include "verifier/report/standard_error.h"
#include "verifier/run/runner.h"
#include "verifier/scale/campaign/total.h"
#include "verifier/scale/merge/merge.h"
#include "verifier/suite/suite_file.h"

namespace perft_verify::verifier {


namespace {

struct NamedCampaign {
  Campaign campaign;
  std::string sha256;  // of its file
};

}  // namespace

int merge_command(const MergeArguments& arguments, StandardOutput& out) {
  constexpr auto kUsage = static_cast<int>(ExitCode::Usage);
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
  if (!good) return kUsage;
  if (parts.empty()) {
    complain("there are work units and no shares of a run of them");
    return kUsage;
  }
  auto merged = merge_parts(std::move(parts));
  if (!merged) {
    tell(merged.error());
    complain("nothing was merged");
    return kUsage;
  }
  std::optional<CampaignTotal> total;
  if (campaign) {
    auto sum = total_of(campaign->campaign, campaign->sha256, *merged);
    if (!sum) {
      complain(sum.error());
      complain("nothing was merged");
      return kUsage;
    }
    total = std::move(*sum);
  }
  VerifyArguments described = arguments.reports;
  described.suites = arguments.parts;  // no report may be written over them
  Reports reports(described, out);
  if (auto opened = reports.open(); !opened) {
    complain(opened.error());
    return kUsage;
  }
  const RunOptions options;
  const std::vector<Reporter*> all = reports.all();
  for (Reporter* reporter : all) reporter->run_started(merged->run);
  Summary summary = Runner(options, merged->run, all, nullptr, nullptr)
                        .report(std::move(merged->entries), merged->seconds);
  summary.campaign = std::move(total);
  const ExitCode code = exit_code_of(summary);
  for (Reporter* reporter : all) reporter->run_finished(summary, code);
  return static_cast<int>(with_reports(code, reports.finish()));
}

}  // namespace perft_verify::verifier
