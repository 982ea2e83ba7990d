#include "verifier/cli/arguments/parse_position.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/rules/legality.h"
#include "core/rules/written_move.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/cli/usage/help.h"
#include "verifier/games/pgn_reader.h"
#include "verifier/suite/built_in.h"

namespace perft_verify::verifier {
namespace {

/// Whether the text is a word and not even a defective FEN.
bool is_word(std::string_view text) {
  return !text.empty() && text.find_first_of("/ ") == std::string_view::npos;
}

/// "rnbqkbnr/pppppppp/8/…": nothing but what a FEN has for its board, however wrong.
bool is_board(std::string_view word) {
  return word.contains('/') && word.find_first_not_of("pnbrqkPNBRQK0123456789/") == word.npos;
}

bool is_side(std::string_view word) { return word == "w" || word == "b"; }

/// Plays a move in any notation.
std::expected<void, std::string> play(Line& line, const std::string& text) {
  const Position& position = line.position();
  const auto meant = read_move(position, text);
  const std::string where = fmt::format("--moves: {} (ply {})", printable(text), line.ply() + 1);
  if (!meant) return std::unexpected(fmt::format("{} is not a move", where));
  if (meant->kind == MeantMove::Kind::Ambiguous)
    return std::unexpected(
        fmt::format("{} may be {} moves; say from where", where, meant->legal.size()));
  if (meant->kind != MeantMove::Kind::Legal) {
    std::string why;
    if (meant->meant.size() == 1)
      if (const auto reason = why_illegal(position, meant->meant.front()))
        why = ": " + reason->sentence;
    return std::unexpected(fmt::format("{} is not a legal move there{}", where, why));
  }
  line.push(meant->legal.front());
  return {};
}

}  // namespace

bool means_position(std::string_view text) {
  if (is_word(text)) return text == "startpos" || built_in_position(text);
  return is_board(text.substr(0, text.find(' ')));
}

bool is_fen_without_quotes(std::span<const std::string> words) {
  return std::ranges::any_of(words, is_board) && std::ranges::any_of(words, is_side);
}

std::expected<ParsedFen, FenError> parse_position_argument(std::string_view text,
                                                           FenOptions options) {
  if (text == "startpos") return parse_fen(kStartPosition, options);
  const auto known = is_word(text) ? built_in_position(text) : std::nullopt;
  return parse_fen(known ? std::string_view(*known) : text, options);
}

std::string position_complaint(std::string_view text, const FenError& error) {
  constexpr std::size_t kLongest = 120;
  if (is_word(text)) {
    std::vector<std::string> known = built_in_ids();
    known.emplace_back("startpos");
    return fmt::format(
        "'{}' is not a FEN, not startpos, and no row of the suites standard, rules and gate has "
        "that id{}",
        printable(text, kLongest), did_you_mean(text, known));
  }
  std::string complaint =
      fmt::format("{} at column {} of the FEN: {}\n    {}", to_string(error.error_class()),
                  error.offset + 1, error.message(), printable(text, kLongest));
  // Places the caret below the column as shown: unprintable characters take more columns.
  if (error.offset <= kLongest) {
    const std::string before = printable(text.substr(0, error.offset), kLongest);
    complaint += fmt::format("\n    {:{}}^", "", columns_of(before));
  }
  return complaint;
}

std::expected<Line, std::string> parse_line_arguments(std::string_view text,
                                                      std::span<const std::string> moves,
                                                      FenOptions options) {
  const auto parsed = parse_position_argument(text, options);
  if (!parsed) return std::unexpected(position_complaint(text, parsed.error()));
  Line line(parsed->position);
  if (moves.empty()) return line;
  PgnReader reader(TextStream::of_text(fmt::format("{}", fmt::join(moves, " "))));
  const auto game = reader.next();
  if (!game || (game->problem && game->moves.empty()))
    return std::unexpected(
        fmt::format("--moves: {}", game ? game->problem->message : "there are none"));
  for (const PlayedMove& move : game->moves)
    if (auto played = play(line, move.text); !played) return std::unexpected(played.error());
  if (game->problem) return std::unexpected(fmt::format("--moves: {}", game->problem->message));
  return line;
}

std::vector<std::string> uci_moves(const Line& line) {
  std::vector<std::string> texts;
  for (const Move move : line.moves()) texts.push_back(to_uci(move, line.root().chess960()));
  return texts;
}

}  // namespace perft_verify::verifier
