// The linked core behind the commands of UCI: its options, its position, and its answers in the
// format of Stockfish. One command at a time; UciServer hands them over.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/counting/perft_table.h"
#include "core/position.h"

namespace perft_verify::verifier {

class CorePlayer {
 public:
  /// A command and its arguments. `stop` ends a count. The answer, of whole lines, may be empty.
  ///
  /// A `position` that is refused leaves no position at all, and says so: to count the one before
  /// it would be an answer to another question. A `go` without a count ends in `bestmove (none)`,
  /// so that nobody waits for one.
  std::string obey(std::string_view command, const std::stop_token& stop);

 private:
  [[nodiscard]] std::string set_option(std::string_view arguments);
  [[nodiscard]] std::string set_table(std::size_t megabytes);
  [[nodiscard]] std::string set_position(std::string_view arguments);
  [[nodiscard]] std::string go(std::string_view arguments, const std::stop_token& stop);
  [[nodiscard]] std::string board() const;

  bool chess960_ = false;
  unsigned threads_ = 1;
  std::optional<PerftTable> table_;
  std::optional<Position> position_ = Position();
};

}  // namespace perft_verify::verifier
