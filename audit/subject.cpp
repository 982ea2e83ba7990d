#include "audit/subject.h"

namespace perft_verify::audit {

std::string to_string(Plain move) {
  if (move == kUnreadable) return "?";
  std::string text = to_string(square_at(move & 63)) + to_string(square_at(move >> 6 & 63));
  if (const int promotion = move >> 12; promotion > 0)
    text += "nbrq"[static_cast<std::size_t>(promotion - 1)];
  return text;
}

Subject::Subject(const perft_verify_adapter& adapter) : adapter_(adapter) {
  if (adapter_.codes == 0) adapter_.codes = 1U << 16;
  forget();
}

void Subject::forget() {
  places_.assign(std::size_t{1} << 16, kUnknown);
  plains_.assign(std::size_t{1} << 16, kUnreadable);
  large_.assign(std::size_t{1} << 16, {});
}

bool Subject::set(const FenText& fen, bool chess960) {
  if (chess960 != chess960_) {
    forget();
    chess960_ = chess960;
  }
  return adapter_.set_fen(adapter_.self, fen.c_str(), chess960_ ? 1 : 0) != 0;
}

void Subject::list(List function, Codes& codes) const {
  codes.resize(function(adapter_.self, codes.codes_.data()));
}

void Subject::picked(const Code* hash_move, Codes& codes) const {
  codes.resize(adapter_.picked(adapter_.self, hash_move, codes.codes_.data()));
}

std::string_view Subject::fen() {
  fen_.front() = '\0';
  adapter_.fen(adapter_.self, fen_.data(), fen_.size());
  fen_.back() = '\0';
  return fen_.data();
}

std::string Subject::text(Code code) const {
  std::array<char, PERFT_VERIFY_MAX_TEXT> text{};
  adapter_.text(adapter_.self, code, text.data());
  text.back() = '\0';
  return text.data();
}

Subject::Known Subject::learn(Code code) {
  Plain plain = kUnreadable;
  if (const auto move = parse_move_text(text(code))) {
    constexpr std::string_view kPromotions = "nbrq";
    const std::size_t promotion = move->promotion == 0 ? 0 : kPromotions.find(move->promotion) + 1;
    if (move->promotion == 0 || promotion > 0)
      plain = static_cast<Plain>(index(move->from) | index(move->to) << 6 |
                                 static_cast<int>(promotion) << 12);
  }
  const Known known{code, plain, place_of(plain)};
  if (code <= 0xffff) {
    places_[code] = known.place;
    plains_[code] = known.plain;
  } else {
    large_[slot(code)] = known;
  }
  return known;
}

}  // namespace perft_verify::audit
