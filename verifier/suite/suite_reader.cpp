#include "verifier/suite/suite_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/counting/perft.h"
#include "core/text/lines.h"
#include "verifier/suite/csv_reader.h"
#include "verifier/suite/epd_reader.h"
#include "verifier/suite/json_reader.h"
#include "verifier/suite/perft_reader.h"

namespace perft_verify::verifier {
namespace {

struct Extension {
  std::string_view name;
  SuiteFormat format;
};
constexpr std::array<Extension, 7> kExtensions{{{"epd", SuiteFormat::Epd},
                                                {"perft", SuiteFormat::Perft},
                                                {"csv", SuiteFormat::Csv},
                                                {"tsv", SuiteFormat::Csv},
                                                {"json", SuiteFormat::JsonRows},
                                                {"jsonl", SuiteFormat::JsonRows},
                                                {"ndjson", SuiteFormat::JsonRows}}};

/// `[Event "…"]`: a tag of PGN, and not JSON.
bool is_pgn(std::string_view text) {
  return text.size() > 2 && text[0] == '[' && text[1] >= 'A' && text[1] <= 'Z' &&
         text.substr(0, 100).contains(" \"");
}

bool is_web_page(std::string_view text) {
  const std::string begin = lower_case(text.substr(0, 20));
  return begin.starts_with("<!doctype html") || begin.starts_with("<html");
}

bool is_compressed(std::string_view bytes) {
  using std::string_view_literals::operator""sv;
  for (const std::string_view magic : {"\x1f\x8b"sv, "PK\x03\x04"sv,
                                       "\xFD"
                                       "7zXZ"sv,
                                       "\x28\xB5\x2F\xFD"sv, "BZh"sv, "7z\xBC\xAF"sv})
    if (bytes.starts_with(magic)) return true;
  return false;
}

/// Text in which every other byte is NUL.
bool is_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  const std::string_view sample = bytes.substr(0, 64);
  std::array<std::size_t, 2> zeros{};
  for (std::size_t at = 0; at < sample.size(); ++at)
    if (sample[at] == '\0') ++zeros[at % 2];
  const std::size_t half = sample.size() / 2;
  return half > 4 && std::ranges::max(zeros) == half && std::ranges::min(zeros) == 0;
}

std::string_view begin_of_text(std::string_view bytes) {
  constexpr std::string_view kSkipped = "\xEF\xBB\xBF \t\r\n";
  return bytes.substr(std::min(bytes.find_first_not_of(kSkipped), bytes.size()));
}

/// The message for a file that is something else than a suite; empty if it may be one.
std::string what_else(const std::string& file, std::string_view bytes) {
  const std::string_view text = begin_of_text(bytes);
  if (is_utf16(bytes))
    return "this file is UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW";
  if (is_compressed(bytes))
    return "this file is compressed; unpack it, or pipe it in: zcat FILE.gz | verify -";
  if (is_pgn(text) && format_of_name(file) != SuiteFormat::JsonRows)
    return "this is PGN, games and not positions; a suite has a FEN in each line: FEN ;D1 20";
  if (is_web_page(text)) return "this is a web page; download the raw file";
  if (bytes.substr(0, 4096).find_first_not_of('\0') == std::string_view::npos && bytes.size() > 1)
    return "this is not a text file: it begins with NUL bytes";
  return "";
}

/// The variant of chess in a name (of a file, of a row); empty if none.
std::string_view variant_in(std::string_view name) {
  struct Variant {
    std::string_view letters, name;
  };
  constexpr std::array<Variant, 12> kVariants{{{"atomic", "atomic chess"},
                                               {"racingkings", "racing kings"},
                                               {"giveaway", "giveaway chess"},
                                               {"antichess", "antichess"},
                                               {"suicide", "suicide chess"},
                                               {"crazyhouse", "crazyhouse"},
                                               {"bughouse", "bughouse"},
                                               {"horde", "horde"},
                                               {"3check", "three-check"},
                                               {"threecheck", "three-check"},
                                               {"kingofthehill", "king of the hill"},
                                               {"koth", "king of the hill"}}};
  std::string letters;
  for (const char c : lower_case(name.substr(name.rfind('/') + 1)))
    if ((c >= 'a' && c <= 'z') || is_digit(c)) letters += c;
  const auto* const at = std::ranges::find_if(
      kVariants, [&](const Variant& variant) { return letters.starts_with(variant.letters); });
  return at == kVariants.end() ? "" : at->name;
}

/// Whether a recorded count differs from that of standard chess, as deep as that is cheap.
bool is_of_other_rules(const Row& row) {
  constexpr std::uint64_t kCheap = 10'000;  // the next depth has some 300,000
  const auto position = row.position();
  if (!position) return false;
  int depth = 0;
  std::uint64_t count = 1;
  for (const auto& [recorded_depth, recorded] : row.recorded) {
    while (depth < recorded_depth && count <= kCheap) {
      const auto counted = perft(*position, ++depth);
      if (!counted) return false;
      count = *counted;
    }
    if (depth < recorded_depth) return false;
    if (count != recorded) return true;
  }
  return false;
}

/// Recognizes suites of variants, which chess libraries have beside those of chess.
class VariantCheck {
 public:
  explicit VariantCheck(std::string_view file) : variant_(variant_in(file)) {}

  void look_at(const Row& row) {
    const std::string_view variant = variant_.empty() ? variant_in(row.id) : variant_;
    if (variant.empty() || !found_.empty() || !is_of_other_rules(row)) return;
    found_ = variant;
    place_ = {row.line, row.column};
  }

  void tell(Suite& suite) const {
    const std::string_view variant = !found_.empty()          ? found_
                                     : suite.problems.empty() ? std::string_view()
                                                              : variant_;
    if (variant.empty()) return;
    const Place place =
        found_.empty() ? Place{suite.problems.front().line, suite.problems.front().column} : place_;
    suite.problems = {{suite.file, place.line, place.column, std::nullopt,
                       fmt::format("this looks like a suite of {}, whose rules are others; verify "
                                   "knows standard chess and Chess960",
                                   variant),
                       "", true}};
  }

 private:
  std::string_view variant_;  // by the file's name
  std::string_view found_;
  Place place_;
};

Suite read_as(SuiteFormat format, const std::string& file, std::string_view bytes,
              const FenOptions& options, const RowSink& sink) {
  switch (format) {
    case SuiteFormat::Perft:
      return read_perft(file, bytes, options, sink);
    case SuiteFormat::Csv:
      return read_csv(file, bytes, options, sink);
    case SuiteFormat::JsonRows:
      return read_json(file, bytes, options, sink);
    case SuiteFormat::Epd:
      break;
  }
  return read_epd(file, bytes, options, sink);
}

}  // namespace

std::string_view to_string(SuiteFormat format) {
  constexpr std::array<std::string_view, 4> kNames{"epd", "perft", "csv", "json"};
  return kNames[static_cast<std::size_t>(format)];
}

std::optional<SuiteFormat> format_of_word(std::string_view word) {
  const auto at = std::ranges::find(kExtensions, word, &Extension::name);
  return at == kExtensions.end() || to_string(at->format) != word ? std::nullopt
                                                                  : std::optional(at->format);
}

std::optional<SuiteFormat> format_of_name(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto at =
      std::ranges::find(kExtensions, lower_case(file.substr(dot + 1)), &Extension::name);
  return at == kExtensions.end() ? std::nullopt : std::optional(at->format);
}

SuiteFormat format_of_content(std::string_view bytes) {
  const std::string_view text = begin_of_text(bytes);
  if (text.starts_with('{') || text.starts_with('[')) return SuiteFormat::JsonRows;
  Lines lines(text.substr(0, kMaxLine));
  while (lines.next()) {
    if (is_comment_or_empty(lines.text())) continue;
    const std::string_view word = next_word(lines.text(), 0).text;
    // `position fen …` alone is a line of EPD that was copied from a program's input.
    if (word == "position" && lines.next() && lines.text().starts_with("perft"))
      return SuiteFormat::Perft;
    if (word == "id" || word == "epd" || word == "fen" || word == "perft")
      return SuiteFormat::Perft;
    return csv_separator(text) ? SuiteFormat::Csv : SuiteFormat::Epd;
  }
  return SuiteFormat::Epd;
}

Suite read_suite(const std::string& file, std::string_view bytes, const FenOptions& options,
                 const RowSink& sink) {
  if (const std::string hint = what_else(file, bytes); !hint.empty()) {
    SuiteBuilder suite(file, bytes);
    suite.give_up({{1, 1}, hint}, bytes.substr(0, 40));
    return suite.finish();
  }
  const SuiteFormat content = format_of_content(bytes);
  // A program's input reads as EPD, its counts left out.
  const bool is_input =
      content == SuiteFormat::Perft && begin_of_text(bytes).starts_with("position");
  const SuiteFormat format = is_input ? content : format_of_name(file).value_or(content);
  bool has_rows = false;
  VariantCheck variant(file);
  const RowSink watched = [&](Row row) {
    has_rows = true;
    variant.look_at(row);
    sink(std::move(row));
  };
  Suite suite = read_as(format, file, bytes, options, sink ? watched : RowSink());
  for (const Row& row : suite.rows) variant.look_at(row);
  variant.tell(suite);
  const bool nothing = !has_rows && suite.rows.empty() && !suite.problems.empty();
  if (format == content || !nothing) return suite;
  // The name contradicts every line: a page copied into `suite.epd`, for example.
  Suite other = read_as(content, file, bytes, options, sink ? watched : RowSink());
  if (has_rows || !other.rows.empty()) return other;
  suite.problems.front().message += fmt::format(
      "; this looks like {}, not {}: give the file that extension, or pipe it in as "
      "standard input",
      to_string(content), to_string(format));
  return suite;
}

}  // namespace perft_verify::verifier
