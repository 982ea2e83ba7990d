#include "reference/generator.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace perft_verify::reference {

std::string_view to_string(Stage stage) {
  constexpr std::array<std::string_view, 5> kNames{"start", "handshake", "position", "board",
                                                   "perft"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::string_view to_string(FailureKind kind) {
  constexpr std::array<std::string_view, 7> kNames{
      "cannot be started", "died",        "timeout",    "protocol error",
      "rejected position", "unsupported", "interrupted"};
  return kNames[static_cast<std::size_t>(kind)];
}

Question question_at(Root root, std::vector<std::string> moves, int depth) {
  return {.root = std::move(root), .moves = std::move(moves), .depth = depth};
}

Answer<void> check_depth(const Question& question) {
  if (question.depth >= 1 && question.depth <= kMaxDepth) return {};
  return std::unexpected(
      Failure{FailureKind::Unsupported, Stage::Perft,
              fmt::format("depth {} is not in 1..{}", question.depth, kMaxDepth)});
}

std::uint64_t sum_of_lines(const Divide& divide) {
  std::uint64_t sum = 0;
  for (const RootCount& line : divide.lines)
    if (__builtin_add_overflow(sum, line.nodes, &sum))
      return std::numeric_limits<std::uint64_t>::max();
  return sum;
}

namespace {

template <typename Ask>
auto one_by_one(const std::vector<Question>& questions, Ask ask) {
  using One = decltype(ask(questions.front()))::value_type;
  std::vector<One> answers;
  answers.reserve(questions.size());
  for (const Question& question : questions) {
    auto answer = ask(question);
    if (!answer) return Answer<std::vector<One>>(std::unexpected(std::move(answer.error())));
    answers.push_back(std::move(*answer));
  }
  return Answer<std::vector<One>>(std::move(answers));
}

}  // namespace

Answer<std::vector<Divide>> Generator::divides(const std::vector<Question>& questions,
                                               std::stop_token stop) {
  return one_by_one(questions, [&](const Question& question) { return divide(question, stop); });
}

Answer<std::vector<std::string>> Generator::boards(const std::vector<Question>& questions,
                                                   std::stop_token stop) {
  return one_by_one(questions, [&](const Question& question) { return board(question, stop); });
}

}  // namespace perft_verify::reference
