#include "reference/dialect/examine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/contains.h"
#include "core/counting/perft.h"
#include "core/notation.h"
#include "reference/core_generator.h"

namespace perft_verify::reference {
std::unexpected<Failure> no_dialect(std::string message) {
  return std::unexpected(Failure{FailureKind::Protocol, Stage::Perft, std::move(message)});
}

Answer<void> Examiner::examine(Dialect& dialect) {
  PrintedAnswer answer;
  const auto judged = try_command(dialect, answer);
  if (!judged) return std::unexpected(judged.error());
  if (judged->likeness == Likeness::None)
    return no_dialect(fmt::format("{} gives no answer that can be read; it said {}",
                                  result_.engine_name, answer.quoted()));
  judged->write_to(dialect);
  if (auto ok = find_total(dialect, judged->likeness, std::nullopt); !ok) return ok;
  if (dialect.plays_moves) find_whether_moves_are_played(dialect);
  find_spelling(dialect);
  if (dialect.plays_moves) find_sent_castling(dialect);
  find_chess960(dialect);
  return {};
}

Answer<Judged> Examiner::try_command(const Dialect& dialect, PrintedAnswer& answer) {
  const std::string asked =
      filled(fmt::format("{}", fmt::join(dialect.perft, " ; ")), 2, kStartPosition, "");
  auto printed = prober_(dialect, question_at(standard(kStartPosition), {}, 2));
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
  if (judged.likeness == Likeness::OddList)
    read = fmt::format("{} moves, {} nodes in all, and not those of the start position",
                       judged.moves, judged.sum);
  if (judged.likeness == Likeness::OddTotal) read = "perhaps a total, far from 400";
  if (judged.likeness == Likeness::TotalOnly) read = "perhaps a total; right would be 400";
  note(asked, answer.quoted(), read);
  return judged;
}

std::optional<Judged> Examiner::try_simpler(Dialect& dialect, PrintedAnswer& answer) {
  for (const std::string_view fen : {kStartPosition, kCalibrationPosition}) {
    const Question question = question_at(standard(fen), {}, 1);
    auto printed = prober_(dialect, question);
    const std::string what = fmt::format("depth 1 of {}", fen);
    if (!printed) {
      note(what, "", printed.error().message);
      continue;
    }
    answer = std::move(*printed);
    Judged judged = judge_depth_one(answer, *position_of(question));
    if (judged.likeness == Likeness::ExactTotal || judged.likeness >= Likeness::List) {
      Dialect completed = dialect;
      judged.write_to(completed);
      completed.total = total_of_one_answer(answer, judged.sum);
      if (completed.lists_moves || completed.total) {
        note(what, answer.quoted(),
             fmt::format("{} nodes in all: it knows this command", judged.sum));
        dialect = std::move(completed);
        remark(fen == kStartPosition
                   ? "gives no answer to depth 2 of the start position, and one to depth 1"
                   : "gives no answer at the start position, and one in another");
        return judged;
      }
    }
    note(what, answer.quoted(), "no answer to that");
  }
  return std::nullopt;
}

std::vector<Spelling> Examiner::find_spelling(const Dialect& dialect) {
  std::vector<Spelling> spellings;
  if (!dialect.lists_moves) return spellings;
  divide_of(dialect,
            question_at(standard(kCalibrationPosition), {}, dialect.lists_at_depth_one ? 1 : 2),
            &spellings);
  if (contains(spellings, Spelling::RookCastling))
    remark(
        "writes castling in standard chess as king takes rook (e1h1), where UCI has e1g1; it is "
        "read as castling (--dialect stockfish does not accept it)");
  if (contains(spellings, Spelling::NoPromotion))
    remark(
        "leaves out the piece of a promotion (a7a8 four times); the four are told apart by "
        "asking for each");
  return spellings;
}

std::optional<Divide> Examiner::moves_at(const Dialect& dialect, std::string_view fen) {
  return divide_of(dialect, question_at(standard(fen), {}, dialect.lists_at_depth_one ? 1 : 2));
}

bool Examiner::ignores_position(const Dialect& dialect) {
  const int depth = dialect.lists_moves && dialect.lists_at_depth_one ? 1 : 2;
  const auto answer = prober_(dialect, question_at(standard(kCalibrationPosition), {}, depth));
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
  return counts_right(dialect, question_at(standard(kCalibrationPosition), {}, 2));
}

bool Examiner::counts_right(const Dialect& dialect, const Question& question) {
  const auto answer = divide_of(dialect, question);
  const auto after = position_of(question);
  const auto expected = perft(*after, question.depth);
  return answer && expected && answer->total == *expected;
}

void Examiner::find_whether_moves_are_played(Dialect& dialect) {
  const Question played = question_at(standard(kStartPosition), {"e2e4"}, 2);
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
  // An engine with a bug may count wrong there, too: then the count of the start position tells,
  // unless it finds no move at all.
  const bool not_played =
      counts_right(without, played) ||
      (answer && answer->total > 0 &&
       answer == divide_of(dialect, question_at(standard(kStartPosition), {}, 2)));
  if (not_played) dialect = std::move(without);
}

bool Examiner::plays_only(const Dialect& sent, const Dialect& other, const Question& question) {
  const auto unmoved = divide_of(other, question_at(question.root, {}, question.depth));
  // Castling is read as such only where it is legal, so that the texts of moves may differ.
  const auto is_unmoved = [&](const Divide& answer) {
    return answer.total == unmoved->total && answer.lines.size() == unmoved->lines.size();
  };
  const auto at_first = divide_of(other, question);
  const auto played = divide_of(sent, question);
  if (!unmoved || (at_first && !is_unmoved(*at_first)) || !played || is_unmoved(*played))
    return false;
  if (!sent.lists_moves) return true;
  const Position after = *position_of(question);
  const auto legal = std::ranges::count_if(played->lines, [&](const RootCount& line) {
    return find_legal(after, line.move).has_value();
  });
  return static_cast<std::size_t>(legal) * 2 > played->lines.size();
}

void Examiner::find_sent_castling(Dialect& dialect) {
  const Question castled = question_at(standard(kCalibrationPosition), {"e1g1"}, 2);
  if (counts_right(dialect, castled)) return;
  Dialect other = dialect;
  other.sends_rook_castling = true;
  if (!counts_right(other, castled) && !plays_only(other, dialect, castled)) return;
  dialect = std::move(other);
  remark("plays castling only if it is sent as king takes rook (e1h1)");
}

Examiner::Reception Examiner::send_chess960(const Dialect& dialect,
                                            std::vector<Spelling>& spellings) {
  const Question question = question_at({std::string(kChess960Position), true}, {}, 2);
  // An engine that refuses a position answers for the one before.
  const auto before = divide_of(dialect, question_at(standard(kStartPosition), {}, 2));
  const auto answer = divide_of(dialect, question, &spellings);
  const bool unread = answer && dialect.lists_moves && answer->lines.empty();
  if (!answer || unread || answer == before) return Reception::Refused;
  return answer->total == perft(*position_of(question), question.depth) ? Reception::CountedRight
                                                                        : Reception::CountedWrong;
}

bool Examiner::ignores_rights(const Dialect& dialect) {
  const auto with = divide_of(dialect, question_at({std::string(kChess960Position), true}, {}, 2));
  return with && with == divide_of(dialect, question_at(standard(kNoRightsPosition), {}, 2));
}

bool Examiner::castles_without_king(const Dialect& dialect) {
  const auto answer =
      divide_of(dialect, question_at({std::string(kKingOffItsSquare), true}, {}, 2));
  return answer && std::ranges::any_of(answer->lines, [](const RootCount& line) {
           return line.move == "e1g1" || line.move == "e1c1";
         });
}

std::vector<Spelling> Examiner::find_chess960(Dialect& dialect) {
  dialect.chess960 = true;
  std::vector<Spelling> spellings;
  const Reception letters = send_chess960(dialect, spellings);
  Reception best = letters;
  if (letters != Reception::CountedRight) {
    Dialect other = dialect;
    other.x_fen = true;
    std::vector<Spelling> others;
    const Reception kqkq = send_chess960(other, others);
    if (kqkq > letters) {
      dialect = std::move(other);
      spellings = std::move(others);
      best = kqkq;
    }
  }
  // One that speaks UCI has an option for it.
  if (dialect.protocol != Protocol::Uci && best != Reception::CountedRight) {
    const bool counted = best == Reception::CountedWrong;
    const bool ignores = counted && ignores_rights(dialect);
    const bool on_e_file = counted && !ignores && castles_without_king(dialect);
    if (ignores || on_e_file)
      remark(fmt::format("{}: it is taken for an engine that does not play Chess960",
                         ignores ? "counts a Chess960 position as it does without castling rights"
                                 : "castles from e1 where no king stands there"));
    dialect.chess960 = best != Reception::Refused && !ignores && !on_e_file;
    if (!dialect.chess960) return {};
  }
  if (dialect.x_fen)
    remark(
        "does not read castling rights as file letters (GB): Chess960 positions are sent to "
        "it with KQkq, as X-FEN has them");
  if (contains(spellings, Spelling::KingCastling))
    remark(
        "writes castling in Chess960 by the king's target square, where UCI has king takes "
        "rook; it is read as castling (--dialect stockfish does not accept it)");
  return spellings;
}

void Examiner::add_notes(const Dialect& dialect) {
  if (!dialect.lists_moves)
    remark(fmt::format(
        "prints totals only{}: each move of the reference's list is asked for by itself, which "
        "takes twice as long, and a wrong move can only be inferred",
        unread_line_.empty()
            ? ""
            : fmt::format(", and lines like '{}', which is no move of the start position",
                          unread_line_)));
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
  const auto answer = prober_(dialect, question);
  const std::string what =
      fmt::format("depth {} of {}{}{}", question.depth, question.root.fen,
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
