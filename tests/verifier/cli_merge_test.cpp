// Runs in shares, and `verify merge`: the report is that of one run.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "core/text/sha256.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

class CliMerge : public testing::Test {
 protected:
  /// A wrong engine on all rules, with shallow and deep findings, duplicates, a skipped row, a
  /// wrong recorded count and positions without a file.
  CommandResult run(const Words& more) {
    const std::string rules = std::string(PERFT_VERIFY_SUITES) + "/gate.epd";
    return verify(joined(
        {rules, odd_, "--engine", zoo_engine("ep-horizontal-pin --bug underpromotion-missing"),
         "--reference", "mailbox", "--max-nodes", "250000", "--invalid", "skip", "--fen",
         "7k/8/8/8/8/8/8/K7 w - - 0 1", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1", "-q"},
        more));
  }
  std::string part(const std::string& partition) {
    std::string path = folder_.path(partition);
    std::ranges::replace(path.begin() + static_cast<std::ptrdiff_t>(path.size() - partition.size()),
                         path.end(), '/', '-');
    run({"--partition", partition, "--report", "jsonl=" + path});
    return path;
  }

  ScratchFolder folder_;
  std::string odd_ =
      folder_.write("odd.epd",
                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D4 197282\n"
                    "no position\n"
                    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D4 43238\n"
                    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D4 43238\n");
};

TEST_F(CliMerge, TheReportIsThatOfOneRun) {
  EXPECT_EQ(run({"--report", "json=" + folder_.path("whole.json"), "--report",
                 "jsonl=" + folder_.path("whole.jsonl")})
                .exit_code,
            1);
  const json expected = without_times(parsed_report(file_content(folder_.path("whole.json"))));
  ASSERT_GT(expected["summary"]["findings"], 1);
  ASSERT_EQ(expected["summary"]["skipped"], 1);
  ASSERT_GT(expected["summary"]["suite_errors"], 0);
  for (const std::string scheme : {"slice", "hash"}) {
    // In any order, as a shell's pattern may give them.
    Words words{"merge"};
    for (const char* share : {":2/3", ":3/3", ":1/3"}) words.push_back(part(scheme + share));
    for (const char* format : {"json", "jsonl", "text"})
      words.insert(words.end(), {"--report", std::string(format) + "=" +
                                                 folder_.path("merged." + std::string(format))});
    const CommandResult merged = verify(words);
    EXPECT_EQ(merged.exit_code, 1) << merged.err;
    EXPECT_EQ(merged.err, "");
    EXPECT_EQ(without_times(parsed_report(file_content(folder_.path("merged.json")))), expected)
        << scheme;
    // The lines are those of one run too, in the same order.
    const auto lines_of = [](const std::string& text) {
      std::vector<json> lines;
      for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
        json line = json::parse(text.substr(at, text.find('\n', at) - at));
        line.erase("seconds");
        lines.push_back(std::move(line));
      }
      return lines;
    };
    EXPECT_EQ(lines_of(file_content(folder_.path("merged.jsonl"))),
              lines_of(file_content(folder_.path("whole.jsonl"))))
        << scheme;
    EXPECT_TRUE(file_content(folder_.path("merged.text")).contains("FINDING 1  "));
    EXPECT_TRUE(file_content(folder_.path("merged.text")).contains("  move  ")) << "with its table";
  }
}

TEST_F(CliMerge, MorePartsThanRowsAreFine) {
  const std::string suite = folder_.write("one.epd", "7k/8/8/8/8/8/8/K7 w - - 0 1\n");
  Words words{"merge"};
  for (const char* share : {"1", "2", "3"}) {
    const std::string path = folder_.path(std::string("part-") + share);
    const int code = verify({suite, "--reference", "mailbox", "--partition",
                             std::string("slice:") + share + "/3", "--report", "jsonl=" + path})
                         .exit_code;
    EXPECT_EQ(code, share == std::string("1") ? 0 : 4) << "no row is selected";
    words.push_back(path);
  }
  const CommandResult merged = verify(words);
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_TRUE(merged.out.contains("1 row agrees")) << merged.out;
}

/// A share with the digest that belongs to its lines.
std::string with_digest(const std::string& share) {
  std::string digest;
  std::string text;
  for (std::size_t at = 0; at < share.size();) {
    const std::size_t end = share.find('\n', at) + 1;
    std::string line = share.substr(at, end - at);
    const std::size_t place = line.find("\"digest\":\"");
    if (line.starts_with("{\"event\":\"summary\"") && place != std::string::npos)
      line.replace(place + 10, 64, digest);
    digest = sha256_of(digest + line);
    text += line;
    at = end;
  }
  return text;
}

TEST_F(CliMerge, AShareThatWasEditedIsRefused) {
  const std::string first = part("slice:1/2");
  const std::string content = file_content(part("slice:2/2"));
  ASSERT_EQ(with_digest(content), content);
  const auto merged = [&](const std::string& text) {
    return verify({"merge", first, folder_.write("edited", text)});
  };
  EXPECT_EQ(merged(content).exit_code, 1) << "nothing was edited";
  const auto complaint = [&](const std::string& text) {
    const CommandResult result = merged(text);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    return result.err;
  };
  // Changes single digits, regardless of their meaning.
  std::minstd_rand random(15);
  const std::size_t summary = content.rfind("\n{") + 1;
  for (int time = 0; time < 40; ++time) {
    std::string edited = content;
    const std::size_t at = edited.find_first_of("0123456789", random() % (summary - 100));
    edited[at] = edited[at] == '7' ? '8' : '7';
    complaint(edited);
  }
  const auto edited = [&](std::string_view from, std::string_view to) {
    std::string copy = content;
    copy.replace(copy.find(from), from.size(), to);
    return copy;
  };
  EXPECT_TRUE(complaint(edited("\"id\":\"", "\"id\":\"x")).contains("the digest"));
  EXPECT_TRUE(complaint(with_digest(edited("\"subject_nodes\":", "\"subject_nodes\":1")))
                  .contains("the row contradicts itself: subject_nodes"));
  EXPECT_TRUE(complaint(with_digest(edited("\"kind\":\"illegal-move\"", "\"kind\":\"crash\"")))
                  .contains("the finding contradicts itself: kind"));
  // The same change in its record: a row that agrees with another count.
  std::string both = content;
  const std::size_t agrees = both.find("\"verdict\":\"agree\"");
  for (std::size_t at = agrees;
       (at = both.find("\"subject_nodes\":", at)) < both.find('\n', agrees); ++at)
    both.insert(at + 16, "1");
  EXPECT_TRUE(complaint(with_digest(both)).contains("the row agrees, and its counts do not"));
}

TEST_F(CliMerge, SharesOfTwoBuildsUnderOneNameAreNoRun) {
  const std::string suite = std::string(PERFT_VERIFY_SUITES) + "/rules.epd";
  std::vector<std::string> shares;
  for (const char* build : {"one", "other"}) {
    const std::string engine = folder_.path("engine");
    std::filesystem::copy_file(PERFT_VERIFY_FAKE_UCI, engine,
                               std::filesystem::copy_options::overwrite_existing);
    std::ofstream(engine, std::ios::app) << build;
    shares.push_back(folder_.path(std::string("share-") + build));
    const std::string share = shares.size() == 1 ? "slice:1/2" : "slice:2/2";
    EXPECT_EQ(verify({suite, "--engine", engine, "--depth", "1", "--reference", "mailbox",
                      "--partition", share, "--report", "jsonl=" + shares.back()})
                  .exit_code,
              0);
  }
  const CommandResult merged = verify({"merge", shares[0], shares[1]});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_TRUE(merged.err.contains("not shares of one run: subject is")) << merged.err;
}

/// Behind a script that becomes the engine, and behind one that stays.
TEST_F(CliMerge, SharesOfTwoBuildsBehindOneScriptAreNoRun) {
  const std::string engine = folder_.path("engine");
  const auto share = [&](const std::string& script, const std::string& build,
                         const std::string& number) {
    std::filesystem::copy_file(PERFT_VERIFY_FAKE_UCI, engine,
                               std::filesystem::copy_options::overwrite_existing);
    std::ofstream(engine, std::ios::app) << build;
    std::string path = folder_.path(build + number);
    const CommandResult run = verify({"quick", "--engine", script, "--depth", "1", "--reference",
                                      "mailbox", "--partition", "slice:" + number + "/2",
                                      "--report", "jsonl=" + path, "--report", "text"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out.contains("cannot tell whether it is the same"), script.contains("stays"))
        << run.out;
    return path;
  };
  const std::string becomes = folder_.write("becomes", "#!/bin/sh\nexec '" + engine + "'\n", true);
  const std::string first = share(becomes, "one", "1");
  const CommandResult other = verify({"merge", first, share(becomes, "other", "2")});
  EXPECT_EQ(other.exit_code, 2) << other.out;
  EXPECT_TRUE(other.err.contains("not shares of one run: subject is")) << other.err;
  EXPECT_EQ(verify({"merge", first, share(becomes, "one", "2")}).exit_code, 0);

  const std::string stays = folder_.write("stays", "#!/bin/sh\n'" + engine + "'\nexit 0\n", true);
  const CommandResult unknown =
      verify({"merge", share(stays, "one", "1"), share(stays, "other", "2")});
  EXPECT_EQ(unknown.exit_code, 0) << unknown.err;
  EXPECT_TRUE(unknown.out.contains("nobody knows for sure")) << unknown.out;
}

TEST_F(CliMerge, WhatDoesNotBelongTogetherIsRefusedWithTheReason) {
  const std::string first = part("slice:1/2");
  const std::string second = part("slice:2/2");
  const auto complaint = [](const Words& parts) {
    const CommandResult result = verify(joined({"merge"}, parts));
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_TRUE(complaint({first}).contains("the share slice:2/2 is missing"));
  EXPECT_TRUE(complaint({first, second, first}).contains("the share slice:1/2 is there twice"));
  EXPECT_TRUE(
      complaint({first, part("hash:2/2")}).contains("not shares of one run: the partition"));
  EXPECT_TRUE(complaint({first, odd_}).contains("odd.epd:1: a JSON object"));
  EXPECT_TRUE(complaint({first, folder_.path("none")}).contains("none"));
  run({"--report", "jsonl=" + folder_.path("whole")});
  EXPECT_TRUE(complaint({folder_.path("whole")}).contains("made without --partition"));

  const std::string content = file_content(second);
  // With a matching digest, as by a program that forges a report.
  const auto changed = [&](std::string_view from, std::string_view to) {
    std::string copy = content;
    copy.replace(copy.find(from), from.size(), to);
    return complaint({first, folder_.write("changed", with_digest(copy))});
  };
  EXPECT_TRUE(changed("\"max-nodes\":\"250000\"", "\"max-nodes\":\"7\"")
                  .contains("max-nodes is 250000 and 7"));
  EXPECT_TRUE(changed("\"sha256\":\"", "\"sha256\":\"0").contains("suite 1"));
  EXPECT_TRUE(changed("\"index_of_all\":3", "\"index_of_all\":0").contains("both have row 1"));
  EXPECT_TRUE(changed("\"index_of_all\":3", "\"index_of_all\":30000").contains("beyond the last"));
  EXPECT_TRUE(changed("\"verdict\":\"agree\"", "\"verdict\":\"skipped\"").contains("contradicts"));
  EXPECT_TRUE(changed("{\"verdict\":0", "{\"verdict\":9").contains("unknown value"));
  const std::size_t row = content.find("\n{\"event\":\"row\"") + 1;
  std::string fewer = content;
  fewer.erase(row, fewer.find('\n', row) + 1 - row);
  EXPECT_TRUE(complaint({first, folder_.write("fewer", with_digest(fewer))})
                  .contains("the summary counts other"));
  for (std::size_t length = 1; length < content.size(); length += 1 + content.size() / 40)
    complaint({first, folder_.write("torn", content.substr(0, length))});
}

}  // namespace
}  // namespace perft_verify::verifier
