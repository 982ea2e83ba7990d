// How one engine is asked for perft and how its answer is read: the results of detection, named
// profiles from a file, and the combination of the two.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/uci/engine_session.h"
#include "reference/uci/printed_line.h"

namespace perft_verify::reference {

/// The place of the total; see PrintedNumber.
struct TotalPlace {
  std::string label;
  std::string unit;
  friend bool operator==(const TotalPlace&, const TotalPlace&) = default;
};

/// How the position is sent to the engine.
enum class PositionStyle : std::uint8_t {
  UciPosition,  // position fen FEN moves …
  Setboard,     // setboard FEN, then the moves one by one
  Argument,     // {fen} in the perft command itself; moves are played on our side
};

struct Dialect {
  std::string name;  // "stockfish", or its source
  Protocol protocol = Protocol::Uci;
  Barrier barrier = Barrier::ReadyOk;
  PositionStyle position = PositionStyle::UciPosition;
  /// Lines that ask for the count; {depth} and {fen} are replaced.
  std::vector<std::string> perft{"go perft {depth}"};
  bool errors_with_output = false;  // the answer comes on standard error
  /// Whether there is a line for each move, and whether at depth 1 too.
  bool lists_moves = true;
  bool lists_at_depth_one = true;
  bool answers_depth_one = true;  // false: it dies of that question, or counts two plies
  bool lists_each_depth = false;  // one list for each depth up to the one asked
  std::string move_prefix;        // of these lines; see PrintedMove
  /// Which of PrintedMove::columns is the count, where it is not PrintedMove::nodes.
  std::optional<std::size_t> count_column;
  /// The place of the total, which is printed once, or for each depth up to the one asked.
  std::optional<TotalPlace> total;
  bool total_once = true;
  bool plays_moves = true;
  bool sends_usermove = false;  // xboard: `usermove e2e4`
  /// Castling moves are sent to it as king takes rook in standard chess.
  bool sends_rook_castling = false;
  bool x_fen = false;     // Chess960 rights as KQkq
  bool chess960 = false;  // of one that does not speak UCI: it counts Chess960 positions
  /// The command that makes it print a FEN; empty if there is none.
  std::string board_command;
  /// It counts in a thread of its own and prints into a buffer: the answer comes after the barrier
  /// is requested once more.
  bool asks_again = false;
  /// It has no barrier, and prints nothing for a position that it accepts: there is no wait.
  bool quiet_position = false;
  /// The engine's prompt for the next command; see EngineSession::set_prompt.
  std::string prompt;
  /// Exactly Stockfish's dialect: read by the strict reader of uci_engine.h.
  bool stockfish = false;
};

/// The user's choices; unset fields are detected.
struct DialectWish {
  std::string name = "auto";
  std::optional<Protocol> protocol;
  std::optional<std::vector<std::string>> perft;
  std::optional<std::string> total;  // the text before the total
  std::optional<bool> errors_with_output;
  /// It has played Chess960 before, so a loss of that is no reason to leave rows out.
  bool played_chess960 = false;
  bool script = false;
  bool from_ini = false;   // a section of such a file; see find_dialect()
  bool stockfish = false;  // Stockfish's dialect and nothing else
};

/// "divide {depth}"; several lines are separated by " ; ". The error is one sentence.
std::expected<std::vector<std::string>, std::string> parse_perft_command(std::string_view text);

/// The built-in names, each with its meaning.
struct BuiltInDialect {
  std::string_view name;
  std::string_view meaning;
};
const std::vector<BuiltInDialect>& built_in_dialects();

/// The wish named `name`: a built-in one, or a section of one of the files, the first file first;
/// missing files are skipped. The error is one sentence with file and line.
std::expected<DialectWish, std::string> find_dialect(const std::string& name,
                                                     const std::vector<std::string>& files);

/// The files that may hold profiles: `perft-dialects.ini` in the working directory, then
/// `perft-verify/dialects.ini` in $XDG_CONFIG_HOME or ~/.config.
std::vector<std::string> dialect_files();

std::string_view to_string(Protocol protocol);

/// `text` with {depth}, {fen} and {moves} replaced.
std::string filled(std::string_view text, int depth, std::string_view fen,
                   std::string_view moves = {});

}  // namespace perft_verify::reference
