#include "verifier/cli/reports/reports.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/text/escape.h"
#include "core/text/printable.h"
#include "verifier/report/formats/findings_suite.h"
#include "verifier/report/formats/formats.h"
#include "verifier/report/output/progress_bar.h"
#include "verifier/report/output/standard_error.h"

namespace perft_verify::verifier {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool in_github() { return environment("GITHUB_ACTIONS") == "true"; }

}  // namespace

/// NO_COLOR and CLICOLOR_FORCE as their authors define them: set and not empty, with any value for
/// NO_COLOR, and not 0 for CLICOLOR_FORCE.
bool wants_color(Switch choice) {
  if (choice != Switch::Auto) return choice == Switch::On;
  if (!environment("NO_COLOR").empty()) return false;
  const std::string_view force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return ::isatty(STDOUT_FILENO) != 0 && environment("TERM") != "dumb";
}

std::size_t columns_for_help() {
  constexpr std::size_t kUsual = 80;
  constexpr std::size_t kMost = 100;
  const std::size_t columns = columns_of_terminal(STDOUT_FILENO);
  return columns == 0 ? kUsual : std::min(columns, kMost);
}

Reports::Reports(const ReportArguments& arguments, StandardOutput& out)
    : arguments_(arguments), out_(out) {
  text_.rows = !arguments.quiet;
  text_.verbose = arguments.verbose;
}

std::expected<void, std::string> Reports::open() {
  if (arguments_.progress == Switch::On ||
      (arguments_.progress == Switch::Auto && !arguments_.quiet))
    reporters_.push_back(std::make_unique<ProgressBar>(columns_of_terminal(STDERR_FILENO), tell));
  const bool replaced = std::ranges::any_of(
      arguments_.reports, [](const ReportRequest& request) { return request.path.empty(); });
  if (!replaced) add_to_output("text");
  for (const ReportRequest& request : arguments_.reports) {
    if (request.path.empty()) {
      add_to_output(request.format);
    } else if (auto added = add_file(request); !added) {
      return added;
    }
  }
  add_github();
  return {};
}

/// GitHub Actions gets annotations and the step's summary by default. Annotations go to standard
/// error, which GitHub reads too: standard output may be a report for programs.
void Reports::add_github() {
  const auto asked_for = [this](std::string_view format) {
    return std::ranges::any_of(arguments_.reports, [format](const ReportRequest& request) {
      return request.format == format;
    });
  };
  if (in_github() && !asked_for("github")) reporters_.push_back(make_report("github", text_, tell));
  if (const std::string_view path = environment("GITHUB_STEP_SUMMARY");
      !path.empty() && (in_github() || asked_for("github")))
    reporters_.push_back(
        make_report("markdown", text_, [this](std::string_view text) { step_summary_ += text; }));
}

/// Appends, as the steps of a job share the file.
bool Reports::append_step_summary() const {
  if (step_summary_.empty()) return true;
  const std::string path(environment("GITHUB_STEP_SUMMARY"));
  std::ofstream file(path, std::ios::app);
  file << step_summary_ << std::flush;
  if (!file)
    complain(fmt::format("the step's summary could not be written to {}", printable(path)));
  return file.good();
}

std::vector<Reporter*> Reports::all() const {
  std::vector<Reporter*> reporters;
  for (const auto& reporter : reporters_) reporters.push_back(reporter.get());
  return reporters;
}

bool Reports::finish() {
  bool good = append_step_summary() && out_.good();
  for (const auto& file : files_) {
    if (auto written = file->commit(); !written) {
      complain(fmt::format("the report could not be written: {}", written.error()));
      good = false;
    }
  }
  return good;
}

/// The role of another path of this run, if it is the same file as `path`.
std::string Reports::name_of_same_file(const std::string& path) const {
  for (const auto& [other, what] : taken_) {
    std::error_code ignored;
    if (other == path || std::filesystem::equivalent(other, path, ignored)) return what;
  }
  return "";
}

void Reports::add_to_output(const std::string& format) {
  text_on_output_ = format == "text";
  TextOptions options = text_;
  options.color = wants_color(arguments_.color);
  options.width = columns_of_terminal(STDOUT_FILENO);
  const bool guarded = text_on_output_ && in_github();
  reporters_.push_back(make_report(format, options, [this, guarded](std::string_view text) {
    out_.write(guarded ? without_workflow_commands(text) : text);
  }));
}

std::expected<void, std::string> Reports::add_file(const ReportRequest& request) {
  if (const std::string taken = name_of_same_file(request.path); !taken.empty())
    return std::unexpected(fmt::format("{}={}: that file is {} of this run",
                                       request.format == kFindingsSuite
                                           ? std::string("--save-findings")
                                           : fmt::format("--report {}", request.format),
                                       printable(request.path), taken));
  taken_.emplace_back(request.path, "another report");
  auto file = OutputFile::create(request.path);
  if (!file) return std::unexpected(file.error());
  files_.push_back(std::make_unique<OutputFile>(std::move(*file)));
  Sink sink = [to = files_.back().get()](std::string_view text) { to->write(text); };
  if (request.format == kFindingsSuite) {
    reporters_.push_back(std::make_unique<FindingsSuite>(std::move(sink)));
  } else {
    reporters_.push_back(make_report(request.format, text_, std::move(sink)));
  }
  return {};
}

}  // namespace perft_verify::verifier
