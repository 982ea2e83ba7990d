// Whether this process is one of several of the same run.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "verifier/scale/cluster/link.h"

namespace perft_verify::verifier {

/// Null for a single process. `verify` implements it without MPI (alone.cpp), `verify-mpi` with it
/// (mpi_link.cpp). The error is one sentence and means wrong usage.
std::expected<std::unique_ptr<Link>, std::string> join(int* argc, char*** argv);

}  // namespace perft_verify::verifier
