// Many questions to an engine that obeys its commands in their order: the next ones are sent before
// it has answered, so that it never waits for us; and its output is fetched in large pieces, as
// each line fetched by itself costs two turns of the scheduler, which is most of the time of a
// count of a few plies.
//
// Up to version 16 Stockfish counts in a thread of its own, which `go` waits for and `position`
// and `d` do not: the board of a question may be printed amid the counts of the one before. But
// boards come in the order of the questions, and so do counts. Only a total cannot be trusted: it
// is printed from a counter to which `position` adds the moves that it plays. Where it is not the
// sum of the lines, the question has to be asked again by itself.
#pragma once

#include <functional>

#include "reference/uci/engine_session.h"

namespace perft_verify::reference {

struct ShownBoard {
  std::string fen;
  std::string remark;  // other output about the position, escaped; usually empty
};

/// Checks that the board shown for a question is the one that was meant; ends the session with a
/// failure if not.
using BoardCheck = std::function<Answer<void>(const Question&, const ShownBoard&)>;

/// The boards of the questions, which are of one variant of chess.
Answer<std::vector<std::string>> stream_boards(EngineSession& session,
                                               const std::vector<Question>& questions,
                                               const BoardCheck& check,
                                               const std::stop_token& stop);

/// As stream_boards(); the counts, each of the board before it.
Answer<std::vector<Divide>> stream_divides(EngineSession& session,
                                           const std::vector<Question>& questions,
                                           const BoardCheck& check, const std::stop_token& stop);

}  // namespace perft_verify::reference
