// The findings of a run as a suite (--save-findings): the smallest position of each with its
// right count, to be verified again ever after.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "verifier/run/events.h"

namespace perft_verify::verifier {

class FindingsSuite final : public Reporter {
 public:
  using Sink = std::function<std::expected<void, std::string>(std::string_view)>;
  explicit FindingsSuite(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;
  [[nodiscard]] bool written() const override { return written_; }

 private:
  Sink sink_;
  std::string text_;
  bool written_ = true;
};

}  // namespace perft_verify::verifier
