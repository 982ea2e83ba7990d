// Whether this process is one of several of the same run.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "verifier/scale/cluster/link.h"

namespace perft_verify::verifier {

/// The complaint of a command that works on every rank and is given --jobs.
inline constexpr const char* kJobsUnderMpi =
    "under mpirun each rank is one worker: its -n says how many; leave out --jobs";

/// Null for a single process. `verify` implements it without MPI (alone.cpp), `verify-mpi` with it
/// (mpi_link.cpp). The error is one sentence and means wrong usage.
std::expected<std::unique_ptr<Link>, std::string> join(int* argc, char*** argv);

}  // namespace perft_verify::verifier
