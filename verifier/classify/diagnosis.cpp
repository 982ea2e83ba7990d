#include "verifier/classify/diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "verifier/classify/classify_finding.h"
#include "verifier/shrink/reduce.h"
#include "verifier/shrink/symptom.h"

namespace perft_verify::verifier {
namespace {

bool says_nothing_of_moves(FindingKind kind) {
  return is_failure(kind) || kind == FindingKind::RejectedPosition;
}

std::string symptoms_text(const Finding& finding) {
  if (says_nothing_of_moves(finding.kind))
    return fmt::format("{}|{}", to_string(finding.kind),
                       reason_of<Failed>(finding)->failure.message);
  DivideDifference wrong;
  wrong.illegal = finding.illegal;
  wrong.missing = finding.missing;
  wrong.duplicate = finding.duplicate;
  // Whose list is spoiled by what is not put back, is chance.
  if (finding.cause != Cause::Generation && finding.cause != Cause::Make)
    return fmt::format("{}|{}", to_string(finding.cause), finding.bug_class);
  return fmt::format("{}|{}|{}{}", to_string(finding.kind), to_string(finding.cause),
                     fmt::join(symptoms_of(finding.fen, finding.chess960, wrong), "|"),
                     beyond_games(finding) ? "|beyond games" : "");
}

/// The class, or what is likeliest; empty if nothing is known.
std::string likeliest_class(const Finding& finding) {
  if (finding.bug_class != kUnclassified) return finding.bug_class;
  return finding.candidates.empty() ? "" : finding.candidates.front();
}

}  // namespace

bool KnownFaults::is_first(const std::string& symptoms, std::size_t row) {
  const std::lock_guard lock(mutex_);
  const auto [known, fresh] = first_row_.emplace(symptoms, row);
  if (fresh) return true;
  if (known->second < row) return false;
  known->second = row;
  return true;
}

Diagnosis::Diagnosis(reference::Generator& subject, reference::Generator& reference,
                     std::stop_token stop)
    : subject_(subject), reference_(reference), stop_(stop), interview_(subject, std::move(stop)) {}

void Diagnosis::examine(Finding& finding, std::size_t row, KnownFaults* known) {
  interview_.begin();
  finding.symptoms = symptoms_text(finding);
  if (says_nothing_of_moves(finding.kind)) return;
  if (known != nullptr && !known->is_first(finding.symptoms, row)) return;
  finding.reduced = reduce(subject_, reference_, finding, stop_, finding.questions);
  if (finding.bug_class == kUnclassified && subject_.lists_moves()) {
    Classification found = classify(finding, interview_);
    finding.bug_class = std::move(found.name);
    if (finding.bug_class != kUnclassified) {
      finding.candidates.clear();
      if (!found.note.empty()) finding.reasons.emplace_back(ClassifiedBy{std::move(found.note)});
      refine_cause(finding);
    } else if (!found.candidates.empty()) {
      finding.candidates = std::move(found.candidates);
    }
  }
  finding.questions += interview_.asked();
}

/// Wrong only from some depth on may be a table or a fault of taking back that needs some plies;
/// a bug that counts exactly the same decides it.
void Diagnosis::refine_cause(Finding& finding) {
  if (finding.cause != Cause::Hash && finding.cause != Cause::Unmake &&
      finding.cause != Cause::Unknown)
    return;
  if (finding.bug_class.starts_with("count-")) finding.cause = Cause::Count;
  if (finding.bug_class.starts_with("unmake-")) finding.cause = Cause::Unmake;
  if (finding.bug_class.starts_with("hash-")) finding.cause = Cause::Hash;
  if (finding.bug_class.ends_with("-cuts-perft")) finding.cause = Cause::Count;
}

bool same_root_cause(const Finding& a, const Finding& b) {
  const std::string name = likeliest_class(a);
  if (name.empty() || name != likeliest_class(b)) return false;
  // What is seen in a position from a game is not excused by another that is from none.
  if (beyond_games(a).has_value() != beyond_games(b).has_value()) return false;
  const bool named = a.bug_class != kUnclassified || b.bug_class != kUnclassified;
  return named || a.cause == b.cause;
}

}  // namespace perft_verify::verifier
