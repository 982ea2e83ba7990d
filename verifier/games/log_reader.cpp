#include "verifier/games/log_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "core/text/lines.h"

namespace perft_verify::verifier {
namespace {

/// A `position` with 100,000 moves has half of it.
constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
constexpr std::size_t kMostOpenGames = 64;
constexpr std::size_t kMostSpeakers = 1000;
constexpr std::size_t kLongestName = 100;

std::string_view after_word(std::string_view text, std::string_view word) {
  text.remove_prefix(word.size());
  return trimmed(text);
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

/// Where `word` stands as a word of its own.
std::size_t find_command(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos;
       at = line.find(word, at + 1)) {
    const bool begins = at == 0 || !((line[at - 1] >= 'a' && line[at - 1] <= 'z') ||
                                     (line[at - 1] >= 'A' && line[at - 1] <= 'Z'));
    if (begins) return at;
  }
  return std::string_view::npos;
}

/// The speaker of a command, or the one that it is for, by the text before the command: without
/// times and arrows. "1234 >engine(0): " is engine(0).
std::string speaker_of(std::string_view prefix) {
  std::string name;
  while (!prefix.empty()) {
    const std::size_t end = std::min(prefix.find_first_of(" \t"), prefix.size());
    std::string_view word = prefix.substr(0, end);
    prefix.remove_prefix(std::min(end + 1, prefix.size()));
    const std::size_t begin = word.find_first_not_of("<>-:|=*'\"");
    if (begin == std::string_view::npos) continue;
    word = word.substr(begin, word.find_last_not_of("<>-:|=*'\"") + 1 - begin);
    const bool has_letter = std::ranges::any_of(
        word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    if (!has_letter || name.size() > kLongestName) continue;
    if (!name.empty()) name += ' ';
    name += word;
  }
  return name;
}

/// Without a quotation mark or a bracket at its end, as logs of objects have it.
std::string_view unquoted(std::string_view text) {
  text = trimmed(text);
  while (!text.empty() && std::string_view("'\"`])").contains(text.back())) text.remove_suffix(1);
  return trimmed(text);
}

/// "startpos moves e2e4", "fen FEN moves e2e4" in two parts; nothing for anything else.
struct PositionParts {
  std::string_view root;
  std::string_view moves;
};
std::optional<PositionParts> position_parts(std::string_view text) {
  constexpr std::string_view kMoves = " moves";
  text = unquoted(text);
  PositionParts parts;
  const std::size_t at = text.find(kMoves);
  parts.root = trimmed(text.substr(0, at));
  if (at != std::string_view::npos) parts.moves = trimmed(text.substr(at + kMoves.size()));
  if (parts.root.starts_with("fen ")) {
    parts.root = after_word(parts.root, "fen");
    return parts;
  }
  if (parts.root == "startpos") return parts;
  return std::nullopt;
}

/// Whether `longer` begins with the moves of `moves`.
bool goes_on(std::string_view longer, std::string_view moves) {
  return longer.starts_with(moves) &&
         (moves.empty() || longer.size() == moves.size() || longer[moves.size()] == ' ');
}

std::size_t words_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Word word = next_word(text, at);
    if (word.text.empty()) break;
    ++count;
    at = word.end();
  }
  return count;
}

}  // namespace

std::optional<Game> LogReader::next() {
  std::string line;
  bool cut = false;
  while (ready_.empty() && stream_.peek() != TextStream::kEnd) {
    line_ = stream_.line();
    stream_.rest_of_line(line, kLongestLine, cut);
    read_line(line, cut);
  }
  while (ready_.empty() && !open_.empty()) close(open_.front());
  if (ready_.empty()) return std::nullopt;
  Game game = std::move(ready_.front());
  ready_.pop_front();
  return game;
}

void LogReader::read_line(std::string_view line, bool cut) {
  if (cut) {
    Game game;
    game.line = line_;
    game.problem = GameProblem{line_, fmt::format("a line of more than {} bytes", kLongestLine)};
    ready_.push_back(std::move(game));
    return;
  }
  if (read_warning(line)) return;
  for (const std::string_view kind : {"position startpos", "position fen "})
    if (const std::size_t at = find_command(line, kind); at != std::string_view::npos)
      return read_position(line.substr(at + 9), speaker_of(line.substr(0, at)));
  if (const std::size_t at = find_command(line, "bestmove "); at != std::string_view::npos)
    return read_best_move(first_word(after_word(line.substr(at), "bestmove")),
                          speaker_of(line.substr(0, at)));
  if (line.contains("UCI_Chess960 value"))
    chess960_ = line.contains("true") ? Chess960::On : Chess960::Auto;
  if (find_command(line, "protover") != std::string_view::npos) speaks_xboard_ = true;
  for (const std::string_view word : {"usermove ", "move ", "setboard ", "new", "undo", "remove"})
    if (const std::size_t at = find_command(line, word); at != std::string_view::npos)
      if (read_xboard(line.substr(at), speaker_of(line.substr(0, at)))) return;
}

/// A warning has four lines: Warning; Info; Position; Moves. Some programs write only the last two.
bool LogReader::read_warning(std::string_view line) {
  const auto rest_after = [&](std::string_view word) -> std::optional<std::string_view> {
    const std::size_t at = find_command(line, word);
    if (at == std::string_view::npos) return std::nullopt;
    return after_word(line.substr(at), word);
  };
  if (const auto text = rest_after("Warning;")) {
    constexpr std::string_view kFrom = " from ";
    warning_.emplace();
    if (const std::size_t at = text->find(kFrom); at != std::string_view::npos)
      warning_->by = std::string(text->substr(at + kFrom.size(), kLongestName));
    return true;
  }
  if (const auto text = rest_after("Info;")) {
    constexpr std::string_view kPlan = " pv ";
    if (!warning_) warning_.emplace();
    if (const std::size_t at = text->find(kPlan); at != std::string_view::npos)
      warning_->plan = std::string(text->substr(at + kPlan.size()));
    return true;
  }
  if (const auto text = rest_after("Position;")) {
    if (!warning_) warning_.emplace();
    const auto parts = position_parts(*text);
    warning_->root = std::string(parts ? parts->root : unquoted(*text));
    return true;
  }
  const auto text = rest_after("Moves;");
  if (!text) return false;
  if (!warning_ || warning_->root.empty()) return true;
  OpenGame& game = open(warning_->root);
  extend(game, unquoted(*text));
  // The plan ends before the first word that is no move.
  std::string plan;
  for (std::size_t at = 0; at < warning_->plan.size();) {
    const Word word = next_word(warning_->plan, at);
    if (!parse_move_text(word.text)) break;
    plan += (plan.empty() ? "" : " ") + std::string(word.text);
    at = word.end();
  }
  game.game.ends_in_a_plan = !plan.empty();
  if (!plan.empty()) extend(game, game.moves.empty() ? plan : game.moves + " " + plan);
  game.game.last_mover = warning_->by;
  warning_.reset();
  close(game);
  return true;
}

LogReader::OpenGame& LogReader::open(const std::string& root) {
  if (open_.size() == kMostOpenGames) close(open_.front());
  OpenGame& fresh = open_.emplace_back();
  fresh.root = root;
  fresh.serial = ++serials_;
  fresh.game.line = line_;
  fresh.game.chess960 = chess960_;
  if (root != "startpos") {
    fresh.game.fen = root;
    fresh.game.fen_line = line_;
  }
  return fresh;
}

LogReader::OpenGame* LogReader::find(std::size_t serial) {
  const auto found = std::ranges::find(open_, serial, &OpenGame::serial);
  return found == open_.end() ? nullptr : &*found;
}

/// `moves` begins with the known ones.
void LogReader::extend(OpenGame& open, std::string_view moves) {
  std::vector<PlayedMove>& played = open.game.moves;
  for (std::size_t at = open.moves.size(); at < moves.size();) {
    const Word word = next_word(moves, at);
    if (word.text.empty()) break;
    if (open.answer && open.answer->text != word.text) {
      // The engine had said another move than was played. That move is looked at all the same.
      OpenGame& said = branch(open, played.size());
      said.answer = open.answer;
      said.answer_by = open.answer_by;
      close(said);
    }
    open.answer.reset();
    if (played.size() == kMostPlies) {
      if (!open.game.problem)
        open.game.problem = GameProblem{line_, fmt::format("more than {} plies", kMostPlies)};
      break;
    }
    played.push_back({std::string(word.text.substr(0, kLongestName)), line_});
    at = word.end();
  }
  open.moves = std::string(moves);
}

/// A game that is the same up to there.
LogReader::OpenGame& LogReader::branch(const OpenGame& from, std::size_t plies) {
  OpenGame copy = from;
  copy.serial = ++serials_;
  copy.answer.reset();
  copy.game.moves.resize(std::min(plies, copy.game.moves.size()));
  copy.moves.clear();
  for (const PlayedMove& move : copy.game.moves)
    copy.moves += (copy.moves.empty() ? "" : " ") + move.text;
  return open_.emplace_back(std::move(copy));
}

void LogReader::close(OpenGame& open) {
  if (open.answer) {
    open.game.moves.push_back(*open.answer);
    open.game.last_mover = open.answer_by;
  }
  // A position without moves is a game without moves.
  ready_.push_back(std::move(open.game));
  open_.remove_if([serial = open.serial](const OpenGame& each) { return each.serial == serial; });
}

void LogReader::read_position(std::string_view command, const std::string& by) {
  const auto parts = position_parts(command);
  if (!parts) return;
  OpenGame* game = nullptr;   // that goes on here
  OpenGame* known = nullptr;  // that had this position before, or another one that begins like it
  for (OpenGame& each : open_) {
    if (each.root != parts->root) continue;
    if (goes_on(parts->moves, each.moves)) {
      if (game == nullptr || each.moves.size() >= game->moves.size()) game = &each;
    } else if (!parts->moves.empty() && goes_on(each.moves, parts->moves)) {
      known = &each;
    }
  }
  if (game == nullptr) game = known;
  if (game == nullptr) game = &open(std::string(parts->root));
  const std::size_t plies = game->moves.size() > parts->moves.size()
                                ? words_in(parts->moves)
                                : (extend(*game, parts->moves), game->game.moves.size());
  last_ = Cursor{game->serial, plies};
  if (cursors_.size() == kMostSpeakers) cursors_.clear();
  cursors_[by] = *last_;
  const auto place = std::ranges::find(open_, game->serial, &OpenGame::serial);
  open_.splice(open_.end(), open_, place);
}

void LogReader::read_best_move(std::string_view word, const std::string& by) {
  const auto known = cursors_.find(by);
  const auto cursor = known != cursors_.end() ? std::optional(known->second) : last_;
  OpenGame* game = cursor ? find(cursor->serial) : nullptr;
  if (!word.starts_with('(')) word = unquoted(word);
  if (game == nullptr || word.empty()) return;
  if (cursor->plies < game->game.moves.size()) {
    if (game->game.moves[cursor->plies].text == word) return;
    game = &branch(*game, cursor->plies);
  }
  game->answer = PlayedMove{std::string(word.substr(0, kLongestName)), line_};
  game->answer_by = by;
}

LogReader::OpenGame& LogReader::xboard_game(const std::string& by) {
  if (const auto known = xboard_.find(by); known != xboard_.end())
    if (OpenGame* const game = find(known->second)) return *game;
  if (xboard_.size() == kMostSpeakers) xboard_.clear();
  OpenGame& game = open("startpos");
  xboard_[by] = game.serial;
  return game;
}

/// Whether it was a command of xboard's.
bool LogReader::read_xboard(std::string_view command, const std::string& by) {
  const std::string_view word = first_word(command);
  const std::string_view rest = unquoted(after_word(command, word));
  if (word == "new" && rest.empty()) {
    if (const auto known = xboard_.find(by); known != xboard_.end()) {
      if (OpenGame* const game = find(known->second)) close(*game);
      xboard_.erase(known);
    }
    speaks_xboard_ = true;
    return true;
  }
  if (!speaks_xboard_) return false;
  if (word == "setboard") {
    OpenGame& game = xboard_game(by);
    if (game.game.moves.empty()) {
      game.root = game.game.fen = std::string(rest);
      game.game.fen_line = line_;
    }
    return true;
  }
  if (word == "undo" || word == "remove") {
    auto& moves = xboard_game(by).game.moves;
    moves.resize(moves.size() - std::min<std::size_t>(moves.size(), word == "undo" ? 1 : 2));
    return true;
  }
  if ((word != "move" && word != "usermove") || rest.empty() || rest.contains(' ')) return false;
  OpenGame& game = xboard_game(by);
  if (game.game.moves.size() == kMostPlies) return true;
  game.game.moves.push_back({std::string(rest.substr(0, kLongestName)), line_});
  game.moves += (game.moves.empty() ? "" : " ") + std::string(rest);
  game.game.last_mover = word == "move" ? by : "";
  return true;
}

}  // namespace perft_verify::verifier
