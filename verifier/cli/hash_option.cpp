#include "verifier/cli/hash_option.h"

namespace perft_verify::verifier {

std::expected<std::unique_ptr<PerftTable>, std::string> table_of(std::size_t megabytes) {
  if (megabytes == 0) return nullptr;
  auto table = PerftTable::of(megabytes);
  if (!table) return std::unexpected("--hash: " + table.error());
  return std::make_unique<PerftTable>(std::move(*table));
}

}  // namespace perft_verify::verifier
