// The shared part of all readers of suites: how a row is put together and checked, how a count is
// written, and how unreadable text is handled. The readers know the formats.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

inline constexpr int kMaxRecordedDepth = 32;
/// The deepest depth of any run.
inline constexpr int kMaxWantedDepth = 30;
/// A file with longer lines, records or values is not a suite.
inline constexpr std::size_t kMaxLine = std::size_t{1} << 20;
/// After this many bad rows the rest of a file is not read: it is something else.
inline constexpr std::size_t kMaxProblems = 10'000;

/// An error in a row, and its place.
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
  /// The place of a byte of the text, if the text is on one line unchanged.
  [[nodiscard]] Place at(std::size_t offset) const { return {place.line, place.column + offset}; }
};

/// Reads digits, perhaps in groups of three: 119060324, 119,060,324, 119_060_324, 119'060'324. The
/// complaint explains the form of a count.
Parsed<std::uint64_t> parse_count(Text text);

/// Records a count. Depth 0 must have the count 1 and is ignored.
Parsed<void> record_count(Row& row, int depth, std::uint64_t nodes, Place place);

/// Validates the FEN and sets the fields that depend on it: FEN, Chess960, notes, place.
Parsed<void> set_position(Row& row, Text fen, const FenOptions& options);

/// Receives rows instead of the suite, which is then left without them.
using RowSink = std::function<void(Row)>;

/// A suite in the making. Rows and problems come in the order of the file.
class SuiteBuilder {
 public:
  /// `bytes` is the whole file; it outlives the builder.
  SuiteBuilder(const std::string& file, std::string_view bytes, RowSink sink = {});

  /// The file without its byte order mark.
  [[nodiscard]] std::string_view text() const { return text_; }

  void add(Row row);
  /// `excerpt` is the refused line or part of a line.
  void refuse(Complaint complaint, std::string_view excerpt);
  /// The same, and the rest cannot be read.
  void give_up(Complaint complaint, std::string_view excerpt);
  void comment(std::size_t line, std::string_view text);

  /// Whether there are too many errors to read on.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  Suite finish();

 private:
  Suite suite_;
  RowSink sink_;
  std::size_t rows_ = 0;
  /// The number of rows without a recorded count, where something looks like one.
  std::size_t unread_ = 0;
  Place first_unread_;
  std::string what_is_unread_;
  std::string_view text_;
  bool gave_up_ = false;
};

}  // namespace perft_verify::verifier
