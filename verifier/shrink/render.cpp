#include "verifier/shrink/render.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "reference/uci/uci_text.h"

namespace perft_verify::verifier {

std::string epd_line(const Reduction& reduction, const std::string& id) {
  return fmt::format("{} ;D{} {} ;id \"{}\";", reduction.fen, reduction.depth, reduction.nodes, id);
}

std::string uci_transcript(const Reduction& reduction, bool chess960) {
  std::string text = "uci\n";
  if (chess960) text += "setoption name UCI_Chess960 value true\n";
  return text +
         fmt::format(
             "ucinewgame\n{}\n{}\n", reference::position_command(reduction.fen, reduction.moves),
             reference::perft_command(reduction.depth - static_cast<int>(reduction.moves.size())));
}

std::string unit_test(const Reduction& reduction, const std::string& name) {
  std::string title;
  bool upper = true;
  for (const char letter : name) {
    if (letter == '-') {
      upper = true;
      continue;
    }
    title += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    upper = false;
  }
  std::string text = fmt::format("TEST(Perft, {}) {{\n", title);
  if (!reduction.moves.empty())
    text += fmt::format("  // The moves {} lead to the wrong list: {}.\n",
                        fmt::join(reduction.moves, " "), reduction.wrong);
  else
    text += fmt::format("  // Wrong: {}.\n", reduction.wrong);
  return text + fmt::format("  EXPECT_EQ(perft(\"{}\", {}), {}u);\n}}\n", reduction.fen,
                            reduction.depth, reduction.nodes);
}

}  // namespace perft_verify::verifier
