// Moves by the code that takes them back; small positions in which what is left of them shows, and
// the lists that show it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/position.h"
#include "core/rules/move_facts.h"
#include "reference/catalog/catalog.h"
#include "reference/generator.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

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

Undo undo_of(const MoveFacts& move);

/// The kinds of moves that may be tried in a position.
std::set<Undo> undos_in(const Position& position);

/// The kinds of moves that a class of faults in taking back is about; empty if it is about any.
std::set<Undo> undos_of(BugId bug_class);

/// The legal moves of one kind in a position.
std::vector<std::string> moves_of(Undo undo, const Position& position);

/// The class of the pieces that are left of moves of one kind.
BugId class_of(Undo undo, const std::vector<StateDifference::OnSquare>& left);

/// A small position in which one color has moves of one kind, besides those of the trials before.
struct Trial {
  Undo undo;
  reference::Question question;
};

/// The list of a position with White's moves, or of the same with Black's.
reference::Question of_color(const char* fen, Color color);

/// The trials of the kinds of moves that the side to move has in a position. `by_both`: all trials
/// of both sides.
std::vector<Trial> trials_in(const Position& position, bool by_both);

/// The first trial of that kind with that color's moves.
reference::Question trial_of(Undo undo, Color color);

/// All of them.
std::vector<reference::Question> trials_of(Undo undo, Color color);

/// The wrong moves of a subject that is asked again once it has counted to that depth, and is not
/// sent the position again; nothing if it lists the same moves as before, or the right ones.
std::optional<WrongMoves> other_list(const reference::Question& question, const WrongMoves& first,
                                     ProbedSubject& probed);
std::optional<WrongMoves> other_list(const reference::Question& question, ProbedSubject& probed);

/// The depth to which it counts otherwise once it has listed its moves, and is not sent the
/// position again: a list of its own moves does not show what is wrong with the pieces of the other
/// side. Nothing if it counts the same; the failure if it does not answer the first time.
reference::Answer<std::optional<int>> counts_otherwise_again(const Root& root,
                                                             ProbedSubject& probed);

/// A position without even a move that would leave the king in check. A subject that lists other
/// moves here the second time has no board that outlives a count.
inline constexpr const char* kNothingToTry = "7k/8/8/p1p5/P1P5/PBP5/PPP5/KB6 w - - 0 1";

/// Whether it has a board that outlives a count, so that asking again tells something.
bool keeps_its_board(ProbedSubject& probed);

}  // namespace perft_verify::verifier
