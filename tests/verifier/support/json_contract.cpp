#include "tests/verifier/support/json_contract.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

namespace perft_verify::verifier::test {
namespace {

using nlohmann::json;
using Check = std::function<bool(const json&)>;
using Fields = std::map<std::string, Check>;

bool is_count(const json& value) { return value.is_number_unsigned(); }
bool is_number(const json& value) { return value.is_number(); }
bool is_text(const json& value) { return value.is_string() && !value.get<std::string>().empty(); }
bool is_bool(const json& value) { return value.is_boolean(); }
Check or_null(Check check) {
  return [check](const json& value) { return value.is_null() || check(value); };
}
Check list_of(Check check) {
  return
      [check](const json& value) { return value.is_array() && std::ranges::all_of(value, check); };
}
Check sorted_list_of(Check check) {
  return
      [check](const json& value) { return list_of(check)(value) && std::ranges::is_sorted(value); };
}
Check one_of(std::vector<std::string> names) {
  return [names](const json& value) {
    return value.is_string() && std::ranges::find(names, value.get<std::string>()) != names.end();
  };
}
Check object(const Fields& fields) {
  return [fields](const json& value) {
    return value.is_object() && value.size() == fields.size() &&
           std::ranges::all_of(fields, [&](const auto& field) {
             return value.contains(field.first) && field.second(value[field.first]);
           });
  };
}
bool is_sha256(const json& value) {
  return value.is_string() && value.get<std::string>().size() == 64 &&
         value.get<std::string>().find_first_not_of("0123456789abcdef") == std::string::npos;
}

const Fields kTop{
    {"schema", one_of({"perft-verify/1"})},
    {"tool", object({{"name", one_of({"verify"})}, {"version", is_text}})},
    {"subject", object({{"name", is_text},
                        {"kind", one_of({"core", "engine", "script"})},
                        {"command", or_null(is_text)}})},
    {"reference", object({{"name", is_text},
                          {"kind", one_of({"engine", "mailbox", "core", "recorded"})},
                          {"command", or_null(is_text)}})},
    {"options",
     object({{"depth", or_null(is_count)}, {"mode", one_of({"totals", "divide", "full"})}})},
    {"suites", list_of(object({{"file", is_text}, {"sha256", is_sha256}, {"rows", is_count}}))},
    {"summary", object({{"rows", is_count},
                        {"agree", is_count},
                        {"mismatch", is_count},
                        {"undecided", is_count},
                        {"skipped", is_count},
                        {"suite_errors", is_count},
                        {"findings", is_count},
                        {"nodes", is_count},
                        {"seconds", is_number},
                        {"complete", is_bool},
                        {"exit_code", is_count}})},
    {"rows", list_of([](const json& row) { return row.is_object(); })},
    {"findings", list_of([](const json& finding) { return finding.is_object(); })}};

const Fields kRow{{"file", or_null(is_text)},
                  {"line", or_null(is_count)},
                  {"id", or_null(is_text)},
                  {"fen", or_null(is_text)},
                  {"depth", or_null(is_count)},
                  {"chess960", is_bool},
                  {"verdict", one_of({"agree", "mismatch", "undecided", "skipped"})},
                  {"reason", or_null(is_text)},
                  {"suite_error", is_bool},
                  {"proven", object({{"totals", or_null(is_count)},
                                     {"divide", or_null(is_count)},
                                     {"full", or_null(is_count)}})},
                  {"recorded_nodes", or_null(is_count)},
                  {"subject_nodes", or_null(is_count)},
                  {"reference_nodes", or_null(is_count)},
                  {"findings", list_of(is_count)}};

const Fields kFinding{
    {"kind", one_of({"illegal-move", "missing-move", "duplicate-move", "wrong-count", "wrong-state",
                     "rejected-position", "crash", "timeout", "protocol"})},
    {"class", is_text},
    {"candidates", list_of(is_text)},
    {"cause", one_of({"generation", "setup", "make", "unmake", "hash", "count", "unknown"})},
    {"culprit", or_null(object({{"ply", is_count}, {"move", is_text}}))},
    {"explanation", is_text},
    {"root", is_text},
    {"path", list_of(is_text)},
    {"fen", is_text},
    {"illegal", sorted_list_of(is_text)},
    {"missing", sorted_list_of(is_text)},
    {"duplicate", sorted_list_of(is_text)},
    {"counts", or_null(object({{"subject", is_count}, {"reference", is_count}}))},
    {"reduced", or_null(object({{"fen", is_text},
                                {"moves", list_of(is_text)},
                                {"depth", is_count},
                                {"pieces", is_count}}))},
    {"reproduce", is_text},
    {"rows", list_of(is_count)}};

void check_fields(const std::string& where, const json& value, const Fields& fields,
                  std::vector<std::string>& wrong) {
  for (const auto& [name, check] : fields) {
    if (!value.contains(name)) {
      wrong.push_back(fmt::format("{}: no field {}", where, name));
    } else if (!check(value[name])) {
      wrong.push_back(fmt::format("{}: {} is {}", where, name, value[name].dump().substr(0, 300)));
    }
  }
  for (const auto& [name, ignored] : value.items())
    if (!fields.contains(name)) wrong.push_back(fmt::format("{}: unknown field {}", where, name));
}

/// The exit code that follows from everything else in the report, unless interrupted.
int expected_exit_code(const json& summary) {
  if (summary["findings"] > 0) return 1;
  if (summary["undecided"] > 0) return 3;
  if (summary["suite_errors"] > 0) return 2;
  return summary["rows"] == summary["skipped"] ? 4 : 0;
}

void check_sums(const json& report, std::vector<std::string>& wrong) {
  const json& summary = report["summary"];
  const json& rows = report["rows"];
  std::map<std::string, std::size_t> verdicts;
  std::size_t suite_errors = 0;
  for (const json& row : rows) {
    ++verdicts[row["verdict"]];
    suite_errors += row["suite_error"] == true ? 1 : 0;
    const bool has_findings = !row["findings"].empty();
    if (has_findings != (row["verdict"] == "mismatch"))
      wrong.push_back("a row has findings and is no mismatch, or the other way round");
    const bool needs_reason = row["verdict"] == "undecided" || row["verdict"] == "skipped";
    if (needs_reason != !row["reason"].is_null())
      wrong.push_back("a reason belongs to undecided and skipped rows only: " + row.dump());
  }
  for (const char* verdict : {"agree", "mismatch", "undecided", "skipped"})
    if (summary[verdict] != verdicts[verdict])
      wrong.push_back(fmt::format("summary: {} is not the number of such rows", verdict));
  if (summary["rows"] != rows.size()) wrong.emplace_back("summary: rows");
  if (summary["findings"] != report["findings"].size()) wrong.emplace_back("summary: findings");
  if (summary["suite_errors"] != suite_errors) wrong.emplace_back("summary: suite_errors");
  const int code = summary["exit_code"];
  if (code != 130 && code != 143 && code != expected_exit_code(summary))
    wrong.push_back(fmt::format("summary: exit code {}", code));
}

void check_references(const json& report, std::vector<std::string>& wrong) {
  const json& rows = report["rows"];
  const json& findings = report["findings"];
  const auto names = [](const json& list, std::size_t index) {
    return std::ranges::find(list, json(index)) != list.end();
  };
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const std::size_t finding : rows[row]["findings"])
      if (finding >= findings.size() || !names(findings[finding]["rows"], row))
        wrong.push_back(
            fmt::format("row {} names finding {}, which does not name it", row, finding));
  for (std::size_t finding = 0; finding < findings.size(); ++finding) {
    if (findings[finding]["rows"].empty())
      wrong.push_back(fmt::format("finding {} explains no row", finding));
    for (const std::size_t row : findings[finding]["rows"])
      if (row >= rows.size() || !names(rows[row]["findings"], finding))
        wrong.push_back(
            fmt::format("finding {} names row {}, which does not name it", finding, row));
  }
}

}  // namespace

std::vector<std::string> contract_violations(const json& report) {
  std::vector<std::string> wrong;
  check_fields("report", report, kTop, wrong);
  if (!wrong.empty()) return wrong;
  for (const json& row : report["rows"]) check_fields("row", row, kRow, wrong);
  for (const json& finding : report["findings"]) check_fields("finding", finding, kFinding, wrong);
  if (!wrong.empty()) return wrong;
  check_sums(report, wrong);
  check_references(report, wrong);
  return wrong;
}

json parsed_report(const std::string& text) {
  json report = json::parse(text, nullptr, false);
  EXPECT_FALSE(report.is_discarded()) << "no JSON: " << text.substr(0, 500);
  if (report.is_discarded()) return json::object();
  EXPECT_EQ(fmt::format("{}", fmt::join(contract_violations(report), "\n")), "");
  return report;
}

json without_times(json report) {
  report["summary"].erase("seconds");
  return report;
}

}  // namespace perft_verify::verifier::test
