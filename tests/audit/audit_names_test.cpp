// The names of findings, as `verify explain` takes them apart.
#include <gtest/gtest.h>

#include <algorithm>

#include "audit/catalog.h"
#include "tests/audit/zoo_engine.h"

namespace perft_verify::audit {
namespace {

TEST(AuditNames, AllOfTheZooAreKnown) {
  for (const audit_test::ZooBug& bug : audit_test::zoo_bugs())
    EXPECT_TRUE(finding_named(bug.name)) << bug.name;
}

TEST(AuditNames, EachFaultHasABugOfTheZoo) {
  for (const FaultText& fault : all_faults())
    EXPECT_TRUE(std::ranges::any_of(audit_test::zoo_bugs(), [&](const audit_test::ZooBug& bug) {
      return finding_named(bug.name)->fault == &fault;
    })) << fault.name;
}

TEST(AuditNames, HaveAFaultAndACircumstance) {
  for (const FaultText& fault : all_faults())
    EXPECT_EQ(finding_named(fault.name)->fault, &fault) << fault.name;
  const auto name = finding_named("sublist-duplicate-captures-en-passant");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->fault->fault, Fault::SublistDuplicate);
  EXPECT_EQ(name->circumstance, "captures-en-passant");
  EXPECT_EQ(name->in_words, "en passant");
  for (const char* const none : {"captures-missing-no-such-thing", "captures-missing-", "", "key"})
    EXPECT_FALSE(finding_named(none)) << none;
}

}  // namespace
}  // namespace perft_verify::audit
