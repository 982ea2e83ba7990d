// The linked core, asked like any other generator.
#pragma once

#include <memory>

#include "reference/generator.h"

namespace perft_verify::reference {

std::unique_ptr<Generator> make_core_generator();

}  // namespace perft_verify::reference
