// All that an engine printed for one question, read as a divide.
#pragma once

#include "reference/dialect/dialect.h"
#include "reference/dialect/move_spelling.h"

namespace perft_verify::reference {

/// The lines of one answer, cleaned and read one by one.
class PrintedAnswer {
 public:
  PrintedAnswer() = default;
  /// `asked`: texts of the question whose numbers are no answer, where the engine repeats them.
  explicit PrintedAnswer(std::vector<std::string> asked) : asked_(std::move(asked)) {}

  /// Adds a raw line, which may be displayed as several lines.
  void add(std::string_view raw);

  struct Entry {
    std::string raw;   // as it came
    std::string text;  // clean
    PrintedLine read;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// As they came, with the ends of the lines.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Whether lines came after the apparent end of the answer.
  [[nodiscard]] bool is_late() const { return late_; }
  void mark_late() { late_ = true; }
  /// The numbers at this place, in the order of printing. `lists` says whether lines that begin
  /// with a move are searched.
  [[nodiscard]] std::vector<std::uint64_t> totals(const TotalPlace& place) const;
  /// The first line with a negative number at this place; nothing if there is none.
  [[nodiscard]] std::optional<std::string_view> negative_total(const TotalPlace& place) const;
  /// The first lines for a message, escaped: 'a' 'b' 'c' …
  [[nodiscard]] std::string quoted(std::size_t most = 4) const;

 private:
  std::vector<std::string> asked_;
  std::vector<Entry> entries_;
  std::size_t bytes_ = 0;
  bool late_ = false;
};

/// The count of a move's line.
std::optional<std::uint64_t> nodes_of(const PrintedMove& move, const Dialect& dialect);

/// A divide, and how its moves were spelled.
struct ReadAnswer {
  Divide divide;
  std::vector<Spelling> spellings;  // each once
  /// Four lines of one pawn without a promotion letter were taken for these four.
  bool promotions_guessed = false;
};

/// A line that cannot be read, and why.
struct Unreadable {
  std::string reason;
  /// The engine may be right, but its meaning is unclear to us.
  bool ambiguous = false;
};

/// The answer of an engine of this dialect to a question about `position` to `depth`. Where the
/// dialect has no total, the total is the sum.
std::expected<ReadAnswer, Unreadable> read_answer(const PrintedAnswer& answer,
                                                  const Dialect& dialect, const Position& position,
                                                  int depth);

}  // namespace perft_verify::reference
