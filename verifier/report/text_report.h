// The report that a person reads: a line a row, a block a finding, a summary.
#pragma once

#include <functional>

#include "verifier/report/format.h"
#include "verifier/run/events.h"

namespace perft_verify::verifier {

struct TextOptions {
  bool color = false;
  bool rows = true;      // a line for each row; without it only what is wrong
  bool verbose = false;  // notes on rows, what was proven
};

class TextReport final : public Reporter {
 public:
  using Sink = std::function<void(std::string_view)>;

  TextReport(TextOptions options, Sink sink);

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  [[nodiscard]] std::string table_of(const Finding& finding) const;
  static std::string class_of(const Finding& finding);
  static std::string reduced_of(const Finding& finding);
  [[nodiscard]] std::string board_of(const Finding& finding) const;
  [[nodiscard]] std::string details_of(const Row& row, const RowResult& result) const;

  TextOptions options_;
  Palette palette_;
  Sink sink_;
  const RunInfo* run_ = nullptr;
  std::string last_reason_;  // of the row before
};

}  // namespace perft_verify::verifier
