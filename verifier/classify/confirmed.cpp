#include "verifier/classify/confirmed.h"

#include <algorithm>

namespace perft_verify::verifier {

std::vector<Finding> examine_confirmed(Finding finding, std::size_t row, KnownFaults* known,
                                       int depth, Diagnosis& diagnosis, Confirmer& confirmer) {
  const std::string confirmed = finding.fen;
  std::vector<Finding> findings = diagnosis.examine(std::move(finding), row, known, depth);
  // What was found beside it rests on other answers, which are asked for again as well.
  const auto unconfirmed = [&](const Finding& each) {
    if (each.fen == confirmed) return false;
    const auto standing = confirmer.confirm(each);
    return !standing || !standing->blames_subject();
  };
  findings.erase(std::remove_if(findings.begin() + 1, findings.end(), unconfirmed), findings.end());
  for (Finding& each : findings) confirmer.confirm_reduction(each);
  return findings;
}

}  // namespace perft_verify::verifier
