// The journal of a run: a line for each finished job, so that an interruption at any moment,
// including SIGKILL and a full disk, costs only the jobs in flight.
//
// Each line begins with a checksum of the rest. A torn last line, and any line with a wrong
// checksum, counts as not written: its job is done again.
#pragma once

#include <chrono>
#include <expected>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "verifier/run/record/journal_record.h"
#include "verifier/run/record/run_facts.h"

namespace perft_verify::verifier {

class Journal {
 public:
  enum class Start : std::uint8_t {
    New,       // an unfinished journal, or another file, is not overwritten
    Continue,  // reads an existing one; else begins a new one
  };

  /// The error is one sentence: another run's journal (with the difference), a file that is not a
  /// journal, one that another process writes to.
  static std::expected<std::unique_ptr<Journal>, std::string> open(const std::string& path,
                                                                   const RunFacts& facts,
                                                                   Start start);
  /// One of the facts in the header of the journal `path`; nothing if there is no such journal.
  static std::optional<std::string> fact_of(const std::string& path, const std::string& name);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// The content of the journal when it was opened: the last entry of each row, by row.
  [[nodiscard]] std::vector<JournalEntry> take_entries() { return std::move(entries_); }
  /// Its entries for parts of rows, in the order in which they were written.
  [[nodiscard]] std::vector<JournalPart> take_parts() { return std::move(parts_); }
  /// Its notes, in the order in which they were written.
  [[nodiscard]] std::vector<JournalNote> take_notes() { return std::move(notes_); }

  void append(const JournalEntry& entry);
  void append(const JournalPart& part);
  void append(const JournalNote& note);
  /// Marks the run as complete: the journal may be overwritten.
  void finish();
  /// The first write error; empty if there is none. After it nothing more is written.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  Journal(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  std::expected<void, std::string> read(const RunFacts& facts, Start start);
  void write(const std::string& text);

  std::string path_;
  int descriptor_ = -1;
  std::vector<JournalEntry> entries_;
  std::vector<JournalPart> parts_;
  std::vector<JournalNote> notes_;
  std::string trouble_;
  std::chrono::steady_clock::time_point synced_{};
};

}  // namespace perft_verify::verifier
