// The report for people: a line per row, a block per finding, and at the end the verdict with a
// summary of the findings. Rows that a finding explains are listed with -v only, so that the
// finding is on the last screen.
#pragma once

#include <vector>

#include "core/text/format.h"
#include "verifier/report/output/sink.h"
#include "verifier/report/words/verdict_text.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

struct TextOptions {
  bool color = false;
  bool rows = true;       // a line for each row; without it only findings and the verdict (-q)
  bool verbose = false;   // every row and finding in full, proven depths, remarks
  std::size_t width = 0;  // columns of the terminal; 0 if unlimited
};

class TextReport final : public Reporter {
 public:
  TextReport(TextOptions options, Sink sink);

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  /// The width of sentences.
  [[nodiscard]] std::size_t width() const;
  /// Whether the row gets its own line; also counts the reasons for rows not compared.
  bool is_listed(const Row& row, const RowResult& result);
  [[nodiscard]] std::string line_of(const Row& row, const RowResult& result) const;
  [[nodiscard]] std::string details_of(const Row& row, const RowResult& result) const;
  /// Lines that fit on the terminal; one line if there is none.
  [[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent = 0) const;
  /// A remark below a row's line.
  [[nodiscard]] std::string remark(std::string_view text) const;

  TextOptions options_;
  Palette palette_;
  Sink sink_;
  const RunInfo* run_ = nullptr;
  std::size_t name_width_ = 0;
  bool after_row_ = false;  // the last output was a row
  bool agreeing_ = true;    // agreeing rows get a line too
  std::string failure_;     // why no row can be run
  std::vector<ShortFinding> findings_;
  InCommon in_common_;
  std::vector<RowsForReason> reasons_;
};

}  // namespace perft_verify::verifier
