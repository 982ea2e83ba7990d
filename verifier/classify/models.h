// Generators with a known bug, to compare a subject's wrong counts with: which bug of the zoo
// counts exactly the same?
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reference/generator.h"

namespace perft_verify::verifier {

struct Observation {
  reference::Question question;
  reference::Divide answer;  // of the subject, in a fresh process
};

/// The classes of all bugs that take moves back wrong, count or remember wrong, and that would
/// have given every one of these answers.
std::vector<std::string> classes_that_count_like(std::span<const Observation> observations);

}  // namespace perft_verify::verifier
