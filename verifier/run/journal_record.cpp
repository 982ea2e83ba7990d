#include "verifier/run/journal_record.h"

#include <fmt/format.h>

#include "verifier/run/record.h"

namespace perft_verify::verifier {
namespace record {

template <typename Visit>
void visit_fields(Visit&& visit, JournalEntry& entry) {
  auto& [row, state] = entry;
  visit("row", row);
  visit("state", state);
}

/// The first name in a part's line, which no other has.
constexpr std::string_view kPartOf = "part of row";

template <typename Visit>
void visit_fields(Visit&& visit, JournalPart& part) {
  auto& [row, ply, counts, reference_seconds, subject, subject_moves, subject_seconds] = part;
  visit(kPartOf.data(), row);
  visit("ply", ply);
  visit("counts", counts);
  visit("reference_seconds", reference_seconds);
  visit("subject", subject);
  visit("subject_moves", subject_moves);
  visit("subject_seconds", subject_seconds);
}

}  // namespace record

using record::Json;
using record::parsed;
using record::parsed_text;

std::string journal_text(const JournalEntry& entry) { return record::text_of(entry); }

std::string journal_text(const JournalPart& part) { return record::text_of(part); }

bool is_journal_part(std::string_view text) {
  return text.starts_with(fmt::format("{{\"{}\":", record::kPartOf));
}

Json record_of(const RowResult& result) {
  RowResult copy = result;
  return record::written(copy);
}

Json record_of(const Finding& finding) {
  Finding copy = finding;
  return record::written(copy);
}

std::expected<RowResult, std::string> parse_result(const Json& record) {
  return parsed<RowResult>(record);
}

std::expected<Finding, std::string> parse_finding(const Json& record) {
  return parsed<Finding>(record);
}

std::expected<JournalEntry, std::string> parse_journal_text(std::string_view text) {
  return parsed_text<JournalEntry>(text);
}

std::expected<JournalPart, std::string> parse_journal_part(std::string_view text) {
  return parsed_text<JournalPart>(text);
}

}  // namespace perft_verify::verifier
