#include "verifier/tools/fuzz/relation_findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/fen.h"
#include "core/line.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/ask.h"
#include "verifier/locate/both_sides.h"

namespace perft_verify::verifier {
namespace {

using Relation = OwnAnswer::Relation;

/// A fresh process costs more than all other questions of a case.
constexpr std::uint64_t kFreshOneIn = 64;

/// The case without the piece on a square of its root; nothing where it is no case then.
std::optional<FuzzCase> without(const FuzzCase& fuzz_case, Square square) {
  const auto root = admitted(fuzz_case.question.root);
  if (!root) return std::nullopt;
  PositionParts parts = root->parts();
  parts.clear(square);
  const auto smaller = admitted(parts);
  if (!smaller) return std::nullopt;
  Line line(*smaller);
  if (!line.push_texts(fuzz_case.question.moves)) return std::nullopt;
  FuzzCase result = fuzz_case;
  result.question.root = root_of(*smaller);
  result.position = line.position();
  return result;
}

/// Takes off what can be taken off, one piece after the other, as long as the relation is broken.
BrokenRelation smallest(FuzzCase& fuzz_case, BrokenRelation seen, reference::Generator& subject,
                        const std::stop_token& stop) {
  for (bool again = true; again && !stop.stop_requested();) {
    again = false;
    for (int at = 0; at < kSquareCount; ++at) {
      auto smaller = without(fuzz_case, square_at(at));
      if (!smaller || smaller->question.root == fuzz_case.question.root) continue;
      auto still = broken(seen.relation, *smaller, subject, stop);
      if (!still) continue;
      fuzz_case = std::move(*smaller);
      seen = std::move(*still);
      again = true;
    }
  }
  return seen;
}

std::string words_of(const DivideDifference& wrong) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  constexpr std::size_t kMost = 3;
  for (std::size_t at = 0; at < std::min(kMost, wrong.illegal.size()); ++at)
    add(wrong.illegal[at] + " only here");
  for (std::size_t at = 0; at < std::min(kMost, wrong.missing.size()); ++at)
    add(wrong.missing[at] + " only there");
  for (std::size_t at = 0; at < std::min(kMost, wrong.duplicate.size()); ++at)
    add(wrong.duplicate[at] + " twice");
  for (std::size_t at = 0; at < std::min(kMost, wrong.counts.size()); ++at)
    add(fmt::format("{} {} here, {} there", wrong.counts[at].move, wrong.counts[at].subject,
                    wrong.counts[at].reference));
  return text.empty() ? "the totals differ" : text;
}

Finding finding_of(const BrokenRelation& seen, const FuzzCase& fuzz_case) {
  Finding finding;
  finding.kind = FindingKind::WrongCount;
  finding.root = seen.question.root;
  finding.path = seen.question.moves;
  finding.fen = fuzz_case.position.fen();
  finding.counts = Counts{seen.answer.total, seen.expected.total};
  finding.subject_divide = seen.answer;
  finding.reference_divide = seen.expected;
  finding.divide_depth = seen.question.depth;
  finding.reproduce_fen = seen.question.root.fen;
  finding.reproduce_depth = seen.question.depth + static_cast<int>(seen.question.moves.size());
  finding.reasons.emplace_back(OwnAnswer{seen.relation, seen.other.root.fen, seen.other.moves,
                                         seen.other.depth,
                                         words_of(difference(seen.answer, seen.expected))});
  return finding;
}

}  // namespace

BatchResult compare_with_itself(const std::vector<FuzzCase>& cases, reference::Generator& subject,
                                const std::stop_token& stop) {
  BatchResult result;
  for (const FuzzCase& each : cases) {
    if (stop.stop_requested()) return {};
    const auto answer = ask_subject(subject, each.question, stop);
    if (!answer) {
      result.suspects.push_back({.fuzz_case = each});
      continue;
    }
    result.nodes += answer->total;
    for (const Relation relation : kRelations) {
      if (relation == Relation::FreshProcess && each.number % kFreshOneIn != 0) continue;
      auto found = broken(relation, each, subject, stop);
      if (!found) continue;
      result.suspects.push_back({.fuzz_case = each, .relation = std::move(found)});
      break;
    }
  }
  return result;
}

void RelationJudge::inspect_failure(const SuspectCase& suspect) {
  const reference::Question& question = suspect.fuzz_case.question;
  const auto answer = ask_subject(subject_, question, stop_);
  if (answer || stop_.stop_requested()) return;
  const auto& [failure, repeatable] = answer.error();
  if (!is_fault(failure.kind) || !repeatable) {
    ++undecided_[failure.message];
    return;
  }
  Finding finding = finding_of_failure(question, question, failure);
  finding.symptoms = failure_signature(finding.kind, failure.message);
  finding.reproduce = reproduce_(suspect.fuzz_case.number);
  const auto [known, fresh] = failures_.emplace(finding.symptoms, findings_.size());
  if (fresh) {
    findings_.push_back({std::move(finding), suspect.fuzz_case, 1});
  } else {
    ++findings_[known->second].positions;
  }
}

void RelationJudge::inspect(const SuspectCase& suspect) {
  if (!suspect.relation) return inspect_failure(suspect);
  const Relation relation = suspect.relation->relation;
  if (const auto known = found_.find(relation); known != found_.end()) {
    ++findings_[known->second].positions;
    return;
  }
  FuzzCase fuzz_case = suspect.fuzz_case;
  BrokenRelation seen = *suspect.relation;
  if (relation != Relation::FreshProcess) {
    subject_.restart();
    auto again = broken(relation, fuzz_case, subject_, stop_);
    if (stop_.stop_requested()) return;
    if (!again) {
      ++undecided_["not repeatable: a fresh process does not contradict itself there"];
      return;
    }
    seen = smallest(fuzz_case, std::move(*again), subject_, stop_);
  }
  found_[relation] = findings_.size();
  Finding finding = finding_of(seen, fuzz_case);
  finding.reproduce = reproduce_(suspect.fuzz_case.number);
  findings_.push_back({std::move(finding), suspect.fuzz_case, 1});
}

}  // namespace perft_verify::verifier
