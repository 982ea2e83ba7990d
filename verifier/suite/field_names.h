// The names of the fields of CSV headers and JSON objects in existing suites. Case, blanks and
// punctuation do not matter: "perft(1)", "Perft 1" and "PERFT_1" are one name.
#pragma once

#include <cstdint>
#include <string_view>

namespace perft_verify::verifier {

enum class FieldKind : std::uint8_t {
  Fen,
  MaybeFen,  // fen if it looks like one: "position", "start"
  Id,
  Depth,
  Counts,      // one count, or all of them: "nodes", "perft", "depths"
  CountAt,     // the count at a depth: "D3", "perft3", "3"
  Operations,  // EPD operations, carried along
  Other,
};

struct FieldName {
  FieldKind kind = FieldKind::Other;
  int depth = 0;  // of CountAt
};
FieldName field_name(std::string_view text);

/// A board of eight ranks and at least one more field: not yet a good FEN, but meant as one.
bool looks_like_fen(std::string_view text);

}  // namespace perft_verify::verifier
