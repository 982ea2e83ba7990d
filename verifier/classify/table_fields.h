// The field that a table of positions leaves out, by two questions to one process: their trees have
// positions that differ in that field alone.
#pragma once

#include <optional>

#include "verifier/classify/classify.h"
#include "verifier/classify/probed_subject.h"

namespace perft_verify::verifier {

/// For a table that keeps its entries from one question to the next: the second answer is right in
/// a fresh process, and wrong after the first question. Nothing if no pair of questions shows that.
std::optional<Classification> field_left_out(ProbedSubject& probed);

}  // namespace perft_verify::verifier
