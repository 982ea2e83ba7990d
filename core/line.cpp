#include "core/line.h"

#include "core/notation.h"

namespace perft_verify {

void Line::push(Move move) {
  positions_.push_back(positions_.back().after(move));
  moves_.push_back(move);
}

std::expected<Move, LineError> Line::push_text(std::string_view text) {
  const auto move = find_legal(position(), text);
  if (!move) return std::unexpected(LineError{std::string(text), ply() + 1});
  push(*move);
  return *move;
}

std::expected<void, LineError> Line::push_texts(std::span<const std::string> texts) {
  const std::size_t before = ply();
  for (const std::string& text : texts) {
    if (auto pushed = push_text(text); !pushed) {
      while (ply() > before) {
        positions_.pop_back();
        moves_.pop_back();
      }
      return std::unexpected(pushed.error());
    }
  }
  return {};
}

}  // namespace perft_verify
