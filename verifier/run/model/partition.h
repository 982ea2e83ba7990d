// A share of a suite for one of several machines: the selection is the same everywhere, without
// communication.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/suite/row_list.h"

namespace perft_verify::verifier {

/// The distribution of rows. Slice: one after the other in turn, so that shares have the same size.
/// Hash: by the position alone, so that a row keeps its share when others are added or removed, and
/// duplicates stay together.
enum class PartitionScheme : std::uint8_t { Slice, Hash };

struct Partition {
  PartitionScheme scheme = PartitionScheme::Slice;
  std::size_t part = 1;  // from 1
  std::size_t of = 1;

  friend bool operator==(const Partition&, const Partition&) = default;
};

/// "slice:2/5", "hash:1/3". The error is one sentence.
std::expected<Partition, std::string> parse_partition(std::string_view text);
std::string to_string(const Partition& partition);

/// The indices of the rows of this share, ascending.
std::vector<std::size_t> select_rows(const Partition& partition, const RowList& rows);

}  // namespace perft_verify::verifier
