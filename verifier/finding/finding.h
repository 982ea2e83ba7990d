// A finding: one root cause, as facts.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fen.h"
#include "reference/catalog/catalog.h"
#include "verifier/finding/reason.h"

namespace perft_verify::verifier {

enum class FindingKind : std::uint8_t {
  IllegalMove,
  MissingMove,
  DuplicateMove,
  WrongCount,
  WrongState,
  RejectedPosition,
  Crash,
  Timeout,
  Protocol,
};
std::string_view to_string(FindingKind kind);  // "illegal-move" …
/// Whether the subject gave no answer.
bool is_failure(FindingKind kind);

/// The move after which the subject's state is wrong.
struct Culprit {
  std::size_t ply = 0;  // from 1 in the path
  std::string move;
};

/// The counts of the two sides below a move of the path.
struct CountOnPath {
  std::string move;
  int depth = 0;  // of the position before it
  std::uint64_t subject = 0;
  std::uint64_t reference = 0;
};

/// The smallest position known that shows the same fault.
struct Reduction {
  std::string fen;
  std::vector<std::string> moves;  // played from it
  int depth = 1;                   // from the FEN, the moves included
  std::size_t pieces = 0;
  std::uint64_t nodes = 0;  // the right count at that depth
  std::string wrong;        // the error there, in words
};

/// A bug of the catalog, in the code for both colors or for one.
struct ExactBug {
  BugId bug{};
  std::optional<Color> only;
};

struct Finding {
  FindingKind kind = FindingKind::WrongCount;
  Cause cause = Cause::Unknown;
  std::optional<BugId> bug_class;
  std::vector<BugId> candidates;  // classes; empty if there is one
  /// The bug of that class, perhaps a variant of it, with which alone all answers are explained.
  std::optional<ExactBug> exact;
  /// The class or the candidates were found as bugs that explain the subject's other answers.
  bool modeled = false;
  std::optional<Reduction> reduced;
  [[nodiscard]] Root reduced_root() const { return {reduced->fen, root.chess960}; }
  /// The smallest position, if its own list of moves is wrong there, and no move is played before.
  [[nodiscard]] std::optional<Root> smallest_list() const;
  std::optional<Culprit> culprit;
  std::vector<Reason> reasons;
  Root root;
  std::vector<std::string> path;     // from root to fen
  std::vector<CountOnPath> descent;  // how the path was found; empty if not by counts
  std::string fen;
  [[nodiscard]] Root here() const { return {fen, root.chess960}; }
  /// That of `fen`; nothing if it is not legal.
  [[nodiscard]] std::optional<Position> position() const { return admitted(here()); }
  std::vector<std::string> illegal;
  std::vector<std::string> missing;
  std::vector<std::string> duplicate;
  [[nodiscard]] WrongMoves wrong() const { return {illegal, missing, duplicate}; }
  /// Sets them, and the kind that goes with them.
  void blame(const WrongMoves& wrong);
  std::optional<Counts> counts;  // at `fen`
  /// For `make`: the position before the culprit, the shortest moves from it that show the
  /// fault, and the subject's own board after the culprit if it shows one.
  std::string culprit_fen;
  [[nodiscard]] Root before_culprit() const { return {culprit_fen, root.chess960}; }
  std::vector<std::string> culprit_moves;
  std::string subject_board;
  /// Equal for findings that look the same, at any position.
  std::string symptoms;
  /// The number of questions to the subject from the first wrong count on.
  std::size_t questions = 0;

  /// The position and depth from which the shortest command reproduces it.
  std::string reproduce_fen;
  int reproduce_depth = 1;
  bool needs_full = false;  // only `--mode full` sees it
  std::string reproduce;    // the command

  /// The question that the subject fails on each time it is asked.
  std::optional<reference::Question> failed_on;

  /// Both answers at `fen`, for the table.
  std::optional<reference::Divide> subject_divide;
  std::optional<reference::Divide> reference_divide;
  int divide_depth = 1;
};

/// The first reason of that kind; null if there is none.
template <typename T>
const T* reason_of(const Finding& finding) {
  for (const Reason& reason : finding.reasons)
    if (const T* found = std::get_if<T>(&reason)) return found;
  return nullptr;
}

/// Whether the subject dies or gives up while it counts: that question can be made shorter, and its
/// position smaller. Not if it hangs, since every test would take as long as it is waited for.
bool fails_while_counting(const Finding& finding);

/// The moves that both sides list, with different counts.
std::vector<std::string> miscounted(const Finding& finding);

/// Whether the fact is among the reasons.
bool has_fact(const Finding& finding, Fact fact);

/// The facts that say which field the subject's reader keeps of the position before.
inline constexpr std::array kKeptOfPositionBefore{Fact::KeepsEpSquareOfPositionBefore,
                                                  Fact::KeepsRightsOfPositionBefore,
                                                  Fact::KeepsPiecesOfPositionBefore};

/// The fact that says which field the subject's reader keeps of the position before; nothing if it
/// is not known to keep one.
std::optional<Fact> kept_of_position_before(const Finding& finding);

/// A position with such a field, and the same without it.
struct PositionBefore {
  const char* with;
  const char* without;
};
PositionBefore position_before(Fact kept);

/// Removes these facts from the reasons.
void forget(Finding& finding, std::initializer_list<Fact> facts);

/// Whether its position, given as a FEN, has other wrong moves and none of these.
bool others_are_wrong_from_fen(const Finding& finding);

/// Whether something is left over from the questions before: in a table, or in the position, of
/// which the reader of FENs does not set all.
bool depends_on_questions_before(const Finding& finding);

/// Removes the culprit, and the reasons that concern the state that it has left wrong.
void forget_culprit(Finding& finding);

/// The name of its class, or "unclassified".
std::string_view class_name(const Finding& finding);

/// Its class alone, or its candidates.
std::vector<BugId> classes_of(const Finding& finding);

/// Equal for two findings, perhaps of different rows, that are one fault: their symptoms, or if
/// those were not examined, the deviation and its position.
std::string fault_key(const Finding& finding);

/// The command that reproduces it; `options` are appended unchanged.
std::string reproduce_command(const Finding& finding, const std::string& options);

/// The reason why no game reaches the position with the wrong moves or counts, if correct
/// generators may rely on that; nothing for other positions and for crashes.
std::optional<std::string> beyond_games(const Finding& finding);

}  // namespace perft_verify::verifier
