#include "verifier/scale/merge/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/text/printable.h"
#include "verifier/run/record/run_facts.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostComplaints = 20;

/// The facts that have to be the same in all shares, in words.
std::vector<std::pair<std::string, std::string>> facts_of(const PartFile& part) {
  const PartOfRun& share = *part.run.part;
  std::vector<std::pair<std::string, std::string>> facts{
      {"the version of verify", part.version},
      {"the subject", part.run.subject.name},
      {"the reference", part.run.reference.name},
      {"the partition",
       fmt::format("{} of {} in {}",
                   share.partition.scheme == PartitionScheme::Slice ? "slices" : "hashes",
                   share.all_rows, share.partition.of)},
      {"the number of suites", fmt::format("{}", part.run.suites.size())}};
  for (std::size_t at = 0; at < part.run.suites.size(); ++at)
    facts.emplace_back(fmt::format("suite {}", at + 1),
                       fmt::format("{} {}", part.run.suites[at].file, part.run.suites[at].sha256));
  for (const auto& option : share.options) facts.push_back(option);
  return facts;
}

void compare(const PartFile& first, const PartFile& other, std::string& wrong) {
  const auto expected = facts_of(first);
  std::map<std::string, std::string> found;
  for (const auto& [name, value] : facts_of(other)) found[name] = value;
  for (const auto& [name, value] : expected)
    if (found[name] != value)
      wrong += fmt::format("{} and {} are not shares of one run: {} is {} and {}\n",
                           printable(first.file), printable(other.file), printable(name),
                           printable(value), printable(found[name]));
}

/// A row that another share has also run is a duplicate here, as it would be in one run.
void find_duplicates(const RunInfo& run, const std::vector<int>& planned_depths,
                     std::vector<JournalEntry>& entries) {
  std::map<std::string, std::size_t> known;
  for (std::size_t row = 0; row < entries.size(); ++row) {
    RowResult& result = entries[row].state.result;
    if (result.verdict == Verdict::Skipped || !result.depth) continue;
    const auto [at, fresh] = known.emplace(
        fmt::format("{}|{}|{}", run.rows[row].fen, run.rows[row].chess960, planned_depths[row]),
        row);
    if (!fresh && !result.same_as) result.same_as = at->second;
  }
}

}  // namespace

std::expected<MergedRun, std::string> merge_parts(std::vector<PartFile> parts) {
  std::string wrong;
  for (std::size_t at = 1; at < parts.size(); ++at) compare(parts.front(), parts[at], wrong);
  if (!wrong.empty()) return std::unexpected(wrong);

  MergedRun merged;
  merged.run = parts.front().run;
  for (const auto& [name, value] : merged.run.part->options)
    if (value.ends_with(kNotForSure))
      merged.run.notices.push_back(
          fmt::format("nobody knows for sure whether the same program answered as the {} in all "
                      "shares: see the reports of the shares",
                      printable(name)));
  merged.run.part.reset();
  std::fill(merged.run.suite_rows.begin(), merged.run.suite_rows.end(), 0);
  const PartOfRun& share = *parts.front().run.part;
  std::vector<const PartFile*> owner(share.all_rows, nullptr);
  std::vector<Row> rows(share.all_rows);
  std::vector<int> planned_depths(share.all_rows);
  merged.entries.resize(share.all_rows);
  std::set<std::size_t> seen;
  std::size_t complaints = 0;
  const auto complain = [&](const std::string& what) {
    if (++complaints <= kMostComplaints) wrong += what + "\n";
  };
  for (PartFile& part : parts) {
    const Partition& partition = part.run.part->partition;
    if (!seen.insert(partition.part).second) {
      complain(fmt::format("{}: the share {} is there twice", printable(part.file),
                           to_string(partition)));
      continue;
    }
    merged.seconds += part.seconds;
    merged.run.jobs = std::max(merged.run.jobs, part.run.jobs);
    for (std::size_t suite = 0; suite < part.run.suite_rows.size(); ++suite)
      merged.run.suite_rows[suite] += part.run.suite_rows[suite];
    for (PartRow& row : part.rows) {
      const PartFile*& other = owner[row.index_of_all];
      if (other != nullptr) {
        complain(fmt::format("{} and {} both have row {}", printable(other->file),
                             printable(part.file), row.index_of_all + 1));
        continue;
      }
      other = &part;
      rows[row.index_of_all] = std::move(row.row);
      planned_depths[row.index_of_all] = row.planned_depth;
      JournalEntry& entry = merged.entries[row.index_of_all];
      entry.row = row.index_of_all;
      entry.state.result = std::move(row.result);
      entry.state.findings = std::move(row.findings);
      entry.state.done = true;
    }
  }
  for (std::size_t part = 1; part <= share.partition.of; ++part)
    if (!seen.contains(part))
      complain(fmt::format("the share {} is missing",
                           to_string(Partition{share.partition.scheme, part, share.partition.of})));
  if (seen.size() == share.partition.of)
    for (std::size_t row = 0; row < owner.size(); ++row)
      if (owner[row] == nullptr) complain(fmt::format("no share has row {}", row + 1));
  if (complaints > kMostComplaints)
    wrong += fmt::format("and {} more like these\n", complaints - kMostComplaints);
  if (!wrong.empty()) return std::unexpected(wrong);
  merged.run.rows = rows;
  for (JournalEntry& entry : merged.entries)
    if (entry.state.result.same_as && *entry.state.result.same_as >= merged.entries.size())
      return std::unexpected(
          fmt::format("row {} is the same as a row that is not there\n", entry.row + 1));
  find_duplicates(merged.run, planned_depths, merged.entries);
  return merged;
}

}  // namespace perft_verify::verifier
