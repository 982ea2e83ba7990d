// A subject that is compared with itself: which of its answers contradict each other.
#pragma once

#include <string>

#include "verifier/tools/fuzz/case_judge.h"

namespace perft_verify::verifier {

/// All relations for each case; of each case the first that does not hold.
BatchResult compare_with_itself(const std::vector<FuzzCase>& cases, reference::Generator& subject,
                                const std::stop_token& stop);

/// One finding for each relation that does not hold again in a fresh process, in the smallest
/// position that taking pieces off leads to.
class RelationJudge final : public CaseJudge {
 public:
  /// `reproduce` makes the command that shows it again, from the number of a case.
  RelationJudge(reference::Generator& subject, std::function<std::string(std::uint64_t)> reproduce,
                const std::stop_token& stop)
      : subject_(subject), reproduce_(std::move(reproduce)), stop_(stop) {}

  void inspect(const SuspectCase& suspect) override;

 private:
  void inspect_failure(const SuspectCase& suspect);

  reference::Generator& subject_;
  std::function<std::string(std::uint64_t)> reproduce_;
  std::stop_token stop_;
  std::map<OwnAnswer::Relation, std::size_t> found_;
  std::map<std::string, std::size_t> failures_;
};

}  // namespace perft_verify::verifier
