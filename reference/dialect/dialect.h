// How one engine is asked for perft and how its answer is read: what detection finds out, what
// a file of named profiles says, and what the two are called.
#pragma once

#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/dialect/printed_line.h"
#include "reference/uci/engine_session.h"

namespace perft_verify::reference {

/// Where the total stands; see PrintedNumber.
struct TotalPlace {
  std::string label;
  std::string unit;
  friend bool operator==(const TotalPlace&, const TotalPlace&) = default;
};

/// How the position gets to the engine.
enum class PositionStyle : std::uint8_t {
  UciPosition,  // position fen FEN moves …
  Setboard,     // setboard FEN, then the moves one by one
  Argument,     // {fen} in the perft command itself; moves are played on our side
};

struct Dialect {
  std::string name;  // "stockfish", or where it came from
  Protocol protocol = Protocol::Uci;
  Barrier barrier = Barrier::ReadyOk;
  PositionStyle position = PositionStyle::UciPosition;
  /// Lines that ask for the count; {depth} and {fen} are replaced.
  std::vector<std::string> perft{"go perft {depth}"};
  bool errors_with_output = false;  // the answer comes on standard error
  /// Whether there is a line for each move, and whether at depth 1 too.
  bool lists_moves = true;
  bool lists_at_depth_one = true;
  bool answers_depth_one = true;  // no: it dies of that question
  bool lists_each_depth = false;  // one list for each depth up to the one asked
  std::string move_prefix;        // of these lines; see PrintedMove
  /// Which of PrintedMove::columns is the count, where it is not PrintedMove::nodes.
  std::optional<std::size_t> count_column;
  /// How often the total is printed: once, or for each depth up to the one asked.
  std::optional<TotalPlace> total;
  bool total_once = true;
  bool plays_moves = true;
  bool sends_usermove = false;  // xboard: `usermove e2e4`
  /// Moves are sent to it with castling as king takes rook in standard chess.
  bool sends_rook_castling = false;
  bool x_fen = false;     // Chess960 rights as KQkq
  bool chess960 = false;  // of one that does not speak UCI: it counts Chess960 positions
  /// The command that makes it print a FEN; empty if there is none.
  std::string board_command;
  /// It counts in a thread of its own and prints into a buffer: the answer comes when it is asked
  /// for the barrier once more.
  bool asks_again = false;
  /// It has no barrier, and says nothing to a position that it takes: nothing is waited for.
  bool quiet_position = false;
  /// What it prints when it waits for the next command; see EngineSession::set_prompt.
  std::string prompt;
  /// Exactly Stockfish's: read by the strict reader of uci_engine.h.
  bool stockfish = false;
};

/// What the user demands of it; what is not set is detected.
struct DialectWish {
  std::string name = "auto";
  std::optional<Protocol> protocol;
  std::optional<std::vector<std::string>> perft;
  std::optional<std::string> total;  // the text before the total
  std::optional<bool> errors_with_output;
  /// Somebody has seen it play Chess960, so that its loss is no reason to leave rows out.
  bool played_chess960 = false;
  bool script = false;
  bool from_ini = false;   // a section of such a file; see find_dialect()
  bool stockfish = false;  // Stockfish's dialect and nothing else
};

/// "divide {depth}"; several lines are separated by " ; ". The error is one sentence.
std::expected<std::vector<std::string>, std::string> parse_perft_command(std::string_view text);

/// The names that need no file, each with what it means.
struct BuiltInDialect {
  std::string_view name;
  std::string_view meaning;
};
const std::vector<BuiltInDialect>& built_in_dialects();

/// The wish that `name` stands for: a built-in one, or a section of one of the files, the first
/// file first; files that do not exist are passed over. The error is one sentence with file and
/// line.
std::expected<DialectWish, std::string> find_dialect(const std::string& name,
                                                     const std::vector<std::string>& files);

/// Where profiles are looked for: `perft-dialects.ini` in the working directory, then
/// `perft-verify/dialects.ini` in $XDG_CONFIG_HOME or ~/.config.
std::vector<std::string> dialect_files();

std::string_view to_string(Protocol protocol);

/// `text` with {depth}, {fen} and {moves} replaced.
std::string filled(std::string_view text, int depth, std::string_view fen,
                   std::string_view moves = {});

}  // namespace perft_verify::reference
