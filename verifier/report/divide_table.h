// Two divides side by side: the lines that differ first.
#pragma once

#include <string>

#include "core/text/format.h"
#include "reference/generator.h"

namespace perft_verify::verifier {

struct DivideTableOptions {
  Palette palette{false};
  bool all_lines = false;  // also those on which both agree
  std::size_t most_wrong = 16;
  std::string more;  // a hint at the place of omitted lines
};

/// A header, a line per move, and the totals; each line with its line feed. Long names are
/// shortened.
std::string divide_table(const reference::Divide& subject, const std::string& subject_name,
                         const reference::Divide& reference, const std::string& reference_name,
                         const DivideTableOptions& options);

}  // namespace perft_verify::verifier
