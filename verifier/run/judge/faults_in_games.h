// The faults that no count of a position from its FEN shows, and a game does: counting leaves
// something behind on the board, or a move is read wrongly behind `moves`.
#pragma once

#include <stop_token>

#include "verifier/diagnose/once_counted.h"
#include "verifier/run/judge/ruling.h"

namespace perft_verify::verifier {

class FaultsInGames {
 public:
  FaultsInGames(reference::Generator& subject, reference::Generator& reference, Ruling& ruling,
                std::stop_token stop);

  /// Looks for them at a row that agrees. `options`: of the command that shows what is found.
  void look(const Row& row, RowState& state, const std::string& options);

 private:
  void look_once_counted(const Root& root, RowState& state, const std::string& options);
  void look_after_moves(const Root& root, RowState& state);

  reference::Generator& subject_;
  reference::Generator& reference_;
  Ruling& ruling_;
  OnceCounted once_counted_;
  std::stop_token stop_;
};

}  // namespace perft_verify::verifier
