// The facts of a finding, in English.
#pragma once

#include <string>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The fault and how it is known: parts of one sentence, with semicolons between them and no full
/// stop. All of it is printable.
std::string sentence_of(const Finding& finding);

}  // namespace perft_verify::verifier
