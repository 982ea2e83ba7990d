// A row in the terms of a test framework: a test that passed, failed, could not be judged or was
// left out. Shared by the formats that CI systems read.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

struct Outcome {
  /// Undecided rows and wrong recorded counts are errors: they must not look like success.
  enum class Kind : std::uint8_t { Passed, Failed, Error, Skipped };
  Kind kind = Kind::Passed;
  std::string type;     // the finding's kind, "undecided", "suite-error"
  std::string message;  // one sentence
  std::string body;     // the finding as text, the first time; else its place
};

class Outcomes {
 public:
  void run_started(const RunInfo& run);
  void finding(std::size_t index, const ReportedFinding& finding);
  Outcome of(const Row& row, const RowResult& result);
  /// The row's name, made unique by its line if an id or a FEN occurs twice.
  [[nodiscard]] std::string test_name(const Row& row) const;

 private:
  struct Told {
    std::string type;
    std::string message;
    std::string body;  // empty once it has been reported
    std::string where;
  };

  const RunInfo* run_ = nullptr;
  std::unordered_set<std::size_t> ambiguous_;  // hashes of names
  std::vector<Told> findings_;
};

}  // namespace perft_verify::verifier
