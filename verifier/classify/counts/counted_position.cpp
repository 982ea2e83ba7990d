#include "verifier/classify/counts/counted_position.h"

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"

namespace perft_verify::verifier {
namespace {

/// The most nodes of a position: hypotheses are counted many times, so each has to be cheap.
constexpr std::uint64_t kMostNodesCounted = 20'000;
constexpr int kMostDepth = 4;

}  // namespace

std::uint64_t leaves(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal(position));
  std::uint64_t sum = 0;
  for (const Move move : legal_moves(position)) sum += leaves(position.after(move), depth - 1);
  return sum;
}

std::optional<ParsedCounts> parsed(const CountedPosition& counted) {
  const auto position = admitted(counted.root);
  if (!position || counted.depth < 2 || counted.depth > kMostDepth) return std::nullopt;
  ParsedCounts result{*position, {}, counted.depth - 1};
  std::uint64_t nodes = 0;
  for (const CountedLine& line : counted.lines) {
    const auto move = find_legal(*position, line.move);
    if (!move) return std::nullopt;
    result.lines.push_back({*move, line.subject, line.reference});
    nodes += line.reference;
  }
  if (nodes > kMostNodesCounted) return std::nullopt;
  return result;
}

}  // namespace perft_verify::verifier
