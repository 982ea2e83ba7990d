#include "verifier/classify/probed_subject.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/fen.h"
#include "core/line.h"
#include "core/rules/plausibility.h"
#include "reference/mailbox/mailbox_generator.h"
#include "verifier/classify/standard_probes.h"
#include "verifier/finding/difference.h"
#include "verifier/finding/state_difference.h"
#include "verifier/locate/ask.h"

namespace perft_verify::verifier {

using reference::Question;

void ProbedSubject::begin() {
  asked_ = 0;
  probes_counted_ = false;
  lacks_answers_ = false;
}

std::optional<Observation> ProbedSubject::observe(Question question) {
  if (stop_.stop_requested()) return std::nullopt;
  subject_.restart();
  ++asked_;
  auto answer = ask_subject(subject_, question, stop_);
  if (!answer) {
    lacks_answers_ = lacks_answers_ || is_fault(answer.error().failure.kind);
    return std::nullopt;
  }
  return Observation{std::move(question), std::move(*answer)};
}

namespace {

/// The number of unanswered questions in a row after which no more are asked.
constexpr std::size_t kMostFailures = 5;
/// The most bugs of one explanation.
constexpr std::size_t kMostBugs = 6;

bool is_wrong_beyond_games(const Sighting& seen) {
  if (seen.wrong.empty() || seen.probe->board) return false;
  const reference::Question& question = seen.probe->question;
  const auto root = admitted(question.root);
  return root && !impossible_checks(*root).empty();
}

/// Whether one class fits all wrong lists under simple conditions: then nothing is told apart.
bool are_of_one_class(const std::vector<Sighting>& lists) {
  std::vector<Evidence> known;
  const Evidence* first = nullptr;
  known.reserve(lists.size());
  for (const Sighting& each : lists) {
    const Scene* const scene = standard_probes()[*each.probe->number].scene;
    if (scene == nullptr) continue;
    known.push_back({scene, wrong_moves_of(each.wrong)});
    if (first == nullptr && !each.wrong.empty()) first = &known.back();
  }
  return first != nullptr && classify_moves(*first->scene, first->wrong, known).bug_class;
}

}  // namespace

void ProbedSubject::focus_on(const Sighting& here) {
  if (subject_.identity().kind != "script") return;
  chosen_ = telling_probes(here, totals_only(), [this](const Probe& probe) {
    return (!probe.board || subject_.shows_board()) &&
           (probe.question.moves.empty() || subject_.plays_moves());
  });
  probe_answers_.reset();
  explained_ = nullptr;
  misreading_.reset();
}

const std::vector<Sighting>& ProbedSubject::probe_answers() {
  if (!probe_answers_) {
    const std::size_t before = std::exchange(asked_, 0);
    probe_answers_.emplace();
    ask_standard_probes();
    probe_questions_ = std::exchange(asked_, before);
  }
  if (!std::exchange(probes_counted_, true)) asked_ += probe_questions_;
  return *probe_answers_;
}

bool ProbedSubject::may_play_chess960() {
  const auto is_chess960 = [](const Sighting& each) { return each.probe->question.root.chess960; };
  return chosen_ || std::ranges::any_of(probe_answers(), is_chess960);
}

bool ProbedSubject::has_unexplained_counts() {
  if (!explained().sets.empty()) return false;
  bool any = false;
  for (const Sighting& each : probe_answers()) {
    if (each.wrong.empty()) continue;
    if (each.probe->question.depth == 1) return false;
    any = true;
  }
  return any;
}

bool ProbedSubject::counts_right_despite(BugId bug_class) {
  bool modeled = false;
  for (const Hypothesis& each : all_hypotheses()) {
    const zoo::Bug& bug = bug_of(each);
    if (each.only || bug.bug_class() != bug_class) continue;
    modeled = true;
    const auto example = make_probe(reference::question_at(standard(bug.fen), {}, bug.depth));
    const auto seen = example ? observe(example->question) : std::nullopt;
    if (!seen) continue;
    const Deviations as_modeled = predicted(std::span(&each, 1), *example, totals_only());
    if (!shared(as_modeled, deviations_in(seen->answer, *example)).empty()) return false;
  }
  return modeled;
}

void ProbedSubject::ask_standard_probes() {
  // The answers must not depend on earlier questions.
  subject_.restart();
  std::size_t failures = 0;
  fails_at_probes_ = false;
  bool misreads = false;
  std::optional<bool> plays_chess960;
  for (const StandardProbe& each : standard_probes()) {
    const Probe& probe = each.probe;
    if (chosen_ && !std::ranges::binary_search(*chosen_, *probe.number)) continue;
    const reference::Question& question = probe.question;
    if (stop_.stop_requested()) break;
    if (question.root.chess960 && plays_chess960 == false) continue;
    if (!question.moves.empty() && !subject_.plays_moves()) continue;
    if (probe.board) {
      if (!subject_.shows_board()) continue;
      ++asked_;
      if (const auto shown = subject_.board(question, stop_))
        probe_answers_->push_back({&probe, deviations_of_board(*shown, probe.right_board)});
      continue;
    }
    ++asked_;
    const auto answer = ask_subject(subject_, question, stop_);
    if (!answer) {
      // If it shows another board than it was given, that is known from the board.
      if (answer.error().failure.kind == reference::FailureKind::RejectedPosition) {
        misreads = true;
        continue;
      }
      // It may not know a move that leads there; its lists of moves show that.
      if (!question.moves.empty()) continue;
      if (question.root.chess960) plays_chess960 = false;
      fails_at_probes_ = ++failures == kMostFailures;
      if (fails_at_probes_) break;
      continue;
    }
    failures = 0;
    if (question.root.chess960) plays_chess960 = true;
    Deviations wrong = deviations_in(*answer, probe);
    // Wrong counts and hash faults may depend on earlier questions.
    if (question.depth > 1 && !wrong.empty()) {
      auto again = asked_again(probe);
      if (!again) continue;
      wrong = std::move(*again);
    }
    probe_answers_->push_back({&probe, std::move(wrong)});
  }
  subject_.restart();
  if (misreads) forget_misread_roots();
}

/// Answers after moves from a root that was read wrongly: what an engine makes of these moves there
/// is its own affair, and says nothing of its other bugs.
void ProbedSubject::forget_misread_roots() {
  std::map<std::string, bool> misread;
  std::erase_if(*probe_answers_, [&](const Sighting& each) {
    Question question = each.probe->question;
    if (question.moves.empty() || !subject_.shows_board()) return false;
    question.moves.clear();
    const auto [known, is_new] = misread.try_emplace(question.root.fen, false);
    if (is_new) {
      ++asked_;
      const auto shown = subject_.board(question, stop_);
      known->second = shown ? !deviations_of_board(*shown, question.root).empty()
                            : shown.error().kind == reference::FailureKind::RejectedPosition;
    }
    return known->second;
  });
}

reference::Answer<reference::Divide> ProbedSubject::answer_now(const Question& question) {
  ++asked_;
  auto answer = ask_subject(subject_, question, stop_);
  if (!answer) return std::unexpected(std::move(answer.error().failure));
  return std::move(*answer);
}

/// The answer of a fresh process.
std::optional<Deviations> ProbedSubject::asked_again(const Probe& probe) {
  subject_.restart();
  ++asked_;
  const auto answer = ask_subject(subject_, probe.question, stop_);
  if (!answer) return std::nullopt;
  return deviations_in(*answer, probe);
}

Deviations ProbedSubject::deviations_in(const reference::Divide& answer, const Probe& probe) {
  return deviations_of(answer, probe.right, totals_only());
}

const Explained& ProbedSubject::explained() {
  const std::vector<Sighting>& seen = probe_answers();
  if (explained_ != nullptr) return *explained_;
  // An engine that relies on positions from games may be right in all of them.
  if (std::ranges::any_of(seen, is_wrong_beyond_games)) {
    explained_ = &known_or([&] { return explain(seen, kMostBugs, totals_only()); });
    if (!explained_->sets.empty()) return *explained_;
    std::erase_if(*probe_answers_, is_wrong_beyond_games);
  }
  explained_ = &known_or([&] { return explanation_of(seen); });
  return *explained_;
}

const std::optional<PiecesMisread>& ProbedSubject::misreading() {
  if (!misreading_)
    misreading_ = totals_only() ? std::nullopt : misreading_of_pieces(probe_answers());
  return *misreading_;
}

bool ProbedSubject::keeps_of_position_before(Fact what) {
  const auto& [with, without] = position_before(what);
  const auto [kept, is_new] = kept_.try_emplace(what);
  if (is_new) {
    const std::size_t before = std::exchange(asked_, 0);
    subject_.restart();
    died_ = false;
    // The position before is none, the other one, or the one in which moves have lost the field.
    const auto first = wrong_moves(standard(without), {});
    const auto first_with = wrong_moves(standard(with), {});
    const auto after_other = wrong_moves(standard(without), {});
    if (subject_.plays_moves()) wrong_moves(standard(with), {"e1e2", "e8e7"});
    const auto after_loss = wrong_moves(standard(without), {});
    if (subject_.plays_moves()) wrong_moves(standard(with), {"e1e2", "e8e7"});
    const auto with_after_loss = wrong_moves(standard(with), {});
    // A list that is not emptied has the kings' moves twice.
    const auto repeats = [](const auto& wrong) { return wrong && !wrong->duplicate.empty(); };
    // A subject that dies of one of them says nothing of its reader.
    const bool differ =
        !died_ && (first != after_other || first != after_loss || first_with != with_after_loss) &&
        !repeats(first_with) && !repeats(after_other);
    kept->second = {
        .something = differ && !(reads_right(without, with) && reads_right(with, without)),
        .questions = std::exchange(asked_, before)};
  }
  asked_ += kept->second.questions;
  return kept->second.something;
}

/// Whether its own board is that of the FEN which it is sent after another one.
bool ProbedSubject::reads_right(const char* fen, const char* before) {
  if (!subject_.shows_board()) return false;
  wrong_moves(standard(before), {});
  if (!wrong_moves(standard(fen), {})) return false;
  return shows_right_board(reference::question_at(standard(fen), {}, 1));
}

/// The explanation of these answers, computed once.
const Explained& ProbedSubject::known_or(const std::function<Explained()>& explanation) {
  std::vector<std::pair<std::size_t, Deviations>> answers;
  for (const Sighting& each : *probe_answers_)
    answers.emplace_back(*each.probe->number, each.wrong);
  const auto [known, is_new] = explanations_.try_emplace(std::move(answers));
  if (is_new) {
    known->second = explanation();
    if (fails_at_probes_) known->second.complete = false;
  }
  return known->second;
}

Explained ProbedSubject::explanation_of(const std::vector<Sighting>& seen) const {
  Explained all = explain(seen, kMostBugs, totals_only());
  if (!all.sets.empty()) return all;
  // A fault of counting or of taking back that no model has does not spoil the lists of moves.
  std::vector<Sighting> lists;
  std::ranges::copy_if(seen, std::back_inserter(lists),
                       [](const Sighting& each) { return each.probe->question.depth == 1; });
  all = explain(lists, kMostBugs, totals_only());
  if (all.sets.empty() && !totals_only() && !are_of_one_class(lists))
    all = explain_apart(lists, kMostBugs);
  all.counts = false;
  return all;
}

std::optional<WrongMoves> ProbedSubject::wrong_moves(const Root& root,
                                                     const std::vector<std::string>& moves,
                                                     int counted_before) {
  if (stop_.stop_requested()) return std::nullopt;
  Question question = reference::question_at(root, moves, 1);
  question.counted_before = counted_before;
  ++asked_;
  const auto ours = ask_subject(subject_, question, stop_);
  if (!ours) {
    const reference::FailureKind kind = ours.error().failure.kind;
    lacks_answers_ = lacks_answers_ || is_fault(kind);
    died_ = died_ || (is_fault(kind) && kind != reference::FailureKind::RejectedPosition);
    return std::nullopt;
  }
  const auto theirs = mailbox::make_mailbox_generator()->divide(question, stop_);
  if (!theirs) return std::nullopt;
  return difference(*ours, *theirs);
}

std::optional<std::string> ProbedSubject::board(const Question& question) {
  if (stop_.stop_requested()) return std::nullopt;
  ++asked_;
  auto shown = subject_.board(question, stop_);
  return shown ? std::optional(std::move(*shown)) : std::nullopt;
}

bool ProbedSubject::shows_right_board(const Question& question) {
  const auto root = admitted(question.root);
  Line line(root.value_or(Position()));
  if (!root || !line.push_texts(question.moves)) return false;
  const auto shown = board(question);
  const auto differs = shown ? state_difference(root_of(line.position()), *shown) : std::nullopt;
  return differs && !differs->any();
}

std::optional<CountedPosition> ProbedSubject::count_at(const Root& root, int depth) {
  // Several positions are counted for one finding.
  constexpr std::uint64_t kMostCounted = 200'000;
  const auto probe = make_probe(reference::question_at(root, {}, depth), false, kMostCounted);
  const auto seen = probe ? observe(probe->question) : std::nullopt;
  if (!seen) return std::nullopt;
  CountedPosition counted{
      .root = root,
      .depth = depth,
      .lines = {},
      .other_moves = wrong_moves_of(deviations_of(seen->answer, probe->right)).any()};
  for (const auto& line : probe->right.lines) {
    const auto ours = std::ranges::find(seen->answer.lines, line.move, &reference::RootCount::move);
    if (ours != seen->answer.lines.end())
      counted.lines.push_back({line.move, ours->nodes, line.nodes});
  }
  return counted;
}

}  // namespace perft_verify::verifier
