#include "reference/uci/uci_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace perft_verify::reference {

std::string position_command(std::string_view fen, const std::vector<std::string>& moves) {
  return moves.empty() ? fmt::format("position fen {}", fen)
                       : fmt::format("position fen {} moves {}", fen, fmt::join(moves, " "));
}

std::string perft_command(int depth) { return fmt::format("go perft {}", depth); }

std::optional<std::string> shown_fen(std::string_view line) {
  if (!line.starts_with("Fen:") && !line.starts_with("FEN:") && !line.starts_with("fen:"))
    return std::nullopt;
  line.remove_prefix(4);
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return std::string(line);
}

bool is_remark(std::string_view line) {
  return line.starts_with("info string ") || line.contains("rror") || line.contains("nvalid") ||
         line.contains("llegal") || line.contains("nknown");
}

}  // namespace perft_verify::reference
