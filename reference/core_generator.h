// The linked core, asked like any other generator.
#pragma once

#include <memory>

#include "core/counting/perft_table.h"
#include "core/counting/recount.h"
#include "core/position.h"
#include "reference/generator.h"

namespace perft_verify::reference {

/// Of each answer some boards are counted again by the plain generator; and with a table, which may
/// be shared by several, one line without it. A difference is a failure. After restart() it goes on
/// without the table. `two_plies` is for tests: a way to count that may be wrong.
std::unique_ptr<Generator> make_core_generator(std::shared_ptr<PerftTable> table = nullptr,
                                               CountTwoPlies two_plies = {});

/// The position after the question's moves, as core plays them. A root that is no legal
/// position and a move that is not legal are failures of stage Position.
Answer<Position> position_of(const Question& question);

}  // namespace perft_verify::reference
