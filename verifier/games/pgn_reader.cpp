#include "verifier/games/pgn_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/contains.h"
#include "core/text/lines.h"
#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kLongestTag = 1000;
constexpr std::size_t kLongestToken = 24;
constexpr std::size_t kLongestRemark = 400;  // the part of a comment that is looked at

bool is_space(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether a line that begins so is a tag pair: [Event "…
bool looks_like_tag(std::string_view text) {
  if (!text.starts_with('[')) return false;
  std::size_t at = 1;
  while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '_')) ++at;
  const std::size_t name_end = at;
  while (at < text.size() && is_blank(text[at])) ++at;
  return name_end > 1 && is_letter(text[1]) && at < text.size() && text[at] == '"';
}

bool is_result(std::string_view token) {
  constexpr std::array<std::string_view, 7> kResults{"1-0", "0-1", "1/2-1/2",  "*",
                                                     "1/2", "½-½", "1/2 - 1/2"};
  return contains(kResults, token);
}

/// "12.", "12...", "..." taken off; of a number alone nothing is left.
std::string_view without_number(std::string_view token) {
  std::size_t at = 0;
  while (at < token.size() && is_digit(token[at])) ++at;
  const bool dotted = at < token.size() && token[at] == '.';
  if (at > 0 && !dotted) return at == token.size() && token != "0000" ? "" : token;
  while (at < token.size() && token[at] == '.') ++at;
  return token.substr(at);
}

/// "!?", "+-", "=": a judgment that stands alone.
bool is_glyph(std::string_view token) {
  return token != "--" && token.find_first_not_of("!?+-=/~#") == std::string_view::npos;
}

bool could_be_move(std::string_view token) {
  return token.size() <= 14 &&
         token.find_first_not_of("abcdefghNBRQKPnrqkpOoxX012345678=+#!?:/()-.@ZNULnul") ==
             std::string_view::npos;
}

Chess960 kind_of(std::string_view variant, bool& known) {
  constexpr std::array<std::string_view, 6> kStandard{"",      "standard", "normal",
                                                      "chess", "orthodox", "from position"};
  const std::string name = lower_case(variant);
  known = true;
  if (name.contains("960") || name.contains("fischer") || name == "frc") return Chess960::On;
  known = contains(kStandard, name);
  return Chess960::Auto;
}

}  // namespace

std::optional<Game> PgnReader::next() {
  game_ = Game();
  has_tags_ = has_event_ = has_result_ = has_text_ = false;
  depth_ = 0;
  if (pending_) apply(*std::exchange(pending_, std::nullopt));
  while (read_part()) {
  }
  if (!has_tags_ && !has_text_) return std::nullopt;
  finish();
  return std::move(game_);
}

void PgnReader::fail(std::size_t line, std::string message) {
  if (!game_.problem) game_.problem = GameProblem{line, std::move(message)};
}

bool PgnReader::at_header() {
  return stream_.at_line_start() && stream_.peek() == '[' &&
         looks_like_tag(stream_.ahead(kLongestTag));
}

/// The next piece of the file; false where the game is over.
bool PgnReader::read_part() {
  const int c = stream_.peek();
  if (c == TextStream::kEnd) return false;
  if (is_space(c)) return stream_.get(), true;
  const bool first_of_line = stream_.at_line_start();
  // Only comments and escaped lines may follow a result and still belong to the game.
  if (has_result_ && c != '{' && c != ';' && !(first_of_line && c == '%')) return false;
  if (c == '[' && (at_header() || (!has_text_ && has_tags_))) {
    if (has_text_) return false;
    return read_tag();
  }
  if (first_of_line && c == '%') {
    std::string ignored;
    bool cut = false;
    stream_.rest_of_line(ignored, 0, cut);
    return true;
  }
  if (game_.line == 0) game_.line = stream_.line();
  has_text_ = true;
  switch (c) {
    case '{':
      read_comment();
      return true;
    case ';': {
      const std::size_t line = stream_.line();
      std::string text;
      bool cut = false;
      stream_.rest_of_line(text, kLongestRemark, cut);
      if (depth_ == 0) comment_says(text, line);
      return true;
    }
    case '(':
      if (depth_++ == 0) variation_line_ = stream_.line();
      stream_.get();
      return true;
    case ')':
      if (depth_ == 0)
        game_.notes.push_back({stream_.line(), "a ')' without a variation"});
      else
        --depth_;
      stream_.get();
      return true;
    case '}':
    case '[':
    case ']':
    case '<':
    case '>':
      stream_.get();
      return true;
    default:
      read_token();
      return true;
  }
}

/// One tag pair, or what looks like one; false where it belongs to the next game.
bool PgnReader::read_tag() {
  Tag tag;
  tag.line = stream_.line();
  stream_.get();
  bool quoted = false;
  bool escaped = false;
  bool closed = false;
  for (int c = stream_.peek(); c != TextStream::kEnd && c != '\n'; c = stream_.peek()) {
    stream_.get();
    if (!quoted && c == ']') {
      closed = true;
      break;
    }
    if (c == '"' && !escaped) {
      quoted = !quoted;
      continue;
    }
    escaped = quoted && c == '\\' && !escaped;
    if (escaped) continue;
    std::string& to = quoted ? tag.value : tag.name;
    if (to.size() < kLongestTag) to += static_cast<char>(c);
  }
  tag.name = trimmed(tag.name);
  if (!closed)
    game_.notes.push_back(
        {tag.line, fmt::format("the tag pair {} is not closed", printable(tag.name, kShown))});
  if (has_event_ && tag.name == "Event") {
    pending_ = std::move(tag);
    return false;
  }
  apply(tag);
  return true;
}

void PgnReader::apply(const Tag& tag) {
  if (!has_tags_ && game_.line == 0) game_.line = tag.line;
  has_tags_ = true;
  if (tag.name == "Event") has_event_ = true;
  if (tag.name == "White") game_.white = tag.value;
  if (tag.name == "Black") game_.black = tag.value;
  if (tag.name == "FEN") {
    game_.fen = tag.value;
    game_.fen_line = tag.line;
  }
  if (tag.name == "Termination" && lower_case(tag.value).contains("illegal"))
    game_.lost_by_illegal_move = true;
  if (tag.name == "Variant") {
    bool known = false;
    game_.chess960 = kind_of(trimmed(tag.value), known);
    if (!known)
      fail(tag.line, fmt::format("the variant '{}' is not chess", printable(tag.value, kShown)));
  }
}

/// A comment that nobody closes ends before the next header.
void PgnReader::read_comment() {
  const std::size_t begin = stream_.line();
  std::string text;
  std::size_t line = begin;
  bool blank_line = false;
  stream_.get();
  for (int c = stream_.get(); c != '}'; c = stream_.get()) {
    if (c == TextStream::kEnd) return fail(begin, "this comment is not closed");
    if (c == '\n') {
      const bool header = at_header();
      if (header && (blank_line || stream_.ahead(7) == "[Event "))
        return fail(begin, "this comment is not closed");
      blank_line = stream_.peek() == '\n';
    }
    if (text.empty()) line = stream_.line();
    // The end of a long comment is kept: a tournament manager says there how the game ended.
    if (text.size() == 2 * kLongestRemark) text.erase(0, kLongestRemark);
    text += c == '\n' ? ' ' : static_cast<char>(c);
  }
  if (depth_ == 0) comment_says(text, line);
}

/// "Black makes an illegal move: f7g8", as cutechess-cli and fastchess end a game.
void PgnReader::comment_says(std::string_view text, std::size_t line) {
  constexpr std::string_view kIllegalMove = "illegal move";
  const std::size_t at = lower_case(text).rfind(kIllegalMove);
  if (at == std::string::npos) return;
  game_.lost_by_illegal_move = true;
  std::string_view rest = text.substr(at + kIllegalMove.size());
  while (!rest.empty() && (is_blank(rest.front()) || rest.front() == ':')) rest.remove_prefix(1);
  std::string_view word = rest.substr(0, rest.find_first_of(" \t,;"));
  while (word.ends_with('.')) word.remove_suffix(1);
  if (!word.empty() && could_be_move(word))
    game_.illegal_move = PlayedMove{std::string(word), line};
}

void PgnReader::read_token() {
  const std::size_t line = stream_.line();
  std::string token;
  for (int c = stream_.peek(); c != TextStream::kEnd && !is_space(c); c = stream_.peek()) {
    constexpr std::string_view kEnds = "{};()[]<>";
    // "e8(Q)" is one word, "e4(" two.
    const bool promotes =
        c == '(' && !token.empty() && is_digit(token.back()) && stream_.ahead(3).ends_with(')');
    const bool closes = c == ')' && token.contains('(');
    if (kEnds.contains(static_cast<char>(c)) && !promotes && !closes) break;
    stream_.get();
    if (token.size() <= kLongestToken) token += static_cast<char>(c);
  }
  if (depth_ == 0) understand(token, line);
}

void PgnReader::understand(std::string_view token, std::size_t line) {
  has_result_ = is_result(token);
  if (has_result_ || token.starts_with('$')) return;
  token = without_number(token);
  if (token.empty() || is_glyph(token) || token == "e.p." || token == "ep") return;
  if (game_.problem) return;
  if (!could_be_move(token)) {
    fail(line, fmt::format("'{}' is not a move", printable(token, kShown)));
  } else if (game_.moves.size() == kMostPlies) {
    fail(line, fmt::format("more than {} plies", kMostPlies));
  } else {
    game_.moves.push_back({std::string(token), line});
  }
}

void PgnReader::finish() {
  if (depth_ > 0)
    fail(variation_line_,
         fmt::format("this variation is not closed{}",
                     depth_ > 1 ? fmt::format(" (nor {} inside it)", depth_ - 1) : ""));
  if (game_.problem) return;
  if (!has_result_ && game_.moves.empty())
    fail(game_.line, "a header without moves");
  else if (!has_result_)
    game_.notes.push_back({game_.line, "no result at its end; was it cut off?"});
}

}  // namespace perft_verify::verifier
