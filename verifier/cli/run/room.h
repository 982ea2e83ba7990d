// The number of workers that this process can run.
#pragma once

namespace perft_verify::verifier {

/// At most `jobs`, at least 1: limited by the number of open files, with so many engines per
/// worker.
unsigned workers_with_room(unsigned jobs, unsigned engines);

}  // namespace perft_verify::verifier
