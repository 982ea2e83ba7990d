#include "verifier/tools/fuzz/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "verifier/classify/deviations.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/ask.h"

namespace perft_verify::verifier {
namespace {

using reference::Divide;
using reference::Question;

constexpr std::uint64_t kBoardsOneIn = 10;

/// The subject's answers; one by one where something goes wrong.
std::vector<std::optional<Divide>> ask_all(reference::Generator& subject,
                                           const std::vector<Question>& questions,
                                           const std::stop_token& stop) {
  std::vector<std::optional<Divide>> answers;
  if (auto all = subject.divides(questions, stop); all && all->size() == questions.size()) {
    for (Divide& each : *all) answers.emplace_back(std::move(each));
    return answers;
  }
  for (const Question& question : questions) {
    auto answer = ask_subject(subject, question, stop);
    answers.push_back(answer ? std::optional(std::move(*answer)) : std::nullopt);
  }
  return answers;
}

void compare_boards(const std::vector<FuzzCase>& cases, reference::Generator& subject,
                    reference::Generator& reference, const std::stop_token& stop,
                    BatchResult& result) {
  if (!subject.shows_board() || !reference.shows_board()) return;
  for (const FuzzCase& each : cases) {
    if (each.number % kBoardsOneIn != 0 || each.question.moves.empty()) continue;
    const auto right = reference_fen(reference, each.question, stop);
    const auto shown = subject.board(each.question, stop);
    if (!right || !shown) continue;  // failures are found by counting
    ++result.boards;
    const Deviations wrong = deviations_of_board(*shown, {*right, each.question.root.chess960});
    if (wrong.empty()) continue;
    std::vector<std::string> fields;
    for (const Deviation& field : wrong) fields.push_back(field.what);
    result.suspects.push_back(
        {.fuzz_case = each, .wrong_board = fmt::format("{}", fmt::join(fields, ", "))});
  }
}

}  // namespace

BatchResult compare_batch(const std::vector<FuzzCase>& cases, reference::Generator& subject,
                          reference::Generator& reference, const std::stop_token& stop) {
  BatchResult result;
  std::vector<Question> questions;
  for (const FuzzCase& each : cases) questions.push_back(each.question);
  std::vector<std::optional<Divide>> right;
  if (auto all = ask_reference(reference, questions, stop)) {
    for (Divide& each : *all) right.emplace_back(std::move(each));
  } else {
    for (const Question& question : questions) {
      auto answer = ask_reference(reference, question, stop);
      right.push_back(answer ? std::optional(std::move(*answer)) : std::nullopt);
    }
  }
  if (!subject.lists_moves())
    for (std::size_t at = 0; at < questions.size(); ++at)
      if (right[at]) questions[at].known_moves = moves_of(*right[at]);
  std::vector<std::optional<Divide>> answers = ask_all(subject, questions, stop);
  if (stop.stop_requested()) return {};
  for (std::size_t at = 0; at < cases.size(); ++at) {
    if (answers[at]) result.nodes += answers[at]->total;
    if (answers[at] && right[at] && *answers[at] == *right[at]) continue;
    if (answers[at] && right[at] && !difference(*answers[at], *right[at]).any()) continue;
    result.suspects.push_back({.fuzz_case = cases[at],
                               .subject = std::move(answers[at]),
                               .reference = std::move(right[at])});
  }
  compare_boards(cases, subject, reference, stop, result);
  return result;
}

}  // namespace perft_verify::verifier
