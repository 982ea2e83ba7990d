// The wire FEN of a position in a buffer of its own: what Position::fen() returns, for whoever
// writes so many that allocations count.
#pragma once

#include <string_view>

#include "core/position.h"

namespace perft_verify {

class FenText {
 public:
  FenText() = default;
  explicit FenText(const Position& position);

  [[nodiscard]] std::string_view view() const { return {text_.data(), size_}; }
  /// Ends with a NUL.
  [[nodiscard]] const char* c_str() const { return text_.data(); }

 private:
  char* write_board(const Position& position, char* end);

  // The board takes 71 bytes at most; all other fields, with numbers of ten digits, 32.
  std::array<char, 104> text_{};
  std::size_t size_ = 0;
};

}  // namespace perft_verify
