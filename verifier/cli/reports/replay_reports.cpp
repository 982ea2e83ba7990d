#include "verifier/cli/reports/replay_reports.h"

#include <fmt/format.h>
#include <unistd.h>

#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/reports/reports.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/replay/replay_html.h"
#include "verifier/report/replay/replay_json.h"
#include "verifier/report/replay/replay_text.h"

namespace perft_verify::verifier {
namespace {

std::unique_ptr<ReplayReporter> make(std::string_view format, const TextOptions& text, Sink sink) {
  if (format == "text") return std::make_unique<ReplayText>(text, std::move(sink));
  if (format == "json") return std::make_unique<ReplayJson>(std::move(sink));
  if (format == "html") return std::make_unique<ReplayHtml>(std::move(sink));
  return nullptr;
}

}  // namespace

std::expected<std::unique_ptr<ReplayReports>, std::string> ReplayReports::open(
    const std::vector<std::string>& requests, const ReportArguments& look, StandardOutput& out) {
  auto reports = std::make_unique<ReplayReports>();
  bool output_is_taken = false;
  const auto add = [&](const std::string& request) -> std::expected<void, std::string> {
    const std::size_t equals = request.find('=');
    const std::string format = request.substr(0, equals);
    const std::string path = equals == std::string::npos ? "" : request.substr(equals + 1);
    TextOptions text;
    text.rows = !look.quiet;
    text.verbose = look.verbose;
    Sink sink = [&out](std::string_view bytes) { out.write(bytes); };
    if (equals != std::string::npos) {
      if (path.empty())
        return std::unexpected(fmt::format("--report {}: a path belongs after '='", format));
      auto file = OutputFile::create(path);
      if (!file) return std::unexpected(file.error());
      reports->files_.push_back(std::make_unique<OutputFile>(std::move(*file)));
      sink = [to = reports->files_.back().get()](std::string_view bytes) { to->write(bytes); };
    } else if (std::exchange(output_is_taken, true)) {
      return std::unexpected(
          "more than one --report goes to standard output; give the others a path");
    } else {
      text.color = wants_color(look.color);
      text.width = columns_of_terminal(STDOUT_FILENO);
    }
    auto reporter = make(format, text, std::move(sink));
    if (!reporter) return std::unexpected(unknown_format(request, "text, json and html"));
    reports->reporters_.push_back(std::move(reporter));
    return {};
  };
  for (const std::string& request : requests)
    if (auto added = add(request); !added) return std::unexpected(added.error());
  if (!output_is_taken)
    if (auto added = add("text"); !added) return std::unexpected(added.error());
  return reports;
}

bool ReplayReports::finish() {
  bool good = true;
  for (const auto& file : files_)
    if (auto written = file->commit(); !written) {
      complain(fmt::format("the report could not be written: {}", written.error()));
      good = false;
    }
  return good;
}

}  // namespace perft_verify::verifier
