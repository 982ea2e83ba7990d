#include "reference/dialect/printed_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/contains.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/text/printable.h"

namespace perft_verify::reference {
namespace {

bool stands_at(const PrintedNumber& number, const TotalPlace& place) {
  return number.label == place.label && (place.unit.empty() || number.unit == place.unit);
}

std::unexpected<Unreadable> unreadable(std::string_view line, std::string_view why,
                                       bool ambiguous = false) {
  return std::unexpected(
      Unreadable{fmt::format("printed '{}': {}", printable(line), why), ambiguous});
}

/// Resolves a castling move that is spelled like a king move, in Chess960: of two equal lines the
/// second one is castling, if both moves are legal.
std::expected<void, Unreadable> tell_castling_from_step(std::vector<RootCount>& lines,
                                                        const Position& position) {
  if (!position.chess960()) return {};
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  for (const CastlingSide side : kCastlingSides) {
    const auto rook = position.castling().rook(us, side);
    if (!rook) continue;
    const std::string castling = to_string(king) + to_string(*rook);
    const std::string step = to_string(king) + to_string(castled_king(us, side));
    if (castling == step || contains(lines, castling, &RootCount::move)) continue;
    if (std::ranges::count(lines, step, &RootCount::move) != 2 || !find_legal(position, step) ||
        !find_legal(position, castling))
      continue;
    const auto first = std::ranges::find(lines, step, &RootCount::move);
    const auto second = std::find_if(first + 1, lines.end(),
                                     [&](const RootCount& line) { return line.move == step; });
    if (first->nodes != second->nodes)
      return std::unexpected(
          Unreadable{fmt::format("printed {} twice, for a step of the king and for castling, and "
                                 "nobody can tell which count is which",
                                 step),
                     true});
    second->move = castling;
  }
  return {};
}

/// Four lines of the same pawn to the same square on the last rank are its four promotions. Their
/// counts cannot be told apart, and are assigned in the order of a correct engine: see
/// DialectEngine, which asks for each.
bool complete_promotions(std::vector<RootCount>& lines, const Position& position) {
  bool guessed = false;
  std::map<std::string, std::vector<std::size_t>> without;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const std::string& text = lines[at].move;
    if (text.size() != 4 || !find_legal(position, text + "q")) continue;
    without[text].push_back(at);
  }
  for (const auto& [text, places] : without) {
    if (places.size() != 4) continue;
    constexpr std::string_view kPieces = "qrbn";
    for (std::size_t at = 0; at < 4; ++at) lines[places[at]].move += kPieces[at];
    guessed = true;
  }
  return guessed;
}

/// Without a total, a line that was not read is lost only if it has a move that no other line has.
std::optional<Unreadable> line_with_lost_move(const std::vector<std::string_view>& unread,
                                              const Divide& divide, const Position& position) {
  if (unread.empty()) return std::nullopt;
  for (const Move move : legal_moves(position)) {
    const std::string text = to_uci(move, position.chess960());
    if (contains(divide.lines, text, &RootCount::move)) continue;
    const auto line = std::ranges::find_if(
        unread, [&text](std::string_view each) { return each.contains(text); });
    if (line != unread.end())
      return Unreadable{fmt::format("printed '{}', which cannot be read, and {} in no other line",
                                    printable(*line), text),
                        false};
  }
  return std::nullopt;
}

/// The count of a move that stands alone on the next line, as after some castling moves. Only where
/// a labeled total confirms the sum: a bare number may be a total itself.
std::optional<std::uint64_t> nodes_below(const PrintedAnswer& answer, std::size_t at,
                                         const Dialect& dialect) {
  if (!dialect.total || dialect.total->label.empty()) return std::nullopt;
  if (at + 1 == answer.entries().size()) return std::nullopt;
  const PrintedLine& next = answer.entries()[at + 1].read;
  const bool alone = !next.move && next.numbers.size() == 1 && next.numbers.front().label.empty() &&
                     next.numbers.front().unit.empty();
  return alone ? std::optional(next.numbers.front().value) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> nodes_of(const PrintedMove& move, const Dialect& dialect) {
  if (!dialect.count_column) return move.nodes;
  return *dialect.count_column < move.columns.size() ? move.columns[*dialect.count_column]
                                                     : std::nullopt;
}

void PrintedAnswer::add(std::string_view raw) {
  bytes_ += raw.size() + 1;
  for (std::string& line : clean_lines(raw)) {
    std::string answered = line;
    for (const std::string& text : asked_)
      if (const auto at = answered.find(text); at != std::string::npos)
        answered.erase(at, text.size());
    PrintedLine read = parse_printed_line(answered);
    entries_.push_back({std::string(raw), std::move(line), std::move(read)});
  }
}

std::vector<std::uint64_t> PrintedAnswer::totals(const TotalPlace& place) const {
  std::vector<std::uint64_t> totals;
  for (const Entry& entry : entries_) {
    if (entry.read.move && entry.read.move->nodes) continue;
    for (const PrintedNumber& number : entry.read.numbers)
      if (stands_at(number, place)) totals.push_back(number.value);
  }
  return totals;
}

std::optional<std::string_view> PrintedAnswer::negative_total(const TotalPlace& place) const {
  for (const Entry& entry : entries_)
    for (const PrintedNumber& number : entry.read.negatives)
      if (!entry.read.move && stands_at(number, place)) return entry.text;
  return std::nullopt;
}

std::string PrintedAnswer::quoted(std::size_t most) const {
  std::string text;
  for (std::size_t at = 0; at < std::min(most, entries_.size()); ++at)
    text += fmt::format("{}'{}'", text.empty() ? "" : " ", printable(entries_[at].text, 120));
  if (entries_.size() > most) text += fmt::format(" … ({} lines)", entries_.size());
  return text.empty() ? "nothing" : text;
}

std::expected<ReadAnswer, Unreadable> read_answer(const PrintedAnswer& answer,
                                                  const Dialect& dialect, const Position& position,
                                                  int depth) {
  ReadAnswer result;
  Divide& divide = result.divide;
  std::vector<std::string_view> unread;  // lines that may belong to the list
  if (dialect.lists_moves) {
    for (std::size_t at = 0; at < answer.entries().size(); ++at) {
      const auto& [raw, text, read] = answer.entries()[at];
      if (!read.move || read.move->prefix != dialect.move_prefix) {
        if (resembles_count(raw) || has_move_word(raw) || (read.move && read.move->nodes))
          unread.push_back(raw);
        continue;
      }
      auto nodes = nodes_of(*read.move, dialect);
      if (!nodes && read.numbers.empty()) {
        nodes = nodes_below(answer, at, dialect);
        if (nodes) unread.push_back(raw);
      }
      if (!nodes) {
        // A sentence may begin with a move; if a colon or nothing follows it, a count is missing.
        const std::string& separator = read.move->separator;
        const bool meant = separator.empty() || !read.numbers.empty() ||
                           std::string_view(":=|>-+").contains(separator.back());
        if (!meant) continue;
        return unreadable(text,
                          read.negatives.empty()
                              ? "the count of a move is not a number from 0 to 2^64 - 1"
                              : "the count of a move is negative: a signed counter may have run "
                                "over");
      }
      const auto move = read_move(read.move->move, position);
      if (!move)
        return unreadable(text,
                          "that can be no move on this board, or more than one; nobody can tell "
                          "which is meant",
                          true);
      const Spelling spelling =
          move->spelling == Spelling::NoPromotion ? Spelling::Uci : move->spelling;
      if (!contains(result.spellings, spelling)) result.spellings.push_back(spelling);
      divide.lines.push_back({move->uci, *nodes});
    }
    if (dialect.lists_each_depth) {
      const auto lists = static_cast<std::size_t>(depth);
      if (divide.lines.size() % lists != 0)
        return std::unexpected(Unreadable{
            fmt::format("printed {} moves, which are not {} lists of the same moves, one for each "
                        "depth, so nobody can tell which is the last",
                        divide.lines.size(), depth),
            true});
      divide.lines.erase(
          divide.lines.begin(),
          divide.lines.end() - static_cast<std::ptrdiff_t>(divide.lines.size() / lists));
    }
    result.promotions_guessed = complete_promotions(divide.lines, position);
    if (result.promotions_guessed) result.spellings.push_back(Spelling::NoPromotion);
    if (auto ok = tell_castling_from_step(divide.lines, position); !ok)
      return std::unexpected(ok.error());
  }
  std::uint64_t sum = 0;
  for (const RootCount& line : divide.lines)
    if (__builtin_add_overflow(sum, line.nodes, &sum))
      return std::unexpected(Unreadable{"printed counts whose sum is beyond 2^64 - 1", false});
  if (dialect.total) {
    auto totals = answer.totals(*dialect.total);
    // One for each depth may begin at depth 0, where the position itself is counted.
    if (totals.size() == static_cast<std::size_t>(depth) + 1 && totals.front() == 1)
      totals.erase(totals.begin());
    if (totals.empty()) {
      if (const auto negative = answer.negative_total(*dialect.total))
        return unreadable(*negative, "the total is negative: a signed counter may have run over");
      return std::unexpected(Unreadable{
          fmt::format("did not print its total; it printed {}", answer.quoted()), false});
    }
    const bool of_each_depth = totals.size() == static_cast<std::size_t>(depth) &&
                               (!dialect.lists_moves || totals.front() == divide.lines.size());
    const bool differ = !of_each_depth && std::ranges::count(totals, totals.back()) !=
                                              static_cast<std::ptrdiff_t>(totals.size());
    if ((dialect.total_once && totals.size() > 1) || differ)
      return std::unexpected(Unreadable{
          fmt::format("printed its total {} times: {}", totals.size(), answer.quoted(30)), false});
    divide.total = totals.back();
    const bool lists = depth > 1 || dialect.lists_at_depth_one;
    if (lists && divide.total != sum && !unread.empty())
      return std::unexpected(Unreadable{unread_line(unread.front(), divide.total, sum), false});
  } else {
    divide.total = sum;
    if (auto lost = line_with_lost_move(unread, divide, position)) return std::unexpected(*lost);
  }
  std::ranges::sort(divide.lines);
  return result;
}

}  // namespace perft_verify::reference
