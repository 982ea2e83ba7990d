// The reports of one run and their targets: files, standard output, standard error.
#pragma once

#include <expected>
#include <memory>
#include <vector>

#include "verifier/cli/arguments/arguments.h"
#include "verifier/report/formats/text_report.h"
#include "verifier/report/output/output_file.h"
#include "verifier/report/output/standard_output.h"

namespace perft_verify::verifier {

/// The width of the terminal on standard output; 80 if there is none.
std::size_t columns_for_help();

/// Whether standard output is to have colors.
bool wants_color(Switch choice);

class Reports {
 public:
  /// `out` must outlive the reports.
  Reports(const ReportArguments& arguments, StandardOutput& out);
  /// No report is written to `path`, which is `what`. To be called before `open`.
  void protect(const std::string& path, const std::string& what) {
    taken_.emplace_back(path, what);
  }

  /// Opens every report, to detect unwritable ones before the run; the error is one sentence.
  std::expected<void, std::string> open();

  [[nodiscard]] bool text_on_output() const { return text_on_output_; }
  [[nodiscard]] std::vector<Reporter*> all() const;

  /// Call after run_finished: gives the files their names; returns whether all were written.
  bool finish();

 private:
  [[nodiscard]] std::string name_of_same_file(const std::string& path) const;
  void add_github();
  [[nodiscard]] bool append_step_summary() const;
  void add_to_output(const std::string& format);
  std::expected<void, std::string> add_file(const ReportRequest& request);

  const ReportArguments& arguments_;
  StandardOutput& out_;
  TextOptions text_;  // of files: neither colors nor a width
  bool text_on_output_ = false;
  std::string step_summary_;
  std::vector<std::pair<std::string, std::string>> taken_;  // path and its role
  std::vector<std::unique_ptr<OutputFile>> files_;
  std::vector<std::unique_ptr<Reporter>> reporters_;
};

}  // namespace perft_verify::verifier
