// The checks that the user wants, and how often each was made.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "audit/include/perft_verify/audit_c.h"

namespace perft_verify::audit {

struct Settings {
  std::string suite = "gate";
  unsigned depth = 2;
  std::uint64_t max_nodes = 20'000;
  unsigned checks = PERFT_VERIFY_ALL;
  unsigned code_interval = 4;
  unsigned max_findings = 0;
  std::uint64_t key_positions = 1'000'000;
  unsigned key_bits = 64;
  std::uint64_t seed = 1;
  bool legal_sublists = false;
};

/// `options` may be null: defaults.
Settings settings_of(const perft_verify_audit_options* options);

/// Everything that is counted.
enum class Probe : std::uint8_t {
  LegalList,
  CapturesAndQuiets,
  Evasions,
  Checks,
  QuietChecks,
  Picker,
  IsLegal,
  IsPseudoLegal,
  GivesCheck,
  InCheck,
  Checkers,
  Pinned,
  Attackers,
  Fen,
  Key,
  PawnKey,
  MaterialKey,
  KeyAfter,
  Variants,
  Paths,
  RandomKeys,
  NullMove,
  UnmakeList,
  UnmakeFen,
  UnmakeKey,
  UnmakeSame,
};
inline constexpr std::size_t kProbes = 26;

using Time = std::chrono::duration<double>;

struct Tally {
  std::array<std::uint64_t, kProbes> probes{};
  std::uint64_t nodes = 0;
  std::uint64_t rows = 0;
  std::uint64_t rows_of_chess960 = 0;  // left out
  std::uint64_t incomplete_rows = 0;   // with fewer positions than there are, for max_nodes
  std::string keys;                    // the sentence on collisions
  Time code_time{};                    // for is_legal and is_pseudo_legal

  void count(Probe probe, std::uint64_t times = 1) {
    probes[static_cast<std::size_t>(probe)] += times;
  }
};

/// The lines of the summary: how often, or why not.
std::string summary_of(const Tally& tally, const Settings& settings,
                       const perft_verify_adapter& adapter, Time taken);

}  // namespace perft_verify::audit
