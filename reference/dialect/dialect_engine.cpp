#include "reference/dialect/dialect_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "core/text/printable.h"
#include "reference/core_generator.h"
#include "reference/dialect/conversation.h"
#include "reference/dialect/shown_board.h"
#include "reference/uci/board_text.h"

namespace perft_verify::reference {
namespace {

using std::chrono::steady_clock;

/// Whether the castling field of `fen` names the wings of the question's rights, as KQkq.
bool names_wings(std::string_view fen, const Question& question) {
  const auto position = position_of(question);
  if (!position) return false;
  std::string wings;
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (position->castling().rook(color, side))
        wings += (color == Color::White ? "KQ" : "kq")[side == CastlingSide::King ? 0 : 1];
  for (int field = 0; field < 2; ++field)
    fen.remove_prefix(std::min(fen.find(' '), fen.size() - 1) + 1);
  std::string shown(fen.substr(0, fen.find(' ')));
  std::ranges::sort(wings);
  std::ranges::sort(shown);
  return shown == wings;
}

class DialectEngine final : public Generator {
 public:
  DialectEngine(EngineOptions options, Dialect dialect)
      : dialect_(std::move(dialect)),
        session_(std::move(options), dialect_.protocol, dialect_.errors_with_output),
        conversation_(session_, dialect_) {
    session_.set_barrier(dialect_.barrier);
    session_.set_prompt(dialect_.prompt);
  }

  [[nodiscard]] Identity identity() const override { return session_.identity(); }
  [[nodiscard]] bool shows_board() const override { return !dialect_.board_command.empty(); }
  [[nodiscard]] bool lists_moves() const override { return dialect_.lists_moves; }
  [[nodiscard]] bool plays_moves() const override { return dialect_.plays_moves; }
  [[nodiscard]] std::string lacks_chess960() const override {
    return session_.lacks_chess960(dialect_.chess960);
  }
  [[nodiscard]] std::string remarks() const override { return remarks_; }
  [[nodiscard]] std::expected<RunningProgram, std::string> program() override {
    return session_.program();
  }
  [[nodiscard]] bool is_linked_core() const override { return session_.runs_this_program(); }
  void restart() override {
    session_.end();
    session_.pace().forget_speed();
  }
  Answer<LeastTable> restart_with_least_table(std::stop_token stop) override {
    restart();
    if (auto ok = session_.ensure_started(stop); !ok) return std::unexpected(ok.error());
    return session_.shrink_table(stop);
  }

  Answer<Divide> divide(const Question& question, std::stop_token stop) override;
  Answer<std::string> board(const Question& question, std::stop_token stop) override;

 private:
  Answer<Asked> asked_of(const Question& question);
  Answer<std::string> set_position(const Question& question, const Asked& asked,
                                   const std::stop_token& stop);
  bool misprints_board(const std::stop_token& stop);
  Answer<std::string> shown_now(Deadline deadline, const std::stop_token& stop);
  Answer<void> count_before(const Question& question, Asked asked, const std::stop_token& stop);
  Answer<ReadAnswer> count(const Question& question, int depth, const std::stop_token& stop);
  Answer<void> settle_promotions(const Question& question, Divide& divide,
                                 const std::stop_token& stop);

  Dialect dialect_;
  EngineSession session_;
  Conversation conversation_;
  std::string remarks_;
  bool asked_about_misprints_ = false;
};

Answer<Divide> DialectEngine::divide(const Question& question, std::stop_token stop) {
  if (auto ok = check_depth(question); !ok) return std::unexpected(ok.error());
  if (const auto after = position_of(question); !after && dialect_.lists_moves)
    return std::unexpected(after.error());
  auto answer = divide_in_dialect(dialect_, question, [&](const Question& each, int depth) {
    return count(each, depth, stop);
  });
  if (!answer) return std::unexpected(answer.error());
  if (dialect_.lists_moves && answer->promotions_guessed && question.depth > 1)
    if (auto ok = settle_promotions(question, answer->divide, stop); !ok)
      return std::unexpected(ok.error());
  return std::move(answer->divide);
}

Answer<std::string> DialectEngine::board(const Question& question, std::stop_token stop) {
  if (auto ok = session_.ensure_started(stop); !ok) return std::unexpected(ok.error());
  if (!shows_board())
    return std::unexpected(Failure{FailureKind::Unsupported, Stage::Board,
                                   fmt::format("{} does not print its position", identity().name)});
  const auto asked = asked_of(question);
  if (!asked) return std::unexpected(asked.error());
  auto shown = set_position(question, *asked, stop);
  if (!shown || question.counted_before == 0) return shown;
  if (auto ok = count_before(question, *asked, stop); !ok) return std::unexpected(ok.error());
  return shown_now(steady_clock::now() + kBoardTime, stop);
}

/// Counts to the depth that comes before the question, or deeper where the engine does not answer
/// depth 1.
Answer<void> DialectEngine::count_before(const Question& question, Asked asked,
                                         const std::stop_token& stop) {
  asked.depth = std::max(question.counted_before, dialect_.answers_depth_one ? 1 : 2);
  const auto counted =
      conversation_.count(asked, session_.pace().deadline(question.expected_nodes), stop);
  return counted ? Answer<void>{} : std::unexpected(counted.error());
}

Answer<Asked> DialectEngine::asked_of(const Question& question) {
  if (auto ok = check_chess960(*this, question); !ok) return std::unexpected(ok.error());
  return reference::asked_of(question, dialect_);
}

Answer<std::string> DialectEngine::set_position(const Question& question, const Asked& asked,
                                                const std::stop_token& stop) {
  const Deadline deadline = steady_clock::now() + kBoardTime;
  if (auto ok = session_.set_chess960(question.root.chess960, deadline, stop); !ok)
    return std::unexpected(ok.error());
  auto lines = conversation_.set_position(asked, deadline, stop);
  if (!lines) return std::unexpected(lines.error());
  remarks_.clear();
  for (const std::string& line : *lines) {
    for (const std::string& text : clean_lines(line)) {
      const PrintedLine read = parse_printed_line(text);
      const bool count = read.move && read.move->nodes && read.move->prefix == dialect_.move_prefix;
      const bool total = dialect_.total && !dialect_.total->label.empty() &&
                         std::ranges::any_of(read.numbers, [&](const PrintedNumber& number) {
                           return number.label == dialect_.total->label;
                         });
      if (dialect_.lists_moves && (count || total) && dialect_.barrier != Barrier::Silence)
        return session_.fail(
            FailureKind::Protocol, Stage::Position,
            fmt::format("printed '{}' before it was asked to count", printable(text)));
      if (remarks_.empty()) remarks_ = printable(text);
    }
  }
  if (dialect_.board_command.empty()) return std::string();
  auto shown = shown_now(deadline, stop);
  if (!shown || !asked.moves.empty()) return shown;
  const auto expected = board_facts(question.moves.empty() ? question.root.fen : asked.fen);
  auto found = board_facts(*shown);
  // Some engines write KQkq for any right in Chess960, even where that means another rook.
  if (found && expected && question.root.chess960 && names_wings(*shown, question))
    found->castling_rooks = expected->castling_rooks;
  std::string differs = !expected ? "the position sent is malformed"
                        : !found  ? std::string(found.error().message())
                                  : difference(*expected, *found, found->en_passant.has_value());
  if (!differs.empty() && question.root.chess960 && misprints_board(stop)) {
    dialect_.board_command.clear();
    return set_position(question, asked, stop);
  }
  if (!differs.empty())
    return session_.fail(
        FailureKind::RejectedPosition, Stage::Board,
        fmt::format("was sent `{}` and shows `{}`: {}{}", context_of(dialect_, asked),
                    printable(*shown), differs,
                    remarks_.empty() ? "" : fmt::format("; it said '{}'", remarks_)));
  return shown;
}

/// Asked once, when it first shows another position in Chess960 than it was sent.
bool DialectEngine::misprints_board(const std::stop_token& stop) {
  if (std::exchange(asked_about_misprints_, true)) return false;
  return misprints_chess960([&](const std::string& sent) -> std::optional<ShownAndListed> {
    const Question question = question_at({sent, true}, {}, 1);
    const auto asked = asked_of(question);
    if (!asked || !conversation_.set_position(*asked, steady_clock::now() + kBoardTime, stop))
      return std::nullopt;
    const auto shown = shown_now(steady_clock::now() + kBoardTime, stop);
    const std::string command = std::exchange(dialect_.board_command, "");
    auto moves = shown ? divide(question, stop) : std::unexpected(shown.error());
    dialect_.board_command = command;
    if (!moves) return std::nullopt;
    return shown_and_listed(*shown, std::move(*moves));
  });
}

/// The FEN that its command for the board prints.
Answer<std::string> DialectEngine::shown_now(Deadline deadline, const std::stop_token& stop) {
  if (auto ok = session_.send(dialect_.board_command, Stage::Board, deadline, stop); !ok)
    return std::unexpected(ok.error());
  const auto lines = session_.synchronize(Stage::Board, deadline, stop);
  if (!lines) return std::unexpected(lines.error());
  return shown_board(*lines);
}

Answer<ReadAnswer> DialectEngine::count(const Question& question, int depth,
                                        const std::stop_token& stop) {
  if (auto ok = session_.ensure_started(stop); !ok) return std::unexpected(ok.error());
  auto asked = asked_of(question);
  if (!asked) return std::unexpected(asked.error());
  asked->depth = depth;
  if (auto shown = set_position(question, *asked, stop); !shown)
    return std::unexpected(shown.error());
  if (question.counted_before > 0)
    if (auto ok = count_before(question, *asked, stop); !ok) return std::unexpected(ok.error());
  // A total can be read without a board, so even an illegal move can be asked for.
  const Position after = position_of(question).value_or(Position());
  const auto begin = steady_clock::now();
  const auto answer =
      conversation_.count(*asked, session_.pace().deadline(question.expected_nodes), stop);
  if (!answer) return std::unexpected(answer.error());
  auto read = read_answer(*answer, dialect_, after, depth);
  if (read && !dialect_.total && dialect_.barrier == Barrier::Silence) {
    // Nothing in the answer shows that it is complete: two equal answers are believed.
    auto twice =
        conversation_.count(*asked, session_.pace().deadline(question.expected_nodes), stop);
    if (!twice) return std::unexpected(twice.error());
    const auto second = read_answer(*twice, dialect_, after, depth);
    if (!second || second->divide != read->divide)
      return session_.fail(FailureKind::Unsupported, Stage::Perft,
                           "prints no total and nothing that tells the end of its list, and did "
                           "not print the same list twice");
  }
  if (!read)
    return session_.fail(read.error().ambiguous ? FailureKind::Unsupported : FailureKind::Protocol,
                         Stage::Perft, read.error().reason);
  session_.pace().answered(read->divide.total, steady_clock::now() - begin);
  return std::move(*read);
}

/// The engine prints four lines without the promoted piece. It is asked for the count after each
/// promotion; if those are not the same four counts, the lines stay in their order.
Answer<void> DialectEngine::settle_promotions(const Question& question, Divide& divide,
                                              const std::stop_token& stop) {
  constexpr std::string_view kPieces = "bnqr";
  for (std::size_t at = 0; at + 3 < divide.lines.size(); ++at) {
    const std::string stem = divide.lines[at].move.substr(0, 4);
    const bool four = divide.lines[at].move.size() == 5 &&
                      std::ranges::all_of(
                          std::views::iota(std::size_t{0}, std::size_t{4}), [&](std::size_t step) {
                            return divide.lines[at + step].move == stem + kPieces[step];
                          });
    if (!four) continue;
    std::vector<std::uint64_t> printed;
    std::vector<std::uint64_t> asked;
    for (std::size_t step = 0; step < 4; ++step) {
      printed.push_back(divide.lines[at + step].nodes);
      Question after = question;
      after.moves.push_back(divide.lines[at + step].move);
      --after.depth;
      const auto counted = count(after, after.depth, stop);
      if (!counted) return std::unexpected(counted.error());
      asked.push_back(counted->divide.total);
    }
    std::vector<std::uint64_t> sorted_printed = printed;
    std::vector<std::uint64_t> sorted_asked = asked;
    std::ranges::sort(sorted_printed);
    std::ranges::sort(sorted_asked);
    if (sorted_printed == sorted_asked)
      for (std::size_t step = 0; step < 4; ++step) divide.lines[at + step].nodes = asked[step];
    at += 3;
  }
  return {};
}

/// The answer to depth 1 that an answer to depth 2 contains.
void make_depth_one(Divide& depth_two) {
  for (RootCount& line : depth_two.lines) line.nodes = 1;
  depth_two.total = depth_two.lines.size();
}

Answer<void> add_totals_of_moves(const Question& question, Divide& divide,
                                 const CountInDialect& count) {
  for (const std::string& move : question.known_moves) {
    divide.lines.push_back({move, 1});
    if (question.depth == 1) continue;
    Question after = question;
    after.moves.push_back(move);
    after.known_moves.clear();
    --after.depth;
    const auto counted = count(after, after.depth);
    if (!counted) return std::unexpected(counted.error());
    divide.lines.back().nodes = counted->divide.total;
  }
  std::ranges::sort(divide.lines);
  return {};
}

}  // namespace

Answer<ReadAnswer> divide_in_dialect(const Dialect& dialect, const Question& question,
                                     const CountInDialect& count) {
  const bool lists_one = dialect.lists_moves && question.depth == 1;
  const bool deeper_instead = lists_one && !dialect.answers_depth_one;
  auto answer = count(question, deeper_instead ? 2 : question.depth);
  if (!answer) return answer;
  if (!dialect.lists_moves) {
    answer->divide.lines.clear();
    if (auto ok = add_totals_of_moves(question, answer->divide, count); !ok)
      return std::unexpected(ok.error());
  } else if (deeper_instead) {
    make_depth_one(answer->divide);
  } else if (lists_one && !dialect.lists_at_depth_one) {
    const std::uint64_t total = answer->divide.total;
    answer = count(question, 2);
    if (!answer) return answer;
    make_depth_one(answer->divide);
    if (dialect.total) answer->divide.total = total;
  }
  return answer;
}

Answer<void> check_chess960(const Generator& generator, const Question& question) {
  const std::string why = generator.lacks_chess960();
  if (!question.root.chess960 || why.empty()) return {};
  return std::unexpected(
      Failure{FailureKind::Unsupported, Stage::Position,
              fmt::format("a Chess960 position, and {} {}; --chess960 on asks it anyway",
                          generator.identity().name, why)});
}

std::unique_ptr<Generator> make_dialect_engine(EngineOptions options, Dialect dialect) {
  return std::make_unique<DialectEngine>(std::move(options), std::move(dialect));
}

}  // namespace perft_verify::reference
