// An engine whose dialect was detected or given by the user, and is not Stockfish's: other
// commands, other spellings, totals only, xboard's commands.
#pragma once

#include "reference/dialect/dialect.h"

namespace perft_verify::reference {

/// Does not start the engine yet.
std::unique_ptr<Generator> make_dialect_engine(EngineOptions options, Dialect dialect);

/// The divide of an engine that prints totals only, from its own counts: the total at
/// `question.depth`, and for each of the known moves the total after it. `total_of` counts the
/// position after the given moves; depth 0 is not asked.
Answer<Divide> divide_by_totals(
    const Question& question, std::uint64_t total,
    const std::function<Answer<std::uint64_t>(const Question&)>& total_of);

/// The answer to depth 1 that an answer to depth 2 contains.
Divide as_depth_one(Divide depth_two);

}  // namespace perft_verify::reference
