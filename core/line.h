// A line: a root position and the moves played from it. The only owner of a game in
// progress; positions are copied onto a stack that grows, so nothing overflows and taking a
// move back cannot corrupt anything.
#pragma once

#include <expected>
#include <span>
#include <vector>

#include "core/position.h"

namespace perft_verify {

/// A move text that is not a legal move there.
struct LineError {
  std::string text;
  std::size_t ply;  // of the refused move, counted from 1 at the root
};

/// For example:
///
///     Line line;
///     assert(line.push_text("e2e4") && line.push_text("e7e5"));
///     assert(line.push_text("e4e5").error().ply == 3);  // refused: the line is as it was
///     line.push(*find_legal(line.position(), "g1f3"));
///     assert(line.ply() == 3);
class Line {
 public:
  explicit Line(const Position& root = Position()) : positions_{root} {}

  [[nodiscard]] const Position& root() const { return positions_.front(); }
  [[nodiscard]] const Position& position() const { return positions_.back(); }
  [[nodiscard]] std::span<const Move> moves() const { return moves_; }
  [[nodiscard]] std::size_t ply() const { return moves_.size(); }

  /// Plays a legal move.
  void push(Move move);
  /// Plays the legal move with this UCI text. If there is none, nothing changes.
  std::expected<Move, LineError> push_text(std::string_view text);
  /// Plays several; if one of them is not legal, none is played.
  std::expected<void, LineError> push_texts(std::span<const std::string> texts);

 private:
  std::vector<Position> positions_;
  std::vector<Move> moves_;
};

}  // namespace perft_verify
