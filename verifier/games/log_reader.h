// Games out of what a tournament manager, a bot or an engine has logged: UCI's `position … moves …`
// and `bestmove`, xboard's `usermove` and `move`, with whatever stands before them in the line; the
// warnings about illegal moves in a PV; and bare lists of `position` commands.
//
// Each `position` tells its game anew from the beginning. One that goes on where another has ended
// is the same game, also where several games at a time are logged into one file.
#pragma once

#include <deque>
#include <list>
#include <map>

#include "verifier/games/game.h"
#include "verifier/games/text_stream.h"

namespace perft_verify::verifier {

class LogReader final : public GameSource {
 public:
  explicit LogReader(TextStream stream) : stream_(std::move(stream)) {}

  std::optional<Game> next() override;

 private:
  struct OpenGame {
    Game game;
    std::string root;   // "startpos" or a FEN
    std::string moves;  // as in the command
    /// The last `bestmove` after them, and who gave it.
    std::optional<PlayedMove> answer;
    std::string answer_by;
    std::size_t serial = 0;
  };
  /// The last position that somebody was given.
  struct Cursor {
    std::size_t serial = 0;
    std::size_t plies = 0;
  };
  /// Of a warning about a PV, until its last line comes.
  struct Warning {
    std::string by;
    std::string plan;
    std::string root;
  };

  void read_line(std::string_view line, bool cut);
  bool read_warning(std::string_view line);
  void read_position(std::string_view command, const std::string& by);
  void read_best_move(std::string_view word, const std::string& by);
  bool read_xboard(std::string_view command, const std::string& by);
  OpenGame& open(const std::string& root);
  OpenGame* find(std::size_t serial);
  void extend(OpenGame& open, std::string_view moves);
  OpenGame& branch(const OpenGame& from, std::size_t plies);
  void close(OpenGame& open);
  OpenGame& xboard_game(const std::string& by);

  TextStream stream_;
  std::size_t line_ = 0;
  std::list<OpenGame> open_;  // the one that was touched last comes last
  std::map<std::string, Cursor> cursors_;
  std::map<std::string, std::size_t> xboard_;
  std::optional<Cursor> last_;
  std::optional<Warning> warning_;
  std::deque<Game> ready_;
  std::size_t serials_ = 0;
  bool speaks_xboard_ = false;
  Chess960 chess960_ = Chess960::Auto;
};

}  // namespace perft_verify::verifier
