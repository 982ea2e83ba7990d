// A worker in another rank, as rank 0 sees it.
#pragma once

#include <memory>
#include <vector>

#include "verifier/cluster/link.h"
#include "verifier/cluster/message.h"
#include "verifier/run/elsewhere.h"

namespace perft_verify::verifier {

/// Waits for a message: busily for a moment, since most rows take no longer, then with sleeps.
/// Nothing if `stop` comes first.
std::optional<std::string> wait_for(Link& link, unsigned rank, MessageKind kind,
                                    const std::stop_token& stop);

/// One for each other rank. `facts` are those of this rank, in words: one that works with other
/// programs or options is not used. The link must outlive them.
std::vector<std::unique_ptr<Elsewhere>> rank_workers(
    Link& link, const std::vector<std::pair<std::string, std::string>>& facts);

}  // namespace perft_verify::verifier
