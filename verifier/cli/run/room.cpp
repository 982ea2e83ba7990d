#include "verifier/cli/run/room.h"

#include <sys/resource.h>

#include <algorithm>

#include "reference/process/system.h"

namespace perft_verify::verifier {
namespace {

/// Three pipes, and three descriptors to wait for them.
constexpr rlim_t kFilesOfAnEngine = 6;
/// The other ends of the pipes of an engine being started; reports, the journal, the store.
constexpr rlim_t kFilesOfOthers = 16;

}  // namespace

unsigned workers_with_room(unsigned jobs, unsigned engines) {
  rlimit limit{};
  if (engines == 0 || ::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return jobs;
  const rlim_t taken = reference::own_open_files() + kFilesOfOthers;
  const rlim_t left = limit.rlim_cur > taken ? limit.rlim_cur - taken : 0;
  // One more engine per worker, for questions repeated in a fresh process.
  const rlim_t most = left / (kFilesOfAnEngine * (engines + 1));
  return static_cast<unsigned>(std::clamp<rlim_t>(most, 1, jobs));
}

}  // namespace perft_verify::verifier
