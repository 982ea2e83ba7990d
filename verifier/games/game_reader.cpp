#include "verifier/games/game_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/rules/written_move.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "verifier/games/log_reader.h"
#include "verifier/games/pgn_reader.h"

namespace perft_verify::verifier {
namespace {

enum class Format : std::uint8_t { Pgn, Log, Nothing };

/// The most bytes of a log before its first game.
constexpr std::size_t kBeginning = std::size_t{1} << 16U;

bool is_tag_pair(std::string_view line) {
  return line.starts_with('[') && line.contains(" \"") && line.contains("\"]");
}

bool is_command(std::string_view line) {
  constexpr std::array<std::string_view, 11> kCommands{
      "position startpos", "position fen ", "bestmove ", "ucinewgame", "uciok",         "Position;",
      "Warning;",          "usermove ",     "protover ", "isready",    "setoption name"};
  return std::ranges::any_of(kCommands,
                             [&](std::string_view command) { return line.contains(command); });
}

/// Moves without a header: "1. e4", "e4 e5".
bool begins_with_move(std::string_view line) {
  std::string_view word = next_word(line, 0).text;
  const std::size_t letter = word.find_first_not_of("0123456789.");
  if (letter == std::string_view::npos) return word.ends_with('.');
  return read_move(Position(), word.substr(letter)).has_value();
}

/// The format, by the first line that only one of them can have.
Format format_of(std::string_view beginning) {
  Lines lines(beginning);
  bool first = true;
  while (lines.next()) {
    const std::string_view line = trimmed(lines.text());
    if (line.empty() || line.starts_with('%')) continue;
    if (is_tag_pair(line)) return Format::Pgn;
    if (is_command(line)) return Format::Log;
    if (first && (begins_with_move(line) || line.starts_with('{'))) return Format::Pgn;
    first = false;
  }
  return Format::Nothing;
}

/// Gives games their number and file, and passes over games without anything in them.
class NumberedGames final : public GameSource {
 public:
  NumberedGames(std::unique_ptr<GameSource> games, std::string file)
      : games_(std::move(games)), file_(std::move(file)) {}

  std::optional<Game> next() override {
    auto game = games_->next();
    if (!game) return std::nullopt;
    game->file = file_;
    game->number = ++number_;
    return game;
  }

 private:
  std::unique_ptr<GameSource> games_;
  std::string file_;
  std::size_t number_ = 0;
};

}  // namespace

std::expected<std::unique_ptr<GameSource>, std::string> games_of(TextStream stream,
                                                                 const std::string& name) {
  std::string_view beginning = stream.ahead(kBeginning);
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (beginning.starts_with(kByteOrderMark)) {
    for (std::size_t byte = 0; byte < kByteOrderMark.size(); ++byte) stream.get();
    return games_of(std::move(stream), name);
  }
  std::unique_ptr<GameSource> games;
  switch (format_of(beginning)) {
    case Format::Pgn:
      games = std::make_unique<PgnReader>(std::move(stream));
      break;
    case Format::Log:
      games = std::make_unique<LogReader>(std::move(stream));
      break;
    case Format::Nothing:
      return std::unexpected(
          fmt::format("{}: no game begins in its first {} bytes; PGN, a log with `position … moves "
                      "…` lines, or "
                      "a list of such commands is expected",
                      name == "-" ? "standard input" : printable(name), beginning.size()));
  }
  return std::make_unique<NumberedGames>(std::move(games), name);
}

std::expected<std::unique_ptr<GameSource>, std::string> open_games(const std::string& file) {
  auto stream = TextStream::open(file);
  if (!stream) return std::unexpected(stream.error());
  return games_of(std::move(*stream), file);
}

}  // namespace perft_verify::verifier
