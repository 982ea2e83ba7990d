#include "reference/dialect/examine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/line.h"
#include "core/notation.h"
#include "core/perft.h"
#include "reference/core_generator.h"
#include "reference/foreign_text.h"

namespace perft_verify::reference {
namespace {

constexpr std::uint64_t start_nodes(int depth) {
  constexpr std::array<std::uint64_t, 4> kNodes{1, 20, 400, 8902};
  return kNodes[static_cast<std::size_t>(depth)];
}

std::unexpected<Failure> failed(std::string message) {
  return std::unexpected(Failure{FailureKind::Protocol, Stage::Perft, std::move(message)});
}

std::string lowered(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::set<std::string> legal_texts(const Position& position) {
  std::set<std::string> texts;
  for (const Move move : legal_moves(position)) texts.insert(to_uci(move, position.chess960()));
  return texts;
}

/// What the moves of an answer are on this board, whatever stands before them, by prefix.
std::map<std::string, std::vector<RootCount>> lists_in(const PrintedAnswer& answer,
                                                       const Position& position) {
  std::map<std::string, std::vector<RootCount>> lists;
  for (const auto& [raw, text, read] : answer.entries()) {
    if (!read.move || !read.move->nodes) continue;
    if (const auto move = read_move(read.move->move, position))
      lists[read.move->prefix].push_back({move->uci, *read.move->nodes});
  }
  return lists;
}

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

bool is_word_of_totals(std::string_view label) {
  return label.contains("node") || label.contains("total") || label.contains("perft") ||
         label.contains("lea") || label.contains("searched") || label.contains("count") ||
         label.contains("moves");
}

/// What stands in a line as UCI has it for a search.
bool is_of_search(std::string_view label) { return label.starts_with("info "); }

/// Times, speeds and depths, by the last word before the number or the unit behind it.
bool is_measure(const PrintedNumber& number) {
  // "Raw nodes for depth 2: 400": the depth has its number already.
  const std::size_t last = number.label.find_last_not_of(" :=)]-");
  const bool counted = last != std::string::npos && number.label[last] == '#';
  std::string word;
  for (const char c : number.label) {
    if (c == ' ') {
      word.clear();
    } else if ((c >= 'a' && c <= 'z') || c == '/') {
      word += c;
    }
  }
  // "Time : 5": the colon may stand by itself.
  if (counted) word.clear();
  if (word.empty() && !counted) {
    const std::size_t end = number.label.find_last_of("abcdefghijklmnopqrstuvwxyz");
    if (end != std::string::npos) {
      const std::size_t begin = number.label.find_last_of(' ', end);
      word = number.label.substr(begin == std::string::npos ? 0 : begin + 1, end + 1);
    }
  }
  for (const std::string_view measure :
       {"time", "nps", "speed", "/s", "sec", "depth", "elapsed", "second", "ms", "ply"})
    if (word.contains(measure)) return true;
  // "nodes 400 nps 100000": what follows belongs to the next number.
  if (word == "nodes") return false;
  for (const std::string_view unit :
       {"m", "msec", "sec", "nps", "np", "knp", "mnp", "second", "kn", "ms", "s"})
    if (number.unit == unit) return true;
  return false;
}

/// All places where a number stands, with the last number in each and how many there are.
struct Place {
  TotalPlace place;
  std::uint64_t last = 0;
  int times = 0;
};

std::vector<Place> places_in(const PrintedAnswer& answer) {
  std::vector<Place> places;
  for (const auto& [raw, text, read] : answer.entries()) {
    if (read.move && read.move->nodes) continue;
    for (const PrintedNumber& number : read.numbers) {
      const TotalPlace place{number.label, number.unit};
      const auto known = std::ranges::find(places, place, &Place::place);
      if (known == places.end()) {
        places.push_back({place, number.value, 1});
      } else {
        known->last = number.value;
        ++known->times;
      }
    }
  }
  return places;
}

bool has(const std::vector<Spelling>& spellings, Spelling spelling) {
  return std::ranges::find(spellings, spelling) != spellings.end();
}

}  // namespace

Question question_at(std::string_view fen, std::vector<std::string> moves, int depth,
                     bool chess960) {
  Question question;
  question.root = fen;
  question.moves = std::move(moves);
  question.depth = depth;
  question.chess960 = chess960;
  return question;
}

Judged judge_start_position(const PrintedAnswer& answer, int depth) {
  const Position start;
  const auto legal = legal_texts(start);
  Judged judged;
  for (auto& [prefix, lines] : lists_in(answer, start)) {
    const bool each_depth = depth == 2 && is_two_lists(lines);
    if (each_depth) lines.erase(lines.begin(), middle_of(lines));
    std::uint64_t sum = 0;
    std::size_t known = 0;
    for (const RootCount& line : lines) {
      sum += line.nodes;
      if (legal.contains(line.move)) ++known;
    }
    const bool exact = lines.size() == 20 && known == 20 && sum == start_nodes(depth);
    // A generator may be wrong by much; a search prints moves and numbers too.
    const bool likely = (known >= 10 || (known >= 4 && known == lines.size())) &&
                        known * 3 >= lines.size() && !is_of_search(prefix);
    const Likeness likeness = exact    ? Likeness::ExactList
                              : likely ? Likeness::List
                                       : Likeness::None;
    if (likeness > judged.likeness) judged = {likeness, prefix, lines.size(), sum, each_depth};
  }
  if (judged.likeness != Likeness::None) return judged;
  for (const auto& [raw, text, read] : answer.entries())
    for (const PrintedNumber& number : read.numbers) {
      if (is_measure(number)) continue;
      if (number.value == start_nodes(depth)) return {Likeness::ExactTotal, "", 0, number.value};
      if (is_word_of_totals(number.label) && !is_of_search(number.label) && number.value >= 10 &&
          number.value < 5000)
        judged.likeness = Likeness::TotalOnly;
    }
  return judged;
}

Answer<void> Examiner::examine(Dialect& dialect) {
  PrintedAnswer answer;
  const auto judged = try_command(dialect, answer);
  if (!judged) return std::unexpected(judged.error());
  if (judged->likeness == Likeness::None)
    return failed(fmt::format("{} gives no answer that can be read; it said {}",
                              result_.engine_name, answer.quoted()));
  dialect.lists_moves =
      judged->likeness == Likeness::List || judged->likeness == Likeness::ExactList;
  dialect.move_prefix = judged->prefix;
  dialect.lists_each_depth = judged->each_depth;
  if (auto ok = find_total(dialect, judged->likeness, std::nullopt); !ok) return ok;
  if (dialect.plays_moves) find_whether_moves_are_played(dialect);
  find_spelling(dialect);
  if (dialect.plays_moves) find_sent_castling(dialect);
  find_chess960(dialect);
  return {};
}

Answer<Judged> Examiner::try_command(const Dialect& dialect, PrintedAnswer& answer) {
  bool late = false;
  const std::string asked =
      filled(fmt::format("{}", fmt::join(dialect.perft, " ; ")), 2, kStartPosition, "");
  auto printed = prober_(dialect, question_at(kStartPosition, {}, 2), late);
  if (!printed) {
    note(asked, "", printed.error().message);
    return std::unexpected(printed.error());
  }
  answer = std::move(*printed);
  Judged judged = judge_start_position(answer, 2);
  std::string read = "no answer to that";
  if (judged.likeness == Likeness::ExactList) read = "20 moves, 400 nodes in all";
  if (judged.likeness == Likeness::List)
    read = fmt::format("{} moves, {} nodes in all; right would be 20 and 400", judged.moves,
                       judged.sum);
  if (judged.likeness == Likeness::ExactTotal) read = "a total of 400, and no moves";
  if (judged.likeness == Likeness::TotalOnly) read = "perhaps a total; right would be 400";
  note(asked, answer.quoted(), read);
  return judged;
}

Answer<void> Examiner::find_total(Dialect& dialect, Likeness likeness,
                                  const std::optional<std::string>& wanted) {
  std::string last_answer;
  const bool exact = likeness == Likeness::ExactList || likeness == Likeness::ExactTotal;
  std::vector<std::vector<Place>> places;
  std::vector<std::uint64_t> sums;
  bool late = false;
  for (int depth = 1; depth <= 3; ++depth) {
    bool late_now = false;
    const auto answer = prober_(dialect, question_at(kStartPosition, {}, depth), late_now);
    if (!answer && depth == 1 && dialect.lists_moves && answer.error().kind == FailureKind::Died) {
      // Who only ever divides may not have thought of it.
      note("depth 1 of the start position", "", answer.error().message);
      dialect.lists_at_depth_one = dialect.answers_depth_one = false;
      continue;
    }
    if (!answer) return std::unexpected(answer.error());
    late = late || late_now;
    last_answer = answer->quoted();
    auto lists = lists_in(*answer, Position());
    const auto list = lists.find(dialect.move_prefix);
    if (dialect.lists_each_depth && list != lists.end()) {
      std::vector<RootCount>& lines = list->second;
      const auto last = lines.size() / static_cast<std::size_t>(depth);
      lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(last));
    }
    std::uint64_t sum = 0;
    if (list != lists.end())
      for (const RootCount& line : list->second) sum += line.nodes;
    if (depth == 1 && dialect.lists_moves) dialect.lists_at_depth_one = list != lists.end();
    const bool has_list = dialect.lists_moves && list != lists.end();
    sums.push_back(has_list ? sum : exact ? start_nodes(depth) : 0);
    places.push_back(places_in(*answer));
    note(
        fmt::format("depth {} of the start position", depth), answer->quoted(),
        has_list ? fmt::format("{} moves, {} nodes in all", list->second.size(), sum) : "no moves");
  }
  std::optional<TotalPlace> best;
  int best_worth = -1;
  for (const Place& candidate : places.back()) {
    bool fits = true;
    bool grows = true;
    std::uint64_t before = 0;
    bool once = true;
    for (std::size_t at = 0; at < places.size(); ++at) {
      const auto here = std::ranges::find(places[at], candidate.place, &Place::place);
      if (here == places[at].end()) {
        // Units vary with the number in front of them ("1 move", "400 nodes in 0 ms").
        fits = grows = false;
        break;
      }
      fits = fits && (sums[at] == 0 || here->last == sums[at]);
      grows = grows && here->last > before;
      before = here->last;
      once = once && here->times == 1;
    }
    const PrintedNumber number{candidate.place.label, candidate.place.unit, candidate.last};
    if (wanted) {
      if (candidate.place.label.starts_with(lowered(*wanted)) && grows) {
        best = candidate.place;
        dialect.total_once = once;
        break;
      }
      continue;
    }
    if (!fits || !grows || is_measure(number)) continue;
    if (sums.back() == 0 && !is_word_of_totals(candidate.place.label)) continue;
    const int worth = is_word_of_totals(candidate.place.label) ? 2
                      : candidate.place.label.empty()          ? 1
                                                               : 0;
    if (worth > best_worth) {
      best = candidate.place;
      best_worth = worth;
      dialect.total_once = once;
    }
  }
  if (best) {
    dialect.total = std::move(best);
    note("where the total stands", printable(dialect.total->label),
         dialect.total->label.empty() ? "a number at the beginning of a line"
                                      : "the number behind these words");
    return {};
  }
  if (!dialect.lists_moves)
    return failed(
        fmt::format("{} prints no moves, and no number in its answers can be told to "
                    "be the total; it said {}",
                    result_.engine_name, last_answer));
  if (dialect.barrier == Barrier::Silence || late)
    return failed(
        fmt::format("{} prints no total and nothing else that tells when its answer has ended",
                    result_.engine_name));
  return {};
}

std::vector<Spelling> Examiner::find_spelling(const Dialect& dialect) {
  std::vector<Spelling> spellings;
  if (!dialect.lists_moves) return spellings;
  divide_of(dialect, question_at(kCalibrationPosition, {}, dialect.lists_at_depth_one ? 1 : 2),
            &spellings);
  if (has(spellings, Spelling::RookCastling))
    remark(
        "writes castling in standard chess as king takes rook (e1h1), where UCI has e1g1; it is "
        "read as castling (--dialect stockfish does not accept it)");
  if (has(spellings, Spelling::NoPromotion))
    remark(
        "leaves out the piece of a promotion (a7a8 four times); the four are told apart by "
        "asking for each");
  return spellings;
}

bool Examiner::ignores_position(const Dialect& dialect) {
  const int depth = dialect.lists_moves && dialect.lists_at_depth_one ? 1 : 2;
  bool late = false;
  const auto answer = prober_(dialect, question_at(kCalibrationPosition, {}, depth), late);
  if (!answer) return false;
  bool ignored = judge_start_position(*answer, depth).likeness == Likeness::ExactList;
  if (!dialect.lists_moves) {
    const auto totals =
        dialect.total ? answer->totals(*dialect.total) : std::vector<std::uint64_t>();
    ignored = !totals.empty() && totals.back() == start_nodes(depth);
  }
  if (ignored)
    note(fmt::format("depth {} of {}", depth, kCalibrationPosition), answer->quoted(),
         "the answer for the start position: it does not take the position");
  return ignored;
}

bool Examiner::counts_calibration(const Dialect& dialect) {
  return counts_right(dialect, question_at(kCalibrationPosition, {}, 2));
}

bool Examiner::counts_right(const Dialect& dialect, const Question& question) {
  const auto answer = divide_of(dialect, question);
  const auto after = position_of(question);
  const auto expected = perft(*after, question.depth);
  return answer && expected && answer->total == *expected;
}

void Examiner::find_whether_moves_are_played(Dialect& dialect) {
  const Question played = question_at(kStartPosition, {"e2e4"}, 2);
  const auto answer = divide_of(dialect, played);
  if (answer) {
    if (!dialect.lists_moves) {
      if (answer->total != start_nodes(2)) return;  // 600 if it is right
    } else {
      const auto black = std::ranges::count_if(answer->lines, [](const RootCount& line) {
        return line.move.size() >= 2 && line.move[1] >= '5';
      });
      if (static_cast<std::size_t>(black) * 2 > answer->lines.size()) return;
    }
  }
  Dialect without = dialect;
  without.plays_moves = false;
  if (counts_right(without, played)) dialect = std::move(without);
}

void Examiner::find_sent_castling(Dialect& dialect) {
  const Question castled = question_at(kCalibrationPosition, {"e1g1"}, 2);
  if (counts_right(dialect, castled)) return;
  Dialect other = dialect;
  other.sends_rook_castling = true;
  if (!counts_right(other, castled)) return;
  dialect = std::move(other);
  remark("plays castling only if it is sent as king takes rook (e1h1)");
}

std::vector<Spelling> Examiner::find_chess960(Dialect& dialect) {
  const Question question = question_at(kChess960Position, {}, 2, true);
  std::vector<Spelling> spellings;
  dialect.chess960 = true;
  const auto expected = perft(*position_of(question), question.depth);
  const auto answer = divide_of(dialect, question, &spellings);
  bool right = answer && expected && answer->total == *expected;
  if (!right) {
    Dialect other = dialect;
    other.x_fen = true;
    std::vector<Spelling> others;
    const auto second = divide_of(other, question, &others);
    if (second && expected && second->total == *expected) {
      right = true;
      dialect = std::move(other);
      spellings = std::move(others);
      remark(
          "does not read castling rights as file letters (GB): Chess960 positions are sent to "
          "it with KQkq, as X-FEN has them");
    }
  }
  if (has(spellings, Spelling::KingCastling))
    remark(
        "writes castling in Chess960 by the king's target square, where UCI has king takes "
        "rook; it is read as castling (--dialect stockfish does not accept it)");
  // One that says it plays Chess960 may be wrong; of others nobody knows.
  if (!right && dialect.protocol != Protocol::Uci) dialect.chess960 = false;
  return spellings;
}

void Examiner::add_notes(const Dialect& dialect) {
  if (!dialect.lists_moves)
    remark(
        "prints totals only: each move of the reference's list is asked for by itself, which "
        "takes twice as long, and a wrong move can only be inferred");
  if (dialect.lists_moves && !dialect.total)
    remark("prints no total: the sum of its lines is taken for it");
  if (!dialect.answers_depth_one)
    remark(
        "ends when it is asked for depth 1 of the start position: the moves that it lists at "
        "depth 2 stand for that");
  else if (dialect.lists_moves && !dialect.lists_at_depth_one)
    remark("lists no moves at depth 1: those that it lists at depth 2 stand for them");
  if (!dialect.plays_moves)
    remark(
        "is given FENs only, never moves: what goes wrong when it makes a move shows in its "
        "counts, but not where");
  if (dialect.errors_with_output) remark("answers on standard error");
}

void Examiner::note(std::string asked, std::string said, std::string read) {
  result_.evidence.push_back({std::move(asked), std::move(said), std::move(read)});
}

std::optional<Divide> Examiner::divide_of(const Dialect& dialect, const Question& question,
                                          std::vector<Spelling>* spellings) {
  bool late = false;
  const auto answer = prober_(dialect, question, late);
  const std::string what =
      fmt::format("depth {} of {}{}{}", question.depth, question.root,
                  question.moves.empty() ? "" : " moves ", fmt::join(question.moves, " "));
  if (!answer) {
    note(what, "", answer.error().message);
    return std::nullopt;
  }
  const auto read = read_answer(*answer, dialect, *position_of(question), question.depth);
  if (!read) {
    note(what, answer->quoted(), read.error().reason);
    return std::nullopt;
  }
  const std::string lines =
      dialect.lists_moves ? fmt::format("{} moves, ", read->divide.lines.size()) : "";
  note(what, answer->quoted(), fmt::format("{}total {}", lines, read->divide.total));
  if (spellings != nullptr) *spellings = read->spellings;
  return read->divide;
}

}  // namespace perft_verify::reference
