#include "verifier/tools/fuzz/known_bugs.h"

#include <algorithm>

#include "verifier/classify/add_once.h"

namespace perft_verify::verifier {

void KnownBugs::add(const Finding& finding, std::size_t index) {
  if (!finding.bug_class || !finding.subject_divide) return;
  const auto probe =
      make_probe(reference::question_at(finding.root, finding.path, finding.divide_depth));
  if (!probe) return;
  const Deviations seen = deviations_of(*finding.subject_divide, probe->right, totals_only_);
  // Of a class that several mistakes may have, those that do what was seen.
  for (const Hypothesis& each : all_hypotheses()) {
    if (bug_of(each).bug_class() != finding.bug_class) continue;
    const Deviations predicts = predicted(std::span(&each, 1), *probe, totals_only_);
    if (predicts.empty() || says_nothing(predicts) || shared(seen, predicts).empty()) continue;
    models_.push_back({each, index});
  }
}

std::vector<std::size_t> KnownBugs::that_give(const reference::Question& question,
                                              const reference::Divide& answer) const {
  if (models_.empty()) return {};
  const auto probe = make_probe(question);
  if (!probe) return {};
  const Deviations seen = deviations_of(answer, probe->right, totals_only_);
  std::vector<Hypothesis> one_of_each;
  std::vector<std::size_t> findings;
  for (const Model& model : models_) {
    if (predicted(std::span(&model.hypothesis, 1), *probe, totals_only_) == seen)
      return {model.finding};
    if (std::ranges::find(findings, model.finding) != findings.end()) continue;
    one_of_each.push_back(model.hypothesis);
    findings.push_back(model.finding);
  }
  std::ranges::sort(one_of_each);
  if (findings.size() > 1 && predicted(one_of_each, *probe, totals_only_) == seen) return findings;
  return {};
}

std::optional<std::size_t> KnownBugs::that_shows(const reference::Question& question,
                                                 const std::string& shown) const {
  const auto probe = make_probe(question, true);
  if (!probe) return std::nullopt;
  const Deviations seen = deviations_of_board(shown, probe->right_board);
  for (const Model& model : models_)
    if (predicted(std::span(&model.hypothesis, 1), *probe, totals_only_) == seen)
      return model.finding;
  return std::nullopt;
}

Deviations KnownBugs::unpredicted(const reference::Question& question,
                                  const reference::Divide& answer,
                                  std::vector<std::size_t>& having_a_share) const {
  const auto probe = make_probe(question);
  if (!probe) return {};
  Deviations rest = deviations_of(answer, probe->right);
  for (const Model& model : models_) {
    const Deviations claimed =
        shared(rest, predicted(std::span(&model.hypothesis, 1), *probe, totals_only_));
    if (claimed.empty()) continue;
    add_once(having_a_share, model.finding);
    rest = only_in(rest, claimed);
  }
  return rest;
}

}  // namespace perft_verify::verifier
