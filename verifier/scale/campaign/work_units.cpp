#include "verifier/scale/campaign/work_units.h"

#include <fmt/format.h>

#include <unordered_set>

#include "core/fen.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "core/text/sha256.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

constexpr std::string_view kTitle = "# Work units of a deep perft";
constexpr std::string_view kFacts = "# campaign ";
constexpr std::string_view kSchema = "perft-verify-campaign/1";

std::string lines_of(const Campaign& campaign) {
  std::string text;
  for (const WorkUnit& unit : campaign.units)
    fmt::format_to(std::back_inserter(text), "{} ;perft_depth {} ;perft_times {}\n", unit.fen,
                   campaign.unit_depth(), unit.times.str());
  return text;
}

WideCount sum_of(const Campaign& campaign) {
  WideCount sum;
  // No file that is written has a sum that overflows.
  for (const WorkUnit& unit : campaign.units)
    if (!add(sum, unit.times, 1)) return {};
  return sum;
}

std::expected<WorkUnit, std::string> unit_of(std::string_view line, const Campaign& campaign) {
  const std::size_t end = line.find(" ;perft_depth ");
  const std::size_t times = line.find(" ;perft_times ");
  if (end == std::string_view::npos || times == std::string_view::npos || times < end)
    return std::unexpected("this is not a work unit");
  WorkUnit unit{std::string(line.substr(0, end)), {}};
  const auto parsed = parse_fen_as(unit.fen, campaign.root.chess960);
  if (!parsed) return std::unexpected(std::string(parsed.error().message()));
  const auto depth = parse_wide_count(line.substr(end + 14, times - end - 14));
  const auto count = parse_wide_count(line.substr(times + 14));
  if (!depth || *depth != WideCount(static_cast<std::uint64_t>(campaign.unit_depth())))
    return std::unexpected(fmt::format("the depth is not {}", campaign.unit_depth()));
  if (!count || *count == WideCount()) return std::unexpected("it stands for no line");
  unit.times = *count;
  return unit;
}

/// The line before the units: whose they are, and what they have to be.
struct CampaignFacts {
  Campaign campaign;
  std::size_t units = 0;
  std::string times;
  std::string sha256;
};

/// The library throws where a field is missing or of another type; the caller catches that.
CampaignFacts facts_of(const Json& json) {
  if (json.at("schema") != kSchema) throw std::runtime_error("another version of verify wrote it");
  CampaignFacts facts{{}, json.at("units"), json.at("times"), json.at("sha256")};
  Campaign& campaign = facts.campaign;
  campaign.root.fen = json.at("root");
  campaign.root.chess960 = json.at("chess960");
  campaign.depth = json.at("depth");
  campaign.at = json.at("at");
  campaign.by = json.at("by");
  if (campaign.at < 1 || campaign.at >= campaign.depth || campaign.depth > 1000)
    throw std::runtime_error("its depths are none");
  return facts;
}

}  // namespace

std::string campaign_text(const Campaign& campaign) {
  const std::string lines = lines_of(campaign);
  const Json facts{{"schema", kSchema},
                   {"root", campaign.root.fen},
                   {"chess960", campaign.root.chess960},
                   {"depth", campaign.depth},
                   {"at", campaign.at},
                   {"by", campaign.by},
                   {"units", campaign.units.size()},
                   {"times", sum_of(campaign).str()},
                   {"sha256", sha256_of(lines)}};
  return fmt::format(
      "{}\n"
      "# Each position at ply {} once, as {} shows it, with the number of lines that lead to it.\n"
      "# How to regenerate: verify split \"{}\" --depth {} --at {}\n"
      "{}{}\n"
      "{}",
      kTitle, campaign.at, printable(campaign.by), campaign.root.fen, campaign.depth, campaign.at,
      kFacts, line_of(facts), lines);
}

bool is_campaign(std::string_view text) { return text.starts_with(kTitle); }

std::expected<Campaign, std::string> read_campaign(const std::string& file, std::string_view text) {
  const auto failed = [&file](std::string_view what) {
    return std::unexpected(fmt::format("{}: {}", printable(file), what));
  };
  Campaign campaign;
  CampaignFacts facts;
  Lines lines(text);
  std::unordered_set<std::string> known;
  std::string wrong;
  const auto complain = [&](std::string_view what) {
    if (wrong.empty()) wrong = fmt::format("line {}: {}", lines.number(), what);
  };
  std::string checked;  // the units as they are written
  while (lines.next()) {
    const std::string_view line = lines.text();
    if (line.starts_with(kFacts)) {
      try {
        facts = facts_of(Json::parse(line.substr(kFacts.size()), nullptr, false));
        campaign = facts.campaign;
      } catch (const std::exception& error) {
        return failed(fmt::format("line {}: {}", lines.number(), printable(error.what())));
      }
      continue;
    }
    if (line.starts_with('#')) continue;
    if (campaign.depth == 0) return failed("the line `# campaign` is missing");
    checked.append(line).append("\n");
    auto unit = unit_of(line, campaign);
    if (!unit) {
      complain(unit.error());
      continue;
    }
    if (!known.insert(unit->fen).second) complain("this unit is there twice");
    campaign.units.push_back(std::move(*unit));
  }
  if (campaign.depth == 0) return failed("the line `# campaign` is missing");
  if (!wrong.empty()) return failed(wrong);
  if (facts.units != campaign.units.size())
    return failed(
        fmt::format("{} units are expected, and {} are there", facts.units, campaign.units.size()));
  if (facts.times != sum_of(campaign).str())
    return failed(fmt::format("its units stand for {} lines, and {} are expected",
                              sum_of(campaign).str(), printable(facts.times)));
  if (facts.sha256 != sha256_of(checked))
    return failed("it is not as `verify split` wrote it (the checksum differs)");
  return campaign;
}

}  // namespace perft_verify::verifier
