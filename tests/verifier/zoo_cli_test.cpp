// Bugs of the zoo, verified from outside like any engine, on the gate suite: each is found, and
// each finding is checked against core, which took no part in the comparison.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/text/shell_words.h"
#include "reference/zoo/bugs.h"
#include "tests/support/share.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;

const std::string kGate = std::string(PERFT_VERIFY_SUITES) + "/gate.epd";

json report_of(std::string_view bug, const Words& what, int exit_code) {
  Words arguments = what;
  for (const char* word : {"--reference", "mailbox", "--jobs", "1", "--report", "json"})
    arguments.emplace_back(word);
  arguments.insert(arguments.end(), {"--engine", zoo_engine(bug)});
  // Another spelling of castling is read as castling unless UCI's is required.
  if (bug == "castling-printed-as-rook-capture" || bug == "chess960-notation")
    arguments.insert(arguments.end(), {"--dialect", "stockfish"});
  const CommandResult result = verify(arguments, {.limit = std::chrono::seconds(200)});
  EXPECT_EQ(result.exit_code, exit_code) << bug << ": " << result.err;
  // It may forecast the duration, and remark on an engine that answers so oddly.
  EXPECT_FALSE(result.err.contains("error")) << result.err;
  return parsed_report(result.out);
}

Line line_of(const json& finding, bool chess960) {
  const auto parsed = parse_fen_as(finding["root"].get<std::string>(), chess960);
  EXPECT_TRUE(parsed) << finding["root"];
  Line line(parsed->position);
  EXPECT_TRUE(line.push_texts(finding["path"].get<Words>())) << finding.dump(1);
  return line;
}

/// Checks a finding by the legal moves of core.
void expect_true(const json& finding, const json& row) {
  const std::string what = finding.dump(1);
  EXPECT_EQ(finding["root"], row["fen"]);
  const Line line = line_of(finding, row["chess960"]);
  const Position& position = line.position();
  EXPECT_EQ(finding["fen"], position.fen()) << "fen is not root and path\n" << what;
  for (const std::string move : finding["illegal"])
    EXPECT_FALSE(find_legal(position, move)) << move << " is legal\n" << what;
  for (const std::string move : finding["missing"])
    EXPECT_TRUE(find_legal(position, move)) << move << " is not legal\n" << what;
  const std::string kind = finding["kind"];
  EXPECT_EQ(kind == "illegal-move", !finding["illegal"].empty()) << what;
  EXPECT_TRUE(kind != "missing-move" || !finding["missing"].empty()) << what;
  EXPECT_TRUE(kind != "duplicate-move" || !finding["duplicate"].empty()) << what;
  if (const json& culprit = finding["culprit"]; !culprit.is_null()) {
    EXPECT_EQ(finding["cause"], "make") << what;
    EXPECT_EQ(finding["path"].at(culprit["ply"].get<std::size_t>() - 1), culprit["move"]) << what;
  }
  if (const json& counts = finding["counts"]; !counts.is_null()) {
    bool known = false;
    for (int depth = 1; depth <= 6 && !known; ++depth)
      known = perft(position, depth).value() == counts["reference"];
    EXPECT_TRUE(known) << "no perft of core\n" << what;
  }
}

constexpr const char* kIllegal = "illegal-move";
constexpr const char* kMissing = "missing-move";
constexpr const char* kDuplicate = "duplicate-move";
constexpr const char* kCount = "wrong-count";

/// Causes that may be observed instead of the true one.
const std::map<std::string, std::string, std::less<>> kObserved{
    // The move is tried before it is listed, and an error there keeps it off the list.
    {"ep-victim-stays", "generation"},
    {"ep-victim-on-wrong-side", "generation"},
    {"promoted-piece-wrong-color", "generation"},
    // Castling itself depends on the stored square of the king.
    {"castling-king-square-stale", "generation"},
    // The unrestored rights are missing after the moves, but not from the FEN.
    {"unmake-castling-rights", "make"},
    // The list is made and moves are tried in one go.
    {"unmake-ep-square", "generation"},
    // Each child is correct when it is asked alone.
    {"count-promotions-once", "unmake"},
    {"count-forgets-ep", "unmake"},
    {"count-forgets-castling", "unmake"},
    {"count-inner-nodes", "unmake"},
    // Wrong from the FEN, and only from the FEN.
    {"fen-ep-ignored", "generation"},
    {"fen-castling-ignored", "generation"},
};

void expect_cause(const zoo::Bug& bug, const std::string& cause) {
  if (cause == to_string(bug.cause())) return;
  const bool undecided =
      cause == "unknown" && bug.cause() != Cause::Generation && bug.cause() != Cause::Make;
  const auto observed = kObserved.find(bug.name());
  EXPECT_TRUE(undecided || (observed != kObserved.end() && observed->second == cause))
      << bug.name() << ": " << cause;
}

class EveryBug : public testing::TestWithParam<std::string> {};

Words names_of_bugs() {
  Words names;
  for (const zoo::Bug& bug : share_of(zoo::bugs(), 7)) names.emplace_back(bug.name());
  return names;
}

TEST_P(EveryBug, IsFoundByTheGateSuite) {
  const std::string& name = GetParam();
  const zoo::Bug bug = zoo::find_bug(name).value();
  if (bug.probe == zoo::Probe::Board) {
    report_of(name, {kGate}, 0);  // clocks are not compared
    return;
  }
  if (bug.beyond_games) {
    report_of(name, {kGate}, 0);  // an engine that is right in every game is not blamed
    return;
  }
  // The part after the first finding is mostly more of the same.
  Words suite{kGate};
  if (static_cast<int>(bug.id) % 8 != 0 && !is_long())
    suite.insert(suite.end(), {"--max-findings", "1"});
  const json report = report_of(name, suite, 1);
  ASSERT_FALSE(report["findings"].empty());
  for (const json& finding : report["findings"])
    expect_true(finding, report["rows"][finding["rows"][0].get<std::size_t>()]);
  expect_cause(bug, report["findings"][0]["cause"]);
}

std::string name_of_bug(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Zoo, EveryBug, testing::ValuesIn(names_of_bugs()), name_of_bug);

TEST(Zoo, ListsTheBugsThatTheTestsKnow) {
  const CommandResult list = run_command({PERFT_VERIFY_BUG_ZOO, "--list"});
  std::size_t names = 0;
  for (std::size_t at = 0; at < list.out.size(); at = list.out.find('\n', at) + 1, ++names)
    EXPECT_TRUE(zoo::find_bug(list.out.substr(at, list.out.find('\t', at) - at)));
  EXPECT_EQ(names, zoo::bugs().size());
}

TEST(Zoo, WithoutABugTheSuiteAgrees) {
  const CommandResult result = verify({kGate, "--reference", "mailbox", "--engine",
                                       fmt::format("'{}'", PERFT_VERIFY_BUG_ZOO), "-q"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
}

TEST(Zoo, ABugInTheCodeOfOneColorIsNamedAsThat) {
  const CommandResult result =
      verify({kGate, "--reference", "mailbox", "--engine",
              fmt::format("'{}' --bug castling-rook-captured-on-a-file --only black",
                          PERFT_VERIFY_BUG_ZOO),
              "-q"});
  EXPECT_EQ(result.exit_code, 1) << result.out;
  EXPECT_NE(result.out.find("castling-rook-captured-on-a-file: The right outlives the capture of "
                            "the queenside\n             rook (Black's moves only)\n"),
            std::string::npos)
      << result.out;
}

// --- The example of each bug of a core set: the very move ---------------------------------

struct Example {
  const char* bug;
  const char* kind;
  const char* cause;
  const char* fen;  // of the finding
  // Moves, with blanks between them.
  std::string_view illegal = "";
  std::string_view missing = "";
  std::string_view path = "";
  std::size_t culprit_ply = 0;  // 0: none
};

const Example kExamples[] = {
    {"ep-missing", kMissing, "generation", "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", "", "c4d3"},
    {"ep-horizontal-pin", kIllegal, "generation", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6"},
    {"ep-diagonal-pin", kIllegal, "generation", "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1", "d5e6"},
    {"ep-pinned-capturer", kIllegal, "generation", "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"},
    {"ep-square-not-cleared", kIllegal, "make", "4k3/8/8/4P3/3p4/8/8/3K4 w - - 0 2", "e5d6", "",
     "e1d1 d5d4", 1},
    {"ep-wraps", kIllegal, "generation", "4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", "h4a6"},
    {"double-push-jumps", kIllegal, "generation", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4"},
    {"knight-wraps", kIllegal, "generation", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1g1 a1h2"},
    {"compensating-pair", kIllegal, "generation", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3", "e1e2"},
    {"pawn-captures-forward", kIllegal, "generation", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3"},
    {"underpromotion-missing", kMissing, "generation", "7k/P7/8/8/8/8/8/7K w - - 0 1", "",
     "a7a8b a7a8n a7a8r"},
    {"promotion-to-pawn", kIllegal, "generation", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8p"},
    {"n-promotion-listed-as-queen", kMissing, "generation", "7k/P7/8/8/8/8/8/7K w - - 0 1", "",
     "a7a8n"},
    {"b-promotion-stored-as-queen", kMissing, "make", "B6k/8/8/8/8/8/8/7K b - - 0 1", "", "h8g8",
     "a7a8b", 1},
    {"castling-through-check", kIllegal, "generation", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"},
    {"castling-out-of-check", kIllegal, "generation", "4k3/8/4r3/8/8/8/8/4K2R w K - 0 1", "e1g1"},
    {"castling-b-file-attacked", kMissing, "generation", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "",
     "e1c1"},
    {"castling-rook-captured", kIllegal, "make", "r3k2r/8/8/8/8/8/8/R3K2b w Qkq - 0 2", "e1g1", "",
     "g2h1", 1},
    {"castling-rook-captured-by-promotion", kIllegal, "make", "B3k3/8/8/8/8/8/8/4K3 b - - 0 1",
     "e8c8", "", "b7a8b", 1},
    {"castling-rook-moved", kIllegal, "make", "8/3k4/8/8/8/8/7R/4K3 w - - 2 2", "e1g1", "",
     "h1h2 e8d7", 1},
    {"castling-rook-stays", kIllegal, "make", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", "e8f7 e8f8", "",
     "e1g1", 1},
    {"castling-king-moved", kIllegal, "make", "8/8/2k5/8/8/8/8/4K2R w - - 4 3", "e1g1", "",
     "e1d1 e8d7 d1e1 d7c6", 1},
    {"king-xray", kIllegal, "generation", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1"},
    {"king-captures-defended", kIllegal, "generation", "4k3/8/8/8/6b1/8/4r3/4K3 w - - 0 1", "e1e2"},
    {"double-check-interposition", kIllegal, "generation", "4r1k1/8/8/8/8/3n4/R7/4K3 w - - 0 1",
     "a2e2"},
    {"pin-ignored", kIllegal, "generation", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
     "e2c1 e2c3 e2d4 e2f4 e2g1 e2g3"},
    {"pinned-pawn-frozen", kMissing, "generation", "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "",
     "e2e3 e2e4"},
    {"interposition-missing", kMissing, "generation", "4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1", "",
     "d1e2"},
    {"kings-adjacent", kIllegal, "generation", "8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1d2 e1e2 e1f2"},
    {"unmake-ep-pawn", kCount, "unmake", "4k3/8/8/3pPP2/8/8/8/4K3 w - d6 0 1"},
    {"mate-counts-as-leaf", kCount, "count", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
    {"halfmove-cuts-perft", kCount, "count", "4k3/8/8/8/8/8/8/4K2R w - - 99 60"},
    {"total-is-not-the-sum", kCount, "count",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"castling-twice", kDuplicate, "generation", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    {"chess960-pinned-castling-rook", kIllegal, "generation", "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
     "c1b1"},
    {"chess960-notation", kMissing, "generation", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "", "f1h1"},
    {"repetition-cuts-perft", kCount, "count", "8/6k1/8/8/8/8/8/K7 b - - 3 2", "", "",
     "a1a2 h8g7 a2a1"},
};

void PrintTo(const Example& example, std::ostream* out) { *out << example.bug; }

class CoreSet : public testing::TestWithParam<Example> {};

TEST_P(CoreSet, IsNamedByItsMoveAndTheCommandReproducesIt) {
  const Example& expected = GetParam();
  const zoo::Bug bug = zoo::find_bug(expected.bug).value();
  const json report = report_of(
      bug.name(), {"--fen", std::string(bug.fen), "--depth", std::to_string(bug.depth)}, 1);
  ASSERT_EQ(report["findings"].size(), 1U);
  const json& finding = report["findings"][0];
  EXPECT_EQ(finding["kind"], expected.kind);
  EXPECT_EQ(finding["cause"], expected.cause) << finding["explanation"];
  EXPECT_EQ(finding["fen"], expected.fen);
  EXPECT_EQ(finding["path"], split_words(expected.path).value());
  EXPECT_EQ(finding["illegal"], split_words(expected.illegal).value());
  EXPECT_EQ(finding["missing"], split_words(expected.missing).value());
  EXPECT_EQ(finding["culprit"].is_null() ? 0 : finding["culprit"]["ply"].get<std::size_t>(),
            expected.culprit_ply);
  expect_true(finding, report["rows"][0]);

  Words command = split_words(finding["reproduce"].get<std::string>()).value();
  ASSERT_EQ(command.at(0), "verify");
  command.erase(command.begin());
  command.insert(command.end(), {"--report", "json"});
  const CommandResult again = verify(command);
  EXPECT_EQ(again.exit_code, 1) << finding["reproduce"];
  const json reproduced = parsed_report(again.out);
  ASSERT_EQ(reproduced["findings"].size(), 1U);
  EXPECT_EQ(reproduced["findings"][0]["kind"], expected.kind);
  EXPECT_EQ(reproduced["findings"][0]["illegal"], split_words(expected.illegal).value());
  EXPECT_EQ(reproduced["findings"][0]["missing"], split_words(expected.missing).value());
  EXPECT_EQ(reproduced["findings"][0]["fen"], expected.fen);
}

INSTANTIATE_TEST_SUITE_P(Zoo, CoreSet, testing::ValuesIn(share_of(kExamples, 3)),
                         [](const auto& each) {
                           std::string name = each.param.bug;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace perft_verify::verifier
