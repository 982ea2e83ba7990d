// Helpers that the tests of engines behind pipes share.
#pragma once

#include <gtest/gtest.h>

#include "reference/uci/uci_engine.h"
#include "tests/reference/support.h"

namespace perft_verify::reference {

inline Question question(std::string_view fen, int depth = 1, std::vector<std::string> moves = {}) {
  return question_at(standard(fen), std::move(moves), depth);
}

/// An answer in one line, for messages and comparisons: "48" or "died at perft: …".
inline std::string in_words(const Answer<Divide>& answer) {
  if (answer) return std::to_string(answer->total);
  return std::string(to_string(answer.error().kind)) + " at " +
         std::string(to_string(answer.error().stage)) + ": " + answer.error().message;
}

}  // namespace perft_verify::reference
