#include "verifier/diagnose/doubt.h"

#include <algorithm>

#include "core/contains.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/counts/counting.h"

namespace perft_verify::verifier {

void doubt_class(Finding& finding, const std::vector<BugId>& others) {
  finding.candidates = classes_of(finding);
  for (const BugId each : others) add_once(finding.candidates, each);
  finding.bug_class.reset();
  finding.exact.reset();
}

void doubt_class_and_cause(Finding& finding, const std::vector<BugId>& others) {
  doubt_class(finding, others);
  finding.cause = Cause::Unknown;
}

void keep_faults_of_table(Classification& found, const Finding& finding) {
  const AskedWithoutTable* const asked = reason_of<AskedWithoutTable>(finding);
  if (asked == nullptr || !asked->right) return;
  const auto is_other = [](BugId each) { return entry_of(each).cause != Cause::Hash; };
  if (found.bug_class && is_other(*found.bug_class)) found = {};
  std::erase_if(found.candidates, is_other);
  if (!found.any()) found.candidates = table_candidates(finding);
}

void keep_what_depends(Finding& finding) {
  const auto is_other = [](BugId each) {
    return entry_of(each).cause != Cause::Hash && entry_of(each).cause != Cause::Setup;
  };
  if (finding.bug_class && !is_other(*finding.bug_class)) return;
  if (finding.bug_class) finding.exact.reset();
  finding.bug_class.reset();
  std::erase_if(finding.candidates, is_other);
  if (!finding.candidates.empty()) return;
  finding.modeled = false;
  finding.cause = Cause::Hash;
  finding.candidates = table_candidates(finding);
}

void doubt_table(Finding& finding) {
  const auto is_other = [](BugId each) { return entry_of(each).cause != Cause::Hash; };
  if (finding.cause == Cause::Hash && reason_of<RightBelowDepth>(finding) &&
      !reason_of<AskedWithoutTable>(finding) && std::ranges::any_of(finding.candidates, is_other))
    finding.cause = Cause::Unknown;
}

void doubt_unmaking(Finding& finding) {
  if (finding.cause != Cause::Unmake || finding.bug_class || finding.modeled ||
      finding.kind != FindingKind::WrongCount || reason_of<NotRestored>(finding) ||
      has_fact(finding, Fact::WrongOnceCounted))
    return;
  finding.cause = Cause::Unknown;
  if (has_fact(finding, Fact::NotPutBack)) {
    forget(finding, {Fact::NotPutBack});
    finding.reasons.emplace_back(Fact::NotPutBackOrCountedOtherwise);
    for (const BugId each : {BugId::CountWrong, BugId::StaleStateByMoves})
      add_once(finding.candidates, each);
  }
}

void blame_unrestored(Finding& finding, Unrestored proof) {
  forget_culprit(finding);
  forget(finding,
         {Fact::NotPutBack, Fact::CountsOfOtherMoves, Fact::CountsOneAndNoDrawRuleApplies});
  finding.cause = proof.board.by_undo ? Cause::Unmake : Cause::Unknown;
  // Counts may have told already which of the candidates it is.
  const std::vector<BugId>& possible = proof.found.candidates;
  const bool agrees =
      proof.board.by_undo && finding.bug_class && contains(possible, finding.bug_class);
  if (!agrees) {
    finding.bug_class = proof.found.bug_class;
    finding.candidates = std::move(proof.found.candidates);
    finding.exact.reset();
  }
  finding.reasons.emplace_back(std::move(proof.board));
}

void refine_cause(Finding& finding) {
  const Cause cause = entry_of(finding.bug_class.value_or(finding.candidates.front())).cause;
  const bool one_cause =
      finding.bug_class || std::ranges::all_of(finding.candidates, [cause](BugId each) {
        return entry_of(each).cause == cause;
      });
  if (!one_cause && finding.cause == Cause::Make) finding.cause = Cause::Unknown;
  // Moves that are made wrong elsewhere are tried wrong here.
  if (one_cause && cause == Cause::Make && finding.cause == Cause::Generation)
    finding.cause = Cause::Unknown;
  if (finding.cause != Cause::Hash && finding.cause != Cause::Unmake &&
      finding.cause != Cause::Unknown)
    return;
  if (one_cause && (cause == Cause::Count || cause == Cause::Unmake || cause == Cause::Hash)) {
    finding.cause = cause;
    if (has_fact(finding, Fact::CountsOfOtherMoves) && cause == Cause::Unmake)
      finding.reasons.emplace_back(Fact::NotPutBack);
    forget(finding, {Fact::CountsOfOtherMoves});
  } else if (finding.bug_class && cause == Cause::Generation) {
    finding.cause = cause;
    forget(finding, {Fact::CountsOfOtherMoves});
  }
  if (finding.cause != Cause::Unmake)
    forget(finding, {Fact::NotPutBack, Fact::CountsOneAndNoDrawRuleApplies});
}

}  // namespace perft_verify::verifier
