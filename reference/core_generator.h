// The linked core, asked like any other generator.
#pragma once

#include <memory>

#include "core/position.h"
#include "reference/generator.h"

namespace perft_verify::reference {

std::unique_ptr<Generator> make_core_generator();

/// The position after the question's moves, as core plays them. A root that is no legal
/// position and a move that is not legal are failures of stage Position.
Answer<Position> position_of(const Question& question);

}  // namespace perft_verify::reference
