#include "reference/process/child_process.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/reference/support.h"
#include "tests/support/soon.h"

namespace perft_verify::reference {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using testing::StartsWith;
using Fault = ChildProcess::Fault;

/// Long enough for a machine under load; tests that expect a timeout use a short one.
Deadline generous() { return steady_clock::now() + seconds(60); }

class ChildProcessTest : public testing::Test {
 protected:
  void SetUp() override { ignore_sigpipe(); }
  void TearDown() override { EXPECT_TRUE(has_no_children()) << "a child or a zombie is left"; }

  std::unique_ptr<ChildProcess> start(const std::vector<std::string>& command) {
    auto started = ChildProcess::start(command);
    if (!started) {
      ADD_FAILURE() << started.error();
      return nullptr;
    }
    return std::move(*started);
  }
  std::unique_ptr<ChildProcess> shell(const std::string& script) {
    return start({"/bin/sh", "-c", script});
  }

  /// The next line, or the name of the fault.
  static std::string next(ChildProcess& child, Deadline deadline = generous(),
                          const std::stop_token& stop = {}) {
    const auto line = child.read_line(deadline, stop);
    if (line) return *line;
    constexpr std::array kNames{"<closed>", "<timeout>", "<line too long>", "<stopped>"};
    return kNames[static_cast<std::size_t>(line.error())];
  }
};

// --- Which program it is ------------------------------------------------------------------

TEST_F(ChildProcessTest, ItsProgramIsTheOneThatItHasBecome) {
  const auto program_of = [&](const std::vector<std::string>& command) {
    const auto child = start(command);
    EXPECT_TRUE(child->write_line("uci", generous(), {}));
    while (next(*child) != "uciok") {
    }
    return child->program();
  };
  if (kSanitized) GTEST_SKIP() << "the sanitizer reads files in the engine's process";
  std::vector<std::string> words = fake({"--name", "x"});
  const auto itself = program_of(words);
  ASSERT_TRUE(itself) << itself.error();
  EXPECT_THAT(itself->arguments, testing::ElementsAre("--name", "x"));
  EXPECT_GT(itself->files.size(), 3U) << "with its libraries";
  for (const char* launcher : {"env", "nice"}) {
    std::vector<std::string> launched = words;
    launched.insert(launched.begin(), launcher);
    const auto found = program_of(launched);
    // A launcher that reads much and then becomes another program is refused too.
    if (found) {
      EXPECT_EQ(*found, *itself) << launcher;
    }
  }
  words[2] = "y";
  EXPECT_NE(program_of(words), itself);

  const ScratchFolder folder;
  const std::string copy = folder.path("copy");
  std::filesystem::copy_file(words[0], copy);
  words = {copy, "--name", "x"};
  const auto before = program_of(words);
  EXPECT_NE(before, itself) << "another file";
  std::filesystem::last_write_time(copy, std::filesystem::file_time_type::clock::now());
  EXPECT_NE(program_of(words), before) << "another state of it";
}

TEST_F(ChildProcessTest, NobodyKnowsWhatAnInterpreterOrALauncherRuns) {
  const ScratchFolder folder;
  const auto why = [&](const std::vector<std::string>& command) {
    const auto child = start(command);
    EXPECT_EQ(next(*child), "up");
    const auto& program = child->program();
    return program ? "it is known" : program.error();
  };
  EXPECT_THAT(why({"/bin/sh", "-c", "(echo up; cat); exit 0"}),
              StartsWith("it has started another process"));
  const std::string script =
      folder.write("library.pl", "sub up { $| = 1; print qq(up\n); <STDIN> }\n" +
                                     std::string(20'000, '#') + "\n1;");
  EXPECT_THAT(why({"perl", "-e", "require q(" + script + "); up()"}),
              StartsWith("it has read files that nobody knows"));
  EXPECT_THAT(why({"perl", "-MIO::Socket::INET", "-e",
                   "$s = IO::Socket::INET->new(Listen => 1); $| = 1; print qq(up\\n); <STDIN>"}),
              StartsWith("it is connected to another process"));
}

// --- Starting ----------------------------------------------------------------------------

TEST_F(ChildProcessTest, WhatCannotBeStartedIsAClearSentence) {
  const ScratchFolder folder;
  // The head of an ELF file for IBM's S/390, which no test machine is.
  std::string foreign(64, '\0');
  foreign.replace(0, 8,
                  std::string("\x7f"
                              "ELF\x02\x02\x01\x00",
                              8));
  foreign.replace(16, 4, std::string("\x00\x02\x00\x16", 4));
  struct Row {
    std::vector<std::string> command;
    std::string sentence;
  };
  const std::string missing = folder.path("missing");
  const std::string plain = folder.write("plain", "#!/bin/sh\n");
  const std::string script = folder.write("script", "echo hello\n", true);
  const std::string binary = folder.write("binary", foreign, true);
  const std::string no_interpreter = folder.write("lost", "#!/no/such/shell\n", true);
  const std::vector<Row> rows{
      {{}, "no program is named"},
      {{""}, "no program is named"},
      {{missing}, missing + ": No such file or directory"},
      {{folder.path("")}, folder.path("") + " is a directory"},
      {{plain + "/inside"}, plain + "/inside: Not a directory"},
      {{plain}, plain + " is not executable (chmod +x?)"},
      {{script},
       script + " cannot be started: Exec format error (a script needs a first line like "
                "#!/bin/sh; a binary must be built for this machine)"},
      {{binary},
       binary + " cannot be started: Exec format error (a script needs a first line like "
                "#!/bin/sh; a binary must be built for this machine)"},
      {{no_interpreter}, no_interpreter + " cannot be started: No such file or directory"},
      {{"no_such_program_anywhere"}, "no program no_such_program_anywhere in PATH or /usr/games"},
      {{"bad\x1b[31m"}, "no program bad\\x1B[31m in PATH or /usr/games"},
  };
  const std::vector<int> before = open_files();
  for (const auto& [command, sentence] : rows) {
    const auto started = ChildProcess::start(command);
    ASSERT_FALSE(started) << sentence;
    EXPECT_EQ(started.error(), sentence);
    EXPECT_TRUE(has_no_children()) << sentence;
  }
  EXPECT_EQ(open_files(), before);
}

TEST_F(ChildProcessTest, LooksUpNamesWithoutASlashInPath) {
  const ScratchFolder folder;
  const std::string tool = folder.write("some_tool", "#!/bin/sh\necho $1\n", true);
  const ScopedVariable path("PATH", ("/nowhere:" + folder.path("") + ":/usr/bin:/bin").c_str());
  EXPECT_THAT(find_program("some_tool").value_or(""), testing::EndsWith("/some_tool"));
  EXPECT_EQ(find_program(tool).value_or(""), tool);
  const auto child = start({"some_tool", "two words; $HOME `id`"});
  ASSERT_TRUE(child);
  EXPECT_EQ(next(*child), "two words; $HOME `id`") << "arguments are no shell's business";
  const ScopedVariable nothing("PATH", "/nowhere");
  EXPECT_EQ(find_program("some_tool").error(), "no program some_tool in PATH or /usr/games");
}

TEST_F(ChildProcessTest, PointsToTheProgramInThisFolder) {
  const ScratchFolder folder;
  (void)folder.write("my_engine", "#!/bin/sh\n", true);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path(""));
  const auto found = find_program("my_engine");
  std::filesystem::current_path(before);
  ASSERT_FALSE(found);
  EXPECT_EQ(
      found.error(),
      "no program my_engine in PATH or /usr/games; for the one in this folder write ./my_engine");
}

// --- Reading -----------------------------------------------------------------------------

TEST_F(ChildProcessTest, ReadsExactLines) {
  const auto child =
      shell(R"(printf 'one\n\n two \t\r\nthree\r\rx\nnul\0byte\n\377\n\r\nlast without end')");
  ASSERT_TRUE(child);
  EXPECT_EQ(next(*child), "one");
  EXPECT_EQ(next(*child), "");
  EXPECT_EQ(next(*child), " two \t");
  EXPECT_EQ(next(*child), "three\r\rx");
  EXPECT_EQ(next(*child), std::string("nul\0byte", 8));
  EXPECT_EQ(next(*child), "\xff");
  EXPECT_EQ(next(*child), "");
  EXPECT_EQ(next(*child), "last without end");
  EXPECT_EQ(next(*child), "<closed>");
  EXPECT_EQ(next(*child), "<closed>") << "and so it stays";
}

TEST_F(ChildProcessTest, LinesThatComeInPiecesAreWhole) {
  const auto child = shell("printf on; sleep 0.05; printf 'e\\ntw'; sleep 0.05; printf 'o\\n'");
  ASSERT_TRUE(child);
  EXPECT_EQ(next(*child), "one");
  EXPECT_EQ(next(*child), "two");
  EXPECT_EQ(next(*child), "<closed>");
}

TEST_F(ChildProcessTest, ReadsManyLines) {
  const auto child = shell("seq 100000");
  ASSERT_TRUE(child);
  for (int number = 1; number <= 100'000; ++number) ASSERT_EQ(next(*child), std::to_string(number));
  EXPECT_EQ(next(*child), "<closed>");
}

TEST_F(ChildProcessTest, TheLongestLineIsReadAndALongerOneIsAFault) {
  const auto line_of = [this](std::size_t length, const char* end) {
    const auto child =
        shell(fmt::format("head -c {} /dev/zero | tr '\\0' x; printf '{}'", length, end));
    return child ? next(*child) : "";
  };
  constexpr std::size_t kMost = ChildProcess::kMaxLine;
  EXPECT_EQ(line_of(kMost, "\\n"), std::string(kMost, 'x'));
  EXPECT_EQ(line_of(kMost, ""), std::string(kMost, 'x'));
  EXPECT_EQ(line_of(kMost + 1, "\\n"), "<line too long>");
  EXPECT_EQ(line_of(kMost + 1, ""), "<line too long>");
  EXPECT_EQ(line_of(1'000'000, "\\n"), "<line too long>");
}

TEST_F(ChildProcessTest, AFloodTakesNoMemoryAndNoTime) {
  const std::size_t before = resident_bytes();
  const Stopwatch watch;
  {
    const auto child = start(fake({"--mode", "flood", "--at", "spawn"}));
    ASSERT_TRUE(child);
    EXPECT_EQ(next(*child), "<line too long>");
    std::this_thread::sleep_for(milliseconds(200));  // it continues; its output is not read
  }
  {
    const auto child = start(fake({"--mode", "flood-lines", "--at", "spawn"}));
    ASSERT_TRUE(child);
    for (int number = 0; number < 200'000; ++number) ASSERT_EQ(next(*child), "info string flood");
  }
  if (!kSanitized) {
    EXPECT_LT(resident_bytes(), before + 16'000'000);
  }
  EXPECT_TRUE(was_soon(watch));
}

// --- Deadlines and stops -----------------------------------------------------------------

TEST_F(ChildProcessTest, TheDeadlineIsAbsoluteHoweverOftenSomethingComes) {
  const auto child = start(fake({"--mode", "drip", "--at", "spawn", "--delay", "50"}));
  ASSERT_TRUE(child);
  ASSERT_TRUE(child->write_line("uci", generous(), {}));
  const Stopwatch watch;
  EXPECT_EQ(next(*child, steady_clock::now() + milliseconds(500)), "<timeout>");
  EXPECT_GE(watch.seconds(), 0.5);
  EXPECT_TRUE(was_soon(watch));
}

TEST_F(ChildProcessTest, ADeadlineHoldsAgainstAFloodOnStderr) {
  const auto child = shell("yes >&2");
  ASSERT_TRUE(child);
  const Stopwatch watch;
  EXPECT_EQ(next(*child, steady_clock::now() + milliseconds(300)), "<timeout>");
  EXPECT_TRUE(was_soon(watch));
}

TEST_F(ChildProcessTest, AfterATimeoutNothingIsLost) {
  const auto child = shell("printf 'first '; read x; echo half");
  ASSERT_TRUE(child);
  EXPECT_EQ(next(*child, steady_clock::now() + milliseconds(100)), "<timeout>");
  EXPECT_EQ(next(*child, steady_clock::now()), "<timeout>") << "a deadline that has passed";
  ASSERT_TRUE(child->write_line("go", generous(), {}));
  EXPECT_EQ(next(*child), "first half");
}

TEST_F(ChildProcessTest, AStopWakesABlockedRead) {
  // Within 200 ms, which a loaded machine may miss now and then, but not five times.
  double best = 1000;
  for (int round = 0; round < 5 && best > 0.2; ++round) {
    const auto child = start(fake({"--mode", "hang", "--at", "spawn"}));
    ASSERT_TRUE(child);
    std::stop_source source;
    steady_clock::time_point stopped;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(milliseconds(100));
      stopped = steady_clock::now();
      source.request_stop();
    });
    EXPECT_EQ(next(*child, generous(), source.get_token()), "<stopped>");
    const auto woken = steady_clock::now();
    stopper.join();
    best = std::min(best, std::chrono::duration<double>(woken - stopped).count());
  }
  EXPECT_LE(best, 0.2);
}

TEST_F(ChildProcessTest, AStopThatCameBeforeIsSeenAtOnce) {
  const auto child = start(fake({"--mode", "hang", "--at", "spawn"}));
  ASSERT_TRUE(child);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(next(*child, generous(), source.get_token()), "<stopped>");
}

// --- Writing -----------------------------------------------------------------------------

TEST_F(ChildProcessTest, WritesLinesAsTheyAre) {
  const ScratchFolder folder;
  {
    const auto child = shell(fmt::format("head -n 2 > {}; echo done", folder.path("input")));
    ASSERT_TRUE(child);
    ASSERT_TRUE(child->write_line("position startpos moves e2e4", generous(), {}));
    ASSERT_TRUE(child->write_line("", generous(), {}));
    EXPECT_EQ(next(*child), "done");
  }
  EXPECT_EQ(file_content(folder.path("input")), "position startpos moves e2e4\n\n");
}

TEST_F(ChildProcessTest, WritingToADeadChildIsAFaultAndNoSignal) {
  const auto child = shell("exit 3");
  ASSERT_TRUE(child);
  EXPECT_EQ(next(*child), "<closed>");
  EXPECT_EQ(child->end(seconds(30)), "exited with code 3");
  const auto written = child->write_line("isready", generous(), {});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error(), Fault::Closed);
}

TEST_F(ChildProcessTest, WritingToAChildThatDoesNotReadEndsAtTheDeadlineOrTheStop) {
  const auto child = start(fake({"--mode", "hang", "--at", "spawn"}));
  ASSERT_TRUE(child);
  const std::string line(1'000'000, 'x');  // more than any pipe holds
  const auto late = child->write_line(line, steady_clock::now() + milliseconds(200), {});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error(), Fault::Timeout);
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(100));
    source.request_stop();
  });
  const auto stopped = child->write_line(line, generous(), source.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error(), Fault::Stopped);
}

// --- How a child ends --------------------------------------------------------------------

TEST_F(ChildProcessTest, SaysHowTheChildEnded) {
  struct Row {
    std::string mode, sentence;
  };
  const std::vector<Row> rows{
      {"exit0", "exited with code 0"},
      {"exit1", "exited with code 1"},
      {"crash", "was killed by signal 11 (Segmentation fault)"},
      {"abort", "was killed by signal 6 (Aborted)"},
  };
  for (const auto& [mode, sentence] : rows) {
    const auto child = start(fake({"--mode", mode, "--at", "spawn"}));
    ASSERT_TRUE(child);
    EXPECT_EQ(next(*child), "<closed>");
    EXPECT_EQ(child->end(seconds(30)), sentence);
    EXPECT_EQ(child->stderr_tail(), "fake_uci: " + mode + "\n");
    EXPECT_EQ(child->end(seconds(30)), "ended") << "asked again";
  }
  const auto killed = shell("kill -9 $$");
  ASSERT_TRUE(killed);
  EXPECT_EQ(killed->end(seconds(30)), "was killed by signal 9 (Killed)");
}

TEST_F(ChildProcessTest, AClosedOutputIsTheEndEvenIfTheChildLives) {
  const auto child = start(fake({"--mode", "close-stdout", "--at", "spawn"}));
  ASSERT_TRUE(child);
  EXPECT_EQ(next(*child), "<closed>");
  const Stopwatch watch;
  EXPECT_EQ(child->end(milliseconds(100)), "had to be killed");
  EXPECT_GE(watch.seconds(), 0.1);
  EXPECT_TRUE(was_soon(watch));
}

TEST_F(ChildProcessTest, AChildThatIgnoresSigtermIsKilled) {
  const Stopwatch watch;
  {
    const auto child = start(fake({"--mode", "ignore-term"}));
    ASSERT_TRUE(child);
    ASSERT_TRUE(child->write_line("quit", generous(), {}));
  }
  EXPECT_TRUE(was_soon(watch));
}

/// "info string grandchild 123".
int announced_pid(const std::string& line) {
  return std::atoi(line.substr(line.rfind(' ') + 1).c_str());
}

TEST_F(ChildProcessTest, GrandchildrenAreKilledWithTheChild) {
  auto child = start(fake({"--mode", "grandchild"}));
  ASSERT_TRUE(child);
  const int grandchild = announced_pid(next(*child));
  ASSERT_GT(grandchild, 1);
  EXPECT_FALSE(is_gone(grandchild));
  child.reset();
  EXPECT_TRUE(goes_away(grandchild, seconds(5)));
}

TEST_F(ChildProcessTest, GrandchildrenAreKilledWhenTheChildHasEndedBefore) {
  auto child = start(fake({"--mode", "grandchild"}));
  ASSERT_TRUE(child);
  const int grandchild = announced_pid(next(*child));
  ASSERT_GT(grandchild, 1);
  ASSERT_TRUE(child->write_line("quit", generous(), {}));
  EXPECT_EQ(child->end(seconds(30)), "exited with code 0");
  EXPECT_TRUE(goes_away(grandchild, seconds(5)));
}

TEST_F(ChildProcessTest, AChildThatLeftItsGroupIsKilledAndReaped) {
  const Stopwatch watch;
  {
    const auto child = start(fake({"--mode", "leave-group"}));
    ASSERT_TRUE(child);
    ASSERT_TRUE(child->write_line("isready", generous(), {}));
    EXPECT_EQ(next(*child), "readyok");
  }
  EXPECT_TRUE(was_soon(watch));
}

/// A separate process starts a child that hangs, and is killed by SIGKILL.
TEST_F(ChildProcessTest, TheKernelKillsTheChildWhenWeAreKilled) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    auto child = ChildProcess::start(
        {"/bin/sh", "-c", "trap '' TERM HUP; echo $$; while :; do sleep 1; done"});
    if (!child) ::_exit(1);
    const auto line = (*child)->read_line(generous(), {});
    if (!line || ::write(pipe[1], line->c_str(), line->size() + 1) < 0) ::_exit(1);
    while (true) ::pause();
  }
  ::close(pipe[1]);
  std::array<char, 32> text{};
  ASSERT_GT(::read(pipe[0], text.data(), text.size() - 1), 0);
  ::close(pipe[0]);
  const int child = std::atoi(text.data());
  ASSERT_GT(child, 1);
  EXPECT_FALSE(is_gone(child));
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  EXPECT_TRUE(goes_away(child, seconds(5)));
}

/// Whether `awaits_input` becomes true within three seconds.
bool comes_to_await_input(const ChildProcess& child) {
  const Stopwatch watch;
  while (watch.seconds() < 3) {
    if (child.awaits_input()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

TEST_F(ChildProcessTest, KnowsWhetherTheChildWaitsForItsInput) {
  const auto reads = shell("while read -r line; do [ $line = sleep ] && sleep 1; echo $line; done");
  ASSERT_TRUE(reads);
  EXPECT_TRUE(comes_to_await_input(*reads));
  // Its answer is in the pipe as soon as it waits again, and it does not wait while a child works.
  for (const char* line : {"one", "sleep"}) {
    ASSERT_TRUE(reads->write_line(line, generous(), {}));
    EXPECT_TRUE(comes_to_await_input(*reads));
    EXPECT_EQ(reads->read_line(std::chrono::steady_clock::now(), {}), line);
  }
  // One that works, one that sleeps, one whose child does, and one that has ended.
  for (const char* script : {"while :; do :; done", "exec sleep 100", "sleep 100; read line",
                             "sleep 100 & read line", "exit"}) {
    const auto child = shell(script);
    ASSERT_TRUE(child);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    EXPECT_FALSE(child->awaits_input()) << script;
  }
}

// --- Standard error ----------------------------------------------------------------------

TEST_F(ChildProcessTest, KeepsTheEndOfStandardError) {
  const auto child = shell("seq 10000 >&2; echo the end >&2; echo ready");
  ASSERT_TRUE(child);
  EXPECT_EQ(next(*child), "ready");
  EXPECT_EQ(next(*child), "<closed>");
  child->end(seconds(30));
  EXPECT_LE(child->stderr_tail().size(), 4096U);
  EXPECT_GE(child->stderr_tail().size(), 4090U);
  EXPECT_THAT(child->stderr_tail(), testing::EndsWith("\n9999\n10000\nthe end\n"));
}

TEST_F(ChildProcessTest, KeepsTheReasonBeforeALongTrace) {
  const auto child =
      shell("echo error: old >&2; echo panic: index out of range >&2; seq -f '\tat f%g' 10000 >&2");
  ASSERT_TRUE(child);
  EXPECT_EQ(next(*child), "<closed>");
  child->end(seconds(30));
  EXPECT_THAT(child->stderr_tail(), StartsWith("panic: index out of range\n\tat f"));
  EXPECT_THAT(child->stderr_tail(), testing::EndsWith("at f10000\n"));
}

TEST_F(ChildProcessTest, DrainsAGigabyteOfStandardError) {
  const std::size_t before = resident_bytes();
  const auto child =
      start(fake({"--mode", "stderr-flood", "--at", "spawn", "--bytes", "1000000000"}));
  ASSERT_TRUE(child);
  ASSERT_TRUE(child->write_line("isready", generous(), {}));
  EXPECT_EQ(next(*child), "readyok");
  EXPECT_LE(child->stderr_tail().size(), 4096U);
  EXPECT_THAT(child->stderr_tail(), StartsWith("!!!!"));
  if (!kSanitized) {
    EXPECT_LT(resident_bytes(), before + 16'000'000);
  }
}

// --- The inheritance of the child --------------------------------------------------------

TEST_F(ChildProcessTest, ChildrenInheritNothingButTheirPipes) {
  const auto first = shell("echo $$; read x");
  const auto second = shell("echo $$; grep SigIgn /proc/$$/status; read x");
  ASSERT_TRUE(first && second);
  for (ChildProcess* child : {first.get(), second.get()}) {
    const std::string folder = fmt::format("/proc/{}/fd", next(*child));
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      files.push_back(entry.path().filename());
    EXPECT_THAT(files, testing::UnorderedElementsAre("0", "1", "2"));
  }
  const std::string ignored = next(*second);
  const auto mask = std::stoull(ignored.substr(ignored.find_last_of(" \t") + 1), nullptr, 16);
  EXPECT_EQ(mask >> (SIGPIPE - 1) & 1, 0U) << "SIGPIPE is ignored by us and not by the child";
}

TEST_F(ChildProcessTest, ASandboxHasLimits) {
  for (const bool sandbox : {false, true}) {
    const auto child = ChildProcess::start(
        {"/bin/sh", "-c",
         "ulimit -d; ulimit -n; ulimit -c; grep NoNewPrivs /proc/$$/status | tr -d '\\t'; read x"},
        {.environment = {.all = false, .wanted = {}, .sandbox = sandbox}});
    ASSERT_TRUE(child) << child.error();
    const std::string memory = next(**child);
    const std::string files = next(**child);
    const std::string core = next(**child);
    EXPECT_EQ(memory == std::to_string(kSandboxMemory / 1024), sandbox) << memory;
    EXPECT_EQ(files == std::to_string(kSandboxFiles), sandbox) << files;
    EXPECT_TRUE(!sandbox || core == "0") << core;
    EXPECT_EQ(next(**child), sandbox ? "NoNewPrivs:1" : "NoNewPrivs:0");
  }
}

TEST_F(ChildProcessTest, NoFileDescriptorsLeakOverManyStarts) {
  const ScratchFolder folder;
  const std::string broken = folder.write("broken", "no program\n", true);
  const auto round = [&] {
    {
      const auto child = start(fake({}));
      ASSERT_TRUE(child);
      ASSERT_TRUE(child->write_line("isready", generous(), {}));
      EXPECT_EQ(next(*child), "readyok");
    }
    EXPECT_FALSE(ChildProcess::start({broken}));
  };
  round();
  const std::vector<int> before = open_files();
  for (int number = 0; number < 100; ++number) round();
  EXPECT_EQ(open_files(), before);
}

TEST_F(ChildProcessTest, FourThreadsMayStartAtOnce) {
  const ScratchFolder folder;
  const std::string broken = folder.write("broken", "no program\n", true);
  std::array<int, 4> good{};
  {
    std::vector<std::jthread> threads;
    for (int& count : good)
      threads.emplace_back([&count, &broken] {
        for (int number = 0; number < 25; ++number) {
          const auto one = ChildProcess::start(fake({}));
          const auto two = ChildProcess::start(fake({"--mode", "exit1", "--at", "quit"}));
          const auto none = ChildProcess::start({broken});
          if (!one || !two || none) continue;
          if (!(*one)->write_line("isready", generous(), {}) || next(**one) != "readyok") continue;
          // The other child ends while this one lives: its end is seen at once.
          if (!(*two)->write_line("quit", generous(), {}) || next(**two) != "<closed>") continue;
          if ((*two)->end(seconds(30)) != "exited with code 1") continue;
          ++count;
        }
      });
  }
  EXPECT_THAT(good, testing::Each(25));
}

/// Some engines look for input a hundred times a second.
TEST(ChildProcessActivity, IsNoWorkWhereInputIsLookedForAgainAndAgain) {
  const auto worked = [](milliseconds before, milliseconds now, milliseconds ago) {
    return ChildProcess::Activity{.cpu_time = now, .awake = now}.has_worked_since(
        {.cpu_time = before, .awake = before}, ago);
  };
  EXPECT_FALSE(worked(milliseconds(100), milliseconds(150), milliseconds(300)));
  EXPECT_TRUE(worked(milliseconds(100), milliseconds(390), milliseconds(300)));
  EXPECT_TRUE(worked(milliseconds(100), milliseconds(180), seconds(10))) << "since just now";
  EXPECT_TRUE(worked(milliseconds(100), milliseconds(50), milliseconds(300))) << "a child ended";
  // Where the kernel does not say how long it waits for a processor.
  const ChildProcess::Activity before{.cpu_time = milliseconds(100)};
  EXPECT_FALSE(before.has_worked_since(before, milliseconds(300)));
  EXPECT_TRUE(ChildProcess::Activity{.cpu_time = milliseconds(110)}.has_worked_since(
      before, milliseconds(300)));
}

}  // namespace
}  // namespace perft_verify::reference
