// Differential fuzzing of a move generator: positions without end, compared with a reference or
// with the subject's own other answers, until the time or the number of positions is used up.
#pragma once

#include <functional>
#include <map>

#include "verifier/tools/fuzz/inspector.h"

namespace perft_verify::verifier {

struct FuzzOptions {
  SourceOptions source;
  std::vector<Position> stock;              // to begin with
  std::vector<FuzzCase> replay;             // asked before anything else
  std::optional<std::uint64_t> positions;   // at most; whole batches are asked all the same
  std::optional<double> seconds;            // at most
  std::optional<std::size_t> max_findings;  // then the run ends
  unsigned jobs = 1;
  reference::GeneratorFactory subject;
  reference::GeneratorFactory reference;  // null: the subject is compared with itself
  InspectorOptions inspector;
  /// Batches in which all agreed in a run of the same seed and the same sides, with their nodes.
  /// They are made, for what follows depends on them, but not asked again.
  std::map<std::uint64_t, std::uint64_t> agreed_before;
  /// Called for each other batch in which all agreed.
  std::function<void(std::uint64_t batch, std::uint64_t nodes)> note;
  /// The command that shows a finding of a run without a reference again.
  std::function<std::string(std::uint64_t number)> reproduce;
};

struct FuzzProgress {
  std::uint64_t positions = 0;
  std::size_t situations = 0;
  std::size_t findings = 0;
  double seconds = 0;
};

struct FuzzResult {
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;   // counted by the subject
  std::uint64_t boards = 0;  // compared
  double seconds = 0;
  std::uint64_t suspects = 0;  // positions on which not all was as it should be
  std::uint64_t unjudged = 0;  // of them those that the time did not suffice for
  bool gave_up = false;        // the subject answers nothing
  std::vector<FuzzFinding> findings;
  std::map<std::string, std::uint64_t> undecided;
  std::map<std::uint64_t, std::uint64_t> reached;  // situations, and how many positions have each
  std::uint64_t looked_at = 0;                     // positions, for situations
  std::vector<KeptPosition> kept;
};

/// Which positions are asked depends on options.source and the stock only; what is found, on them
/// and on how many are asked.
FuzzResult fuzz(const FuzzOptions& options, const std::stop_token& stop,
                const std::function<void(const FuzzProgress&)>& progress = {});

}  // namespace perft_verify::verifier
