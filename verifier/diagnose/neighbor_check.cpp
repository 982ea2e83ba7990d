#include "verifier/diagnose/neighbor_check.h"

#include <algorithm>
#include <span>
#include <string>

#include "core/fen.h"
#include "core/movegen.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/classify.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/patterns/patterns.h"
#include "verifier/classify/positions/neighbors.h"
#include "verifier/classify/standard_probes.h"

namespace perft_verify::verifier {
namespace {

/// The most positions to ask for: each is a question to the subject.
constexpr std::size_t kMostAsked = 16;

struct Neighbor {
  Scene scene;
  WrongMoves expected;        // with the bug
  WrongMoves of_both_colors;  // with the same bug in the code for both colors
};

/// Predicts the lists of one bug at neighboring positions, except where another known bug changes
/// the list.
class Expecting {
 public:
  Expecting(const ExactBug& bug, const Explained& explained)
      : bug_{bug.bug, bug.only}, of_both_{bug.bug, std::nullopt}, apart_(explained.apart) {
    if (explained.sets.empty()) return;
    others_ = explained.sets.front().bugs;
    std::erase(others_, bug_);
  }

  /// Nothing if the bug makes no move wrong there, or if another one may.
  [[nodiscard]] std::optional<Neighbor> at(Scene scene) const {
    const auto probe = make_probe(reference::question_at(scene.root, {}, 1));
    if (!probe || !visible(*probe, others_).empty()) return std::nullopt;
    const Deviations of_both = visible(*probe, std::span(&of_both_, 1));
    if (of_both.empty() || says_nothing(of_both)) return std::nullopt;
    return Neighbor{std::move(scene), wrong_moves_of(visible(*probe, std::span(&bug_, 1))),
                    wrong_moves_of(of_both)};
  }

 private:
  [[nodiscard]] Deviations visible(const Probe& probe, std::span<const Hypothesis> bugs) const {
    return apart_.visible(probe, predicted(bugs, probe, false));
  }

  Hypothesis bug_;
  Hypothesis of_both_;
  std::vector<Hypothesis> others_;
  const Mask& apart_;
};

/// Some of them, evenly, and in turn as they are and with the colors exchanged.
std::vector<Scene> spread(const std::vector<Position>& all) {
  std::vector<Scene> some;
  const std::size_t step = std::max<std::size_t>(1, all.size() / kMostAsked);
  for (std::size_t at = 0; at < all.size(); at += step)
    some.push_back(
        make_scene(some.size() % 2 == 0 ? Position(colors_flipped(all[at].parts())) : all[at]));
  return some;
}

/// Whether a pattern predicts all of these wrong moves by itself.
bool predicts_all(const Pattern& pattern, const Scene& scene, const WrongMoves& wrong,
                  const Instance& instance) {
  return predicted(pattern, scene, instance).wrong.includes(wrong);
}

}  // namespace

std::vector<BugId> wider_classes(const Finding& finding, ProbedSubject& probed) {
  constexpr double kMostVague = 0.3;
  const auto position = finding.position();
  if (!finding.exact || !position || !finding.wrong().any() || probed.totals_only() ||
      probed.explained().apart.empty())
    return {};
  const Hypothesis bug{finding.exact->bug, finding.exact->only};
  const Scene here = make_scene(*position);
  Instance instance;
  learn(instance, here, finding.wrong());
  std::vector<BugId> classes;
  for (const Pattern& pattern : all_patterns()) {
    if (pattern.bug_class == finding.bug_class || pattern.vague > kMostVague ||
        !predicts_all(pattern, here, finding.wrong(), instance))
      continue;
    const bool explains_more =
        std::ranges::any_of(probed.probe_answers(), [&](const Sighting& each) {
          const Scene* const scene = standard_probes()[*each.probe->number].scene;
          const WrongMoves seen = wrong_moves_of(each.wrong);
          return scene != nullptr && seen.any() &&
                 shared(each.wrong, predicted(std::span(&bug, 1), *each.probe, false)).empty() &&
                 predicts_all(pattern, *scene, seen, instance);
        });
    if (explains_more) add_once(classes, pattern.bug_class);
  }
  return classes;
}

std::optional<NeighborCheck> checked_at_neighbors(const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  const auto root = finding.smallest_list();
  if (!finding.exact || !finding.wrong().any() || probed.totals_only() || !position || !root)
    return std::nullopt;
  const auto smallest = admitted(*root);
  if (!smallest) return std::nullopt;
  const Expecting expecting(*finding.exact, probed.explained());
  std::vector<Position> telling{*smallest};
  for (const Position& each : rearranged(*smallest))
    if (expecting.at(make_scene(each))) telling.push_back(each);

  NeighborCheck check;
  std::vector<Neighbor> asked;
  std::vector<Evidence> seen;
  for (Scene& scene : spread(telling))
    if (auto neighbor = expecting.at(std::move(scene))) asked.push_back(std::move(*neighbor));
  for (const Neighbor& each : asked) {
    const auto wrong = probed.wrong_moves(each.scene.root, {});
    if (!wrong) continue;
    seen.push_back({&each.scene, *wrong});
    check.refuted = check.refuted || !wrong->includes(each.expected);
    check.of_both_colors =
        check.of_both_colors || (!each.expected.any() && wrong->shares_any_of(each.of_both_colors));
  }
  if (seen.empty()) return std::nullopt;
  if (check.refuted)
    check.others = classify_moves(make_scene(*position), finding.wrong(), seen).classes();
  return check;
}

}  // namespace perft_verify::verifier
