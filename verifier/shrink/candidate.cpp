#include "verifier/shrink/candidate.h"

#include "core/line.h"

namespace perft_verify::verifier {
namespace {

std::optional<Line> line_of(const ReduceCandidate& candidate) {
  const auto root = admitted(candidate.parts);
  if (!root) return std::nullopt;
  Line line(*root);
  if (!line.push_texts(candidate.moves)) return std::nullopt;
  return line;
}

}  // namespace

std::optional<Root> ReduceCandidate::root() const {
  const auto line = line_of(*this);
  return line ? std::optional(root_of(line->root())) : std::nullopt;
}

Root ReduceCandidate::final_root() const {
  const auto line = line_of(*this);
  return line ? root_of(line->position()) : Root();
}

std::vector<Square> ReduceCandidate::removable() const {
  std::vector<Square> squares;
  const Bitboard kings = parts.by_type[static_cast<std::size_t>(PieceType::King)];
  for (const Square square : (parts.by_color[0] | parts.by_color[1]) & ~kings)
    squares.push_back(square);
  return squares;
}

std::size_t ReduceCandidate::pieces() const { return removable().size() + 2; }

std::optional<ReduceCandidate> candidate_of(const Root& root, std::vector<std::string> moves,
                                            int depth) {
  const auto position = admitted(root);
  if (!position) return std::nullopt;
  ReduceCandidate candidate;
  candidate.parts = position->parts();
  candidate.moves = std::move(moves);
  candidate.depth = depth;
  return candidate;
}

}  // namespace perft_verify::verifier
