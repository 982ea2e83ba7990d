// The mailbox as the embedded reference.
#pragma once

#include <memory>

#include "reference/generator.h"

namespace perft_verify::mailbox {

/// Answers in this process, without an engine. An illegal root position and an illegal move are
/// failures of stage Position; a count beyond 64 bits is Unsupported.
std::unique_ptr<reference::Generator> make_mailbox_generator();

}  // namespace perft_verify::mailbox
