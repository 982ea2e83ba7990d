// The options by which a UCI engine lets its table of positions be made smaller.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace perft_verify::reference {

struct TableOption {
  std::string name;
  std::string least;    // the value that makes the table smallest
  bool is_off = false;  // there is no table then
};

/// Those of the lines `option name … type …` that speak of a hash table: a size (spin) or a switch
/// (check). Others are passed over.
std::vector<TableOption> table_options(std::span<const std::string> greeting);

}  // namespace perft_verify::reference
