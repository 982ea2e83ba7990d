#include "verifier/suite/epd_reader.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <expected>

#include "core/fen.h"
#include "reference/foreign_text.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMaxLine = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Opcodes of the EPD standard, and two that perft suites use. A word after the fourth field
/// that is none of them is meant to be a clock.
constexpr std::array<std::string_view, 30> kOpcodes{
    "acd",         "acn",        "acs",         "am",   "avl",    "bm", "ce",   "dm",
    "draw_accept", "draw_claim", "eco",         "fmvn", "hmvc",   "id", "nic",  "noop",
    "perft",       "pm",         "pv",          "rc",   "resign", "sm", "tcgs", "tcri",
    "tcsi",        "draw_offer", "draw_reject", "epd",  "c",      "v"};

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// D7: a recorded depth.
bool is_depth_opcode(std::string_view word) {
  return word.starts_with('D') && std::ranges::all_of(word.substr(1), is_digit);
}

bool is_opcode(std::string_view word) {
  if (is_depth_opcode(word)) return true;
  if (word.size() == 2 && (word[0] == 'c' || word[0] == 'v') && is_digit(word[1])) return true;
  return std::ranges::find(kOpcodes, word) != kOpcodes.end();
}

struct Word {
  std::string_view text;
  std::size_t begin = 0;
  [[nodiscard]] std::size_t end() const { return begin + text.size(); }
};

Word next_word(std::string_view line, std::size_t at) {
  while (at < line.size() && is_blank(line[at])) ++at;
  std::size_t end = at;
  while (end < line.size() && !is_blank(line[end]) && line[end] != ';') ++end;
  return {line.substr(at, end - at), at};
}

/// A problem inside one line; the reader adds file, line and excerpt.
struct Complaint {
  std::size_t offset = 0;
  std::string message;
  std::optional<FenErrorClass> error_class = std::nullopt;
};
template <typename T>
using Parsed = std::expected<T, Complaint>;

std::unexpected<Complaint> complain(std::size_t offset, std::string message) {
  return std::unexpected(Complaint{offset, std::move(message)});
}

class LineReader {
 public:
  LineReader(std::string_view line, const FenOptions& options) : line_(line), options_(options) {}

  Parsed<Row> read() {
    const std::size_t fen_end = find_fen_end();
    Row row;
    const auto operations = read_operations(fen_end, row);
    const auto parsed = parse_fen(fen_with_clocks(fen_end), options_);
    if (!parsed)
      return std::unexpected(Complaint{parsed.error().offset, std::string(parsed.error().message()),
                                       parsed.error().error_class()});
    if (!operations) return std::unexpected(operations.error());
    row.fen = parsed->position.fen();
    row.chess960 = parsed->position.chess960();
    note_oddities(parsed->notes, row);
    return row;
  }

 private:
  /// The FEN ends at the first ';', or where an opcode follows its fourth or sixth field.
  [[nodiscard]] std::size_t find_fen_end() const {
    std::size_t at = 0;
    for (int field = 0;; ++field) {
      const Word word = next_word(line_, at);
      if (word.text.empty()) return word.begin;
      if (field >= 4 && is_opcode(word.text)) return word.begin;
      at = word.end();
    }
  }

  /// Operations are separated by ';', which inside quotes is a character like any other.
  Parsed<void> read_operations(std::size_t begin, Row& row) {
    while (begin < line_.size()) {
      std::size_t end = begin;
      bool quoted = false;
      std::size_t quote = 0;
      for (; end < line_.size() && (quoted || line_[end] != ';'); ++end) {
        if (line_[end] != '"') continue;
        quoted = !quoted;
        quote = end;
      }
      if (quoted) return complain(quote, "this quotation mark is never closed");
      if (auto ok = read_operation(begin, end, row); !ok) return ok;
      begin = end + 1;
    }
    return {};
  }

  Parsed<void> read_operation(std::size_t begin, std::size_t end, Row& row) {
    const std::string_view text = line_.substr(0, end);
    const Word opcode = next_word(text, begin);
    if (opcode.text.empty()) return {};
    const Word operand = next_word(text, opcode.end());
    if (is_depth_opcode(opcode.text)) return read_depth(text, opcode, operand, row);
    if (opcode.text == "id") row.id = unquoted(text.substr(operand.begin));
    if (opcode.text == "hmvc") halfmove_ = operand.text;
    if (opcode.text == "fmvn") fullmove_ = operand.text;
    return {};
  }

  static Parsed<void> read_depth(std::string_view text, Word opcode, Word operand, Row& row) {
    int depth = 0;
    const std::string_view digits = opcode.text.substr(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), depth);
    if (digits.empty() || depth < 1 || depth > kMaxRecordedDepth)
      return complain(opcode.begin,
                      fmt::format("'{}' is no depth: D1 to D{}", reference::printable(opcode.text),
                                  kMaxRecordedDepth));
    std::uint64_t nodes = 0;
    const char* const end = operand.text.data() + operand.text.size();
    const auto [stop, error] = std::from_chars(operand.text.data(), end, nodes);
    if (operand.text.empty() || error != std::errc{} || stop != end)
      return complain(operand.begin,
                      fmt::format("'{}' is no count: a number from 0 to 18446744073709551615 "
                                  "belongs after {}",
                                  reference::printable(operand.text), opcode.text));
    const Word rest = next_word(text, operand.end());
    if (!rest.text.empty()) {
      // `D1 20 D2 400`: separated by blanks or tabs only.
      if (!is_depth_opcode(rest.text))
        return complain(rest.begin, fmt::format("'{}' after the count of {}: a ';' belongs here",
                                                reference::printable(rest.text), opcode.text));
      if (auto ok = read_depth(text, rest, next_word(text, rest.end()), row); !ok) return ok;
    }
    const auto [at, fresh] = row.recorded.emplace(depth, nodes);
    if (!fresh && at->second != nodes)
      return complain(opcode.begin, fmt::format("depth {} is recorded twice, with {} and {}", depth,
                                                at->second, nodes));
    return {};
  }

  static std::string unquoted(std::string_view text) {
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
      text = text.substr(1, text.size() - 2);
    return std::string(text);
  }

  /// EPD may give the clocks of a four-field position as opcodes.
  [[nodiscard]] std::string fen_with_clocks(std::size_t fen_end) const {
    std::string text(line_.substr(0, fen_end));
    int fields = 0;
    for (std::size_t at = 0;; ++fields) {
      const Word word = next_word(text, at);
      if (word.text.empty()) break;
      at = word.end();
    }
    if (fields == 4 && (!halfmove_.empty() || !fullmove_.empty()))
      text += fmt::format(" {} {}", halfmove_.empty() ? "0" : halfmove_,
                          fullmove_.empty() ? "1" : fullmove_);
    return text;
  }

  static void note_oddities(const FenNotes& notes, Row& row) {
    if (notes.five_fields) row.notes.emplace_back("the fullmove number is missing; 1 is assumed");
    if (notes.digit_run)
      row.notes.emplace_back("neighbouring digits in the board where one would say it");
    if (notes.castling_order) row.notes.emplace_back("castling rights are not in the order KQkq");
    if (notes.clocks_clamped) row.notes.emplace_back("a clock was out of range and is clamped");
  }

  std::string_view line_;
  const FenOptions& options_;
  std::string halfmove_;
  std::string fullmove_;
};

/// NUL, CR and blanks at the end of a line mean nothing: whole suites are written that way.
std::string_view without_line_end(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\0' || is_blank(line.back())))
    line.remove_suffix(1);
  return line;
}

bool is_comment_or_empty(std::string_view line) {
  const Word first = next_word(line, 0);
  return first.begin == line.size() || line[first.begin] == '#' || line[first.begin] == '%';
}

std::string sha256_of(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
  std::string text;
  for (unsigned at = 0; at < length; ++at) text += fmt::format("{:02x}", digest[at]);
  return text;
}

}  // namespace

Suite read_epd(const std::string& file, std::string_view bytes, const FenOptions& options) {
  Suite suite{file, sha256_of(bytes), {}, {}};
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 1; !bytes.empty(); ++number) {
    const std::size_t feed = bytes.find('\n');
    const std::string_view line = without_line_end(bytes.substr(0, feed));
    bytes.remove_prefix(feed == std::string_view::npos ? bytes.size() : feed + 1);
    if (is_comment_or_empty(line)) continue;
    auto row = line.size() > kMaxLine
                   ? complain(kMaxLine, "the line is longer than a megabyte; is this a text file?")
                   : LineReader(line, options).read();
    if (!row) {
      Complaint& complaint = row.error();
      suite.problems.push_back({file, number, complaint.offset + 1, complaint.error_class,
                                std::move(complaint.message), reference::printable(line, 120)});
      continue;
    }
    row->file = file;
    row->line = number;
    suite.rows.push_back(std::move(*row));
  }
  return suite;
}

}  // namespace perft_verify::verifier
