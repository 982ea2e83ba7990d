// A run against the mailbox and its JSON report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/verifier/support/command.h"

namespace perft_verify::verifier::test {

struct Verified {
  int exit_code = -1;
  nlohmann::json report;
  std::string err;
};

/// `verify` with these arguments and the mailbox as the reference. Fails the running test where
/// the program does not end in time, or its report breaks the contract.
Verified verified(const Words& what, const CommandOptions& options = {});

}  // namespace perft_verify::verifier::test
