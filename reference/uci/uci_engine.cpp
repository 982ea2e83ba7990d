#include "reference/uci/uci_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/fen.h"
#include "core/text/printable.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/uci/board_text.h"
#include "reference/uci/divide_reader.h"
#include "reference/uci/perft_output.h"
#include "reference/uci/question_stream.h"
#include "reference/uci/stockfish.h"
#include "reference/uci/uci_text.h"

namespace perft_verify::reference {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class UciEngine final : public Generator {
 public:
  explicit UciEngine(UciEngineOptions options)
      : role_(options.role), session_(std::move(options), Protocol::Uci) {}

  [[nodiscard]] Identity identity() const override { return session_.identity(); }
  [[nodiscard]] bool ignores_clocks() const override { return is_stockfish(); }

  Answer<Divide> divide(const Question& question, std::stop_token stop) override;
  [[nodiscard]] bool shows_board() const override { return shows_board_.value_or(true); }
  Answer<std::string> board(const Question& question, std::stop_token stop) override;
  Answer<std::vector<Divide>> divides(const std::vector<Question>& questions,
                                      std::stop_token stop) override;
  Answer<std::vector<std::string>> boards(const std::vector<Question>& questions,
                                          std::stop_token stop) override;
  [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const override {
    return session_.cpu_time();
  }
  [[nodiscard]] std::string lacks_chess960() const override {
    return session_.lacks_chess960(false);
  }
  [[nodiscard]] std::expected<RunningProgram, std::string> program() override {
    return session_.program();
  }
  [[nodiscard]] bool is_linked_core() const override { return session_.runs_this_program(); }
  [[nodiscard]] std::string remarks() const override { return remarks_; }
  void restart() override {
    session_.end();
    session_.pace().forget_speed();  // a repeated question gets as much time as a slow engine
  }
  Answer<LeastTable> restart_with_least_table(std::stop_token stop) override {
    restart();
    if (auto ok = ensure_started(stop); !ok) return std::unexpected(ok.error());
    return session_.shrink_table(stop);
  }

 private:
  Answer<void> ensure_started(const std::stop_token& stop);
  [[nodiscard]] bool must_show_board() const { return role_ == EngineRole::Stockfish; }
  [[nodiscard]] bool is_stockfish() const {
    return role_ == EngineRole::Stockfish && calls_itself_stockfish(identity().name);
  }
  /// The generator that answers in place of the started engine; null if that answers itself.
  Generator* in_its_place(const Question& question);
  /// Whether the started engine can be asked these in one stream.
  [[nodiscard]] bool can_stream(const std::vector<Question>& questions) const;
  Answer<void> probe_board(const std::stop_token& stop);
  Answer<std::string> shown_after(const std::string& position, const std::stop_token& stop);
  Answer<std::string> shown_now(Deadline deadline, const std::stop_token& stop);
  std::optional<ShownAndListed> shown_and_listed(const Root& root, const std::stop_token& stop);
  Answer<std::string> set_position(const Question& question, const std::stop_token& stop);
  bool misprints_board(bool chess960, const std::stop_token& stop);
  [[nodiscard]] Answer<void> check_echo(const Question& question, const std::string& fen);
  Answer<Divide> count(const Question& question, int depth, const std::stop_token& stop);
  Answer<std::string> next_of_perft(int depth, Deadline deadline, const std::stop_token& stop);
  Answer<Divide> read_perft(int depth, Deadline deadline, const std::stop_token& stop);

  EngineRole role_;
  std::unique_ptr<Generator> mailbox_;  // created when needed
  EngineSession session_;
  const BoardCheck board_check_ = [this](const Question& question, const ShownBoard& board) {
    remarks_ = board.remark;
    return check_echo(question, board.fen);
  };
  std::string remarks_;  // its remarks on the position that was sent last
  std::optional<bool> shows_board_;
  bool asked_about_misprints_ = false;
  bool asked_about_misprints_960_ = false;
};

Answer<Divide> UciEngine::divide(const Question& question, std::stop_token stop) {
  if (auto ok = check_depth(question); !ok) return std::unexpected(ok.error());
  if (auto ok = ensure_started(stop); !ok) return std::unexpected(ok.error());
  if (Generator* other = in_its_place(question)) return other->divide(question, std::move(stop));
  // A subject is asked step by step. A reference is sent everything at once, as each pause costs
  // more than a small count.
  if (must_show_board()) {
    auto answers = stream_divides(session_, {question}, board_check_, stop);
    if (!answers) return std::unexpected(std::move(answers.error()));
    return std::move(answers->front());
  }
  const auto board = set_position(question, stop);
  if (!board) return std::unexpected(board.error());

  if (question.counted_before > 0)
    if (auto before = count(question, question.counted_before, stop); !before) return before;
  return count(question, question.depth, stop);
}

/// Counts the position that it was sent last.
Answer<Divide> UciEngine::count(const Question& question, int depth, const std::stop_token& stop) {
  const auto begin = steady_clock::now();
  const Deadline deadline = session_.pace().deadline(question.expected_nodes);
  if (auto ok = session_.send(perft_command(depth), Stage::Perft, deadline, stop); !ok)
    return std::unexpected(ok.error());
  auto answer = read_perft(depth, deadline, stop);
  if (answer) session_.pace().answered(answer->total, steady_clock::now() - begin);
  return answer;
}

Answer<std::string> UciEngine::board(const Question& question, std::stop_token stop) {
  if (auto ok = ensure_started(stop); !ok) return std::unexpected(ok.error());
  if (Generator* other = in_its_place(question)) return other->board(question, std::move(stop));
  Answer<std::string> shown = shows_board() ? set_position(question, stop) : std::string();
  // It may have been found out just now that its board is a misprint.
  if (shown && !shows_board())
    return std::unexpected(Failure{FailureKind::Unsupported, Stage::Board,
                                   fmt::format("{} does not print its position", identity().name)});
  if (!shown || question.counted_before == 0) return shown;
  if (auto before = count(question, question.counted_before, stop); !before)
    return std::unexpected(before.error());
  return shown_now(steady_clock::now() + kBoardTime, stop);
}

Generator* UciEngine::in_its_place(const Question& question) {
  if (role_ == EngineRole::Subject || answered_in_place_of(identity().name, question.root).empty())
    return nullptr;
  if (!mailbox_) mailbox_ = mailbox::make_mailbox_generator();
  return mailbox_.get();
}

Answer<void> UciEngine::ensure_started(const std::stop_token& stop) {
  return session_.ensure_started(stop, [&]() -> Answer<void> {
    // A reference without a board is useless, however often it is started.
    const bool probed = shows_board_ && (*shows_board_ || !must_show_board());
    return probed ? Answer<void>{} : probe_board(stop);
  });
}

/// The FEN that `d` prints; empty if it prints none.
Answer<std::string> UciEngine::shown_now(Deadline deadline, const std::stop_token& stop) {
  if (auto ok = session_.send("d", Stage::Board, deadline, stop); !ok)
    return std::unexpected(ok.error());
  const auto lines = session_.synchronize(Stage::Board, deadline, stop);
  if (!lines) return std::unexpected(lines.error());
  for (const std::string& line : *lines)
    if (auto shown = shown_fen(line)) return std::move(*shown);
  return std::string();
}

/// The same after that `position` command.
Answer<std::string> UciEngine::shown_after(const std::string& position,
                                           const std::stop_token& stop) {
  const Deadline deadline = steady_clock::now() + kBoardTime;
  if (auto ok = session_.send(position, Stage::Position, deadline, stop); !ok)
    return std::unexpected(ok.error());
  return shown_now(deadline, stop);
}

std::optional<ShownAndListed> UciEngine::shown_and_listed(const Root& root,
                                                          const std::stop_token& stop) {
  if (!session_.set_chess960(root.chess960, steady_clock::now() + kBoardTime, stop))
    return std::nullopt;
  const auto shown = shown_after(position_command(root.fen, {}), stop);
  if (!shown) return std::nullopt;
  auto answer = count({.root = root}, 1, stop);
  if (!answer) return std::nullopt;
  return reference::shown_and_listed(*shown, std::move(*answer));
}

/// Finds out whether `d` prints the start position as a FEN. An engine that dies of the question,
/// or hangs, is started again and never asked for its board.
Answer<void> UciEngine::probe_board(const std::stop_token& stop) {
  const auto fen = shown_after("position startpos", stop);
  if (!fen && fen.error().kind == FailureKind::Stopped) return std::unexpected(fen.error());
  shows_board_ = false;
  if (const auto facts = board_facts(fen.value_or(""))) {
    const auto start = *board_facts(kStartPosition);
    shows_board_ = difference(start, *facts, true).empty();
    if (!*shows_board_ && !must_show_board() && facts->placement == start.placement)
      shows_board_ = castles_as_it_shows(
          [&](const std::string& sent) { return shown_and_listed(standard(sent), stop); });
  }
  // A reader that spoils even the start position shows that.
  if (!*shows_board_ && !must_show_board() && !fen.value_or("").empty())
    if (const auto shown = shown_after("position startpos", stop)) {
      const auto listed = count(question_at(standard(kStartPosition), {}, 1), 1, stop);
      shows_board_ = listed && lists_as_it_shows(*shown, kStartPosition, *listed);
    }
  if (must_show_board() && !*shows_board_)
    return session_.fail(
        FailureKind::Protocol, Stage::Board,
        "does not print the start position (`Fen: …`) when asked with `d`, so nobody can "
        "know which position it counts");
  return session_.running() ? Answer<void>{} : ensure_started(stop);
}

Answer<std::string> UciEngine::set_position(const Question& question, const std::stop_token& stop) {
  const Deadline deadline = steady_clock::now() + kBoardTime;
  if (auto ok = session_.set_chess960(question.root.chess960, deadline, stop); !ok)
    return std::unexpected(ok.error());
  EngineSession::Lines commands{position_command(question.root.fen, question.moves)};
  session_.set_context(commands.front());
  if (shows_board()) commands.emplace_back("d");
  if (auto ok = session_.send(commands, Stage::Position, deadline, stop); !ok)
    return std::unexpected(ok.error());
  const auto lines =
      session_.synchronize(shows_board() ? Stage::Board : Stage::Position, deadline, stop);
  if (!lines) return std::unexpected(lines.error());

  std::string fen;
  remarks_.clear();
  for (const std::string& line : *lines) {
    if (remarks_.empty() && is_remark(line)) remarks_ = printable(line);
    if (auto ok = refuse_count(session_, line, parse_perft_line(line)); !ok)
      return std::unexpected(ok.error());
    if (auto shown = shown_fen(line)) fen = std::move(*shown);
  }
  if (!shows_board()) return fen;
  if (auto ok = check_echo(question, fen); !ok) {
    if (!misprints_board(question.root.chess960, stop)) return std::unexpected(ok.error());
    shows_board_ = false;
    return set_position(question, stop);
  }
  return fen;
}

/// Asked once, when a subject first shows another position than it was sent, and once more in
/// Chess960. A reference is not excused.
bool UciEngine::misprints_board(bool chess960, const std::stop_token& stop) {
  bool& asked = chess960 ? asked_about_misprints_960_ : asked_about_misprints_;
  if (role_ != EngineRole::Subject || std::exchange(asked, true)) return false;
  const auto ask = [&](const std::string& sent) {
    return shown_and_listed({sent, chess960}, stop);
  };
  return ensure_started(stop) && (chess960 ? misprints_chess960(ask) : misprints_boards(ask));
}

/// Only Stockfish is known to obey commands in order that are sent while it counts.
bool UciEngine::can_stream(const std::vector<Question>& questions) const {
  const auto differs = [&](const Question& question) {
    return question.root.chess960 != questions.front().root.chess960 || !check_depth(question) ||
           miscounted_by_stockfish(question.root);
  };
  return is_stockfish() && std::ranges::none_of(questions, differs);
}

Answer<std::vector<Divide>> UciEngine::divides(const std::vector<Question>& questions,
                                               std::stop_token stop) {
  if (auto ok = ensure_started(stop); !ok) return std::unexpected(ok.error());
  if (!can_stream(questions)) return Generator::divides(questions, std::move(stop));
  auto answers = stream_divides(session_, questions, board_check_, stop);
  if (!answers) return answers;
  for (std::size_t at = 0; at < questions.size(); ++at) {
    Divide& answer = (*answers)[at];
    if (answer.total == sum_of_lines(answer)) continue;
    auto again = divide(questions[at], stop);
    if (!again) return std::unexpected(std::move(again.error()));
    answer = std::move(*again);
  }
  return answers;
}

Answer<std::vector<std::string>> UciEngine::boards(const std::vector<Question>& questions,
                                                   std::stop_token stop) {
  if (auto ok = ensure_started(stop); !ok) return std::unexpected(ok.error());
  if (!can_stream(questions)) return Generator::boards(questions, std::move(stop));
  return stream_boards(session_, questions, board_check_, stop);
}

/// Both sides have to count the same position. At the root the board must be the one that was sent.
/// After moves only a reference is checked, and only that it has played all of them: the board of a
/// subject is under test.
Answer<void> UciEngine::check_echo(const Question& question, const std::string& fen) {
  if (!question.moves.empty() && !must_show_board()) return {};
  const auto reject = [&](const std::string& what) {
    return session_.fail(
        FailureKind::RejectedPosition, Stage::Board,
        fmt::format("was sent `{}` and shows `{}`: {}{}",
                    position_command(question.root.fen, question.moves), printable(fen), what,
                    remarks_.empty() ? "" : fmt::format("; it said '{}'", remarks_)));
  };
  const auto expected = board_facts(question.root.fen);
  if (!expected) return reject("the position sent is malformed");
  const auto found = board_facts(fen);
  if (!found) return reject(std::string(found.error().message()));
  if (question.moves.empty()) {
    // Newer engines drop an en passant square if no pawn can use it; any other is a difference.
    const std::string differs = difference(*expected, *found, found->en_passant.has_value());
    if (!differs.empty()) return reject(differs);
    return {};
  }
  const std::size_t plies = question.moves.size();
  const std::size_t halves = plies + (expected->side_to_move == Color::Black ? 1 : 0);
  const bool black = halves % 2 == 1;
  if (found->side_to_move != (black ? Color::Black : Color::White) ||
      found->fullmove_number !=
          std::min<std::size_t>(expected->fullmove_number + halves / 2, kMaxFullmoveNumber))
    return reject("it did not play all of the moves");
  return {};
}

/// The next line of an answer. An engine that refuses to count says nothing more, or only why: then
/// it is not waited for until the deadline.
Answer<std::string> UciEngine::next_of_perft(int depth, Deadline deadline,
                                             const std::stop_token& stop) {
  constexpr milliseconds kLongestWait{100};
  constexpr milliseconds kLongestQuiet{500};  // of one that has complained, and does nothing
  milliseconds silence{0};
  for (milliseconds glance{1}; steady_clock::now() + glance < deadline;
       glance = std::min(2 * glance, kLongestWait)) {
    auto line = session_.receive_within(glance, Stage::Perft, stop);
    if (!line) return std::unexpected(line.error());
    if (*line) return std::move(**line);
    silence = remarks_.empty() || session_.is_busy() ? milliseconds(0) : silence + glance;
    if (!session_.awaits_input() && silence < kLongestQuiet) continue;
    // A line that it printed before it waited may still be in the pipe.
    line = session_.receive_within(milliseconds(0), Stage::Perft, stop);
    if (!line) return std::unexpected(line.error());
    if (*line) return std::move(**line);
    return session_.fail_to_answer(
        remarks_.empty() ? FailureKind::Protocol : FailureKind::RejectedPosition, Stage::Perft,
        fmt::format("no total of depth {}, and it waits for its next command{}", depth,
                    remarks_.empty() ? "" : fmt::format("; it said '{}'", remarks_)));
  }
  return session_.receive(Stage::Perft, deadline, stop);
}

Answer<Divide> UciEngine::read_perft(int depth, Deadline deadline, const std::stop_token& stop) {
  DivideReader reader(session_);
  std::optional<Divide> divide;
  for (std::size_t received = 0; !divide;) {
    const auto line = next_of_perft(depth, deadline, stop);
    if (!line) return std::unexpected(reader.without_line(line.error()));
    if (remarks_.empty() && is_remark(*line)) remarks_ = printable(*line);
    received += line->size() + 1;
    if (received > kMostAnswerBytes)
      return session_.fail(FailureKind::Protocol, Stage::Perft, "prints without end");
    auto taken = reader.take(*line, parse_perft_line(*line), stop);
    if (!taken) return std::unexpected(taken.error());
    divide = std::move(*taken);
  }
  const auto rest = session_.synchronize(Stage::Perft, steady_clock::now() + kHandshakeTime, stop);
  if (!rest) return std::unexpected(rest.error());
  for (const std::string& line : *rest)
    if (!std::holds_alternative<OtherLine>(parse_perft_line(line)))
      return session_.fail(
          FailureKind::Protocol, Stage::Perft,
          fmt::format("printed '{}' after the total of depth {}", printable(line), depth));
  return std::move(*divide);
}

}  // namespace

std::unique_ptr<Generator> make_uci_engine(UciEngineOptions options) {
  return std::make_unique<UciEngine>(std::move(options));
}

Answer<void> self_test(Generator& generator, const std::stop_token& stop) {
  struct Known {
    std::string_view fen;
    int depth;
    std::uint64_t nodes;
  };
  constexpr std::array<Known, 3> kKnown{{
      {kStartPosition, 3, 8902},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039},
      {"4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2", 1, 4},
  }};
  for (const auto& [fen, depth, nodes] : kKnown) {
    const auto answer = generator.divide(question_at(standard(fen), {}, depth), stop);
    if (!answer) return std::unexpected(answer.error());
    if (answer->total != nodes)
      return std::unexpected(
          Failure{FailureKind::Protocol, Stage::Handshake,
                  fmt::format("{} counts {} at depth {} of {} where every generator counts {}",
                              generator.identity().name, answer->total, depth, fen, nodes)});
  }
  return {};
}

Answer<void> speaks(Generator& generator, const std::stop_token& stop) {
  const auto answer = generator.divide(question_at(standard(kStartPosition), {}, 1), stop);
  if (answer) return {};
  const auto& [kind, stage, message] = answer.error();
  const bool starts = kind != FailureKind::CannotStart && kind != FailureKind::Stopped;
  if (starts && (stage == Stage::Perft || kind == FailureKind::RejectedPosition)) return {};
  return std::unexpected(answer.error());
}

}  // namespace perft_verify::reference
