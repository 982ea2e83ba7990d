// Checks that need no reference: what one and the same generator says of positions whose answers
// have to do with each other (metamorphic relations).
#pragma once

#include <stop_token>

#include "reference/generator.h"
#include "verifier/finding/finding.h"
#include "verifier/tools/fuzz/source.h"

namespace perft_verify::verifier {

/// The subject's answer to a question, and what another answer of its own says that it should be.
struct BrokenRelation {
  OwnAnswer::Relation relation = OwnAnswer::Relation::SumOfChildren;
  reference::Question question;
  reference::Divide answer;
  reference::Question other;
  reference::Divide expected;  // in terms of `question`
};

/// Whether the relation holds there; nothing if it does, does not apply, or there is no answer.
std::optional<BrokenRelation> broken(OwnAnswer::Relation relation, const FuzzCase& fuzz_case,
                                     reference::Generator& subject, const std::stop_token& stop);

}  // namespace perft_verify::verifier
