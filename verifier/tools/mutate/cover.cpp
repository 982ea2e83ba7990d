#include "verifier/tools/mutate/cover.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>

namespace perft_verify::verifier {
namespace {

/// The number of wanted goals that an offer would still add.
struct Bid {
  std::size_t gain = 0;
  std::size_t offer = 0;
};

/// Orders the worse of two first: less gain for its cost; of equal ones the later.
struct IsWorse {
  std::span<const Offer> offers;
  bool operator()(const Bid& one, const Bid& other) const {
    const auto value = one.gain * offers[other.offer].cost;
    const auto other_value = other.gain * offers[one.offer].cost;
    return value != other_value ? value < other_value : one.offer > other.offer;
  }
};

/// A selection being built.
class Selection {
 public:
  Selection(std::span<const Offer> offers, std::span<const unsigned> wanted)
      : offers_(offers), wanted_(wanted), met_(wanted.size()) {
    for (const Offer& offer : offers)
      if (offer.group >= taken_.size()) taken_.resize(offer.group + 1);
  }

  /// Takes the best offer of a group without a taken one, until none meets more goals.
  void take_the_best() {
    // A gain can only shrink, so a bid that is unchanged when it comes to the top is the best one.
    std::priority_queue<Bid, std::vector<Bid>, IsWorse> bids(IsWorse{offers_});
    for (std::size_t at = 0; at < offers_.size(); ++at)
      if (!taken_[offers_[at].group]) bids.push({gain_of(at), at});
    while (!bids.empty()) {
      const Bid bid = bids.top();
      bids.pop();
      const std::size_t gain = taken_[offers_[bid.offer].group] ? 0 : gain_of(bid.offer);
      if (gain == 0) continue;
      if (gain < bid.gain) {
        bids.push({gain, bid.offer});
      } else {
        take(bid.offer);
      }
    }
  }

  /// Takes another offer of a group if it meets more wanted goals than are given up; false if there
  /// is none.
  bool exchange() {
    bool any = false;
    for (std::size_t at = 0; at < offers_.size(); ++at) {
      const auto before = taken_[offers_[at].group];
      if (!before || *before == at || gain_of(at) == 0) continue;
      const std::size_t had = wanted_that_are_met();
      drop(*before);
      take(at);
      if (wanted_that_are_met() > had) {
        any = true;
        continue;
      }
      drop(at);
      take(*before);
    }
    return any;
  }

  /// Drops offers that are not needed, the most expensive first.
  void drop_what_is_not_needed() {
    std::vector<std::size_t> costliest_first = taken();
    std::ranges::stable_sort(costliest_first, std::greater{},
                             [&](std::size_t offer) { return offers_[offer].cost; });
    for (const std::size_t offer : costliest_first) {
      const bool needed = std::ranges::any_of(offers_[offer].goals, [&](std::uint32_t goal) {
        return met_[goal] <= wanted_[goal] && wanted_[goal] > 0;
      });
      if (!needed) drop(offer);
    }
  }

  [[nodiscard]] std::vector<std::size_t> taken() const {
    std::vector<std::size_t> all;
    for (const auto& offer : taken_)
      if (offer) all.push_back(*offer);
    std::ranges::sort(all);
    return all;
  }

 private:
  [[nodiscard]] std::size_t gain_of(std::size_t offer) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        offers_[offer].goals, [&](std::uint32_t goal) { return met_[goal] < wanted_[goal]; }));
  }
  [[nodiscard]] std::size_t wanted_that_are_met() const { return met_of_wanted_; }

  void take(std::size_t offer) {
    taken_[offers_[offer].group] = offer;
    for (const std::uint32_t goal : offers_[offer].goals)
      if (met_[goal]++ < wanted_[goal]) ++met_of_wanted_;
  }
  void drop(std::size_t offer) {
    taken_[offers_[offer].group].reset();
    for (const std::uint32_t goal : offers_[offer].goals)
      if (--met_[goal] < wanted_[goal]) --met_of_wanted_;
  }

  std::span<const Offer> offers_;
  std::span<const unsigned> wanted_;
  std::vector<unsigned> met_;
  std::size_t met_of_wanted_ = 0;
  std::vector<std::optional<std::size_t>> taken_;  // by group
};

}  // namespace

std::vector<std::size_t> cover(std::span<const Offer> offers, std::span<const unsigned> wanted) {
  constexpr int kRounds = 4;
  Selection selection(offers, wanted);
  selection.take_the_best();
  for (int round = 0; round < kRounds && selection.exchange(); ++round) selection.take_the_best();
  selection.drop_what_is_not_needed();
  return selection.taken();
}

}  // namespace perft_verify::verifier
