#include "verifier/tools/fuzz/relations.h"

#include <algorithm>

#include "core/notation.h"
#include "verifier/locate/ask.h"
#include "verifier/tools/fuzz/scenes.h"

namespace perft_verify::verifier {
namespace {

using reference::Divide;
using reference::Question;
using Relation = OwnAnswer::Relation;

/// About so many children of a position are counted by themselves.
constexpr std::size_t kChildren = 3;

Question question_of(const Position& position, int depth) {
  return reference::question_at(root_of(position), {}, depth);
}

template <typename Change>
Divide with_moves_changed(Divide divide, Change change) {
  for (reference::RootCount& line : divide.lines)
    for (char& letter : line.move) letter = change(letter);
  std::ranges::sort(divide.lines);
  return divide;
}

char rank_flipped(char letter) {
  return letter >= '1' && letter <= '8' ? static_cast<char>('1' + '8' - letter) : letter;
}

/// Mirrors the files of the two squares only. The letter of a promotion may be that of a file.
Divide with_files_mirrored(Divide divide) {
  for (reference::RootCount& line : divide.lines)
    for (std::size_t at : {std::size_t{0}, std::size_t{2}})
      if (at < line.move.size() && line.move[at] >= 'a' && line.move[at] <= 'h')
        line.move[at] = static_cast<char>('a' + 'h' - line.move[at]);
  std::ranges::sort(divide.lines);
  return divide;
}

Bitboard with_neighbors(Bitboard squares) {
  const Bitboard row = squares | shift<Direction::East>(squares) | shift<Direction::West>(squares);
  return row | shift<Direction::North>(row) | shift<Direction::South>(row);
}

/// The position with a knight more of the side that is not to move, on a square that no line of any
/// slider and no step of any piece touches, and from where it attacks nothing that a king of the
/// other side cares about. Nothing if there is no such square.
std::optional<Position> with_spectator(const Position& position) {
  const Color us = position.side_to_move();
  if (position.castling().any()) return std::nullopt;
  Bitboard touched = position.occupied() | with_neighbors(position.pieces(PieceType::King)) |
                     with_neighbors(with_neighbors(position.pieces(PieceType::Pawn)));
  for (const Square square : position.pieces(PieceType::Knight)) touched |= knight_attacks(square);
  for (const Color color : kColors) {
    const Bitboard sliders = position.pieces(color, PieceType::Bishop) |
                             position.pieces(color, PieceType::Rook) |
                             position.pieces(color, PieceType::Queen);
    for (const Square square : sliders)
      touched |= diagonals_through(square) | cross_through(square);
  }
  const Bitboard zone = with_neighbors(Bitboard{position.king(us)});
  for (const Square square : ~touched) {
    if ((knight_attacks(square) & zone).any()) continue;
    PositionParts parts = position.parts();
    parts.put(square, {~us, PieceType::Knight});
    if (auto more = admitted(parts)) return more;
  }
  return std::nullopt;
}

/// The two questions that a relation compares, and the way in which the answer to the other one
/// reads here.
struct Comparison {
  Question question;
  Question other;
  Divide (*read)(Divide) = [](Divide divide) { return divide; };
};

/// Compares by way of one move. It changes more than the square of a piece, if there is such a
/// move.
std::optional<Comparison> after_one_move(const FuzzCase& fuzz_case) {
  const Position& position = fuzz_case.position;
  std::vector<Move> special;
  std::vector<Move> all;
  for (const Move move : legal_moves(position)) {
    all.push_back(move);
    if (move.kind() != MoveKind::Normal || position.after(move).castling() != position.castling())
      special.push_back(move);
  }
  if (all.empty()) return std::nullopt;
  const std::vector<Move>& some = special.empty() ? all : special;
  const Move move = some[fuzz_case.number % some.size()];
  Comparison result;
  result.question = question_of(position, std::max(1, fuzz_case.question.depth - 1));
  result.question.moves = {to_uci(move, position.chess960())};
  result.other = question_of(position.after(move), result.question.depth);
  return result;
}

std::optional<Comparison> comparison_of(Relation relation, const FuzzCase& fuzz_case) {
  const Position& position = fuzz_case.position;
  const int depth = fuzz_case.question.depth;
  Comparison result;
  result.question = question_of(position, depth);
  switch (relation) {
    case Relation::FenAndMoves:
      if (fuzz_case.question.moves.empty()) return after_one_move(fuzz_case);
      result.other = result.question;
      result.question = fuzz_case.question;
      return result;
    case Relation::ColorsFlipped:
      result.other = question_of(Position(colors_flipped(position.parts())), depth);
      result.read = [](Divide divide) {
        return with_moves_changed(std::move(divide), rank_flipped);
      };
      return result;
    case Relation::FilesMirrored:
      if (position.castling().any()) return std::nullopt;
      result.other = question_of(Position(files_mirrored(position.parts())), depth);
      result.read = with_files_mirrored;
      return result;
    case Relation::Spectator: {
      const auto more = with_spectator(position);
      if (!more) return std::nullopt;
      result.question.depth = 1;
      result.other = question_of(*more, 1);
      return result;
    }
    default:
      return std::nullopt;
  }
}

std::optional<BrokenRelation> broken_sum(const FuzzCase& fuzz_case, reference::Generator& subject,
                                         const std::stop_token& stop) {
  const Question& question = fuzz_case.question;
  if (question.depth < 2 || !subject.plays_moves()) return std::nullopt;
  const auto answer = ask_subject(subject, question, stop);
  if (!answer || answer->lines.empty()) return std::nullopt;
  const std::size_t step = std::max<std::size_t>(1, answer->lines.size() / kChildren);
  for (std::size_t at = fuzz_case.number % step; at < answer->lines.size(); at += step) {
    Question child = question;
    child.moves.push_back(answer->lines[at].move);
    --child.depth;
    // An illegal move cannot be played. The other relations may find that it is illegal.
    if (!find_legal(fuzz_case.position, child.moves.back())) continue;
    const auto alone = ask_subject(subject, child, stop);
    if (!alone || alone->total == answer->lines[at].nodes) continue;
    Divide expected = *answer;
    expected.total += alone->total - expected.lines[at].nodes;
    expected.lines[at].nodes = alone->total;
    return BrokenRelation{Relation::SumOfChildren, question, *answer, child, std::move(expected)};
  }
  return std::nullopt;
}

std::optional<BrokenRelation> listed_twice(const FuzzCase& fuzz_case, reference::Generator& subject,
                                           const std::stop_token& stop) {
  const auto answer = ask_subject(subject, fuzz_case.question, stop);
  if (!answer) return std::nullopt;
  Divide once;
  for (const reference::RootCount& line : answer->lines) {
    if (!once.lines.empty() && once.lines.back().move == line.move) continue;
    once.lines.push_back(line);
    once.total += line.nodes;
  }
  if (once.lines.size() == answer->lines.size()) return std::nullopt;
  return BrokenRelation{Relation::EachMoveOnce, fuzz_case.question, *answer, fuzz_case.question,
                        std::move(once)};
}

std::optional<BrokenRelation> remembered(const FuzzCase& fuzz_case, reference::Generator& subject,
                                         const std::stop_token& stop) {
  auto answer = ask_subject(subject, fuzz_case.question, stop);
  subject.restart();
  auto fresh = ask_subject(subject, fuzz_case.question, stop);
  if (!answer || !fresh || *answer == *fresh) return std::nullopt;
  return BrokenRelation{Relation::FreshProcess, fuzz_case.question, std::move(*answer),
                        fuzz_case.question, std::move(*fresh)};
}

}  // namespace

std::optional<BrokenRelation> broken(Relation relation, const FuzzCase& fuzz_case,
                                     reference::Generator& subject, const std::stop_token& stop) {
  if (relation == Relation::SumOfChildren) return broken_sum(fuzz_case, subject, stop);
  if (relation == Relation::EachMoveOnce) return listed_twice(fuzz_case, subject, stop);
  if (relation == Relation::FreshProcess) return remembered(fuzz_case, subject, stop);
  const auto comparison = comparison_of(relation, fuzz_case);
  if (!comparison) return std::nullopt;
  auto answer = ask_subject(subject, comparison->question, stop);
  auto other = ask_subject(subject, comparison->other, stop);
  if (!answer || !other) return std::nullopt;
  Divide expected = comparison->read(std::move(*other));
  if (*answer == expected) return std::nullopt;
  // An engine that lists no moves gives its total only.
  if (!subject.lists_moves() && answer->total == expected.total) return std::nullopt;
  return BrokenRelation{relation, comparison->question, std::move(*answer), comparison->other,
                        std::move(expected)};
}

}  // namespace perft_verify::verifier
