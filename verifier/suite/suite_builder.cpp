#include "verifier/suite/suite_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/text/lines.h"
#include "core/text/printable.h"
#include "core/text/sha256.h"

namespace perft_verify::verifier {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// "1,234,567" as "1234567"; empty if the groups are not of three, or of different kinds.
std::string without_separators(std::string_view text) {
  const std::size_t first = text.find_first_not_of("0123456789");
  const char separator = text[first];
  if (first == 0 || first > 3 || std::string_view(",_'").find(separator) == std::string_view::npos)
    return "";
  std::string digits;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool boundary = at >= first && (at - first) % 4 == 0;
    if (boundary != (text[at] == separator) || (!boundary && !is_digit(text[at]))) return "";
    if (!boundary) digits += text[at];
  }
  return (text.size() - first) % 4 == 0 ? digits : "";
}

void note_oddities(const FenNotes& notes, Row& row) {
  if (notes.five_fields) row.notes.emplace_back("the fullmove number is missing; 1 is assumed");
  if (notes.digit_run)
    row.notes.emplace_back("neighboring digits in the board where one would say it");
  if (notes.castling_order) row.notes.emplace_back("castling rights are not in the order KQkq");
  if (notes.clocks_clamped) row.notes.emplace_back("a clock was out of range and is clamped");
}

}  // namespace

std::unexpected<Complaint> complain(Place place, std::string message) {
  return std::unexpected(Complaint{place, std::move(message)});
}

Parsed<std::uint64_t> parse_count(Text count) {
  std::string grouped;
  std::string_view digits = count.text;
  if (digits.size() < 40 && !std::ranges::all_of(digits, is_digit)) {
    grouped = without_separators(digits);
    digits = grouped;
  }
  std::uint64_t nodes = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, nodes);
  if (!digits.empty() && error == std::errc{} && stop == end) return nodes;
  return complain(count.place,
                  fmt::format("'{}' is not a count: a number from 0 to 18446744073709551615 is "
                              "expected",
                              printable(count.text, 60)));
}

Parsed<void> record_count(Row& row, int depth, std::uint64_t nodes, Place place) {
  if (depth < 0 || depth > kMaxRecordedDepth)
    return complain(place, fmt::format("depth {} is out of range: depths are 1 to {}", depth,
                                       kMaxRecordedDepth));
  if (depth == 0) {
    if (nodes == 1) return {};
    return complain(
        place, fmt::format("the count at depth 0 is 1 in every position, and here it is {}; the "
                           "first depth is 1",
                           nodes));
  }
  const auto [at, fresh] = row.recorded.emplace(depth, nodes);
  if (fresh) row.count_places.push_back({depth, place});
  if (at->second == nodes) return {};
  return complain(
      place, fmt::format("depth {} is recorded twice, with {} and {}", depth, at->second, nodes));
}

Parsed<void> set_position(Row& row, Text fen, const FenOptions& options) {
  row.line = fen.place.line;
  row.column = fen.place.column;
  const auto parsed = parse_fen(fen.text, options);
  if (!parsed)
    return std::unexpected(Complaint{fen.at(parsed.error().offset),
                                     std::string(parsed.error().message()),
                                     parsed.error().error_class()});
  row.fen = parsed->position.fen();
  row.chess960 = parsed->position.chess960();
  note_oddities(parsed->notes, row);
  return {};
}

SuiteBuilder::SuiteBuilder(const std::string& file, std::string_view bytes, RowSink sink)
    : suite_{file, sha256_of(bytes), {}, {}}, sink_(std::move(sink)), text_(bytes) {
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
}

void SuiteBuilder::add(Row row) {
  row.file = suite_.file;
  ++rows_;
  if (!row.unread.empty() && row.recorded.empty() && unread_++ == 0) {
    first_unread_ = {row.line, row.column};
    what_is_unread_ = row.unread;
  }
  if (sink_) return sink_(std::move(row));
  suite_.rows.push_back(std::move(row));
}

void SuiteBuilder::refuse(Complaint complaint, std::string_view excerpt) {
  if (gave_up_) return;
  suite_.problems.push_back({suite_.file, complaint.place.line, complaint.place.column,
                             complaint.error_class, std::move(complaint.message),
                             printable(excerpt, 120)});
  if (suite_.problems.size() < kMaxProblems) return;
  give_up({complaint.place,
           fmt::format("{} rows cannot be read, and this file was not read further; is it a suite?",
                       kMaxProblems)},
          excerpt);
}

void SuiteBuilder::give_up(Complaint complaint, std::string_view excerpt) {
  if (gave_up_) return;
  suite_.problems.push_back({suite_.file, complaint.place.line, complaint.place.column,
                             complaint.error_class, std::move(complaint.message),
                             printable(excerpt, 120), true});
  gave_up_ = true;
}

void SuiteBuilder::comment(std::size_t line, std::string_view text) {
  suite_.comments.push_back({line, std::string(text)});
}

Suite SuiteBuilder::finish() {
  if (unread_ > 0)
    suite_.notes.push_back(
        {first_unread_,
         fmt::format(
             "{} of {} rows {} no recorded count that is understood, though '{}' looks like "
             "one: nothing is compared with it (counts are written ;D1 20 in EPD)",
             unread_, rows_, unread_ == 1 ? "has" : "have", printable(what_is_unread_, 60))});
  std::ranges::stable_sort(suite_.problems, {}, [](const SuiteProblem& problem) {
    return Place{problem.line, problem.column};
  });
  return std::move(suite_);
}

}  // namespace perft_verify::verifier
