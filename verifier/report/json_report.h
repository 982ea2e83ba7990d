// The JSON report, one object with everything; the fields are a contract ("perft-verify/1").
#pragma once

#include <functional>
#include <optional>

#include "verifier/report/output_file.h"
#include "verifier/run/events.h"

namespace perft_verify::verifier {

class JsonReport final : public Reporter {
 public:
  /// Where the finished text goes; the error is one sentence.
  using Sink = std::function<std::expected<void, std::string>(std::string_view)>;

  explicit JsonReport(Sink sink);
  ~JsonReport() override;

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;
  [[nodiscard]] bool written() const override { return written_; }

 private:
  struct Document;
  Sink sink_;
  std::unique_ptr<Document> document_;
  bool written_ = true;
};

}  // namespace perft_verify::verifier
