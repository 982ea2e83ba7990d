// `mpirun verify`: the report is that of one process, whatever happens to the ranks. Skipped, with
// a message, if there is no MPI.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

class CliMpi : public testing::Test {
 protected:
  void SetUp() override {
    if (std::string(PERFT_VERIFY_MPIRUN).empty())
      GTEST_SKIP() << "no MPI: install libopenmpi-dev and openmpi-bin, and configure again "
                      "(./dev setup mpi)";
  }

  /// The gate with a wrong engine: agreements, shallow and deep findings.
  [[nodiscard]] Words words(const Words& more = {}) const {
    const Words all = joined({suite_, "--engine", engine_, "--reference", "mailbox", "--max-nodes",
                              "250000", "--report", "json=" + report_, "-q"},
                             more);
    return all;
  }
  [[nodiscard]] static Words under_mpirun(int ranks, Words arguments) {
    const Words all = joined(
        {PERFT_VERIFY_MPIRUN, "--oversubscribe", "-n", std::to_string(ranks), PERFT_VERIFY_COMMAND},
        arguments);
    return all;
  }
  static CommandResult mpirun(int ranks, const Words& arguments) {
    return run_command(under_mpirun(ranks, arguments), as_root());
  }
  /// For running the tests in a container.
  static CommandOptions as_root() {
    CommandOptions options;
    options.environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                           {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                           {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                           {"PERFT_VERIFY_STORE", ""}};
    options.limit = std::chrono::minutes(3);
    return options;
  }
  json report() const { return without_times(parsed_report(file_content(report_))); }
  json expected(const Words& more = {}) const {
    EXPECT_EQ(verify(words(more)).exit_code, 1);
    return report();
  }
  /// The same for an engine that will be slow later, before it is.
  json expected_of_slow(const Words& more = {}) {
    engine_ =
        folder_.write("engine", "#!/bin/sh\nexec " + zoo_engine("ep-horizontal-pin") + "\n", true);
    return expected(more);
  }
  /// An engine that behaves differently in one rank, which it learns from its parent process.
  [[nodiscard]] std::string engine_in_rank(const std::string& rank,
                                           const std::string& script) const {
    return folder_.write(
        "engine",
        "#!/bin/sh\n"
        "if tr '\\0' '\\n' < /proc/$PPID/environ | grep -qx OMPI_COMM_WORLD_RANK=" +
            rank + "; then\n" + script + "\nfi\n" + kSlowly + zoo_engine("ep-horizontal-pin") +
            "\n",
        true);
  }

  /// Slow enough for all ranks to come into play.
  static constexpr const char* kSlowly =
      "while read -r line; do sleep 0.002; echo \"$line\"; done | ";

  /// Keeps one row in so many, for deliberately slow engines, and adds one that is wrong.
  void take_few_rows(int in) {
    std::ifstream gate(suite_);
    std::string few;
    int number = 0;
    for (std::string line; std::getline(gate, line);)
      if (!line.starts_with('#') && ++number % in == 0) few += line + "\n";
    few += "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1 ;D1 6 ;id \"ep-horizontal-pin\";\n";
    suite_ = folder_.write("few.epd", few);
  }

  /// The report of rows that take long enough to interrupt a rank in the middle.
  json expected_of_few_slow_rows() {
    take_few_rows(4);
    const json whole = expected_of_slow({"--depth", "2"});
    engine_ = folder_.write(
        "engine", std::string("#!/bin/sh\n") + kSlowly + zoo_engine("ep-horizontal-pin") + "\n",
        true);
    std::filesystem::remove(report_);
    return whole;
  }
  /// Three ranks; number 1 gets a signal when some rows are done.
  [[nodiscard]] CommandResult struck_in_the_middle(const Words& all, const std::string& journal,
                                                   int signal, const CommandOptions& options) const;

  ScratchFolder folder_;
  std::string suite_ = std::string(PERFT_VERIFY_SUITES) + "/gate.epd";
  std::string report_ = folder_.path("report.json");
  std::string engine_ = zoo_engine("ep-horizontal-pin --bug underpromotion-missing");
};

/// The processes of a rank of a run that writes this report.
std::vector<int> processes_of_rank(const std::string& report, const std::string& rank) {
  std::vector<int> found;
  for (const int process : processes_with_argument("json=" + report)) {
    const std::string environment = file_content("/proc/" + std::to_string(process) + "/environ");
    if (environment.contains(std::string("OMPI_COMM_WORLD_RANK=") + rank + '\0'))
      found.push_back(process);
  }
  return found;
}

TEST_F(CliMpi, TheReportIsThatOfOneProcess) {
  const json whole = expected();
  ASSERT_GT(whole["summary"]["findings"], 1);
  for (const int ranks : {2, 4}) {
    std::filesystem::remove(report_);
    const CommandResult result = mpirun(ranks, words());
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_EQ(report(), whole) << ranks;
    EXPECT_FALSE(result.err.contains("rank")) << result.err;
  }
  EXPECT_TRUE(disappears("json=" + report_, std::chrono::seconds(5)));
}

TEST_F(CliMpi, EveryRankWorks) {
  // Each engine leaves a file with the rank that has started it, when it is asked for perft.
  engine_ = folder_.write("engine",
                          "#!/bin/sh\n"
                          "rank=$(tr '\\0' '\\n' < /proc/$PPID/environ | grep "
                          "^OMPI_COMM_WORLD_RANK= | cut -d= -f2)\n"
                          "tee \"" +
                              folder_.path("asked-") + "$rank-$$\" | " +
                              zoo_engine("ep-horizontal-pin") + "\n",
                          true);
  EXPECT_EQ(mpirun(3, words({"--depth", "3"})).exit_code, 1);
  for (const std::string rank : {"0", "1", "2"}) {
    std::size_t rows = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder_.path(""))) {
      if (!file.path().filename().string().starts_with("asked-" + rank)) continue;
      const std::string asked = file_content(file.path());
      for (std::size_t at = asked.find("go perft"); at != std::string::npos;
           at = asked.find("go perft", at + 1))
        ++rows;
    }
    EXPECT_GT(rows, 20U) << "rank " << rank;
  }
}

TEST_F(CliMpi, ARankWithoutItsEngineIsLeftOut) {
  take_few_rows(8);
  const json whole = expected_of_slow();
  engine_ = engine_in_rank("1", "exit 3");
  const CommandResult result = mpirun(3, words());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(report(), whole);
  EXPECT_TRUE(result.err.contains("verify: rank 1 on ")) << result.err;
  EXPECT_TRUE(result.err.contains("the engine cannot be used")) << result.err;
}

TEST_F(CliMpi, ARankWhoseEngineFailsGivesTheRowBack) {
  take_few_rows(8);
  const json whole = expected_of_slow();
  // It answers for a while, and then never again.
  engine_ = engine_in_rank("1", "[ ! -e '" + folder_.path("used") + "' ] || exit 3\n" +
                                    "{ n=0; while [ $n -lt 60 ] && read -r line; do echo "
                                    "\"$line\"; n=$((n + 1)); done; touch '" +
                                    folder_.path("used") + "'; } | " +
                                    zoo_engine("ep-horizontal-pin") + "\nexit 3");
  const CommandResult result = mpirun(2, words());
  EXPECT_TRUE(std::filesystem::exists(folder_.path("used")));
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(report(), whole);
  EXPECT_TRUE(result.err.contains("verify: rank 1 on ")) << result.err;
  EXPECT_TRUE(result.err.contains("does no more of the work")) << result.err;
}

TEST_F(CliMpi, ARankWithAnotherEngineIsLeftOut) {
  // The same command, another file: its SHA-256 differs.
  const json whole = expected();
  const std::string other = folder_.path("other");
  std::filesystem::create_directory(other);
  std::filesystem::create_symlink("/bin/cat", other + "/bug_zoo");
  engine_ = "bug_zoo --bug ep-horizontal-pin --bug underpromotion-missing";
  const std::string zoo = std::filesystem::path(PERFT_VERIFY_BUG_ZOO).parent_path();
  const std::string script = folder_.write("run",
                                           "#!/bin/sh\n"
                                           "[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && PATH=" +
                                               other + ":$PATH || PATH=" + zoo +
                                               ":$PATH\n"
                                               "exec '" PERFT_VERIFY_COMMAND "' \"$@\"\n",
                                           true);
  Words command = under_mpirun(2, words());
  command[4] = script;
  const CommandResult result = run_command(command, as_root());
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(report()["rows"], whole["rows"]);
  EXPECT_TRUE(result.err.contains("verify: rank 1 on ")) << result.err;
}

std::ptrdiff_t lines_of(const std::string& file) {
  if (!std::filesystem::exists(file)) return 0;
  const std::string text = file_content(file);
  return std::ranges::count(text, '\n');
}

CommandResult CliMpi::struck_in_the_middle(const Words& all, const std::string& journal, int signal,
                                           const CommandOptions& options) const {
  RunningCommand running(under_mpirun(3, all), options);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (lines_of(journal) < 30 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const auto processes = processes_of_rank(report_, "1");
  EXPECT_FALSE(processes.empty());
  for (const int process : processes) ::kill(process, signal);
  CommandResult result = running.finish();
  // mpirun ends its processes, but not the watchdog, which would have noticed by itself.
  for (const int process : processes) ::kill(process, SIGCONT);
  return result;
}

TEST_F(CliMpi, ARankThatIsKilledEndsTheRunAndTheJournalGoesOn) {
  const std::string journal = folder_.path("journal");
  const json whole = expected_of_few_slow_rows();
  const Words all = words({"--depth", "2", "--resume", journal});
  {
    const CommandResult result = struck_in_the_middle(all, journal, SIGKILL, as_root());
    EXPECT_NE(result.exit_code, 0);
    EXPECT_FALSE(result.timed_out);
    EXPECT_TRUE((result.err + result.out).contains("rank 1")) << result.err << result.out;
    EXPECT_GE(lines_of(journal), 30);
  }
  EXPECT_TRUE(disappears("json=" + report_, std::chrono::seconds(10))) << "nobody is left behind";
  EXPECT_EQ(mpirun(2, all).exit_code, 1);
  EXPECT_EQ(report(), whole);
}

/// Simulates a cut link to its host.
TEST_F(CliMpi, ARankThatIsNotHeardOfAnyMoreGivesItsRowBack) {
  const std::string journal = folder_.path("journal");
  const json whole = expected_of_few_slow_rows();
  CommandOptions options = as_root();
  options.environment["PERFT_VERIFY_RANK_SILENCE"] = "2.5";
  options.limit = std::chrono::seconds(120);
  const CommandResult result = struck_in_the_middle(words({"--depth", "2", "--journal", journal}),
                                                    journal, SIGSTOP, options);
  // Rank 0 has ended, with this code; after losing a rank, mpirun 4.1 does not always end, and may
  // crash while it does.
  EXPECT_TRUE(result.err.contains("the run itself is over (exit code 1)")) << result.err;
  if (!result.timed_out && !result.err.contains("PMIx_server_finalize")) {
    EXPECT_EQ(result.exit_code, 1) << result.err;
  }
  EXPECT_EQ(report(), whole);
  EXPECT_TRUE(result.err.contains("verify: rank 1 on ")) << result.err;
  EXPECT_TRUE(result.err.contains("nothing was heard of it for 2.5 s")) << result.err;
  EXPECT_TRUE(disappears("json=" + report_, std::chrono::seconds(10))) << "nobody is left behind";
}

TEST_F(CliMpi, WhatIsProvedIsThatOfOneProcess) {
  const auto proved = [](const CommandResult& result) {
    json report = json::parse(result.out.substr(0, result.out.rfind("\n}") + 2));
    for (json& family : report["families"]) family.erase("seconds");
    return json{report["families"], report["findings"]};
  };
  const Words all{"prove",    "--family", "leapers",  "--family",
                  "castling", "--json",   "--engine", zoo_engine("knight-table-entry")};
  const CommandResult alone = verify(all);
  EXPECT_EQ(alone.exit_code, 1);
  const CommandResult result = mpirun(3, all);
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(proved(result), proved(alone));
}

/// Or it would be forgotten if rank 0 did not see it, too.
TEST_F(CliMpi, ADifferenceThatOnlyAnotherRankSeesProvesNothing) {
  engine_ =
      folder_.write("engine",
                    "#!/bin/sh\n"
                    "tr '\\0' '\\n' < /proc/$PPID/environ | grep -qx OMPI_COMM_WORLD_RANK=1 && "
                    "set -- --bug knight-table-entry\n" PERFT_VERIFY_BUG_ZOO
                    " \"$@\" | sed -u 's/^id name .*/id name any/'\n",
                    true);
  const CommandResult result = mpirun(2, {"prove", "--family", "leapers", "--engine", engine_});
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_TRUE(result.out.contains("asked again, the two agree")) << result.out << result.err;
  EXPECT_TRUE(result.out.contains("0 of 1 families proved")) << result.out;
}

TEST_F(CliMpi, WhatMakesNoSenseIsSaidOnce) {
  const auto once = [](const CommandResult& result, const std::string& what) {
    const std::string text = result.out + result.err;
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << text;
    EXPECT_EQ(text.find(what, at + 1), std::string::npos) << text;
  };
  const CommandResult jobs = mpirun(2, words({"--jobs", "2"}));
  EXPECT_EQ(jobs.exit_code, 2);
  once(jobs, "leave out --jobs");
  once(mpirun(2, {"prove", "--jobs", "2"}), "leave out --jobs");
  const CommandResult none = mpirun(2, {folder_.path("none.epd")});
  EXPECT_EQ(none.exit_code, 2);
  once(none, "none.epd");
  const CommandResult wrong = mpirun(2, {"--no-such-option"});
  EXPECT_EQ(wrong.exit_code, 2);
  once(wrong, "--no-such-option");
  const CommandResult version = mpirun(2, {"--version"});
  EXPECT_EQ(version.exit_code, 0);
  once(version, "verify 0");
  once(mpirun(2, {"perft", "startpos", "--depth", "3"}), "Nodes: 8902");
}

/// `verify` alone, without its companion.
TEST(WithoutMpi, StartedByMpirunItRefusesToDoTheWorkSeveralTimes) {
  const ScratchFolder folder;
  std::filesystem::copy_file(PERFT_VERIFY_COMMAND, folder.path("verify"));
  CommandOptions options;
  options.environment = {{"OMPI_COMM_WORLD_SIZE", "3"}};
  const CommandResult result = run_command({folder.path("verify"), "--version"}, options);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(result.err.contains("mpirun has started 3 of these")) << result.err;
  options.environment = {{"OMPI_COMM_WORLD_SIZE", "1"}};
  EXPECT_EQ(run_command({folder.path("verify"), "--version"}, options).exit_code, 0);
}

}  // namespace
}  // namespace perft_verify::verifier
