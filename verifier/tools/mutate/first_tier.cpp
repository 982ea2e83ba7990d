#include "verifier/tools/mutate/first_tier.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace perft_verify::verifier {
namespace {

/// Of each offer, the goals that only others of its group meet: one of a group can be taken.
std::vector<std::vector<std::uint32_t>> given_up_by(std::span<const Offer> offered) {
  std::map<std::size_t, std::set<std::uint32_t>> of_group;
  for (const Offer& offer : offered)
    of_group[offer.group].insert(offer.goals.begin(), offer.goals.end());
  std::vector<std::vector<std::uint32_t>> given_up(offered.size());
  for (std::size_t at = 0; at < offered.size(); ++at)
    std::ranges::set_difference(of_group[offered[at].group], offered[at].goals,
                                std::back_inserter(given_up[at]));
  return given_up;
}

}  // namespace

std::vector<std::size_t> first_tier(std::span<const Offer> offered, std::vector<unsigned> worth,
                                    std::uint64_t room,
                                    const std::function<std::uint64_t(std::size_t)>& size_of) {
  const auto given_up = given_up_by(offered);
  std::vector<std::set<std::size_t>> groups_for(worth.size());
  for (const Offer& offer : offered)
    for (const std::uint32_t goal : offer.goals) groups_for[goal].insert(offer.group);
  std::vector<char> is_out(offered.size());
  const auto value = [&](const Offer& offer) {
    const auto at = static_cast<std::size_t>(&offer - offered.data());
    if (is_out[at] != 0 || size_of(at) > room) return 0.0;
    double gain = 0;
    for (const std::uint32_t goal : offer.goals) gain += worth[goal];
    return gain / static_cast<double>(offer.cost);
  };
  std::vector<std::size_t> tier;
  for (;;) {
    const auto best = std::ranges::max_element(offered, {}, value);
    if (best == offered.end() || value(*best) == 0) break;
    const auto taken = static_cast<std::size_t>(best - offered.begin());
    if (std::ranges::any_of(given_up[taken], [&](std::uint32_t goal) {
          return worth[goal] > 0 && groups_for[goal].size() == 1;
        })) {
      is_out[taken] = 1;
      continue;
    }
    tier.push_back(taken);
    room -= size_of(taken);
    for (const std::uint32_t goal : given_up[taken]) groups_for[goal].erase(best->group);
    for (const std::uint32_t goal : best->goals) worth[goal] = 0;
    for (std::size_t at = 0; at < offered.size(); ++at)
      if (offered[at].group == best->group) is_out[at] = 1;
  }
  std::ranges::sort(tier);
  return tier;
}

}  // namespace perft_verify::verifier
