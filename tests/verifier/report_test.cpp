#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <limits>

#include "core/text/format.h"
#include "tests/reference/support.h"
#include "verifier/report/output/output_file.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

using reference::file_content;
using reference::ScratchFolder;

TEST(Wrapped, BreaksBetweenWordsAndKeepsLongOnes) {
  EXPECT_EQ(wrapped("one two three", 9, 2), "  one two\n  three\n");
  EXPECT_EQ(wrapped("one two three", 80, 2), "  one two three\n");
  EXPECT_EQ(wrapped("a-very-long-word b", 6, 1), " a-very-long-word\n b\n");
  EXPECT_EQ(wrapped("\u00e4\u00e4 \u00f6\u00f6", 5, 0), "\u00e4\u00e4 \u00f6\u00f6\n")
      << "columns, not bytes";
  const std::string red = Palette(true).paint(Ink::Red, "one");
  EXPECT_EQ(wrapped(red + " two", 7, 0), red + " two\n") << "colors take no room";
  EXPECT_EQ(wrapped("王王 b", 4, 0), "王王\nb\n") << "a wide character takes two columns";
}

TEST(InLines, BreaksBetweenParts) {
  EXPECT_EQ(in_lines({"PASS", "a = b", "", "1 row"}, 80, 6), "PASS  a = b  1 row\n");
  EXPECT_EQ(in_lines({"PASS", "a = b", "1 row"}, 12, 6), "PASS  a = b\n      1 row\n");
}

TEST(Format, GroupsDigitsByThree) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(8031647685), "8,031,647,685");
  EXPECT_EQ(grouped(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(Format, SaysDurationsForPeople) {
  EXPECT_EQ(duration_text(0), "0.00 s");
  EXPECT_EQ(duration_text(0.424), "0.42 s");
  EXPECT_EQ(duration_text(12.34), "12.3 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(3599.4), "59 min 59 s");
  EXPECT_EQ(duration_text(3599.6), "1 h 00 min");
  EXPECT_EQ(duration_text(7500), "2 h 05 min");
  // At a change of units there is no "10.00 s" and no "100.0 s".
  EXPECT_EQ(duration_text(9.999), "10.0 s");
  EXPECT_EQ(duration_text(99.99), "1 min 40 s");
}

TEST(Format, ShortensCountsToThreeDigits) {
  EXPECT_EQ(short_count(0), "0");
  EXPECT_EQ(short_count(850), "850");
  EXPECT_EQ(short_count(999.7), "1.00 k");
  EXPECT_EQ(short_count(12'345), "12.3 k");
  EXPECT_EQ(short_count(8'031'647'685.0), "8.03 G");
  EXPECT_EQ(short_count(999'600'000), "1.00 G");
}

TEST(Format, SaysSpeeds) {
  EXPECT_EQ(speed_text(150), "150 /s");
  EXPECT_EQ(speed_text(1500), "1.5 k/s");
  EXPECT_EQ(speed_text(15'000), "15 k/s");
  EXPECT_EQ(speed_text(2'500'000), "2.5 M/s");
  EXPECT_EQ(speed_text(512'000'000), "512 M/s");
}

TEST(Format, FitsTextByColumns) {
  EXPECT_EQ(fitted("abc", 5), "abc  ");
  EXPECT_EQ(fitted("abcde", 5), "abcde");
  EXPECT_EQ(fitted("abcdef", 5), "ab…ef");
  EXPECT_EQ(fitted("c960-castling-in-check", 13), "c960-c…-check") << "both ends tell something";
  EXPECT_EQ(fitted("äöü", 4), "äöü ");
  EXPECT_EQ(fitted("äöüßéè", 4), "äö…è");
  EXPECT_EQ(fitted("♔♕♖♗♘", 3), "♔…♘");
  EXPECT_EQ(fitted("王王王王", 5), "王…王");
  EXPECT_EQ(fitted("王王王王", 6), "王…王 ") << "half a character does not fit";
  EXPECT_EQ(fitted("e\u0301e\u0301e\u0301", 3), "e\u0301e\u0301e\u0301")
      << "an accent takes no column";
  EXPECT_EQ(fitted("aaae\u0301", 3), "a…e\u0301");
  EXPECT_EQ(fitted("abc", 1), "…");
  EXPECT_EQ(fitted("abc", 0), "");
  EXPECT_EQ(fitted("", 2), "  ");
}

TEST(Format, PaintsOnlyWhenColorsAreOn) {
  EXPECT_EQ(Palette(false).paint(Ink::Red, "x"), "x");
  EXPECT_EQ(Palette(true).paint(Ink::Red, "x"), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(Palette(true).paint(Ink::Plain, "x"), "x");
}

std::size_t files_in(const ScratchFolder& folder) {
  const auto all = std::filesystem::directory_iterator(folder.path(""));
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(OutputFile, TakesItsNameOnlyWhenItIsCommitted) {
  const ScratchFolder folder;
  auto file = OutputFile::create(folder.path("report"));
  ASSERT_TRUE(file) << file.error();
  EXPECT_FALSE(std::filesystem::exists(folder.path("report")));
  file->write("te");
  file->write("xt\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path("report")));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(file_content(folder.path("report")), "text\n");
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(OutputFile, LeavesTheOldFileWhereNothingIsCommitted) {
  const ScratchFolder folder;
  const std::string path = folder.write("report", "old");
  {
    auto file = OutputFile::create(path);
    ASSERT_TRUE(file);
  }
  EXPECT_EQ(file_content(path), "old");
  EXPECT_EQ(files_in(folder), 1U) << "the temporary file is still there";
  auto file = OutputFile::create(path);
  file->write("new");
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(file_content(path), "new");
}

TEST(OutputFile, RemovesWhatRunsHaveLeftThatWereKilled) {
  const ScratchFolder folder;
  const std::string path = folder.path("report");
  const auto old = [](const std::string& file) {
    std::filesystem::last_write_time(
        file, std::filesystem::file_time_type::clock::now() - std::chrono::minutes(1));
    return file;
  };
  const std::string left = old(folder.write("report.verify-abc123", "half a"));
  const std::string others = old(folder.write("other.verify-abc123", "half a"));
  auto one = OutputFile::create(path);
  ASSERT_TRUE(one);
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(others)) << "of another report";
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("")))
    old(entry.path().string());
  auto two = OutputFile::create(path);  // while the first is still being written
  ASSERT_TRUE(two);
  two->write("two");
  EXPECT_TRUE(two->commit());
  one->write("one");
  EXPECT_TRUE(one->commit()) << "nobody has taken it away";
  EXPECT_EQ(file_content(path), "one");
}

TEST(OutputFile, CanBeMoved) {
  const ScratchFolder folder;
  auto first = OutputFile::create(folder.path("first"));
  first->write("begun before");
  auto second = OutputFile::create(folder.path("second"));
  *second = std::move(*first);
  ASSERT_TRUE(second->commit());
  EXPECT_EQ(file_content(folder.path("first")), "begun before");
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(OutputFile, SaysAtOnceWhatCannotBeWritten) {
  const ScratchFolder folder;
  for (const std::string& path :
       {folder.path(""), folder.path("missing/report"), std::string("/proc/report")}) {
    const auto file = OutputFile::create(path);
    ASSERT_FALSE(file) << path;
    EXPECT_TRUE(file.error().contains(path)) << file.error();
  }
}

TEST(OutputFile, IsAsReadableAsAnyNewFile) {
  const ScratchFolder folder;
  const mode_t before = ::umask(022);
  ASSERT_TRUE(OutputFile::create(folder.path("report"))->commit());
  ::umask(before);
  struct stat status{};
  ASSERT_EQ(::stat(folder.path("report").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0644U);
}

TEST(OutputFile, WritesToADeviceInsteadOfTakingItsPlace) {
  // A pipe of our own: a failure here must not damage /dev/null.
  const ScratchFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  auto file = OutputFile::create(path);
  ASSERT_TRUE(file) << file.error();
  file->write("text");
  ASSERT_TRUE(file->commit());
  std::string text(16, '\0');
  const ssize_t count = ::read(reader, text.data(), text.size());
  ::close(reader);
  EXPECT_EQ(count, 4);
  EXPECT_TRUE(std::filesystem::is_fifo(path));
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(OutputFile, TellsOfTheFirstFailureWhenItIsCommitted) {
  auto file = OutputFile::create("/dev/full");
  ASSERT_TRUE(file) << file.error();
  file->write(std::string(1 << 20, 'x'));
  file->write("more");
  const auto done = file->commit();
  ASSERT_FALSE(done);
  EXPECT_TRUE(done.error().contains("/dev/full")) << done.error();
}

}  // namespace
}  // namespace perft_verify::verifier
