// What --hash MB asks for, wherever a command has it.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "core/counting/perft_table.h"

namespace perft_verify::verifier {

/// The table, or nothing for 0 megabytes. The error is one sentence.
std::expected<std::unique_ptr<PerftTable>, std::string> table_of(std::size_t megabytes);

}  // namespace perft_verify::verifier
