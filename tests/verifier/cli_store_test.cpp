// The store from a user's view: no question is asked twice, no damage changes a verdict, and the
// commands of `verify store`.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

constexpr const char* kSuite =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D4 197281\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039\n"
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1\n"
    "4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2 ;D1 4\n";

std::size_t occurrences(const std::string& text, std::string_view what) {
  std::size_t number = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++number;
  return number;
}

/// The questions to a reference before it is believed.
constexpr std::size_t kSelfTest = 3;

class CliStore : public testing::Test {
 protected:
  /// `verify` of the suite with a reference that logs its questions.
  CommandResult run(const Words& more = {}, const CommandOptions& options = {}) {
    return verify(joined({suite_, "--reference", reference(), "--store", store_}, more), options);
  }
  [[nodiscard]] std::string reference(const std::string& faults = "") const {
    return "'" + engine_ + "' --name 'Stockfish 15.1' '--log=" + log_ + "' " + faults;
  }
  /// The same engine as the Stockfish of this machine.
  [[nodiscard]] CommandOptions by_variable() const {
    return {.environment = {{"STOCKFISH", engine_}}};
  }
  [[nodiscard]] Words stockfish() const {
    return {"--engine-env", "FAKE_UCI=--name Stockfish --log=" + log_};
  }
  [[nodiscard]] std::size_t questions() const {
    return occurrences(file_content(log_), "go perft");
  }
  static json report_of(const CommandResult& result) {
    return without_times(parsed_report(result.out));
  }

  ScratchFolder folder_;
  std::string suite_ = folder_.write("suite.epd", kSuite);
  std::string store_ = folder_.path("a.store");
  std::string log_ = folder_.path("log");
  std::string engine_ = PERFT_VERIFY_FAKE_UCI;
};

TEST_F(CliStore, TheSecondRunOfAnUnchangedSuiteAsksNothing) {
  const CommandResult first = run({"--report", "json"});
  EXPECT_EQ(first.exit_code, 0) << first.out << first.err;
  EXPECT_GT(questions(), kSelfTest + 4);
  std::filesystem::remove(log_);
  const CommandResult second = run({"--report", "json", "-q"});
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_EQ(second.err, "");
  EXPECT_EQ(questions(), kSelfTest) << file_content(log_);
  EXPECT_EQ(report_of(second), report_of(first));
  EXPECT_EQ(report_of(second)["reference"]["name"], "Stockfish 15.1");

  const CommandResult verbose = run({"-v"});
  EXPECT_TRUE(verbose.err.contains(" 0 misses, 0 new")) << verbose.err;
  const CommandResult without = run({"--no-store", "--report", "json"});
  EXPECT_EQ(without.exit_code, 2) << "contradiction with --store";
}

TEST_F(CliStore, WhatIsNewIsAskedAndNothingElse) {
  run({"--depth", "2"});
  std::filesystem::remove(log_);
  EXPECT_EQ(run({"--depth", "2", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1"}).exit_code, 0);
  EXPECT_EQ(questions(), kSelfTest + 2) << "depths 1 and 2\n" << file_content(log_);
}

TEST_F(CliStore, ClocksAreNoPartOfAPositionForStockfishAndForNobodyWhoOnlySaysSo) {
  const auto asked_about = [this](const char* clocks, const Words& reference,
                                  const CommandOptions& options) {
    std::filesystem::remove(log_);
    const Words words{"--depth", "2",    "--fen", std::string("7k/8/8/8/8/8/8/K7 w - - ") + clocks,
                      "--store", store_, "-q"};
    EXPECT_EQ(verify(joined(words, reference), options).exit_code, 0);
    return questions() - kSelfTest;
  };
  EXPECT_EQ(asked_about("0 1", stockfish(), by_variable()), 2U) << "depths 1 and 2";
  EXPECT_EQ(asked_about("98 99", stockfish(), by_variable()), 0U) << file_content(log_);

  for (const char* name : {"Stockfish 16", "mailbox", "perft-verify core"}) {
    const Words by_name{"--reference", reference("--name '" + std::string(name) + "'")};
    EXPECT_EQ(asked_about("0 1", by_name, {}), 2U) << name;
    EXPECT_EQ(asked_about("98 99", by_name, {}), 2U) << name;
    EXPECT_EQ(asked_about("98 99", by_name, {}), 0U) << name;
  }
}

/// Its count of a position might depend on how it was reached.
TEST_F(CliStore, AReferenceThatOnlySaysThatItIsStockfishIsAskedForWholeRows) {
  const auto is_asked_within = [this](const Words& reference, const CommandOptions& options) {
    std::filesystem::remove(log_);
    const Words words{"--fen",      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                      "--depth",    "4",
                      "--share",    "on",
                      "--no-store", "--jobs",
                      "1",          "-q"};
    EXPECT_EQ(verify(joined(words, reference), options).exit_code, 0);
    return file_content(log_).contains(" moves ");
  };
  EXPECT_TRUE(is_asked_within(stockfish(), by_variable()));
  for (const char* name : {"Stockfish 16", "mailbox", "perft-verify core"})
    EXPECT_FALSE(
        is_asked_within({"--reference", reference("--name '" + std::string(name) + "'")}, {}))
        << name;
}

/// A command that starts another program the second time, under the same name.
class CliStoreReplaced : public CliStore, public testing::WithParamInterface<const char*> {
 protected:
  /// A command that starts the reference, as it is now.
  std::string command() {
    const std::string how = GetParam();
    if (how == "itself") return reference();
    if (how == "env") return "env " + reference();
    if (how == "nice") return "nice " + reference();
    if (how == "timeout") return "timeout 50 " + reference();
    const bool becomes = how == "script that becomes it";
    return folder_.write("script",
                         "#!/bin/sh\n" + std::string(becomes ? "exec " : "") + reference() + "\n" +
                             (becomes ? "" : "exit 0\n"),
                         true);
  }
  /// Changes the program but keeps its name.
  void replace(std::string_view mark) {
    engine_ = folder_.path("engine");
    std::filesystem::remove(engine_);
    std::filesystem::copy_file(PERFT_VERIFY_FAKE_UCI, engine_);
    std::ofstream(engine_, std::ios::app) << mark;
  }
};

TEST_P(CliStoreReplaced, IsAskedAnew) {
  const auto run = [&] {
    std::filesystem::remove(log_);
    const CommandResult result =
        verify({suite_, "--reference", command(), "--store", store_, "-v"});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    return result.err;
  };
  replace("one build");
  run();
  const std::string again = run();
  const bool unknown = again.contains("is not used in this run: which program answers");
  const std::string_view how = GetParam();
  EXPECT_EQ(unknown, how == "timeout" || how.starts_with("script")) << again;
  EXPECT_EQ(questions() > kSelfTest, unknown) << again;
  replace("another build");
  run();
  EXPECT_GT(questions(), kSelfTest + 4);
}

INSTANTIATE_TEST_SUITE_P(Ways, CliStoreReplaced,
                         testing::Values("itself", "env", "nice", "timeout",
                                         "script that becomes it", "script that waits"),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::erase(name, ' ');
                           return name;
                         });

/// The reference lies and then does not, by nothing that its program and its arguments show.
TEST_F(CliStore, AnAnswerGivenInAnotherEnvironmentIsNotBelieved) {
  const std::string wrong = fake_engine("--mode count-plus-one --only-fen r3k2r/8 --name wrong");
  const std::string data = folder_.path("data");
  const auto words = [](bool lies) {
    return std::string("--mode ") + (lies ? "count-plus-one" : "none") +
           " --only-fen r3k2r/8 --name liar";
  };
  for (const std::string way : {"env", "--engine-env", "a file of data"}) {
    const auto exit_code = [&](bool lies) {
      (void)folder_.write("data", words(lies) + std::string(20'000, '\n'));
      const std::string told = "FAKE_UCI=" + (way == "a file of data" ? "@" + data : words(lies));
      Words command{"--fen",       "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                    "--depth",     "2",
                    "--engine",    wrong,
                    "--no-bisect", "--second-reference",
                    "none"};
      if (way == "env") {
        command.insert(command.end(), {"--reference", "env '" + told + "' " + engine_});
      } else {
        command.insert(command.end(), {"--reference", engine_, "--engine-env", told});
      }
      const CommandResult alone = verify(joined(command, {"--no-store"}));
      const CommandResult stored = verify(joined(command, {"--store", store_}));
      EXPECT_EQ(alone.exit_code, lies ? 0 : 1) << way << alone.out << alone.err;
      EXPECT_EQ(stored.exit_code, alone.exit_code) << way << stored.out << stored.err;
    };
    exit_code(true);
    exit_code(true);
    exit_code(false);
    std::filesystem::remove(store_);
  }
}

TEST_F(CliStore, AWrongEngineIsFoundByRememberedAnswers) {
  run({"--depth", "3"});
  const Words faulty{"--depth", "3", "--engine", zoo_engine("ep-horizontal-pin")};
  const CommandResult remembered = run(joined(faulty, {"--report", "json"}));
  const CommandResult asked = verify(
      joined({suite_, "--reference", reference(), "--no-store", "--report", "json"}, faulty));
  EXPECT_EQ(remembered.exit_code, 1) << remembered.err;
  EXPECT_EQ(report_of(remembered), report_of(asked));
}

TEST_F(CliStore, AHiccupOfTheReferenceIsNotRemembered) {
  // One answer is wrong, once: the second question of the run itself, after the self-test.
  const std::string faults =
      "--mode count-plus-one --only-after 5 --once '" + folder_.path("once") + "'";
  for (int time = 1; time <= 2; ++time) {
    const CommandResult result =
        verify({suite_, "--reference", reference(faults), "--store", store_, "--jobs", "1"});
    EXPECT_EQ(result.exit_code, 0) << result.out;
    EXPECT_TRUE(std::filesystem::exists(folder_.path("once"))) << "the fault never happened";
  }
}

TEST_F(CliStore, ADamagedStoreIsSaidAndChangesNoVerdict) {
  const CommandResult good = run({"--report", "json"});
  const std::string content = file_content(store_);
  for (const std::size_t at : {20U, 100U, 4096U + 8U, 4096U + 3000U, 8192U, 8192U + 3600U}) {
    ASSERT_LT(at + 200, content.size());
    std::string bad = content;
    bad.replace(at, 200, 200, '\x55');
    std::ofstream(store_, std::ios::binary) << bad;
    const CommandResult result = run({"--report", "json"});
    EXPECT_EQ(result.exit_code, 0) << at << result.err;
    EXPECT_EQ(report_of(result)["rows"], report_of(good)["rows"]) << at;
  }
}

TEST_F(CliStore, AFileThatIsNoStoreIsLeftAlone) {
  store_ = folder_.write("notes.txt", "not a store\n");
  // The notice appears once, for any target of the report.
  for (const Words& more : {Words{}, Words{"-v"}, Words{"-q"}, Words{"--report", "json"},
                            Words{"-q", "--report", "json=" + folder_.path("report")}}) {
    const CommandResult result = run(more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const std::string said = result.out + result.err;
    EXPECT_EQ(occurrences(said, "notes.txt: is not a store of reference answers"), 1U) << said;
  }
  EXPECT_EQ(file_content(store_), "not a store\n");
}

TEST_F(CliStore, APathThatCannotBeAStoreIsWrongUsage) {
  for (const char* path : {"", "no/such/folder/a.store"}) {
    store_ = folder_.path(path);
    const CommandResult result = run();
    EXPECT_EQ(result.exit_code, 2) << path;
    EXPECT_TRUE(result.err.contains("--store ")) << result.err;
  }
  EXPECT_FALSE(std::filesystem::exists(log_)) << "nobody was asked";
  store_ = folder_.path("a.store");
  EXPECT_EQ(run({"--report", "json=" + store_}).exit_code, 2) << "it is the store";
}

TEST_F(CliStore, AFullDiskCostsTheMemoryAndNotTheVerdict) {
  const std::string command = "ulimit -f 64; exec '" + std::string(PERFT_VERIFY_COMMAND) + "' '" +
                              suite_ + "' --store '" + store_ + "' --reference mailbox --depth 2 " +
                              std::string(PERFT_VERIFY_SUITES) + "/rules.epd";
  const CommandResult result = run_command({"/bin/sh", "-c", command});
  EXPECT_EQ(result.exit_code, 5) << result.out << result.err;
  EXPECT_TRUE(result.err.contains("the store")) << result.err;
  EXPECT_TRUE(result.out.contains(" = mailbox  ")) << result.out;
}

TEST_F(CliStore, AStoreThatMayNotBeWrittenIsRead) {
  run();
  std::filesystem::permissions(store_, std::filesystem::perms::owner_read);
  std::filesystem::remove(log_);
  EXPECT_EQ(run().exit_code, 0);
  EXPECT_EQ(questions(), kSelfTest);
}

TEST_F(CliStore, ManyRunsShareOneStore) {
  std::vector<std::unique_ptr<RunningCommand>> running;
  const Words words{PERFT_VERIFY_COMMAND,
                    std::string(PERFT_VERIFY_SUITES) + "/gate.epd",
                    "--reference",
                    "mailbox",
                    "--depth",
                    "2",
                    "--store",
                    store_,
                    "-q"};
  for (int number = 0; number < 4; ++number)
    running.push_back(std::make_unique<RunningCommand>(words, CommandOptions{}));
  for (auto& command : running) {
    const CommandResult result = command->finish();
    EXPECT_EQ(result.exit_code, 0) << result.out;
    EXPECT_EQ(result.err, "");
  }
  const CommandResult checked = verify({"store", "verify", "--store", store_});
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  EXPECT_TRUE(checked.out.contains(", 0 damaged")) << checked.out;
}

TEST_F(CliStore, TheUsersStoreIsInTheCacheFolder) {
  const std::string cache = folder_.path("cache");
  const Words words{suite_, "--reference", "mailbox", "-q"};
  const CommandOptions by_cache{
      .environment = {{"PERFT_VERIFY_STORE", std::nullopt}, {"XDG_CACHE_HOME", cache}}};
  EXPECT_EQ(verify(words, by_cache).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(cache + "/perft-verify/answers.store"));
  EXPECT_EQ(verify({"store", "info"}, by_cache).exit_code, 0);

  const std::string home = folder_.path("home");
  const CommandOptions by_home{.environment = {{"PERFT_VERIFY_STORE", std::nullopt},
                                               {"XDG_CACHE_HOME", "not/absolute"},
                                               {"HOME", home}}};
  EXPECT_EQ(verify(words, by_home).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(home)) << "a home that is not there is not made";
  EXPECT_EQ(verify({"store", "info"}, by_home).exit_code, 2);
  std::filesystem::create_directory(home);
  EXPECT_EQ(verify(words, by_home).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(home + "/.cache/perft-verify/answers.store"));

  const CommandOptions named{.environment = {{"PERFT_VERIFY_STORE", store_}}};
  EXPECT_EQ(verify(words, named).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(store_));
  const CommandOptions none{.environment = {{"PERFT_VERIFY_STORE", ""}, {"HOME", "/nonexistent"}}};
  EXPECT_EQ(verify(words, none).exit_code, 0);
  EXPECT_EQ(verify({"store", "info"}, none).exit_code, 2);
}

TEST_F(CliStore, NoStockfishIsNeededWhereItsAnswersAre) {
  if (!stockfish_can_be_hidden()) GTEST_SKIP() << "no mount namespaces here";
  if (verify({suite_, "--reference", "stockfish", "--store", store_}).exit_code != 0)
    GTEST_SKIP() << "no Stockfish here";
  const auto stored = [&](const Words& more) {
    return without_stockfish(joined({suite_, "--store", store_, "-v"}, more));
  };
  const CommandResult agree = stored({});
  EXPECT_EQ(agree.exit_code, 0) << agree.out << agree.err;
  EXPECT_TRUE(agree.out.contains("(remembered) and mailbox")) << agree.out;
  EXPECT_TRUE(agree.err.contains(" 0 misses, 0 new")) << agree.err;
  const CommandResult wrong = stored({"--engine", zoo_engine("ep-horizontal-pin")});
  EXPECT_EQ(wrong.exit_code, 1) << wrong.out << wrong.err;
  EXPECT_EQ(stored({"--reference", "stockfish"}).exit_code, 3) << "it was asked for";
  EXPECT_TRUE(without_stockfish({suite_}).out.contains("perft-verify core against mailbox"));
}

TEST_F(CliStore, AnswersOfAProgramThatOnlySaysThatItIsStockfishAreNotTakenForStockfishs) {
  if (!stockfish_can_be_hidden()) GTEST_SKIP() << "no mount namespaces here";
  run();
  const CommandResult result = without_stockfish({suite_, "--store", store_});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.contains("against mailbox")) << result.out;
}

// --- verify store --------------------------------------------------------------------------

TEST_F(CliStore, InfoSaysWhoseAnswersThereAre) {
  EXPECT_EQ(verify({"store", "info", "--store", store_}).exit_code, 2) << "there is none yet";
  run();
  const CommandResult info = verify({"store", "info", "--store", store_});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_TRUE(info.out.contains("Stockfish 15.1")) << info.out;
  const json read = json::parse(verify({"store", "info", "--json", "--store", store_}).out);
  ASSERT_EQ(read["references"].size(), 1U);
  std::uint64_t by_depth = 0;
  for (const auto& [depth, answers] : read["references"][0]["by_depth"].items())
    by_depth += answers.get<std::uint64_t>();
  EXPECT_EQ(read["references"][0]["answers"], by_depth);
  EXPECT_GE(by_depth, 5U);
}

TEST_F(CliStore, ExportAndImportCarryAnswersFromStoreToStore) {
  run();
  const std::string text = folder_.path("answers.jsonl");
  EXPECT_EQ(verify({"store", "export", "--store", store_, "-o", text}).exit_code, 0);
  EXPECT_EQ(verify({"store", "export", "--store", store_}).out, file_content(text));
  EXPECT_EQ(verify({"store", "export", "--store", store_, "-o", store_}).exit_code, 2);
  const std::string first = store_;
  for (const std::string& source : {text, first}) {
    store_ = folder_.path("of-" + std::filesystem::path(source).filename().string());
    EXPECT_EQ(verify({"store", "import", "--store", store_, source}).exit_code, 0);
    std::filesystem::remove(log_);
    EXPECT_EQ(run().exit_code, 0);
    EXPECT_EQ(questions(), kSelfTest) << source;
  }
  std::string changed = file_content(text);
  changed.replace(changed.rfind("\"depth\":"), 9, "\"depth\":7");
  const std::string bad = folder_.write("bad.jsonl", changed);
  const std::string fresh = folder_.path("fresh.store");
  const CommandResult refused = verify({"store", "import", "--store", fresh, text, bad});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(refused.err.contains("bad.jsonl:")) << refused.err;
  EXPECT_TRUE(verify({"store", "info", "--store", fresh}).out.contains("no answers yet"));
}

TEST_F(CliStore, VerifyFindsWhatIsNotTrue) {
  const std::string lies = "--mode swap-two --only-after 4";
  EXPECT_EQ(verify({suite_, "--reference", reference(lies), "--store", store_, "--no-bisect",
                    "--jobs", "1"})
                .exit_code,
            3);
  const CommandResult checked = verify({"store", "verify", "--store", store_});
  EXPECT_EQ(checked.exit_code, 1) << checked.out;
  EXPECT_TRUE(checked.out.contains("DIFFERENT")) << checked.out;
  EXPECT_TRUE(checked.out.contains("Do not trust this store")) << checked.out;
  const json read = json::parse(verify({"store", "verify", "--store", store_, "--json"}).out);
  EXPECT_GE(read["different"].size(), 1U);
  EXPECT_EQ(read["exit_code"], 1);

  const CommandResult removed = verify({"store", "verify", "--remove", "--store", store_});
  EXPECT_EQ(removed.exit_code, 1);
  EXPECT_TRUE(removed.out.contains(" removed; ")) << removed.out;
  EXPECT_EQ(verify({"store", "verify", "--store", store_}).exit_code, 0);
  EXPECT_TRUE(verify({"store", "info", "--store", store_}).out.contains("Stockfish 15.1"));
  EXPECT_EQ(
      verify({"store", "prune", "--reference", "Stockfish 15.1", "--store", store_}).exit_code, 0);
  EXPECT_TRUE(verify({"store", "info", "--store", store_}).out.contains("no answers yet"));
}

}  // namespace
}  // namespace perft_verify::verifier
