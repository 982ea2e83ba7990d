#include "verifier/diagnose/elsewhere.h"

#include <algorithm>
#include <array>

#include "core/fen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {
namespace {

constexpr int kMostShifted = 8;
constexpr std::array kSteps{1, -1, 2, -2, 3, -3};
/// Fewer answers of one kind are no sign.
constexpr int kFewestPlaces = 2;

bool is_moved(Square from, const WrongMoves& wrong) {
  const auto moves_it = [&](const std::string& move) { return move.starts_with(to_string(from)); };
  return std::ranges::any_of(wrong.illegal, moves_it) ||
         std::ranges::any_of(wrong.missing, moves_it);
}

/// The position with these pieces shifted. A king that makes no wrong move stays where it would
/// leave the board.
std::optional<Position> shifted(const Position& position, const WrongMoves& wrong, Bitboard pieces,
                                Offset by) {
  PositionParts parts;
  parts.side_to_move = position.side_to_move();
  parts.chess960 = position.chess960();
  for (const Square from : position.occupied()) {
    auto to = pieces.contains(from) ? stepped(from, by) : from;
    if (!to && position.piece_on(from)->type == PieceType::King && !is_moved(from, wrong))
      to = from;
    if (!to || (parts.by_color[0] | parts.by_color[1]).contains(*to)) return std::nullopt;
    parts.put(*to, *position.piece_on(from));
  }
  return admitted(parts);
}

/// Whether the move, shifted, is what it was: a legal one, or illegal for the same reason.
bool has_counterpart(const std::string& move, const Position& position, const Position& there,
                     Bitboard pieces, Offset by) {
  const auto squares = parse_move_text(move);
  if (!squares) return false;
  const Offset of_move = pieces.contains(squares->from) ? by : Offset{};
  const auto from = stepped(squares->from, of_move);
  const auto to = stepped(squares->to, of_move);
  if (!from || !to) return false;
  const std::string text = to_string(*from) + to_string(*to) + move.substr(4);
  return are_alike(position, move, there, text);
}

/// How many lists of shifted positions are right, and how many wrong.
struct Answers {
  int right = 0;
  int wrong = 0;

  [[nodiscard]] bool never_wrong() const { return right > 0 && wrong == 0; }
  [[nodiscard]] bool all_right() const { return right >= kFewestPlaces && wrong == 0; }
  [[nodiscard]] bool all_wrong() const { return wrong >= kFewestPlaces && right == 0; }
  [[nodiscard]] bool none() const { return right + wrong == 0; }
};

class Elsewhere {
 public:
  /// `pieces` are shifted.
  Elsewhere(const Position& position, const WrongMoves& wrong, Bitboard pieces,
            ProbedSubject& probed)
      : position_(position), wrong_(wrong), pieces_(pieces), probed_(probed) {}

  /// False if the subject does not answer, or if some of `answers` are right and others wrong.
  bool ask(Offset by, Answers& answers) {
    const auto there = shifted(position_, wrong_, pieces_, by);
    if (!there) return true;
    const auto is_there = [&](const std::string& move) {
      return has_counterpart(move, position_, *there, pieces_, by);
    };
    if (!std::ranges::any_of(wrong_.missing, is_there) &&
        !std::ranges::any_of(wrong_.illegal, is_there))
      return true;
    const auto answer = probed_.wrong_moves(root_of(*there), {});
    if (!answer) return false;
    ++(answer->any() ? answers.wrong : answers.right);
    return answers.wrong == 0 || answers.right == 0;
  }

 private:
  const Position& position_;
  const WrongMoves& wrong_;
  Bitboard pieces_;
  ProbedSubject& probed_;
};

}  // namespace

std::optional<Fact> tie_to_squares(const Root& root, ProbedSubject& probed) {
  const auto position = admitted(root);
  if (!position || position->castling().any() || position->en_passant() ||
      position->occupied().count() > kMostShifted)
    return std::nullopt;
  const auto wrong = probed.wrong_moves(root, {});
  if (!wrong || !wrong->any()) return std::nullopt;
  // A check that is not noticed needs the king and the piece that gives it, and no other piece.
  const bool in_check = position->checkers().any() && wrong->missing.empty();
  const Bitboard pieces =
      in_check ? position->checkers() | Bitboard{position->king(position->side_to_move())}
               : position->occupied();
  // Pawns on another rank have other moves.
  const bool has_pawns = (pieces & position->pieces(PieceType::Pawn)).any();
  Elsewhere elsewhere(*position, *wrong, pieces, probed);
  Answers other_files;
  Answers other_ranks;
  for (const int step : kSteps) {
    if (!elsewhere.ask({.files = step}, other_files)) return std::nullopt;
    if (!has_pawns && !elsewhere.ask({.ranks = step}, other_ranks)) return std::nullopt;
    if (other_files.wrong > 0 && other_ranks.wrong > 0) return std::nullopt;
  }
  if (other_files.never_wrong() && other_ranks.never_wrong()) return Fact::RightElsewhere;
  if (other_files.all_right() && (other_ranks.all_wrong() || other_ranks.none()))
    return Fact::RightOnOtherFiles;
  if (other_ranks.all_right() && (other_files.all_wrong() || other_files.none()))
    return Fact::RightOnOtherRanks;
  return std::nullopt;
}

}  // namespace perft_verify::verifier
