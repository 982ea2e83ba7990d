#include "verifier/scale/merge/part_file.h"

#include <fmt/format.h>

#include <map>

#include "core/fen.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "core/text/sha256.h"
#include "verifier/report/formats/json_fields.h"

namespace perft_verify::verifier {
namespace {

using Problem = std::unexpected<std::string>;
using Done = std::expected<void, std::string>;

constexpr std::size_t kMostRows = 100'000'000;

std::string text_of(const Json& json, const char* name) {
  const Json& value = json.at(name);
  return value.is_null() ? std::string() : value.get<std::string>();
}

reference::Identity identity_of(const Json& json) {
  return {json.at("name"), json.at("kind"), text_of(json, "command")};
}

/// Reads the events one by one. The library throws where a field is missing or of another type;
/// `take` catches that.
class Reader {
 public:
  explicit Reader(PartFile& part) : part_(part) {}

  /// A line without its line feed.
  Done take(std::string_view line) {
    auto taken = take_event(line);
    digest_ = sha256_of(fmt::format("{}{}\n", digest_, line));
    return taken;
  }

  [[nodiscard]] bool ended() const { return ended_; }

 private:
  Done take_event(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return Problem("a JSON object on one line is expected");
    try {
      const std::string event = json.value("event", "");
      if (event == "run") return take_run(json);
      if (!has_run_) return Problem("an event before that of the run");
      if (ended_) return Problem("an event after the summary");
      if (event == "finding") return take_finding(json);
      if (event == "row") return take_row(json);
      if (event == "summary") return take_summary(json);
      return Problem(fmt::format("there is no event '{}'", printable(event)));
    } catch (const Json::exception& error) {
      return Problem(printable(error.what()));
    }
  }

  Done take_run(const Json& json) {
    if (std::exchange(has_run_, true)) return Problem("a second run in one file");
    if (json.at("schema") != "perft-verify/1") return Problem("another version wrote this report");
    if (!json.contains("part"))
      return Problem(
          "this is not a share of a run: it was made without --partition (slice:1/1 for the "
          "whole)");
    part_.version = json.at("tool").at("version");
    RunInfo& run = part_.run;
    run.subject = identity_of(json.at("subject"));
    run.reference = identity_of(json.at("reference"));
    const Json& options = json.at("options");
    if (!options.at("depth").is_null()) run.depth = options.at("depth").get<int>();
    for (const Mode mode : {Mode::Totals, Mode::Divide, Mode::Full})
      if (options.at("mode") == to_string(mode)) run.mode = mode;
    for (const Json& suite : json.at("suites")) {
      run.suites.push_back({suite.at("file"), suite.at("sha256"), {}, {}});
      run.suite_rows.push_back(suite.at("rows"));
    }
    const Json& share = json.at("part");
    auto partition = parse_partition(share.at("partition").get<std::string>());
    if (!partition) return Problem(partition.error());
    run.part = PartOfRun{*partition, {}, share.at("all_rows"), {}};
    if (run.part->all_rows > kMostRows) return Problem("more rows than a run can have");
    run.jobs = share.at("jobs");
    for (const auto& [name, value] : share.at("options").items())
      run.part->options.emplace_back(name, value.get<std::string>());
    return {};
  }

  Done take_finding(const Json& json) {
    auto finding = parse_finding(json.at("record"));
    if (!finding) return Problem(printable(finding.error()));
    // Named: before gcc 15 a loop does not keep what a temporary owns.
    const Json fields = finding_json({*finding, {}});
    for (const auto& [name, value] : fields.items())
      if (name != "rows" && json.at(name) != value)
        return Problem(fmt::format("the finding contradicts itself: {} is {}, and {} in its record",
                                   name, json.at(name).dump(), value.dump()));
    findings_.insert_or_assign(json.at("index").get<std::size_t>(), std::move(*finding));
    return {};
  }

  /// Rejects results that no run can have.
  static Done check(const RowResult& result) {
    const bool agrees = result.verdict == Verdict::Agree;
    if (agrees && result.reference_nodes && result.subject_nodes != result.reference_nodes)
      return Problem("the row agrees, and its counts do not");
    if (agrees && result.recorded_nodes && result.subject_nodes != result.recorded_nodes &&
        result.suite_errors.empty())
      return Problem("the row agrees, and the recorded count is another");
    return {};
  }

  Done take_row(const Json& json) {
    PartRow row;
    row.index_of_all = json.at("index_of_all");
    if (row.index_of_all >= part_.run.part->all_rows) return Problem("a row beyond the last one");
    row.planned_depth = json.at("planned_depth");
    row.row.file = text_of(json, "file");
    row.row.line = json.at("line").is_null() ? 0 : json.at("line").get<std::size_t>();
    row.row.id = text_of(json, "id");
    row.row.fen = text_of(json, "fen");
    row.row.chess960 = json.at("chess960");
    if (!row.row.fen.empty()) {
      const auto parsed = parse_fen(row.row.root());
      if (!parsed) return Problem(fmt::format("the FEN: {}", parsed.error().message()));
    }
    auto result = parse_result(json.at("record"));
    if (!result) return Problem(printable(result.error()));
    row.result = std::move(*result);
    const Json fields = result_json(row.result);
    for (const auto& [name, value] : fields.items())
      if (json.at(name) != value)
        return Problem(fmt::format("the row contradicts itself: {} is {}, and {} in its record",
                                   name, json.at(name).dump(), value.dump()));
    if (auto sound = check(row.result); !sound) return sound;
    if (!json.at("same_as").is_null()) row.result.same_as = json.at("same_as").get<std::size_t>();
    for (const Json& index : json.at("findings")) {
      const auto finding = findings_.find(index.get<std::size_t>());
      if (finding == findings_.end()) return Problem("a finding that was not told before");
      row.findings.push_back(finding->second);
    }
    part_.rows.push_back(std::move(row));
    return {};
  }

  Done take_summary(const Json& json) {
    part_.seconds = json.at("seconds");
    if (json.at("rows") != part_.rows.size())
      return Problem("the summary counts other rows than there are");
    if (json.at("digest") != digest_)
      return Problem("the digest is not that of the lines before: the file was changed");
    ended_ = true;
    return {};
  }

  PartFile& part_;
  std::map<std::size_t, Finding> findings_;
  bool has_run_ = false;
  bool ended_ = false;
  std::string digest_;  // of the lines before
};

}  // namespace

std::expected<PartFile, std::string> read_part(const std::string& file, std::string_view text) {
  PartFile part;
  part.file = file;
  Reader reader(part);
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    if (const auto taken = reader.take(take_line(text)); !taken)
      return Problem(fmt::format("{}:{}: {}", printable(file), number, taken.error()));
  }
  if (!reader.ended())
    return Problem(
        fmt::format("{}: the summary at the end is missing; was the run that wrote it interrupted?",
                    printable(file)));
  return part;
}

}  // namespace perft_verify::verifier
