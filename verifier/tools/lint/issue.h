// An issue that `verify lint` reports about a suite.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

/// Error: it is wrong. Warning: it is probably unintended. Note: it is odd, and a good test may be
/// odd.
enum class Severity : std::uint8_t { Error, Warning, Note };
std::string_view to_string(Severity severity);

struct Issue {
  Severity severity = Severity::Note;
  std::string_view rule;  // stable, kebab-case
  Place place;
  std::string message;
  std::string excerpt;  // of the unreadable text
  /// The row, by its number in the list; nothing if a line gave no row.
  std::optional<std::size_t> row;
  /// For rules about a count.
  std::optional<int> depth;
  std::optional<std::uint64_t> recorded;
  std::optional<std::uint64_t> counted;
  /// For rules about two rows: the one that came first.
  std::optional<std::size_t> first;
};

/// An issue of a row, at its FEN; whoever knows the number of the row sets it.
Issue row_issue(Severity severity, std::string_view rule, const Row& row, std::string message);
/// An issue of a row's recorded count, at the count.
Issue count_issue(Severity severity, std::string_view rule, const Row& row, int depth,
                  std::string message);

}  // namespace perft_verify::verifier
