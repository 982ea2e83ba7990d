// The bugs of the zoo as a measure of suites: the positions and depths that show each bug.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "reference/generator.h"
#include "reference/zoo/bugs.h"
#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

/// A generator with one bug, in its code for both colors or for one.
struct Mutant {
  zoo::Bug bug;
  std::optional<Color> only;
};

/// "ep-missing", "ep-missing (White only)".
std::string name_of(const Mutant& mutant);

/// Every bug that a count of a position from a game can show. If the same mistake can be made for
/// White alone and for Black alone, these are two mutants: a suite that shows one of them need not
/// show the other.
std::vector<Mutant> all_mutants();

/// Whether a run that compares counts can show the bug at all.
bool shows_in_counts(const zoo::Bug& bug);

/// A count: one position to one depth.
struct Count {
  const Row* row = nullptr;
  int depth = 1;
  std::uint64_t nodes = 0;
  reference::Divide right;
};

/// The mailbox's count; nothing if it was stopped or the number is too large.
std::optional<Count> right_count(const Row& row, int depth, const std::stop_token& stop);

/// The part of a count that shows a mutant. The total is among the lines of a divide, so the divide
/// shows every mutant that the total shows.
enum class Shown : std::uint8_t { No, ByDivide, ByTotal };
Shown shown_by(const Count& count, const Mutant& mutant, const std::stop_token& stop);

}  // namespace perft_verify::verifier
