// Work units of a deep perft: 128 bits, the checksum of the suite, and splitting.
#include <gtest/gtest.h>

#include "core/fen.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/scale/campaign/split.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

Campaign campaign_of(const std::string& fen, int depth, int at,
                     const MakeReference& make = mailbox::make_mailbox_generator) {
  const auto parsed = parse_fen(fen);
  EXPECT_TRUE(parsed);
  auto campaign = split({root_of(parsed->position), depth, at, 2, 500'000}, make, "the reference",
                        [](int, std::size_t) {}, {});
  EXPECT_TRUE(campaign) << campaign.error().message;
  return campaign ? *campaign : Campaign();
}

TEST(WideCount, AddsBeyond64BitsAndNeverWraps) {
  WideCount sum;
  // perft 14 of the start position is about 2^65.7.
  EXPECT_TRUE(add(sum, WideCount(4'000'000'000), 15'000'000'000));
  EXPECT_EQ(sum.str(), "60000000000000000000");
  const auto most = parse_wide_count("340282366920938463463374607431768211455");
  ASSERT_TRUE(most);
  EXPECT_EQ(most->str(), "340282366920938463463374607431768211455");
  WideCount full = *most;
  EXPECT_FALSE(add(full, WideCount(1), 1));
  EXPECT_FALSE(add(sum, *most, 2)) << "the product alone is too large";
  EXPECT_EQ(full, *most);
  EXPECT_EQ(sum.str(), "60000000000000000000") << "nothing was added";
  EXPECT_FALSE(parse_wide_count("340282366920938463463374607431768211456"));
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "0x1"}) EXPECT_FALSE(parse_wide_count(text));
  EXPECT_EQ(WideCount().str(), "0");
}

TEST(Split, FindsThePublishedNumbersOfPositions) {
  // OEIS A083276: positions after each ply, en passant where a capture is possible.
  EXPECT_EQ(campaign_of(kStart, 2, 1).units.size(), 20U);
  EXPECT_EQ(campaign_of(kStart, 3, 2).units.size(), 400U);
  EXPECT_EQ(campaign_of(kStart, 4, 3, [] { return reference::make_core_generator(nullptr); })
                .units.size(),
            5362U);
}

TEST(Split, DoesNotDependOnWhoIsAskedAndByHowMany) {
  const char* kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  Campaign by_core =
      campaign_of(kiwipete, 4, 2, [] { return reference::make_core_generator(nullptr); });
  EXPECT_EQ(campaign_text(by_core), campaign_text(campaign_of(kiwipete, 4, 2)));
  EXPECT_EQ(by_core.units.size(), 2038U);
}

TEST(Split, KeepsAnEnPassantSquareWhereAPawnStandsBesideIt) {
  // After e2e4 Black's pawn d4 may capture; g2g4 has no pawn beside it. c2c4 could be captured but
  // for the pin on the rank, and the unit keeps the square for the generators asked about it.
  const Campaign campaign = campaign_of("8/8/8/8/k2p3R/8/2P1P1P1/4K3 w - - 7 30", 3, 1);
  std::size_t with_square = 0;
  for (const WorkUnit& unit : campaign.units) {
    EXPECT_TRUE(unit.fen.ends_with(" 0 1")) << unit.fen;
    if (!unit.fen.contains(" - - ")) ++with_square;
  }
  EXPECT_EQ(with_square, 2U);
}

TEST(Split, SaysWhereTheReferenceAndTheCoreDoNotAgree) {
  const auto campaign = split(
      {standard("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), 4, 2, 1, 1000},
      [] { return zoo::make_zoo_generator(zoo::BugSet(BugId::CastlingThroughCheck)); },
      "a wrong one", [](int, std::size_t) {}, {});
  ASSERT_FALSE(campaign);
  EXPECT_TRUE(campaign.error().disagreement) << campaign.error().message;
  EXPECT_TRUE(campaign.error().message.contains("verify --fen")) << campaign.error().message;
}

TEST(Split, SaysWhereEqualNumbersOfLinesLeadToOtherPositions) {
  // The board of this reference loses the castling right with the first move of the king's rook's
  // pawn; the number of lines stays correct for a ply more.
  const std::string root = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const auto lose_right = [](const reference::Question& question,
                             reference::Answer<std::string> fen) {
    if (fen && !question.moves.empty())
      if (const std::size_t at = fen->find(" KQkq "); at != std::string::npos)
        fen->replace(at, 6, " KQq ");
    return fen;
  };
  const auto campaign = split(
      {standard(root), 3, 1, 1, 1000},
      [&] { return std::make_unique<test::ScriptedGenerator>(nullptr, lose_right); }, "a wrong one",
      [](int, std::size_t) {}, {});
  ASSERT_FALSE(campaign) << "the positions are others, though as many";
  EXPECT_TRUE(campaign.error().disagreement);
  EXPECT_TRUE(campaign.error().message.contains("and the linked core 0"))
      << campaign.error().message;
}

TEST(Split, RefusesMoreUnitsThanASuiteCanHold) {
  const auto campaign = split({standard(kStart), 5, 3, 1, 5000}, mailbox::make_mailbox_generator,
                              "mailbox", [](int, std::size_t) {}, {});
  ASSERT_FALSE(campaign);
  EXPECT_TRUE(campaign.error().message.contains("more than 5000 positions at ply 3"));
}

TEST(CampaignText, IsReadBackAndHoldsTogether) {
  const Campaign campaign = campaign_of(kStart, 4, 2);
  const std::string text = campaign_text(campaign);
  ASSERT_TRUE(is_campaign(text));
  const auto again = read_campaign("units.epd", text);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(campaign_text(*again), text);

  const auto complaint = [](const std::string& changed) {
    const auto read = read_campaign("units.epd", changed);
    return read ? std::string() : read.error();
  };
  const std::size_t unit = text.find("\nr") + 1;
  const std::size_t next = text.find('\n', unit) + 1;
  const std::string line = text.substr(unit, next - unit);
  std::string changed = text;
  changed.erase(unit, next - unit);
  EXPECT_TRUE(complaint(changed).contains("400 units are expected, and 399"));
  changed = text;
  changed.insert(next, line);
  EXPECT_TRUE(complaint(changed).contains("this unit is there twice"));
  changed = text;
  changed.insert(next - 1, "1");
  EXPECT_TRUE(complaint(changed).contains("stand for 410 lines, and 400"));
  // Two wrong numbers whose sum is right, and another position in its place.
  changed = text;
  changed[next - 2] = '2';
  EXPECT_TRUE(complaint(changed).contains("stand for 401"));
  changed = text;
  changed.erase(unit, next - unit).insert(text.find('\n', next) + 1 - line.size(), line);
  EXPECT_TRUE(complaint(changed).contains("checksum")) << complaint(changed);
  // Truncated at any place it is not a campaign.
  for (std::size_t length = 0; length + 1 < text.size(); length += 1 + text.size() / 50)
    EXPECT_FALSE(complaint(text.substr(0, length)).empty()) << length;
}

}  // namespace
}  // namespace perft_verify::verifier
