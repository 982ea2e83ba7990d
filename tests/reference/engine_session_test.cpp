// Lines of an engine that are its answers, and lines that only repeat what it was sent.
#include "reference/uci/engine_session.h"

#include <gmock/gmock.h>

#include "reference/process/last_words.h"
#include "tests/reference/support.h"

namespace perft_verify::reference {
namespace {

using testing::ElementsAre;

/// The lines that the script prints after `lines`, up to its line `end`.
std::vector<std::string> answers(const std::string& script, const EngineSession::Lines& lines) {
  const ScratchFolder folder;
  EngineOptions options;
  options.command = {folder.write("engine", "#!/bin/sh\n" + script, true)};
  EngineSession session(std::move(options), Protocol::Console);
  const Deadline deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  EXPECT_TRUE(session.ensure_started({}));
  EXPECT_TRUE(session.send(lines, Stage::Perft, deadline, {}));
  std::vector<std::string> said;
  while (said.empty() || said.back() != "end") {
    auto line = session.receive(Stage::Perft, deadline, {});
    if (!line) {
      ADD_FAILURE() << line.error().message;
      break;
    }
    said.push_back(*std::move(line));
  }
  return said;
}

/// Lists two moves, after doing `first` with each line that it reads.
std::string lister(const std::string& first) {
  return "while read -r line; do\n  " + first +
         "\n  if [ \"$line\" = list ]; then echo g1f3; echo g8f6; echo end; fi\ndone\n";
}

TEST(EngineSession, AMoveThatWasSentAndIsListedIsNoEcho) {
  EXPECT_THAT(answers(lister(":"), {"new", "g1f3", "g8f6", "list"}),
              ElementsAre("g1f3", "g8f6", "end"));
}

TEST(EngineSession, AnEchoIsPassedOverOnce) {
  EXPECT_THAT(answers(lister("echo \"$line\""), {"new", "g1f3", "g8f6", "list"}),
              ElementsAre("g1f3", "g8f6", "end"));
}

// --- The last words of an engine --------------------------------------------------------------

TEST(LastWords, OfATraceWithTheInnermostFrameFirstTheFirstFramesAreKept) {
  const std::string words = last_words(
      "/home/me/engine.js:30\n    throw new Error('no king')\n    ^\n\n"
      "TypeError: no king\n    at attacked (/home/me/engine.js:30:11)\n"
      "    at moves (/home/me/engine.js:90:7)\n" +
      [] {
        std::string rest;
        for (int line = 0; line < 20; ++line)
          rest += "    at Interface.emit (node:internal/readline/interface:613:22)\n";
        return rest;
      }() +
      "\nNode.js v20.1.0\n");
  EXPECT_TRUE(
      words.starts_with("TypeError: no king | at attacked (/home/me/engine.js:30:11) | "
                        "at moves (/home/me/engine.js:90:7) | at Interface.emit"))
      << words;
  EXPECT_TRUE(words.ends_with(" | …")) << words;
  EXPECT_EQ(last_words("Exception in thread \"main\" E: outer\n\tat Main.main(Main.java:1)\n"
                       "Caused by: E: inner\n\tat Board.king(Board.java:7)\n\t... 1 more\n"),
            "Caused by: E: inner | at Board.king(Board.java:7)");
}

TEST(LastWords, OfATraceThereIsOneFrameAtLeast) {
  EXPECT_EQ(last_words("E: " + std::string(280, 'x') + "\n\tat Board.king(Board.java:7)\n" +
                       "\tat Main.main(Main.java:1)\n"),
            "E: " + std::string(280, 'x') + " | at Board.king(Board.java:7) | …");
}

TEST(LastWords, OfAPanicOfGoTheInnermostFramesAreKept) {
  std::string go =
      "info string depth 3\npanic: index out of range [64]\n\ngoroutine 1 [running]:\n"
      "panic({0x1, 0x2})\n\t/go/src/runtime/panic.go:884 +0x212\n"
      "board.add({0xc0, 0x13})\n\t/engine/list.go:7 +0x1\n"
      "board.(*Board).Moves(0x588d20)\n\t/engine/moves.go:64 +0x2a5\n";
  for (int line = 0; line < 20; ++line) go += "main.search(0x1)\n\t/engine/main.go:43 +0x49f\n";
  const std::string words = last_words(go + "\ngoroutine 7 [select]:\nmain.wait()\n\t/a.go:1\n");
  EXPECT_TRUE(
      words.starts_with("panic: index out of range [64] | at board.add (list.go:7) | "
                        "at board.(*Board).Moves (moves.go:64) | at main.search"))
      << words;
  EXPECT_TRUE(words.ends_with(" | …")) << words;
}

TEST(LastWords, TheReasonComesBeforeATraceOfOtherForm) {
  std::string rust = "thread 'main' panicked at src/main.rs:7:5:\nno king\nstack backtrace:\n";
  for (int line = 0; line < 20; ++line)
    rust += "   0: eng::king\n             at src/main.rs:7:5\n";
  EXPECT_TRUE(
      last_words(rust).starts_with("thread 'main' panicked at src/main.rs:7:5: | no king | … | "))
      << last_words(rust);
}

TEST(LastWords, OfAnyOtherTextTheLastLinesAreKept) {
  EXPECT_EQ(last_words("one\ntwo\n\n"), "one | two");
  std::string trace = "Traceback (most recent call last):\n";
  for (int line = 0; line < 20; ++line) trace += "  File \"engine.py\", line 7, in moves\n";
  EXPECT_TRUE(
      last_words(trace + "ValueError: no king\n").ends_with("in moves | ValueError: no king"));
  EXPECT_EQ(last_words("no king\n   0: eng::king\n             at src/main.rs:7:5\n"),
            "no king |    0: eng::king |              at src/main.rs:7:5");
  EXPECT_EQ(last_words("cannot read FEN: at e4\n"), "cannot read FEN: at e4");
}

}  // namespace
}  // namespace perft_verify::reference
