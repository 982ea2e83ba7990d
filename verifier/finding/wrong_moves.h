// The faults of a move list.
#pragma once

#include <string>
#include <vector>

namespace perft_verify::verifier {

/// As UCI texts, each list sorted.
struct WrongMoves {
  std::vector<std::string> illegal;
  std::vector<std::string> missing;
  std::vector<std::string> duplicate;

  [[nodiscard]] bool any() const {
    return !illegal.empty() || !missing.empty() || !duplicate.empty();
  }
  friend bool operator==(const WrongMoves&, const WrongMoves&) = default;
};

}  // namespace perft_verify::verifier
