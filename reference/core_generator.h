// The linked core, asked like any other generator.
#pragma once

#include <memory>

#include "core/counting/perft_table.h"
#include "core/counting/recount.h"
#include "core/position.h"
#include "reference/generator.h"

namespace perft_verify::reference {

/// Some boards of each answer are counted again by the plain generator; and with a table, which may
/// be shared, one line is counted again without it. A difference is a failure. After restart() it
/// no longer uses the table. `two_plies` is for tests: a way to count that may be wrong.
std::unique_ptr<Generator> make_core_generator(std::shared_ptr<PerftTable> table = nullptr,
                                               CountTwoPlies two_plies = {});

/// The position after the question's moves, as core plays them. An illegal root position and an
/// illegal move are failures of stage Position.
Answer<Position> position_of(const Question& question);

}  // namespace perft_verify::reference
