// The options of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "reference/generator.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The extent of the comparison: totals; every root line; every position that can be reached.
enum class Mode : std::uint8_t { Totals, Divide, Full };
std::string_view to_string(Mode mode);

/// Whether the reference's count of a large row is put together from positions that are counted
/// once each: if that is expected to be faster; never; wherever possible.
enum class Sharing : std::uint8_t { Auto, Off, On };

/// What a user may say of a run.
struct RunWish {
  std::optional<int> depth;                // each row's deepest recorded depth without it
  std::optional<std::uint64_t> max_nodes;  // per row
  Mode mode = Mode::Divide;
  std::uint64_t full_nodes = 20'000;  // positions a row in mode full
  bool bisect = true;
  unsigned jobs = 1;
  Sharing share = Sharing::Auto;
  bool fail_fast = false;
  std::optional<std::size_t> max_findings;
};

struct RunOptions : RunWish {
  /// Large rows are divided into parts that take a worker at least about as long.
  double part_seconds = 0.05;
  /// The run ends early when rows without a verdict have taken so long, and longer than all others.
  double fault_seconds = 60;

  /// The subject's, if it was measured before the run; else 0. To forecast the time left.
  double subject_nodes_per_second = 0;

  reference::GeneratorFactory subject;
  /// With `recorded`, only for bisecting.
  reference::GeneratorFactory reference;
  /// The live reference, without stored answers: repeats the answers behind a finding. Null: as
  /// `reference`.
  reference::GeneratorFactory live_reference;
  /// A second reference for differences; null for none.
  reference::GeneratorFactory second_reference;
  /// Skips Chess960 rows, which the subject does not play.
  bool skip_chess960 = false;
  /// Compare totals with the recorded counts only.
  bool recorded = false;
  /// Whether nothing but the totals of a row is compared.
  [[nodiscard]] bool totals_only() const { return mode == Mode::Totals || recorded; }
  /// `verify` with the options that reproduce a finding: engine, reference.
  std::string reproduce_options;
  /// Saves the data to see a fault of the subject without us; may be null.
  std::function<std::optional<ReplayFile>(const Finding&)> save_replay;
};

inline constexpr int kDefaultDepth = 4;
using reference::kMaxDepth;

}  // namespace perft_verify::verifier
