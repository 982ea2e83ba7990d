// What rows and findings are called, in every report alike. All of it is printable.
#pragma once

#include <string>
#include <vector>

#include "verifier/run/events.h"

namespace perft_verify::verifier {

/// What a row is called in a list: its id, else its place, else its FEN.
std::string short_name(const Row& row);

/// The class of the table, or "unclassified".
std::string class_of(const Finding& finding);
/// Other classes with the same symptoms.
std::vector<std::string> candidates_of(const Finding& finding);

/// A wrong move and what is wrong with it.
enum class MoveFault : std::uint8_t { Illegal, Missing, Duplicate };
struct WrongMove {
  std::string move;
  MoveFault fault = MoveFault::Illegal;
};
/// Of the finding's position: the illegal ones first.
std::vector<WrongMove> wrong_moves(const Finding& finding);

/// "illegal move e1g1", "missing moves a5b6, c5b6 and 3 more", "wrong count", "crash".
std::string headline(const Finding& finding);

/// "74 rows: 74 agree, 0 mismatch, 0 undecided, 0 skipped; 0 findings; 24,053 nodes in 76.6 s"
std::string summary_sentence(const Summary& summary);

/// "1 row", "2 rows".
std::string counted(std::size_t number, std::string_view one, std::string_view several);

}  // namespace perft_verify::verifier
