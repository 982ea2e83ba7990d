// Where the text of a report goes, piece by piece. Failures are remembered by whoever owns the
// other end: a report never knows.
#pragma once

#include <functional>
#include <string_view>

namespace perft_verify::verifier {

using Sink = std::function<void(std::string_view)>;

}  // namespace perft_verify::verifier
