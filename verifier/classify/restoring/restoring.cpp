#include "verifier/classify/restoring/restoring.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/legality.h"
#include "reference/uci/board_text.h"
#include "verifier/classify/counts/counting.h"
#include "verifier/classify/restoring/by_lists.h"
#include "verifier/classify/restoring/king_square.h"
#include "verifier/classify/restoring/trials.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;
using OnSquare = StateDifference::OnSquare;

/// An engine whose board is another one here has none that outlives a count.
constexpr const char* kBareKings = "7k/8/8/8/8/8/8/K7 w - - 0 1";
/// The board after counting, and how it differs from the board before.
struct After {
  std::string shown;
  StateDifference differs;
};

/// Nothing unless the board before is right, and the one after it is not.
std::optional<After> after_counting(Question question, ProbedSubject& probed) {
  const auto before = probed.board(question);
  const auto read = before ? state_difference(question.root, *before) : std::nullopt;
  if (!read || read->any()) return std::nullopt;
  question.counted_before = question.depth;
  auto shown = probed.board(question);
  auto differs = shown ? state_difference(question.root, *shown) : std::nullopt;
  if (!differs || !differs->any()) return std::nullopt;
  return After{std::move(*shown), std::move(*differs)};
}

/// The squares on which taking a move back leaves a certain piece, or none, however the move was
/// made. The other squares get the piece on the target of the move: they may be wrong because the
/// move is made wrong.
std::set<Square> written_by_undo(const Position& before, const MoveFacts& move) {
  const Position after = before.after(*find_legal(before, move.text));
  std::set<Square> squares;
  for (const auto& [square, before_it, after_it] : squares_that_differ(before, after)) {
    const bool gives_back_what_moved =
        before_it && !after_it && before_it->color == move.moved->color && !move.to_last_rank;
    if (!gives_back_what_moved) squares.insert(square);
  }
  return squares;
}

/// The squares that the legal moves of one kind write when they are taken back.
std::set<Square> written_by_undo(Undo undo, const Position& position) {
  std::set<Square> squares;
  for (const MoveFacts& move : make_scene(position).moves)
    if (move.legal && undo_of(move) == undo) squares.merge(written_by_undo(position, move));
  return squares;
}

/// Whether a board after counting differs where only taking back can be at fault. Everything but
/// pieces is put back from a record.
bool shows_undo(Undo undo, const Position& position, const StateDifference& left) {
  if (left.squares.empty()) return true;
  const std::set<Square> written = written_by_undo(undo, position);
  return std::ranges::any_of(left.squares,
                             [&](const OnSquare& each) { return written.contains(each.square); });
}

/// The spoiled board as a move finds it that was listed before: what it moves, and what it
/// captures, are there. It may still leave its king in check.
std::optional<Position> as_listed_before(const std::string& text, const Position& right,
                                         const Position& spoiled) {
  const auto move = move_facts(right, text);
  if (!move) return std::nullopt;
  PositionParts parts = spoiled.parts();
  for (const Square square : {move->from, move->to}) {
    parts.clear(square);
    if (const auto piece = right.piece_on(square)) parts.put(square, *piece);
  }
  return parts.has_both_kings() ? std::optional(Position(parts)) : std::nullopt;
}

/// Whether the wrong moves follow from another board: those listed are legal there, or would be if
/// kings were captured, and those that are missing are not. The moves may have been listed there,
/// or before, and only tested there.
bool follow_from(const WrongMoves& wrong, const std::string& shown, const Position& right,
                 bool listed_before) {
  if (!wrong.any()) return true;  // on a board without a king as well
  const auto spoiled = reference::position_shown(shown, right.chess960());
  if (!spoiled || !wrong.duplicate.empty()) return false;
  const auto passes = [](const std::string& move, const std::optional<Position>& board) {
    const auto why = board ? why_illegal(*board, move) : std::nullopt;
    return board && (!why || why->reason == Illegality::KingCaptured);
  };
  return std::ranges::all_of(
             wrong.illegal,
             [&](const std::string& move) {
               return passes(move, spoiled) ||
                      (listed_before && passes(move, as_listed_before(move, right, *spoiled)));
             }) &&
         std::ranges::none_of(wrong.missing, [&](const std::string& move) {
           return passes(move, spoiled) &&
                  (!listed_before || passes(move, as_listed_before(move, right, *spoiled)));
         });
}

/// The remains of moves of one kind, where nothing else is wrong.
struct Left {
  Undo undo;
  Position before;
  int depth = 1;
  StateDifference differs;
  bool of_undo = false;  // else they may be made wrong, and taken back right
};

/// Whether the board is right after each move of that kind: then it is not made wrong.
bool are_made_right(Undo undo, const Position& position, ProbedSubject& probed) {
  bool some = false;
  for (const MoveFacts& move : make_scene(position).moves) {
    if (!move.legal || undo_of(move) != undo) continue;
    if (!probed.shows_right_board(reference::question_at(root_of(position), {move.text}, 1)))
      return false;
    some = true;
  }
  return some;
}

/// Nothing if the board is as before.
std::optional<Left> left_in(Undo undo, Question question, ProbedSubject& probed) {
  const auto position = admitted(question.root);
  const auto wrong = probed.wrong_moves(question.root, {});
  if (!position || !wrong) return std::nullopt;
  constexpr int kDeepest = 2;
  for (question.depth = 1; question.depth <= kDeepest; ++question.depth)
    if (auto after = after_counting(question, probed)) {
      if (wrong->any() && !follow_from(*wrong, after->shown, *position, false)) return std::nullopt;
      const bool of_undo =
          shows_undo(undo, *position, after->differs) || are_made_right(undo, *position, probed);
      return Left{undo, *position, question.depth, std::move(after->differs), of_undo};
    }
  return std::nullopt;
}

/// Certain where one thing alone is left, on squares that taking back writes.
Classification classification_of(const Left& left) {
  const std::vector<OnSquare>& squares = left.differs.squares;
  Classification possible;
  if (left.differs.of_rights()) possible.candidates.push_back(BugId::UnmakeCastlingRights);
  if (left.differs.of_en_passant()) possible.candidates.push_back(BugId::UnmakeEpSquare);
  if (left.differs.side_to_move) possible.candidates.push_back(BugId::UnmakeSide);
  if (!squares.empty()) possible.candidates.push_back(class_of(left.undo, squares));
  const std::set<Square> written = written_by_undo(left.undo, left.before);
  if (possible.candidates.size() == 1 && std::ranges::all_of(squares, [&](const OnSquare& each) {
        return written.contains(each.square);
      }))
    return {.bug_class = possible.candidates.front()};
  if (left.of_undo) return possible;
  for (const BugId each : making_candidates(root_of(left.before), moves_of(left.undo, left.before)))
    possible.candidates.push_back(each);
  return possible;
}

/// The piece that a move leaves on a square of a board that is spoiled.
std::optional<Piece> left_by(const MoveFacts& move, Square square, const Position& before,
                             const Position& after, const std::vector<OnSquare>& spoiled) {
  const auto on = [&](Square asked) {
    const auto wrong = std::ranges::find(spoiled, asked, &OnSquare::square);
    return wrong != spoiled.end() ? wrong->found : before.piece_on(asked);
  };
  const auto piece = after.piece_on(square);
  if (piece == before.piece_on(square)) return on(square);
  if (!piece) return std::nullopt;
  if (!move.castling) return on(move.from);
  // King and rook go where they should, from where they stood.
  const bool is_king = piece->type == PieceType::King;
  const auto rook = before.castling().rook(move.moved->color, move.side);
  return on(is_king || !rook ? move.from : *rook);
}

/// Whether the board after the culprit is wrong in nothing but what was left before it: the culprit
/// is made right on a board that is spoiled.
bool culprit_is_innocent(const Finding& finding, const StateDifference& left) {
  const WrongState* const state = reason_of<WrongState>(finding);
  const auto before = admitted(finding.before_culprit());
  const auto move = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  if (state == nullptr || !move || !move->legal) return false;
  const StateDifference& differs = state->difference;
  if (differs.side_to_move || differs.of_en_passant() || (differs.of_rights() && !left.of_rights()))
    return false;
  const Position after = before->after(*find_legal(*before, move->text));
  return std::ranges::all_of(differs.squares, [&](const OnSquare& each) {
    return each.found == left_by(*move, each.square, *before, after, left.squares);
  });
}

/// Whether the board is right after a move of another kind than the culprit, away from the squares
/// that would be spoiled: then no move that is tried before has spoiled it, and it is the culprit
/// that is made wrong.
bool another_move_is_made_right(const Finding& finding, const std::vector<OnSquare>& spoiled,
                                ProbedSubject& probed) {
  const auto before = admitted(finding.before_culprit());
  const auto culprit = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  if (!culprit) return false;
  for (const MoveFacts& move : make_scene(*before).moves) {
    if (!move.legal || undo_of(move) == undo_of(*culprit)) continue;
    const Position after = before->after(*find_legal(*before, move.text));
    if (std::ranges::any_of(spoiled, [&](const OnSquare& each) {
          return after.piece_on(each.square) != before->piece_on(each.square);
        }))
      continue;
    return probed.shows_right_board(
        reference::question_at(finding.before_culprit(), {move.text}, 1));
  }
  return false;
}

/// The remains of the moves that may be tried in a position: by the side to move, or by both.
std::optional<Left> left_in_trials(const Position& position, bool by_both, ProbedSubject& probed) {
  std::optional<Left> perhaps;
  for (const auto& [undo, question] : trials_in(position, by_both)) {
    auto left = left_in(undo, question, probed);
    if (left && left->of_undo) return left;
    if (left && !perhaps) perhaps = std::move(left);
  }
  return perhaps;
}

/// Whether the finding's wrong moves, or its culprit's wrong board, come from that board.
bool explains(const Finding& finding, const After& after, bool listed_before,
              ProbedSubject& probed) {
  if (finding.cause == Cause::Make && finding.culprit)
    return culprit_is_innocent(finding, after.differs) &&
           !another_move_is_made_right(finding, after.differs.squares, probed);
  const auto position = finding.position();
  return position && follow_from(finding.wrong(), after.shown, *position, listed_before);
}

bool is_of_side_alone(const StateDifference& differs) {
  return differs.side_to_move && differs.squares.empty() && !differs.of_rights();
}

/// The class by the board after counting where nothing but one field of it is wrong: no move gives
/// that back, whichever took it.
std::optional<BugId> class_of_field(const StateDifference& differs) {
  if (!differs.squares.empty() || differs.side_to_move ||
      differs.of_rights() == differs.of_en_passant())
    return std::nullopt;
  return differs.of_rights() ? BugId::UnmakeCastlingRights : BugId::UnmakeEpSquare;
}

/// The position and depth after which the subject's board is looked at; nothing if counting to it
/// takes long.
std::optional<Question> question_of(const Finding& finding) {
  constexpr std::uint64_t kMostCounted = 200'000;
  if (finding.cause == Cause::Make && finding.culprit)
    return reference::question_at(finding.before_culprit(), {}, 1);
  if (finding.divide_depth > 1 &&
      (!finding.reference_divide || finding.reference_divide->total > kMostCounted))
    return std::nullopt;
  return reference::question_at(finding.here(), {}, finding.divide_depth);
}

std::optional<Unrestored> unrestored_by_board(const Finding& finding, ProbedSubject& probed) {
  if (finding.cause != Cause::Make)
    if (auto side = side_not_restored(probed)) return side;
  const auto question = question_of(finding);
  const auto position = question ? admitted(question->root) : std::nullopt;
  if (!position) return std::nullopt;
  auto here = after_counting(*question, probed);
  const bool strictly = here && explains(finding, *here, false, probed);
  if (here && !strictly && !explains(finding, *here, true, probed)) here.reset();
  // Where taking back has been blamed by other means, a move that is made wrong refutes that.
  const bool blamed = finding.cause == Cause::Unmake;
  if (!here && !blamed) return std::nullopt;
  if (after_counting(reference::question_at(standard(kBareKings), {}, 1), probed))
    return std::nullopt;
  auto left = left_in_trials(*position, question->depth > 1, probed);
  if (here && !left)
    if (const auto field = class_of_field(here->differs))
      return Unrestored{{question->root.fen, question->depth, here->differs, true},
                        {.bug_class = field}};
  if (!left || (!here && left->of_undo) || (here && !strictly && !left->of_undo))
    return std::nullopt;
  Classification found = classification_of(*left);
  if (here)
    return Unrestored{{question->root.fen, question->depth, here->differs, left->of_undo}, found};
  return Unrestored{{left->before.fen(), left->depth, std::move(left->differs), false}, found};
}

}  // namespace

std::optional<Unrestored> unrestored(const Finding& finding, ProbedSubject& probed) {
  if (!probed.subject().plays_moves()) return std::nullopt;
  if (!probed.subject().shows_board()) return unrestored_by_lists(finding, probed);
  if (auto left = unrestored_by_board(finding, probed)) return left;
  // A king's square that is kept beside the board is not shown.
  if (finding.cause != Cause::Generation || probed.totals_only()) return std::nullopt;
  return king_not_restored(finding, probed);
}

std::optional<Unrestored> side_not_restored(ProbedSubject& probed) {
  constexpr const char* kEightMoves = "7k/8/8/8/3K4/8/8/8 w - - 0 1";
  if (!probed.subject().plays_moves() || !probed.subject().shows_board()) return std::nullopt;
  auto odd = after_counting(reference::question_at(standard(kBareKings), {}, 1), probed);
  if (!odd || !is_of_side_alone(odd->differs) ||
      after_counting(reference::question_at(standard(kEightMoves), {}, 1), probed))
    return std::nullopt;
  return Unrestored{{kBareKings, 1, std::move(odd->differs), true},
                    {.bug_class = BugId::UnmakeSide}};
}

}  // namespace perft_verify::verifier
