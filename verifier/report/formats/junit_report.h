// JUnit XML: a test suite for each suite file, a test for each row. Jenkins, GitLab and the like
// read it; elements and attributes are those that the schema of Jenkins knows.
#pragma once

#include "verifier/report/formats/outcome.h"
#include "verifier/report/output/sink.h"
#include "verifier/report/output/spool.h"

namespace perft_verify::verifier {

class JunitReport final : public Reporter {
 public:
  explicit JunitReport(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override {
    outcomes_.finding(index, finding);
  }
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  /// The counts of the current suite; its opening tag has to wait for them.
  struct Counts {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;
    double seconds = 0;

    Counts& operator+=(const Counts& other);
    [[nodiscard]] std::string attributes() const;
  };
  void end_suite();

  Sink sink_;
  const RunInfo* run_ = nullptr;
  Outcomes outcomes_;
  std::string suite_;  // the file of the current rows
  Counts counts_;
  Counts all_;
  Spool tests_;   // of the suite
  Spool suites_;  // before it
  std::string began_;
};

}  // namespace perft_verify::verifier
