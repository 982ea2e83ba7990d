// An explanation of counts that are wrong although each move is right.
#pragma once

#include <string>
#include <vector>

#include "reference/catalog/catalog.h"

namespace perft_verify::verifier {

struct CountExplanation {
  BugId bug_class;
  std::string text;       // "the black bishop on c3 is missing after b2c3 was taken back"
  bool counting = false;  // a fault of counting, not of unmaking
  /// The classes of faults in making a move that give these counts too. Only an engine that plays
  /// moves before it lists them can tell which it is.
  std::vector<BugId> making_classes = {};
  /// Whether it is the same explanation, perhaps of another position.
  [[nodiscard]] bool is(const CountExplanation& other) const {
    return bug_class == other.bug_class && (!counting || text == other.text);
  }
};

}  // namespace perft_verify::verifier
