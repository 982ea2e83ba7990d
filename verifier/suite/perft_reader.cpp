#include "verifier/suite/perft_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/text/lines.h"
#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

bool is_perft_with_depth(std::string_view word) {
  return word.starts_with("perft") && word.size() > 5 &&
         std::ranges::all_of(word.substr(5), is_digit);
}

class PerftReader {
 public:
  PerftReader(SuiteBuilder& suite, const FenOptions& options) : suite_(suite), options_(options) {}

  void read(Text line) {
    const Word keyword = next_word(line.text, 0);
    const Word rest{trimmed(line.text.substr(keyword.end())),
                    next_word(line.text, keyword.end()).begin};
    const Text operand{rest.text, line.at(rest.begin)};
    if (line.text.size() > kMaxLine) {
      refuse({line.at(kMaxLine), "the line is longer than a megabyte; is this a text file?"},
             line.text);
    } else if (keyword.text == "id") {
      end_row();
      id_ = operand.text;
    } else if (keyword.text == "epd" || keyword.text == "fen") {
      end_row();
      begin_row(operand, line.text);
    } else if (keyword.text == "position" && next_word(operand.text, 0).text == "fen") {
      end_row();
      const Word fen = next_word(operand.text, 3);
      begin_row({operand.text.substr(fen.begin), operand.at(fen.begin)}, line.text);
    } else if (keyword.text == "perft") {
      if (auto ok = read_count(line, operand); !ok) refuse(std::move(ok.error()), line.text);
    } else if (is_perft_with_depth(keyword.text)) {
      // `perft4 197281`
      const std::size_t depth = keyword.begin + 5;
      if (auto ok = read_count(line, {line.text.substr(depth), line.at(depth)}); !ok)
        refuse(std::move(ok.error()), line.text);
    } else {
      refuse({line.at(keyword.begin), fmt::format("'{}': a line begins with id, epd, perft or #",
                                                  printable(keyword.text, 40))},
             line.text);
    }
  }

  void end_row() {
    if (row_ && good_) suite_.add(std::move(*row_));
    row_.reset();
  }

 private:
  void begin_row(Text fen, std::string_view line) {
    row_.emplace();
    good_ = true;
    row_->id = std::exchange(id_, "");
    if (auto ok = set_position(*row_, fen, options_); !ok) refuse(std::move(ok.error()), line);
  }

  Parsed<void> read_count(Text line, Text operand) {
    if (!row_) return complain(line.place, "a count before any epd line");
    const Word depth_word = next_word(operand.text, 0);
    const Word count_word = next_word(operand.text, depth_word.end());
    int depth = -1;
    const char* const end = depth_word.text.data() + depth_word.text.size();
    const auto [stop, error] = std::from_chars(depth_word.text.data(), end, depth);
    if (depth_word.text.empty() || error != std::errc{} || stop != end)
      return complain(operand.place,
                      fmt::format("'{}' is not a depth: perft DEPTH NODES is expected",
                                  printable(depth_word.text, 40)));
    const auto nodes = parse_count({count_word.text, operand.at(count_word.begin)});
    if (!nodes) return std::unexpected(nodes.error());
    const Word rest = next_word(operand.text, count_word.end());
    if (count_word.end() != operand.text.size())
      return complain(operand.at(rest.begin),
                      fmt::format("'{}' after the count: nothing belongs here",
                                  printable(operand.text.substr(rest.begin), 40)));
    return record_count(*row_, depth, *nodes, operand.place);
  }

  /// One problem per row: consequences of the first are not reported.
  void refuse(Complaint complaint, std::string_view line) {
    if (row_ && !good_) return;
    good_ = false;
    suite_.refuse(std::move(complaint), line);
  }

  SuiteBuilder& suite_;
  const FenOptions& options_;
  std::string id_;  // of the next row
  std::optional<Row> row_;
  bool good_ = true;
};

}  // namespace

Suite read_perft(const std::string& file, std::string_view bytes, const FenOptions& options,
                 const RowSink& sink) {
  SuiteBuilder suite(file, bytes, sink);
  PerftReader reader(suite, options);
  Lines lines(suite.text());
  while (!suite.gave_up() && lines.next()) {
    if (is_comment_or_empty(lines.text())) {
      suite.comment(lines.number(), lines.text());
    } else {
      reader.read({lines.text(), {lines.number(), 1}});
    }
  }
  reader.end_row();
  return suite.finish();
}

}  // namespace perft_verify::verifier
