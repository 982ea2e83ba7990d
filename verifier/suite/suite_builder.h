// What all readers of suites have in common: how a row is put together and checked, how a count
// is written, and what becomes of what cannot be understood. The readers know the formats.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

inline constexpr int kMaxRecordedDepth = 32;
/// No run goes deeper.
inline constexpr int kMaxWantedDepth = 30;
/// Longer lines, records and values are no suite.
inline constexpr std::size_t kMaxLine = std::size_t{1} << 20;
/// After so many bad rows the rest of a file is not read: it is something else.
inline constexpr std::size_t kMaxProblems = 10'000;

/// What is wrong with a row, and where.
struct Complaint {
  Place place;
  std::string message;
  std::optional<FenErrorClass> error_class = std::nullopt;
};
template <typename T>
using Parsed = std::expected<T, Complaint>;

std::unexpected<Complaint> complain(Place place, std::string message);

/// A piece of a file and where it begins.
struct Text {
  std::string_view text;
  Place place;
  /// The place of a byte of it, if the text stands on one line as it is.
  [[nodiscard]] Place at(std::size_t offset) const { return {place.line, place.column + offset}; }
};

/// Digits, perhaps in groups of three: 119060324, 119,060,324, 119_060_324, 119'060'324. The
/// complaint says what a count is.
Parsed<std::uint64_t> parse_count(Text text);

/// Records a count. Depth 0 has the count 1 and says nothing more.
Parsed<void> record(Row& row, int depth, std::uint64_t nodes, Place place);

/// Passes the FEN through the gate and sets what follows from it: FEN, Chess960, notes, place.
Parsed<void> set_position(Row& row, Text fen, const FenOptions& options);

/// A suite in the making. Rows and problems come in the order of the file.
class SuiteBuilder {
 public:
  /// `bytes` is the whole file; it outlives the builder.
  SuiteBuilder(const std::string& file, std::string_view bytes);

  /// The file without its byte order mark.
  [[nodiscard]] std::string_view text() const { return text_; }

  void add(Row row);
  /// `excerpt` is the line or the part of it that is refused.
  void refuse(Complaint complaint, std::string_view excerpt);
  /// The same, and nothing that follows can be read.
  void give_up(Complaint complaint, std::string_view excerpt);
  void comment(std::size_t line, std::string_view text);

  /// Whether so much is wrong that there is no use in reading on.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  Suite finish();

 private:
  Suite suite_;
  std::string_view text_;
  bool gave_up_ = false;
};

}  // namespace perft_verify::verifier
