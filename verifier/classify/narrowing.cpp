#include "verifier/classify/narrowing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

#include "verifier/classify/move_traits.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kColorTrait = 0;

/// The correct moves that a condition excludes, a bit each.
using Excluded = std::vector<std::uint64_t>;

struct Condition {
  std::size_t trait = 0;
  TraitValues values = 0;
  Excluded excluded;
  bool useful = false;
};

Condition condition_on(std::size_t trait, const std::vector<MoveIn>& wrong,
                       const std::vector<MoveIn>& right) {
  Condition condition{trait, 0, Excluded((right.size() + 63) / 64), false};
  for (const MoveIn& each : wrong)
    condition.values |= move_traits()[trait].of(*each.move, *each.scene);
  for (std::size_t at = 0; at < right.size(); ++at) {
    if ((move_traits()[trait].of(*right[at].move, *right[at].scene) & ~condition.values) == 0)
      continue;
    condition.excluded[at / 64] |= std::uint64_t{1} << (at % 64);
    condition.useful = true;
  }
  return condition;
}

/// Finds the cheapest conditions, at most three, that together exclude all correct moves.
class ConditionSearch {
 public:
  ConditionSearch(std::vector<Condition> conditions, std::size_t right)
      : conditions_(std::move(conditions)), all_((right + 63) / 64, ~std::uint64_t{0}) {
    if (right % 64 != 0) all_.back() = (std::uint64_t{1} << (right % 64)) - 1;
  }

  std::optional<Narrowing> run() {
    choose(0, Excluded(all_.size()), 0);
    return std::move(best_);
  }

 private:
  static constexpr std::size_t kMost = 3;

  void choose(std::size_t from, const Excluded& so_far, double cost) {
    if (best_ && cost >= best_->cost) return;
    if (so_far == all_) {
      std::vector<std::string> texts;
      for (const std::size_t each : chosen_)
        texts.push_back(move_traits()[conditions_[each].trait].text_of(conditions_[each].values));
      const bool color = chosen_.size() == 1 && conditions_[chosen_[0]].trait == kColorTrait;
      best_ = Narrowing{cost, chosen_.size(), color, fmt::format("{}", fmt::join(texts, ", "))};
      return;
    }
    if (chosen_.size() == kMost) return;
    for (std::size_t at = from; at < conditions_.size(); ++at) {
      Excluded both = so_far;
      for (std::size_t word = 0; word < both.size(); ++word)
        both[word] |= conditions_[at].excluded[word];
      if (both == so_far) continue;
      chosen_.push_back(at);
      choose(at + 1, both, cost + move_traits()[conditions_[at].trait].cost);
      chosen_.pop_back();
    }
  }

  std::vector<Condition> conditions_;
  Excluded all_;
  std::vector<std::size_t> chosen_;
  std::optional<Narrowing> best_;
};

}  // namespace

std::optional<Narrowing> narrowest(const std::vector<MoveIn>& wrong,
                                   const std::vector<MoveIn>& right, bool color_only) {
  if (right.empty()) return Narrowing{};
  if (wrong.empty()) return std::nullopt;
  std::vector<Condition> conditions;
  for (std::size_t trait = 0; trait < move_traits().size(); ++trait) {
    if (color_only && trait != kColorTrait) continue;
    Condition condition = condition_on(trait, wrong, right);
    if (condition.useful) conditions.push_back(std::move(condition));
  }
  return ConditionSearch(std::move(conditions), right.size()).run();
}

}  // namespace perft_verify::verifier
