// The depth of the first count of a list. In one file `[20, 400]` begins at depth 1, in another
// `[1, 20, 400]` at depth 0; one calls depth 1 "0", another "1"; CSV without a header lists the
// counts, or a depth and its count, or one count of an unnamed depth. The file as a whole decides
// it: its numbers are compared with a few counts that are quickly known.
#pragma once

#include <vector>

#include "verifier/suite/suite_builder.h"

namespace perft_verify::verifier {

enum class CountKey : std::uint8_t {
  Depth,     // the key is the depth
  Named,     // the key is a number in the file, from 0 or from 1
  Position,  // the key is the place in a list, from 0
};

struct RawCount {
  CountKey kind = CountKey::Position;
  int key = 0;
  std::uint64_t nodes = 0;
  Place place;
};

/// A row whose counts have no depths yet.
struct RawRow {
  Row row;
  std::vector<RawCount> counts;
  std::string excerpt;
};

/// Gives the counts their depths and adds the rows to the suite, in order. With
/// `may_be_pairs`, lists of two counts may be a depth and its count.
void number_rows(std::vector<RawRow> rows, bool may_be_pairs, SuiteBuilder& suite);

}  // namespace perft_verify::verifier
