#include "verifier/suite/epd_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/contains.h"
#include "core/text/lines.h"
#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

/// Opcodes of the EPD standard, two that perft suites use, and two of our own for work units. Any
/// other word after the fourth field is taken for a clock.
constexpr std::array<std::string_view, 32> kOpcodes{
    "acd", "acn",         "acs",         "am",         "avl",        "bm",          "ce",
    "dm",  "draw_accept", "draw_claim",  "eco",        "fmvn",       "hmvc",        "id",
    "nic", "noop",        "perft",       "pm",         "pv",         "rc",          "resign",
    "sm",  "tcgs",        "tcri",        "tcsi",       "draw_offer", "draw_reject", "epd",
    "c",   "v",           "perft_depth", "perft_times"};

/// The opcode of a recorded depth at the beginning of a word: all of D7, d7, D7: and the D7= of
/// D7=400. A D without a number is taken for one.
std::string_view depth_opcode(std::string_view word) {
  if (!word.starts_with('D') && !word.starts_with('d')) return "";
  std::size_t end = 1;
  while (end < word.size() && is_digit(word[end])) ++end;
  if (end == word.size()) return end == 1 && word != "D" ? "" : word;
  if (end == 1 || (word[end] != '=' && word[end] != ':')) return "";
  return word.substr(0, end + 1);
}

bool is_known_opcode(std::string_view word) {
  if (word.size() == 2 && (word[0] == 'c' || word[0] == 'v') && is_digit(word[1])) return true;
  return contains(kOpcodes, word);
}

bool is_opcode(std::string_view word) {
  if (word.starts_with('-') || is_digit(word[0])) return false;  // like most fields of a FEN
  return !depth_opcode(word).empty() || is_known_opcode(word);
}

/// Whether the word may precede the FEN in a line copied from a page or a program: a number (`1.`,
/// `12)`, `[3]`), a bullet, `FEN:`, `position fen`.
bool is_before_fen(std::string_view word) {
  for (const std::string_view known :
       {"-", "*", "+", "\xE2\x80\xA2", "fen:", "FEN", "FEN:", "Fen:", "epd:", "EPD:", "position"})
    if (word == known) return true;
  if (word.starts_with('[') || word.starts_with('(')) word.remove_prefix(1);
  std::size_t digits = 0;
  while (digits < word.size() && is_digit(word[digits])) ++digits;
  const std::string_view end = word.substr(digits);
  return digits > 0 && (end.empty() || end == "." || end == ")" || end == "]" || end == ":" ||
                        end == ".)" || end == "):");
}

/// The start of a line's board: at its first word, or after such words.
std::size_t fen_begin(std::string_view line) {
  const Word first = next_word(line, 0);
  std::string_view before;
  for (Word word = first; !word.text.empty(); word = next_word(line, word.end())) {
    if (word.text.contains('/')) return word.begin;
    // Alone it is a line of another format.
    const bool command = before == "position" && word.text == "fen";
    if (!command && !is_before_fen(word.text)) break;
    before = word.text;
  }
  return first.begin;
}

/// The end of an operation that begins at `begin`: an unquoted ';'. The error is the place of a
/// quotation mark that is never closed.
std::expected<std::size_t, std::size_t> operation_end(std::string_view line, std::size_t begin) {
  bool quoted = false;
  std::size_t quote = 0;
  std::size_t end = begin;
  for (; end < line.size() && (quoted || line[end] != ';'); ++end) {
    if (line[end] != '"') continue;
    quoted = !quoted;
    quote = end;
  }
  if (quoted) return std::unexpected(quote);
  return end;
}

/// Whether an unknown operation might be meant as a count: `perft1 20`, `20`.
bool looks_like_a_count(std::string_view opcode, std::string_view operation) {
  if (opcode == "perft") {
    const Word depth = next_word(operation, opcode.size());
    return !next_word(operation, depth.end()).text.empty();
  }
  return !is_known_opcode(opcode) && !operation.contains('"') &&
         std::ranges::any_of(operation, is_digit);
}

/// `4 197281`, up to the end or a ';', as some files write D4 197281.
bool is_depth_and_count(std::string_view text) {
  text = text.substr(0, text.find(';'));
  const Word depth = next_word(text, 0);
  const Word count = next_word(text, depth.end());
  return depth.text.size() <= 2 && is_number(depth.text) && is_number(count.text) &&
         next_word(text, count.end()).text.empty();
}

class LineReader {
 public:
  LineReader(Text line, const FenOptions& options)
      : place_(line), line_(line.text), options_(options) {}

  Parsed<Row> read() {
    const std::size_t begin = fen_begin(line_);
    const std::size_t fen_end = find_fen_end(begin);
    Row row;
    const auto operations = read_operations(fen_end, row);
    const std::string fen = fen_with_clocks(begin, fen_end);
    const auto position = set_position(row, {fen, place_.at(begin)}, options_);
    if (!position) return std::unexpected(position.error());
    if (!operations) return std::unexpected(operations.error());
    return row;
  }

 private:
  /// The FEN ends at the first ';', or where an opcode follows its fourth or sixth field.
  [[nodiscard]] std::size_t find_fen_end(std::size_t at) const {
    for (int field = 0;; ++field) {
      const Word word = next_word(line_, at);
      if (word.text.empty()) return word.begin;
      if (field >= 4 && is_opcode(word.text)) return word.begin;
      if (field == 6 && is_depth_and_count(line_.substr(word.begin))) return word.begin;
      at = word.end();
    }
  }

  Parsed<void> read_operations(std::size_t begin, Row& row) {
    while (begin < line_.size()) {
      const auto end = operation_end(line_, begin);
      if (!end) return complain(place_.at(end.error()), "this quotation mark is never closed");
      if (auto ok = read_operation(begin, *end, row); !ok) return ok;
      begin = *end + 1;
    }
    return {};
  }

  Parsed<void> read_operation(std::size_t begin, std::size_t end, Row& row) {
    const std::string_view text = line_.substr(0, end);
    const Word opcode = next_word(text, begin);
    if (opcode.text.empty()) return {};
    if (const std::string_view depth = depth_opcode(opcode.text); !depth.empty())
      return read_depths(text, {depth, opcode.begin}, row);
    if (is_depth_and_count(text.substr(opcode.begin))) return read_numbers(text, opcode, row);
    const std::string_view operation = trimmed(text.substr(opcode.begin));
    const std::string_view operand = trimmed(operation.substr(opcode.text.size()));
    if (opcode.text == "id") {
      row.id = unquoted(operand);
    } else if (opcode.text == "hmvc") {
      halfmove_ = operand;
    } else if (opcode.text == "fmvn") {
      fullmove_ = operand;
    } else {
      if (opcode.text == "perft_depth") {
        if (auto ok = read_wanted_depth(operand, opcode, row); !ok) return ok;
      }
      if (looks_like_a_count(opcode.text, operation)) row.unread = operation;
      row.operations.emplace_back(operation);
    }
    return {};
  }

  Parsed<void> read_wanted_depth(std::string_view digits, Word opcode, Row& row) const {
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, row.wanted_depth);
    if (error == std::errc{} && stop == end && row.wanted_depth >= 1 &&
        row.wanted_depth <= kMaxWantedDepth)
      return {};
    return complain(place_.at(opcode.begin), fmt::format("perft_depth '{}' is not a depth: 1 to {}",
                                                         printable(digits, 60), kMaxWantedDepth));
  }

  Parsed<void> read_numbers(std::string_view text, Word depth, Row& row) const {
    const Word count = next_word(text, depth.end());
    const auto number = parse_count({depth.text, place_.at(depth.begin)});
    const auto nodes = parse_count({count.text, place_.at(count.begin)});
    if (!number || !nodes) return std::unexpected((number ? nodes : number).error());
    return record_count(row, static_cast<int>(*number), *nodes, place_.at(depth.begin));
  }

  /// `D1 20`, and `D1 20 D2 400`, separated by blanks or tabs only.
  Parsed<void> read_depths(std::string_view text, Word opcode, Row& row) const {
    while (true) {
      const auto next = read_depth(text, opcode, row);
      if (!next) return std::unexpected(next.error());
      const Word rest = next_word(text, *next);
      if (rest.text.empty()) return {};
      const std::string_view depth = depth_opcode(rest.text);
      if (depth.empty())
        return complain(place_.at(rest.begin),
                        fmt::format("'{}' after the count of {}: a ';' belongs here",
                                    printable(rest.text), printable(opcode.text)));
      opcode = {depth, rest.begin};
    }
  }

  /// Returns the end of the count.
  Parsed<std::size_t> read_depth(std::string_view text, Word opcode, Row& row) const {
    int depth = 0;
    std::string_view digits = opcode.text.substr(1);
    const bool assigned = digits.ends_with('=') || digits.ends_with(':');
    if (assigned) digits.remove_suffix(1);
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), depth);
    if (digits.empty() || error != std::errc{} || depth > kMaxRecordedDepth)
      return complain(place_.at(opcode.begin),
                      fmt::format("'{}' is not a depth: D1 to D{}", printable(opcode.text, 60),
                                  kMaxRecordedDepth));
    Word operand = next_word(text, opcode.end());
    if (!assigned && (operand.text.starts_with('=') || operand.text.starts_with(':')))
      operand = next_word(text, operand.begin + 1);
    const auto nodes = parse_count({operand.text, place_.at(operand.begin)});
    if (!nodes) return std::unexpected(nodes.error());
    if (auto ok = record_count(row, depth, *nodes, place_.at(opcode.begin)); !ok)
      return std::unexpected(ok.error());
    return operand.end();
  }

  static std::string unquoted(std::string_view text) {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
      text = text.substr(1, text.size() - 2);
    return std::string(text);
  }

  /// EPD may give the clocks of a four-field position as opcodes.
  [[nodiscard]] std::string fen_with_clocks(std::size_t begin, std::size_t fen_end) const {
    std::string text(line_.substr(begin, fen_end - begin));
    if (halfmove_.empty() && fullmove_.empty()) return text;
    int fields = 0;
    for (std::size_t at = 0;; ++fields) {
      const Word word = next_word(text, at);
      if (word.text.empty()) break;
      at = word.end();
    }
    if (fields == 4)
      text += fmt::format(" {} {}", halfmove_.empty() ? "0" : halfmove_,
                          fullmove_.empty() ? "1" : fullmove_);
    return text;
  }

  Text place_;
  std::string_view line_;
  const FenOptions& options_;
  std::string halfmove_;
  std::string fullmove_;
};

}  // namespace

std::optional<std::vector<std::string>> operations_of(std::string_view text) {
  if (has_control_characters(text)) return std::nullopt;
  std::vector<std::string> operations;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = operation_end(text, begin);
    if (!end) return std::nullopt;
    const std::string_view operation = trimmed(text.substr(begin, *end - begin));
    const std::string_view opcode = next_word(operation, 0).text;
    if (!depth_opcode(opcode).empty() || opcode == "id" || opcode == "hmvc" || opcode == "fmvn")
      return std::nullopt;
    if (!operation.empty()) operations.emplace_back(operation);
    begin = *end + 1;
  }
  return operations;
}

Suite read_epd(const std::string& file, std::string_view bytes, const FenOptions& options,
               const RowSink& sink) {
  SuiteBuilder suite(file, bytes, sink);
  Lines lines(suite.text());
  while (!suite.gave_up() && lines.next()) {
    const Text line{lines.text(), {lines.number(), 1}};
    if (is_comment_or_empty(line.text)) {
      suite.comment(lines.number(), line.text);
      continue;
    }
    auto row = line.text.size() > kMaxLine
                   ? complain(line.at(kMaxLine),
                              "the line is longer than a megabyte; is this a text file?")
                   : LineReader(line, options).read();
    if (row) {
      suite.add(std::move(*row));
    } else {
      suite.refuse(std::move(row.error()), line.text);
    }
  }
  return suite.finish();
}

}  // namespace perft_verify::verifier
