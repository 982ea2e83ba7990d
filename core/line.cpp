#include "core/line.h"

#include <cassert>

#include "core/notation.h"

namespace perft_verify {

Line::Scope::~Scope() {
  assert(line_.moves_.size() == ply_ && "scopes of a line must end in reverse order");
  line_.pop();
}

Line::Scope Line::push(Move move) {
  push_permanent(move);
  return Scope(*this);
}

void Line::push_permanent(Move move) {
  positions_.push_back(positions_.back().after(move));
  moves_.push_back(move);
}

std::expected<Move, LineError> Line::push_text(std::string_view text) {
  const auto move = find_legal(position(), text);
  if (!move) return std::unexpected(LineError{std::string(text), ply() + 1});
  push_permanent(*move);
  return *move;
}

std::expected<void, LineError> Line::push_texts(std::span<const std::string> texts) {
  const std::size_t before = ply();
  for (const std::string& text : texts) {
    if (auto pushed = push_text(text); !pushed) {
      while (ply() > before) pop();
      return std::unexpected(pushed.error());
    }
  }
  return {};
}

void Line::pop() {
  positions_.pop_back();
  moves_.pop_back();
}

}  // namespace perft_verify
