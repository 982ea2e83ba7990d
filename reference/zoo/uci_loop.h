// The bug zoo as a UCI engine, in the dialect of Stockfish.
#pragma once

#include <iosfwd>
#include <string_view>

#include "reference/zoo/buggy_board.h"

namespace perft_verify::zoo {

class UciLoop {
 public:
  /// Answers go to `out`, which is flushed after each.
  UciLoop(BugSet bugs, std::ostream& out);

  /// Reads commands until `quit` or the end of the input.
  void run(std::istream& in);

 private:
  /// False for `quit`.
  bool obey(std::string_view line);
  void introduce();
  void set_option(std::string_view arguments);
  void set_position(std::string_view arguments);
  void play(std::string_view moves);
  void go(std::string_view arguments);
  void show_board();

  BugSet bugs_;
  std::ostream& out_;
  bool chess960_ = false;
  bool table_is_off_ = false;
  BuggyBoard board_;
};

}  // namespace perft_verify::zoo
