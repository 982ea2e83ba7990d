// Wrong usage of the program.
#pragma once

#include <expected>
#include <string>

namespace perft_verify::verifier {

/// The result of a command line without a command to run: help or version was requested (code 0),
/// or the usage is wrong (code 2). The text is for standard output or standard error accordingly.
struct NotToRun {
  int exit_code = 2;
  std::string text;
};

/// A complaint about the command line.
std::unexpected<NotToRun> wrong(const std::string& what);

}  // namespace perft_verify::verifier
