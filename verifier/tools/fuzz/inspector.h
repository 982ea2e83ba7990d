// From a position on which the two sides differ to a finding: what known findings account for is
// set aside, the rest is located, confirmed, diagnosed and reduced.
#pragma once

#include <map>
#include <optional>

#include "verifier/diagnose/finding_per_bug.h"
#include "verifier/diagnose/root_causes.h"
#include "verifier/locate/both_sides.h"
#include "verifier/tools/fuzz/case_judge.h"
#include "verifier/tools/fuzz/known_bugs.h"

namespace perft_verify::verifier {

struct InspectorOptions {
  reference::GeneratorFactory live_reference;
  reference::GeneratorFactory second_reference;  // may be null
  std::string reproduce_options;
};

/// With one subject and one reference, for one case after the other.
class Inspector final : public CaseJudge {
 public:
  Inspector(reference::Generator& subject, reference::Generator& reference,
            const InspectorOptions& options, const std::stop_token& stop);

  void inspect(const SuspectCase& suspect) override;

 private:
  /// Where something is wrong that no finding accounts for.
  struct Place {
    std::vector<std::string> path;  // after the moves of the question
    std::vector<std::string> symptoms;
    bool list = false;  // a wrong list of moves; else wrong counts
  };
  std::optional<Place> unaccounted(const reference::Question& question, const Pair& pair,
                                   const std::vector<std::string>& path,
                                   std::vector<std::size_t>& accounting);
  std::optional<Pair> ask(reference::Question question) {
    return ask_both(subject_, reference_, std::move(question), stop_);
  }
  std::optional<Pair> ask_or_report(const SuspectCase& suspect);
  bool stumbles_on_the_way(const SuspectCase& suspect);
  void not_answered();
  void inspect_board(const SuspectCase& suspect);
  void inspect_answers(const SuspectCase& suspect, const reference::Question& question, Pair pair);
  void settle(std::expected<Finding, Undecided> finding, const SuspectCase& suspect,
              const std::string& signature);
  void take(Finding finding, const SuspectCase& suspect, std::vector<std::size_t>& counted);

  reference::Generator& subject_;
  reference::Generator& reference_;
  std::string reproduce_options_;
  std::stop_token stop_;
  Diagnosis diagnosis_;
  Confirmer confirmer_;
  KnownFaults faults_;
  KnownBugs known_;
  RootCauses root_causes_;
  /// Symptoms that were looked into and came to nothing new: how often, and to which findings.
  struct Looked {
    std::size_t times = 0;
    std::vector<std::size_t> findings;
  };
  std::map<std::string, Looked> looked_;
};

}  // namespace perft_verify::verifier
