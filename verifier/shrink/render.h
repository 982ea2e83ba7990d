// A reduced finding in other forms: a row of a suite, lines for an engine, a unit test.
#pragma once

#include <string>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// One line of a suite, with the right count, without a line feed.
std::string epd_line(const Reduction& reduction, const std::string& id);

/// The commands that show the fault in the engine, one a line.
std::string uci_transcript(const Reduction& reduction, bool chess960);

/// A GoogleTest in C++ that fails as long as the fault is there; `perft` is the author's.
std::string unit_test(const Reduction& reduction, const std::string& name);

}  // namespace perft_verify::verifier
