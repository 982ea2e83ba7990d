// The help of the program, and its suggestions for mistyped words.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/text/format.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/positions.h"
#include "tests/verifier/support/terminal.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using reference::ScratchFolder;

TEST(Help, TheShortOneFitsOnAScreen) {
  const CommandResult help = verify({"-h"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_LE(std::ranges::count(help.out, '\n'), 25) << help.out;
  std::istringstream lines(help.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns_of(line), 80U) << line;
}

TEST(Help, TheLongOneIsGroupedWrappedAndInPlainWords) {
  const CommandResult help = verify({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* group :
       {"\nEngine\n", "\nWhat\n", "\nHow much\n", "\nOutput\n", "\nReference\n", "\nLarge runs\n"})
    EXPECT_TRUE(help.out.contains(group)) << group << help.out;
  EXPECT_FALSE(help.out.contains("\nOther\n")) << "an option without a group\n" << help.out;
  for (const Words& command : {Words{"--help"}, Words{"perft", "--help"}, Words{"mutate", "--help"},
                               Words{"store", "verify", "--help"}, Words{"divide", "-h"}}) {
    const CommandResult each = verify(command);
    EXPECT_EQ(each.exit_code, 0) << command[0];
    for (const char* raw : {"INT in [", "UINT", ":{", "TEXT", "REQUIRED", "Needs:"})
      EXPECT_FALSE(each.out.contains(raw)) << raw << " in\n" << each.out;
    std::istringstream lines(each.out);
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(line.contains("verify ") || columns_of(line) <= 80U) << line;
  }
  // As wide as the terminal.
  const auto wide = screen_of(verify_on_terminal({"--help"}, 100));
  EXPECT_TRUE(std::ranges::any_of(wide, [](const auto& line) { return columns_of(line) > 80; }));
}

TEST(Help, NamesEveryCommandThatASuggestionMayName) {
  const CommandResult help = verify({"--help"});
  for (const char* command :
       {"perft", "divide", "show", "doctor", "explain", "reduce", "replay", "lint", "convert",
        "mutate", "bench", "store", "split", "merge", "uci"}) {
    EXPECT_TRUE(help.out.contains(std::string("\n  ") + command + " ")) << command << help.out;
    const CommandResult of_command = verify({"help", command});
    EXPECT_EQ(of_command.exit_code, 0);
    EXPECT_TRUE(of_command.out.starts_with(std::string("verify ") + command + " - "))
        << of_command.out;
  }
  EXPECT_EQ(verify({"help"}).out, help.out);
}

/// The man pages and completions, as the build writes them.
TEST(Documentation, HasEveryCommandAndEveryOption) {
  const ScratchFolder folder;
  const CommandResult written = verify({"--write-documentation", folder.path("share")});
  ASSERT_EQ(written.exit_code, 0) << written.err;
  const auto text_of = [&](const std::string& name) {
    return reference::file_content(folder.path("share/" + name));
  };
  const std::string man = text_of("man/man1/perft-verify.1");
  const std::string bash = text_of("bash-completion/completions/verify");
  const std::string zsh = text_of("zsh/site-functions/_perft-verify");
  const std::string fish = text_of("fish/vendor_completions.d/perft-verify.fish");
  EXPECT_TRUE(man.starts_with(".TH ")) << man.substr(0, 80);
  for (const char* const command : {"lint", "doctor", "divide", "fuzz", "prove", "replay"}) {
    EXPECT_TRUE(text_of(std::string("man/man1/perft-verify-") + command + ".1").contains(".SH"));
    for (const std::string& completion : {bash, zsh, fish})
      EXPECT_TRUE(completion.contains(command)) << command;
  }
  std::istringstream lines(verify({"--help"}).out);
  int options = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || !line.substr(begin).starts_with("--")) continue;
    const std::string option = line.substr(
        begin, line.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-", begin) - begin);
    ++options;
    EXPECT_TRUE(bash.contains(option)) << option;
    EXPECT_TRUE(zsh.contains(option)) << option;
    EXPECT_TRUE(fish.contains(option.substr(2))) << option;
  }
  EXPECT_GE(options, 30);
}

TEST(Documentation, SaysWhatItCannotWrite) {
  const CommandResult refused = verify({"--write-documentation", "/proc/nowhere"});
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_TRUE(refused.err.contains("/proc/nowhere")) << refused.err;
}

TEST(Help, NamesACommandOfACommandAsItIsTyped) {
  const std::string of_store = verify({"store", "--help"}).out;
  EXPECT_TRUE(of_store.contains("       verify store COMMAND ...\n")) << of_store;
  EXPECT_TRUE(of_store.contains("Commands (verify store COMMAND --help says more)")) << of_store;
  const std::string of_info = verify({"store", "info", "--help"}).out;
  EXPECT_TRUE(of_info.starts_with("verify store info - ")) << of_info;
  EXPECT_TRUE(of_info.contains("\nUsage: verify store info [options]\n")) << of_info;
  const CommandResult typo = verify({"store", "prune", "--stor", "x"});
  EXPECT_EQ(typo.exit_code, 2);
  EXPECT_TRUE(typo.err.contains("unknown option --stor; did you mean --store?")) << typo.err;
}

TEST(Help, TellsTheVersion) {
  EXPECT_EQ(verify({"-V"}).out, verify({"--version"}).out);
  EXPECT_TRUE(verify({"-V"}).out.starts_with("verify "));
}

TEST(Mistyped, OptionsAndCommandsAreSuggested) {
  const auto complaint = [](const Words& words) {
    const CommandResult result = verify(words);
    EXPECT_EQ(result.exit_code, 2) << words[0];
    return result.err;
  };
  EXPECT_TRUE(complaint({"s.epd", "--engin", "./e"})
                  .contains("unknown option --engin; did you mean --engine?"));
  EXPECT_TRUE(complaint({"gate", "--json=r.json"}).contains("did you mean --report json?"));
  EXPECT_TRUE(complaint({"gate", "--report", "out/r.json"})
                  .contains("did you mean --report json=out/r.json?"));
  EXPECT_TRUE(complaint({"gate", "--report", "html:r"}).contains("did you mean --report html=r?"));
  EXPECT_TRUE(complaint({"gate", "--report", "r"}).contains("FORMAT=PATH writes to a file"));
  EXPECT_TRUE(complaint({"replay", "--report", "r.html", "-"})
                  .contains("did you mean --report html=r.html?"));
  EXPECT_FALSE(complaint({"replay", "--report", "r.tap", "-"}).contains("did you mean"));
  EXPECT_TRUE(complaint({"perft", "startpos", "3", "--job=2"}).contains("did you mean --jobs?"));
  EXPECT_FALSE(complaint({"s.epd", "--xyzzyx"}).contains("did you mean"));
  EXPECT_TRUE(complaint({"dvide", "startpos"}).contains("did you mean divide?"));
  EXPECT_FALSE(complaint({"missing.epd"}).contains("did you mean"));
  EXPECT_FALSE(complaint({"perft", "startpos", "3", "--jobs", "x"}).contains("INT"));
  EXPECT_TRUE(complaint({"standrad"}).contains("did you mean standard?"));
  EXPECT_TRUE(complaint({"gtae"}).contains("did you mean gate?"));
  EXPECT_TRUE(complaint({"qiuck"}).contains("did you mean quick?"));
  EXPECT_TRUE(complaint({"no/folder/quick.epd"}).contains("did you mean quick?"));
  EXPECT_TRUE(complaint({"help", "fuz"}).contains("'fuz' is not a command; did you mean fuzz?"));
  // The words behind a mistyped command are not suites.
  EXPECT_EQ(complaint({"dvide", "kiwipete", "3"}),
            "verify: dvide: No such file or directory; did you mean divide?\nNothing was run.\n");
}

TEST(Mistyped, AProgramInPlaceOfASuiteIsAForgottenOption) {
  const reference::ScratchFolder folder;
  const std::string script = folder.write("engine", "#!/bin/sh\n", true);
  for (const std::string& program : {verify_program(), script}) {
    for (const Words& words : {Words{program}, Words{"gate", program}}) {
      const CommandResult result = verify(words);
      EXPECT_EQ(result.exit_code, 2);
      EXPECT_EQ(result.err, "verify: " + program + " is a program, not a suite; did you mean " +
                                "--engine " + program + "?\nNothing was run.\n");
    }
  }
  const std::string suite =
      folder.write("suite", "#!comment\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n");
  EXPECT_FALSE(verify({suite, "--reference", "recorded"}).err.contains("is a program"));
}

// --- Positions -----------------------------------------------------------------------------

TEST(Positions, TakeTheDepthAfterThem) {
  const std::string nodes = "Nodes: 8902\n";
  for (const Words& words :
       {Words{"perft", "startpos", "3"}, Words{"perft", "startpos", "-d", "3"},
        Words{"perft", "startpos", "--depth", "3"},
        Words{"perft", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "3"},
        Words{"perft", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "3"},
        Words{"perft", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "--depth", "3"},
        Words{"perft", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1",
              "3"}})
    EXPECT_TRUE(verify(words).out.ends_with(nodes)) << verify(words).out << verify(words).err;
  for (const Words& words : {Words{"perft", "startpos"}, Words{"perft", "startpos", "x"},
                             Words{"perft", "startpos", "3", "-d", "3"}, Words{"perft", kTwoKings},
                             Words{"divide", "startpos", "0"}, Words{"perft", "startpos", "99"}})
    EXPECT_EQ(verify(words).exit_code, 2) << words.back();
}

TEST(Positions, TheIdOfABuiltInRowIsOne) {
  EXPECT_TRUE(verify({"perft", "kiwipete", "3"}).out.contains("Nodes: 97862"));
  EXPECT_EQ(verify({"--fen", "kiwipete", "--depth", "2", "--reference", "mailbox"}).exit_code, 0);
  const CommandResult mistyped = verify({"perft", "kiwipite", "3"});
  EXPECT_EQ(mistyped.exit_code, 2);
  EXPECT_TRUE(mistyped.err.contains("did you mean kiwipete?")) << mistyped.err;
  const CommandResult odd = verify({"--fen", "xyzzyx", "--depth", "2"});
  EXPECT_EQ(odd.exit_code, 2);
  EXPECT_TRUE(odd.err.contains("'xyzzyx' is not a FEN")) << odd.err;
}

TEST(Positions, StandWhereASuiteMayStand) {
  const std::string fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  for (const std::string& position : {fen, std::string("startpos")}) {
    const CommandResult result = verify({position, "--depth", "3", "--reference", "mailbox"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(result.out.contains("8,902 nodes")) << result.out;
  }
  EXPECT_TRUE(verify({"kiwipete", "--depth", "2", "--reference", "mailbox"}).out.contains("2,039"));
  const CommandResult bad = verify({"7k/8/8/8/8/8/8/K7 x - - 0 1"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_TRUE(bad.err.contains("the side to move is neither 'w' nor 'b'")) << bad.err;
  // A file of that name is a suite.
  const ScratchFolder folder;
  static_cast<void>(folder.write("startpos", std::string(kTwoKings) + " ;D1 3\n"));
  const CommandResult file =
      RunningCommand({"/bin/sh", "-c", "cd \"$1\" && exec \"$0\" startpos --reference mailbox",
                      verify_program(), folder.path("")},
                     {})
          .finish();
  EXPECT_TRUE(file.out.contains("1 row agrees  3 nodes")) << file.out << file.err;
}

TEST(Positions, AFenWithoutQuotesGetsOneSentence) {
  const Words fen{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1"};
  const auto complaint = [](Words words, const Words& after) {
    words.insert(words.end(), after.begin(), after.end());
    const CommandResult result = verify(words);
    EXPECT_EQ(result.exit_code, 2);
    return result.err.substr(0, result.err.find('\n'));
  };
  EXPECT_EQ(complaint({}, fen), "verify: the shell took the FEN apart: put it in quotes, \"FEN\"");
  EXPECT_EQ(complaint({"--fen"}, fen),
            "verify: the shell took the FEN after --fen apart: put it in quotes, --fen \"FEN\"");
}

TEST(Positions, ACaretStandsUnderTheColumnOfABadFen) {
  const CommandResult result = verify({"show", "7k/8/8/8/8/8/8/K7 x - - 0 1"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(result.err.contains("\n    7k/8/8/8/8/8/8/K7 x - - 0 1\n                      ^\n"))
      << result.err;
  const CommandResult fen = verify({"--fen", "7k/8/8/8/8/8/8/K7 x - - 0 1"});
  EXPECT_EQ(fen.exit_code, 2);
  EXPECT_TRUE(fen.err.contains("\n                      ^\n")) << fen.err;
}

// --- Suites and rows -----------------------------------------------------------------------

TEST(Suites, AfterTenBadRowsTheRestIsCounted) {
  const ScratchFolder folder;
  std::string suite;
  for (int row = 0; row < 190; ++row) suite += "7k/8/8/8/8/8/8/K7 x - - 0 1 ;D1 3\n";
  const CommandResult result = verify({folder.write("s.epd", suite)});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(result.err.contains(":10:")) << result.err;
  EXPECT_FALSE(result.err.contains(":11:")) << result.err;
  EXPECT_TRUE(result.err.contains("\nand 180 more\nNothing was run.")) << result.err;
}

TEST(Suites, AFolderMeansItsSuites) {
  const ScratchFolder folder;
  static_cast<void>(folder.write("b.epd", std::string(kTwoKings) + " ;D1 3 ;id \"second\";\n"));
  static_cast<void>(folder.write("a.csv", std::string("fen,d1\n") + kTwoKings + ",3\n"));
  static_cast<void>(folder.write("notes.txt", "not a suite\n"));
  const CommandResult result = verify({folder.path(""), "--reference", "mailbox"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.contains("all 2 rows agree")) << result.out;
  const ScratchFolder empty;
  const CommandResult none = verify({empty.path("")});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(none.err.contains("no suites in this folder")) << none.err;
}

TEST(Rows, AreSelectedByNameAndByWhetherAGameLeadsThere) {
  const ScratchFolder folder;
  const std::string suite =
      folder.write("s.epd", std::string(kTwoKings) + " ;D1 3 ;id \"ep-first\";\n" + kTwoKings +
                                " ;D1 3 ;id \"castling\";\n" +
                                "7k/8/8/8/8/8/8/1K6 w - - 0 1 ;D1 5 ;id \"ep-second\";\n");
  const auto run = [&suite](Words words) {
    words.insert(words.begin(), {suite, "--reference", "mailbox", "--depth", "1"});
    return verify(words);
  };
  EXPECT_TRUE(run({"--only", "ep-f*"}).out.contains("1 of 3 rows selected; left out: 2 by --only"))
      << run({"--only", "ep-f*"}).out;
  EXPECT_TRUE(run({"--only", "ep-f*"}).out.contains("1 row agrees"));
  EXPECT_TRUE(run({"--skip", "ep-*"}).out.contains("left out: 2 by --skip"));
  EXPECT_TRUE(run({"--only", "ep-first", "--only", "castling"}).out.contains("all 2 rows agree"));
  const CommandResult none = run({"--only", "nothing-*"});
  EXPECT_EQ(none.exit_code, 4) << none.out << none.err;
  EXPECT_TRUE(none.out.contains("NOTHING RUN")) << none.out;
}

TEST(Rows, ReachableLeavesOutWhatNoGameLeadsTo) {
  const ScratchFolder folder;
  // The pawn on a3 has captured, but no piece is missing.
  const std::string odd = "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1";
  const std::string other = folder.write("o.epd", std::string(kTwoKings) + "\n" + odd + "\n");
  const CommandResult reachable =
      verify({other, "--reference", "mailbox", "--depth", "1", "--reachable"});
  EXPECT_EQ(reachable.exit_code, 0) << reachable.err;
  EXPECT_TRUE(reachable.out.contains("1 of 2 rows selected; left out: 1 by --reachable"))
      << reachable.out;
}

}  // namespace
}  // namespace perft_verify::verifier
