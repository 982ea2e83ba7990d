// The real Stockfish as a reference.
#pragma once

#include "reference/uci/stockfish.h"
#include "reference/uci/uci_engine.h"

namespace perft_verify::reference {

/// find_stockfish() must have found one.
inline std::unique_ptr<Generator> make_stockfish() {
  UciEngineOptions options;
  options.command = {find_stockfish().value()};
  options.role = EngineRole::Stockfish;
  return make_uci_engine(std::move(options));
}

}  // namespace perft_verify::reference
