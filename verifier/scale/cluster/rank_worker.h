// A worker in another rank, as rank 0 sees it.
#pragma once

#include <memory>
#include <vector>

#include "verifier/run/judge/remote_worker.h"
#include "verifier/scale/cluster/peer.h"

namespace perft_verify::verifier {

/// One for each other rank. `facts` are those of this rank, in words: a rank with other programs or
/// options is not used. The link must outlive them.
std::vector<std::unique_ptr<RemoteWorker>> rank_workers(Link& link, const RunFacts& facts);

}  // namespace perft_verify::verifier
