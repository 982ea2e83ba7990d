// The option --hash MB of all commands that have it.
#pragma once

#include <memory>

#include "core/counting/perft_table.h"

namespace perft_verify::verifier {

/// The table; none for 0 megabytes. If the system does not provide that much it is smaller, or
/// there is none, and standard error reports that.
std::unique_ptr<PerftTable> table_of(std::size_t megabytes);

}  // namespace perft_verify::verifier
