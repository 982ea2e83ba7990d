// The benchmark: positions counted in up to three ways by the linked core and, alternating with it,
// by an engine. A count other than the published one ends it.
#pragma once

#include <functional>

#include "verifier/tools/bench/measure.h"
#include "verifier/tools/bench/workload.h"

namespace perft_verify::verifier {

struct BenchOptions {
  bool quick = false;
  unsigned rounds = 3;                 // the number of measurements of each
  PerftTable* table = nullptr;         // without it, not with a table
  unsigned jobs = 1;                   // 1: no measurement with threads
  std::optional<SimdPath> simd = {};   // from the environment, else the fastest
  reference::Generator* against = {};  // has answered before
  std::stop_token stop = {};
  /// Called after each measurement of a position, with their number; may be null.
  std::function<void(std::size_t all)> one_done = {};
};

enum class Way : std::uint8_t {
  Alone,    // one thread, no table
  Table,    // one thread, a table that is empty at first (and its memory at hand)
  Threads,  // all threads, no table
};

/// One way to count, measured once a round.
struct Series {
  Way way = Way::Alone;
  KnownCount work;
  std::vector<Measurement> rounds;
};

struct BenchRow {
  BenchPosition position;
  std::vector<Series> core;
  std::optional<Series> engine;  // always Alone
};

struct BenchFailure {
  enum class Kind : std::uint8_t { Stopped, WrongCount, Engine };
  Kind kind = Kind::Stopped;
  /// One sentence; foreign text in it is already escaped. Empty when stopped.
  std::string message;
};

/// Round by round: the core in each way, then the engine, so that they alternate.
std::expected<BenchRow, BenchFailure> bench_position(const BenchPosition& position,
                                                     const BenchOptions& options);

/// Nodes per second: by CPU time if it is known, by the wall clock with several threads.
double speed(const Measurement& measurement, Way way);
/// The ratio of the core's speed to the engine's in each round, both by the same clock.
std::vector<double> ratios(const Series& core, const Series& engine);

}  // namespace perft_verify::verifier
