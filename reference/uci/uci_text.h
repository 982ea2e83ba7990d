// Commands for an engine that speaks UCI, and readers of its output besides counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perft_verify::reference {

std::string position_command(std::string_view fen, const std::vector<std::string>& moves);

std::string perft_command(int depth);

/// The FEN in a line `Fen: …` of the answer to `d`.
std::optional<std::string> shown_fen(std::string_view line);

/// Whether a line is a sentence about the position, as opposed to the board itself.
bool is_remark(std::string_view line);

}  // namespace perft_verify::reference
