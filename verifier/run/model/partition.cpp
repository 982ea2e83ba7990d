#include "verifier/run/model/partition.h"

#include <fmt/format.h>

#include <charconv>

#include "core/text/printable.h"
#include "core/text/sha256.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostParts = 1'000'000;

bool parse_number(std::string_view text, std::size_t& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return !text.empty() && error == std::errc{} && stop == end;
}

/// May change only with the program's version: all shares of a suite have to agree on it.
std::uint64_t hash_of(const Row& row) {
  std::uint64_t hash = 0;
  const std::string digest =
      sha256_of(fmt::format("{}|{}", row.fen, row.chess960 ? "Chess960" : "standard"));
  std::from_chars(digest.data(), digest.data() + 16, hash, 16);
  return hash;
}

}  // namespace

std::expected<Partition, std::string> parse_partition(std::string_view text) {
  const auto wrong = [&](std::string_view what) {
    return std::unexpected(fmt::format("{}: {}; slice:I/N or hash:I/N is expected, with I from 1",
                                       printable(text), what));
  };
  const std::size_t colon = text.find(':');
  const std::size_t slash = text.find('/');
  if (colon == std::string_view::npos || slash == std::string_view::npos || slash < colon)
    return wrong("this is not a share");
  Partition partition;
  const std::string_view scheme = text.substr(0, colon);
  if (scheme != "slice" && scheme != "hash") return wrong("there is no such way to share");
  if (scheme == "hash") partition.scheme = PartitionScheme::Hash;
  if (!parse_number(text.substr(colon + 1, slash - colon - 1), partition.part) ||
      !parse_number(text.substr(slash + 1), partition.of))
    return wrong("these are no numbers");
  if (partition.part < 1 || partition.part > partition.of || partition.of > kMostParts)
    return wrong("I is to be from 1 to N");
  return partition;
}

std::string to_string(const Partition& partition) {
  return fmt::format("{}:{}/{}", partition.scheme == PartitionScheme::Slice ? "slice" : "hash",
                     partition.part, partition.of);
}

std::vector<std::size_t> select_rows(const Partition& partition, const RowList& rows) {
  std::vector<std::size_t> selected;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::uint64_t lot = partition.scheme == PartitionScheme::Slice ? row : hash_of(rows[row]);
    if (lot % partition.of == partition.part - 1) selected.push_back(row);
  }
  return selected;
}

}  // namespace perft_verify::verifier
