#include "verifier/store/recheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "verifier/locate/ask.h"

namespace perft_verify::verifier {
namespace {

struct Drawn {
  std::uint64_t lot = 0;
  RememberedAnswer answer;
  friend bool operator<(const Drawn& a, const Drawn& b) { return a.lot < b.lot; }
};

/// Evenly spread over all answers, and the same on every machine: splitmix64 of the checksum.
std::uint64_t lot_of(const RememberedAnswer& answer, std::uint64_t seed) {
  std::uint64_t word =
      static_cast<std::uint64_t>(checksum_of(answer.reference, answer.key, "")) + seed;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
  return word ^ (word >> 31);
}

reference::Question question_of(const RememberedAnswer& answer) {
  auto question =
      reference::question_at({answer.key.position, answer.key.chess960}, {}, answer.key.depth);
  if (!has_clocks(answer.key)) question.root.fen += " 0 1";
  question.expected_nodes = static_cast<double>(answer.divide.total);
  return question;
}

}  // namespace

DatabaseResult<Recheck> recheck_answers(Store& store, const Sampling& sampling,
                                        std::vector<LiveReference>& living,
                                        reference::Generator& core, const std::stop_token& stop) {
  Recheck result;
  std::priority_queue<Drawn> drawn;
  const auto damaged = store.for_each([&](const RememberedAnswer& answer) {
    ++result.answers;
    if (answer.divide.total > sampling.max_nodes || sampling.size == 0) return true;
    const std::uint64_t lot = lot_of(answer, sampling.seed);
    if (drawn.size() == sampling.size && lot >= drawn.top().lot) return true;
    drawn.push({lot, answer});
    if (drawn.size() > sampling.size) drawn.pop();
    return true;
  });
  if (!damaged) return std::unexpected(damaged.error());
  result.damaged = *damaged;

  for (; !drawn.empty() && !stop.stop_requested(); drawn.pop()) {
    const RememberedAnswer& answer = drawn.top().answer;
    const auto live = std::ranges::find(living, answer.reference, &LiveReference::identity);
    const bool is_here = live != living.end();
    reference::Generator& generator = is_here ? *live->generator : core;
    const auto counted = ask_reference(generator, question_of(answer), stop);
    if (!counted && counted.error().kind == reference::FailureKind::Stopped) break;
    if (!counted) {
      result.failures.push_back(fmt::format("{} at depth {}: {}", answer.key.position,
                                            answer.key.depth, counted.error().message));
      continue;
    }
    ++(is_here ? result.asked : result.counted_by_core);
    if (*counted != answer.divide)
      result.different.push_back({answer, counted->total, generator.identity().name});
  }
  return result;
}

}  // namespace perft_verify::verifier
