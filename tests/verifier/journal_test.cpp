// The journal: no written line is lost, no torn or changed line is used.
#include "verifier/run/record/journal.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "tests/reference/support.h"
#include "verifier/report/words/sentence.h"

namespace perft_verify::verifier {
namespace {

using reference::file_content;
using reference::ScratchFolder;
using Start = Journal::Start;

const RunFacts kFacts{{"suite 1", "a.epd 1234"}, {"depth", "5"}, {"subject", "MyEngine 1.2"}};

Finding some_finding() {
  Finding finding;
  finding.kind = FindingKind::DuplicateMove;
  finding.cause = Cause::Make;
  finding.culprit = Culprit{2, "e1g1"};
  finding.reasons = {
      RecordedCount{7, "a text with \"quotes\", a \\ and a line\nfeed, and ü"},
      Fact::NotPutBack,
      Fact::Last,
      WrongState{{.rights_kept = {{Color::Black, CastlingSide::Queen}},
                  .rights_new = {{Color::White, CastlingSide::King}},
                  .rights_lost = {},
                  .rights_elsewhere = {{Color::White, CastlingSide::King}},
                  .squares = {{Square::H8, std::nullopt, Piece{Color::White, PieceType::King}}}}},
      NotRestored{"before", 2, {}, false},
      RightWithout{NeededField::CastlingRights},
      WrongNumberOfMoves{
          19, 20, WrongNumberOfMoves::Which::SeveralSets, 3, {{"a2a3"}, {"a2a4", "b2b3"}}}};
  finding.root.fen = "root";
  finding.root.chess960 = true;
  finding.path = {"e2e4", "e7e5"};
  finding.fen = "fen";
  finding.illegal = {"a1a2"};
  finding.missing = {"b1b2", "b1b3"};
  finding.duplicate = {"c1c2"};
  finding.counts = Counts{~std::uint64_t{0}, 20};
  finding.reproduce_fen = "again";
  finding.reproduce_depth = 7;
  finding.needs_full = true;
  finding.reproduce = "verify --fen 'x'";
  finding.subject_divide = reference::Divide{{{"a1a2", 1}, {"a1a2", 2}}, 4};
  finding.reference_divide = reference::Divide{{{"a1a3", 3}}, 3};
  finding.divide_depth = 3;
  return finding;
}

JournalEntry some_entry(std::size_t row) {
  JournalEntry entry;
  entry.row = row;
  entry.state.done = row % 2 == 0;
  entry.state.agreed = {{1, 20}, {2, 400 + row}};
  entry.state.result.verdict = static_cast<Verdict>(row % 4);
  entry.state.result.reason = "reason " + std::to_string(row);
  entry.state.result.proven.divide = 4;
  entry.state.result.depth = 5;
  entry.state.result.subject_nodes = ~std::uint64_t{0} - row;
  entry.state.result.suite_errors = {{3, 8901, 8902}};
  entry.state.result.full_positions = 12;
  entry.state.result.reference_seconds = 0.1 + 1.0 / 3;
  if (row % 3 == 0) entry.state.findings = {some_finding()};
  return entry;
}

std::vector<std::string> texts_of(const std::vector<JournalEntry>& entries) {
  std::vector<std::string> texts;
  for (const JournalEntry& entry : entries) texts.push_back(journal_text(entry));
  return texts;
}

/// The texts of the entries 0 … number-1 of a journal with these.
std::vector<std::string> write_journal(const std::string& path, std::size_t number) {
  const auto journal = Journal::open(path, kFacts, Start::New);
  EXPECT_TRUE(journal) << journal.error();
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < number; ++row) {
    (*journal)->append(some_entry(row));
    texts.push_back(journal_text(some_entry(row)));
  }
  EXPECT_EQ((*journal)->trouble(), "");
  return texts;
}

std::vector<std::string> read_journal(const std::string& path) {
  const auto journal = Journal::open(path, kFacts, Start::Continue);
  EXPECT_TRUE(journal) << journal.error();
  return journal ? texts_of((*journal)->take_entries()) : std::vector<std::string>();
}

std::string refusal(const std::string& path, const RunFacts& facts, Start start) {
  const auto journal = Journal::open(path, facts, start);
  return journal ? "none" : journal.error();
}

TEST(JournalRecord, NothingIsLostOnTheWay) {
  for (std::size_t row = 0; row < 6; ++row) {
    const std::string text = journal_text(some_entry(row));
    EXPECT_FALSE(text.contains('\n'));
    const auto read = parse_journal_text(text);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(journal_text(*read), text);
    EXPECT_EQ(read->state.result.subject_nodes, some_entry(row).state.result.subject_nodes);
    EXPECT_EQ(read->state.result.reference_seconds, some_entry(row).state.result.reference_seconds);
    if (row % 3 == 0) {
      ASSERT_EQ(read->state.findings.size(), 1U);
      EXPECT_EQ(sentence_of(read->state.findings[0]), sentence_of(some_finding()));
      EXPECT_EQ(read->state.findings[0].subject_divide, some_finding().subject_divide);
    }
  }
  for (const char* text : {"", "{}", "[]", "{\"row\":1}", "{\"row\":\"1\",\"state\":{}}"})
    EXPECT_FALSE(parse_journal_text(text)) << text;
}

TEST(Journal, KnowsAfterwardsWhatWasWritten) {
  const ScratchFolder folder;
  const std::string path = folder.path("journal");
  const auto texts = write_journal(path, 5);
  EXPECT_EQ(read_journal(path), texts);
  {
    const auto journal = Journal::open(path, kFacts, Start::Continue);
    ASSERT_TRUE(journal);
    (*journal)->append(some_entry(7));
    JournalEntry deeper = some_entry(1);
    deeper.state.done = true;
    (*journal)->append(deeper);
  }
  const auto again = read_journal(path);
  ASSERT_EQ(again.size(), 6U);
  EXPECT_EQ(again[5], journal_text(some_entry(7)));
  EXPECT_NE(again[1], texts[1]) << "the last entry of a row counts";
}

TEST(Journal, ATornEndIsNotBelievedAndNotInTheWay) {
  const ScratchFolder folder;
  const auto texts = write_journal(folder.path("whole"), 4);
  const std::string whole = file_content(folder.path("whole"));
  for (std::size_t length = 0; length <= whole.size(); length += length < 20 ? 1 : 23) {
    const std::string path = folder.write("torn", whole.substr(0, length));
    std::size_t lines = 0;
    for (const char c : whole.substr(0, length)) lines += c == '\n' ? 1 : 0;
    const std::size_t entries = lines > 0 ? lines - 1 : 0;
    {
      const auto journal = Journal::open(path, kFacts, Start::Continue);
      ASSERT_TRUE(journal) << length << ": " << journal.error();
      const auto read = texts_of((*journal)->take_entries());
      EXPECT_EQ(read, std::vector<std::string>(
                          texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(entries)))
          << length;
      (*journal)->append(some_entry(9));
    }
    EXPECT_EQ(read_journal(path).size(), entries + 1) << length;
    EXPECT_EQ(read_journal(path).back(), journal_text(some_entry(9))) << length;
  }
}

TEST(Journal, AChangedLineIsNotBelieved) {
  const ScratchFolder folder;
  const auto texts = write_journal(folder.path("whole"), 4);
  const std::string whole = file_content(folder.path("whole"));
  const std::size_t first = whole.find('\n') + 1;
  for (std::size_t at = first; at < whole.size(); at += 11) {
    std::string bad = whole;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    const auto journal = Journal::open(folder.write("bad", bad), kFacts, Start::Continue);
    ASSERT_TRUE(journal);
    const auto believed = texts_of((*journal)->take_entries());
    EXPECT_LT(believed.size(), texts.size()) << at;
    for (const std::string& text : believed)
      EXPECT_TRUE(std::ranges::find(texts, text) != texts.end()) << at;
  }
}

TEST(Journal, AnotherRunsJournalIsRefusedAndSaysWhy) {
  const ScratchFolder folder;
  const std::string path = folder.path("journal");
  write_journal(path, 3);
  const std::string before = file_content(path);
  RunFacts deeper = kFacts;
  deeper[1].second = "6";
  EXPECT_TRUE(refusal(path, deeper, Start::Continue).contains("depth was 5 and is 6"));
  RunFacts more = kFacts;
  more.emplace_back("suite 2", "b.epd");
  EXPECT_TRUE(refusal(path, more, Start::Continue).contains("suite 2 was nothing and is b.epd"));
  EXPECT_TRUE(refusal(path, kFacts, Start::New).contains("--resume continues it"));
  EXPECT_EQ(file_content(path), before);
}

TEST(Journal, AFinishedOneIsWrittenOver) {
  const ScratchFolder folder;
  const std::string path = folder.path("journal");
  write_journal(path, 3);
  {
    const auto journal = Journal::open(path, kFacts, Start::Continue);
    ASSERT_TRUE(journal);
    (*journal)->finish();
  }
  EXPECT_EQ(read_journal(path).size(), 3U);
  EXPECT_EQ(refusal(path, kFacts, Start::New), "none");
  EXPECT_TRUE(read_journal(path).empty());
}

TEST(Journal, OtherFilesAreLeftAlone) {
  const ScratchFolder folder;
  for (const char* content : {"notes\n", "notes", "0123456789abcdef {\"journal\":1}\n"}) {
    const std::string path = folder.write("notes", content);
    for (const Start start : {Start::New, Start::Continue})
      EXPECT_TRUE(refusal(path, kFacts, start).contains("not a journal of verify")) << content;
    EXPECT_EQ(file_content(path), content);
  }
  EXPECT_NE(refusal(folder.path(""), kFacts, Start::New), "none");
  EXPECT_NE(refusal("/dev/null", kFacts, Start::New), "none");
  EXPECT_NE(refusal(folder.path("no/folder"), kFacts, Start::New), "none");
}

TEST(Journal, HasOneWriter) {
  const ScratchFolder folder;
  const auto first = Journal::open(folder.path("journal"), kFacts, Start::New);
  ASSERT_TRUE(first);
  EXPECT_TRUE(refusal(folder.path("journal"), kFacts, Start::Continue)
                  .contains("another verify is writing to it"));
}

TEST(Journal, AFullDiskIsToldAndWhatWasWrittenStays) {
  const ScratchFolder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  for (rlim_t bytes = 300; bytes < 6000; bytes += 331) {
    const std::string path = folder.path("journal" + std::to_string(bytes));
    std::size_t written = 0;
    {
      const auto journal = Journal::open(path, kFacts, Start::New);
      ASSERT_TRUE(journal);
      const rlimit limit{bytes, before.rlim_max};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      for (std::size_t row = 0; row < 40 && (*journal)->trouble().empty(); ++row) {
        (*journal)->append(some_entry(row));
        if ((*journal)->trouble().empty()) ++written;
      }
      ::setrlimit(RLIMIT_FSIZE, &before);
      EXPECT_TRUE((*journal)->trouble().contains("cannot be written")) << bytes;
      (*journal)->append(some_entry(50));
    }
    EXPECT_EQ(read_journal(path).size(), written) << bytes;
  }
}

}  // namespace
}  // namespace perft_verify::verifier
