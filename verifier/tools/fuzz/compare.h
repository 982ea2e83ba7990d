// Batches of positions, asked of both sides at once: what they agree on is done with quickly, the
// rest is for the inspector.
#pragma once

#include <stop_token>

#include "verifier/tools/fuzz/relations.h"
#include "verifier/tools/fuzz/source.h"

namespace perft_verify::verifier {

/// A case on which not all was as it should be. What it was may not be repeatable: the answers are
/// those of the batch.
struct SuspectCase {
  FuzzCase fuzz_case;
  std::optional<reference::Divide> subject = {};    // not, where it failed
  std::optional<reference::Divide> reference = {};  // not, where it failed
  std::string wrong_board = {};                     // how the subject's own board is wrong
  std::optional<BrokenRelation> relation = {};      // of a subject that is compared with itself
};

struct BatchResult {
  std::uint64_t nodes = 0;   // of the subject
  std::uint64_t boards = 0;  // compared
  std::vector<SuspectCase> suspects;
};

/// Both sides to the same depth, and of every tenth case the boards, where both show theirs.
BatchResult compare_batch(const std::vector<FuzzCase>& cases, reference::Generator& subject,
                          reference::Generator& reference, const std::stop_token& stop);

}  // namespace perft_verify::verifier
