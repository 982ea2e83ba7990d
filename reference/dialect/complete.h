// Finds out the rest about an engine, once the command that it answers is known.
#pragma once

#include <optional>

#include "reference/dialect/examine.h"
#include "reference/dialect/session_probe.h"

namespace perft_verify::reference {

/// The answer that showed the command.
struct FirstAnswer {
  /// Nothing if it was an answer to an easier question, from which the total is known already.
  std::optional<Likeness> likeness;
  bool as_stockfish = false;  // it is exactly what Stockfish prints
};

struct Completed {
  Dialect dialect;
  bool ignores_position = false;  // it counts the start position whatever it is sent
};

/// Finds where the total stands, how moves are spelled, what the engine plays and shows.
Answer<Completed> complete(Dialect dialect, const FirstAnswer& first, const DialectWish& wish,
                           EngineSession& session, SessionProbe& probe, Examiner& examiner);

}  // namespace perft_verify::reference
