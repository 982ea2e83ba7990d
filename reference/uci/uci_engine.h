// An engine behind a pipe that speaks UCI and answers `go perft N` as Stockfish does.
//
// One persistent process per object, started at the first question and again after it has died. It
// is sent wire FENs of our own serializer, moves in our own spelling, a checked depth. A subject is
// asked one question at a time, and the next one only after `Nodes searched` has been seen
// (`isready` is no barrier for perft in Stockfish up to 16) and `readyok` after it. A reference is
// asked in streams (question_stream.h).
#pragma once

#include "reference/uci/engine_session.h"

namespace perft_verify::reference {

/// Told by whoever starts the engine. The name that it prints earns no trust: a wrong engine may
/// call itself Stockfish.
enum class EngineRole : std::uint8_t {
  Subject,
  /// Any engine of the user's choice. If it calls itself Stockfish, the mailbox answers the
  /// positions that Stockfish is known to miscount (stockfish.h).
  Reference,
  /// The program that find_stockfish() finds. It has to show its board (`d`), and it has to be the
  /// board that was sent; another engine is checked only if it can show its board. It is sent
  /// questions in streams, and its counts do not depend on clocks, unless it says that it is not
  /// Stockfish.
  Stockfish,
};

struct UciEngineOptions : EngineOptions {
  EngineRole role = EngineRole::Subject;
};

/// Does not start the engine yet.
std::unique_ptr<Generator> make_uci_engine(UciEngineOptions options);

/// Asks three counts that every generator knows (start position 8902 at depth 3, Kiwipete 2039 at
/// depth 2, an illegal en passant capture 4 at depth 1): checks that there is a generator at the
/// other end, and that it can be trusted.
Answer<void> self_test(Generator& generator, const std::stop_token& stop);

/// Checks that it can be started, greeted, and asked for depth 1 of the start position. One that
/// gives no answer to that, dies of it, or shows another board, is wrong, which its rows will show.
Answer<void> speaks(Generator& generator, const std::stop_token& stop);

}  // namespace perft_verify::reference
