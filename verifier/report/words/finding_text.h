// A finding as a block of text that fits on one screen: what, where, why, the board, the table
// of both answers, the command. For the terminal, and for reports that carry text.
#pragma once

#include <string>

#include "core/text/format.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

struct FindingTextOptions {
  Palette palette{false};
  std::size_t width = 96;  // of sentences
  /// Also the lines of the table on which both agree, and the number of questions to the engine.
  bool all_lines = false;
};

/// All lines end in a line feed; there is none at the beginning.
std::string finding_text(std::size_t index, const ReportedFinding& reported, const RunInfo& run,
                         const FindingTextOptions& options);

/// One line, used if there are too many findings.
std::string finding_line(std::size_t index, const ReportedFinding& reported, const RunInfo& run,
                         const FindingTextOptions& options);

}  // namespace perft_verify::verifier
