#include "verifier/diagnose/finding_per_bug.h"

#include <algorithm>

#include "verifier/diagnose/attribution.h"

namespace perft_verify::verifier {

std::vector<Finding> findings_per_bug(Finding finding, Diagnosis& diagnosis, Confirmer& confirmer,
                                      std::size_t row, KnownFaults* known, int depth,
                                      const std::string& reproduce_options) {
  const std::string confirmed = finding.fen;
  std::vector<Finding> findings = diagnosis.examine(std::move(finding), row, known, depth);
  // Findings beside it rest on other answers, which are asked for again as well.
  const auto unconfirmed = [&](const Finding& each) {
    if (each.fen == confirmed) return false;
    const auto standing = confirmer.confirm(each);
    return !standing || !standing->blames_subject();
  };
  findings.erase(std::remove_if(findings.begin() + 1, findings.end(), unconfirmed), findings.end());
  for (Finding& each : findings) complete(each, confirmer, reproduce_options);
  return findings;
}

void complete(Finding& finding, Confirmer& confirmer, const std::string& reproduce_options) {
  confirmer.confirm_reduction(finding);
  auto why = beyond_games(finding);
  if (why && (!finding.bug_class || shows_beyond_games_only(*finding.bug_class)))
    finding.reasons.emplace_back(BeyondGames{std::move(*why)});
  finding.reproduce = reproduce_command(finding, reproduce_options);
}

}  // namespace perft_verify::verifier
