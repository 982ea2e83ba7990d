#include "verifier/cli/arguments/hash_option.h"

#include <fmt/format.h>

#include "verifier/report/output/standard_error.h"

namespace perft_verify::verifier {

std::unique_ptr<PerftTable> table_of(std::size_t megabytes) {
  if (megabytes == 0) return nullptr;
  auto table = PerftTable::of(megabytes);
  if (table) return std::make_unique<PerftTable>(std::move(*table));
  const std::string& refused = table.error();
  // Halves it each time: the rest of the memory is needed by other programs.
  for (std::size_t smaller = megabytes / 2; smaller > 0; smaller /= 2) {
    auto other = PerftTable::of(smaller);
    if (!other) continue;
    complain(fmt::format("--hash: {}; it has {} MB instead", refused, smaller));
    return std::make_unique<PerftTable>(std::move(*other));
  }
  complain(fmt::format("--hash: {}; there is no table", refused));
  return nullptr;
}

}  // namespace perft_verify::verifier
