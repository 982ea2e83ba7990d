#include "verifier/locate/ask.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/contains.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/uci/board_text.h"
#include "verifier/finding/difference.h"

namespace perft_verify::verifier {

using reference::Answer;
using reference::Divide;
using reference::Failure;
using reference::FailureKind;
using reference::Generator;
using reference::Question;
using reference::Stage;

bool is_unanswered(FailureKind kind) {
  return kind == FailureKind::Protocol || kind == FailureKind::RejectedPosition;
}

bool is_fault(FailureKind kind) {
  switch (kind) {
    case FailureKind::Died:
    case FailureKind::Timeout:
    case FailureKind::Protocol:
    case FailureKind::RejectedPosition:
      return true;
    case FailureKind::CannotStart:
    case FailureKind::Unsupported:
    case FailureKind::Stopped:
      break;
  }
  return false;
}

namespace {

/// The legal moves that have no line and no replies.
std::vector<std::string> mates_without_line(const Question& question, const Divide& answer) {
  std::vector<std::string> mates;
  const auto root = admitted(question.root);
  if (!root) return mates;
  Line line(*root);
  if (!line.push_texts(question.moves)) return mates;
  const MoveList legal = legal_moves(line.position());
  if (answer.lines.size() >= legal.size()) return mates;
  for (const Move move : legal) {
    const std::string text = to_uci(move, question.root.chess960);
    if (!contains(answer.lines, text, &reference::RootCount::move) &&
        count_legal(line.position().after(move)) == 0)
      mates.push_back(text);
  }
  return mates;
}

/// Some engines print no line for a move that counts 0. The total says that it does, and their list
/// of moves that they know it.
Divide with_lines_of_mates(Divide answer, Generator& subject, const Question& question,
                           const std::stop_token& stop) {
  if (question.depth < 2 || !subject.lists_moves() || answer.total != sum_of_lines(answer))
    return answer;
  const std::vector<std::string> mates = mates_without_line(question, answer);
  if (mates.empty()) return answer;
  Question list = question;
  list.depth = 1;
  const auto listed = subject.divide(list, stop);
  if (!listed) return answer;
  for (const std::string& move : mates)
    if (contains(listed->lines, move, &reference::RootCount::move))
      answer.lines.push_back({move, 0});
  std::ranges::sort(answer.lines);
  return answer;
}

}  // namespace

Asked<Divide> ask_subject(Generator& subject, const Question& question,
                          const std::stop_token& stop) {
  auto first = subject.divide(question, stop);
  if (first &&
      (!subject.lists_moves() || first->lines.empty() || first->total == sum_of_lines(*first)))
    return with_lines_of_mates(std::move(*first), subject, question, stop);
  if (first) {
    // If a fresh process repeats it, its arithmetic is wrong; else its output is garbage.
    subject.restart();
    auto again = subject.divide(question, stop);
    if (again && *again == *first) return std::move(*first);
    const bool right_again = again && again->total == sum_of_lines(*again);
    if (!again && !is_fault(again.error().kind))
      return std::unexpected(AskFailure{again.error(), true});
    return std::unexpected(AskFailure{
        Failure{FailureKind::Protocol, Stage::Perft,
                fmt::format("{} prints the total {} where its lines add up to {}",
                            subject.identity().name, first->total, sum_of_lines(*first))},
        !right_again});
  }
  if (!is_fault(first.error().kind)) return std::unexpected(AskFailure{first.error(), true});
  subject.restart();
  const auto second = subject.divide(question, stop);
  if (second) return std::unexpected(AskFailure{first.error(), false});
  return std::unexpected(AskFailure{second.error(), true});
}

namespace {

/// Checks that a reference's answer is consistent.
Answer<void> check_divide(const Generator& reference, const Divide& answer) {
  const auto senseless = [&](const std::string& what) {
    return std::unexpected(Failure{FailureKind::Protocol, Stage::Perft,
                                   fmt::format("{} {}", reference.identity().name, what)});
  };
  if (answer.total != sum_of_lines(answer))
    return senseless(fmt::format("prints the total {} where its lines add up to {}", answer.total,
                                 sum_of_lines(answer)));
  for (std::size_t at = 1; at < answer.lines.size(); ++at)
    if (answer.lines[at].move == answer.lines[at - 1].move)
      return senseless(fmt::format("lists {} twice", answer.lines[at].move));
  return {};
}

}  // namespace

Answer<Divide> ask_reference(Generator& reference, const Question& question,
                             const std::stop_token& stop) {
  const auto ask = [&]() -> Answer<Divide> {
    auto answer = reference.divide(question, stop);
    if (!answer) return answer;
    if (auto ok = check_divide(reference, *answer); !ok) return std::unexpected(ok.error());
    return answer;
  };
  auto answer = ask();
  if (answer || !is_fault(answer.error().kind)) return answer;
  reference.restart();
  return ask();
}

Answer<std::vector<Divide>> ask_reference(Generator& reference,
                                          const std::vector<Question>& questions,
                                          const std::stop_token& stop) {
  auto answers = reference.divides(questions, stop);
  if (!answers && !is_fault(answers.error().kind)) return answers;
  if (answers && std::ranges::all_of(*answers, [&](const Divide& answer) {
        return check_divide(reference, answer).has_value();
      }))
    return answers;
  reference.restart();
  std::vector<Divide> one_by_one;
  for (const Question& question : questions) {
    auto answer = ask_reference(reference, question, stop);
    if (!answer) return std::unexpected(std::move(answer.error()));
    one_by_one.push_back(std::move(*answer));
  }
  return one_by_one;
}

namespace {

/// `after` and `before` are the boards that the reference shows, with the last move and without it.
Answer<std::string> wire_fen(const Generator& reference, const std::string& before,
                             const std::string& after, bool chess960) {
  const auto malformed = [&](const std::string& fen, std::string_view why) {
    return std::unexpected(Failure{FailureKind::Protocol, Stage::Board,
                                   fmt::format("the board of {} cannot be used: `{}`: {}",
                                               reference.identity().name, fen, why)});
  };
  const auto facts_before = reference::board_facts(before);
  if (!facts_before) return malformed(before, facts_before.error().message());
  const auto facts_after = reference::board_facts(after);
  if (!facts_after) return malformed(after, facts_after.error().message());
  const std::string wire =
      reference::with_en_passant(after, reference::double_step_square(*facts_before, *facts_after));
  // Rewritten by our own serializer, as only such FENs are sent to an engine.
  const auto parsed = parse_fen(
      wire, {.chess960 = chess960 ? Chess960::On : Chess960::Off, .lenient_clocks = true});
  if (!parsed) return malformed(wire, parsed.error().message());
  return parsed->position.fen();
}

Answer<std::vector<std::string>> shown_wire_fens(Generator& reference,
                                                 const std::vector<Question>& questions,
                                                 const std::stop_token& stop) {
  // The mailbox plays the moves for a reference that cannot show its board.
  if (!reference.shows_board())
    return shown_wire_fens(*mailbox::make_mailbox_generator(), questions, stop);
  std::vector<Question> asked;
  for (const Question& question : questions) {
    if (question.moves.empty()) continue;
    asked.push_back(question);
    if (question.moves.size() == 1) continue;
    asked.push_back(question);
    asked.back().moves.pop_back();
  }
  const auto boards = reference.boards(asked, stop);
  if (!boards) return boards;
  std::vector<std::string> fens;
  auto board = boards->begin();
  for (const Question& question : questions) {
    if (question.moves.empty()) {
      fens.push_back(question.root.fen);
      continue;
    }
    const std::string& after = *board++;
    const std::string& before = question.moves.size() == 1 ? question.root.fen : *board++;
    auto fen = wire_fen(reference, before, after, question.root.chess960);
    if (!fen) return std::unexpected(std::move(fen.error()));
    fens.push_back(std::move(*fen));
  }
  return fens;
}

}  // namespace

Answer<std::vector<std::string>> reference_fens(Generator& reference,
                                                const std::vector<Question>& questions,
                                                const std::stop_token& stop) {
  auto fens = shown_wire_fens(reference, questions, stop);
  if (fens || !is_fault(fens.error().kind)) return fens;
  reference.restart();
  return shown_wire_fens(reference, questions, stop);
}

Answer<std::string> reference_fen(Generator& reference, const Question& question,
                                  const std::stop_token& stop) {
  auto fens = reference_fens(reference, {question}, stop);
  if (!fens) return std::unexpected(std::move(fens.error()));
  return std::move(fens->front());
}

}  // namespace perft_verify::verifier
