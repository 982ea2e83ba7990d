#include "verifier/locate/shortest_failure.h"

#include <algorithm>

#include "core/fen.h"
#include "core/line.h"
#include "reference/mailbox/mailbox_generator.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/ask.h"

namespace perft_verify::verifier {
namespace {

using reference::Failure;
using reference::FailureKind;
using reference::Question;

class FailureSearch {
 public:
  FailureSearch(reference::Generator& subject, bool dies, const std::stop_token& stop,
                std::size_t& asked)
      : subject_(subject),
        dies_(dies),
        stop_(stop),
        asked_(asked),
        mailbox_(mailbox::make_mailbox_generator()) {}

  std::optional<ShortestFailure> run(const Question& whole) {
    Question shorter = whole;
    shorter.expected_nodes = 0;
    for (shorter.depth = 1; shorter.depth < whole.depth; ++shorter.depth)
      if (fails_on(shorter)) break;
    if (shorter.depth == whole.depth && !fails_on(shorter)) return std::nullopt;
    while (shorter.depth > 1 && descends(shorter)) continue;
    way_.depth = shorter.depth;
    way_.each_below_answers = shorter.depth > 1;
    way_.moves = shorter.moves;
    if (!way_.moves.empty()) try_from_fen(shorter);
    const bool says_nothing =
        way_.moves.empty() && shorter.depth == whole.depth && !way_.each_below_answers;
    if (stop_.stop_requested() || says_nothing) return std::nullopt;
    return ShortestFailure{std::move(shorter), std::move(*failure_), std::move(way_)};
  }

 private:
  /// Stores the failure.
  bool fails_on(Question question) {
    if (!subject_.lists_moves()) question.known_moves = moves_at(question);
    ++asked_;
    auto answer = ask_subject(subject_, question, stop_);
    if (answer || !answer.error().repeatable) return false;
    const FailureKind kind = answer.error().failure.kind;
    if (dies_ ? kind != FailureKind::Died : !is_unanswered(kind)) return false;
    failure_ = std::move(answer.error().failure);
    return true;
  }

  std::vector<std::string> moves_at(Question question) {
    question.depth = 1;
    const auto answer = mailbox_->divide(question, stop_);
    return answer ? moves_of(*answer) : std::vector<std::string>{};
  }

  /// To the first of the moves whose count it fails on when asked for that alone.
  bool descends(Question& question) {
    for (const std::string& move : moves_at(question)) {
      if (stop_.stop_requested()) return false;
      Question below = question;
      below.moves.push_back(move);
      --below.depth;
      if (!fails_on(below)) continue;
      question = std::move(below);
      return true;
    }
    return false;
  }

  void try_from_fen(Question& question) {
    const auto root = admitted(question.root);
    if (!root) return;
    Line line(*root);
    if (!line.push_texts(question.moves)) return;
    Question direct = reference::question_at(root_of(line.position()), {}, question.depth);
    way_.from_fen = fails_on(direct);
    if (way_.from_fen) question = std::move(direct);
  }

  reference::Generator& subject_;
  bool dies_;
  const std::stop_token& stop_;
  std::size_t& asked_;
  std::unique_ptr<reference::Generator> mailbox_;
  std::optional<Failure> failure_;
  ShortestWay way_;
};

}  // namespace

std::optional<ShortestFailure> shortest_failure(reference::Generator& subject, bool dies,
                                                const Question& question,
                                                const std::stop_token& stop, std::size_t& asked) {
  return FailureSearch(subject, dies, stop, asked).run(question);
}

}  // namespace perft_verify::verifier
