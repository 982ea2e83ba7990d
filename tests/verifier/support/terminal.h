// Runs `verify` on a terminal of its own, as somebody sees it who sits in front of one.
#pragma once

#include <string>
#include <vector>

namespace perft_verify::verifier::test {

/// All that it prints, standard error too, as a terminal with so many columns gets it.
/// It is started in `folder`, or where the tests are.
std::string verify_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                               const std::string& folder = "");

/// The lines that are left on the screen: what was overwritten is gone, colors are dropped.
std::vector<std::string> screen_of(const std::string& output);

}  // namespace perft_verify::verifier::test
