// Facts about one printed answer, whatever the engine: its lists of moves, the numbers outside
// them, and what the words around a number say about it.
#pragma once

#include <map>
#include <optional>

#include "core/position.h"
#include "reference/dialect/printed_answer.h"

namespace perft_verify::reference {

/// The moves of an answer on this board, whatever precedes them, by prefix; their counts as this
/// dialect has them.
std::map<std::string, std::vector<RootCount>> lists_in(const PrintedAnswer& answer,
                                                       const Position& position,
                                                       const Dialect& dialect = {});
/// The list of this dialect in the answer to `depth` of the start position; empty if there is none.
std::vector<RootCount> list_in(const PrintedAnswer& answer, const Dialect& dialect, int depth);
std::uint64_t sum_of(const std::vector<RootCount>& lines);

/// A place where a number stands outside the lists, with its last number and how many there are.
struct Place {
  TotalPlace place;
  std::uint64_t last = 0;
  int times = 0;
  [[nodiscard]] PrintedNumber number() const { return {place.label, place.unit, last}; }
};
std::vector<Place> places_in(const PrintedAnswer& answer);
/// Whether `number` stands in the answer, outside the lists.
bool prints(const PrintedAnswer& answer, std::uint64_t number);
/// Whether the answer has a number that may be meant as a total.
bool prints_totals(const PrintedAnswer& answer);
/// The number, if the answer is nothing else.
std::optional<std::uint64_t> lone_number(const PrintedAnswer& answer);

/// Whether a number behind these words may be a total.
bool is_word_of_totals(std::string_view label);
/// Whether the line is one that UCI defines for a search.
bool is_of_search(std::string_view label);
/// Times, speeds and depths, by the last word before the number or the unit behind it.
bool is_measure(const PrintedNumber& number);

}  // namespace perft_verify::reference
