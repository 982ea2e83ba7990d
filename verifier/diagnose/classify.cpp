#include "verifier/diagnose/classify.h"

#include <algorithm>
#include <chrono>

#include "verifier/diagnose/patterns.h"
#include "verifier/diagnose/probes.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostCandidates = 6;
/// After so many questions without an answer nothing more is asked.
constexpr std::size_t kMostFailures = 5;
/// An engine that needs longer for all questions is not worth it: then nothing is known, which
/// is the same on every machine that is as slow.
constexpr std::chrono::milliseconds kPatience{2000};

std::size_t size_of(const WrongMoves& wrong) {
  return wrong.illegal.size() + wrong.missing.size() + wrong.duplicate.size();
}

struct Candidate {
  const Pattern* pattern = nullptr;
  bool exact_here = false;
  bool exact = true;        // everywhere
  bool covers = true;       // everything that is wrong anywhere
  bool firm = false;        // it says what has to be wrong
  std::size_t surplus = 0;  // moves that it predicts and that are right
};

Candidate judged(const Pattern& pattern, const Evidence& here, const std::vector<Evidence>& known,
                 const Instance& instance) {
  Candidate candidate{&pattern};
  const auto judge = [&](const Evidence& evidence) {
    const Prediction prediction = predicted(pattern, *evidence.scene, instance);
    candidate.covers = candidate.covers && prediction.covers(evidence.wrong);
    candidate.firm = candidate.firm || prediction.wrong.any();
    const bool exact = prediction.is(evidence.wrong);
    candidate.exact = candidate.exact && exact;
    candidate.surplus += size_of(prediction.wrong) > size_of(evidence.wrong)
                             ? size_of(prediction.wrong) - size_of(evidence.wrong)
                             : 0;
    return exact;
  };
  candidate.exact_here = judge(here);
  if (!candidate.covers) return candidate;
  for (const Evidence& evidence : known) {
    judge(evidence);
    if (!candidate.covers) break;
  }
  return candidate;
}

std::vector<Candidate> candidates_of(const Evidence& here, const std::vector<Evidence>& known,
                                     const Instance& instance) {
  std::vector<Candidate> found;
  for (const Pattern& pattern : patterns()) {
    Candidate candidate = judged(pattern, here, known, instance);
    if (candidate.covers) found.push_back(candidate);
  }
  std::ranges::stable_sort(
      found, {}, [](const Candidate& each) { return std::pair(!each.exact, each.surplus); });
  return found;
}

/// One move for another of the same list, whatever the moves: nothing about the moves.
bool swaps_entries(const WrongMoves& moves) {
  return moves.illegal.empty() && moves.missing.size() == 1 && moves.duplicate.size() == 1;
}

std::optional<std::string> fault_of_the_list(const Evidence& here,
                                             const std::vector<Evidence>& known) {
  const auto right = [](const Evidence& each) { return !each.wrong.any(); };
  if (here.wrong.illegal.empty() && here.wrong.duplicate.empty() && here.scene->legal_moves > 100 &&
      here.scene->legal_moves - here.wrong.missing.size() >= 64 && !known.empty() &&
      std::ranges::all_of(known, right))
    return "move-list-overflow-128";
  if (!swaps_entries(here.wrong) || known.empty()) return std::nullopt;
  for (const Evidence& each : known)
    if (each.scene->legal_moves > 2 && !swaps_entries(each.wrong)) return std::nullopt;
  return "drop-one-duplicate-another";
}

}  // namespace

std::vector<Evidence> fingerprint(const AskMoves& ask) {
  std::vector<Evidence> known;
  std::size_t failures = 0;
  std::optional<bool> plays_chess960;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (const Scene& probe : probes()) {
    if (std::chrono::steady_clock::now() > end) return {};
    if (probe.chess960 && plays_chess960 == false) continue;
    auto wrong = ask(probe.fen, probe.chess960, {});
    if (!wrong) {
      if (probe.chess960) plays_chess960 = false;
      if (++failures == kMostFailures) break;
      continue;
    }
    if (probe.chess960) plays_chess960 = true;
    known.push_back({&probe, std::move(*wrong)});
  }
  return known;
}

std::vector<MakingProbe> making_probes(const std::string& fen, bool chess960,
                                       const WrongMoves& wrong) {
  const auto scene = make_scene(fen, chess960);
  if (!scene || !wrong.duplicate.empty()) return {};
  bool en_passant = true;
  bool castling = true;
  bool promotion = true;
  for (const auto* list : {&wrong.illegal, &wrong.missing}) {
    for (const std::string& text : *list) {
      const auto move = std::ranges::lower_bound(scene->moves, text, {}, &MoveFacts::text);
      if (move == scene->moves.end() || move->text != text) return {};
      en_passant = en_passant && move->en_passant;
      castling = castling && move->castling;
      promotion = promotion && move->to_last_rank;
    }
  }
  if (!wrong.any()) return {};
  const bool black = scene->us == Color::Black;
  if (en_passant)
    return {black ? MakingProbe{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"}
                  : MakingProbe{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"}};
  if (castling)
    return {black ? MakingProbe{"4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8g8"}
                  : MakingProbe{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"}};
  if (promotion)
    return {black ? MakingProbe{"7k/8/8/8/8/8/p7/7K b - - 0 1", "a2a1b"}
                  : MakingProbe{"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8b"}};
  return {};
}

Classification classify_moves(const std::string& fen, bool chess960, const WrongMoves& wrong,
                              const std::vector<Evidence>& known) {
  const auto scene = make_scene(fen, chess960);
  if (!scene || !wrong.any()) return {};
  const Evidence here{&*scene, wrong};
  if (auto name = fault_of_the_list(here, known)) return {std::move(*name), {}};
  Instance everywhere;
  learn(everywhere, *scene, wrong);
  for (const Evidence& each : known) learn(everywhere, *each.scene, each.wrong);
  std::vector<Candidate> candidates = candidates_of(here, known, everywhere);

  // What has to be wrong and is says more than what may be wrong.
  const auto firm = [](const Candidate& each) { return each.exact && each.firm; };
  if (std::ranges::any_of(candidates, firm))
    std::erase_if(candidates, [&](const Candidate& each) { return !firm(each); });

  Classification result;
  const auto exact = std::ranges::count_if(candidates, &Candidate::exact);
  if (!known.empty() && (exact == 1 || (candidates.size() == 1 && candidates[0].exact_here))) {
    result.name = candidates.front().pattern->name;
    return result;
  }
  if (candidates.empty()) {
    // Perhaps there is more than one bug: what this position alone suggests.
    Instance alone;
    learn(alone, *scene, wrong);
    candidates = candidates_of(here, {}, alone);
  }
  const bool some_exact = std::ranges::any_of(candidates, &Candidate::exact);
  for (const Candidate& each : candidates)
    if (result.candidates.size() < kMostCandidates && (each.exact || !some_exact))
      result.candidates.emplace_back(each.pattern->name);
  return result;
}

}  // namespace perft_verify::verifier
