#include "verifier/run/judge/ruling.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "verifier/diagnose/finding_per_bug.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/bisect.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::FailureKind;
using reference::Question;

Ruling::Ruling(const RunOptions& options, reference::Generator& subject,
               reference::Generator& reference, std::stop_token stop, KnownFaults* known_faults)
    : options_(options),
      subject_(subject),
      reference_(reference),
      stop_(std::move(stop)),
      diagnosis_(subject, reference, stop_),
      confirmer_(subject, options.live_reference ? options.live_reference : options.reference,
                 options.second_reference, stop_),
      known_faults_(known_faults) {}

void Ruling::reference_failed(const reference::Failure& failure, RowState& state) {
  state.leave_undecided(
      {failure.kind == FailureKind::RejectedPosition
           ? fmt::format("the reference disagrees on the position: {}", failure.message)
           : fmt::format("the reference failed: {}", failure.message),
       failure.kind == FailureKind::Stopped});
}

void Ruling::settle_mismatch(const Question& question, const Divide& subject, Divide reference,
                             RowState& state) {
  std::string why = kNotRepeated;
  for (int time = 0; time < kTries; ++time) {
    auto finding = locate(question, subject, reference);
    if (!finding && finding.error().stopped) return state.leave_undecided(finding.error());
    if (finding) {
      if (settle(std::move(*finding), subject, reference, state) == Settled::Row) return;
    } else {
      why = finding.error().reason;
    }
    if (takes_new_answer(question, subject, reference, state)) return;
    reference_.restart();
  }
  if (state.result.recorded_nodes == subject.total && subject.total != reference.total) {
    // However the reference's moves turn out, its count stands against two here.
    if (settle(Bisection::unlocated(question, subject, reference, why), subject, reference,
               state) == Settled::Row)
      return;
  }
  reference_contradicts_itself(why, state);
}

std::expected<Finding, Undecided> Ruling::locate(const Question& question, const Divide& subject,
                                                 const Divide& reference) {
  if (!options_.bisect) return Bisection::unlocated(question, subject, reference);
  auto finding = Bisection(subject_, reference_, question, stop_).locate(subject, reference);
  if (finding || finding.error().stopped || finding.error().reference_unreliable) return finding;
  // The counts differ, even if the bisection has failed.
  return Bisection::unlocated(question, subject, reference, finding.error().reason);
}

Ruling::Settled Ruling::settle(Finding finding, const Divide& subject, const Divide& reference,
                               RowState& state) {
  const auto standing = confirmer_.confirm(finding);
  if (!standing) {
    reference_failed(standing.error(), state);
    return Settled::Row;
  }
  const std::string name = reference_.identity().name;
  const auto recorded = state.result.recorded_nodes;
  const bool recorded_decides = recorded && subject.total != reference.total;
  if (standing->second_sides_with(Side::Subject)) {
    if (!standing->repeated) return Settled::SubjectIsRight;
    if (!recorded_decides || *recorded != reference.total) {
      state.leave_undecided(
          {fmt::format(
               "the reference stands alone: {} agrees with the engine{}, {} does "
               "not, each time it is asked",
               standing->second->by,
               finding.path.empty() ? "" : fmt::format(" after {}", fmt::join(finding.path, " ")),
               name),
           false});
      return Settled::Row;
    }
    finding.reasons.emplace_back(RecordedCount{*recorded, "the suite", Side::Reference});
  } else if (!standing->blames_subject()) {
    return Settled::Nothing;
  }
  if (!standing->repeated) finding.reasons.emplace_back(Fact::ReferenceDidNotRepeat);
  if (standing->second)
    finding.reasons.emplace_back(Vote{standing->second->by, standing->second->side, name});
  if (recorded_decides && *recorded == subject.total)
    finding.reasons.emplace_back(RecordedCount{*recorded, "the suite"});
  diagnose(std::move(finding), state);
  return Settled::Row;
}

bool Ruling::takes_new_answer(const Question& question, const Divide& subject, Divide& reference,
                              RowState& state) {
  const auto again = confirmer_.ask_again(question);
  if (!again) {
    reference_failed(again.error(), state);
    return true;
  }
  if (*again == reference) return false;
  const auto cannot_decide = [&](const std::string& who) {
    state.leave_undecided(
        {fmt::format("the reference counts {} at depth {}, and in a fresh process {}; {}",
                     reference.total, question.depth, again->total, who),
         false});
    return true;
  };
  const auto third = confirmer_.ask_second(question);
  if (!third) return cannot_decide("there is no second reference to decide");
  const std::string name = confirmer_.name_of_second();
  const bool right =
      agree(confirmer_.beside(question, subject, *third), *third, options_.totals_only());
  if (right && *again != *third)
    return cannot_decide(fmt::format("{} agrees with the engine", name));
  if (!right && *third != *again && *third != reference)
    return cannot_decide(fmt::format("{} agrees with neither", name));
  reference_.remember(question, *third);
  if (right) {
    state.agree(question.depth, confirmer_.beside(question, subject, *third), *third);
    return true;
  }
  reference = *third;
  state.result.reference_nodes = reference.total;
  return false;
}

std::optional<Finding> Ruling::wrong_before_failing(const Question& question) {
  if (!options_.bisect || !question.moves.empty()) return std::nullopt;
  for (int depth = 1; depth < question.depth; ++depth) {
    Question lesser = question;
    lesser.depth = depth;
    lesser.expected_nodes = 0;
    auto both = ask_both(subject_, reference_, lesser, stop_);
    if (!both) return std::nullopt;  // it fails there as well
    if (!difference(both->subject, both->reference).any()) continue;
    auto finding = Bisection(subject_, reference_, lesser, stop_)
                       .locate(std::move(both->subject), std::move(both->reference));
    if (!finding || is_failure(finding->kind)) return std::nullopt;
    return std::move(*finding);
  }
  return std::nullopt;
}

void Ruling::subject_failed(const Question& question, const AskFailure& asked, RowState& state) {
  if (is_fault(asked.failure.kind) && asked.repeatable) {
    if (auto before = wrong_before_failing(question)) {
      const auto standing = confirmer_.confirm(*before);
      if (standing && standing->blames_subject()) return diagnose(std::move(*before), state);
    }
    return diagnose(finding_of_failure(question, question, asked.failure), state);
  }
  if (const auto kept = diagnosis_.kept_by_reader(question.root.fen, asked.failure)) {
    Finding finding = finding_of_failure(question, question, asked.failure);
    finding.reasons.emplace_back(*kept);
    return diagnose(std::move(finding), state);
  }
  state.leave_undecided(
      {asked.repeatable
           ? asked.failure.message
           : fmt::format("not repeatable: {}; a fresh process answered", asked.failure.message),
       asked.failure.kind == FailureKind::Stopped});
}

void Ruling::diagnose(Finding finding, RowState& state) {
  std::vector<Finding> findings;
  if (options_.bisect) {
    findings =
        findings_per_bug(std::move(finding), diagnosis_, confirmer_, state.index, known_faults_,
                         state.result.depth.value_or(0), options_.reproduce_options);
  } else {
    findings.push_back(std::move(finding));
    complete(findings.front(), confirmer_, options_.reproduce_options);
  }
  if (stop_.stop_requested()) state.cut_short = true;
  if (diagnosis_.lacks_answers()) state.lacks_answers = true;
  write(std::move(findings), state);
}

void Ruling::write(std::vector<Finding> findings, RowState& state) {
  for (Finding& each : findings) {
    if (options_.save_replay)
      if (auto saved = options_.save_replay(each)) each.reasons.emplace_back(std::move(*saved));
    state.findings.push_back(std::move(each));
  }
  state.result.verdict = Verdict::Mismatch;
  state.done = true;
}

void Ruling::reference_contradicts_itself(const std::string& why, RowState& state) {
  state.leave_undecided({fmt::format("{}; in a fresh process as well", why), false});
}

}  // namespace perft_verify::verifier
