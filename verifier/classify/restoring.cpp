#include "verifier/classify/restoring.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "core/fen.h"
#include "core/fen_syntax.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/legality.h"
#include "reference/uci/board_text.h"
#include "verifier/classify/counting.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/positions/probes.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;
using OnSquare = StateDifference::OnSquare;

/// Kinds of moves that are taken back by code of their own.
enum class Undo : std::uint8_t {
  Capture,
  EnPassant,
  Castling,
  Promotion,
  PromotionCapture,
  DoublePush,
  Other,
};

Undo undo_of(const MoveFacts& move) {
  if (move.castling) return Undo::Castling;
  if (move.en_passant) return Undo::EnPassant;
  if (move.to_last_rank) return move.captured ? Undo::PromotionCapture : Undo::Promotion;
  if (move.captured) return Undo::Capture;
  return move.double_step ? Undo::DoublePush : Undo::Other;
}

/// Positions in which White has moves of one kind, besides those of the trials before. Nothing that
/// is left of them stands in the way of another move, and a list of moves shows what is gone: the
/// pawn that is captured en passant keeps the king from a square.
struct Trial {
  Undo undo;
  const char* fen;
};
constexpr std::array kTrials{Trial{Undo::Other, "7k/8/8/8/8/8/8/KN6 w - - 0 1"},
                             // One move alone: nothing is left for the next one.
                             Trial{Undo::Other, "7k/8/8/p1p5/P1P5/PBP5/PPP5/K7 w - - 0 1"},
                             Trial{Undo::Capture, "7k/8/8/3n4/2P5/8/8/K7 w - - 0 1"},
                             Trial{Undo::Capture, "7k/8/8/8/8/8/3n4/K2R4 w - - 0 1"},
                             Trial{Undo::Promotion, "8/P7/8/8/7k/8/8/K7 w - - 0 1"},
                             Trial{Undo::PromotionCapture, "1n6/P7/8/8/7k/8/8/K7 w - - 0 1"},
                             Trial{Undo::Castling, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
                             Trial{Undo::Castling, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
                             Trial{Undo::EnPassant, "7k/8/8/3pP3/8/4K3/8/8 w - d6 0 1"},
                             Trial{Undo::DoublePush, "7k/8/8/8/3p4/8/4P3/K7 w - - 0 1"}};
/// An engine whose board is another one here has none that outlives a count.
constexpr const char* kBareKings = "7k/8/8/8/8/8/8/K7 w - - 0 1";
/// Without even a move that would leave the king in check: one that lists others the second time
/// has no such board either.
constexpr const char* kNothingToTry = "7k/8/8/p1p5/P1P5/PBP5/PPP5/KB6 w - - 0 1";

/// The board after counting, and how it differs from the board before.
struct After {
  std::string shown;
  StateDifference differs;
};

/// Nothing unless the board before is right, and the one after it is not.
std::optional<After> after_counting(Question question, ProbedSubject& probed) {
  const auto before = probed.board(question);
  const auto read =
      before ? state_difference(question.root, *before, question.chess960) : std::nullopt;
  if (!read || read->any()) return std::nullopt;
  question.counted_before = question.depth;
  auto shown = probed.board(question);
  auto differs = shown ? state_difference(question.root, *shown, question.chess960) : std::nullopt;
  if (!differs || !differs->any()) return std::nullopt;
  return After{std::move(*shown), std::move(*differs)};
}

/// The squares on which taking a move back leaves a certain piece, or none, whatever was made of
/// the move before. The others get what the move has left on its target: they may be wrong because
/// it is made wrong.
std::set<Square> written_by_undo(const Position& before, const MoveFacts& move) {
  const Position after = before.after(*find_legal(before, move.text));
  std::set<Square> squares;
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_at(number);
    if (before.piece_on(square) == after.piece_on(square)) continue;
    const bool gives_back_what_moved = before.piece_on(square) && !after.piece_on(square) &&
                                       before.piece_on(square)->color == move.moved->color &&
                                       !move.to_last_rank;
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

/// Whether a board after counting differs where only taking back can be at fault. What is no piece
/// is put back from a record.
bool shows_undo(Undo undo, const Position& position, const StateDifference& left) {
  if (left.squares.empty()) return true;
  const std::set<Square> written = written_by_undo(undo, position);
  return std::ranges::any_of(left.squares,
                             [&](const OnSquare& each) { return written.contains(each.square); });
}

/// The board as the subject has it, legal or not. One that no game has is without rights and en
/// passant square; nothing without both kings.
std::optional<Position> position_of(const std::string& shown, bool chess960) {
  if (const auto parsed = parse_fen(
          shown, {.chess960 = chess960 ? Chess960::On : Chess960::Off, .lenient_clocks = true}))
    return parsed->position;
  const auto fields =
      parse_fen_syntax(reference::with_en_passant(shown, std::nullopt), {.lenient_clocks = true});
  if (!fields) return std::nullopt;
  PositionParts parts;
  for (int number = 0; number < kSquareCount; ++number)
    if (const auto piece = fields->placement[static_cast<std::size_t>(number)])
      parts.put(square_at(number), *piece);
  parts.side_to_move = fields->side_to_move;
  return parts.has_both_kings() ? std::optional(Position(parts)) : std::nullopt;
}

/// Whether the wrong moves are the right ones on another board: those listed are legal there, or
/// would be if kings were captured, and those that are missing are not.
bool follow_from(const WrongMoves& wrong, const std::string& shown, bool chess960) {
  const auto spoiled = position_of(shown, chess960);
  if (!spoiled || !wrong.duplicate.empty()) return false;
  const auto is_listed = [&](const std::string& move) {
    const auto why = why_illegal(*spoiled, move);
    return !why || why->reason == Illegality::KingCaptured;
  };
  return std::ranges::all_of(wrong.illegal, is_listed) &&
         std::ranges::none_of(wrong.missing, is_listed);
}

/// What is left of moves of one kind, where nothing else is wrong.
struct Left {
  Undo undo;
  Position before;
  int depth = 1;
  StateDifference differs;
  bool of_undo = false;  // else they may be made wrong, and taken back right
};

/// Nothing if the board is as before.
std::optional<Left> left_in(Undo undo, Question question, ProbedSubject& probed) {
  const auto position = admitted(question.root, false);
  const auto wrong = probed.wrong_moves(question.root, false, {});
  if (!position || !wrong) return std::nullopt;
  constexpr int kDeepest = 2;
  for (question.depth = 1; question.depth <= kDeepest; ++question.depth)
    if (auto after = after_counting(question, probed)) {
      if (wrong->any() && !follow_from(*wrong, after->shown, false)) return std::nullopt;
      const bool of_undo = shows_undo(undo, *position, after->differs);
      return Left{undo, *position, question.depth, std::move(after->differs), of_undo};
    }
  return std::nullopt;
}

/// The class of the pieces that are left of moves of one kind.
BugId class_of(Undo undo, const std::vector<OnSquare>& left) {
  using enum BugId;
  const auto is_gone = [](const OnSquare& each) { return each.expected && !each.found; };
  switch (undo) {
    case Undo::EnPassant:
      return UnmakeEpPawn;
    case Undo::Castling:
      return UnmakeCastlingRook;
    case Undo::Promotion:
      return UnmakePromotion;
    case Undo::Capture:
    case Undo::PromotionCapture:
      return std::ranges::any_of(left, is_gone) ? UnmakeCapturedMissing
             : undo == Undo::Capture            ? UnmakeCapturedType
                                                : UnmakePromotion;
    case Undo::DoublePush:
    case Undo::Other:
      break;
  }
  return UnmakeMovedPiece;
}

/// The legal moves of one kind in a position.
std::vector<std::string> moves_of(Undo undo, const Position& position) {
  std::vector<std::string> moves;
  for (const MoveFacts& move : make_scene(position).moves)
    if (move.legal && undo_of(move) == undo) moves.push_back(move.text);
  return moves;
}

/// Certain where one thing alone is left, on squares that taking back writes.
Classification classification_of(const Left& left) {
  const std::vector<OnSquare>& squares = left.differs.squares;
  Classification possible;
  if (left.differs.of_rights()) possible.candidates.push_back(BugId::UnmakeCastlingRights);
  if (left.differs.of_en_passant()) possible.candidates.push_back(BugId::UnmakeEpSquare);
  if (left.differs.side_to_move) possible.candidates.push_back(BugId::UnmakeIncomplete);
  if (!squares.empty()) possible.candidates.push_back(class_of(left.undo, squares));
  const std::set<Square> written = written_by_undo(left.undo, left.before);
  if (possible.candidates.size() == 1 && std::ranges::all_of(squares, [&](const OnSquare& each) {
        return written.contains(each.square);
      }))
    return {.bug_class = possible.candidates.front()};
  if (left.of_undo) return possible;
  for (const BugId each :
       making_candidates(left.before.fen(), false, moves_of(left.undo, left.before)))
    possible.candidates.push_back(each);
  return possible;
}

/// The kinds of moves that may be tried in a position.
std::set<Undo> undos_in(const Position& position) {
  std::set<Undo> undos;
  for (const MoveFacts& move : make_scene(position).moves)
    if (move.legal || move.pseudo_legal) undos.insert(undo_of(move));
  return undos;
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
  const auto before = admitted(finding.culprit_fen, finding.chess960);
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

/// What is left of the moves that may be tried in a position: by the side to move, or by both.
std::optional<Left> left_in_trials(const Position& position, bool by_both, ProbedSubject& probed) {
  const std::set<Undo> tried = undos_in(position);
  std::optional<Left> perhaps;
  for (const Trial& trial : kTrials) {
    if (!by_both && !tried.contains(trial.undo)) continue;
    for (const Color color : kColors) {
      if (!by_both && color != position.side_to_move()) continue;
      Question alone = reference::question_at(trial.fen, false, {}, 1);
      if (color == Color::Black) alone = colors_flipped(std::move(alone));
      auto left = left_in(trial.undo, std::move(alone), probed);
      if (left && left->of_undo) return left;
      if (left && !perhaps) perhaps = std::move(left);
    }
  }
  return perhaps;
}

/// The wrong moves of a subject that is asked again once it has counted to that depth, and is not
/// sent the position again; nothing if it lists the same moves as before, or the right ones.
std::optional<WrongMoves> other_list(const Question& question, ProbedSubject& probed) {
  const auto first = probed.wrong_moves(question.root, question.chess960, {});
  if (!first) return std::nullopt;
  auto again = probed.wrong_moves(question.root, question.chess960, {}, question.depth);
  return again && again->any() && *again != *first ? again : std::nullopt;
}

/// Whether it has a board that outlives a count, so that asking again tells something.
bool keeps_its_board(ProbedSubject& probed) {
  return !other_list(reference::question_at(kNothingToTry, false, {}, 1), probed);
}

/// Lists the legal moves of the side that is not to move.
bool is_of_other_side(const WrongMoves& wrong, const Position& position) {
  return wrong == wrong_with(position.after_null_move(), position);
}

/// What moves of one kind may leave of themselves, one move alone: each set of squares on which
/// they change something, where the listed moves are the legal ones then.
std::vector<StateDifference> left_on_boards(Undo undo, const Position& before,
                                            const WrongMoves& wrong) {
  std::vector<StateDifference> all;
  for (const std::string& text : moves_of(undo, before)) {
    const Position after = before.after(*find_legal(before, text));
    std::vector<OnSquare> changed;
    for (int number = 0; number < kSquareCount; ++number) {
      const Square square = square_at(number);
      if (before.piece_on(square) != after.piece_on(square))
        changed.push_back({square, before.piece_on(square), after.piece_on(square)});
    }
    for (std::size_t set = 1; set < std::size_t{1} << changed.size(); ++set) {
      PositionParts parts = before.parts();
      StateDifference left;
      for (std::size_t at = 0; at < changed.size(); ++at) {
        if ((set >> at & 1) == 0) continue;
        parts.clear(changed[at].square);
        if (changed[at].found) parts.put(changed[at].square, *changed[at].found);
        left.squares.push_back(changed[at]);
      }
      if (parts.has_both_kings() && wrong_with(Position(parts), before) == wrong)
        all.push_back(std::move(left));
    }
  }
  return all;
}

/// The classes of what moves of one kind leave, by the list of a subject that is asked again.
std::vector<BugId> classes_of(Undo undo, const Position& before, const WrongMoves& again) {
  if (is_of_other_side(again, before)) return {BugId::UnmakeIncomplete};
  std::vector<BugId> classes;
  for (const StateDifference& each : left_on_boards(undo, before, again))
    if (const BugId id = class_of(undo, each.squares);
        std::ranges::find(classes, id) == classes.end())
      classes.push_back(id);
  if (classes.empty()) classes = {class_of(undo, {}), BugId::UnmakeIncomplete};
  return classes;
}

/// By one thing that is left, or by several: certain where moves of that kind are made right, as
/// the lists after them show.
Unrestored left_of(const Position& before, const std::vector<std::string>& moves,
                   std::vector<BugId> classes, ProbedSubject& probed) {
  const bool made_right = std::ranges::all_of(moves, [&](const std::string& move) {
    const auto after = probed.wrong_moves(before.fen(), before.chess960(), {move});
    return after && !after->any();
  });
  Unrestored left{{before.fen(), 1, {}, made_right}, {}};
  if (made_right && classes.size() == 1) {
    left.found.bug_class = classes.front();
    return left;
  }
  if (!made_right)
    for (const BugId each : making_candidates(before.fen(), before.chess960(), moves))
      if (std::ranges::find(classes, each) == classes.end()) classes.push_back(each);
  left.found.candidates = std::move(classes);
  return left;
}

/// What is left of moves of one kind, by the lists of a subject that shows no board. Nothing if it
/// lists the same moves again.
std::optional<Unrestored> left_in_lists(Undo undo, Question question, ProbedSubject& probed) {
  const auto position = admitted(question.root, false);
  const auto first = probed.wrong_moves(question.root, false, {});
  if (!position || !first || first->any()) return std::nullopt;
  constexpr int kDeepest = 2;
  for (question.depth = 1; question.depth <= kDeepest; ++question.depth)
    if (const auto again = other_list(question, probed)) {
      Unrestored left = left_of(*position, moves_of(undo, *position),
                                classes_of(undo, *position, *again), probed);
      left.board.depth = question.depth;
      return left;
    }
  return std::nullopt;
}

/// The trial of that kind, as the side to move of `position` makes it.
Question trial_of(Undo undo, Color color) {
  const auto* const trial = std::ranges::find(kTrials, undo, &Trial::undo);
  Question question = reference::question_at(trial->fen, false, {}, 1);
  return color == Color::Black ? colors_flipped(std::move(question)) : question;
}

/// Whether none of the finding's moves is wrong without a field that none of them needs: then the
/// move that needs it is tried, and leaves something.
bool are_right_without(NeededField field, const Finding& finding, const Position& position,
                       ProbedSubject& probed) {
  const bool of_en_passant = field == NeededField::EnPassantSquare;
  PositionParts parts = position.parts();
  if (of_en_passant ? !parts.en_passant : !parts.castling.any()) return false;
  for (const auto* moves : {&finding.illegal, &finding.missing})
    for (const std::string& text : *moves) {
      const auto move = move_facts(position, text);
      if (!move || (of_en_passant ? move->en_passant : move->castling)) return false;
    }
  if (of_en_passant)
    parts.en_passant.reset();
  else
    parts.castling = {};
  const auto wrong = probed.wrong_moves(Position(parts).fen(), finding.chess960, {});
  return wrong && !wrong->any();
}

/// Where no trial shows it, but the smallest position of the finding does.
std::optional<Unrestored> left_where_it_is(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMostMoves = 30;
  if (!finding.reduced || !finding.reduced->moves.empty() || finding.reduced->depth != 1)
    return std::nullopt;
  const auto position = admitted(finding.reduced->fen, finding.chess960);
  if (!position ||
      !other_list(reference::question_at(finding.reduced->fen, finding.chess960, {}, 1), probed))
    return std::nullopt;
  std::vector<std::string> moves;
  for (const Move move : legal_moves(*position)) moves.push_back(to_uci(move, finding.chess960));
  if (moves.empty() || moves.size() > kMostMoves) return std::nullopt;
  return left_of(*position, moves, {BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete}, probed);
}

/// Whether a trial of captures en passant, or of castling, shows by its list that something is left
/// of that move, and of no move that is illegal.
bool shows_in_lists(Undo undo, const Question& trial, ProbedSubject& probed) {
  const auto position = admitted(trial.root, false);
  const auto first = probed.wrong_moves(trial.root, false, {});
  if (!position || !first) return false;
  const bool of_its_own = std::ranges::none_of(first->illegal, [&](const std::string& text) {
    const auto move = move_facts(*position, text);
    return !move || !move->moved ||
           (undo == Undo::EnPassant ? move->moved->type == PieceType::Pawn : move->castling);
  });
  return of_its_own && (first->any() || (keeps_its_board(probed) && other_list(trial, probed)));
}

/// By the field of the FEN without which the finding's moves are right.
std::optional<Unrestored> unrestored_by_field(const Finding& finding, const Position& position,
                                              ProbedSubject& probed) {
  if (finding.divide_depth > 1) return std::nullopt;
  for (const auto& [field, undo] : {std::pair(NeededField::EnPassantSquare, Undo::EnPassant),
                                    std::pair(NeededField::CastlingRights, Undo::Castling)}) {
    if (!are_right_without(field, finding, position, probed)) continue;
    const Question trial = trial_of(undo, position.side_to_move());
    const Position small = *admitted(trial.root, false);
    Unrestored left = left_of(small, moves_of(undo, small), {class_of(undo, {})}, probed);
    left.board.fen = finding.fen;
    left.board.without = field;
    if (shows_in_lists(undo, trial, probed)) return left;
    // It may be a move of another kind that this field makes it try.
    left.board.by_undo = false;
    if (left.found.bug_class) left.found = {.candidates = {*left.found.bug_class}};
    for (const BugId each : finding.candidates)
      if (std::ranges::find(left.found.candidates, each) == left.found.candidates.end())
        left.found.candidates.push_back(each);
    return left;
  }
  return std::nullopt;
}

/// The same for a subject that shows no board, from its lists. A list that is wrong after moves may
/// be one of a board that is made wrong: it is left alone.
std::optional<Unrestored> unrestored_by_lists(const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  if (!position || probed.totals_only() || finding.cause == Cause::Make ||
      finding.cause == Cause::Hash || finding.divide_depth > 2)
    return std::nullopt;
  if (auto by_field = unrestored_by_field(finding, *position, probed)) return by_field;
  if (!other_list(reference::question_at(finding.fen, finding.chess960, {}, finding.divide_depth),
                  probed) ||
      !keeps_its_board(probed))
    return std::nullopt;
  const bool of_list = finding.divide_depth == 1;
  const std::set<Undo> tried = undos_in(*position);
  for (const Trial& trial : kTrials) {
    if (of_list && !tried.contains(trial.undo)) continue;
    for (const Color color : kColors) {
      if (of_list && color != position->side_to_move()) continue;
      Question alone = reference::question_at(trial.fen, false, {}, 1);
      if (color == Color::Black) alone = colors_flipped(std::move(alone));
      if (auto left = left_in_lists(trial.undo, std::move(alone), probed)) return left;
    }
  }
  return of_list ? left_where_it_is(finding, probed) : std::nullopt;
}

/// Whether the finding's wrong moves, or its culprit's wrong board, come from that board.
bool explains(const Finding& finding, const After& after) {
  return finding.cause == Cause::Make && finding.culprit
             ? culprit_is_innocent(finding, after.differs)
             : follow_from(finding.wrong(), after.shown, finding.chess960);
}

/// The position and depth after which the subject's board is looked at; nothing if counting to it
/// takes long.
std::optional<Question> question_of(const Finding& finding) {
  constexpr std::uint64_t kMostCounted = 200'000;
  if (finding.cause == Cause::Make && finding.culprit)
    return reference::question_at(finding.culprit_fen, finding.chess960, {}, 1);
  if (finding.divide_depth > 1 &&
      (!finding.reference_divide || finding.reference_divide->total > kMostCounted))
    return std::nullopt;
  return reference::question_at(finding.fen, finding.chess960, {}, finding.divide_depth);
}

}  // namespace

std::optional<Unrestored> unrestored(const Finding& finding, ProbedSubject& probed) {
  if (!probed.subject().plays_moves()) return std::nullopt;
  if (!probed.subject().shows_board()) return unrestored_by_lists(finding, probed);
  const auto question = question_of(finding);
  const auto position = question ? admitted(question->root, question->chess960) : std::nullopt;
  if (!position) return std::nullopt;
  auto here = after_counting(*question, probed);
  if (here && !explains(finding, *here)) here.reset();
  // Where taking back has been blamed by other means, a move that is made wrong refutes that.
  const bool blamed = finding.cause == Cause::Unmake;
  if (!here && !blamed) return std::nullopt;
  if (after_counting(reference::question_at(kBareKings, false, {}, 1), probed)) return std::nullopt;
  auto left = left_in_trials(*position, question->depth > 1, probed);
  if (!left || (!here && left->of_undo)) return std::nullopt;
  Classification found = classification_of(*left);
  if (here)
    return Unrestored{{question->root, question->depth, here->differs, left->of_undo}, found};
  return Unrestored{{left->before.fen(), left->depth, std::move(left->differs), false}, found};
}

}  // namespace perft_verify::verifier
