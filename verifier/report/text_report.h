// The report that a person reads: a line a row, a block a finding, a summary.
#pragma once

#include "core/text/format.h"
#include "verifier/report/sink.h"
#include "verifier/run/events.h"

namespace perft_verify::verifier {

struct TextOptions {
  bool color = false;
  bool rows = true;       // a line for each row; without it only what is wrong
  bool verbose = false;   // every row and finding in full, what was proven, remarks
  std::size_t width = 0;  // columns of the terminal; 0 where lines may be of any length
};

class TextReport final : public Reporter {
 public:
  TextReport(TextOptions options, Sink sink);

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  /// Of sentences.
  [[nodiscard]] std::size_t width() const;
  [[nodiscard]] std::string details_of(const Row& row, const RowResult& result) const;
  /// Lines that fit on the terminal; one line where there is none.
  [[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent = 0) const;
  /// A remark below a row's line.
  [[nodiscard]] std::string remark(std::string_view text) const;

  TextOptions options_;
  Palette palette_;
  Sink sink_;
  const RunInfo* run_ = nullptr;
  std::size_t name_width_ = 0;
  bool after_row_ = false;   // the last thing printed
  bool agreeing_ = true;     // a line also for rows that agree
  std::string last_reason_;  // of the row before
};

}  // namespace perft_verify::verifier
