// Memory for counters. They are large, and a run of small questions creates one for each.
//
// A thread keeps the memory of its last counter for the next one. The heap would return so large a
// block to the kernel each time, and fresh pages cost more than a count of depth 2; and glibc
// before 2.38 does not find freed blocks of a larger alignment again.
#pragma once

#include <cstddef>
#include <new>

namespace perft_verify::counting {

/// As `operator new`; to be given back by `keep_counter_memory`, on any thread.
void* take_counter_memory(std::size_t size, std::align_val_t alignment);
void keep_counter_memory(void* at);

}  // namespace perft_verify::counting
