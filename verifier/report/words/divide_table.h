// Two divides side by side: the lines that differ first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/format.h"
#include "reference/generator.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The counts of a move by both sides.
struct DivideLine {
  std::string move;
  std::vector<std::uint64_t> subject;  // its counts: none if it does not list the move
  std::optional<std::uint64_t> reference;
  /// The fault of the line, in a word; empty if there is none.
  [[nodiscard]] std::string remark() const;
};
/// Sorted by move.
std::vector<DivideLine> side_by_side(const reference::Divide& subject,
                                     const reference::Divide& reference);

/// The answers that made a finding, if there are two. Of a subject that prints totals only, the
/// moves are shown as they were inferred, and none where they are unknown.
struct ShownAnswers {
  reference::Divide subject, reference;
};
std::optional<ShownAnswers> shown_answers(const Finding& finding);

struct DivideTableOptions {
  Palette palette{false};
  bool all_lines = false;  // also those on which both agree
  std::size_t most_wrong = 16;
  std::string more;        // a hint at the place of omitted lines
  std::size_t width = 80;  // of a line, as far as names need it
};

/// A header, a line per move, and the totals; each line with its line feed. A name is shortened
/// only where the line has no room for it.
std::string divide_table(const reference::Divide& subject, const std::string& subject_name,
                         const reference::Divide& reference, const std::string& reference_name,
                         const DivideTableOptions& options);

}  // namespace perft_verify::verifier
