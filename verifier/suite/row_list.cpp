#include "verifier/suite/row_list.h"

#include <algorithm>
#include <utility>

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20U;
constexpr unsigned kOffsetBits = 32;

/// Numbers in seven bits a byte, the lowest first; texts with their length before them.
class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) {}
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) bytes_ += static_cast<char>(value | 0x80U);
    bytes_ += static_cast<char>(value);
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }

 private:
  std::string& bytes_;
};

class Reader {
 public:
  explicit Reader(const char* at) : at_(at) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) return value;
    }
  }
  std::string_view view() {
    const auto size = static_cast<std::size_t>(number());
    return {std::exchange(at_, at_ + size), size};
  }
  std::string text() { return std::string(view()); }
  [[nodiscard]] const char* at() const { return at_; }

 private:
  const char* at_;
};

}  // namespace

void RowList::push_back(const Row& row) {
  // Rows of one file are consecutive.
  if (files_.empty() || files_.back() != row.file) files_.push_back(row.file);
  packed_.clear();
  Writer out(packed_);
  // Fields that are read alone come first: fen(), position_and_counts().
  out.text(row.fen);
  out.number(row.chess960 ? 1 : 0);
  out.number(static_cast<std::uint64_t>(row.wanted_depth));
  out.number(row.recorded.size());
  for (const auto& [depth, nodes] : row.recorded) {
    out.number(static_cast<std::uint64_t>(depth));
    out.number(nodes);
  }
  out.number(files_.size() - 1);
  out.number(row.line);
  out.number(row.column);
  out.text(row.id);
  out.text(row.skip_reason);
  out.number(row.notes.size());
  for (const std::string& note : row.notes) out.text(note);
  if (places_ == CountPlaces::Kept) {
    out.number(row.count_places.size());
    for (const auto& [depth, place] : row.count_places) {
      out.number(static_cast<std::uint64_t>(depth));
      out.number(place.line - row.line);  // modulo 2^64
      out.number(place.column);
    }
  }

  if (blocks_.empty() || blocks_.back().size() + packed_.size() > blocks_.back().capacity())
    blocks_.emplace_back().reserve(std::max(kBlock, packed_.size()));
  begins_.push_back(((blocks_.size() - 1) << kOffsetBits) | blocks_.back().size());
  blocks_.back() += packed_;
}

const char* RowList::bytes_of(std::size_t index) const {
  const std::uint64_t begin = begins_[index];
  const std::string& block = blocks_[begin >> kOffsetBits];
  return block.data() + (begin & ((std::uint64_t{1} << kOffsetBits) - 1));
}

RowList::FenView RowList::fen(std::size_t index) const {
  Reader in(bytes_of(index));
  FenView found{.fen = in.view()};
  found.chess960 = in.number() != 0;
  return found;
}

std::string_view RowList::position_and_counts(std::size_t index) const {
  const char* const begin = bytes_of(index);
  Reader in(begin);
  in.view();    // FEN
  in.number();  // Chess960
  in.number();  // wanted depth
  for (std::uint64_t left = in.number(); left > 0; --left) {
    in.number();
    in.number();
  }
  return {begin, in.at()};
}

Row RowList::operator[](std::size_t index) const {
  Reader in(bytes_of(index));
  Row row;
  row.fen = in.text();
  row.chess960 = in.number() != 0;
  row.wanted_depth = static_cast<int>(in.number());
  for (std::uint64_t left = in.number(); left > 0; --left) {
    const auto depth = static_cast<int>(in.number());
    row.recorded[depth] = in.number();
  }
  row.file = files_[in.number()];
  row.line = in.number();
  row.column = in.number();
  row.id = in.text();
  row.skip_reason = in.text();
  for (std::uint64_t left = in.number(); left > 0; --left) row.notes.push_back(in.text());
  if (places_ == CountPlaces::LeftOut) return row;
  for (std::uint64_t left = in.number(); left > 0; --left) {
    CountPlace& count = row.count_places.emplace_back(static_cast<int>(in.number()));
    count.place.line = row.line + in.number();
    count.place.column = in.number();
  }
  return row;
}

}  // namespace perft_verify::verifier
