// A suite: positions with recorded perft counts, and the problems of the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/fen.h"

namespace perft_verify::verifier {

/// A place in a file: line and byte in it, both from 1.
struct Place {
  std::size_t line = 0;
  std::size_t column = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The place of a recorded count.
struct CountPlace {
  int depth = 0;
  Place place;
};

/// One position of a suite.
struct Row {
  std::string file;        // "-" for standard input, empty for --fen
  std::size_t line = 0;    // from 1; 0 for --fen
  std::size_t column = 0;  // of the beginning of the FEN
  std::string id;          // as written; may be empty
  std::string fen;         // wire FEN
  bool chess960 = false;
  [[nodiscard]] Root root() const { return {fen, chess960}; }
  [[nodiscard]] std::optional<Position> position() const { return admitted(root()); }
  std::map<int, std::uint64_t> recorded;  // depth to nodes
  std::vector<CountPlace> count_places;
  /// The depth that the row itself requests (`perft_depth`, of work units); 0 if none.
  int wanted_depth = 0;
  /// The other operations of an EPD line, as written: `c0 "a comment"`, `bm e4`.
  std::vector<std::string> operations;
  /// Text that looks like a count but is not understood as one.
  std::string unread;
  /// Harmless oddities of the row, one sentence each.
  std::vector<std::string> notes;
  /// The reason why the row is left out, if it could not be read and the user wants such rows
  /// skipped; then there is no FEN.
  std::string skip_reason;
};

/// A place in a suite that does not parse, or a position that is not legal.
struct SuiteProblem {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;                    // byte in the line, from 1
  std::optional<FenErrorClass> error_class;  // if it is the FEN
  std::string message;
  std::string excerpt;  // of the line, made printable
  /// The rest was not read, so leaving out this row would leave out more than that.
  bool ends_reading = false;
};

/// Something odd about the file as a whole.
struct SuiteNote {
  Place place;
  std::string message;
};

/// A comment line of a suite.
struct SuiteComment {
  std::size_t line = 0;
  std::string text;  // with its # or %; empty for an empty line
};

/// One file, read completely.
struct Suite {
  std::string file;
  std::string sha256;  // of the bytes, in hexadecimal
  std::vector<Row> rows;
  std::vector<SuiteProblem> problems;
  std::vector<SuiteNote> notes = {};
  std::vector<SuiteComment> comments = {};
};

/// "suites/standard.epd:12", "--fen".
std::string place_of(const Row& row);
/// "suites/standard.epd:12 kiwipete", "--fen 1", "-:3".
std::string name_of(const Row& row);
/// "file:line:column: class: message".
std::string to_string(const SuiteProblem& problem);

}  // namespace perft_verify::verifier
