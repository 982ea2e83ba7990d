// One question to an engine in its dialect: the position, the command, and all that it prints
// until it is done.
#pragma once

#include "reference/dialect/printed_answer.h"

namespace perft_verify::reference {

/// One question to the engine: the root and moves as they are sent, and the FEN after them for an
/// engine that is given nothing else.
struct Asked {
  std::string root;
  std::vector<std::string> moves;
  std::string fen;  // after the moves
  int depth = 1;
};

/// `question` in the words of this dialect: FENs in its spelling, castling moves as it expects
/// them, the FEN after the moves if it plays none.
Answer<Asked> asked_of(const Question& question, const Dialect& dialect);

class Conversation {
 public:
  Conversation(EngineSession& session, const Dialect& dialect)
      : session_(session), dialect_(dialect) {}

  /// Sends the position and returns the engine's output for that. For engines that take the FEN in
  /// the question, nothing is sent.
  Answer<EngineSession::Lines> set_position(const Asked& asked, Deadline deadline,
                                            const std::stop_token& stop);

  /// Sends the question and reads to the end of the answer: the barrier, and the total where
  /// the dialect has one.
  Answer<PrintedAnswer> count(const Asked& asked, Deadline deadline, const std::stop_token& stop);

  /// As count(), while nothing is known about the answer yet: up to the barrier and until
  /// nothing more has come for `settle`. A timeout is a failure only if there is not a count yet.
  Answer<PrintedAnswer> probe(const Asked& asked, Deadline deadline,
                              std::chrono::milliseconds settle, const std::stop_token& stop);
  /// About the last probe: whether lines came only when the engine was asked for the barrier once
  /// more, and whether it printed the output of a search.
  [[nodiscard]] bool was_asked_again() const { return asked_again_; }
  [[nodiscard]] bool has_searched() const { return searched_; }

 private:
  bool has_ended(const PrintedAnswer& answer, const std::stop_token& stop);
  [[nodiscard]] bool waits_for_its_turn(Deadline begin, const ChildProcess::Activity& before) const;
  /// Adds a line, unless the answer has no end.
  Answer<void> take(std::string_view line, PrintedAnswer& answer);
  Answer<void> send_question(const Asked& asked, Deadline deadline, const std::stop_token& stop);

  EngineSession& session_;
  const Dialect& dialect_;
  bool asked_again_ = false;
  bool searched_ = false;
};

/// The line that makes an engine of xboard's protocol play a move.
std::string move_command(const Dialect& dialect, std::string_view move);

/// A description of the commands that were sent, for messages.
std::string context_of(const Dialect& dialect, const Asked& asked);

}  // namespace perft_verify::reference
