#include "verifier/scale/campaign/work_units.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_set>

#include "core/fen.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "core/text/sha256.h"

namespace perft_verify::verifier {
namespace {

using Json = nlohmann::ordered_json;

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
  // A sum that does not fit is no sum of any file that is written.
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
  const auto parsed =
      parse_fen(unit.fen, {.chess960 = campaign.chess960 ? Chess960::On : Chess960::Off});
  if (!parsed) return std::unexpected(std::string(parsed.error().message()));
  const auto depth = parse_wide_count(line.substr(end + 14, times - end - 14));
  const auto count = parse_wide_count(line.substr(times + 14));
  if (!depth || *depth != WideCount(static_cast<std::uint64_t>(campaign.unit_depth())))
    return std::unexpected(fmt::format("the depth is not {}", campaign.unit_depth()));
  if (!count || *count == WideCount()) return std::unexpected("it stands for no line");
  unit.times = *count;
  return unit;
}

/// What the library throws where a field is missing or of another type is caught by the caller.
Campaign facts_of(const Json& json) {
  if (json.at("schema") != kSchema) throw std::runtime_error("another version of verify wrote it");
  Campaign campaign;
  campaign.root = json.at("root");
  campaign.chess960 = json.at("chess960");
  campaign.depth = json.at("depth");
  campaign.at = json.at("at");
  campaign.by = json.at("by");
  if (campaign.at < 1 || campaign.at >= campaign.depth || campaign.depth > 1000)
    throw std::runtime_error("its depths are none");
  return campaign;
}

}  // namespace

std::string campaign_text(const Campaign& campaign) {
  const std::string lines = lines_of(campaign);
  const Json facts{{"schema", kSchema},
                   {"root", campaign.root},
                   {"chess960", campaign.chess960},
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
      kTitle, campaign.at, printable(campaign.by), campaign.root, campaign.depth, campaign.at,
      kFacts, facts.dump(-1, ' ', false, Json::error_handler_t::replace), lines);
}

bool is_campaign(std::string_view text) { return text.starts_with(kTitle); }

std::expected<Campaign, std::string> read_campaign(const std::string& file, std::string_view text) {
  const auto failed = [&file](std::string_view what) {
    return std::unexpected(fmt::format("{}: {}", printable(file), what));
  };
  Campaign campaign;
  Json facts;
  Lines lines(text);
  std::unordered_set<std::string> known;
  std::string wrong;
  const auto complain = [&](std::string_view what) {
    if (wrong.empty()) wrong = fmt::format("line {}: {}", lines.number(), what);
  };
  std::string checked;  // the units as they stand there
  while (lines.next()) {
    const std::string_view line = lines.text();
    if (line.starts_with(kFacts)) {
      facts = Json::parse(line.substr(kFacts.size()), nullptr, false);
      try {
        campaign = facts_of(facts);
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
  if (facts.value("units", std::size_t{0}) != campaign.units.size())
    return failed(fmt::format("{} units are expected, and {} are there",
                              facts.value("units", std::size_t{0}), campaign.units.size()));
  if (facts.value("times", "") != sum_of(campaign).str())
    return failed(fmt::format("its units stand for {} lines, and {} are expected",
                              sum_of(campaign).str(), printable(facts.value("times", ""))));
  if (facts.value("sha256", "") != sha256_of(checked))
    return failed("it is not as `verify split` wrote it (the checksum differs)");
  return campaign;
}

}  // namespace perft_verify::verifier
