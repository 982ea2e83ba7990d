// Whether the board of a subject is spoiled in the position of a finding itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "verifier/classify/restoring/small_positions.h"

namespace perft_verify::verifier {

/// The smallest position that is known to show the finding, or the one before its culprit.
Root smallest_place(const Finding& finding);
enum class Spoiled : std::uint8_t {
  No,
  ItAnswers,  // it lists or counts otherwise the second time, or counts no list of its own
  ItDies,     // of a count, which any wrong move below may do
};
/// Whether the board of a subject is spoiled while it lists there, and how that shows.
Spoiled spoiled_at(const Root& root, bool of_list, ProbedSubject& probed);
/// The remains of moves in a position where the subject lists other moves the second time, though
/// no trial shows it.
std::optional<Unrestored> left_there(const Position& position, ProbedSubject& probed);

}  // namespace perft_verify::verifier
