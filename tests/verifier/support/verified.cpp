#include "tests/verifier/support/verified.h"

#include <gtest/gtest.h>

#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier::test {

Verified verified(const Words& what, const CommandOptions& options) {
  const Words arguments = joined(what, {"--reference", "mailbox", "--report", "json"});
  const CommandResult result = verify(arguments, options);
  EXPECT_FALSE(result.timed_out) << result.err;
  return {result.exit_code, parsed_report(result.out), result.err};
}

}  // namespace perft_verify::verifier::test
