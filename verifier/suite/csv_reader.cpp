#include "verifier/suite/csv_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/lines.h"
#include "core/text/printable.h"
#include "verifier/suite/epd_reader.h"
#include "verifier/suite/field_names.h"
#include "verifier/suite/numbering.h"

namespace perft_verify::verifier {
namespace {

struct Cell {
  std::string text;  // without its quotation marks
  Place place;       // of the first byte of the text
};

struct Record {
  std::vector<Cell> cells;
  Place place;
  std::string_view source;  // all of it
};

/// Cuts a text into records. Quoted fields may hold line breaks.
class Records {
 public:
  Records(std::string_view text, char separator) : text_(text), separator_(separator) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] Place place() const { return {line_, at_ - line_begin_ + 1}; }

  /// The line that begins here, without its end; it is not consumed.
  [[nodiscard]] std::string_view line() const {
    return rest().substr(0, std::min(rest().find_first_of("\r\n"), kMaxLine));
  }

  void skip_line() {
    at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    take_line_end();
  }

  /// After a complaint the place is inside the record.
  Parsed<Record> next() {
    Record record{{}, place(), {}};
    const std::size_t begin = at_;
    while (true) {
      auto cell = read_cell(begin);
      if (!cell) return std::unexpected(cell.error());
      record.cells.push_back(std::move(*cell));
      if (at_ < text_.size() && text_[at_] == separator_) {
        ++at_;
        continue;
      }
      record.source = text_.substr(begin, at_ - begin);
      take_line_end();
      return record;
    }
  }

 private:
  Parsed<Cell> read_cell(std::size_t record_begin) {
    auto cell = read_cell_as_it_is(record_begin);
    if (cell && cell->text.starts_with('\'') && begins_formula(cell->text.substr(1)))
      cell->text.erase(0, 1);
    return cell;
  }

  Parsed<Cell> read_cell_as_it_is(std::size_t record_begin) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') return read_quoted(record_begin);
    const Place place = this->place();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != separator_ && !ends_line(text_[at_])) ++at_;
    if (at_ - record_begin > kMaxLine) return too_long();
    std::string_view content = text_.substr(begin, at_ - begin);
    while (!content.empty() && (is_blank(content.back()) || content.back() == '\0'))
      content.remove_suffix(1);
    return Cell{std::string(content), place};
  }

  Parsed<Cell> read_quoted(std::size_t record_begin) {
    const Place quote = place();
    ++at_;
    Cell cell{"", place()};
    for (;; ++at_) {
      if (at_ - record_begin > kMaxLine) return too_long();
      if (at_ == text_.size()) return complain(quote, "this quotation mark is never closed");
      if (text_[at_] == '"') {
        ++at_;
        if (at_ == text_.size() || text_[at_] != '"') break;
      }
      cell.text += text_[at_];
      if (text_[at_] == '\n') begin_line();
    }
    skip_blanks();
    while (at_ < text_.size() && text_[at_] == '\0') ++at_;
    if (at_ < text_.size() && text_[at_] != separator_ && !ends_line(text_[at_]))
      return complain(place(),
                      "text after the closing quotation mark; a quotation mark inside a "
                      "quoted field is written twice");
    return cell;
  }

  [[nodiscard]] std::unexpected<Complaint> too_long() const {
    return complain(place(), "the record is longer than a megabyte; is this a text file?");
  }

  static bool ends_line(char c) { return c == '\n' || c == '\r'; }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_]) && text_[at_] != separator_) ++at_;
  }

  void begin_line() {
    ++line_;
    line_begin_ = at_ + 1;
  }

  void take_line_end() {
    if (at_ < text_.size() && text_[at_] == '\r' && text_.substr(at_ + 1).starts_with('\n')) ++at_;
    if (at_ == text_.size()) return;
    begin_line();
    ++at_;
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_begin_ = 0;
};

/// A separator line of a table for people: `|---|---:|`, `+----+----+`.
bool is_rule(std::string_view line) {
  return line.contains("--") && line.find_first_not_of("|+-:= \t") == std::string_view::npos;
}

/// Removes the decoration of a table for people: the bars around its rows, and the marks around its
/// cells.
void undress(Record& record) {
  for (Cell& cell : record.cells)
    for (const std::string_view mark : {"`", "**"})
      if (cell.text.size() > 2 * mark.size() && cell.text.starts_with(mark) &&
          cell.text.ends_with(mark)) {
        cell.text = cell.text.substr(mark.size(), cell.text.size() - 2 * mark.size());
        cell.place.column += mark.size();
      }
  if (record.cells.size() > 1 && record.cells.back().text.empty()) record.cells.pop_back();
  if (record.cells.size() > 1 && record.cells.front().text.empty())
    record.cells.erase(record.cells.begin());
}

/// Whether a record has the column name of a FEN, or of a possible one, beside other known names.
bool is_header(const Record& record) {
  std::size_t known = 0;
  bool fen = false;
  bool maybe = false;
  for (const Cell& cell : record.cells) {
    const FieldKind kind = field_name(cell.text).kind;
    fen = fen || kind == FieldKind::Fen;
    maybe = maybe || kind == FieldKind::MaybeFen;
    if (kind != FieldKind::Other) ++known;
  }
  return fen || (maybe && (known > 1 || record.cells.size() == 1));
}

class CsvReader {
 public:
  CsvReader(SuiteBuilder& suite, const FenOptions& options) : suite_(suite), options_(options) {}

  /// Whether a record names the columns.
  bool read_header(const Record& record) {
    if (!is_header(record)) return false;
    for (const Cell& cell : record.cells) columns_.push_back(field_name(cell.text));
    return true;
  }

  void read(const Record& record) {
    RawRow raw;
    raw.excerpt = std::string(record.source.substr(0, 120));
    auto ok = columns_.empty() ? read_list(record, raw) : read_columns(record, raw);
    if (ok) {
      if (unread_) raw.row.unread = *unread_;
      rows_.push_back(std::move(raw));
    } else {
      suite_.refuse(std::move(ok.error()), raw.excerpt);
    }
    unread_.reset();
  }

  void finish() { number_rows(std::move(rows_), columns_.empty(), suite_); }

 private:
  Parsed<void> read_list(const Record& record, RawRow& raw) {
    // A number or a name may stand before the FEN.
    const auto first = std::ranges::find_if(record.cells, looks_like_fen, &Cell::text);
    const std::size_t begin =
        first == record.cells.end() ? 0 : static_cast<std::size_t>(first - record.cells.begin());
    if (begin > 0 && !is_number(record.cells[begin - 1].text))
      raw.row.id = record.cells[begin - 1].text;
    const Cell& fen = record.cells[begin];
    if (auto ok = set_position(raw.row, {fen.text, fen.place}, options_); !ok) return ok;
    for (std::size_t at = begin + 1; at < record.cells.size(); ++at)
      if (auto ok = add_count(CountKey::Position, static_cast<int>(at - begin - 1),
                              record.cells[at], raw);
          !ok)
        return ok;
    return {};
  }

  Parsed<void> read_columns(const Record& record, RawRow& raw) {
    const Cell* fen = nullptr;
    const Cell* depth = nullptr;
    const Cell* nodes = nullptr;
    if (record.cells.size() > columns_.size())
      return complain(
          record.cells[columns_.size()].place,
          fmt::format("{} fields, and the header names {}", record.cells.size(), columns_.size()));
    for (std::size_t at = 0; at < record.cells.size(); ++at) {
      const Cell& cell = record.cells[at];
      const FieldName& column = columns_[at];
      Parsed<void> ok;
      switch (column.kind) {
        case FieldKind::Fen:
        case FieldKind::MaybeFen:
          if (fen == nullptr) fen = &cell;
          break;
        case FieldKind::Id:
          if (raw.row.id.empty()) raw.row.id = cell.text;
          break;
        case FieldKind::Depth:
          depth = &cell;
          break;
        case FieldKind::Counts:
          nodes = &cell;
          break;
        case FieldKind::CountAt:
          ok = add_count(CountKey::Named, column.depth, cell, raw);
          break;
        case FieldKind::Operations:
          ok = read_operations(cell, raw.row);
          break;
        case FieldKind::Other:
          if (is_number(cell.text)) unread_ = cell.text;
          break;
      }
      if (!ok) return ok;
    }
    if (fen == nullptr) return complain(record.place, "this record has no FEN");
    if (auto ok = set_position(raw.row, {fen->text, fen->place}, options_); !ok) return ok;
    if (nodes == nullptr || nodes->text.empty()) return {};
    if (depth == nullptr || depth->text.empty()) {
      unread_ = nodes->text;
      return {};
    }
    const auto number = parse_count({depth->text, depth->place});
    if (!number || *number > kMaxRecordedDepth)
      return complain(depth->place, fmt::format("'{}' is not a depth: 1 to {}",
                                                printable(depth->text, 40), kMaxRecordedDepth));
    return add_count(CountKey::Depth, static_cast<int>(*number), *nodes, raw);
  }

  static Parsed<void> add_count(CountKey kind, int key, const Cell& cell, RawRow& raw) {
    if (cell.text.empty()) return {};
    const auto nodes = parse_count({cell.text, cell.place});
    if (!nodes) return std::unexpected(nodes.error());
    raw.counts.push_back({kind, key, *nodes, cell.place});
    return {};
  }

  static Parsed<void> read_operations(const Cell& cell, Row& row) {
    auto operations = operations_of(cell.text);
    if (!operations)
      return complain(cell.place, "these are no EPD operations: OPCODE OPERAND; OPCODE OPERAND");
    row.operations = std::move(*operations);
    return {};
  }

  SuiteBuilder& suite_;
  const FenOptions& options_;
  std::vector<FieldName> columns_;  // empty without a header
  std::vector<RawRow> rows_;
  std::optional<std::string> unread_;  // of this record
};

}  // namespace

std::optional<char> csv_separator(std::string_view text) {
  Lines lines(text.substr(0, kMaxLine));
  while (lines.next()) {
    if (is_comment_or_empty(lines.text()) || is_rule(lines.text())) continue;
    if (lines.text().contains('|')) {
      auto record = Records(lines.text(), '|').next();
      if (record) undress(*record);
      if (record && record->cells.size() > 1 &&
          (is_header(*record) || std::ranges::any_of(record->cells, looks_like_fen, &Cell::text)))
        return '|';
    }
    for (const char separator : {',', ';', '\t'}) {
      auto record = Records(lines.text(), separator).next();
      if (!record || record->cells.size() < 2) continue;
      const std::string& first = record->cells[0].text;
      const std::string& second = record->cells[1].text;
      // A FEN of four fields before a tab may have its clocks behind it.
      const bool whole = separator != '\t' || std::ranges::count(first, ' ') >= 5;
      const bool list = looks_like_fen(first) && whole && !first.contains(';') &&
                        (separator == ',' || is_number(second));
      if (list || is_header(*record)) return separator;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

Suite read_csv(const std::string& file, std::string_view bytes, const FenOptions& options,
               const RowSink& sink) {
  SuiteBuilder suite(file, bytes, sink);
  const char separator = csv_separator(suite.text()).value_or(',');
  Records records(suite.text(), separator);
  CsvReader reader(suite, options);
  bool first = true;
  while (!suite.gave_up() && !records.at_end()) {
    if (is_comment_or_empty(records.line())) {
      suite.comment(records.place().line, records.line());
      records.skip_line();
      continue;
    }
    if (is_rule(records.line()) ||
        records.line().find_first_not_of('\0') == std::string_view::npos) {
      records.skip_line();
      continue;
    }
    const std::string_view line = records.line();
    auto record = records.next();
    if (record && separator == '|') undress(*record);
    if (!record) {
      // The end of the record is unknown, so the rest cannot be trusted.
      suite.give_up(std::move(record.error()), line);
    } else if (std::ranges::all_of(record->cells, &std::string::empty, &Cell::text)) {
      continue;  // spreadsheets write this for an empty line
    } else if (!std::exchange(first, false) || !reader.read_header(*record)) {
      reader.read(*record);
    }
  }
  reader.finish();
  return suite.finish();
}

}  // namespace perft_verify::verifier
