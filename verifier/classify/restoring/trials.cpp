#include "verifier/classify/restoring/trials.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "verifier/classify/positions/probes.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {
namespace {

/// Nothing that is left of a move stands in the way of another one, and a list of moves shows what
/// is gone: the pawn that is captured en passant keeps the king from a square.
struct Known {
  Undo undo;
  const char* fen;  // with White's moves
};
constexpr std::array kTrials{Known{Undo::Other, "7k/8/8/8/8/8/8/KN6 w - - 0 1"},
                             // One move alone: nothing is left for the next one.
                             Known{Undo::Other, "7k/8/8/p1p5/P1P5/PBP5/PPP5/K7 w - - 0 1"},
                             Known{Undo::Capture, "7k/8/8/3n4/2P5/8/8/K7 w - - 0 1"},
                             Known{Undo::Capture, "7k/8/8/8/8/8/3n4/K2R4 w - - 0 1"},
                             Known{Undo::Capture, "7k/8/8/8/8/8/1r6/K7 w - - 0 1"},
                             Known{Undo::Promotion, "8/P7/8/8/7k/8/8/K7 w - - 0 1"},
                             // The king may capture the pawn, or what has become of it.
                             Known{Undo::Promotion, "8/Pk6/8/8/8/8/8/K7 w - - 0 1"},
                             Known{Undo::PromotionCapture, "1n6/P7/8/8/7k/8/8/K7 w - - 0 1"},
                             Known{Undo::PromotionCapture, "1n6/Pk6/8/8/8/8/8/K7 w - - 0 1"},
                             Known{Undo::Castling, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
                             Known{Undo::Castling, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
                             Known{Undo::EnPassant, "7k/8/8/3pP3/8/4K3/8/8 w - d6 0 1"},
                             // Another pawn may capture the victim after it.
                             Known{Undo::EnPassant, "7k/8/8/3pP3/2P5/4K3/8/8 w - d6 0 1"},
                             // A rook may pass where the victim stood.
                             Known{Undo::EnPassant, "7k/8/8/r2pP3/8/4K3/8/8 w - d6 0 1"},
                             Known{Undo::DoublePush, "7k/8/8/8/3p4/8/4P3/K7 w - - 0 1"}};

/// To depth 3 where that is quick, which shows what a piece does that is taken for another.
reference::Question count_of(const Root& root) {
  constexpr std::uint64_t kMostCounted = 5'000;
  const auto position = admitted(root);
  const bool quick = position && perft(*position, 3).value_or(kMostCounted + 1) <= kMostCounted;
  return reference::question_at(root, {}, quick ? 3 : 2);
}

}  // namespace

Undo undo_of(const MoveFacts& move) {
  if (move.castling) return Undo::Castling;
  if (move.en_passant) return Undo::EnPassant;
  if (move.to_last_rank) return move.captured ? Undo::PromotionCapture : Undo::Promotion;
  if (move.captured) return Undo::Capture;
  return move.double_step ? Undo::DoublePush : Undo::Other;
}

std::set<Undo> undos_in(const Position& position) {
  std::set<Undo> undos;
  for (const MoveFacts& move : make_scene(position).moves)
    if (move.legal || move.pseudo_legal) undos.insert(undo_of(move));
  return undos;
}

std::set<Undo> undos_of(BugId bug_class) {
  using enum BugId;
  switch (bug_class) {
    case UnmakeEpPawn:
      return {Undo::EnPassant};
    case UnmakeCastlingRook:
      return {Undo::Castling};
    case UnmakePromotion:
      return {Undo::Promotion, Undo::PromotionCapture};
    case UnmakeCapturedMissing:
    case UnmakeCapturedType:
      return {Undo::Capture, Undo::PromotionCapture};
    default:
      return {};
  }
}

std::vector<std::string> moves_of(Undo undo, const Position& position) {
  std::vector<std::string> moves;
  for (const MoveFacts& move : make_scene(position).moves)
    if (move.legal && undo_of(move) == undo) moves.push_back(move.text);
  return moves;
}

BugId class_of(Undo undo, const std::vector<StateDifference::OnSquare>& left) {
  using enum BugId;
  const auto is_gone = [](const StateDifference::OnSquare& each) {
    return each.expected && !each.found;
  };
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

reference::Question of_color(const char* fen, Color color) {
  reference::Question question = reference::question_at(standard(fen), {}, 1);
  return color == Color::Black ? colors_flipped(std::move(question)) : question;
}

std::vector<Trial> trials_in(const Position& position, bool by_both) {
  const std::set<Undo> tried = undos_in(position);
  std::vector<Trial> asked;
  for (const Known& trial : kTrials)
    for (const Color color : kColors)
      if (by_both || (tried.contains(trial.undo) && color == position.side_to_move()))
        asked.push_back({trial.undo, of_color(trial.fen, color)});
  return asked;
}

reference::Question trial_of(Undo undo, Color color) {
  return of_color(std::ranges::find(kTrials, undo, &Known::undo)->fen, color);
}

std::vector<reference::Question> trials_of(Undo undo, Color color) {
  std::vector<reference::Question> all;
  for (const Known& trial : kTrials)
    if (trial.undo == undo) all.push_back(of_color(trial.fen, color));
  return all;
}

std::optional<WrongMoves> other_list(const reference::Question& question, const WrongMoves& first,
                                     ProbedSubject& probed) {
  auto again = probed.wrong_moves(question.root, {}, question.depth);
  return again && again->any() && *again != first ? again : std::nullopt;
}

std::optional<WrongMoves> other_list(const reference::Question& question, ProbedSubject& probed) {
  const auto first = probed.wrong_moves(question.root, {});
  return first ? other_list(question, *first, probed) : std::nullopt;
}

reference::Answer<std::optional<int>> counts_otherwise_again(const Root& root,
                                                             ProbedSubject& probed) {
  reference::Question question = count_of(root);
  const auto first = probed.answer_now(question);
  if (!first) return std::unexpected(first.error());
  // A reader that keeps something of the position before is right, or wrong, the second time.
  if (probed.answer_now(question).value_or(reference::Divide()) != *first) return std::nullopt;
  question.counted_before = 1;
  const auto again = probed.answer_now(question);
  return again && *again != *first ? std::optional(question.depth) : std::nullopt;
}

bool keeps_its_board(ProbedSubject& probed) {
  return !other_list(reference::question_at(standard(kNothingToTry), {}, 1), probed);
}

}  // namespace perft_verify::verifier
