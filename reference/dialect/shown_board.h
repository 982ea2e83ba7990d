// The FEN in an engine's output when it is asked for its board.
#pragma once

#include <string>
#include <vector>

namespace perft_verify::reference {

/// The first text in the lines that has the form of a FEN (eight ranks, a side, rights, an en
/// passant field, perhaps clocks), or an empty one.
std::string shown_board(const std::vector<std::string>& lines);

}  // namespace perft_verify::reference
