// The bug zoo without a process: a wrong generator for tests of comparisons.
#pragma once

#include <memory>
#include <string>

#include "reference/generator.h"
#include "reference/zoo/bugs.h"

namespace perft_verify::zoo {

/// Answers in this process with the given bugs switched on, from a fresh board and an
/// empty hash table for each question.
std::unique_ptr<reference::Generator> make_zoo_generator(BugSet bugs);

/// The same without bugs. Each bug whose code an answer reaches is added to `asked`, which has to
/// outlive the generator: an engine with any other bug alone gives the same answer.
std::unique_ptr<reference::Generator> make_noting_generator(BugSet& asked);

/// "Bug Zoo (king-xray, ep-wraps)", or "Bug Zoo" without bugs.
std::string engine_name(const BugSet& bugs);

}  // namespace perft_verify::zoo
