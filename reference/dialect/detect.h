// Detects how an engine is asked for perft: by asking at positions where every correct answer is
// known, and reading the output.
#pragma once

#include "reference/dialect/dialect.h"

namespace perft_verify::reference {

/// One question and its answer, for a user who wants to know the reasons.
struct Evidence {
  std::string asked;
  std::string said;  // the engine's own words, escaped
  std::string read;  // our reading of them
};

struct Detection {
  Dialect dialect;
  bool script = false;                      // no session: started once per question
  std::vector<std::string> script_command;  // with {depth}, {fen} and {moves}
  std::string engine_name;
  std::vector<std::string> notes;  // for the user: oddities and their consequences
  std::vector<Evidence> evidence;
};

struct NotDetected {
  Failure failure;
  std::vector<Evidence> evidence;
};

/// Starts the engine, asks, and ends it. The answers of an engine with a bug may be wrong: only
/// their form counts. Unreadable output is never assumed to be wrong.
std::expected<Detection, NotDetected> detect(const EngineOptions& options, const DialectWish& wish,
                                             const std::stop_token& stop);

}  // namespace perft_verify::reference
