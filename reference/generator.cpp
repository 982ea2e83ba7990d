#include "reference/generator.h"

#include <array>

namespace perft_verify::reference {

std::string_view to_string(Stage stage) {
  constexpr std::array<std::string_view, 5> kNames{"start", "handshake", "position", "board",
                                                   "perft"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::string_view to_string(FailureKind kind) {
  constexpr std::array<std::string_view, 7> kNames{
      "cannot be started", "died",        "timeout",    "protocol error",
      "rejected position", "unsupported", "interrupted"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool ignores_clocks(std::string_view name) {
  return name.starts_with("Stockfish ") || name == "mailbox" || name == "perft-verify core";
}

}  // namespace perft_verify::reference
