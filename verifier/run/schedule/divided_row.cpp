#include "verifier/run/schedule/divided_row.h"

#include <algorithm>
#include <utility>

#include "core/contains.h"
#include "verifier/finding/difference.h"

namespace perft_verify::verifier {

using reference::Answer;
using reference::Divide;

void KnownParts::add(JournalPart part) {
  if (part.subject && part.subject_moves.empty()) {
    subject = std::move(part.subject);
  } else if (part.subject) {
    std::ranges::move(part.subject_moves, std::back_inserter(subject_moves));
    std::ranges::move(part.subject->lines, std::back_inserter(subject_lines.lines));
    subject_lines.total = sum_of_lines(subject_lines);
  }
  subject_seconds += part.subject_seconds;
  if (part.counts.empty()) return;
  if (part.ply != tree.ply) tree.counts.clear();
  tree.ply = part.ply;
  for (auto& [path, count] : part.counts) tree.counts.insert_or_assign(std::move(path), count);
  reference_seconds += part.reference_seconds;
}

DividedRow::DividedRow(std::size_t row, std::vector<double> nodes, double most_nodes, int shallow,
                       const DivisionRules& rules, KnownParts known)
    : row_(row),
      depth_(static_cast<int>(nodes.size()) - 1),
      nodes_(nodes.back()),
      shallow_(shallow),
      rules_(rules),
      known_(std::move(known)),
      tree_(std::move(nodes), most_nodes, std::move(known_.tree)),
      reference_seconds_(known_.reference_seconds) {}

Job DividedRow::job(decltype(Job::task) task, double nodes, std::size_t part) {
  nodes_given_ += nodes;
  return {.row = row_, .depth = depth_, .nodes = nodes, .part = part, .task = std::move(task)};
}

std::optional<Job> DividedRow::next(unsigned worker) {
  if (judged_) return std::nullopt;
  if (phase_ == Phase::Closed) {
    phase_ = Phase::Outlining;
    return job(OutlineRow{shallow_, !rules_.measured});
  }
  const auto& answer = tree_.answer();
  if (tree_.is_put_together() && !std::exchange(kept_, true)) return job(KeepAnswer{**answer});
  if (ready()) {
    const bool agree = subject_.answer && *answer && !difference(*subject_.answer, **answer).any();
    // The next answer of a wrong subject may depend on earlier questions.
    if (!agree && !by_anyone_ && worker != asked_by_) return std::nullopt;
    judged_ = true;
    auto reference = answer ? *answer : Answer<Divide>(Divide{});
    return job(JudgeRow{{std::move(subject_), std::move(reference), reference_seconds_}},
               nodes_ - nodes_given_);
  }
  if (auto task = next_of_subject()) return task;
  if (!subject_.answer) return std::nullopt;  // the reference's answer would not be used
  auto task = tree_.next();
  if (!task) return std::nullopt;
  const double share = nodes_ * (1 - rules_.subject_share) * task->share;
  return std::visit([&](auto& ask) { return job(std::move(ask), share, task->part); }, task->ask);
}

std::optional<Job> DividedRow::next_of_subject() {
  if (next_subject_job_ >= subject_jobs_.size() || !subject_.answer) return std::nullopt;
  const std::size_t at = next_subject_job_++;
  return job(subject_jobs_[at], subject_nodes_[at], at);
}

void DividedRow::take(unsigned worker, const Job& job, JobResult result) {
  if (auto* outline = std::get_if<Answer<Outline>>(&result.found)) {
    take_outline(std::move(*outline));
  } else if (auto* answer = std::get_if<SubjectAnswer>(&result.found)) {
    take_subject(worker, std::get<AskSubject>(job.task), std::move(*answer));
  } else if (auto* found = std::get_if<Answer<std::vector<Expansion>>>(&result.found)) {
    reference_seconds_ += result.seconds;
    if (!*found) return tree_.fail(std::move(found->error()));
    tree_.take_expansions(job.part, std::move(**found));
  } else if (auto* counts = std::get_if<Answer<std::vector<std::uint64_t>>>(&result.found)) {
    reference_seconds_ += result.seconds;
    if (!*counts) return tree_.fail(std::move(counts->error()));
    tree_.take_counts(job.part, **counts);
  }
}

void DividedRow::forget(unsigned worker) { by_anyone_ = by_anyone_ || asked_by_ == worker; }

void DividedRow::take_outline(Answer<Outline> outline) {
  phase_ = Phase::Open;
  if (!outline) {
    prepare_subject({});
    return tree_.fail(std::move(outline.error()));
  }
  if (outline->pace) rules_.pace = *outline->pace;
  if (outline->remembered) {
    prepare_subject(*outline->remembered);
    return tree_.finish(std::move(*outline->remembered));
  }
  prepare_subject(outline->root);
  tree_.begin(outline->root, rules_);
}

/// One question, or several of about the same size if that hides nothing: then the last asks for
/// all lines that no other question asks for.
void DividedRow::prepare_subject(const Divide& root) {
  subject_.seconds = known_.subject_seconds;
  subject_.answer = Divide{};
  if (known_.subject) {
    subject_.answer = std::move(*known_.subject);
    return;
  }
  const double nodes = nodes_ * rules_.subject_share;
  const AskSubject whole{moves_of(root), std::nullopt};
  // The subject's time per node differs from that of the reference.
  const double part_nodes =
      rules_.part_nodes * (1 - rules_.subject_share) / std::max(rules_.subject_share, 1e-6);
  if (rules_.subject_in_parts && part_nodes > 0 && nodes_ > 1.5 * part_nodes) {
    add_subject_lines(known_.subject_lines);
    AskSubject rest{whole.root_moves, reference::LineFilter{known_.subject_moves, true}};
    std::vector<const reference::RootCount*> lines;
    for (const auto& line : root.lines)
      if (!contains(known_.subject_moves, line.move)) lines.push_back(&line);
    std::ranges::stable_sort(lines, std::ranges::greater{},
                             [](const auto* line) { return line->nodes; });
    const double scale = static_cast<double>(std::max<std::uint64_t>(root.total, 1));
    reference::LineFilter part;
    double share = 0;
    double rest_share = 1;
    for (const auto* line : lines) {
      part.moves.push_back(line->move);
      share += static_cast<double>(line->nodes) / scale;
      if (share * nodes_ < part_nodes) continue;
      std::ranges::copy(part.moves, std::back_inserter(rest.part->moves));
      subject_jobs_.push_back({whole.root_moves, std::exchange(part, {})});
      subject_nodes_.push_back(nodes * share);
      rest_share -= std::exchange(share, 0);
    }
    subject_jobs_.push_back(std::move(rest));
    subject_nodes_.push_back(nodes * std::max(rest_share, 0.0));
  } else {
    subject_jobs_.push_back(whole);
    subject_nodes_.push_back(nodes);
  }
  subject_jobs_left_ = subject_jobs_.size();
}

void DividedRow::take_subject(unsigned worker, const AskSubject& asked, SubjectAnswer answer) {
  --subject_jobs_left_;
  subject_.seconds += answer.seconds;
  if (!subject_.answer) return;  // one failure is enough
  if (asked.part && answer.answer) return add_subject_lines(*answer.answer);
  subject_.answer = std::move(answer.answer);
  subject_.before = std::move(answer.before);
  asked_by_ = worker;
  by_anyone_ = asked.part.has_value();
}

void DividedRow::add_subject_lines(const Divide& lines) {
  Divide& all = *subject_.answer;
  std::ranges::copy(lines.lines, std::back_inserter(all.lines));
  std::ranges::sort(all.lines);
  if (__builtin_add_overflow(all.total, lines.total, &all.total))
    subject_.answer = std::unexpected(AskFailure{too_many_nodes(), true});
}

bool DividedRow::ready() const {
  if (phase_ == Phase::Outlining) return false;
  if (!subject_.answer) return true;
  return subject_jobs_left_ == 0 && tree_.answer().has_value();
}

}  // namespace perft_verify::verifier
