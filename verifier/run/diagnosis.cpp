#include "verifier/run/diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/fen.h"
#include "reference/mailbox/mailbox_generator.h"
#include "verifier/compare/witness.h"
#include "verifier/diagnose/counting.h"
#include "verifier/diagnose/leftovers.h"
#include "verifier/diagnose/neighbors.h"
#include "verifier/diagnose/state.h"
#include "verifier/reduce/reduce.h"
#include "verifier/reduce/symptom.h"
#include "verifier/run/models.h"

namespace perft_verify::verifier {

using reference::Question;

namespace {

bool is_failure(FindingKind kind) {
  return kind == FindingKind::Crash || kind == FindingKind::Timeout ||
         kind == FindingKind::Protocol || kind == FindingKind::RejectedPosition;
}

Question question_of(std::string fen, bool chess960, std::vector<std::string> moves, int depth) {
  return {.root = std::move(fen),
          .chess960 = chess960,
          .moves = std::move(moves),
          .depth = depth,
          .expected_nodes = 0,
          .known_moves = {}};
}

/// Positions in which taking back, counting and remembering go wrong in different ways.
struct CountingProbe {
  const char* fen;
  int depth;
};
constexpr CountingProbe kCountingProbes[] = {
    {"4k3/8/8/3pPP2/8/8/8/4K3 w - d6 0 1", 2},  {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2},
    {"7k/P7/8/8/8/8/8/7K b - - 0 1", 3},        {"4k3/8/8/8/8/2b5/1P6/K7 w - - 0 1", 3},
    {"r3k3/8/8/8/8/8/8/4K2R w - - 0 1", 3},     {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 4},
    {"4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1", 4}, {"4k3/8/8/8/8/8/8/B3K2R w K - 0 1", 3},
    {"7k/P7/8/8/8/8/8/7K w - - 0 1", 3},        {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 2},
};

WrongMoves wrong_moves_of(const Finding& finding) {
  return {finding.illegal, finding.missing, finding.duplicate};
}

std::string symptoms_text(const Finding& finding) {
  if (is_failure(finding.kind))
    return fmt::format("{}|{}", to_string(finding.kind), finding.explanation);
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
                     std::stop_token stop, GeneratorFactory second_reference)
    : subject_(subject),
      reference_(reference),
      stop_(std::move(stop)),
      make_second_(std::move(second_reference)) {}

/// Who of three stands alone.
void Diagnosis::add_second_opinion(Finding& finding) {
  if (!make_second_ || !finding.subject_divide || !finding.reference_divide) return;
  if (!second_) second_ = make_second_();
  const Question question =
      question_of(finding.root, finding.chess960, finding.path, finding.divide_depth);
  const auto answer = second_->divide(question, stop_);
  if (!answer) return;
  const std::string second = second_->identity().name;
  const std::string first = reference_.identity().name;
  if (*answer == *finding.reference_divide) {
    finding.explanation += fmt::format("; {} agrees with {}", second, first);
  } else if (!difference(*finding.subject_divide, *answer).any()) {
    finding.explanation += fmt::format(
        "; but {} agrees with the subject: here {} stands alone, and one of them is wrong", second,
        first);
  } else {
    finding.explanation += fmt::format("; {} agrees with neither", second);
  }
}

void Diagnosis::examine(Finding& finding, std::size_t row, KnownFaults* known) {
  lacks_answers_ = false;
  finding.symptoms = symptoms_text(finding);
  if (is_failure(finding.kind)) return;
  if (known != nullptr && !known->is_first(finding.symptoms, row)) return;
  asked_ = 0;
  add_second_opinion(finding);
  finding.reduced = reduce(subject_, reference_, finding, stop_);
  if (finding.bug_class == kUnclassified && subject_.lists_moves()) {
    Classification found = classify(finding);
    finding.bug_class = std::move(found.name);
    if (finding.bug_class != kUnclassified) {
      finding.candidates.clear();
      if (!found.note.empty()) finding.explanation += "; " + found.note;
      refine_cause(finding);
    } else if (!found.candidates.empty()) {
      finding.candidates = std::move(found.candidates);
    }
  }
  finding.questions += asked_;
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

Classification Diagnosis::classify(const Finding& finding) {
  switch (finding.cause) {
    case Cause::Generation:
      return classify_wrong_moves(finding);
    case Cause::Make:
      return classify_make(finding);
    case Cause::Unmake:
    case Cause::Hash:
    case Cause::Count:
    case Cause::Unknown:
      return classify_counting(finding);
  }
  return {};
}

Classification Diagnosis::classify_wrong_moves(const Finding& finding) {
  const WrongMoves wrong = wrong_moves_of(finding);
  const AskMoves ask = [this](const std::string& fen, bool chess960, const auto& moves) {
    return wrong_moves(fen, chess960, moves);
  };
  // A move that is made wrong is tried wrong too: then the list is not to blame.
  for (const MakingProbe& probe : making_probes(finding.fen, finding.chess960, wrong)) {
    const auto after = wrong_moves(probe.fen, false, {probe.move});
    if (!after || !after->any()) continue;
    const auto mailbox = mailbox::make_mailbox_generator();
    const Question question = question_of(probe.fen, false, {probe.move}, 1);
    const auto expected = reference_fen(*mailbox, question, stop_);
    if (!expected) continue;
    std::optional<StateDifference> differs;
    if (subject_.shows_board())
      if (const auto shown = subject_.board(question, stop_))
        differs = state_difference(*expected, *shown, false);
    if (!differs) differs = inferred_state(*expected, false, *after);
    if (differs->side_to_move || !differs->any()) continue;  // it did not play the move at all
    Classification made = classify_making(probe.fen, false, probe.move, *differs, {}, ask);
    if (made.name != kUnclassified || !made.candidates.empty()) return made;
  }
  std::vector<Evidence> known = fingerprint_of_subject();
  const bool reduced = finding.reduced && finding.reduced->moves.empty();
  const std::vector<Scene> neighbors =
      known.empty() ? std::vector<Scene>()
                    : neighbors_of(reduced ? finding.reduced->fen : finding.fen, finding.chess960);
  for (Evidence& each : ask_about(neighbors, ask)) known.push_back(std::move(each));
  return classify_moves(finding.fen, finding.chess960, wrong, known);
}

Classification Diagnosis::classify_make(const Finding& finding) {
  if (!finding.culprit || finding.culprit_fen.empty()) return {};
  std::optional<StateDifference> differs;
  const auto mailbox = mailbox::make_mailbox_generator();
  const auto expected = reference_fen(
      *mailbox, question_of(finding.culprit_fen, finding.chess960, {finding.culprit->move}, 1),
      stop_);
  if (expected && !finding.subject_board.empty())
    differs = state_difference(*expected, finding.subject_board, finding.chess960);
  if (!differs || !differs->any()) {
    const StateDifference inferred =
        inferred_state(finding.fen, finding.chess960, wrong_moves_of(finding));
    if (!differs || inferred.any()) differs = inferred;
  }
  return classify_making(finding.culprit_fen, finding.chess960, finding.culprit->move, *differs,
                         {finding.fen, wrong_moves_of(finding), finding.culprit_moves.size()},
                         [this](const std::string& fen, bool chess960, const auto& moves) {
                           return wrong_moves(fen, chess960, moves);
                         });
}

/// Both answers at a small position, the subject's in a fresh process.
std::optional<CountedPosition> Diagnosis::count_at(const std::string& fen, bool chess960,
                                                   int depth) {
  const auto seen = observe(question_of(fen, chess960, {}, depth));
  if (!seen) return std::nullopt;
  const auto right = mailbox::make_mailbox_generator()->divide(seen->question, stop_);
  if (!right) return std::nullopt;
  CountedPosition counted{fen, chess960, depth, {}};
  for (const auto& line : right->lines) {
    const auto ours = std::ranges::find(seen->answer.lines, line.move, &reference::RootCount::move);
    if (ours != seen->answer.lines.end())
      counted.lines.push_back({line.move, ours->nodes, line.nodes});
  }
  return counted;
}

/// What the subject counts at small positions is held against what it would count on a board that
/// a move taken back has spoiled. Where one position leaves several of these, others decide.
std::optional<Classification> Diagnosis::classify_by_counts(const Finding& finding) {
  constexpr std::size_t kMostPositions = 10;
  constexpr std::size_t kEnoughLines = 3;
  const bool reduced = finding.reduced && finding.reduced->moves.empty();
  const std::string fen = reduced ? finding.reduced->fen : finding.reproduce_fen;
  const int depth = reduced ? finding.reduced->depth : finding.reproduce_depth;
  std::vector<std::string> fens{fen};
  for (const Scene& each : neighbors_of(fen, finding.chess960))
    if (fens.size() < kMostPositions) fens.push_back(each.fen);
  std::vector<Leftover> left;
  std::optional<CountedPosition> first;
  std::size_t wrong_lines = 0;
  for (const std::string& each : fens) {
    if (left.size() == 1 && !left.front().counting && wrong_lines >= kEnoughLines) break;
    const auto counted = count_at(each, finding.chess960, depth);
    if (!counted) continue;
    const auto wrong = static_cast<std::size_t>(std::ranges::count_if(
        counted->lines, [](const CountedLine& line) { return line.subject != line.reference; }));
    if (wrong == 0 && !first) return std::nullopt;
    std::vector<Leftover> here = miscounts(*counted);
    if (!first) {
      first = counted;
      if (here.empty()) here = leftovers(*counted);
      left = std::move(here);
      wrong_lines = wrong;
      continue;
    }
    if (wrong == 0) {
      std::erase_if(left, [&](const Leftover& one) {
        return one.counting &&
               std::ranges::none_of(here, [&](const Leftover& other) { return other.is(one); });
      });
      continue;
    }
    for (Leftover& more : leftovers(*counted)) here.push_back(std::move(more));
    if (here.empty()) continue;  // more than one move may have spoiled the board
    wrong_lines += wrong;
    if (left.empty()) {
      std::erase_if(here, &Leftover::counting);
      left = std::move(here);
      continue;
    }
    std::erase_if(left, [&](const Leftover& one) {
      return std::ranges::none_of(here, [&](const Leftover& other) { return other.is(one); });
    });
    if (left.empty()) return std::nullopt;
  }
  // What is counted wrong at the last ply is so at depth 2 as well; a table is not to blame then.
  if (first && first->depth > 2)
    std::erase_if(left, [&](const Leftover& one) {
      if (!one.counting) return false;
      const auto example = shallow_example(*first, one);
      const auto counted = example ? count_at(*example, finding.chess960, 2) : std::nullopt;
      if (!counted) return true;
      const std::vector<Leftover> there = miscounts(*counted);
      return std::ranges::none_of(there, [&](const Leftover& other) { return other.is(one); });
    });
  if (left.empty()) return std::nullopt;
  const bool one_class = std::ranges::all_of(
      left, [&](const Leftover& each) { return each.bug_class == left.front().bug_class; });
  if (one_class && wrong_lines >= 2)
    return Classification{
        left.front().bug_class,
        {},
        fmt::format("its counts are those of a generator where {}", left.front().text)};
  Classification among;
  for (const Leftover& each : left)
    if (std::ranges::find(among.candidates, each.bug_class) == among.candidates.end())
      among.candidates.push_back(each.bug_class);
  return among;
}

Classification Diagnosis::classify_counting(const Finding& finding) {
  if (!counting_) {
    counting_.emplace();
    for (const CountingProbe& probe : kCountingProbes)
      if (auto seen = observe(question_of(probe.fen, false, {}, probe.depth)))
        counting_->push_back(std::move(*seen));
  }
  std::vector<Observation> observations;
  const bool reduced = finding.reduced && finding.reduced->moves.empty();
  if (auto seen = observe(question_of(reduced ? finding.reduced->fen : finding.reproduce_fen,
                                      finding.chess960, {},
                                      reduced ? finding.reduced->depth : finding.reproduce_depth)))
    observations.push_back(std::move(*seen));
  const bool shows_from_fen = !observations.empty() && is_wrong(observations.front());
  observations.insert(observations.end(), counting_->begin(), counting_->end());
  const std::vector<std::string> models = classes_that_count_like(observations);
  const auto candidates =
      counting_candidates(finding.reduced ? finding.reduced->fen : finding.fen, finding.chess960,
                          finding.divide_depth, to_string(finding.cause));
  // What counts exactly the same everywhere is the same.
  if (models.size() == 1 && shows_from_fen) return {models.front(), {}, {}};
  if (const auto by_counts = classify_by_counts(finding)) return *by_counts;
  Classification result;
  result.candidates = models.empty() || !shows_from_fen ? candidates : models;
  return result;
}

/// The answer of a fresh process.
std::optional<Observation> Diagnosis::observe(Question question) {
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

bool Diagnosis::is_wrong(const Observation& seen) const {
  const auto right = mailbox::make_mailbox_generator()->divide(seen.question, stop_);
  return right && *right != seen.answer;
}

const std::vector<Evidence>& Diagnosis::fingerprint_of_subject() {
  if (!fingerprint_ && !subject_.plays_moves()) fingerprint_.emplace();  // a process per question
  if (!fingerprint_)
    fingerprint_ = fingerprint([this](const std::string& fen, bool chess960, const auto& moves) {
      return wrong_moves(fen, chess960, moves);
    });
  return *fingerprint_;
}

std::optional<WrongMoves> Diagnosis::wrong_moves(const std::string& fen, bool chess960,
                                                 const std::vector<std::string>& moves) {
  if (stop_.stop_requested()) return std::nullopt;
  const Question question = question_of(fen, chess960, moves, 1);
  ++asked_;
  const auto ours = ask_subject(subject_, question, stop_);
  if (!ours) {
    lacks_answers_ = lacks_answers_ || is_fault(ours.error().failure.kind);
    return std::nullopt;
  }
  const auto theirs = mailbox::make_mailbox_generator()->divide(question, stop_);
  if (!theirs) return std::nullopt;
  DivideDifference wrong = difference(*ours, *theirs);
  return WrongMoves{std::move(wrong.illegal), std::move(wrong.missing), std::move(wrong.duplicate)};
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
