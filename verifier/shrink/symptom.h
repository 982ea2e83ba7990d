// Whether a candidate shows the same fault as the finding: the same kind of wrong move (or of
// wrong count), found in the same way; or the subject fails on it.
#pragma once

#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <unordered_map>

#include "verifier/finding/wrong_moves.h"
#include "verifier/locate/both_sides.h"
#include "verifier/shrink/candidate.h"

namespace perft_verify::verifier {

/// The features by which two wrong moves are the same: illegal, missing or duplicate; the piece;
/// the kind of move; the reason. By the rules, not by the squares.
std::set<std::string> symptoms_of(const Root& root, const WrongMoves& wrong);

/// The kinds of these moves: the piece, and en passant, castling, a promotion or a double push.
std::set<std::string> kinds_of(const Root& root, const std::vector<std::string>& moves);

/// The kinds of the missing moves, if impossible moves are listed in their place: then some square
/// of a move is computed wrong, and it is chance which piece stands there, or whether there is a
/// check. Nothing if the wrong moves are of another kind.
std::optional<std::string> misplaced_moves(const Root& root, const WrongMoves& wrong);

/// Whether the fault shows only after other moves or questions: a fresh process answers correctly
/// from the position where it was found.
bool needs_its_history(const Finding& finding);

class Symptom {
 public:
  Symptom(reference::Generator& subject, reference::Generator& reference, const Finding& finding,
          std::stop_token stop);

  /// Answers are cached; each position is asked about once.
  bool shows(const ReduceCandidate& candidate);
  /// The same in a fresh process, without the cache.
  bool shows_when_fresh(const ReduceCandidate& candidate);

  [[nodiscard]] std::size_t tests() const { return tests_; }
  /// The number of questions to the subject.
  [[nodiscard]] std::size_t questions() const { return questions_; }
  /// The fault at the last candidate that showed it.
  [[nodiscard]] const std::string& in_words() const { return words_; }

 private:
  bool ask(const ReduceCandidate& candidate, const Root& root);
  [[nodiscard]] reference::Question question_of(const ReduceCandidate& candidate, const Root& root,
                                                int depth) const;
  std::optional<DivideDifference> differs(const reference::Question& question);
  bool wrong_by_moves(const ReduceCandidate& candidate, const Root& root);
  bool wrong_at_depth(const ReduceCandidate& candidate, const Root& root);
  bool found_again(const ReduceCandidate& candidate, const Root& root);
  bool fails(const ReduceCandidate& candidate, const Root& root);

  reference::Generator& subject_;
  reference::Generator& reference_;
  std::stop_token stop_;
  FindingKind kind_;
  Cause cause_;
  bool others_are_wrong_;  // from the FEN
  bool moves_wrong_;       // the fault shows as wrong moves, not as counts alone
  bool needs_history_;     // a bisection has to show that it is the same
  std::set<std::string> symptoms_;
  std::unordered_map<std::string, bool> known_;
  std::size_t tests_ = 0;
  std::size_t questions_ = 0;
  std::string words_;
};

}  // namespace perft_verify::verifier
