#include "reference/dialect/candidates.h"

#include <algorithm>

namespace perft_verify::reference {

std::vector<Candidate> candidates_of(Protocol protocol, const DialectWish& wish) {
  const PositionStyle style =
      protocol == Protocol::Uci ? PositionStyle::UciPosition : PositionStyle::Setboard;
  const auto style_of = [style](const std::vector<std::string>& lines) {
    return std::ranges::any_of(lines, [](const auto& line) { return line.contains("{fen}"); })
               ? PositionStyle::Argument
               : style;
  };
  if (wish.perft) return {{*wish.perft, style_of(*wish.perft)}};
  std::vector<Candidate> candidates;
  const auto add = [&](const std::vector<std::string>& lines) {
    candidates.push_back({lines, style_of(lines)});
  };
  if (protocol == Protocol::Uci) add({"go perft {depth}"});
  for (const char* line :
       {"divide {depth}", "perft {depth}", "splitperft {depth}", "perft divide {depth}",
        "perftdiv {depth}", "dperft {depth}", "perft {depth} divide", "perft {depth} div",
        "perft {depth} split", "perft split {depth}", "perftsplit {depth}", "perft -d {depth}",
        "perft depth {depth}", "divide {depth} {fen}", "perft {depth} {fen}",
        "perft {fen} {depth}"})
    add({line});
  if (protocol != Protocol::Uci) add({"sd {depth}", "perft"});
  if (protocol == Protocol::Uci) {
    add({"go perftdiv {depth}"});
    add({"go divide {depth}"});
    add({"go splitperft {depth}"});
    add({"go perft {depth} divide"});
    add({"go perft {depth} split"});
    add({"go perft divide {depth}"});
    add({"go perft depth {depth}"});
  }
  return candidates;
}

}  // namespace perft_verify::reference
