#include "verifier/classify/standard_probes.h"

#include <algorithm>
#include <map>

#include "core/fen.h"
#include "verifier/classify/positions/probes.h"

namespace perft_verify::verifier {
namespace {

struct Played {
  std::string_view fen;
  std::vector<std::string> moves;
};

/// Moves after which the list of moves shows a fault in making them.
const std::vector<Played>& played() {
  static const std::vector<Played> kPlayed{
      // En passant: set, kept, cleared, made.
      {"4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", {"a2a4"}},
      {"4k3/8/8/8/6p1/8/7P/4K3 w - - 0 1", {"h2h4"}},
      {"4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 1", {"e2e4"}},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e1d1", "e8d8"}},
      {"4k3/4p3/8/3p4/8/8/8/4K2R w K d6 0 1", {"e1g1"}},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e5d6"}},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e5d6", "e8f8"}},
      {"7k/8/8/3p4/2N5/8/8/4K3 w - d6 0 1", {"c4d6"}},
      {"4k3/8/8/8/5p2/4P3/8/4K3 w - - 0 1", {"e3e4"}},
      {"8/p7/8/R2pP2k/8/8/8/4K3 w - d6 0 1", {"e5d6"}},
      {kStartPosition, {"e2e4", "a7a6", "e4e5", "d7d5"}},
      {kStartPosition, {"a2a3", "h7h5", "a3a4", "h5h4", "g2g4"}},
      // Promotion.
      {"7k/P7/8/8/8/8/8/7K w - - 0 1", {"a7a8b"}},
      {"7k/P7/8/8/8/8/8/7K w - - 0 1", {"a7a8b", "h8h7"}},
      {"8/P6k/8/8/8/8/8/6K1 w - - 0 1", {"a7a8q"}},
      {"8/P6k/8/8/8/8/8/6K1 w - - 0 1", {"a7a8q", "h7h6"}},
      {"8/P6k/8/8/8/8/8/6K1 w - - 0 1", {"a7a8n", "h7h6"}},
      {"4k3/P6p/8/8/8/8/8/K7 w - - 0 1", {"a7a8q"}},
      // Castling and its rights.
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1"}},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1", "e8d7"}},
      {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1"}},
      {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1", "e8f7"}},
      {"5k2/p7/8/8/8/8/8/4K2R w K - 0 1", {"e1g1"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"e1g1"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"e1c1"}},
      {"r3k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1", "a8a1"}},
      {"r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", {"g2h1"}},
      {"r3k3/1B6/8/8/8/8/8/4K3 w q - 0 1", {"b7a8"}},
      {"r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", {"b7a8n"}},
      {"4k3/8/8/8/8/6n1/7R/4K2R b K - 0 1", {"g3h1", "h2h1", "e8d7"}},
      {"4k3/8/8/8/8/1n6/R7/R3K3 b Q - 0 1", {"b3a1", "a2a1", "e8d7"}},
      {"4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", {"h1h8"}},
      {"4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", {"h1h8", "e8d7"}},
      {"4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", {"h1h8", "e8d7", "h8h1", "d7e8"}},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"h1h2", "e8d7", "h2h1", "d7e8"}},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"a1a2", "e8d7"}},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"h1h2", "e8d7"}},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"h1h2", "e8d7", "h2h1", "d7e8"}},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1d1", "e8d8", "d1e1", "d8e8"}},
      {"r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1", {"a2a3"}},
      {kStartPosition, {"g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7"}},
      // Ordinary moves: checks and captures.
      {"4k3/p7/8/8/4N3/8/4R3/K7 w - - 0 1", {"e4c3"}},
      {"4k3/8/8/8/3n4/4P3/8/4K3 w - - 0 1", {"e3d4", "e8d7"}},
      {"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", {"e1f2"}},
      // Chess960.
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", {"f1g1"}},
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", {"f1g1", "e8d7"}},
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", {"g1g2", "e8d7", "g2g1", "d7e8"}},
  };
  return kPlayed;
}

struct Counting {
  std::string_view fen;
  int depth;
};
constexpr Counting kCountings[] = {
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1},       {"4k3/8/8/3pPP2/8/8/8/4K3 w - d6 0 1", 2},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2}, {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 2},
    {"4k3/8/8/8/8/8/8/4K2R b K - 0 1", 2},       {"1n5K/P7/8/8/8/8/8/7k w - - 0 1", 2},
    {"k7/8/8/8/8/8/1r6/K7 w - - 0 1", 2},        {"4k3/8/8/8/8/8/8/4K2R w - - 99 60", 2},
    {"7k/P7/8/8/8/8/8/7K b - - 0 1", 3},         {"4k3/8/8/8/8/2b5/1P6/K7 w - - 0 1", 3},
    {"r3k3/8/8/8/8/8/8/4K2R w - - 0 1", 3},      {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", 3},
    {"4k3/8/8/8/8/8/8/B3K2R w K - 0 1", 3},      {"7k/P7/8/8/8/8/8/7K w - - 0 1", 3},
    {"4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1", 4},  {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 4},
};

constexpr const char* kBoards[] = {
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",    "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
    "4k3/8/8/8/8/8/8/R2RK3 w D - 0 1",      "4k3/8/8/8/8/8/8/R2RK3 w A - 0 1",
};

class Builder {
 public:
  std::vector<StandardProbe> build() {
    for (const Scene& scene : probes()) add({scene.root, {}, 1, 0, {}}, &scene);
    for (const Played& each : played()) add_both(each.fen, each.moves, 1);
    for (const Counting& each : kCountings) add_both(each.fen, {}, each.depth);
    for (const char* const each : kBoards) add(question(position_of(each), {}, 1), nullptr, true);
    return std::move(built_);
  }

 private:
  static Position position_of(std::string_view fen) { return parse_fen(fen).value().position; }
  static reference::Question question(const Position& position, std::vector<std::string> moves,
                                      int depth) {
    return reference::question_at(root_of(position), std::move(moves), depth);
  }

  /// The question, and the same with the colors exchanged.
  void add_both(std::string_view fen, std::vector<std::string> moves, int depth) {
    reference::Question one = question(position_of(fen), std::move(moves), depth);
    add(one);
    add(colors_flipped(std::move(one)));
  }

  void add(reference::Question question, const Scene* scene = nullptr, bool board = false) {
    auto probe = make_probe(std::move(question), board);
    if (!probe) return;
    probe->number = built_.size();
    built_.push_back({std::move(*probe), scene});
  }

  std::vector<StandardProbe> built_;
};

}  // namespace

const std::vector<StandardProbe>& standard_probes() {
  static const std::vector<StandardProbe> kProbes = Builder().build();
  return kProbes;
}

std::vector<std::size_t> telling_probes(const Sighting& here, bool totals_only,
                                        const std::function<bool(const Probe&)>& can_answer) {
  constexpr std::size_t kMost = 24;
  std::vector<Hypothesis> suspects;
  for (const Hypothesis& each : all_hypotheses())
    if (!shared(predicted(std::span(&each, 1), *here.probe, totals_only), here.wrong).empty())
      suspects.push_back(each);
  // The last one is a bug that nobody knows, which is right about every probe.
  const std::size_t count = suspects.size() + 1;
  const auto answer = [&](std::size_t suspect, const StandardProbe& asked) {
    return suspect == suspects.size()
               ? Deviations()
               : predicted(std::span(&suspects[suspect], 1), asked.probe, totals_only);
  };
  // Suspects of one group have given the same answers to all chosen probes.
  std::vector<std::size_t> group(count);
  std::size_t groups = 1;
  std::vector<std::size_t> chosen;
  while (chosen.size() < kMost && groups < count) {
    std::size_t best = 0;
    std::map<std::pair<std::size_t, Deviations>, std::size_t> best_groups;
    for (std::size_t number = 0; number < standard_probes().size(); ++number) {
      const StandardProbe& asked = standard_probes()[number];
      if (!can_answer(asked.probe)) continue;
      std::map<std::pair<std::size_t, Deviations>, std::size_t> split;
      for (std::size_t at = 0; at < count; ++at)
        split.emplace(std::pair(group[at], answer(at, asked)), split.size());
      if (split.size() <= best_groups.size()) continue;
      best = number;
      best_groups = std::move(split);
    }
    if (best_groups.size() <= groups) break;
    for (std::size_t at = 0; at < count; ++at)
      group[at] = best_groups.at({group[at], answer(at, standard_probes()[best])});
    groups = best_groups.size();
    chosen.push_back(best);
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace perft_verify::verifier
