// A position on the command line, for every command: a FEN, the word "startpos", or the id of a row
// of a built-in suite ("kiwipete").
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/fen.h"
#include "core/line.h"

namespace perft_verify::verifier {

std::expected<ParsedFen, FenError> parse_position_argument(std::string_view text,
                                                           FenOptions options);

/// Whether the text can only be meant as a position: startpos, such an id, or anything with a board
/// at its beginning, even a defective one.
bool means_position(std::string_view text);

/// Whether the words are, among others, those of a FEN that the shell took apart.
bool is_fen_without_quotes(std::span<const std::string> words);

/// The same with moves played from it (--moves): UCI or SAN, with numbers, comments and variations
/// as PGN has them. The error describes the defect of either.
std::expected<Line, std::string> parse_line_arguments(std::string_view text,
                                                      std::span<const std::string> moves,
                                                      FenOptions options);

/// The moves of a line as UCI text, for questions.
std::vector<std::string> uci_moves(const Line& line);

/// The error in a position, for standard error: class, column and reason, and below them the text
/// with a caret under that column.
std::string position_complaint(std::string_view text, const FenError& error);

}  // namespace perft_verify::verifier
