// The beginning of a cover: what is worth most for a limited amount of work.
#pragma once

#include <functional>

#include "verifier/tools/mutate/cover.h"

namespace perft_verify::verifier {

/// Offers that meet most for their cost, together of at most `room`: `worth[goal]` counts once,
/// `size_of(offer)` is what an offer takes of the room. An offer is left out if another of its
/// group meets a goal of any worth that no other group is left for. Ascending; deterministic.
std::vector<std::size_t> first_tier(std::span<const Offer> offered, std::vector<unsigned> worth,
                                    std::uint64_t room,
                                    const std::function<std::uint64_t(std::size_t)>& size_of);

}  // namespace perft_verify::verifier
