// The rows of a run, in about a hundred bytes each: a suite may have a million of them.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

/// Iterates over a list that creates its elements on demand.
template <class List>
class ListIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = decltype(std::declval<const List&>()[0]);
  using difference_type = std::ptrdiff_t;

  ListIterator(const List& list, std::size_t index) : list_(&list), index_(index) {}
  value_type operator*() const { return (*list_)[index_]; }
  ListIterator& operator++() {
    ++index_;
    return *this;
  }
  friend bool operator==(const ListIterator&, const ListIterator&) = default;

 private:
  const List* list_;
  std::size_t index_;
};

/// Keeps the parts of a row that a run and its reports need: not the operations and unread text,
/// and the places of counts only for whoever asks for them.
class RowList {
 public:
  enum class CountPlaces : std::uint8_t { LeftOut, Kept };
  RowList() = default;
  explicit RowList(CountPlaces places) : places_(places) {}
  RowList(const std::vector<Row>& rows) {  // NOLINT(google-explicit-constructor): the same rows
    for (const Row& row : rows) push_back(row);
  }

  void push_back(const Row& row);
  [[nodiscard]] std::size_t size() const { return begins_.size(); }
  [[nodiscard]] bool empty() const { return begins_.empty(); }
  [[nodiscard]] Row operator[](std::size_t index) const;
  /// The FEN of one row, without unpacking the rest of it.
  struct FenView {
    std::string_view fen;
    bool chess960 = false;
    friend bool operator==(const FenView&, const FenView&) = default;
  };
  [[nodiscard]] FenView fen(std::size_t index) const;
  /// Bytes that are the same for rows with the same position, recorded counts and wanted depth,
  /// and for no others.
  [[nodiscard]] std::string_view position_and_counts(std::size_t index) const;
  [[nodiscard]] ListIterator<RowList> begin() const { return {*this, 0}; }
  [[nodiscard]] ListIterator<RowList> end() const { return {*this, size()}; }

 private:
  [[nodiscard]] const char* bytes_of(std::size_t index) const;

  CountPlaces places_ = CountPlaces::LeftOut;
  std::vector<std::string> blocks_;    // rows one after the other, none in two blocks
  std::vector<std::uint64_t> begins_;  // block and byte in it
  std::vector<std::string> files_;     // each name once
  std::string packed_;                 // the row being added
};

}  // namespace perft_verify::verifier
