#include "reference/uci/printed_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/lines.h"
#include "core/text/printable.h"

namespace perft_verify::reference {
namespace {

bool is_letter(char c) { return lower_case(c) >= 'a' && lower_case(c) <= 'z'; }

std::string_view skip(std::string_view text, std::size_t count) {
  return text.substr(std::min(count, text.size()));
}

/// The length of a terminal sequence at the beginning of `text`, which begins with ESC.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  if (text[1] == '[') {
    std::size_t end = 2;
    while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
    return std::min(end + 1, text.size());
  }
  if (text[1] == ']') {
    for (std::size_t end = 2; end < text.size(); ++end) {
      if (text[end] == '\a') return end + 1;
      if (text[end] == '\x1b' && end + 1 < text.size() && text[end + 1] == '\\') return end + 2;
    }
    return text.size();
  }
  return 2;
}

/// The length of a multibyte blank, which some engines use between thousands.
std::size_t wide_blank(std::string_view text) {
  for (const std::string_view blank : {"\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89"})
    if (text.starts_with(blank)) return blank.size();
  return 0;
}

/// The length of a thousands group at the beginning of `text`: a separator and exactly three
/// digits.
std::size_t thousands_length(std::string_view text) {
  std::size_t separator = wide_blank(text);
  if (separator == 0 && !text.empty() && std::string_view(",._'").contains(text.front()))
    separator = 1;
  if (separator == 0) return 0;
  const std::string_view digits = skip(text, separator);
  if (digits.size() < 3 || !std::ranges::all_of(digits.substr(0, 3), is_digit)) return 0;
  if (digits.size() > 3 && is_digit(digits[3])) return 0;
  return separator + 3;
}

/// A number as it is printed: where it ends, and its value if it is a plain count.
struct NumberText {
  std::size_t length = 0;
  std::optional<std::uint64_t> value;
};

/// Reads the number with which `text` begins (a digit): 4865609, 4,865,609. A fraction, a
/// hexadecimal number and one beyond 64 bits have no value.
NumberText read_number(std::string_view text) {
  NumberText number;
  std::uint64_t value = 0;
  bool fits = true;
  const auto take = [&](char digit) {
    fits = fits && !__builtin_mul_overflow(value, std::uint64_t{10}, &value) &&
           !__builtin_add_overflow(value, static_cast<std::uint64_t>(digit - '0'), &value);
  };
  while (number.length < text.size() && is_digit(text[number.length])) take(text[number.length++]);
  // "1.234" is a count, "0.234" and "1234.567" are seconds.
  if (number.length <= 3 && text.front() != '0') {
    for (std::size_t more = thousands_length(skip(text, number.length)); more > 0;
         more = thousands_length(skip(text, number.length))) {
      for (const char c : text.substr(number.length, more))
        if (is_digit(c)) take(c);
      number.length += more;
    }
  }
  std::string_view rest = skip(text, number.length);
  const bool fraction = rest.size() >= 2 && (rest[0] == '.' || rest[0] == ',') && is_digit(rest[1]);
  if (fraction) {
    ++number.length;
    while (number.length < text.size() && is_digit(text[number.length])) ++number.length;
    return number;
  }
  if (rest.size() >= 2 && lower_case(rest[0]) == 'x' && value == 0) return number;
  if (fits) number.value = value;
  return number;
}

/// Lower case, single blanks, # for numbers.
std::string label_of(std::string_view text) {
  std::string label;
  while (!text.empty()) {
    if (is_digit(text.front())) {
      const bool in_word = !label.empty() && is_letter(label.back());
      label += '#';
      text = skip(text, in_word ? 1 : read_number(text).length);
      continue;
    }
    if (is_blank(text.front())) {
      if (!label.empty() && label.back() != ' ') label += ' ';
    } else {
      label += lower_case(text.front());
    }
    text.remove_prefix(1);
  }
  if (label.ends_with(' ')) label.pop_back();
  return label;
}

/// The label of an index, which may be padded to a width: "# 99:" is "#100:" one line later.
std::string prefix_of(std::string_view text) {
  std::string prefix;
  for (const char c : label_of(text)) {
    const bool padded = c == '#' && prefix.size() > 1 && prefix.ends_with(' ') &&
                        !is_letter(prefix[prefix.size() - 2]);
    if (padded) prefix.pop_back();
    prefix += c;
  }
  return prefix;
}

std::string unit_after(std::string_view text) {
  text = trimmed(text);
  std::string word;
  while (!text.empty() && is_letter(text.front()) && word.size() < 12) {
    word += lower_case(text.front());
    text.remove_prefix(1);
  }
  if (word.size() > 1 && word.ends_with('s')) word.pop_back();
  return word;
}

bool is_square_at(std::string_view text, std::size_t at) {
  return at + 1 < text.size() && lower_case(text[at]) >= 'a' && lower_case(text[at]) <= 'h' &&
         text[at + 1] >= '1' && text[at + 1] <= '8';
}

bool is_piece_letter(char c) { return std::string_view("KQRBNP").contains(c); }

/// Promotion, check and en passant marks after the squares at `at`.
std::size_t after_squares(std::string_view text, std::size_t at, bool promotion_possible) {
  const auto letter = [&](std::size_t where) {
    return where < text.size() && std::string_view("QRBNqrbnKkPp").contains(text[where]);
  };
  if (promotion_possible) {
    if (at + 1 < text.size() && (text[at] == '=' || text[at] == '/' || text[at] == '(') &&
        letter(at + 1)) {
      const bool bracket = text[at] == '(';
      if (!bracket || (at + 2 < text.size() && text[at + 2] == ')')) at += bracket ? 3 : 2;
    } else if (letter(at) && !(at + 1 < text.size() && is_letter(text[at + 1]))) {
      ++at;
    }
  }
  while (at < text.size() && std::string_view("+#!?").contains(text[at])) ++at;
  std::string_view rest = text.substr(at);
  for (const std::string_view en_passant : {"e.p.", "ep"})
    if (rest.starts_with(en_passant)) return at + en_passant.size();
  if (rest.starts_with(" e.p.")) return at + 5;
  return at;
}

std::size_t castling_length(std::string_view text) {
  for (const std::string_view word : {"O-O-O", "0-0-0", "o-o-o", "OOO", "O-O", "0-0", "o-o"})
    if (text.starts_with(word)) {
      std::size_t length = word.size();
      while (length < text.size() && std::string_view("+#").contains(text[length])) ++length;
      return length;
    }
  return 0;
}

/// From and to are both written: e2e4, e2-e4, Ng1xf3, a7a8Q.
std::size_t long_length(std::string_view text) {
  std::size_t at = 0;
  const bool lower_piece = !text.empty() && std::string_view("kqrnp").contains(text[0]);
  if (!text.empty() && (is_piece_letter(text[0]) || lower_piece) && is_square_at(text, 1)) at = 1;
  if (!is_square_at(text, at)) return 0;
  at += 2;
  if (at < text.size() && std::string_view("-x:").contains(text[at])) ++at;
  if (at < text.size() && is_piece_letter(text[at]) && is_square_at(text, at + 1)) ++at;
  if (!is_square_at(text, at)) return 0;
  return after_squares(text, at + 2, true);
}

/// Standard algebraic: e4, exd5, Nf3, Nbxd7, R1e2, e8=Q.
std::size_t short_length(std::string_view text) {
  std::size_t at = 0;
  const bool piece = !text.empty() && is_piece_letter(text[0]);
  if (piece) ++at;
  const auto is_file = [&](std::size_t where) {
    return where < text.size() && text[where] >= 'a' && text[where] <= 'h';
  };
  const auto is_rank = [&](std::size_t where) {
    return where < text.size() && text[where] >= '1' && text[where] <= '8';
  };
  // A file or rank that distinguishes two pieces stands before the target.
  const bool before_capture = is_file(at) && at + 1 < text.size() && text[at + 1] == 'x';
  const bool apart = piece && (is_rank(at) || (is_file(at) && is_file(at + 1)));
  if (before_capture || apart) ++at;
  if (at < text.size() && text[at] == 'x') ++at;
  if (!is_file(at) || !is_rank(at + 1)) return 0;
  return after_squares(text, at + 2, !piece);
}

bool is_word_of_counts(std::string_view text) {
  const std::string word = lower_case(text);
  return word.contains("node") || word.contains("lea") || word.contains("count");
}

/// The start of the count in `text`, which begins with the first number after a move: a number with
/// a word of its own that is not about nodes ("captures 2") and a share ("5.0%") are skipped in
/// favor of a later one about nodes, or without a word.
std::size_t start_of_count(std::string_view text, std::string_view separator) {
  const auto is_share = [&](std::size_t at) {
    const std::string_view behind = skip(text, at + read_number(text.substr(at)).length);
    return trimmed(behind).starts_with('%');
  };
  const bool labeled = std::ranges::any_of(separator, is_letter) && !is_word_of_counts(separator);
  if (!labeled && !is_share(0)) return 0;
  std::size_t at = read_number(text).length;
  std::size_t word = at;  // where the words before the next number begin
  while (at < text.size()) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    const std::string_view words = text.substr(word, at - word);
    const bool wanted = labeled ? is_word_of_counts(words) : !is_share(at);
    if (wanted && !is_letter(text[at - 1])) return at;
    at += read_number(text.substr(at)).length;
    word = at;
  }
  return 0;
}

std::vector<std::optional<std::uint64_t>> columns_of(std::string_view text) {
  std::vector<std::optional<std::uint64_t>> columns;
  bool in_word = false;
  while (!text.empty()) {
    if (in_word || !is_digit(text.front())) {
      in_word = is_letter(text.front()) || (in_word && is_digit(text.front()));
      text.remove_prefix(1);
      continue;
    }
    const NumberText number = read_number(text);
    columns.push_back(number.value);
    text = skip(text, number.length);
    in_word = true;  // "5ms"
    if (!text.empty() && !is_letter(text.front())) in_word = false;
  }
  return columns;
}

/// The move at the beginning of `text`, and the count behind it.
std::optional<PrintedMove> move_at(std::string_view text) {
  const std::size_t length = length_of_move(text);
  if (length == 0) return std::nullopt;
  PrintedMove move;
  move.move = text.substr(0, length);
  std::string_view rest = skip(text, length);
  int words = 0;
  bool sign = false;
  bool blank = false;  // the character before
  while (!rest.empty()) {
    const char c = rest.front();
    if (is_digit(c)) break;
    if (is_letter(c)) {
      // Another move, as in a principal variation, is not a count.
      if (++words > 3 || length_of_move(rest) > 0) return move;
      while (!rest.empty() && (is_letter(rest.front()) || is_digit(rest.front()))) {
        move.separator += rest.front();
        rest.remove_prefix(1);
      }
      sign = false;
      continue;
    }
    // "e2e4 - 20" and "e2e4-20" are separated by a hyphen, "e2e4: -20" is a negative number.
    const bool glued = rest.size() > 1 && is_digit(rest[1]);
    sign = glued && (c == '+' || (c == '-' && (!move.separator.empty() || blank)));
    blank = is_blank(c);
    if (!blank) move.separator += c;
    rest.remove_prefix(1);
  }
  if (rest.empty() || sign || !is_digit(rest.front())) return move;
  move.columns = columns_of(rest);
  rest = skip(rest, start_of_count(rest, move.separator));
  const NumberText number = read_number(rest);
  const std::string_view behind = skip(rest, number.length);
  const bool more =
      !behind.empty() && (is_letter(behind.front()) && lower_case(behind.front()) == 'x');
  if (!more) move.nodes = number.value;
  return move;
}

/// Appends `line`, or its parts if all moves stand on one line: "a2a3:20 a2a4:20 …", or
/// {"a2a3": 20, "a2a4": 20, …}. Such a line has moves, each with a number right behind it, and
/// nothing between them.
void split_at_moves(const std::string& line, std::vector<std::string>& result) {
  const std::string_view text = line;
  constexpr std::string_view kBetween = " \t,;{}[]\"'|";
  const bool json = trimmed(text).starts_with('{');
  std::vector<std::size_t> ends;  // behind each count
  for (std::size_t at = 0; at < text.size();) {
    const bool in_word = at > 0 && (is_letter(text[at - 1]) || is_digit(text[at - 1]));
    const std::size_t move = in_word ? 0 : length_of_move(text.substr(at));
    if (move == 0) {
      ++at;
      continue;
    }
    if (!ends.empty() && text.substr(ends.back(), at - ends.back()).find_first_not_of(kBetween) !=
                             std::string_view::npos)
      break;
    at += move;
    const std::size_t count = text.find_first_not_of("\"' \t:=|>-", at);
    if (count == std::string_view::npos || count == at || !is_digit(text[count])) continue;
    if (length_of_move(text.substr(count)) > 0) continue;
    at = count + read_number(text.substr(count)).length;
    ends.push_back(at);
  }
  if (ends.size() < (json ? 1 : 2)) return result.push_back(line);
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    begin = std::min(text.find_first_not_of(kBetween, begin), end);
    if (begin < end) result.emplace_back(text.substr(begin, end - begin));
    begin = end;
  };
  for (const std::size_t end : ends) add(end);
  add(text.size());
}

}  // namespace

std::vector<std::string> clean_lines(std::string_view raw) {
  std::vector<std::string> lines(1);
  while (!raw.empty()) {
    const char c = raw.front();
    std::size_t taken = 1;
    if (c == '\x1b') {
      taken = escape_length(raw);
    } else if (c == '\b') {
      if (!lines.back().empty()) lines.back().pop_back();
    } else if (c == '\r') {
      lines.emplace_back();
    } else if (c != '\0' && c != '\a') {
      lines.back() += c;
    }
    raw.remove_prefix(taken);
  }
  for (std::string& line : lines) {
    constexpr std::string_view kInfo = "info string ";
    if (line.starts_with(kInfo)) line.erase(0, kInfo.size());
  }
  std::erase_if(lines, [](const std::string& line) { return trimmed(line).empty(); });
  std::vector<std::string> result;
  for (const std::string& line : lines) split_at_moves(line, result);
  return result;
}

std::size_t length_of_move(std::string_view text) {
  for (const auto& length_of : {castling_length, long_length, short_length}) {
    const std::size_t length = length_of(text);
    if (length == 0) continue;
    if (length == text.size()) return length;
    const char next = text[length];
    if (!is_letter(next) && !is_digit(next) && next != '_') return length;
  }
  return 0;
}

bool resembles_count(std::string_view line) {
  const auto is_square = [&](std::size_t at) {
    return is_square_at(line, at) && line[at] == lower_case(line[at]);  // "Key: 8FA1B2" is none
  };
  for (std::size_t at = 0; at + 2 <= line.size(); ++at) {
    if (!is_square(at)) continue;
    const bool two = is_square(at + 2);
    std::string_view rest = skip(line, at + (two ? 4 : 2));
    if (!rest.empty() && is_letter(rest.front())) rest.remove_prefix(1);  // a promotion
    const auto digit = std::ranges::find_if(rest, is_digit);
    const auto number = static_cast<std::size_t>(digit - rest.begin());
    if (digit == rest.end()) continue;
    if (!two && std::any_of(rest.begin(), digit, is_letter)) continue;
    const std::string_view behind = skip(rest, number + read_number(rest.substr(number)).length);
    if (two || (number > 0 && trimmed(behind).empty())) return true;
  }
  return false;
}

bool has_move_word(std::string_view line) {
  const auto is_of_word = [](char c) { return is_letter(c) || is_digit(c); };
  while (!line.empty()) {
    const std::size_t length = std::ranges::find_if_not(line, is_of_word) - line.begin();
    const std::string_view word = line.substr(0, length);
    if (word == "0000") return true;  // a null move
    if ((length == 4 || (length == 5 && is_letter(word[4]))) && is_letter(word[0]) &&
        is_digit(word[1]) && is_letter(word[2]) && is_digit(word[3]))
      return true;
    line = skip(line, length + 1);
  }
  return false;
}

std::string unread_line(std::string_view line, std::uint64_t total, std::uint64_t sum) {
  return fmt::format(
      "printed '{}', which cannot be read, and the total {} where the lines that can be read add "
      "up to {}",
      printable(line), total, sum);
}

PrintedLine parse_printed_line(std::string_view line) {
  PrintedLine printed;
  const std::string_view text = trimmed(line);
  if (text.starts_with("bestmove") || text.starts_with("id ")) return printed;

  // The move is the first word, or stands behind an index or the word "move".
  std::size_t at = 0;
  for (int words = 0; words < 4 && at < text.size(); ++words) {
    std::size_t begin = at;
    while (begin < text.size() && !is_letter(text[begin]) && !is_digit(text[begin])) ++begin;
    const std::string_view rest = skip(text, begin);
    if (auto move = move_at(rest)) {
      move->prefix = prefix_of(text.substr(0, begin));
      printed.move = std::move(move);
      break;
    }
    at = begin;
    while (at < text.size() && !is_blank(text[at])) ++at;
  }

  // Of JSON, where the label is the same at the beginning of a line and behind other members.
  const std::size_t label_begin = std::min(text.find_first_not_of("{\"' \t"), text.size());
  for (std::size_t begin = 0; begin < text.size();) {
    const bool starts = is_digit(text[begin]) &&
                        (begin == 0 || (!is_letter(text[begin - 1]) && !is_digit(text[begin - 1])));
    if (!starts) {
      ++begin;
      continue;
    }
    const NumberText number = read_number(text.substr(begin));
    const bool negative = begin > 0 && text[begin - 1] == '-' &&
                          (begin == 1 || is_blank(text[begin - 2]) || text[begin - 2] == ':');
    const std::size_t label_end = std::max(negative ? begin - 1 : begin, label_begin);
    if (number.value)
      (negative ? printed.negatives : printed.numbers)
          .push_back({label_of(text.substr(label_begin, label_end - label_begin)),
                      unit_after(text.substr(begin + number.length)), *number.value});
    begin += number.length;
  }
  return printed;
}

}  // namespace perft_verify::reference
