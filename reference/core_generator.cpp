#include "reference/core_generator.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"

namespace perft_verify::reference {
namespace {

std::unexpected<Failure> fail(FailureKind kind, Stage stage, std::string message) {
  return std::unexpected(Failure{kind, stage, std::move(message)});
}

std::unexpected<Failure> fail(PerftFailure failure) {
  return failure == PerftFailure::Stopped
             ? fail(FailureKind::Stopped, Stage::Perft, "interrupted")
             : fail(FailureKind::Unsupported, Stage::Perft, "more than 2^64 - 1 nodes");
}

class CoreGenerator final : public Generator {
 public:
  CoreGenerator(std::shared_ptr<PerftTable> table, CountTwoPlies two_plies)
      : table_(std::move(table)), two_plies_(std::move(two_plies)) {}

  [[nodiscard]] Identity identity() const override { return {"perft-verify core", "core", ""}; }

  [[nodiscard]] bool is_linked_core() const override { return true; }
  [[nodiscard]] bool ignores_clocks() const override { return true; }

  Answer<Divide> divide(const Question& question, std::stop_token stop) override {
    return divide_part(question, {{}, true}, stop);
  }

  [[nodiscard]] bool divides_in_parts() const override { return true; }
  Answer<Divide> divide_part(const Question& question, const LineFilter& lines,
                             std::stop_token stop) override {
    const auto position = position_of(question);
    if (!position) return std::unexpected(position.error());
    const MoveList all = legal_moves(*position);
    MoveList moves;
    for (const Move move : all) {
      const bool named =
          !lines.moves.empty() &&
          std::ranges::find(lines.moves, to_uci(move, question.root.chess960)) != lines.moves.end();
      if (named != lines.others) moves.add(move);
    }
    const auto counts =
        divide_below(*position, moves, question.depth, {.stop = stop, .table = table_.get()});
    if (!counts) return fail(counts.error());
    if (auto ok = recount(*position, question.depth); !ok) return std::unexpected(ok.error());
    if (table_ != nullptr && !all.empty()) {
      // A different one for each depth and each position, so that a suite takes samples everywhere.
      const std::size_t at =
          (position->key() + static_cast<std::uint64_t>(question.depth)) % all.size();
      const auto sample = std::ranges::find(*counts, all[at], &MoveCount::move);
      if (sample != counts->end())
        if (auto ok = cross_check(*position, question, *sample, stop); !ok)
          return std::unexpected(ok.error());
    }
    Divide divide;
    for (const auto& [move, nodes] : *counts) {
      divide.lines.push_back({to_uci(move, question.root.chess960), nodes});
      if (__builtin_add_overflow(divide.total, nodes, &divide.total))
        return fail(PerftFailure::Overflow);
    }
    std::ranges::sort(divide.lines);
    return divide;
  }

  [[nodiscard]] bool shows_board() const override { return true; }

  Answer<std::string> board(const Question& question, std::stop_token) override {
    const auto position = position_of(question);
    if (!position) return std::unexpected(position.error());
    return position->fen();
  }

  /// Other generators may be using the table, so it is not cleared but left alone.
  void restart() override { table_.reset(); }

 private:
  /// So few that they take microseconds, enough that a suite has hundreds.
  static constexpr unsigned kSamples = 4;

  [[nodiscard]] Answer<void> recount(const Position& position, int depth) const {
    const auto miscount = find_miscount(position, depth, kSamples, two_plies_);
    if (!miscount) return {};
    return fail(
        FailureKind::Protocol, Stage::Perft,
        fmt::format("core counts {} nodes two plies below `{}` and its plain generator {}: "
                    "core is broken on this machine; PERFT_VERIFY_SIMD=plain counts without "
                    "its tricks",
                    miscount->counted, miscount->position.fen(), miscount->plain));
  }

  /// Recounts a line of an answer that came from the table, without the table.
  [[nodiscard]] static Answer<void> cross_check(const Position& position, const Question& question,
                                                const MoveCount& line,
                                                const std::stop_token& stop) {
    const auto& [move, nodes] = line;
    const auto again = perft(position.after(move), question.depth - 1, {.stop = stop});
    if (!again) return fail(again.error());
    if (*again == nodes) return {};
    return fail(
        FailureKind::Protocol, Stage::Perft,
        fmt::format("core counts {} nodes below {} with its table and {} without: the table is "
                    "broken; leave out --hash",
                    nodes, to_uci(move, question.root.chess960), *again));
  }

  std::shared_ptr<PerftTable> table_;
  CountTwoPlies two_plies_;
};

}  // namespace

Answer<Position> position_of(const Question& question) {
  const auto parsed = parse_fen(question.root);
  if (!parsed)
    return fail(FailureKind::RejectedPosition, Stage::Position,
                fmt::format("core refuses `{}` at byte {}: {}", question.root.fen,
                            parsed.error().offset, parsed.error().message()));
  Line line(parsed->position);
  if (auto played = line.push_texts(question.moves); !played)
    return fail(FailureKind::Protocol, Stage::Position,
                fmt::format("core has no legal move {} at ply {} of `{}`", played.error().text,
                            played.error().ply, question.root.fen));
  return line.position();
}

std::unique_ptr<Generator> make_core_generator(std::shared_ptr<PerftTable> table,
                                               CountTwoPlies two_plies) {
  return std::make_unique<CoreGenerator>(std::move(table), std::move(two_plies));
}

}  // namespace perft_verify::reference
