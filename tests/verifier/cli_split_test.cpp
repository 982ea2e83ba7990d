// `verify split`, the run of its units in shares, and `verify merge` that adds them up.
#include <gtest/gtest.h>

#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/schema.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

class CliSplit : public testing::Test {
 protected:
  std::string split(const std::string& root, int depth, int at) {
    std::string units = folder_.path("units-" + std::to_string(at) + ".epd");
    const CommandResult result =
        verify({"split", root, "--depth", std::to_string(depth), "--at", std::to_string(at), "-o",
                units, "--reference", "mailbox"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return units;
  }
  std::string run(const std::string& units, const std::string& share, const Words& more = {}) {
    std::string path = folder_.path("part-" + share.substr(0, 5) + std::to_string(++parts_));
    const Words words = joined(
        {units, "--reference", "mailbox", "-q", "--partition", share, "--report", "jsonl=" + path},
        more);
    EXPECT_LE(verify(words).exit_code, 1);
    return path;
  }
  static CommandResult merge(Words words) {
    words.insert(words.begin(), "merge");
    return verify(words);
  }

  /// The campaign in a JSON report; the rest is a report like any other.
  static json campaign_in(const std::string& path) {
    json report = json::parse(file_content(path));
    EXPECT_EQ(schema_violations("report.schema.json", report), "");
    json campaign = report["summary"]["campaign"];
    report["summary"].erase("campaign");
    parsed_report(report.dump());
    return campaign;
  }

  ScratchFolder folder_;
  int parts_ = 0;
};

TEST_F(CliSplit, TheSumIsThatOfTheWhole) {
  const struct {
    const char* root;
    int depth;
    const char* nodes;
  } kRoots[] = {
      {"startpos", 5, "4865609"},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, "4085603"},
      // Chess960, and a root that begins with an en passant square.
      {"2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1", 4, nullptr},
      {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, "326672"},
      {"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 5, "206379"},
  };
  for (const auto& [root, depth, nodes] : kRoots) {
    for (const int at : {depth - 3, depth - 2}) {
      const std::string units = split(root, depth, at);
      const CommandResult whole =
          verify({"perft", root, "--depth", std::to_string(depth), "--json"});
      const auto expected = json::parse(whole.out)["nodes"].get<std::uint64_t>();
      if (nodes != nullptr) {
        ASSERT_EQ(std::to_string(expected), nodes);
      }
      const CommandResult merged =
          merge({units, run(units, "hash:2/2"), run(units, "hash:1/2"), "--report",
                 "json=" + folder_.path("all.json"), "--report", "text"});
      ASSERT_EQ(merged.exit_code, 0) << merged.err;
      EXPECT_TRUE(merged.out.contains("\nNodes: " + std::to_string(expected) + "\n"))
          << root << " at " << at << "\n"
          << merged.out;
      const json total = campaign_in(folder_.path("all.json"));
      EXPECT_EQ(total["nodes"], std::to_string(expected));
      EXPECT_EQ(total["depth"], depth);
      EXPECT_EQ(total["by"], "mailbox");
    }
  }
}

TEST_F(CliSplit, WhatWasNotCountedIsNotAddedUp) {
  const std::string units = split("startpos", 4, 2);
  const std::string one = run(units, "slice:1/2");
  const std::string two = run(units, "slice:2/2");
  const auto complaint = [&](const Words& words) {
    const CommandResult result = merge(words);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_TRUE(complaint({units, one}).contains("the share slice:2/2 is missing"));
  EXPECT_TRUE(complaint({units, one, two, two}).contains("is there twice"));
  EXPECT_TRUE(complaint({units}).contains("no shares"));
  EXPECT_TRUE(complaint({units, units, one, two}).contains("a second suite of work units"));
  const std::string other = split("startpos", 4, 1);
  EXPECT_TRUE(complaint({other, one, two}).contains("not a run of the campaign"));
  // At another depth than the units ask for.
  EXPECT_TRUE(complaint({units, run(units, "slice:1/1", {"--depth", "1"})})
                  .contains("was not counted to depth 2"));

  // A unit with another number of lines, also in the suite that was run.
  const std::string text = file_content(units);
  std::string changed = text;
  changed.insert(changed.find(";perft_times ") + 13, "1");
  const std::string wrong = folder_.write("wrong.epd", changed);
  EXPECT_TRUE(complaint({wrong, run(wrong, "slice:1/1")}).contains("stand for 410 lines"));
  // Changes the count of a unit, in one of its places.
  std::string part = file_content(one);
  const std::size_t count = part.rfind("\"subject_nodes\":");
  part[count + 16] = part[count + 16] == '9' ? '8' : '9';
  EXPECT_TRUE(complaint({units, folder_.write("changed", part), two})
                  .contains("the row contradicts itself: subject_nodes"));
}

TEST_F(CliSplit, ThereIsNoSumWhereAUnitDoesNotAgree) {
  const std::string units =
      split("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 1);
  const std::string part =
      run(units, "slice:1/1", {"--engine", zoo_engine("castling-through-check")});
  const CommandResult merged =
      merge({units, part, "--report", "json=" + folder_.path("all.json"), "--report", "text"});
  EXPECT_EQ(merged.exit_code, 1);
  EXPECT_TRUE(merged.out.contains("There is no sum: ")) << merged.out;
  EXPECT_FALSE(merged.out.contains("\nNodes: "));
  EXPECT_TRUE(campaign_in(folder_.path("all.json"))["nodes"].is_null());
}

TEST_F(CliSplit, StockfishFindsTheSameUnits) {
  const std::string by_mailbox = split("startpos", 4, 2);
  const CommandResult result = verify({"split", "startpos", "--depth", "4", "--at", "2"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto units_of = [](const std::string& text) { return text.substr(text.find("\nr")); };
  EXPECT_EQ(units_of(result.out), units_of(file_content(by_mailbox)));
}

TEST_F(CliSplit, WrongUsageIsSaid) {
  const auto complaint = [](const Words& words) {
    const CommandResult result = verify(words);
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_TRUE(
      complaint({"split", "startpos", "--depth", "4", "--at", "4"}).contains("--at is to be"));
  EXPECT_TRUE(
      complaint({"split", "startpos", "--depth", "40", "--at", "2"}).contains("larger --at"));
  EXPECT_TRUE(complaint({"split", "8/8 w", "--depth", "4", "--at", "2"}).contains("at column"));
  EXPECT_TRUE(complaint({"split", "startpos", "--depth", "4", "--at", "2", "-o", "/nowhere/x"})
                  .contains("/nowhere"));
  const std::string deep =
      folder_.write("deep.epd", "7k/8/8/8/8/8/8/K7 w - - 0 1 ;perft_depth 31 ;perft_times 1\n");
  EXPECT_TRUE(complaint({deep}).contains("perft_depth '31' is not a depth: 1 to 30"));
}

}  // namespace
}  // namespace perft_verify::verifier
