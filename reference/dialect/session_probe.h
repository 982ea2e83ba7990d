// Questions to an engine in its session while its dialect is not known yet.
#pragma once

#include "reference/dialect/dialect.h"
#include "reference/dialect/printed_answer.h"
#include "reference/uci/engine_session.h"

namespace perft_verify::reference {

class SessionProbe {
 public:
  static constexpr std::chrono::milliseconds kUsualTime{8000};
  /// For commands that the engine may not know: some engines hang on those.
  static constexpr std::chrono::milliseconds kFirstTime{1500};

  SessionProbe(EngineSession& session, std::stop_token stop)
      : session_(session), stop_(std::move(stop)) {}

  /// For each question from now on.
  void set_time(std::chrono::milliseconds time) { time_ = time; }
  [[nodiscard]] std::chrono::milliseconds time() const { return time_; }

  /// Whether the engine runs, if need be started anew.
  bool ensure_started() { return session_.ensure_started(stop_).has_value(); }
  Answer<PrintedAnswer> ask(const Dialect& dialect, const Question& question);
  /// At the last question: whether the engine has searched, and whether it answered only when asked
  /// once more.
  [[nodiscard]] bool searched() const { return searched_; }
  [[nodiscard]] bool asked_again() const { return asked_again_; }

  /// An engine without isready or ping may complain about unknown words: then such a word is the
  /// barrier.
  void choose_barrier();
  /// Stops an engine that took the question for a search.
  void calm(const Dialect& dialect, const PrintedAnswer& answer);

  /// The text that `command` prints for a position; empty if the position is not taken.
  Answer<std::string> shown_for(const Dialect& dialect, std::string_view command,
                                std::string_view fen);
  /// Whether the engine prints nothing for a position.
  bool takes_position_in_silence(const Dialect& dialect, std::string_view fen);

 private:
  EngineSession& session_;
  std::stop_token stop_;
  std::chrono::milliseconds time_ = kUsualTime;
  bool searched_ = false;
  bool asked_again_ = false;
};

/// Whether the raw output is exactly Stockfish's.
bool is_stockfish_output(const PrintedAnswer& answer, const Dialect& dialect);

}  // namespace perft_verify::reference
