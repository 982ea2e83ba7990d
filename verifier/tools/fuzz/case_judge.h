// The judge of the cases of a fuzz run in which something is wrong.
#pragma once

#include <map>

#include "verifier/tools/fuzz/compare.h"

namespace perft_verify::verifier {

/// A finding with the positions of a run that it accounts for.
struct FuzzFinding {
  Finding finding;
  FuzzCase first;               // where it was found
  std::uint64_t positions = 1;  // that it has a share in, as far as they were looked into
};

class CaseJudge {
 public:
  CaseJudge() = default;
  CaseJudge(const CaseJudge&) = delete;
  CaseJudge& operator=(const CaseJudge&) = delete;
  virtual ~CaseJudge() = default;

  /// To be called in the order of the cases' numbers: the first one with a bug is its finding.
  virtual void inspect(const SuspectCase& suspect) = 0;

  [[nodiscard]] const std::vector<FuzzFinding>& findings() const { return findings_; }
  /// The positions of all findings.
  [[nodiscard]] std::uint64_t blamed() const {
    std::uint64_t positions = 0;
    for (const FuzzFinding& each : findings_) positions += each.positions;
    return positions;
  }
  /// Why positions could not be judged, and how many.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& undecided() const { return undecided_; }

 protected:
  std::vector<FuzzFinding> findings_;
  std::map<std::string, std::uint64_t> undecided_;
};

}  // namespace perft_verify::verifier
