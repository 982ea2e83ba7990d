#include "verifier/suite/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/text/printable.h"
#include "verifier/suite/epd_reader.h"
#include "verifier/suite/field_names.h"
#include "verifier/suite/numbering.h"

namespace perft_verify::verifier {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxNesting = 100;
constexpr std::size_t kMaxCounts = 64;  // of one row

/// The text, and the part that the parser has consumed: the library reports no places.
struct Source {
  std::string_view text;
  std::size_t at = 0;
  std::size_t limit = 0;  // the end of the visible text

  void allow_a_megabyte() { limit = std::min(text.size(), at + kMaxLine); }
};

/// The input of the parser.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit Cursor(Source* source) : source_(source) {}
  reference operator*() const { return source_->text[source_->at]; }
  Cursor& operator++() {
    ++source_->at;
    return *this;
  }
  Cursor operator++(int) { return ++*this; }
  /// The other cursor is always the end.
  friend bool operator==(const Cursor& a, const Cursor&) {
    return a.source_->at >= a.source_->limit;
  }

 private:
  Source* source_;
};

/// A string or a number and its place.
struct Scalar {
  std::string text;
  bool is_string = false;
  Place place;              // of its first byte, for a string behind the quotation mark
  std::string_view source;  // as it stands in the file, without quotation marks
};

/// An object or an array that has not ended yet.
struct Frame {
  bool is_array = false;
  std::string key;  // of an object, the one that was read last
  Place key_place;
  std::size_t index = 0;  // of an array, the next one
  std::optional<Scalar> fen;
  std::string id;
  std::optional<Scalar> depth;
  std::optional<Scalar> nodes;
  std::vector<RawCount> counts;
  std::vector<std::string> operations;
  std::string unread;
  std::optional<Complaint> complaint;
};

class Handler {
 public:
  Handler(SuiteBuilder& suite, Source& source, const FenOptions& options)
      : suite_(suite), source_(source), options_(options) {}

  // Callbacks of the library; false ends the parsing.
  bool null() { return skipped(); }
  bool boolean(bool) { return skipped(); }
  bool number_integer(std::int64_t) { return scalar(false); }
  bool number_unsigned(std::uint64_t) { return scalar(false); }
  bool number_float(double, const std::string&) { return scalar(false); }
  bool string(std::string& text) { return scalar(true, std::move(text)); }
  bool binary(json::binary_t&) { return false; }  // not in JSON text
  bool start_object(std::size_t) { return begin(false); }
  bool start_array(std::size_t) { return begin(true); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool key(std::string& text) {
    const Scalar name = token(true, std::move(text));
    frames_.back().key = name.text;
    frames_.back().key_place = name.place;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) {
    if (source_.at >= source_.limit && source_.limit < source_.text.size())
      return fail("a value longer than a megabyte; is this a suite?");
    // A message of the library: "[json.exception…] parse error at line 1, column 2: what".
    std::string_view what = error.what();
    if (const auto column = what.find("column "); column != std::string_view::npos)
      if (const auto colon = what.find(": ", column); colon != std::string_view::npos)
        what.remove_prefix(colon + 2);
    return fail(fmt::format("this is not JSON: {}", printable(what, 300)));
  }

  void finish() { number_rows(std::move(rows_), false, suite_); }

 private:
  bool fail(std::string message) {
    const std::size_t at = source_.at > 0 ? source_.at - 1 : 0;
    suite_.give_up({place_of(at), std::move(message)}, line_at(at));
    return false;
  }

  /// Places are requested in the order of the file.
  Place place_of(std::size_t at) {
    for (; counted_ < at; ++counted_) {
      if (source_.text[counted_] != '\n') continue;
      ++line_;
      line_begin_ = counted_ + 1;
    }
    return {line_, at < line_begin_ ? 1 : at - line_begin_ + 1};
  }

  [[nodiscard]] std::string_view line_at(std::size_t at) const {
    std::size_t begin = at;
    while (begin > 0 && at - begin < 60 && source_.text[begin - 1] != '\n') --begin;
    const std::string_view rest = source_.text.substr(begin, 120);
    return rest.substr(0, rest.find_first_of("\r\n"));
  }

  /// The string or number that the parser has just read.
  Scalar token(bool is_string, std::string text) {
    // Between two tokens there is nothing but blanks and punctuation.
    std::size_t begin = last_end_;
    while (std::string_view(" \t\r\n,:]}").find(source_.text[begin]) != std::string_view::npos)
      ++begin;
    std::size_t end = source_.at;
    if (is_string) {
      ++begin;
      --end;
    } else {
      end = begin;
      while (end < source_.text.size() &&
             (std::isalnum(static_cast<unsigned char>(source_.text[end])) != 0 ||
              std::string_view("+-.").find(source_.text[end]) != std::string_view::npos))
        ++end;
    }
    last_end_ = is_string ? end + 1 : end;
    source_.allow_a_megabyte();
    Scalar scalar{std::move(text), is_string, place_of(begin),
                  source_.text.substr(begin, end - begin)};
    if (!is_string) scalar.text = std::string(scalar.source);
    return scalar;
  }

  bool skipped() {
    last_end_ = source_.at;
    source_.allow_a_megabyte();
    if (frames_.empty()) return fail("a suite is an array of objects with a FEN each");
    if (frames_.back().is_array) ++frames_.back().index;
    return true;
  }

  bool begin(bool is_array) {
    last_end_ = source_.at;
    source_.allow_a_megabyte();
    if (frames_.size() == kMaxNesting)
      return fail(fmt::format("more than {} levels of nesting", kMaxNesting));
    frames_.emplace_back();
    frames_.back().is_array = is_array;
    return true;
  }

  bool scalar(bool is_string, std::string text = {}) {
    const Scalar value = token(is_string, std::move(text));
    if (frames_.empty()) return fail("a suite is an array of objects with a FEN each");
    Frame& frame = frames_.back();
    if (is_list_of_operations()) {
      take_operations(frame, value);
    } else if (frame.is_array) {
      take_element(frame, value);
    } else {
      take_member(frame, value);
    }
    return !suite_.gave_up();
  }

  [[nodiscard]] bool is_list_of_operations() const {
    if (!frames_.back().is_array || frames_.size() < 2) return false;
    const Frame& parent = frames_[frames_.size() - 2];
    return !parent.is_array && field_name(parent.key).kind == FieldKind::Operations;
  }

  void take_element(Frame& frame, const Scalar& value) {
    if (value.is_string && looks_like_fen(value.text)) {
      if (frame.fen) emit(frame);
      frame = {};
      frame.is_array = true;
      frame.fen = value;
    } else {
      add_count(frame, CountKey::Position, frame.index++, value);
    }
  }

  void take_member(Frame& frame, const Scalar& value) {
    const FieldName name = field_name(frame.key);
    switch (name.kind) {
      case FieldKind::Fen:
        if (frame.fen && frame.fen->text != value.text)
          complain_once(frame, complain(value.place, "this object has two FENs").error());
        frame.fen = value;
        break;
      case FieldKind::MaybeFen:
        if (!frame.fen && value.is_string && looks_like_fen(value.text)) frame.fen = value;
        break;
      case FieldKind::Id:
        if (frame.id.empty()) frame.id = value.text;
        break;
      case FieldKind::Depth:
        frame.depth = value;
        break;
      case FieldKind::Counts:
        frame.nodes = value;
        break;
      case FieldKind::CountAt:
        add_count(frame, CountKey::Named, static_cast<std::size_t>(name.depth), value);
        break;
      case FieldKind::Operations:
        take_operations(frame, value);
        break;
      case FieldKind::Other:
        if (looks_like_fen(frame.key)) {
          Frame row;
          row.fen = Scalar{frame.key, true, frame.key_place, frame.key};
          row.unread = value.text;
          emit(row);
        } else if (!value.is_string) {
          frame.unread = fmt::format("{}: {}", frame.key, value.text);
        }
        break;
    }
  }

  static void complain_once(Frame& frame, Complaint complaint) {
    if (!frame.complaint) frame.complaint = std::move(complaint);
  }

  static void take_operations(Frame& frame, const Scalar& value) {
    auto operations = operations_of(value.text);
    if (!operations)
      return complain_once(frame, {value.place, "this is not an EPD operation: OPCODE OPERAND"});
    std::ranges::move(*operations, std::back_inserter(frame.operations));
  }

  static void add_count(Frame& frame, CountKey kind, std::size_t key, const Scalar& value) {
    const auto nodes = parse_count({value.text, value.place});
    if (!nodes) return complain_once(frame, nodes.error());
    if (frame.counts.size() == kMaxCounts)
      return complain_once(frame, {value.place, fmt::format("more than {} counts", kMaxCounts)});
    frame.counts.push_back({kind, static_cast<int>(key), *nodes, value.place});
  }

  /// Combines a depth and its count, if there are both.
  static void pair_up(Frame& frame) {
    if (!frame.depth || !frame.nodes) return;
    const auto depth = parse_count({frame.depth->text, frame.depth->place});
    if (!depth || *depth > kMaxRecordedDepth)
      return complain_once(frame, {frame.depth->place, fmt::format("'{}' is not a depth: 1 to {}",
                                                                   printable(frame.depth->text, 40),
                                                                   kMaxRecordedDepth)});
    add_count(frame, CountKey::Depth, *depth, *frame.nodes);
    frame.nodes.reset();
  }

  bool end() {
    last_end_ = source_.at;
    source_.allow_a_megabyte();
    Frame child = std::move(frames_.back());
    frames_.pop_back();
    pair_up(child);
    if (child.fen) {
      emit(child);
    } else if (!frames_.empty()) {
      hand_over(std::move(child), frames_.back());
    }
    if (!frames_.empty() && frames_.back().is_array && !frames_.back().fen) ++frames_.back().index;
    return !suite_.gave_up();
  }

  /// Passes the content of a container without a FEN to the one around it.
  void hand_over(Frame child, Frame& parent) {
    if (parent.is_array) {
      // ["FEN", [20, 400]], [[1, 20], [2, 400]], [{"depth": 1, "nodes": 20}]
      const bool is_pair = !parent.fen && child.is_array && child.counts.size() == 2 &&
                           child.counts[0].kind == CountKey::Position &&
                           child.counts[0].nodes <= kMaxRecordedDepth;
      if (is_pair)
        child.counts = {{CountKey::Depth, static_cast<int>(child.counts[0].nodes),
                         child.counts[1].nodes, child.counts[1].place}};
      if (parent.fen || is_pair || !child.is_array) merge(std::move(child), parent);
      return;
    }
    switch (field_name(parent.key).kind) {
      case FieldKind::Counts:
        merge(std::move(child), parent);
        break;
      case FieldKind::Operations:
        parent.operations = std::move(child.operations);
        if (child.complaint) complain_once(parent, std::move(*child.complaint));
        break;
      case FieldKind::Other:
        if (looks_like_fen(parent.key)) {
          child.fen = Scalar{parent.key, true, parent.key_place, parent.key};
          emit(child);
        } else if (!child.counts.empty()) {
          parent.unread = parent.key;
        }
        break;
      default:
        break;
    }
  }

  static void merge(Frame child, Frame& parent) {
    if (child.complaint) complain_once(parent, std::move(*child.complaint));
    for (const RawCount& count : child.counts) {
      if (parent.counts.size() == kMaxCounts)
        return complain_once(parent, {count.place, fmt::format("more than {} counts", kMaxCounts)});
      parent.counts.push_back(count);
    }
  }

  void emit(Frame& frame) {
    RawRow raw;
    raw.excerpt = std::string(frame.fen->source.substr(0, 120));
    raw.row.id = std::move(frame.id);
    raw.row.operations = std::move(frame.operations);
    raw.row.unread = std::move(frame.unread);
    if (frame.nodes) raw.row.unread = frame.nodes->text;  // a count without a depth
    raw.counts = std::move(frame.counts);
    auto ok = set_position(raw.row, {frame.fen->text, frame.fen->place}, options_);
    if (!ok) {
      Place& place = ok.error().place;
      place.column = frame.fen->place.column +
                     written_length(frame.fen->source, place.column - frame.fen->place.column);
      suite_.refuse(std::move(ok.error()), raw.excerpt);
    } else if (frame.complaint) {
      suite_.refuse(std::move(*frame.complaint), raw.excerpt);
    } else {
      rows_.push_back(std::move(raw));
    }
  }

  /// The number of bytes that the first `length` bytes of a JSON string take as written: "\/".
  static std::size_t written_length(std::string_view source, std::size_t length) {
    std::size_t at = 0;
    for (; length > 0 && at < source.size(); --length) {
      const bool escaped = source[at] == '\\' && at + 1 < source.size();
      at += !escaped ? 1 : source[at + 1] == 'u' ? 6 : 2;
    }
    return at;
  }

  SuiteBuilder& suite_;
  Source& source_;
  const FenOptions& options_;
  std::vector<Frame> frames_;
  std::vector<RawRow> rows_;
  std::size_t last_end_ = 0;  // of the last token
  std::size_t counted_ = 0;   // bytes whose line breaks have been counted
  std::size_t line_ = 1;
  std::size_t line_begin_ = 0;
};

}  // namespace

Suite read_json(const std::string& file, std::string_view bytes, const FenOptions& options,
                const RowSink& sink) {
  SuiteBuilder suite(file, bytes, sink);
  Source source{suite.text()};
  Handler handler(suite, source, options);
  // One value after the other: JSON Lines.
  while (!suite.gave_up()) {
    constexpr std::string_view kBetween(" \t\r\n\0", 5);
    source.at = std::min(source.text.find_first_not_of(kBetween, source.at), source.text.size());
    if (source.at == source.text.size()) break;
    source.allow_a_megabyte();
    if (!json::sax_parse(Cursor(&source), Cursor(&source), &handler, json::input_format_t::json,
                         false))
      break;
  }
  handler.finish();
  return suite.finish();
}

}  // namespace perft_verify::verifier
