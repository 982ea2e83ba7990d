#include "verifier/reduce/candidate.h"

#include <algorithm>

#include "core/line.h"

namespace perft_verify::verifier {
namespace {

std::optional<Line> line_of(const ReduceCandidate& candidate) {
  const auto kings = [&](Color color) {
    return std::ranges::count(candidate.parts.placement,
                              std::optional(Piece{color, PieceType::King}));
  };
  if (kings(Color::White) != 1 || kings(Color::Black) != 1) return std::nullopt;
  const auto parsed =
      parse_fen(Position(candidate.parts).fen(),
                {.chess960 = candidate.parts.chess960 ? Chess960::On : Chess960::Off});
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
  for (int number = 0; number < kSquareCount; ++number) {
    const auto& piece = parts.placement[static_cast<std::size_t>(number)];
    if (piece && piece->type != PieceType::King) squares.push_back(square_at(number));
  }
  return squares;
}

std::size_t ReduceCandidate::pieces() const { return removable().size() + 2; }

std::optional<ReduceCandidate> candidate_of(const std::string& fen, bool chess960,
                                            std::vector<std::string> moves, int depth) {
  const auto parsed = parse_fen(fen, {.chess960 = chess960 ? Chess960::On : Chess960::Off});
  if (!parsed) return std::nullopt;
  const Position& position = parsed->position;
  ReduceCandidate candidate;
  for (int number = 0; number < kSquareCount; ++number)
    candidate.parts.placement[static_cast<std::size_t>(number)] =
        position.piece_on(square_at(number));
  candidate.parts.side_to_move = position.side_to_move();
  candidate.parts.castling = position.castling();
  candidate.parts.en_passant = position.en_passant();
  candidate.parts.halfmove_clock = position.halfmove_clock();
  candidate.parts.fullmove_number = position.fullmove_number();
  candidate.parts.chess960 = position.chess960();
  candidate.moves = std::move(moves);
  candidate.depth = depth;
  return candidate;
}

}  // namespace perft_verify::verifier
