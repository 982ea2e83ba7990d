#include "verifier/shrink/candidate.h"

#include "core/line.h"

namespace perft_verify::verifier {
namespace {

std::optional<Line> line_of(const ReduceCandidate& candidate) {
  const auto kings = [&](Color color) {
    return (candidate.parts.by_color[static_cast<std::size_t>(color)] &
            candidate.parts.by_type[static_cast<std::size_t>(PieceType::King)])
        .count();
  };
  if (kings(Color::White) != 1 || kings(Color::Black) != 1) return std::nullopt;
  const auto parsed = parse_fen_as(Position(candidate.parts).fen(), candidate.parts.chess960);
  if (!parsed) return std::nullopt;
  Line line(parsed->position);
  if (!line.push_texts(candidate.moves)) return std::nullopt;
  return line;
}

}  // namespace

std::optional<std::string> ReduceCandidate::fen() const {
  const auto line = line_of(*this);
  if (!line) return std::nullopt;
  return line->root().fen();
}

std::string ReduceCandidate::final_fen() const {
  const auto line = line_of(*this);
  return line ? line->position().fen() : "";
}

std::vector<Square> ReduceCandidate::removable() const {
  std::vector<Square> squares;
  const Bitboard kings = parts.by_type[static_cast<std::size_t>(PieceType::King)];
  for (const Square square : (parts.by_color[0] | parts.by_color[1]) & ~kings)
    squares.push_back(square);
  return squares;
}

std::size_t ReduceCandidate::pieces() const { return removable().size() + 2; }

std::optional<ReduceCandidate> candidate_of(const std::string& fen, bool chess960,
                                            std::vector<std::string> moves, int depth) {
  const auto parsed = parse_fen_as(fen, chess960);
  if (!parsed) return std::nullopt;
  ReduceCandidate candidate;
  candidate.parts = parsed->position.parts();
  candidate.moves = std::move(moves);
  candidate.depth = depth;
  return candidate;
}

}  // namespace perft_verify::verifier
