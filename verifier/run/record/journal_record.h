// The results for a row, as text and back, without loss: for the journal.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "verifier/run/judge/row_state.h"
#include "verifier/run/model/job.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {

struct JournalEntry {
  std::size_t row = 0;  // index in the run
  RowState state;
};

/// The results of a job for a part of a row; see DividedRow.
struct JournalPart {
  std::size_t part_of_row = 0;  // index in the run; no other line begins with this name
  int depth = 0;                // of the row
  int ply = 0;                  // of sharing; 0 where nothing is shared
  /// The reference's counts after these moves, to that depth.
  std::vector<std::pair<MovePath, std::uint64_t>> counts;
  double reference_seconds = 0;
  /// The subject's answer, whole or the lines of these moves.
  std::optional<reference::Divide> subject;
  std::vector<std::string> subject_moves;
  double subject_seconds = 0;
};

/// How far a command without rows has come: `verify fuzz` and `verify prove` say what theirs mean.
struct JournalNote {
  std::string note;  // no other line begins with this name
  std::uint64_t number = 0;
  std::uint64_t nodes = 0;  // counted by the subject
};

/// One line of JSON, without a line feed. Without the data that a row gets when it is reported
/// (numbers of findings, duplicates).
std::string journal_text(const JournalEntry& entry);
std::string journal_text(const JournalPart& part);
std::string journal_text(const JournalNote& note);

/// The same for the results that shares of a run hand over.
Json record_of(const RowResult& result);
Json record_of(const Finding& finding);
std::expected<RowResult, std::string> parse_result(const Json& record);
std::expected<Finding, std::string> parse_finding(const Json& record);

/// The error is one sentence.
std::expected<JournalEntry, std::string> parse_journal_text(std::string_view text);
std::expected<JournalPart, std::string> parse_journal_part(std::string_view text);
std::expected<JournalNote, std::string> parse_journal_note(std::string_view text);
/// Whether a line is for a part, or a note; else it is for a row.
bool is_journal_part(std::string_view text);
bool is_journal_note(std::string_view text);

}  // namespace perft_verify::verifier
