#include "verifier/shrink/symptom.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/rules/move_facts.h"
#include "verifier/locate/bisect.h"

namespace perft_verify::verifier {

using reference::Question;

namespace {

std::string kind_of(const MoveFacts& move) {
  if (move.en_passant) return "en passant";
  if (move.castling) return move.side == CastlingSide::King ? "O-O" : "O-O-O";
  if (move.to_last_rank) return "promotion";
  return move.double_step ? "double" : "";
}

std::string words_of(const DivideDifference& wrong) {
  std::vector<std::string> parts;
  if (!wrong.illegal.empty())
    parts.push_back(fmt::format("illegal {}", fmt::join(wrong.illegal, " ")));
  if (!wrong.missing.empty())
    parts.push_back(fmt::format("missing {}", fmt::join(wrong.missing, " ")));
  if (!wrong.duplicate.empty())
    parts.push_back(fmt::format("duplicate {}", fmt::join(wrong.duplicate, " ")));
  for (std::size_t at = 0; at < std::min<std::size_t>(wrong.counts.size(), 3); ++at)
    parts.push_back(fmt::format("{} {} instead of {}", wrong.counts[at].move,
                                wrong.counts[at].subject, wrong.counts[at].reference));
  if (parts.empty()) parts.emplace_back("the total");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::set<std::string> symptoms_of(const Root& root, const WrongMoves& wrong) {
  std::set<std::string> symptoms;
  const auto position = admitted(root);
  if (!position) return symptoms;
  const auto add = [&](std::string_view fault, const std::vector<std::string>& moves) {
    for (const std::string& text : moves) {
      const auto move = move_facts(*position, text);
      if (!move || !move->moved) {
        symptoms.insert(fmt::format("{} no move", fault));
        continue;
      }
      std::string line = "-";
      for (const Attacker& each : move->exposed_to)
        line += fmt::format(" {}", each.line == LineKind::None       ? "step"
                                   : each.line == LineKind::Diagonal ? "diagonal"
                                                                     : "straight");
      symptoms.insert(fmt::format(
          "{} {} {} {} check {} pinned {} capture {} {}", fault, to_string(move->moved->type),
          kind_of(*move), move->why ? static_cast<int>(move->why->reason) : -1, move->in_check,
          move->pinned_by.has_value(), move->captured.has_value(), line));
    }
  };
  add("illegal", wrong.illegal);
  add("missing", wrong.missing);
  add("duplicate", wrong.duplicate);
  return symptoms;
}

std::set<std::string> kinds_of(const Root& root, const std::vector<std::string>& moves) {
  std::set<std::string> kinds;
  if (const auto position = admitted(root))
    for (const std::string& text : moves)
      if (const auto move = move_facts(*position, text); move && move->moved)
        kinds.insert(fmt::format("{} {}", to_string(move->moved->type), kind_of(*move)));
  return kinds;
}

std::optional<std::string> misplaced_moves(const Root& root, const WrongMoves& wrong) {
  const auto position = admitted(root);
  if (!position || wrong.illegal.empty() || wrong.missing.empty()) return std::nullopt;
  const auto is_impossible = [&](const std::string& text) {
    const auto move = move_facts(*position, text);
    return !move || !move->moved || move->moved->color != position->side_to_move() ||
           (!move->reaches && !move->pseudo_legal && !move->castling);
  };
  if (!std::ranges::all_of(wrong.illegal, is_impossible)) return std::nullopt;
  return fmt::format("{}", fmt::join(kinds_of(root, wrong.missing), "|"));
}

bool needs_its_history(const Finding& finding) {
  return !is_failure(finding.kind) && finding.cause != Cause::Make &&
         finding.cause != Cause::Generation && finding.reproduce_fen != finding.fen;
}

Symptom::Symptom(reference::Generator& subject, reference::Generator& reference,
                 const Finding& finding, std::stop_token stop)
    : subject_(subject),
      reference_(reference),
      stop_(std::move(stop)),
      kind_(finding.kind),
      cause_(finding.cause),
      others_are_wrong_(others_are_wrong_from_fen(finding)),
      moves_wrong_(finding.wrong().any()),
      needs_history_(needs_its_history(finding)) {
  symptoms_ = symptoms_of(finding.here(), finding.wrong());
}

bool Symptom::shows(const ReduceCandidate& candidate) {
  const auto root = candidate.root();
  if (!root || stop_.stop_requested()) return false;
  const std::string key =
      fmt::format("{}|{}|{}", root->fen, fmt::join(candidate.moves, " "), candidate.depth);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  return known_[key] = ask(candidate, *root);
}

bool Symptom::shows_when_fresh(const ReduceCandidate& candidate) {
  const auto root = candidate.root();
  if (!root) return false;
  subject_.restart();
  return ask(candidate, *root);
}

bool Symptom::ask(const ReduceCandidate& candidate, const Root& root) {
  ++tests_;
  if (is_failure(kind_)) return fails(candidate, root);
  if (needs_history_) return found_again(candidate, root);
  return candidate.depth > 1 || !moves_wrong_ ? wrong_at_depth(candidate, root)
                                              : wrong_by_moves(candidate, root);
}

Question Symptom::question_of(const ReduceCandidate& candidate, const Root& root, int depth) const {
  return reference::question_at(root, candidate.moves, depth);
}

std::optional<DivideDifference> Symptom::differs(const Question& question) {
  // The answer must not depend on the engine's table.
  if (cause_ == Cause::Hash) subject_.restart();
  ++questions_;
  return ask_both(subject_, reference_, question, stop_).transform([](const Pair& both) {
    return difference(both.subject, both.reference);
  });
}

/// A wrong list of moves. If there are moves, the list has to be correct when the position is given
/// as a FEN; or to have other wrong moves then, if that was so where the finding was located.
bool Symptom::wrong_by_moves(const ReduceCandidate& candidate, const Root& root) {
  Question question = question_of(candidate, root, 1);
  const auto wrong = differs(question);
  if (!wrong || !wrong->moves()) return false;
  const Root last = candidate.final_root();
  const auto found = symptoms_of(last, *wrong);
  if (std::ranges::none_of(found, [&](const auto& each) { return symptoms_.contains(each); }))
    return false;
  words_ = words_of(*wrong);
  if (cause_ != Cause::Make) return true;
  question.root = last;
  question.moves.clear();
  const auto direct = differs(question);
  return direct && (others_are_wrong_ ? !direct->shares_any_of(*wrong) : !direct->moves());
}

/// Wrong at a depth, although the list is correct and the first wrong move is right by itself.
bool Symptom::wrong_at_depth(const ReduceCandidate& candidate, const Root& root) {
  const Question question = question_of(candidate, root, candidate.depth);
  const auto wrong = differs(question);
  if (!wrong || !wrong->any() || wrong->moves() != moves_wrong_) return false;
  if (candidate.depth == 1) {
    words_ = words_of(*wrong);
    return true;
  }
  Question list = question;
  list.depth = 1;
  const auto at_once = differs(list);
  if (!at_once || at_once->any()) return false;
  if (!wrong->counts.empty()) {
    Question child = question;
    child.moves.push_back(wrong->counts.front().move);
    --child.depth;
    const auto alone = differs(child);
    if (!alone || alone->any()) return false;
  }
  words_ = words_of(*wrong);
  return true;
}

/// A fresh process is wrong there, and bisecting it finds the same kind of fault.
bool Symptom::found_again(const ReduceCandidate& candidate, const Root& root) {
  const Question question = question_of(candidate, root, candidate.depth);
  subject_.restart();
  ++questions_;
  auto both = ask_both(subject_, reference_, question, stop_);
  if (!both) return false;
  const DivideDifference wrong = difference(both->subject, both->reference);
  if (!wrong.any()) return false;
  const auto found = Bisection(subject_, reference_, question, stop_)
                         .locate(std::move(both->subject), std::move(both->reference));
  if (found) questions_ += found->questions;
  if (!found || found->cause != cause_) return false;
  words_ = words_of(wrong);
  return true;
}

bool Symptom::fails(const ReduceCandidate& candidate, const Root& root) {
  Question question = question_of(candidate, root, candidate.depth);
  if (!subject_.lists_moves()) {
    const auto list = ask_reference(reference_, question_of(candidate, root, 1), stop_);
    if (!list) return false;
    question.known_moves = moves_of(*list);
  }
  ++questions_;
  const auto answer = subject_.divide(question, stop_);
  const bool dies = kind_ == FindingKind::Crash;
  words_ = dies ? "it dies" : "it does not finish its answer";
  if (answer) return false;
  return dies ? answer.error().kind == reference::FailureKind::Died
              : is_unanswered(answer.error().kind);
}

}  // namespace perft_verify::verifier
