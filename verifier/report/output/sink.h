// The target of a report's text, piece by piece. The owner of the target keeps track of failures: a
// report never knows.
#pragma once

#include <functional>
#include <string_view>

namespace perft_verify::verifier {

using Sink = std::function<void(std::string_view)>;

}  // namespace perft_verify::verifier
