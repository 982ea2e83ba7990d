// Conclusions from the answers at the start position, where every correct count is known: whether
// they are answers at all, and which number behind a move is its count.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/counting/perft.h"
#include "reference/core_generator.h"
#include "reference/dialect/answer_facts.h"
#include "reference/dialect/examine.h"
#include "reference/uci/board_text.h"
#include "reference/uci/uci_text.h"

namespace perft_verify::reference {
namespace {

std::vector<RootCount>::const_iterator middle_of(const std::vector<RootCount>& lines) {
  return lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
}

/// Whether the same moves are listed twice in the same order, first with one leaf each.
bool is_two_lists(const std::vector<RootCount>& lines) {
  const auto middle = middle_of(lines);
  return lines.size() >= 2 && lines.size() % 2 == 0 &&
         std::all_of(lines.begin(), middle,
                     [](const RootCount& line) { return line.nodes == 1; }) &&
         std::equal(
             lines.begin(), middle, middle, lines.end(),
             [](const RootCount& one, const RootCount& two) { return one.move == two.move; });
}

/// The judgment on the `answer` to `depth` of `position`, where `expected` is the right count.
Judged judge(const PrintedAnswer& answer, const Position& position, int depth,
             std::uint64_t expected) {
  const auto legal = legal_texts(position);
  const auto may_be_wrong = [&](std::uint64_t number) {
    return number * 40 >= expected && number * 2 < expected * 25;
  };
  Judged judged;
  for (auto& [prefix, lines] : lists_in(answer, position)) {
    const bool each_depth = depth == 2 && is_two_lists(lines);
    if (each_depth) lines.erase(lines.begin(), middle_of(lines));
    std::uint64_t sum = 0;
    std::size_t known = 0;
    for (const RootCount& line : lines) {
      sum += line.nodes;
      if (legal.contains(line.move)) ++known;
    }
    const bool exact = lines.size() == legal.size() && known == legal.size() && sum == expected;
    // A generator may be very wrong; but a search prints moves and numbers too.
    const bool likely = (known * 2 >= legal.size() || (known >= 4 && known == lines.size())) &&
                        known * 3 >= lines.size() && !is_of_search(prefix);
    // The moves may be wrong, but the printed total confirms that the list is complete.
    const bool odd = !is_of_search(prefix) && prints(answer, sum) &&
                     std::ranges::all_of(lines, [](const RootCount& line) {
                       return line.move.size() >= 4 && line.nodes > 0;
                     });
    const Likeness likeness = exact    ? Likeness::ExactList
                              : likely ? Likeness::List
                              : odd    ? Likeness::OddList
                                       : Likeness::None;
    if (likeness > judged.likeness) judged = {likeness, prefix, lines.size(), sum, each_depth};
  }
  if (judged.likeness != Likeness::None) return judged;
  for (const auto& [raw, text, read] : answer.entries())
    for (const PrintedNumber& number : read.numbers) {
      if (is_measure(number)) continue;
      if (number.value == expected) return {Likeness::ExactTotal, "", 0, number.value};
      if (!is_word_of_totals(number.label) || is_of_search(number.label)) continue;
      const bool likely = may_be_wrong(number.value);
      // "unknown command: perft 2" is not a total.
      const bool echo = number.value == static_cast<std::uint64_t>(depth) || is_remark(text);
      if (likely || !echo)
        judged.likeness =
            std::max(judged.likeness, likely ? Likeness::TotalOnly : Likeness::OddTotal);
    }
  // Some engines print a count, and not a word with it.
  if (const auto lone = lone_number(answer); lone && judged.likeness == Likeness::None) {
    if (may_be_wrong(*lone))
      judged.likeness = Likeness::TotalOnly;
    else if (*lone != static_cast<std::uint64_t>(depth))
      judged.likeness = Likeness::OddTotal;
  }
  return judged;
}

}  // namespace

void Judged::write_to(Dialect& dialect) const {
  dialect.lists_moves = is_list(likeness);
  dialect.move_prefix = prefix;
  dialect.lists_each_depth = each_depth;
}

Judged judge_start_position(const PrintedAnswer& answer, int depth) {
  return judge(answer, Position(), depth, start_nodes(depth));
}

Judged judge_depth_one(const PrintedAnswer& answer, const Position& position) {
  return judge(answer, position, 1, legal_moves(position).size());
}

Answer<Examiner::StartAnswers> Examiner::ask_start(Dialect& dialect, bool& late) {
  StartAnswers answers;
  for (int depth = 1; depth <= 3; ++depth) {
    auto answer = prober_(dialect, question_at(standard(kStartPosition), {}, depth));
    if (!answer && depth == 1 && dialect.lists_moves && answer.error().kind == FailureKind::Died) {
      // An engine that only knows divide may not handle depth 1.
      note("depth 1 of the start position", "", answer.error().message);
      dialect.lists_at_depth_one = dialect.answers_depth_one = false;
      continue;
    }
    if (!answer && depth == 3 && answer.error().kind == FailureKind::Died) {
      note("depth 3 of the start position", "", answer.error().message);
      remark("dies of depth 3 of the start position");
      continue;
    }
    if (!answer) return std::unexpected(answer.error());
    late = late || answer->is_late();
    answers[static_cast<std::size_t>(depth - 1)] = std::move(*answer);
  }
  if (!answers[0]) return answers;
  if (!dialect.lists_moves) {
    constexpr std::ptrdiff_t kFewestLines = 10;  // of a list; fewer tell of the count itself
    const auto is_counted = [](const auto& line) { return !line.read.numbers.empty(); };
    const auto& lines = answers[0]->entries();
    if (std::ranges::count_if(lines, is_counted) >= kFewestLines)
      unread_line_ = std::ranges::find_if(lines, is_counted)->text;
    return answers;
  }
  // Some engines count two plies at least, whatever depth they are asked for.
  const std::vector<RootCount> first = list_in(*answers[0], dialect, 1);
  if (sum_of(first) != start_nodes(2) || first != list_in(*answers[1], dialect, 2)) return answers;
  note("depth 1 of the start position", "",
       "the answer to depth 2; the moves are taken from that, and depth 1 is not asked");
  dialect.lists_at_depth_one = dialect.answers_depth_one = false;
  answers[0].reset();
  return answers;
}

/// A column holds the counts if all of them are 1 at depth 1, if their sum grows with depth, and if
/// that is a total where one is printed. Correct counts only decide between such columns.
Answer<void> Examiner::find_column(Dialect& dialect, const StartAnswers& answers) {
  if (!dialect.lists_moves) return {};
  struct Column {
    Dialect dialect;
    std::vector<std::uint64_t> sums;
  };
  const bool has_total = prints_totals(*answers[1]);
  const auto sums_of = [&](const Dialect& how) {
    std::vector<std::uint64_t> sums;
    for (std::size_t at = 0; at < answers.size(); ++at) {
      if (!answers[at]) continue;
      const std::vector<RootCount> lines = list_in(*answers[at], how, static_cast<int>(at) + 1);
      const std::uint64_t sum = sum_of(lines);
      const bool ones =
          std::ranges::all_of(lines, [](const auto& line) { return line.nodes == 1; });
      const bool fits = at == 0 ? ones : sums.empty() ? sum > 0 : sum > sums.back();
      if (!fits || (at > 0 && has_total && !prints(*answers[at], sum)))
        return std::vector<std::uint64_t>();
      sums.push_back(sum);
    }
    return sums;
  };
  constexpr std::size_t kMostColumns = 8;
  std::vector<Column> fitting;
  const auto try_column = [&](std::optional<std::size_t> column) {
    Dialect how = dialect;
    how.count_column = column;
    if (auto sums = sums_of(how); !sums.empty())
      fitting.push_back({std::move(how), std::move(sums)});
  };
  try_column(std::nullopt);
  for (std::size_t column = 0; column < kMostColumns; ++column) try_column(column);
  if (fitting.empty()) return {};  // wrong counts, which the rows will show

  // Columns that are equal here may differ elsewhere. The default is one of the columns, too.
  const bool several = fitting.size() > (fitting.front().dialect.count_column ? 1U : 2U);
  const Question elsewhere = question_at(standard(kCalibrationPosition), {}, 2);
  const auto other = several ? prober_(dialect, elsewhere) : PrintedAnswer();
  const Position position = *position_of(elsewhere);
  std::vector<std::uint64_t> right;
  for (std::size_t at = 0; at < answers.size(); ++at)
    if (answers[at]) right.push_back(start_nodes(static_cast<int>(at) + 1));
  right.push_back(*perft(position, elsewhere.depth));
  for (Column& each : fitting)
    each.sums.push_back(
        other ? sum_of(lists_in(*other, position, each.dialect)[dialect.move_prefix]) : 0);
  for (std::size_t at = 0; at < right.size(); ++at) {
    const auto is_right = [&](const Column& each) { return each.sums[at] == right[at]; };
    if (std::ranges::any_of(fitting, is_right)) std::erase_if(fitting, std::not_fn(is_right));
  }
  if (std::ranges::any_of(fitting,
                          [&](const Column& each) { return each.sums != fitting.front().sums; }))
    return std::unexpected(
        Failure{FailureKind::Unsupported, Stage::Perft,
                fmt::format("{} prints several numbers behind each move, and nobody can tell "
                            "which is the count; it said {}",
                            result_.engine_name, answers[1]->quoted(2))});
  dialect = std::move(fitting.front().dialect);
  if (dialect.count_column)
    note("which number behind a move is its count", "",
         fmt::format("number {}", *dialect.count_column + 1));
  return {};
}

/// An engine that finds no move at the start position may list some at another one, or for Black,
/// or where no slider stands. One that counts 0 everywhere lists all of them, as far as anybody can
/// tell.
void Examiner::look_for_lists_elsewhere(Dialect& dialect) {
  constexpr std::string_view kOfBlack = "r3k2r/8/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1";
  constexpr std::string_view kPawns = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1";
  bool finds_none = true;
  for (const std::string_view fen : {kCalibrationPosition, kPawns, kOfBlack}) {
    const Question elsewhere = question_at(standard(fen), {}, 2);
    const auto answer = prober_(dialect, elsewhere);
    if (!answer) continue;
    const auto lists = lists_in(*answer, *position_of(elsewhere));
    finds_none = finds_none && total_of_one_answer(*answer, 0);
    if (lists.empty()) continue;
    dialect.lists_moves = true;
    dialect.move_prefix = lists.begin()->first;
    return;
  }
  dialect.lists_moves = finds_none;
}

}  // namespace perft_verify::reference
