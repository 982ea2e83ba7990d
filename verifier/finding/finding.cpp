#include "verifier/finding/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/contains.h"
#include "core/rules/plausibility.h"
#include "core/text/shell_words.h"

namespace perft_verify::verifier {

std::string_view to_string(FindingKind kind) {
  constexpr std::array<std::string_view, 9> kNames{
      "illegal-move",      "missing-move", "duplicate-move", "wrong-count", "wrong-state",
      "rejected-position", "crash",        "timeout",        "protocol"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool is_failure(FindingKind kind) {
  return kind == FindingKind::Crash || kind == FindingKind::Timeout ||
         kind == FindingKind::Protocol;
}

bool fails_while_counting(const Finding& finding) {
  if (!finding.failed_on) return false;
  const Failed* const failed = reason_of<Failed>(finding);
  return finding.kind == FindingKind::Crash ||
         (finding.kind == FindingKind::Protocol && failed != nullptr &&
          failed->failure.stage == reference::Stage::Perft);
}

std::vector<std::string> miscounted(const Finding& finding) {
  std::vector<std::string> moves;
  if (!finding.subject_divide || !finding.reference_divide) return moves;
  for (const CountDifference& each :
       difference(*finding.subject_divide, *finding.reference_divide).counts)
    moves.push_back(each.move);
  return moves;
}

bool has_fact(const Finding& finding, Fact fact) {
  return std::ranges::any_of(finding.reasons, [fact](const Reason& reason) {
    const Fact* const each = std::get_if<Fact>(&reason);
    return each != nullptr && *each == fact;
  });
}

void forget(Finding& finding, std::initializer_list<Fact> facts) {
  std::erase_if(finding.reasons, [facts](const Reason& reason) {
    const Fact* const fact = std::get_if<Fact>(&reason);
    return fact != nullptr && contains(facts, *fact);
  });
}

std::vector<BugId> classes_of(const Finding& finding) {
  return finding.bug_class ? std::vector{*finding.bug_class} : finding.candidates;
}

std::string_view class_name(const Finding& finding) {
  return finding.bug_class ? to_string(*finding.bug_class) : "unclassified";
}

std::string fault_key(const Finding& finding) {
  if (!finding.symptoms.empty()) return finding.symptoms;
  const Failed* const failed = reason_of<Failed>(finding);
  return fmt::format("{}|{}|{}|{}|{}", to_string(finding.kind), to_string(finding.cause),
                     finding.fen, finding.reproduce_fen, failed ? failed->failure.message : "");
}

std::optional<Root> Finding::smallest_list() const {
  if (!reduced || !reduced->moves.empty() || reduced->depth != 1) return std::nullopt;
  return reduced_root();
}

void Finding::blame(const WrongMoves& wrong) {
  illegal = wrong.illegal;
  missing = wrong.missing;
  duplicate = wrong.duplicate;
  if (wrong.any())
    kind = !illegal.empty()   ? FindingKind::IllegalMove
           : !missing.empty() ? FindingKind::MissingMove
                              : FindingKind::DuplicateMove;
}

void forget_culprit(Finding& finding) {
  finding.culprit.reset();
  finding.culprit_fen.clear();
  finding.culprit_moves.clear();
  finding.subject_board.clear();
  forget(finding, {Fact::MoveNotPlayed, Fact::CountingPlaysTheMove});
  std::erase_if(finding.reasons, [](const Reason& reason) {
    return std::holds_alternative<RightFromFen>(reason) ||
           std::holds_alternative<WrongState>(reason) ||
           std::holds_alternative<CouldNotAskFromFen>(reason);
  });
}

bool others_are_wrong_from_fen(const Finding& finding) {
  const RightFromFen* const from_fen = reason_of<RightFromFen>(finding);
  return from_fen != nullptr && from_fen->others_are_wrong;
}

bool depends_on_questions_before(const Finding& finding) {
  const WrongCount* const count = reason_of<WrongCount>(finding);
  return (count != nullptr && count->count == CountOf::GoneWhenAskedAgain) ||
         has_fact(finding, Fact::FreshProcessIsRight);
}

std::optional<Fact> kept_of_position_before(const Finding& finding) {
  for (const Fact kept : kKeptOfPositionBefore)
    if (has_fact(finding, kept)) return kept;
  return std::nullopt;
}

PositionBefore position_before(Fact kept) {
  switch (kept) {
    case Fact::KeepsRightsOfPositionBefore:
      return {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"};
    case Fact::KeepsEpSquareOfPositionBefore:
      return {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"};
    default:
      return {"4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"};
  }
}

std::string reproduce_command(const Finding& finding, const std::string& options) {
  std::string command = "verify";
  // One process has to be sent another position before.
  const auto before = [&]() -> std::optional<std::string> {
    if (const AskedBefore* const asked = reason_of<AskedBefore>(finding)) return asked->fen;
    const auto kept = kept_of_position_before(finding);
    if (!kept || finding.kind != FindingKind::RejectedPosition) return std::nullopt;
    return position_before(*kept).with;
  }();
  if (before) command += fmt::format(" -j 1 --fen {}", shell_quoted(*before));
  command += fmt::format(" --fen {} --depth {}", shell_quoted(finding.reproduce_fen),
                         finding.reproduce_depth);
  if (finding.needs_full) command += " --mode full";
  // A FEN with Chess960 rights shows it itself; without any it needs the option.
  if (finding.root.chess960) command += " --chess960 on";
  return command + options;
}

std::optional<std::string> beyond_games(const Finding& finding) {
  if (is_failure(finding.kind)) return std::nullopt;
  const auto position = finding.position();
  if (!position) return std::nullopt;
  std::vector<std::string> reasons = impossible_checks(*position);
  if (reasons.empty()) return std::nullopt;
  return std::move(reasons.front());
}

}  // namespace perft_verify::verifier
