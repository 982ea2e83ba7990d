// Runs `verify` on a terminal of its own, as a user would see it.
#pragma once

#include <string>
#include <vector>

namespace perft_verify::verifier::test {

/// All its output, including standard error, on a terminal with so many columns. Started in
/// `folder`, or in the folder of the tests.
std::string verify_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                               const std::string& folder = "");

/// The lines left on the screen: overwritten text is gone, colors are dropped.
std::vector<std::string> screen_of(const std::string& output);

}  // namespace perft_verify::verifier::test
