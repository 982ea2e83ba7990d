// The most frequent operations of the core, each by itself: reading a FEN, listing moves, counting
// leaves with each instruction set, asking the table. `verify bench` measures them together.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <string>

#include "core/counting/counter.h"
#include "core/counting/perft.h"
#include "core/fen.h"
#include "verifier/tools/bench/workload.h"

namespace perft_verify {
namespace {

using verifier::bench_positions;
using verifier::BenchPosition;

Position position_of(const BenchPosition& known) { return parse_fen(known.fen).value().position; }

void parse(benchmark::State& state, const BenchPosition& known) {
  for (auto _ : state) {
    auto parsed = parse_fen(known.fen);
    benchmark::DoNotOptimize(parsed);
  }
}

void list_moves(benchmark::State& state, const BenchPosition& known) {
  const Position position = position_of(known);
  for (auto _ : state) {
    auto moves = legal_moves(position);
    benchmark::DoNotOptimize(moves);
  }
}

void make_moves(benchmark::State& state, const BenchPosition& known) {
  const Position position = position_of(known);
  const MoveList moves = legal_moves(position);
  for (auto _ : state)
    for (const Move move : moves) {
      auto after = position.after(move);
      benchmark::DoNotOptimize(after);
    }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves.size()));
}

/// A whole tree of depth 4: the figure that counts is the time for each board whose moves are
/// counted, of which there are as many as nodes at depth 3.
void count_leaves(benchmark::State& state, const BenchPosition& known, SimdPath path) {
  const Position position = position_of(known);
  const auto board = counting::pack(position);
  const auto counter = counting::make_counter(path, {counting::castling_paths(position), {}});
  const std::uint64_t parents = perft(position, 3).value();
  for (auto _ : state) {
    auto nodes = counter->count(board, position.side_to_move(), 4);
    benchmark::DoNotOptimize(nodes);
  }
  state.counters["each_leaf_parent"] = benchmark::Counter(
      static_cast<double>(parents),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Keys all over a table that no cache holds, each prefetched some probes in advance as the counter
/// does it. `found` says whether they are in it.
void probe(benchmark::State& state, bool found) {
  constexpr std::size_t kKeys = std::size_t{1} << 20;
  constexpr std::size_t kAhead = 16;
  PerftTable table = std::move(PerftTable::of(256).value());
  table.clear();
  std::mt19937_64 random(1);
  std::vector<PerftKey> keys(kKeys);
  for (PerftKey& key : keys) {
    key = {random(), random(), random(), perft_table_data(true, 0, 5), random()};
    if (found) table.store(key, 20);
  }
  std::size_t at = 0;
  for (auto _ : state) {
    table.prefetch(keys[(at + kAhead) % kKeys].hash);
    auto nodes = table.find(keys[at]);
    benchmark::DoNotOptimize(nodes);
    at = (at + 1) % kKeys;
  }
}

void register_all() {
  const auto name = [](std::string_view what, const BenchPosition& known) {
    std::string text = std::string(what) + "/" + std::string(known.name);
    std::ranges::replace(text, ' ', '-');
    return text;
  };
  const auto add = [](const std::string& title, auto function, auto... arguments) {
    benchmark::RegisterBenchmark(title.c_str(), function, arguments...);
  };
  for (const BenchPosition& known : bench_positions()) add(name("fen", known), parse, known);
  for (const BenchPosition& known : bench_positions()) add(name("moves", known), list_moves, known);
  for (const BenchPosition& known : bench_positions()) add(name("make", known), make_moves, known);
  for (const SimdPath path : available_simd_paths()) {
    if (path == SimdPath::Plain) continue;  // counts no packed boards
    for (const BenchPosition& known : bench_positions())
      add(name("leaves/" + std::string(to_string(path)), known), count_leaves, known, path);
  }
  add("table/found", probe, true);
  add("table/not-found", probe, false);
}

}  // namespace
}  // namespace perft_verify

int main(int argc, char** argv) {
  perft_verify::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
