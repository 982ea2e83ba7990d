#include "reference/core_generator.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/perft.h"

namespace perft_verify::reference {
namespace {

std::unexpected<Failure> fail(FailureKind kind, Stage stage, std::string message) {
  return std::unexpected(Failure{kind, stage, std::move(message)});
}

class CoreGenerator final : public Generator {
 public:
  [[nodiscard]] Identity identity() const override { return {"perft-verify core", "core", ""}; }

  Answer<Divide> divide(const Question& question, std::stop_token stop) override {
    const auto position = position_of(question);
    if (!position) return std::unexpected(position.error());
    const auto counts = perft_verify::divide(*position, question.depth, {.stop = std::move(stop)});
    if (!counts)
      return counts.error() == PerftFailure::Stopped
                 ? fail(FailureKind::Stopped, Stage::Perft, "interrupted")
                 : fail(FailureKind::Unsupported, Stage::Perft, "more than 2^64 - 1 nodes");
    Divide divide;
    for (const auto& [move, nodes] : *counts) {
      divide.lines.push_back({to_uci(move, question.chess960), nodes});
      if (__builtin_add_overflow(divide.total, nodes, &divide.total))
        return fail(FailureKind::Unsupported, Stage::Perft, "more than 2^64 - 1 nodes");
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

  void restart() override {}
};

}  // namespace

Answer<Position> position_of(const Question& question) {
  const auto parsed =
      parse_fen(question.root, {.chess960 = question.chess960 ? Chess960::On : Chess960::Off});
  if (!parsed)
    return fail(FailureKind::RejectedPosition, Stage::Position,
                fmt::format("core refuses `{}` at byte {}: {}", question.root,
                            parsed.error().offset, parsed.error().message()));
  Line line(parsed->position);
  if (auto played = line.push_texts(question.moves); !played)
    return fail(FailureKind::Protocol, Stage::Position,
                fmt::format("core has no legal move {} at ply {} of `{}`", played.error().text,
                            played.error().ply, question.root));
  return line.position();
}

std::unique_ptr<Generator> make_core_generator() { return std::make_unique<CoreGenerator>(); }

}  // namespace perft_verify::reference
