// The output of an engine for `go perft N`, in Stockfish's dialect:
//
//   e2e4: 20
//   …
//   (blank)
//   Nodes searched: 400
#pragma once

#include <string_view>
#include <variant>

#include "reference/generator.h"

namespace perft_verify::reference {

/// A line that has nothing to do with counts: `info string …`, blanks, a banner.
struct OtherLine {};
/// A line that begins like a count but is not one, with the reason.
struct BrokenLine {
  std::string_view reason;
};
struct TotalLine {
  std::uint64_t nodes;
};

using PerftLine = std::variant<OtherLine, RootCount, TotalLine, BrokenLine>;

/// Reads one line. A word made only of characters of moves (e1e9, A2A3, O-O, Nf3, 0000) before a
/// colon and a number is broken: a root line must not get lost. Only `[a-h][1-8][a-h][1-8][a-z]?:
/// digits` is a move line: engines print other lines with a colon and a number in them.
PerftLine parse_perft_line(std::string_view line);

}  // namespace perft_verify::reference
