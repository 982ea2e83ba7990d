#include "core/counting/perft.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/counting/counter.h"
#include "core/parallel.h"

namespace perft_verify {
namespace {

/// A subtree to be counted by one thread, and its move of the root.
struct Unit {
  Position position;
  int depth;
  std::size_t owner;
};

/// Enough units per thread that no thread idles at the end.
constexpr std::size_t kUnitsPerJob = 256;
/// A unit of less depth costs more to hand out than to count; still better than idle threads.
constexpr int kShallowestUnit = 4;
constexpr std::size_t kLeastUnitsPerJob = 16;

std::vector<Unit> split(std::vector<Unit> units, unsigned jobs) {
  if (jobs <= 1) return units;
  while (units.size() < kUnitsPerJob * jobs) {
    const bool few = units.size() < kLeastUnitsPerJob * jobs;
    const auto divisible = [shallowest = few ? kShallowestUnit - 1 : kShallowestUnit](
                               const Unit& unit) { return unit.depth > shallowest; };
    if (std::ranges::none_of(units, divisible)) break;
    std::vector<Unit> finer;
    for (const Unit& unit : units) {
      if (!divisible(unit)) {
        finer.push_back(unit);
        continue;
      }
      for (const Move move : legal_moves(unit.position))
        finer.push_back({unit.position.after(move), unit.depth - 1, unit.owner});
    }
    units = std::move(finer);
  }
  return units;
}

/// Below this depth a subtree ends too soon for a check of the stop token to be worthwhile.
constexpr int kPerftStopDepth = 3;

/// Counts with the plain generator alone; `depth` is at least 1.
std::expected<std::uint64_t, PerftFailure> count_plainly(const Position& position, int depth,
                                                         const std::stop_token& stop) {
  if (depth >= kPerftStopDepth && stop.stop_requested())
    return std::unexpected(PerftFailure::Stopped);
  const MoveList moves = legal_moves(position);
  if (depth == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const Move move : moves) {
    const auto nodes = count_plainly(position.after(move), depth - 1, stop);
    if (!nodes) return nodes;
    if (__builtin_add_overflow(sum, *nodes, &sum)) return std::unexpected(PerftFailure::Overflow);
  }
  return sum;
}

/// Adds the counts of all units to their owners' sums.
class Pool {
 public:
  Pool(const Position& root, std::vector<Unit> units, std::size_t owners,
       const PerftOptions& options)
      : options_(options),
        castling_(counting::castling_paths(root)),
        units_(split(std::move(units), options.jobs)),
        sums_(owners) {}

  std::expected<std::vector<std::uint64_t>, PerftFailure> run() {
    in_threads(std::min<std::size_t>(options_.jobs, units_.size()), [this] { work(); });
    if (failure_) return std::unexpected(*failure_);
    return std::move(sums_);
  }

 private:
  void work() {
    const SimdPath path = options_.simd ? *options_.simd : default_path();
    const auto counter =
        path == SimdPath::Plain
            ? nullptr
            : counting::make_counter(path, {castling_, options_.stop, options_.table});
    for (;;) {
      const std::size_t at = next_.fetch_add(1, std::memory_order_relaxed);
      if (at >= units_.size()) return;
      const Unit& unit = units_[at];
      std::expected<std::uint64_t, PerftFailure> nodes = 1;
      if (options_.stop.stop_requested()) {
        nodes = std::unexpected(PerftFailure::Stopped);
      } else if (unit.depth > 0) {
        nodes = counter == nullptr ? count_plainly(unit.position, unit.depth, options_.stop)
                                   : counter->count(counting::pack(unit.position),
                                                    unit.position.side_to_move(), unit.depth);
      }
      const std::lock_guard lock(mutex_);
      if (!nodes) failure_ = nodes.error();
      if (nodes && __builtin_add_overflow(sums_[unit.owner], *nodes, &sums_[unit.owner]))
        failure_ = PerftFailure::Overflow;
      if (failure_) next_ = units_.size();
    }
  }

  /// The command line refuses a wrong name in the environment; here the fastest path replaces it,
  /// which counts the same.
  static SimdPath default_path() {
    static const SimdPath path =
        simd_path_from_environment().value_or(available_simd_paths().front());
    return path;
  }

  const PerftOptions& options_;
  counting::CastlingPaths castling_;
  std::vector<Unit> units_;
  std::vector<std::uint64_t> sums_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::optional<PerftFailure> failure_;
};

}  // namespace

std::expected<std::uint64_t, PerftFailure> perft(const Position& position, int depth,
                                                 const PerftOptions& options) {
  const auto sums = Pool(position, {{position, depth, 0}}, 1, options).run();
  if (!sums) return std::unexpected(sums.error());
  return sums->front();
}

std::expected<std::vector<MoveCount>, PerftFailure> divide(const Position& position, int depth,
                                                           const PerftOptions& options) {
  return divide_below(position, legal_moves(position), depth, options);
}

std::expected<std::vector<MoveCount>, PerftFailure> divide_below(const Position& position,
                                                                 const MoveList& moves, int depth,
                                                                 const PerftOptions& options) {
  std::vector<Unit> units;
  for (const Move move : moves) units.push_back({position.after(move), depth - 1, units.size()});
  const auto sums = Pool(position, std::move(units), moves.size(), options).run();
  if (!sums) return std::unexpected(sums.error());
  std::vector<MoveCount> counts;
  for (const Move move : moves) counts.push_back({move, (*sums)[counts.size()]});
  return counts;
}

}  // namespace perft_verify
