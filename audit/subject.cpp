#include "audit/subject.h"

#include <algorithm>

namespace perft_verify::audit {

std::string to_string(Plain move) {
  if (move == kUnreadable) return "?";
  std::string text = to_string(square_at(move & 63)) + to_string(square_at(move >> 6 & 63));
  if (const int promotion = move >> 12; promotion > 0)
    text += "nbrq"[static_cast<std::size_t>(promotion - 1)];
  return text;
}

Subject::Subject(const perft_verify_adapter& adapter)
    : adapter_(adapter), remembered_(std::size_t{1} << 16) {
  if (adapter_.codes == 0) adapter_.codes = 1U << 16;
}

bool Subject::set(const Position& position) {
  if (position.chess960() != chess960_) {
    std::ranges::fill(remembered_, 0);
    chess960_ = position.chess960();
  }
  return adapter_.set_fen(adapter_.self, position.fen().c_str(), chess960_ ? 1 : 0) != 0;
}

void Subject::list(List function, Codes& codes) const {
  const std::size_t size = function(adapter_.self, codes.codes_.data());
  codes.overflown_ = size > codes.codes_.size();
  codes.size_ = std::min(size, codes.codes_.size());
}

void Subject::picked(const Code* hash_move, Codes& codes) const {
  const std::size_t size = adapter_.picked(adapter_.self, hash_move, codes.codes_.data());
  codes.overflown_ = size > codes.codes_.size();
  codes.size_ = std::min(size, codes.codes_.size());
}

std::string Subject::fen() const {
  std::array<char, 256> text{};
  adapter_.fen(adapter_.self, text.data(), text.size());
  text.back() = '\0';
  return text.data();
}

std::string Subject::text(Code code) const {
  std::array<char, PERFT_VERIFY_MAX_TEXT> text{};
  adapter_.text(adapter_.self, code, text.data());
  text.back() = '\0';
  return text.data();
}

Plain Subject::learn(Code code) {
  Plain plain = kUnreadable;
  if (const auto move = parse_move_text(text(code))) {
    constexpr std::string_view kPromotions = "nbrq";
    const std::size_t promotion = move->promotion == 0 ? 0 : kPromotions.find(move->promotion) + 1;
    if (move->promotion == 0 || promotion > 0)
      plain = static_cast<Plain>(index(move->from) | index(move->to) << 6 |
                                 static_cast<int>(promotion) << 12);
  }
  remembered_[slot(code)] = (code | kKnown) << 16 | plain;
  return plain;
}

}  // namespace perft_verify::audit
