// The names of rows and findings, the same in every report. All of it is printable.
#pragma once

#include <string>
#include <vector>

#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

/// The name of a row in a list: its id, else its place, else its FEN.
std::string short_name(const Row& row);

/// The kind of a wrong move's fault.
enum class MoveFault : std::uint8_t { Illegal, Missing, Duplicate };
std::string_view to_string(MoveFault fault);  // "illegal" …
struct WrongMove {
  std::string move;
  MoveFault fault = MoveFault::Illegal;
};
/// The wrong moves of the finding's position, the illegal ones first.
std::vector<WrongMove> wrong_moves(const Finding& finding);

/// "illegal move e1g1 (O-O)", "missing moves a5b6 (axb6), c5b6 (cxb6) and 3 more", "wrong count".
std::string headline(const Finding& finding);

/// "king-xray: The king shields itself from a slider", "possible bugs a, b"; empty if nothing is
/// known.
std::string bug_words(const Finding& finding);
/// The bug of the finding's class as exactly as it is known; for a finding with a class.
const CatalogEntry& exact_entry(const Finding& finding);
/// Its title, with the color whose code alone has it.
std::string bug_title(const Finding& finding);

/// "FAIL: 242 of 387 rows agree, 145 do not; 1 finding; 757,580 nodes in 1.4 s".
std::string summary_sentence(const Summary& summary, ExitCode exit_code);

/// "looks like ep-wraps", where a row of a finding does not show the finding's own classes; else
/// empty.
std::string other_look(const RowResult& result);

/// The reason why no row of the run can be run, if all rows have the same; else empty.
std::string failure_of(const RunInfo& run);

/// `parts` side by side with two blanks between them; a part that does not fit into `width` columns
/// begins a new line, after `indent` blanks. Empty parts are left out.
std::string in_lines(const std::vector<std::string>& parts, std::size_t width, std::size_t indent);

/// "1 row", "2 rows".
std::string counted(std::size_t number, std::string_view one, std::string_view several);

}  // namespace perft_verify::verifier
