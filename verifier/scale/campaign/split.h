// Splits a root into the work units of a campaign.
//
// The tree is the reference's: its move lists, and its own boards after them, so that no error of
// the subject affects the units (facts of a position: board, side, rights, en passant). Two lines
// meet if they lead to the same position. An en passant square makes a difference only if an
// opposing pawn stands beside the one that has just passed it; whether it may capture is decided by
// the generators that are asked about the unit.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "reference/generator.h"
#include "verifier/scale/campaign/work_units.h"

namespace perft_verify::verifier {

struct SplitOptions {
  Root root;
  int depth = 0;
  int at = 0;
  unsigned jobs = 1;
  std::size_t most_units = 0;  // the limit; more are refused
};

struct SplitFailure {
  std::string message;
  /// The linked core finds other positions, or another number of lines to them.
  bool disagreement = false;
};

using MakeReference = std::function<std::unique_ptr<reference::Generator>()>;

/// `make` is called in each asking thread; `name` is that of its generators. `progress` receives
/// the number of positions at each ply.
std::expected<Campaign, SplitFailure> split(
    const SplitOptions& options, const MakeReference& make, const std::string& name,
    const std::function<void(int ply, std::size_t positions)>& progress,
    const std::stop_token& stop);

}  // namespace perft_verify::verifier
