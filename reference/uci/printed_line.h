// One line of an engine's output, as far as it can be read without knowing the position: a move
// with its count, or numbers with the words around them.
//
// Engines agree on nothing but the order "move, then count". What stands before the move
// (`move 12:`, `[3]`), between the two (`: = - -> |`, a TAB, `nodes:`) and behind the count
// (times, speeds, other counts) is taken as it comes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perft_verify::reference {

/// A line without display codes: terminal sequences, text that was erased by backspaces, `info
/// string `. A carriage return in the middle ends a line, so there may be several; and a line of
/// several moves with their counts becomes a line for each.
std::vector<std::string> clean_lines(std::string_view raw);

/// A number and its surroundings. `label` is the text before it, in lower case, with `#` for every
/// number and single blanks: "nodes searched:", "perft( #)=". `unit` is the word that follows,
/// without a plural s.
struct PrintedNumber {
  std::string label;
  std::string unit;
  std::uint64_t value = 0;
};

struct PrintedMove {
  std::string prefix;  // the text before it, in the form of a label, without padding
  std::string move;    // as it was printed
  /// Nothing if no plain number from 0 to 2^64 - 1 follows.
  std::optional<std::uint64_t> nodes;
  /// The text between the move and the count, without blanks.
  std::string separator;
  /// All numbers behind the move, `nodes` among them; nothing for a fraction and the like.
  std::vector<std::optional<std::uint64_t>> columns;
};

struct PrintedLine {
  std::optional<PrintedMove> move;
  std::vector<PrintedNumber> numbers;
  std::vector<PrintedNumber> negatives;  // without their sign
};

/// Reads a line that clean_lines() has returned.
PrintedLine parse_printed_line(std::string_view line);

/// Whether `line` may be a spoiled line of a list: it has a move of two squares, even inside a
/// word, and a number behind it; or a square, and the number is the last word.
bool resembles_count(std::string_view line);

/// Whether a word of `line` is meant as a move from one square to another, on the board or not,
/// or as a null move.
bool has_move_word(std::string_view line);

/// The message for a `line` that resembles a count, was not read, where total and sum differ.
std::string unread_line(std::string_view line, std::uint64_t total, std::uint64_t sum);

/// The length of the move with which `text` begins, in any spelling (e2e4, e2-e4, Ng1f3, e7e8=Q,
/// Nbxd7+, O-O-O, exd6 e.p.); 0 if there is none, or if it goes on with a letter or digit.
std::size_t length_of_move(std::string_view text);

}  // namespace perft_verify::reference
