#include "verifier/mutate/cover.h"

#include <algorithm>
#include <queue>

namespace perft_verify::verifier {
namespace {

/// What an offer would meet of what is still wanted.
struct Bid {
  std::size_t gain = 0;
  std::size_t offer = 0;
};

/// The worse one of two: less gain for its cost; of equal ones the later.
struct IsWorse {
  std::span<const Offer> offers;
  bool operator()(const Bid& one, const Bid& other) const {
    const auto value = one.gain * offers[other.offer].cost;
    const auto other_value = other.gain * offers[one.offer].cost;
    return value != other_value ? value < other_value : one.offer > other.offer;
  }
};

}  // namespace

std::vector<std::size_t> cover(std::span<const Offer> offers, std::span<const unsigned> wanted) {
  std::vector<unsigned> missing(wanted.begin(), wanted.end());
  const auto gain_of = [&](std::size_t offer) {
    return static_cast<std::size_t>(std::ranges::count_if(
        offers[offer].goals, [&](std::uint32_t goal) { return missing[goal] > 0; }));
  };
  std::size_t groups = 0;
  for (const Offer& offer : offers) groups = std::max(groups, offer.group + 1);
  std::vector<bool> group_taken(groups);

  // A gain only ever shrinks, so a bid that is still what it was when it comes to the top is
  // the best one.
  std::priority_queue<Bid, std::vector<Bid>, IsWorse> bids(IsWorse{offers});
  for (std::size_t at = 0; at < offers.size(); ++at) bids.push({gain_of(at), at});
  std::vector<std::size_t> taken;
  while (!bids.empty()) {
    Bid bid = bids.top();
    bids.pop();
    if (group_taken[offers[bid.offer].group]) continue;
    const std::size_t gain = gain_of(bid.offer);
    if (gain == 0) continue;
    if (gain < bid.gain) {
      bids.push({gain, bid.offer});
      continue;
    }
    taken.push_back(bid.offer);
    group_taken[offers[bid.offer].group] = true;
    for (const std::uint32_t goal : offers[bid.offer].goals)
      if (missing[goal] > 0) --missing[goal];
  }

  std::vector<unsigned> met(wanted.size());
  for (const std::size_t offer : taken)
    for (const std::uint32_t goal : offers[offer].goals) ++met[goal];
  std::ranges::stable_sort(taken, std::greater{},
                           [&](std::size_t offer) { return offers[offer].cost; });
  std::erase_if(taken, [&](std::size_t offer) {
    const auto& goals = offers[offer].goals;
    const bool needed = std::ranges::any_of(
        goals, [&](std::uint32_t goal) { return met[goal] <= wanted[goal] && wanted[goal] > 0; });
    if (!needed)
      for (const std::uint32_t goal : goals) --met[goal];
    return !needed;
  });
  std::ranges::sort(taken);
  return taken;
}

}  // namespace perft_verify::verifier
