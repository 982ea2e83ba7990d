// `mpirun verify prove`: the other ranks compare batches that rank 0 hands out. What they suspect
// rank 0 asks again, with its own engines, so a finding is one of rank 0 as in a run by itself.
#pragma once

#include <memory>

#include "verifier/scale/cluster/message.h"
#include "verifier/scale/cluster/peer.h"
#include "verifier/tools/fuzz/crew.h"
#include "verifier/tools/prove/batch.h"

namespace perft_verify::verifier {

/// One for each other rank; a rank whose facts differ is not used. The link must outlive them.
std::vector<std::unique_ptr<BatchComparer>> rank_comparers(Link& link, const RunFacts& facts);

/// Works as another rank than 0 until rank 0 ends it, or a stop. `sides` are not used if `hello`
/// says that this rank cannot work.
void serve_batches(Link& link, const Hello& hello, Sides sides, const std::stop_token& stop);

}  // namespace perft_verify::verifier
