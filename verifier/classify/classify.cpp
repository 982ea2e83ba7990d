#include "verifier/classify/classify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "core/fen.h"
#include "verifier/classify/narrowing.h"
#include "verifier/classify/patterns/patterns.h"
#include "verifier/classify/positions/neighbors.h"
#include "verifier/classify/positions/probes.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostCandidates = 6;
/// The number of unanswered questions after which no more are asked.
constexpr std::size_t kMostUnanswered = 5;

// Costs are in the units of narrowing.cpp: about one for a condition.
constexpr double kCostOfNoneFound = 2.5;
constexpr double kCostOfEachAllowed = 0.05;
constexpr double kCostOfNothing = 6;  // if no conditions make it fit
constexpr double kMostCost = 4.5;     // the most for a class to be named
constexpr double kWorthOfAMove = 0.75;
constexpr double kClearMargin = 0.2;

struct Candidate {
  const Pattern* pattern = nullptr;
  double cost = 0;  // the lower, the better the explanation
  /// The moves that it predicts to be wrong before any condition, sorted.
  std::vector<const MoveFacts*> predicted;
  std::size_t found = 0;    // of these, the wrong ones
  std::size_t allowed = 0;  // wrong moves that it allows and does not predict
  /// It predicts some of the wrong moves that are to be explained.
  bool found_here = false;
  std::string conditions;
  /// All moves that the class predicts are wrong, or all of one color: it matches exactly.
  bool exact = false;
};

void add_moves(std::vector<MoveIn>& moves, const Scene& scene,
               const std::vector<std::string>& texts) {
  for (const std::string& text : texts)
    if (const MoveFacts* const move = find_move(scene, text)) moves.push_back({move, &scene});
}

/// The moves that a class predicts to be wrong, in all evidence: found wrong, or found right.
struct Sorted {
  std::vector<MoveIn> wrong;
  std::vector<MoveIn> right;
};

void sort_into(Sorted& sorted, const Scene& scene, const std::vector<std::string>& predicted,
               const std::vector<std::string>& observed) {
  std::vector<std::string> both;
  std::ranges::set_intersection(predicted, observed, std::back_inserter(both));
  add_moves(sorted.wrong, scene, both);
  std::vector<std::string> only;
  std::ranges::set_difference(predicted, observed, std::back_inserter(only));
  add_moves(sorted.right, scene, only);
}

/// The explanation of all evidence by a class; nothing if it leaves something unexplained. The
/// first piece of evidence is what is to be explained.
std::optional<Candidate> explained_by(const Pattern& pattern, std::span<const Evidence> evidence,
                                      const Instance& instance) {
  Sorted sorted;
  std::size_t observed = 0;
  bool found_here = false;
  for (const Evidence& each : evidence) {
    observed += each.wrong.illegal.size() + each.wrong.missing.size() + each.wrong.duplicate.size();
    const Prediction prediction = predicted(pattern, *each.scene, instance);
    if (!prediction.covers(each.wrong, *each.scene)) return std::nullopt;
    for (const auto list : {&WrongMoves::illegal, &WrongMoves::missing, &WrongMoves::duplicate}) {
      sort_into(sorted, *each.scene, prediction.wrong.*list, each.wrong.*list);
      std::vector<std::string> both;
      std::ranges::set_intersection(prediction.filtered.*list, each.wrong.*list,
                                    std::back_inserter(both));
      add_moves(sorted.wrong, *each.scene, both);
    }
    if (&each == evidence.data()) found_here = !sorted.wrong.empty();
  }
  Candidate candidate;
  candidate.pattern = &pattern;
  candidate.found_here = found_here;
  for (const auto* const list : {&sorted.wrong, &sorted.right})
    for (const MoveIn& each : *list) candidate.predicted.push_back(each.move);
  std::ranges::sort(candidate.predicted);
  candidate.found = sorted.wrong.size();
  candidate.allowed = observed - std::min(observed, candidate.found);
  candidate.cost =
      pattern.vague + std::min(1.0, kCostOfEachAllowed * static_cast<double>(candidate.allowed));
  if (candidate.found == 0) {
    candidate.cost += kCostOfNoneFound + (sorted.right.empty() ? 0 : kCostOfNothing);
    return candidate;
  }
  const auto narrowing = narrowest(sorted.wrong, sorted.right, pattern.whole);
  // One that is vague, and is not seen as a whole, would hide classes that fit this list alone.
  if (!narrowing && pattern.whole && pattern.vague >= 1) return std::nullopt;
  candidate.cost += narrowing ? narrowing->cost : kCostOfNothing;
  if (narrowing) candidate.conditions = narrowing->text;
  // A vague class allows nearly everything: what it only allows is no part of an exact match.
  candidate.exact = narrowing && (narrowing->traits == 0 || narrowing->of_color_only) &&
                    (pattern.vague < 1 || candidate.allowed == 0);
  return candidate;
}

/// The best pattern of each class, the best class first.
std::vector<Candidate> candidates_of(std::span<const Evidence> evidence, const Instance& instance) {
  std::vector<Candidate> found;
  for (const Pattern& pattern : all_patterns()) {
    auto candidate = explained_by(pattern, evidence, instance);
    if (!candidate) continue;
    const auto same = std::ranges::find_if(found, [&](const Candidate& other) {
      return other.pattern->bug_class == pattern.bug_class;
    });
    if (same == found.end()) {
      found.push_back(std::move(*candidate));
    } else if (candidate->cost < same->cost) {
      *same = std::move(*candidate);
    }
  }
  std::ranges::stable_sort(
      found, {}, [](const Candidate& each) { return std::pair(each.cost, each.predicted); });
  return found;
}

/// The class to be named, if there is one. Of several equally good explanations, one that includes
/// all the others is chosen: nothing speaks for a narrower one.
const Candidate* outstanding(std::span<const Candidate> candidates) {
  if (candidates.empty()) return nullptr;
  const auto explain = std::ranges::count_if(
      candidates, [](const Candidate& each) { return each.cost < kCostOfNothing; });
  // Conditions that are longer than the moves that they explain explain nothing.
  if (candidates[0].found > 0 &&
      candidates[0].cost > 1 + kWorthOfAMove * static_cast<double>(candidates[0].found))
    return nullptr;
  // There is only one candidate.
  if (explain == 1 && candidates[0].pattern->vague == 0) return candidates.data();
  if (candidates.size() == 1 && candidates[0].pattern->vague == 0 &&
      2 * candidates[0].found >= candidates[0].predicted.size())
    return candidates.data();
  if (candidates[0].found == 0) return nullptr;
  // A vague class that may explain everything, and need not, says nothing: no move is listed at
  // all.
  if (candidates[0].pattern->vague >= 1 && candidates[0].allowed > candidates[0].found)
    return nullptr;
  if (candidates[0].cost > kMostCost) return nullptr;
  const auto next = std::ranges::find_if(candidates, [&](const Candidate& each) {
    return each.cost >= candidates[0].cost + kClearMargin;
  });
  const std::span<const Candidate> best(candidates.begin(), next);
  const auto widest = std::ranges::max_element(
      best, {}, [](const Candidate& each) { return each.predicted.size(); });
  const bool takes_in_all = std::ranges::all_of(best, [&](const Candidate& each) {
    return &each == &*widest || (each.predicted.size() < widest->predicted.size() &&
                                 std::ranges::includes(widest->predicted, each.predicted));
  });
  return takes_in_all && widest->found > 0 ? &*widest : nullptr;
}

/// Whether one entry of the list replaces another: then the bug does not depend on the moves.
bool swaps_entries(const WrongMoves& moves) {
  return moves.illegal.empty() && moves.missing.size() == 1 && moves.duplicate.size() == 1;
}

/// A list of moves with room for fewer is unlikely.
constexpr std::size_t kLeastLength = 32;

std::size_t length_of_list(const Evidence& evidence) {
  return evidence.scene->legal_moves - evidence.wrong.missing.size() +
         evidence.wrong.illegal.size() + evidence.wrong.duplicate.size();
}

/// Whether every list is cut off at a fixed length. Shorter ones are right, or another bug spoils
/// them; then a second list that should have another length has to show it.
bool is_cut_off(const Evidence& here, std::span<const Evidence> known) {
  const std::size_t longest = length_of_list(here);
  if (here.wrong.missing.empty() || !here.wrong.illegal.empty() || !here.wrong.duplicate.empty() ||
      longest < kLeastLength)
    return false;
  bool shorter_are_right = true;
  bool shown_twice = false;
  for (const Evidence& each : known) {
    if (each.scene->legal_moves <= longest) {
      shorter_are_right = shorter_are_right && !each.wrong.any();
    } else if (length_of_list(each) != longest) {
      return false;
    } else {
      shown_twice = shown_twice || each.scene->legal_moves != here.scene->legal_moves;
    }
  }
  return shorter_are_right || shown_twice;
}

/// Whether lists of many moves alone lack some. Where their lengths differ, moves were left out of
/// the list after it was cut off.
bool may_be_cut_off(const Evidence& here, std::span<const Evidence> known) {
  constexpr std::size_t kManyMoves = 64;
  constexpr std::size_t kFewestMissing = 8;
  return !known.empty() && here.scene->legal_moves >= kManyMoves &&
         here.wrong.missing.size() >= kFewestMissing && here.wrong.illegal.empty() &&
         here.wrong.duplicate.empty() && std::ranges::all_of(known, [](const Evidence& each) {
           return each.scene->legal_moves >= kManyMoves || !each.wrong.any();
         });
}

std::optional<BugId> fault_of_the_list(const Evidence& here, std::span<const Evidence> known) {
  if (!known.empty() && is_cut_off(here, known)) return BugId::MoveListOverflow128;
  if (!swaps_entries(here.wrong) || known.empty()) return std::nullopt;
  for (const Evidence& each : known)
    if (each.scene->legal_moves > 2 && !swaps_entries(each.wrong)) return std::nullopt;
  return BugId::DropOneDuplicateAnother;
}

}  // namespace

std::vector<Evidence> ask_about(std::span<const Scene> scenes, const AskMoves& ask) {
  std::vector<Evidence> known;
  std::size_t failures = 0;
  std::optional<bool> plays_chess960;
  for (const Scene& scene : scenes) {
    if (scene.root.chess960 && plays_chess960 == false) continue;
    auto wrong = ask(scene.root, {});
    if (!wrong) {
      if (scene.root.chess960) plays_chess960 = false;
      if (++failures == kMostUnanswered) break;
      continue;
    }
    if (scene.root.chess960) plays_chess960 = true;
    known.push_back({&scene, std::move(*wrong)});
  }
  return known;
}

bool may_be_cut_off(const Scene& scene, const WrongMoves& wrong) {
  return !wrong.missing.empty() && wrong.illegal.empty() && wrong.duplicate.empty() &&
         length_of_list({&scene, wrong}) >= kLeastLength;
}

std::span<const Scene> longest_lists() {
  static const auto scene_of = [](const char* fen) {
    return make_scene(admitted(standard(fen)).value());
  };
  static const std::array<Scene, 2> kScenes{
      scene_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"),
      scene_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1K2 w - - 0 1")};
  return kScenes;
}

std::vector<MakingProbe> making_probes(const Scene& scene, const WrongMoves& wrong) {
  if (!wrong.duplicate.empty()) return {};
  bool en_passant = true;
  bool castling = true;
  bool promotion = true;
  bool captures = false;
  std::string letters;  // of knights and rooks
  for (const auto* list : {&wrong.illegal, &wrong.missing}) {
    for (const std::string& text : *list) {
      const auto move = std::ranges::lower_bound(scene.moves, text, {}, &MoveFacts::text);
      if (move == scene.moves.end() || move->text != text) return {};
      en_passant = en_passant && move->en_passant;
      castling = castling && move->castling;
      promotion = promotion && move->to_last_rank;
      captures = captures || move->captured;
      if ((move->promotion == 'n' || move->promotion == 'r') && !letters.contains(move->promotion))
        letters += move->promotion;
    }
  }
  if (!wrong.any()) return {};
  const bool black = scene.us == Color::Black;
  if (en_passant)
    return {black ? MakingProbe{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"}
                  : MakingProbe{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"}};
  if (castling)
    return {black ? MakingProbe{"4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8g8"}
                  : MakingProbe{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"}};
  // One that gives no check shows another piece that does; one that gives check, a piece that
  // lacks. Those that are wrong may be of another kind.
  std::vector<MakingProbe> probes;
  if (promotion && captures)
    probes.push_back(black ? MakingProbe{"7k/8/8/8/8/8/p6K/1N6 b - - 0 1", "a2b1q"}
                           : MakingProbe{"1n6/P6k/8/8/8/8/8/7K w - - 0 1", "a7b8q"});
  if (promotion)
    for (const char piece : "bq" + letters)
      probes.push_back(
          black ? MakingProbe{"7k/8/8/8/8/8/p7/7K b - - 0 1", std::string("a2a1") + piece}
                : MakingProbe{"7k/P7/8/8/8/8/8/7K w - - 0 1", std::string("a7a8") + piece});
  return probes;
}

Classification classify_moves(const Scene& scene, const WrongMoves& wrong,
                              std::span<const Evidence> known) {
  if (!wrong.any()) return {};
  const Evidence here{&scene, wrong};
  if (const auto fault = fault_of_the_list(here, known)) return {.bug_class = fault};
  std::vector<Evidence> evidence{here};
  evidence.insert(evidence.end(), known.begin(), known.end());
  Instance everywhere;
  for (const Evidence& each : evidence) learn(everywhere, *each.scene, each.wrong);
  std::vector<Candidate> candidates = candidates_of(evidence, everywhere);

  Classification result;
  if (const Candidate* const one = outstanding(candidates); one != nullptr && !known.empty()) {
    if (!one->conditions.empty())
      result.note = fmt::format("in {} small positions it is wrong under these conditions: {}",
                                known.size(), one->conditions);
    if (one->exact) {
      result.bug_class = one->pattern->bug_class;
      return result;
    }
  }
  // A vague class allows nearly everything beside what it predicts.
  const auto says_nothing_here = [](const Candidate& each) {
    return each.pattern->vague >= 1 && !each.found_here;
  };
  std::erase_if(candidates, says_nothing_here);
  if (candidates.empty()) {
    // There may be more than one bug: uses only the evidence of this position.
    Instance alone;
    learn(alone, scene, wrong);
    candidates = candidates_of(std::span(&here, 1), alone);
    std::erase_if(candidates, says_nothing_here);
  }
  const auto predicts_some = [](const Candidate& each) { return each.found > 0; };
  if (std::ranges::any_of(candidates, predicts_some))
    std::erase_if(candidates, std::not_fn(predicts_some));
  const bool some_explain = !candidates.empty() && candidates.front().cost < kCostOfNothing;
  // Another bug may be in the way of the lists that would prove it.
  if (swaps_entries(wrong)) result.candidates.push_back(BugId::DropOneDuplicateAnother);
  if (may_be_cut_off(here, known)) result.candidates.push_back(BugId::MoveListOverflow128);
  for (const Candidate& each : candidates)
    if (result.candidates.size() < kMostCandidates && (each.cost < kCostOfNothing || !some_explain))
      result.candidates.push_back(each.pattern->bug_class);
  return result;
}

}  // namespace perft_verify::verifier
