// Which lines of an engine are its answers, and which are only what it was sent.
#include "reference/uci/engine_session.h"

#include <gmock/gmock.h>

#include "tests/reference/support.h"

namespace perft_verify::reference {
namespace {

using testing::ElementsAre;

/// What the script prints after `lines`, up to its line `end`.
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

}  // namespace
}  // namespace perft_verify::reference
