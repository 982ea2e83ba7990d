// The options of a UCI engine that make its table of positions smaller.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace perft_verify::reference {

struct TableOption {
  std::string name;
  std::string least;    // the value that makes the table smallest
  bool is_off = false;  // the engine has no table then
};

/// The lines `option name … type …` that concern a hash table: a size (spin) or a switch (check).
/// Others are skipped.
std::vector<TableOption> table_options(std::span<const std::string> greeting);

}  // namespace perft_verify::reference
