// Bugs of the audit's zoo (`./dev long zoo`: all) are found and named, and the engine without one
// has no finding.
#include <gtest/gtest.h>

#include <algorithm>

#include "perft_verify/audit.h"
#include "tests/audit/zoo_engine.h"
#include "tests/support/share.h"

namespace perft_verify::audit_test {
namespace {

TEST(AuditZoo, TheCleanEngineHasNoFinding) {
  ZooEngine engine;
  AuditOptions options;
  options.suite = "rules";
  options.depth = 1;
  const Audit audit = perft_verify::audit(engine, options);
  EXPECT_TRUE(audit.ok()) << audit.text();
  EXPECT_EQ(audit.summary.find("not checked"), std::string::npos) << audit.summary;
  EXPECT_EQ(audit.summary.find("never"), std::string::npos) << audit.summary;
  options.key_positions = 100'000;
  const Audit keys = audit_keys(engine, options);
  EXPECT_TRUE(keys.ok()) << keys.text();
  EXPECT_NE(keys.summary.find("are expected of 64 random bits"), std::string::npos);
}

TEST(AuditZoo, TheCleanEngineHasNoFindingByDefault) {
  const Audit audit = perft_verify::audit(ZooEngine());
  EXPECT_TRUE(audit.ok()) << audit.text();
  EXPECT_EQ(audit.summary.find("never"), std::string::npos) << audit.summary;
}

class AuditZooBug : public testing::TestWithParam<ZooBug> {};

TEST_P(AuditZooBug, IsFoundAndNamed) {
  const auto [bug, name] = GetParam();
  ZooEngine engine(bug);
  AuditOptions options;
  options.depth = 1;
  options.key_positions = 10'000;
  // These bugs show only in long games, or in positions by the thousand.
  const bool of_keys = bug == Bug::Key16Bits || bug == Bug::KeyOfCastledRook;
  const Audit audit = of_keys ? audit_keys(engine, options) : perft_verify::audit(engine, options);
  ASSERT_FALSE(audit.findings.empty()) << audit.summary;
  EXPECT_TRUE(std::ranges::any_of(audit.findings,
                                  [&](const AuditFinding& finding) { return finding.bug == name; }))
      << name << "\n"
      << audit.text();
  // Except where random paths have to meet, each shows again by itself.
  for (const AuditFinding& finding : audit.findings) {
    if (of_keys || name.starts_with("key-depends-on-path")) continue;
    EXPECT_NE(finding.cause, "unknown") << finding.text;
    EXPECT_FALSE(finding.reduced.empty()) << finding.text;
  }
  // One root cause is told once, in two ways at most.
  EXPECT_LE(audit.findings.size(), 2U) << audit.text();
  // key_after is right where make is wrong.
  if (name.starts_with("make-")) {
    for (const AuditFinding& finding : audit.findings)
      EXPECT_FALSE(finding.bug.starts_with("key-after")) << audit.text();
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, AuditZooBug, testing::ValuesIn(share_of(zoo_bugs(), 3)),
                         [](const testing::TestParamInfo<ZooBug>& row) {
                           std::string name(row.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name + "_" + std::to_string(row.index);
                         });

TEST(AuditZoo, HoldsAHundredBugs) { EXPECT_GE(zoo_bugs().size(), 100U); }

}  // namespace
}  // namespace perft_verify::audit_test
