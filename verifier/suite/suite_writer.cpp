#include "verifier/suite/suite_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/text/lines.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Data lost in the conversion, by kind.
struct Losses {
  std::size_t comments = 0;
  std::size_t operations = 0;  // rows whose operations are left out
  std::size_t changed = 0;     // texts in which a character had to be replaced
};

/// A text for the inside of a line: tabs become blanks, and other control characters question
/// marks. A blank could turn other text into a count ("\x02" before "1 20").
std::string on_one_line(std::string_view text, Losses& losses) {
  std::string line(text);
  if (std::ranges::any_of(line, is_control)) ++losses.changed;
  std::ranges::replace(line, '\t', ' ');
  std::ranges::replace_if(line, is_control, '?');
  return line;
}

class EpdWriter {
 public:
  static constexpr bool kHasComments = true;

  void comment(std::string_view text, Losses& losses) { text_ += on_one_line(text, losses) + "\n"; }

  void row(const Row& row, Losses& losses) {
    text_ += row.fen;
    for (const auto& [depth, nodes] : row.recorded) text_ += fmt::format(" ;D{} {}", depth, nodes);
    for (const std::string& operation : row.operations)
      text_ += " ;" + on_one_line(operation, losses);
    if (!row.id.empty()) text_ += fmt::format(" ;id \"{}\"", without_quotes(row.id, losses));
    if (!row.id.empty() || !row.operations.empty()) text_ += ';';
    text_ += '\n';
  }

  std::string finish() { return std::move(text_); }

 private:
  static std::string without_quotes(std::string_view id, Losses& losses) {
    std::string text = on_one_line(id, losses);
    if (text.contains('"')) ++losses.changed;
    std::ranges::replace(text, '"', '\'');
    return text;
  }

  std::string text_;
};

class PerftWriter {
 public:
  static constexpr bool kHasComments = true;

  void comment(std::string_view text, Losses& losses) {
    if (!text.empty()) text_ += on_one_line(text, losses) + "\n";
  }

  void row(const Row& row, Losses& losses) {
    if (!row.operations.empty()) ++losses.operations;
    if (!text_.empty()) text_ += '\n';
    if (!row.id.empty()) {
      const std::string id = on_one_line(row.id, losses);
      if (trimmed(id) != id) ++losses.changed;
      text_ += fmt::format("id {}\n", trimmed(id));
    }
    // Other readers of this format expect four fields; clocks that matter are written.
    std::string_view fen = row.fen;
    if (fen.ends_with(" 0 1")) fen.remove_suffix(4);
    text_ += fmt::format("epd {}\n", fen);
    for (const auto& [depth, nodes] : row.recorded)
      text_ += fmt::format("perft {} {}\n", depth, nodes);
  }

  std::string finish() { return std::move(text_); }

 private:
  std::string text_;
};

class CsvWriter {
 public:
  static constexpr bool kHasComments = false;

  explicit CsvWriter(std::span<const Suite> suites) {
    for (const Suite& suite : suites)
      for (const Row& row : suite.rows) {
        for (const auto& [depth, nodes] : row.recorded) depths_.insert(depth);
        has_ids_ = has_ids_ || !row.id.empty();
        has_operations_ = has_operations_ || !row.operations.empty();
      }
    text_ = "fen";
    for (const int depth : depths_) text_ += fmt::format(",D{}", depth);
    if (has_ids_) text_ += ",id";
    if (has_operations_) text_ += ",operations";
    text_ += '\n';
  }

  void comment(std::string_view /*text*/, Losses& /*losses*/) {}

  void row(const Row& row, Losses& losses) {
    text_ += row.fen;
    for (const int depth : depths_) {
      const auto count = row.recorded.find(depth);
      text_ += count == row.recorded.end() ? "," : fmt::format(",{}", count->second);
    }
    if (has_ids_) text_ += "," + quoted(row.id);
    if (has_operations_)
      text_ +=
          "," + quoted(on_one_line(fmt::format("{}", fmt::join(row.operations, "; ")), losses));
    text_ += '\n';
  }

  std::string finish() { return std::move(text_); }

 private:
  static std::string quoted(std::string text) {
    // A spreadsheet would evaluate it. The reader removes the apostrophe again.
    if (begins_formula(text)) text.insert(0, "'");
    const bool plain = trimmed(text) == text && text.find('"') == std::string::npos &&
                       text.find(',') == std::string::npos &&
                       !std::ranges::any_of(text, is_control);
    if (plain) return text;
    std::string result = "\"";
    for (const char c : text) {
      if (c == '"') result += '"';
      result += c;
    }
    return result + "\"";
  }

  std::set<int> depths_;
  bool has_ids_ = false;
  bool has_operations_ = false;
  std::string text_;
};

class JsonWriter {
 public:
  static constexpr bool kHasComments = false;

  void comment(std::string_view /*text*/, Losses& /*losses*/) {}

  void row(const Row& row, Losses& losses) {
    Json json{{"fen", row.fen}};
    if (!row.id.empty()) json["id"] = row.id;
    for (const auto& [depth, nodes] : row.recorded) json["depths"][std::to_string(depth)] = nodes;
    for (const std::string& operation : row.operations)
      json["operations"].push_back(on_one_line(operation, losses));
    std::string line;
    try {
      line = json.dump();
    } catch (const Json::type_error&) {  // not UTF-8
      ++losses.changed;
      line = line_of(json);
    }
    text_ += (text_.empty() ? "[\n" : ",\n") + line;
  }

  std::string finish() { return std::move(text_) + "\n]\n"; }

 private:
  std::string text_;
};

template <typename Writer>
std::string write(std::span<const Suite> suites, bool keep_empty_lines, Writer writer,
                  Losses& losses) {
  for (const Suite& suite : suites) {
    auto comment = suite.comments.begin();
    const auto write_comments_before = [&](std::size_t line) {
      for (; comment != suite.comments.end() && comment->line < line; ++comment) {
        if (!Writer::kHasComments && !comment->text.empty()) ++losses.comments;
        if (keep_empty_lines || !comment->text.empty()) writer.comment(comment->text, losses);
      }
    };
    for (const Row& row : suite.rows) {
      write_comments_before(row.line);
      writer.row(row, losses);
    }
    write_comments_before(std::string_view::npos);
  }
  return writer.finish();
}

}  // namespace

WrittenSuite write_suites(std::span<const Suite> suites, SuiteFormat format) {
  Losses losses;
  WrittenSuite written;
  switch (format) {
    case SuiteFormat::Epd: {
      // In other formats empty lines only separate rows.
      const bool from_epd = std::ranges::all_of(suites, [](const Suite& suite) {
        return format_of_name(suite.file).value_or(SuiteFormat::Epd) == SuiteFormat::Epd;
      });
      written.text = write(suites, from_epd, EpdWriter(), losses);
      break;
    }
    case SuiteFormat::Perft:
      written.text = write(suites, false, PerftWriter(), losses);
      break;
    case SuiteFormat::Csv:
      written.text = write(suites, false, CsvWriter(suites), losses);
      break;
    case SuiteFormat::JsonRows:
      written.text = write(suites, false, JsonWriter(), losses);
      break;
  }
  const auto say = [&written](std::size_t number, std::string_view one, std::string_view more) {
    if (number > 0)
      written.losses.push_back(fmt::format("{} {}", number, number == 1 ? one : more));
  };
  say(losses.comments, "comment is left out: this format has none",
      "comments are left out: this format has none");
  say(losses.operations, "row loses its EPD operations: this format has none",
      "rows lose their EPD operations: this format has none");
  say(losses.changed, "text has characters that this format cannot hold, and they are replaced",
      "texts have characters that this format cannot hold, and they are replaced");
  return written;
}

}  // namespace perft_verify::verifier
