// A machine that fails at the n-th call, for n = 1, 2, 3 … until none fails any more: the verdict
// is correct or the exit code honest, and nothing is lost.
//
// Every test run covers a few calls of each kind, drawn by a seed; all of them with
// PERFT_VERIFY_FAULTS=all (`./dev long faults`).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <set>

#include "tests/faults/failing_calls.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

/// A correct engine, or a wrong one, with all output files: report, journal, store.
class Faults : public testing::TestWithParam<std::string_view> {
 protected:
  [[nodiscard]] Words words(bool wrong) const {
    Words words{
        suite_,       "--engine",  wrong ? zoo_engine("ep-horizontal-pin") : fake_engine(""),
        "--depth",    "2",         "--jobs",
        "2",          "--timeout", "10",
        "--resume",   journal_,    "--store",
        store_,       "--report",  "json=" + report_,
        "--reference"};
    // Only core has a table.
    const Words reference = std::string_view(GetParam()) == "map"
                                ? Words{"core", "--hash", "1"}
                                : Words{std::string("'") + PERFT_VERIFY_FAKE_UCI + "'"};
    words.insert(words.end(), reference.begin(), reference.end());
    return words;
  }

  /// The report of a run, without anything that may differ from run to run.
  [[nodiscard]] json report() const {
    json read = without_times(parsed_report(file_content(report_)));
    return read;
  }

  void forget() const {
    for (const std::string& path : {journal_, store_, store_ + "-journal", report_})
      std::filesystem::remove(path);
  }

  /// A run in which the n-th call fails, or none with 0.
  CommandResult run(bool wrong, std::string_view kind, std::uint64_t n) {
    (void)folder_.write("counters", std::string(sizeof(faults::Counters), '\0'));
    CommandOptions options{.environment = {{"LD_PRELOAD", PERFT_VERIFY_FAILING_CALLS},
                                           {faults::kCounters, folder_.path("counters")}}};
    if (n > 0) options.environment[faults::kFault] = fmt::format("{}:{}", kind, n);
    return verify(words(wrong), options);
  }
  [[nodiscard]] faults::Counters counters() const {
    faults::Counters read{};
    const std::string bytes = file_content(folder_.path("counters"));
    std::memcpy(&read, bytes.data(), std::min(bytes.size(), sizeof read));
    return read;
  }

  /// Whether the run made an n-th call that could fail.
  bool holds(bool wrong, std::string_view kind, std::uint64_t n) {
    SCOPED_TRACE(fmt::format("{} {} of a {} engine", kind, n, wrong ? "wrong" : "right"));
    forget();
    (void)folder_.write("report.json", "the report of before");
    const CommandResult result = run(wrong, kind, n);
    const bool failed = counters().failed > 0;
    const std::string said = result.out + result.err;
    EXPECT_FALSE(result.timed_out) << said;
    const std::set<int> honest{wrong ? 1 : 0, 2, 3, 5, 70};
    EXPECT_TRUE(honest.contains(result.exit_code)) << result.exit_code << "\n" << said;
    const bool no_report = file_content(report_) == "the report of before";
    if (failed && wrong && result.exit_code == 1 && no_report) {
      // Findings take precedence over an unwritable report, which is reported.
      EXPECT_TRUE(result.err.contains("report")) << said;
    } else if (!failed || result.exit_code == (wrong ? 1 : 0)) {
      EXPECT_EQ(result.exit_code, wrong ? 1 : 0) << said;
      // A finding outweighs the other row, which may not have been asked.
      check_report(wrong, said, failed && wrong ? 1 : 0);
    } else {
      EXPECT_NE(said, "") << "a code " << result.exit_code << " without a word";
      // The earlier report, or a complete one that is consistent.
      if (!no_report) {
        const json now = report();
        EXPECT_TRUE(wrong || now["findings"].empty()) << now["findings"].dump(1);
      }
    }
    // The files do not mislead the next run.
    const CommandResult again = verify(words(wrong));
    EXPECT_EQ(again.exit_code, wrong ? 1 : 0) << said << "\nand then\n" << again.out << again.err;
    check_report(wrong, again.out);
    return failed;
  }

  void check_report(bool wrong, const std::string& said, int most_undecided = 0) const {
    const json now = report();
    EXPECT_EQ(now["summary"]["complete"], true) << said;
    EXPECT_EQ(now["summary"]["mismatch"], wrong ? 1 : 0) << said;
    EXPECT_LE(now["summary"]["undecided"], most_undecided) << said;
    EXPECT_EQ(now["findings"].size(), wrong ? 1U : 0U) << said;
    if (wrong && !now["findings"].empty()) {
      EXPECT_EQ(now["findings"][0]["kind"], "illegal-move") << said;
    }
  }

  ScratchFolder folder_;
  std::string suite_ = folder_.write("suite.epd",
                                     "8/8/8/8/k2p3R/8/2P5/4K3 w - - 0 1\n"
                                     "7k/8/8/8/8/8/8/K7 w - - 0 1\n");
  std::string journal_ = folder_.path("journal");
  std::string store_ = folder_.path("a.store");
  std::string report_ = folder_.path("report.json");
};

TEST_P(Faults, AreSurvivedOrSaid) {
#ifdef PERFT_VERIFY_SANITIZED
  GTEST_SKIP() << "a sanitizer has its own memory";
#endif
  const std::string_view kind = GetParam();
  const auto number =
      static_cast<std::size_t>(std::ranges::find(faults::kKinds, kind) - faults::kKinds.begin());
  const char* const wanted = std::getenv("PERFT_VERIFY_FAULTS");
  const bool all = wanted != nullptr && std::string_view(wanted) == "all";
  std::minstd_rand random(static_cast<unsigned>(number + 1));
  for (const bool wrong : {false, true}) {
    forget();
    ASSERT_EQ(run(wrong, kind, 0).exit_code, wrong ? 1 : 0);
    const std::uint64_t calls = counters().calls[number];
    EXPECT_GT(calls, 0U) << "nobody makes such a call";
    // There are many allocations: after the first thousand only every 97th is tested.
    std::vector<std::uint64_t> chosen;
    if (all) {
      for (std::uint64_t n = 1; n <= calls + 50; n += n < 1000 ? 1 : 97) chosen.push_back(n);
    } else {
      for (int time = 0; time < 3; ++time) chosen.push_back(1 + random() % calls);
    }
    std::uint64_t failed = 0;
    for (const std::uint64_t n : chosen) {
      if (holds(wrong, kind, n)) ++failed;
      if (HasFailure() && !all) return;
    }
    EXPECT_GT(failed, 0U);
    fmt::print("{} of a {} engine: {} calls, {} made to fail\n", kind, wrong ? "wrong" : "right",
               calls, failed);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Faults, testing::ValuesIn(faults::kKinds),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace perft_verify::verifier
