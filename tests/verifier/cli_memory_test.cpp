// The memory that the rows of a run take.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tests/reference/support.h"

namespace perft_verify::verifier {
namespace {

using reference::ScratchFolder;

/// The start position with another move number in each row, which makes it another row.
std::string suite_of(int rows) {
  std::string text;
  for (int row = 1; row <= rows; ++row)
    text += "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - " + std::to_string(row / 90000) +
            " " + std::to_string(1 + row % 90000) + " ;D1 20\n";
  return text;
}

/// The peak resident memory of `verify` with these words, in bytes.
double memory_of(std::vector<std::string> words) {
  words.insert(words.begin(), PERFT_VERIFY_COMMAND);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  EXPECT_EQ(::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ), 0);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = -1;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// With a report and a journal.
double memory_of_run(int rows) {
  const ScratchFolder folder;
  return memory_of({folder.write("suite.epd", suite_of(rows)), "--reference", "mailbox", "--jobs",
                    "2", "--no-store", "--progress", "off", "--report",
                    "json=" + folder.path("report.json"), "--report",
                    "text=" + folder.path("report.txt"), "--report", "jsonl", "--journal",
                    folder.path("journal")});
}

TEST(CliMemory, ARowTakesAtMostTwoHundredBytes) {
  const double few = memory_of_run(20'000);
  const double many = memory_of_run(120'000);
  const double of_a_row = (many - few) / 100'000;
  RecordProperty("bytes_of_a_row", static_cast<int>(of_a_row));
  EXPECT_LE(of_a_row, 200) << few << " and " << many;
  EXPECT_LE(many, 256e6);
}

double memory_of_lint(int rows) {
  const ScratchFolder folder;
  return memory_of({"lint", folder.write("suite.epd", suite_of(rows))});
}

/// Its line in the file among them.
TEST(CliMemory, ARowThatIsLintedTakesAtMostThreeHundredBytes) {
  const double few = memory_of_lint(20'000);
  const double many = memory_of_lint(120'000);
  const double of_a_row = (many - few) / 100'000;
  RecordProperty("bytes_of_a_linted_row", static_cast<int>(of_a_row));
  EXPECT_LE(of_a_row, 300) << few << " and " << many;
}

}  // namespace
}  // namespace perft_verify::verifier
