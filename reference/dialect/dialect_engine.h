// An engine whose dialect was detected or given by the user, and is not Stockfish's: other
// commands, other spellings, totals only, xboard's commands.
#pragma once

#include <functional>

#include "reference/dialect/printed_answer.h"

namespace perft_verify::reference {

/// Does not start the engine yet.
std::unique_ptr<Generator> make_dialect_engine(EngineOptions options, Dialect dialect);

/// Asks a program of some dialect for a count to a depth that it can be asked for.
using CountInDialect = std::function<Answer<ReadAnswer>(const Question&, int depth)>;

/// The answer to any question. The moves at depth 1 are taken from the list at depth 2 where the
/// program lists none there. If it prints totals only, the lines are the known moves, each with the
/// total after it.
Answer<ReadAnswer> divide_in_dialect(const Dialect& dialect, const Question& question,
                                     const CountInDialect& count);

/// Unsupported for a question about Chess960 if `generator` does not play it.
Answer<void> check_chess960(const Generator& generator, const Question& question);

}  // namespace perft_verify::reference
