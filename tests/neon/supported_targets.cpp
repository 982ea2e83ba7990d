// The part of Highway's library that core needs and that is not there for this machine: all of
// 64-bit ARM has NEON.
#include "core/counting/targets.h"

namespace hwy {

int64_t SupportedTargets() { return HWY_NEON | HWY_SCALAR; }

}  // namespace hwy
