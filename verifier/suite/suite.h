// A suite: positions with recorded perft counts, and what was wrong with the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/fen.h"

namespace perft_verify::verifier {

/// One position of a suite.
struct Row {
  std::string file;      // "-" for standard input, empty for --fen
  std::size_t line = 0;  // from 1; 0 for --fen
  std::string id;        // as written; may be empty
  std::string fen;       // wire FEN
  bool chess960 = false;
  std::map<int, std::uint64_t> recorded;  // depth to nodes
  /// What is odd about the row and does no harm, one sentence each.
  std::vector<std::string> notes;
  /// Why the row is left out, if it could not be read and the user wants such rows skipped;
  /// then there is no FEN.
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
};

/// One file, read to its end.
struct Suite {
  std::string file;
  std::string sha256;  // of the bytes, in hexadecimal
  std::vector<Row> rows;
  std::vector<SuiteProblem> problems;
};

/// "suites/standard.epd:12 kiwipete", "--fen 1", "-:3".
std::string name_of(const Row& row);
/// "file:line:column: class: message".
std::string to_string(const SuiteProblem& problem);

}  // namespace perft_verify::verifier
