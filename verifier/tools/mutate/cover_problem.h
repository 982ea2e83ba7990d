// A cover as an integer program, to see how far the greedy one is from the cheapest.
#pragma once

#include <expected>
#include <stop_token>
#include <string>

#include "verifier/tools/mutate/cover.h"

namespace perft_verify::verifier {

/// The problem to meet each goal as often as `wanted`, or as often as the offers `taken` meet it if
/// that is less, at the least cost; in the LP format of CPLEX. The variables x0, x1, … stand for
/// the offers, in their order. Goals that are met whenever others are have been left out.
std::string cover_problem(std::span<const Offer> offers, std::span<const unsigned> wanted,
                          std::span<const std::size_t> taken);

/// The offers of a cheapest solution of that problem, ascending, by the solver `glpsol`. The error
/// is one sentence: it is not there, or did not get to the end.
std::expected<std::vector<std::size_t>, std::string> cheapest_cover(
    std::span<const Offer> offers, std::span<const unsigned> wanted,
    std::span<const std::size_t> taken, const std::stop_token& stop);

}  // namespace perft_verify::verifier
