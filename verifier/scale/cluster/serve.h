// The work of a rank other than 0: rows that it is given, until there are no more.
#pragma once

#include <memory>

#include "verifier/run/model/options.h"
#include "verifier/scale/cluster/link.h"
#include "verifier/scale/cluster/message.h"

namespace perft_verify::verifier {

/// Says hello, works, and returns at the end of the run or at `stop`. With a failure in `hello` it
/// does not work, and the generators may be null.
void serve(Link& link, const Hello& hello, const RunOptions& options,
           std::unique_ptr<reference::Generator> subject,
           std::unique_ptr<reference::Generator> reference, const std::stop_token& stop);

}  // namespace perft_verify::verifier
