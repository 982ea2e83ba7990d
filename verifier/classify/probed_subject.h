// Questions to the subject about small positions, with correct answers by the mailbox.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "reference/generator.h"
#include "verifier/classify/classify.h"
#include "verifier/classify/counts/count_explanation.h"
#include "verifier/classify/counts/counted_position.h"
#include "verifier/classify/explanation.h"
#include "verifier/classify/misread_pieces.h"

namespace perft_verify::verifier {

struct Observation {
  reference::Question question;
  reference::Divide answer;  // of the subject, in a fresh process
};

/// The subject of one worker, asked for one finding after the other.
class ProbedSubject {
 public:
  ProbedSubject(reference::Generator& subject, std::stop_token stop)
      : subject_(subject), stop_(std::move(stop)) {}

  /// Resets the number of questions for the next finding.
  void begin();
  /// The number of questions to the subject for this finding; questions asked once for all findings
  /// count each time, so the number does not depend on the first finding.
  [[nodiscard]] std::size_t asked() const { return asked_; }
  /// Whether an answer was missing for this finding, since the subject failed.
  [[nodiscard]] bool lacks_answers() const { return lacks_answers_; }

  [[nodiscard]] reference::Generator& subject() { return subject_; }
  [[nodiscard]] const std::stop_token& stop() const { return stop_; }

  /// Its wrong moves; nothing if it does not answer. `counted_before` is that of a question.
  std::optional<WrongMoves> wrong_moves(const Root& root, const std::vector<std::string>& moves,
                                        int counted_before = 0);
  /// The board that it shows; nothing if it does not.
  std::optional<std::string> board(const reference::Question& question);
  /// Whether it shows the board that the question's moves lead to.
  bool shows_right_board(const reference::Question& question);
  /// Prepares for the finding where `here` was seen. A script is started anew for each question,
  /// and hundreds of those would take a minute: it is asked only the probes that distinguish the
  /// possible bugs.
  void focus_on(const Sighting& here);
  /// Its answers to the standard probes; asked once, from a fresh process.
  const std::vector<Sighting>& probe_answers();
  /// Whether it failed at so many of the standard probes that the others were not asked: then no
  /// class is certain.
  [[nodiscard]] bool fails_at_probes() const { return fails_at_probes_; }
  /// Whether it may play Chess960: it answers such probes, or was asked none.
  bool may_play_chess960();
  /// Whether all lists of moves are right, and counts are wrong by a bug without a model.
  bool has_unexplained_counts();
  /// Whether the subject counts none of the examples of this class that it answers as wrongly as
  /// the model does.
  bool counts_right_despite(BugId bug_class);
  /// The bugs that together give all these answers; sought once.
  const Explained& explained();
  /// How its FEN reader sets up the pieces of one letter, by its lists; sought once.
  const std::optional<PiecesMisread>& misreading();
  /// Whether its list at one FEN depends on the position before, as this fact says; asked once.
  bool keeps_of_position_before(Fact kept);
  /// Whether it prints only totals.
  [[nodiscard]] bool totals_only() const { return !subject_.lists_moves(); }

  /// Its answer, of the process as the questions before have left it.
  reference::Answer<reference::Divide> answer_now(const reference::Question& question);
  /// The answer of a fresh process.
  std::optional<Observation> observe(reference::Question question);
  /// The answers of both sides, the subject's from a fresh process; nothing where that would take
  /// long.
  std::optional<CountedPosition> count_at(const Root& root, int depth);

 private:
  reference::Generator& subject_;
  std::stop_token stop_;
  std::optional<Deviations> asked_again(const Probe& probe);
  [[nodiscard]] Deviations deviations_in(const reference::Divide& answer, const Probe& probe);
  void ask_standard_probes();
  const Explained& known_or(const std::function<Explained()>& explanation);
  [[nodiscard]] Explained explanation_of(const std::vector<Sighting>& seen) const;
  void forget_misread_roots();
  bool reads_right(const char* fen, const char* before);

  std::optional<std::vector<std::size_t>> chosen_;  // of the probes; all of them if not set
  std::optional<std::vector<Sighting>> probe_answers_;
  /// The explanations of answers to probes, which are known by their numbers: a script's findings
  /// often have the same answers.
  std::map<std::vector<std::pair<std::size_t, Deviations>>, Explained> explanations_;
  const Explained* explained_ = nullptr;  // of the present answers
  std::optional<std::optional<PiecesMisread>> misreading_;
  struct Kept {
    bool something = false;
    std::size_t questions = 0;
  };
  std::map<Fact, Kept> kept_;
  std::size_t probe_questions_ = 0;
  bool probes_counted_ = false;  // for the finding at hand
  std::size_t asked_ = 0;
  bool lacks_answers_ = false;
  bool died_ = false;  // or hung, instead of answering for another position
  bool fails_at_probes_ = false;
};

}  // namespace perft_verify::verifier
