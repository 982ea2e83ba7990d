// One answer to `go perft N` as it comes out of an engine, line by line.
#pragma once

#include "reference/uci/engine_session.h"
#include "reference/uci/perft_output.h"

namespace perft_verify::reference {

class DivideReader {
 public:
  explicit DivideReader(EngineSession& session) : session_(session) {}

  /// `parsed` is `line`. The answer, once its total is there; then the next one may begin. A line
  /// that is broken ends the session.
  Answer<std::optional<Divide>> take(const std::string& line, const PerftLine& parsed,
                                     const std::stop_token& stop);

  /// The failure to get another line, with the progress of the answer.
  [[nodiscard]] Failure without_line(Failure failure) const;

 private:
  EngineSession& session_;
  Divide divide_;
  std::string unread_;  // the first line that may belong to the list
};

/// Ends the session if a line belongs to an answer where none was requested.
Answer<void> refuse_count(EngineSession& session, const std::string& line, const PerftLine& parsed);

}  // namespace perft_verify::reference
