// How many workers this process has room for.
#pragma once

namespace perft_verify::verifier {

/// At most `jobs`, at least 1: as many as the files that may be open at once suffice for, with so
/// many engines each.
unsigned workers_with_room(unsigned jobs, unsigned engines);

}  // namespace perft_verify::verifier
