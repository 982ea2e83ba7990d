#include "verifier/tools/bench/benchmark.h"

#include <fmt/format.h>

#include "core/fen.h"
#include "core/notation.h"
#include "core/text/format.h"

namespace perft_verify::verifier {
namespace {

using Measured = std::expected<Measurement, BenchFailure>;

std::unexpected<BenchFailure> failure(BenchFailure::Kind kind, std::string message = "") {
  return std::unexpected(BenchFailure{kind, std::move(message)});
}

KnownCount work_of(const BenchPosition& position, Way way, bool quick) {
  if (way == Way::Table) return quick ? position.full : position.with_table;
  return quick ? position.quick : position.full;
}

/// One position for all rounds.
class Bench {
 public:
  Bench(const BenchPosition& known, const BenchOptions& options)
      : known_(known), options_(options), position_(parse_fen(known.fen).value().position) {}

  Measured core(Way way, KnownCount work) {
    if (way == Way::Table) options_.table->clear();
    const auto measured = measure_core(position_, work.depth, work.nodes,
                                       {.stop = options_.stop,
                                        .table = way == Way::Table ? options_.table : nullptr,
                                        .jobs = way == Way::Threads ? options_.jobs : 1,
                                        .simd = options_.simd});
    if (!measured) return failure(BenchFailure::Kind::Stopped);
    return checked("the core", *measured, work);
  }

  Measured engine(KnownCount work) {
    auto question = reference::question_at(standard(position_.fen()), {}, work.depth);
    question.expected_nodes = static_cast<double>(work.nodes);
    for (const Move move : legal_moves(position_))
      question.known_moves.push_back(to_uci(move, position_.chess960()));
    reference::Generator& generator = *options_.against;
    const auto measured = measure_generator(generator, question, work.nodes, options_.stop);
    if (measured) return checked(generator.identity().name, *measured, work);
    if (measured.error().kind == reference::FailureKind::Stopped)
      return failure(BenchFailure::Kind::Stopped);
    return failure(BenchFailure::Kind::Engine, measured.error().message);
  }

 private:
  [[nodiscard]] Measured checked(const std::string& who, const Measurement& measured,
                                 KnownCount work) const {
    if (measured.nodes == work.nodes) return measured;
    return failure(
        BenchFailure::Kind::WrongCount,
        fmt::format("{} counts {} nodes at depth {} of `{}`; right is {}", who,
                    grouped(measured.nodes), work.depth, known_.fen, grouped(work.nodes)));
  }

  const BenchPosition& known_;
  const BenchOptions& options_;
  Position position_;
};

double seconds(const Measurement& measurement, bool by_wall) {
  return by_wall || measurement.cpu <= 0 ? measurement.wall : measurement.cpu;
}

}  // namespace

std::expected<BenchRow, BenchFailure> bench_position(const BenchPosition& position,
                                                     const BenchOptions& options) {
  BenchRow row{.position = position, .core = {}, .engine = {}};
  const auto add = [&](Way way) {
    row.core.push_back({way, work_of(position, way, options.quick), {}});
  };
  add(Way::Alone);
  if (options.table != nullptr) add(Way::Table);
  if (options.jobs > 1) add(Way::Threads);
  if (options.against != nullptr)
    row.engine = Series{Way::Alone, work_of(position, Way::Alone, options.quick), {}};

  const std::size_t all = options.rounds * (row.core.size() + (row.engine ? 1 : 0));
  const auto done = [&] {
    if (options.one_done) options.one_done(all);
  };
  Bench bench(position, options);
  for (unsigned round = 0; round < options.rounds; ++round) {
    for (Series& series : row.core) {
      auto measured = bench.core(series.way, series.work);
      if (!measured) return std::unexpected(std::move(measured.error()));
      series.rounds.push_back(*measured);
      done();
    }
    if (!row.engine) continue;
    auto measured = bench.engine(row.engine->work);
    if (!measured) return std::unexpected(std::move(measured.error()));
    row.engine->rounds.push_back(*measured);
    done();
  }
  return row;
}

double speed(const Measurement& measurement, Way way) {
  return static_cast<double>(measurement.nodes) / seconds(measurement, way == Way::Threads);
}

std::vector<double> ratios(const Series& core, const Series& engine) {
  std::vector<double> result;
  for (std::size_t round = 0; round < engine.rounds.size(); ++round) {
    const Measurement& ours = core.rounds[round];
    const Measurement& theirs = engine.rounds[round];
    const bool by_wall = core.way == Way::Threads || theirs.cpu <= 0;
    result.push_back(static_cast<double>(ours.nodes) / seconds(ours, by_wall) /
                     (static_cast<double>(theirs.nodes) / seconds(theirs, by_wall)));
  }
  return result;
}

}  // namespace perft_verify::verifier
