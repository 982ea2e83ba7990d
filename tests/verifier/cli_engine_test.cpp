// The program with engines that are missing, die, hang, lie and print garbage.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/fen.h"
#include "core/notation.h"
#include "core/text/shell_words.h"
#include "tests/reference/support.h"
#include "tests/support/soon.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/positions.h"
#include "tests/verifier/support/verified.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::ScratchFolder;

/// Kiwipete to depth 2 (or as `more` says) with this engine, against the mailbox.
Verified verified_with(const std::string& engine, const Words& more = {"--depth", "2"}) {
  return verified(joined({"--fen", kKiwipete, "--engine", engine}, more));
}

TEST(Engine, ARightOneAgrees) {
  const Verified run = verified_with(fake_engine("--name 'Right 1.0'"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.report["subject"]["name"], "Right 1.0");
  EXPECT_EQ(run.report["subject"]["kind"], "engine");
  EXPECT_TRUE(run.report["subject"]["command"].get<std::string>().contains("fake_uci"));
  EXPECT_EQ(run.report["rows"][0]["subject_nodes"], 2039);
}

/// A board that leaves something out or misprints it accuses nobody.
TEST(Engine, ABoardThatIsPrintedWrongIsNoEvidence) {
  constexpr const char* kBlackWithOneRight = "r3k2r/8/8/8/8/8/8/R3K2R b q - 0 1";
  for (const char* const dialect : {"auto", "uci"})
    for (const char* const mode : {"no-rights", "all-rights", "white-to-move"}) {
      const std::string engine = fake_engine(fmt::format("--mode {}", mode));
      EXPECT_EQ(verified_with(engine, {"--depth", "2", "--dialect", dialect}).exit_code, 0);
      const Verified run = verified(
          {"--fen", kBlackWithOneRight, "--depth", "2", "--dialect", dialect, "--engine", engine});
      EXPECT_EQ(run.exit_code, 0) << dialect << " " << mode << run.err;
      EXPECT_EQ(run.report["rows"][0]["subject_nodes"], 504) << dialect << " " << mode;
    }
}

TEST(Engine, ABoardThatIsPrintedWrongInChess960IsNoEvidence) {
  for (const char* const dialect : {"auto", "uci"})
    for (const char* const mode : {"no-rights-960", "right-twice-960"}) {
      const Verified run =
          verified({"--fen", "4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", "--depth", "2", "--dialect",
                    dialect, "--engine", fake_engine(fmt::format("--mode {}", mode))});
      EXPECT_EQ(run.exit_code, 0) << dialect << " " << mode << run.err;
      EXPECT_EQ(run.report["rows"][0]["verdict"], "agree") << dialect << " " << mode;
    }
}

/// It castles as it shows: with the outermost rook.
TEST(Engine, AWrongRightInChess960IsAFaultOfTheReader) {
  for (const char* const dialect : {"auto", "uci"}) {
    const Verified run =
        verified({"--fen", "4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", "--depth", "2", "--dialect", dialect,
                  "--engine", zoo_engine("fen-file-letters-ignored")});
    ASSERT_EQ(run.exit_code, 1) << run.err;
    EXPECT_EQ(run.report["findings"][0]["cause"], "setup") << dialect;
  }
}

TEST(Engine, OneThatIsMissingIsCodeThreeAndNeverASuccess) {
  const ScratchFolder folder;
  for (const std::string& engine :
       {std::string("/no/such/engine"), std::string("no-such-engine-in-path"),
        folder.write("text", "not executable"), folder.write("script", "no first line\n", true),
        std::string("/"), std::string("/bin/true"), fake_engine("--mode exit1 --at spawn"),
        fake_engine("--mode crash --at uci")}) {
    const Verified run = verified_with(engine);
    EXPECT_EQ(run.exit_code, 3) << engine;
    EXPECT_FALSE(run.err.empty()) << engine;
    EXPECT_EQ(run.report["summary"]["undecided"], 1);
    EXPECT_EQ(run.report["rows"][0]["verdict"], "undecided");
    EXPECT_TRUE(run.report["rows"][0]["depth"].is_null());
  }
}

/// Faults that happen again in a fresh process, from the position of the row on.
TEST(Engine, ARepeatedFaultIsAFindingOfItsKind) {
  const std::pair<const char*, const char*> kFaults[] = {
      {"crash", "crash"},
      {"abort", "crash"},
      {"exit0", "crash"},
      {"close-stdout", "crash"},
      {"flood", "protocol"},
      {"nul", "protocol"},
      {"negative-count", "protocol"},
      {"huge-count", "protocol"},
      {"empty-count", "protocol"},
      {"total-twice", "protocol"},
      {"late-output", "protocol"},
      {"keeps-startpos", "rejected-position"},
      {"wrong-position", "rejected-position"},
  };
  for (const auto& [mode, kind] : kFaults) {
    const Verified run =
        verified_with(fake_engine(fmt::format("--mode {} --only-fen p1ppqpb1", mode)));
    EXPECT_EQ(run.exit_code, 1) << mode << " " << run.err;
    ASSERT_EQ(run.report["findings"].size(), 1U) << mode;
    const json& finding = run.report["findings"][0];
    EXPECT_EQ(finding["kind"], kind) << mode << ": " << finding["explanation"];
    EXPECT_EQ(finding["cause"], "unknown");
    EXPECT_EQ(finding["class"], "unclassified");
    EXPECT_EQ(finding["fen"], kKiwipete);
    EXPECT_TRUE(finding["counts"].is_null());
    EXPECT_EQ(run.report["rows"][0]["verdict"], "mismatch");
  }
}

CommandResult crashing_run(const std::string& folder, const std::string& engine) {
  return run_command(
      {"/bin/sh", "-c",
       fmt::format("cd '{}' && '{}' --fen '{}' --depth 2 --reference mailbox --engine \"{}\"",
                   folder, PERFT_VERIFY_COMMAND, kKiwipete, engine)});
}

/// The input that kills it is kept, and kills it again without us.
TEST(Engine, WhatKillsItTwiceIsKeptInAFile) {
  const ScratchFolder folder;
  const std::string command =
      fmt::format("'{}' --mode crash --only-fen p1ppqpb1", PERFT_VERIFY_FAKE_UCI);
  const CommandResult result = crashing_run(folder.path(""), command);
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const std::string transcripts = "perft-verify-transcripts/";
  std::string file;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(transcripts)))
    file = transcripts + entry.path().filename().string();
  EXPECT_TRUE(file.starts_with(transcripts + "crash-")) << file;
  // The line may be broken before the file.
  EXPECT_TRUE(result.out.contains("< " + file) || result.out.contains("<\n  " + file))
      << result.out;
  EXPECT_EQ(
      reference::file_content(folder.path(file)),
      fmt::format("uci\nucinewgame\nisready\nposition fen {}\ngo perft 1\nisready\n", kKiwipete));
  const CommandResult again =
      run_command({"/bin/sh", "-c", fmt::format("{} < '{}'", command, folder.path(file))});
  EXPECT_GE(again.exit_code, 128) << "a signal, by the shell's convention";
}

/// Write access to the working directory must not allow choosing which file is written.
TEST(Engine, ATranscriptFollowsNoSymbolicLink) {
  const std::string command =
      fmt::format("'{}' --mode crash --only-fen p1ppqpb1", PERFT_VERIFY_FAKE_UCI);
  const ScratchFolder linked;
  std::filesystem::create_directory(linked.path("elsewhere"));
  std::filesystem::create_directory_symlink(linked.path("elsewhere"),
                                            linked.path("perft-verify-transcripts"));
  const CommandResult refused = crashing_run(linked.path(""), command);
  EXPECT_EQ(refused.exit_code, 1) << refused.err;
  EXPECT_TRUE(refused.out.contains("could not be kept")) << refused.out;
  EXPECT_TRUE(std::filesystem::is_empty(linked.path("elsewhere")));

  const ScratchFolder folder;
  (void)crashing_run(folder.path(""), command);
  const std::filesystem::directory_iterator first(folder.path("perft-verify-transcripts"));
  const std::string file = first->path().string();
  const std::string victim = folder.write("victim", "precious");
  std::filesystem::remove(file);
  std::filesystem::create_symlink(victim, file);
  (void)crashing_run(folder.path(""), command);
  EXPECT_EQ(reference::file_content(victim), "precious");
  EXPECT_FALSE(std::filesystem::is_symlink(file));
}

/// A file of the same name and length, but with other lines, is not the transcript.
TEST(Engine, ATranscriptIsNotTakenForItsNameAndSize) {
  const std::string command =
      fmt::format("'{}' --mode crash --only-fen p1ppqpb1", PERFT_VERIFY_FAKE_UCI);
  const ScratchFolder folder;
  (void)crashing_run(folder.path(""), command);
  const std::filesystem::directory_iterator first(folder.path("perft-verify-transcripts"));
  const std::string file = first->path().string();
  const std::string lines = reference::file_content(file);
  std::ofstream(file) << std::string(lines.size(), 'x');
  (void)crashing_run(folder.path(""), command);
  EXPECT_EQ(reference::file_content(file), lines);
}

TEST(Engine, AMissingTotalIsAProtocolErrorAndNotWaitedFor) {
  const Verified run = verified_with(fake_engine("--mode missing-total --only-fen p1ppqpb1"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.report["findings"][0]["kind"], "protocol");
  const std::string words = run.report["findings"][0]["explanation"];
  EXPECT_TRUE(
      words.contains("no total of depth 1, and it waits for its next command; it had "
                     "printed 48 move lines"))
      << words;
}

TEST(Engine, AHangIsATimeout) {
  for (const char* mode : {"hang", "drip"}) {
    const Stopwatch watch;
    const Verified run =
        verified_with(fake_engine(fmt::format("--mode {} --only-fen p1ppqpb1", mode)),
                      {"--depth", "2", "--timeout", "0.5"});
    EXPECT_EQ(run.exit_code, 1) << mode;
    EXPECT_EQ(run.report["findings"][0]["kind"], "timeout") << mode;
    EXPECT_TRUE(was_soon(watch));
  }
}

TEST(Engine, WrongArithmeticIsNamedSo) {
  const std::pair<const char*, const char*> kFaults[] = {
      {"total-wrong", "wrong-count"},    {"duplicate-move", "duplicate-move"},
      {"drop-move", "missing-move"},     {"phantom-move", "illegal-move"},
      {"count-plus-one", "wrong-count"}, {"swap-two", "wrong-count"}};
  for (const auto& [mode, kind] : kFaults) {
    const Verified run =
        verified_with(fake_engine(fmt::format("--mode {} --only-fen p1ppqpb1", mode)));
    EXPECT_EQ(run.exit_code, 1) << mode;
    EXPECT_EQ(run.report["findings"][0]["kind"], kind)
        << mode << ": " << run.report["findings"][0]["explanation"];
  }
  const json finding =
      verified_with(fake_engine("--mode total-wrong --only-fen p1ppqpb1")).report["findings"][0];
  EXPECT_EQ(finding["cause"], "count");
}

TEST(Engine, AFaultThatHappensOnceIsUndecided) {
  const ScratchFolder folder;
  for (const char* mode : {"crash", "negative-count", "keeps-startpos"}) {
    const Verified run = verified_with(fake_engine(
        fmt::format("--mode {} --only-fen p1ppqpb1 --once {}", mode, folder.path(mode))));
    EXPECT_EQ(run.exit_code, 3) << mode;
    const std::string reason = run.report["rows"][0]["reason"];
    EXPECT_TRUE(reason.starts_with("not repeatable")) << reason;
    EXPECT_TRUE(run.report["findings"].empty());
  }
}

TEST(Engine, OthersRowsGoOnAfterACrash) {
  const ScratchFolder folder;
  const std::string suite = folder.write("s.epd", std::string(kTwoKings) + " ;D2 9\n" + kKiwipete +
                                                      " ;D2 2039\n" + kTwoKings + " ;D3 54\n");
  const CommandResult result =
      verify({suite, "--reference", "mailbox", "--jobs", "1", "--report", "json", "--engine",
              fake_engine("--mode crash --only-fen p1ppqpb1")});
  const json report = parsed_report(result.out);
  EXPECT_EQ(report["summary"]["agree"], 2);
  EXPECT_EQ(report["summary"]["mismatch"], 1);
}

TEST(Engine, WhatItWritesIsEscapedEverywhere) {
  const std::string engine = fake_engine("--mode escape-sequences");
  for (const Words& format : {Words{}, Words{"-v"}, Words{"--report", "json"}}) {
    const Words arguments = joined(
        {"--fen", kTwoKings, "--depth", "2", "--reference", "mailbox", "--engine", engine}, format);
    const CommandResult result = verify(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    for (const char control : {'\x1b', '\x07', '\x7f'})
      EXPECT_FALSE((result.out + result.err).contains(control));
    EXPECT_TRUE(result.out.contains("\\x1B[31mred")) << result.out;
    EXPECT_FALSE(result.out.contains("\n::error")) << "a command to GitHub";
  }
}

TEST(Engine, ArgumentsOptionsAndSetupArriveAsTheyAreWritten) {
  const ScratchFolder folder;
  const std::string log = folder.path("a log");
  const CommandResult result =
      verify({"--fen", kTwoKings, "--depth", "1", "--reference", "mailbox", "--engine",
              fmt::format("'{}'", PERFT_VERIFY_FAKE_UCI), "--engine-arg", "--log", "--engine-arg",
              log, "--engine-option", "Hash=32", "--engine-option", "Clear Hash=", "--engine-setup",
              "ucinewgame"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string sent = reference::file_content(log);
  EXPECT_TRUE(
      sent.contains("setoption name Hash value 32\nsetoption name Clear Hash\nucinewgame\n"))
      << sent;
}

TEST(Engine, NoShellEverSeesItsCommand) {
  const ScratchFolder folder;
  const std::string victim = folder.path("victim");
  const Verified run = verified_with(fmt::format("'{}' ; touch {}", PERFT_VERIFY_FAKE_UCI, victim));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(victim));
}

TEST(Engine, ATextLineOfTheSuiteNeverReachesIt) {
  const ScratchFolder folder;
  const std::string log = folder.path("log");
  const std::string suite = folder.write(
      "s.epd", std::string(kTwoKings) + " ;D1 3 ;id \"x moves e2e4\" ;c0 \"setoption name X\"\n");
  EXPECT_EQ(
      verify({suite, "--reference", "mailbox", "--engine", fake_engine("--log " + log)}).exit_code,
      0);
  const std::string sent = reference::file_content(log);
  EXPECT_FALSE(sent.contains("setoption name X")) << sent;
  EXPECT_FALSE(sent.contains("moves e2e4")) << sent;
}

TEST(Stops, FailFastAndMaxFindings) {
  const ScratchFolder folder;
  std::string rows;
  // An x-ray, the same for Black, a promotion, a pin.
  for (const char* fen : {"4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "R3k3/8/8/8/8/8/8/4K3 b - - 0 1",
                          "7k/P7/8/8/8/8/8/7K w - - 0 1", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"})
    rows += fmt::format("{}\n", fen);
  const std::string engine =
      zoo_engine("king-xray") + " --bug underpromotion-missing --bug pin-ignored";
  const std::string suite = folder.write("s.epd", rows);
  const auto findings = [&](const Words& options) {
    const Words arguments = joined({suite, "--depth", "1", "--reference", "mailbox", "--jobs", "1",
                                    "--report", "json", "--engine", engine},
                                   options);
    const CommandResult result = verify(arguments);
    EXPECT_EQ(result.exit_code, 1);
    const json report = parsed_report(result.out);
    EXPECT_EQ(report["summary"]["complete"], options.empty());
    return report["summary"]["findings"].get<int>();
  };
  EXPECT_EQ(findings({}), 3);
  EXPECT_EQ(findings({"--fail-fast"}), 1);
  EXPECT_EQ(findings({"--max-findings", "2"}), 2);
}

TEST(Bisecting, CanBeSwitchedOff) {
  const Verified run =
      verified_with(zoo_engine("castling-missing"), {"--depth", "2", "--no-bisect"});
  EXPECT_EQ(run.exit_code, 1);
  const json& finding = run.report["findings"][0];
  EXPECT_EQ(finding["kind"], "wrong-count");
  EXPECT_EQ(finding["cause"], "unknown");
  EXPECT_EQ(finding["path"], json::array());
  EXPECT_EQ(finding["counts"]["reference"], 48) << "the first depth at which they differ";
}

TEST(Modes, FullFindsWhatTotalsAndDivideCannotSee) {
  // A rook that moves and keeps its right: the board shows it a ply before any wrong move.
  const Words rook{"--fen",       "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                   "--depth",     "2",
                   "--reference", "mailbox",
                   "--report",    "json",
                   "--engine",    zoo_engine("castling-rook-moved")};
  EXPECT_EQ(verify(rook).exit_code, 0);
  const CommandResult result = verify(joined(rook, {"--mode", "full"}));
  EXPECT_EQ(result.exit_code, 1);
  const json finding = parsed_report(result.out)["findings"][0];
  EXPECT_EQ(finding["kind"], "wrong-state");
  EXPECT_EQ(finding["cause"], "make");
  EXPECT_EQ(finding["culprit"]["ply"], 1);
  // And the command reproduces it.
  Words again = split_words(finding["reproduce"].get<std::string>()).value();
  again.erase(again.begin());
  again.insert(again.end(), {"--report", "json"});
  const CommandResult reproduced = verify(again);
  EXPECT_EQ(reproduced.exit_code, 1) << finding["reproduce"];
  EXPECT_EQ(parsed_report(reproduced.out)["findings"][0]["kind"], "wrong-state");
}

TEST(Text, AFindingHasEverythingThatAPersonNeeds) {
  const CommandResult result =
      verify({"--fen", "4k3/8/8/8/8/8/r7/4K3 b - - 0 1", "--depth", "3", "--reference", "mailbox",
              "--engine", zoo_engine("king-xray")});
  EXPECT_EQ(result.exit_code, 1);
  for (const char* part :
       {"FINDING 1", "illegal move e1f1 (Kf1)", "cause: generation", "e1f1 is illegal", "a2a1",
        "4k3/8/8/8/8/8/8/r3K3 w - - 1 2", "     1  r!", "* from  x to  ! attacker", "  move  ",
        "mailbox", "illegal",
        "reproduce  verify --fen '4k3/8/8/8/8/8/8/r3K3 w - - 1 2' --depth 1 --engine",
        "0 of 1 row agree, 1 does not"})
    EXPECT_TRUE(result.out.contains(part)) << part << " is not in\n" << result.out;
}

// --- The reference -----------------------------------------------------------------------

TEST(Reference, OneThatIsAskedForAndMissingIsCodeThree) {
  for (const Words& options :
       {Words{"--reference", "/no/such/engine"}, Words{"--reference", "/bin/true"},
        Words{"--reference", fake_engine("--mode count-plus-one")}}) {
    const CommandResult result = verify(joined({"--fen", kTwoKings}, options));
    EXPECT_EQ(result.exit_code, 3) << options[1];
    EXPECT_EQ(result.out, "") << "nothing that looks like a result";
    EXPECT_FALSE(result.err.empty());
  }
  const CommandResult named =
      verify({"--fen", kTwoKings}, {.environment = {{"STOCKFISH", "/no/such/stockfish"}}});
  EXPECT_EQ(named.exit_code, 3);
  EXPECT_TRUE(named.err.contains("/no/such/stockfish")) << named.err;
}

TEST(Reference, StockfishIsWhatItsVariableNames) {
  const ScratchFolder folder;
  const std::string script = folder.write(
      "stockfish",
      fmt::format("#!/bin/sh\nexec '{}' --name 'Stockfish 99'\n", PERFT_VERIFY_FAKE_UCI), true);
  const CommandResult named = verify({"--fen", kTwoKings, "--depth", "2", "--report", "json"},
                                     {.environment = {{"STOCKFISH", script}}});
  EXPECT_EQ(named.exit_code, 0) << named.err;
  EXPECT_EQ(parsed_report(named.out)["reference"]["name"], "Stockfish 99");
  // Otherwise the first one in PATH.
  const CommandResult in_path = verify({"--fen", kTwoKings, "--depth", "2", "--report", "json"},
                                       {.environment = {{"PATH", folder.path("") + ":/bin"}}});
  EXPECT_EQ(parsed_report(in_path.out)["reference"]["name"], "Stockfish 99");
}

TEST(Reference, WithoutStockfishTheMailboxStandsInAndTheOutputSaysSo) {
  if (!stockfish_can_be_hidden()) GTEST_SKIP() << "no mount namespaces here";
  const CommandResult result = without_stockfish({"--fen", kTwoKings, "--depth", "2"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.contains("perft-verify core against mailbox")) << result.out;
  EXPECT_TRUE((result.out + result.err).contains("there is no Stockfish")) << result.out;
}

TEST(Reference, WithoutStockfishTheRecordedCountsVoteBesideTheMailbox) {
  if (!stockfish_can_be_hidden()) GTEST_SKIP() << "no mount namespaces here";
  const ScratchFolder folder;
  const auto suite = [&](std::string_view count) {
    std::ofstream(folder.path("s.epd")) << kTwoKings << " ;D2 " << count << "\n";
    return without_stockfish({folder.path("s.epd"), "--engine", fake_engine("--name Right")});
  };
  EXPECT_EQ(suite("9").exit_code, 0);
  const CommandResult contradicted = suite("10");
  EXPECT_EQ(contradicted.exit_code, 2) << "no vote is overheard" << contradicted.out;
  EXPECT_TRUE(contradicted.out.contains("the recorded count at depth 2 is 10, and both count 9"))
      << contradicted.out;
}

TEST(Reference, OneThatFailsInTheMiddleLeavesTheRowUndecided) {
  const CommandResult result = verify({"--fen", kTwoKings, "--depth", "2", "--report", "json",
                                       "--reference", fake_engine("--mode crash --only-fen 7k/8")});
  EXPECT_EQ(result.exit_code, 3) << result.err;
  const json report = parsed_report(result.out);
  EXPECT_TRUE(report["rows"][0]["reason"].get<std::string>().contains("the reference failed"));
}

TEST(Reference, CoreJudgesAnEngine) {
  const CommandResult result =
      verify({"--fen", kKiwipete, "--depth", "2", "--report", "json", "--reference", "core",
              "--engine", zoo_engine("castling-missing")});
  EXPECT_EQ(result.exit_code, 1);
  const json report = parsed_report(result.out);
  EXPECT_EQ(report["reference"]["kind"], "core");
  EXPECT_EQ(report["findings"][0]["missing"], (json{"e1c1", "e1g1"}));
}

}  // namespace
}  // namespace perft_verify::verifier
