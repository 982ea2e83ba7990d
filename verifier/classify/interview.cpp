#include "verifier/classify/interview.h"

#include <algorithm>

#include "reference/mailbox/mailbox_generator.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/witness.h"

namespace perft_verify::verifier {

using reference::Question;

namespace {

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

}  // namespace

Question small_question(std::string fen, bool chess960, std::vector<std::string> moves, int depth) {
  return {.root = std::move(fen),
          .chess960 = chess960,
          .moves = std::move(moves),
          .depth = depth,
          .expected_nodes = 0,
          .known_moves = {}};
}

void Interview::begin() {
  asked_ = 0;
  lacks_answers_ = false;
}

std::optional<Observation> Interview::observe(Question question) {
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

bool Interview::is_wrong(const Observation& seen) const {
  const auto right = mailbox::make_mailbox_generator()->divide(seen.question, stop_);
  return right && *right != seen.answer;
}

const std::vector<Evidence>& Interview::fingerprint() {
  if (fingerprint_) {
    asked_ += fingerprint_questions_;
    return *fingerprint_;
  }
  if (!subject_.plays_moves()) return fingerprint_.emplace();  // a process per question
  const std::size_t before = asked_;
  fingerprint_ =
      verifier::fingerprint([this](const std::string& fen, bool chess960, const auto& moves) {
        return wrong_moves(fen, chess960, moves);
      });
  fingerprint_questions_ = asked_ - before;
  return *fingerprint_;
}

std::optional<WrongMoves> Interview::wrong_moves(const std::string& fen, bool chess960,
                                                 const std::vector<std::string>& moves) {
  if (stop_.stop_requested()) return std::nullopt;
  const Question question = small_question(fen, chess960, moves, 1);
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

std::optional<CountedPosition> Interview::count_at(const std::string& fen, bool chess960,
                                                   int depth) {
  const auto seen = observe(small_question(fen, chess960, {}, depth));
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

std::span<const Observation> Interview::countings() {
  if (countings_) {
    asked_ += std::size(kCountingProbes);
  } else {
    countings_.emplace();
    for (const CountingProbe& probe : kCountingProbes)
      if (auto seen = observe(small_question(probe.fen, false, {}, probe.depth)))
        countings_->push_back(std::move(*seen));
  }
  return *countings_;
}

}  // namespace perft_verify::verifier
