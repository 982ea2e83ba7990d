#include "verifier/run/record/journal_record.h"

#include "verifier/run/record/record.h"

namespace perft_verify::verifier {

PERFT_VERIFY_FIELDS(JournalEntry, row, state)
PERFT_VERIFY_FIELDS(JournalPart, part_of_row, depth, ply, counts, reference_seconds, subject,
                    subject_moves, subject_seconds)
PERFT_VERIFY_FIELDS(JournalNote, note, number, nodes)

using record::parsed;
using record::parsed_text;

std::string journal_text(const JournalEntry& entry) { return record::text_of(entry); }

std::string journal_text(const JournalPart& part) { return record::text_of(part); }

std::string journal_text(const JournalNote& note) { return record::text_of(note); }

bool is_journal_part(std::string_view text) { return text.starts_with("{\"part_of_row\":"); }

bool is_journal_note(std::string_view text) { return text.starts_with("{\"note\":"); }

Json record_of(const RowResult& result) { return record::written(result); }

Json record_of(const Finding& finding) { return record::written(finding); }

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

std::expected<JournalNote, std::string> parse_journal_note(std::string_view text) {
  return parsed_text<JournalNote>(text);
}

}  // namespace perft_verify::verifier
