#include "verifier/tools/fuzz/inspector.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/line.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/bisect.h"
#include "verifier/shrink/symptom.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;

/// If no model says what a bug does, the same symptoms are looked into so often though it was
/// always the same finding. After that they are only counted.
constexpr std::size_t kMostLooks = 6;

constexpr const char* kNotRepeatable = "not repeatable: asked again, the two agree";
constexpr const char* kNotRepeated = "the reference does not repeat its answer";
constexpr const char* kStandsAlone = "the reference stands alone with its answer";

/// `question` after more moves, to `depth`.
Question after(Question question, const std::vector<std::string>& path, int depth) {
  question.moves.insert(question.moves.end(), path.begin(), path.end());
  question.depth = depth;
  question.known_moves.clear();
  return question;
}

/// The position after the moves; the root where they are not legal.
Root root_after(const Question& question) {
  const auto root = admitted(question.root);
  if (!root) return question.root;
  Line line(*root);
  return line.push_texts(question.moves) ? root_of(line.position()) : question.root;
}

std::vector<std::string> symptoms_at(const Question& question, const Deviations& wrong) {
  const auto found = symptoms_of(root_after(question), wrong_moves_of(wrong));
  return {found.begin(), found.end()};
}

}  // namespace

Inspector::Inspector(reference::Generator& subject, reference::Generator& reference,
                     const InspectorOptions& options, const std::stop_token& stop)
    : subject_(subject),
      reference_(reference),
      reproduce_options_(options.reproduce_options),
      stop_(stop),
      diagnosis_(subject, reference, stop),
      confirmer_(subject, options.live_reference, options.second_reference, stop),
      known_(!subject.lists_moves()) {}

/// Both answers to the question of a case, where the side that fails matters.
std::optional<Pair> Inspector::ask_or_report(const SuspectCase& suspect) {
  Question question = suspect.fuzz_case.question;
  auto theirs = ask_reference(reference_, question, stop_);
  if (!theirs) {
    if (theirs.error().kind != reference::FailureKind::Stopped)
      ++undecided_[fmt::format("the reference failed: {}", theirs.error().message)];
    return std::nullopt;
  }
  if (!subject_.lists_moves()) question.known_moves = moves_of(*theirs);
  auto ours = ask_subject(subject_, question, stop_);
  if (ours) return Pair{std::move(*ours), std::move(*theirs)};
  const auto& [failure, repeatable] = ours.error();
  if (is_fault(failure.kind) && repeatable) {
    settle(finding_of_failure(question, question, failure), suspect, "");
  } else if (failure.kind != reference::FailureKind::Stopped) {
    ++undecided_[repeatable ? failure.message
                            : fmt::format("not repeatable: {}; a fresh process answered",
                                          failure.message)];
  }
  return std::nullopt;
}

/// A subject need not know how to play a move that is missing in its list, and its answers after
/// that move mean nothing. If a move on the way is missing, that list is the fault.
bool Inspector::stumbles_on_the_way(const SuspectCase& suspect) {
  const Question& question = suspect.fuzz_case.question;
  Question prefix = question;
  prefix.depth = 1;
  prefix.expected_nodes = 0;
  for (std::size_t plies = 0; plies < question.moves.size(); ++plies) {
    prefix.moves.assign(question.moves.begin(),
                        question.moves.begin() + static_cast<std::ptrdiff_t>(plies));
    auto pair = ask(prefix);
    if (!pair) return false;
    const auto missing = difference(pair->subject, pair->reference).missing;
    if (std::ranges::find(missing, question.moves[plies]) == missing.end()) continue;
    inspect_answers(suspect, prefix, std::move(*pair));
    return true;
  }
  return false;
}

void Inspector::inspect(const SuspectCase& suspect) {
  if (stumbles_on_the_way(suspect) || stop_.stop_requested()) return;
  const Question& question = suspect.fuzz_case.question;
  auto pair = ask_or_report(suspect);
  if (!pair || stop_.stop_requested()) return;
  if (difference(pair->subject, pair->reference).any()) {
    // From its FEN, if that is wrong as well: there is less to say then.
    if (!question.moves.empty()) {
      Question direct = question;
      direct.root = root_of(suspect.fuzz_case.position);
      direct.moves.clear();
      auto from_fen = ask(direct);
      if (from_fen && difference(from_fen->subject, from_fen->reference).any())
        return inspect_answers(suspect, direct, std::move(*from_fen));
    }
    return inspect_answers(suspect, question, std::move(*pair));
  }
  Question root = question;
  root.moves.clear();
  root.depth = question.depth + static_cast<int>(question.moves.size());
  Bisection bisection(subject_, reference_, root, stop_);
  if (!suspect.wrong_board.empty()) return inspect_board(suspect);
  if (!suspect.subject) {
    ++undecided_[kNotRepeatable];
  } else if (!suspect.reference || *suspect.reference != pair->reference) {
    ++undecided_[kNotRepeated];
  } else {
    // The answer was wrong, and is not any more: the questions before have a part in it.
    settle(bisection.locate(*suspect.subject, *suspect.reference, question.moves), suspect, "gone");
  }
}

void Inspector::not_answered() {
  if (!stop_.stop_requested()) ++undecided_["asked again, one of the two does not answer"];
}

/// Inspects the position after the first of the moves that leaves the board wrong.
void Inspector::inspect_board(const SuspectCase& suspect) {
  const Question& question = suspect.fuzz_case.question;
  Question prefix = question;
  prefix.depth = 1;
  for (std::size_t plies = 1; plies <= question.moves.size(); ++plies) {
    prefix.moves.assign(question.moves.begin(),
                        question.moves.begin() + static_cast<std::ptrdiff_t>(plies));
    const auto right = reference_fen(reference_, prefix, stop_);
    const auto shown = subject_.board(prefix, stop_);
    if (!right || !shown) return not_answered();
    if (deviations_of_board(*shown, {*right, question.root.chess960}).empty()) continue;
    if (const auto known = known_.that_shows(prefix, *shown)) {
      ++findings_[*known].positions;
      return;
    }
    Question root = prefix;
    root.moves.clear();
    root.depth = static_cast<int>(plies) + 1;
    return settle(Bisection(subject_, reference_, root, stop_)
                      .wrong_state_at(prefix.moves, suspect.wrong_board),
                  suspect, "board " + suspect.wrong_board);
  }
  ++undecided_[kNotRepeatable];
}

void Inspector::inspect_answers(const SuspectCase& suspect, const Question& question, Pair pair) {
  std::vector<std::size_t> accounting = known_.that_give(question, pair.subject);
  std::optional<Place> place;
  if (accounting.empty()) {
    place = subject_.lists_moves() ? unaccounted(question, pair, {}, accounting) : Place{};
  }
  if (!place) {
    for (const std::size_t index : accounting) ++findings_[index].positions;
    if (accounting.empty()) ++undecided_[kStandsAlone];
    return;
  }
  const std::string signature =
      fmt::format("{} {}", place->list ? "list" : "counts", fmt::join(place->symptoms, "|"));
  if (const auto looked = looked_.find(signature);
      looked != looked_.end() && looked->second.times >= kMostLooks) {
    for (const std::size_t index : looked->second.findings) ++findings_[index].positions;
    return;
  }
  Question root = question;
  root.moves.clear();
  root.depth = question.depth + static_cast<int>(question.moves.size());
  Bisection bisection(subject_, reference_, root, stop_);
  std::vector<std::string> path = question.moves;
  path.insert(path.end(), place->path.begin(), place->path.end());
  if (place->list) return settle(bisection.wrong_moves_at(path), suspect, signature);
  if (!place->path.empty()) {
    auto there =
        ask(after(question, place->path, question.depth - static_cast<int>(place->path.size())));
    if (!there) return not_answered();
    pair = std::move(*there);
  }
  settle(bisection.locate(std::move(pair.subject), std::move(pair.reference), path), suspect,
         signature);
}

/// The first place, depth first, where a list has a wrong move that no finding predicts, or where
/// counts are wrong that are right for each child by itself.
std::optional<Inspector::Place> Inspector::unaccounted(const Question& question, const Pair& pair,
                                                       const std::vector<std::string>& path,
                                                       std::vector<std::size_t>& accounting) {
  const int depth = question.depth - static_cast<int>(path.size());
  const DivideDifference wrong = difference(pair.subject, pair.reference);
  if (wrong.moves()) {
    const Question list = after(question, path, 1);
    const auto alone = depth == 1 ? std::optional(pair) : ask(list);
    // Wrong only when something is counted below it.
    if (!alone || !difference(alone->subject, alone->reference).moves())
      return Place{path, {}, false};
    Deviations rest = known_.unpredicted(list, alone->subject, accounting);
    if (!rest.empty()) return Place{path, symptoms_at(list, rest), true};
  }
  // No list explains a total that is not the sum of its lines.
  if (wrong.sum) return Place{path, {}, false};
  if (depth == 1) {
    if (!wrong.moves() && wrong.any()) return Place{path, {}, false};
    return std::nullopt;
  }
  for (const CountDifference& line : wrong.counts) {
    std::vector<std::string> longer = path;
    longer.push_back(line.move);
    const auto child = ask(after(question, longer, depth - 1));
    if (!child || !difference(child->subject, child->reference).any())
      return Place{path, {}, false};
    if (auto found = unaccounted(question, *child, longer, accounting)) return found;
  }
  return std::nullopt;
}

void Inspector::settle(std::expected<Finding, Undecided> finding, const SuspectCase& suspect,
                       const std::string& signature) {
  if (stop_.stop_requested()) return;
  if (!finding) {
    if (!finding.error().stopped) ++undecided_[finding.error().reason];
    return;
  }
  const auto standing = confirmer_.confirm(*finding);
  if (!standing || !standing->blames_subject()) {
    ++undecided_[!standing            ? standing.error().message
                 : standing->repeated ? kStandsAlone
                                      : kNotRepeated];
    return;
  }
  const auto& [number, question, position, situations] = suspect.fuzz_case;
  const int depth = question.depth + static_cast<int>(question.moves.size());
  const std::size_t before = findings_.size();
  std::vector<std::size_t> counted;
  for (Finding& each : findings_per_bug(std::move(*finding), diagnosis_, confirmer_, number,
                                        &faults_, depth, reproduce_options_))
    take(std::move(each), suspect, counted);
  if (stop_.stop_requested() || signature.empty()) return;
  Looked& looked = looked_[signature];
  looked.times = findings_.size() == before ? looked.times + 1 : 0;
  looked.findings = std::move(counted);
}

void Inspector::take(Finding finding, const SuspectCase& suspect,
                     std::vector<std::size_t>& counted) {
  const std::size_t index = root_causes_.number_of(finding);
  if (index == findings_.size()) {
    known_.add(finding, index);
    findings_.push_back({std::move(finding), suspect.fuzz_case, 1});
    counted.push_back(index);
  } else if (std::ranges::find(counted, index) == counted.end()) {
    ++findings_[index].positions;
    counted.push_back(index);
  }
}

}  // namespace perft_verify::verifier
