#include "verifier/cli/reports/finding_reports.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "verifier/cli/reports/reports.h"
#include "verifier/report/formats/formats.h"
#include "verifier/report/output/standard_error.h"

namespace perft_verify::verifier {
namespace {

std::string text_of(const std::string& format, const FindingOutput& output, bool color) {
  if (format == "text") return output.text(color);
  if (format == "json") return output.json();
  std::string text;
  const auto reporter = make_report(format, {}, [&text](std::string_view part) { text += part; });
  output.report(*reporter);
  return text;
}

}  // namespace

void add_finding_reports(CLI::App& app, RawReports& raw, bool& json) {
  add_report_option(app, raw);
  app.add_flag("--json", json, "For programs; as --report json");
}

std::expected<std::vector<ReportRequest>, NotToRun> read_finding_reports(const RawReports& raw,
                                                                         bool json) {
  RawReports all = raw;
  if (json) all.reports.emplace_back("json");
  ReportArguments arguments;
  if (auto read = read_report_options(all, arguments); !read) return std::unexpected(read.error());
  return std::move(arguments.reports);
}

std::expected<FindingReports, std::string> FindingReports::open(
    std::vector<ReportRequest> requests) {
  FindingReports reports;
  for (const ReportRequest& request : requests) {
    if (request.path.empty()) continue;
    auto file = OutputFile::create(request.path);
    if (!file) return std::unexpected(file.error());
    reports.files_.push_back(std::move(*file));
  }
  if (std::ranges::none_of(requests, [](const auto& each) { return each.path.empty(); }))
    requests.push_back({"text", ""});
  reports.requests_ = std::move(requests);
  return reports;
}

bool FindingReports::write(const FindingOutput& output, StandardOutput& out) {
  bool good = true;
  auto file = files_.begin();
  for (const ReportRequest& request : requests_) {
    if (request.path.empty()) {
      out.write(text_of(request.format, output, wants_color(Switch::Auto)));
      continue;
    }
    file->write(text_of(request.format, output, false));
    if (const auto written = file->commit(); !written) {
      complain(written.error());
      good = false;
    }
    ++file;
  }
  return good;
}

}  // namespace perft_verify::verifier
