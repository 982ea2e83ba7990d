#include "reference/uci_engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "reference/board_text.h"
#include "reference/child_process.h"
#include "reference/foreign_text.h"
#include "reference/perft_output.h"

namespace perft_verify::reference {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr seconds kHandshakeTime{10};
constexpr seconds kBoardTime{5};
constexpr double kLeastPerftSeconds = 10;
constexpr double kSlack = 20;
/// Below this many nodes a time says more about the pipe than about the engine.
constexpr std::uint64_t kMeasurableNodes = 20'000;
constexpr std::size_t kMostAnswerBytes = std::size_t{1} << 20;
constexpr int kMostFailedStarts = 3;
constexpr int kMostDepth = 30;
constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The FEN in a line `Fen: …` of the answer to `d`.
std::optional<std::string> shown_fen(std::string_view line) {
  if (!line.starts_with("Fen:") && !line.starts_with("FEN:") && !line.starts_with("fen:"))
    return std::nullopt;
  line.remove_prefix(4);
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return std::string(line);
}

void pause(milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
}

class UciEngine final : public Generator {
 public:
  explicit UciEngine(UciEngineOptions options)
      : options_(std::move(options)),
        command_(fmt::format("{}", fmt::join(options_.command, " "))) {}

  ~UciEngine() override { say_goodbye(); }

  [[nodiscard]] Identity identity() const override {
    return {name_.empty() ? printable(command_) : name_, "engine", printable(command_, 1000)};
  }

  Answer<Divide> divide(const Question& question, std::stop_token stop) override;
  [[nodiscard]] bool shows_board() const override { return shows_board_.value_or(true); }
  Answer<std::string> board(const Question& question, std::stop_token stop) override;
  [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const override {
    return process_ ? process_->cpu_time() : std::nullopt;
  }
  void restart() override {
    say_goodbye();
    process_.reset();
    nodes_per_second_ = 0;  // what is asked again gets all the time that a slow engine gets
  }

 private:
  using Lines = std::vector<std::string>;

  Answer<void> ensure_started(const std::stop_token& stop);
  Answer<void> handshake(const std::stop_token& stop);
  Answer<void> probe_board(const std::stop_token& stop);
  Answer<std::string> set_position(const Question& question, const std::stop_token& stop);
  Answer<void> set_chess960(bool on, const std::stop_token& stop);
  [[nodiscard]] Answer<void> check_echo(const Question& question, const std::string& fen);
  Answer<Divide> read_perft(const Question& question, Deadline deadline,
                            const std::stop_token& stop);

  Answer<void> send(std::string_view line, Stage stage, Deadline deadline,
                    const std::stop_token& stop);
  Answer<std::string> receive(Stage stage, Deadline deadline, const std::stop_token& stop);
  /// Sends `isready` and returns the lines that come before `readyok`.
  Answer<Lines> synchronise(Stage stage, Deadline deadline, const std::stop_token& stop);

  std::unexpected<Failure> fail(FailureKind kind, Stage stage, const std::string& what);
  std::unexpected<Failure> fail(ChildProcess::Fault fault, Stage stage);
  void say_goodbye();
  [[nodiscard]] Deadline perft_deadline(const Question& question) const;

  UciEngineOptions options_;
  std::string command_;
  std::string name_;
  std::unique_ptr<ChildProcess> process_;
  std::string last_position_;  // what was sent last, for messages
  int failed_starts_ = 0;
  std::string start_failure_;  // why it is not tried again
  bool knows_chess960_ = false;
  bool chess960_ = false;
  std::optional<bool> shows_board_;
  double nodes_per_second_ = 0;
};

Answer<Divide> UciEngine::divide(const Question& question, std::stop_token stop) {
  if (question.depth < 1 || question.depth > kMostDepth)
    return std::unexpected(
        Failure{FailureKind::Unsupported, Stage::Perft,
                fmt::format("depth {} is not in 1..{}", question.depth, kMostDepth)});
  if (auto ok = ensure_started(stop); !ok) return std::unexpected(ok.error());
  const auto board = set_position(question, stop);
  if (!board) return std::unexpected(board.error());

  const auto begin = steady_clock::now();
  const Deadline deadline = perft_deadline(question);
  if (auto ok = send(fmt::format("go perft {}", question.depth), Stage::Perft, deadline, stop); !ok)
    return std::unexpected(ok.error());
  auto answer = read_perft(question, deadline, stop);
  if (answer && answer->total >= kMeasurableNodes) {
    const duration<double> took = steady_clock::now() - begin;
    const double speed = static_cast<double>(answer->total) / std::max(took.count(), 1e-6);
    // The slowest: an engine with a table is far faster on some positions than on others.
    nodes_per_second_ = nodes_per_second_ > 0 ? std::min(nodes_per_second_, speed) : speed;
  }
  return answer;
}

Answer<std::string> UciEngine::board(const Question& question, std::stop_token stop) {
  if (auto ok = ensure_started(stop); !ok) return std::unexpected(ok.error());
  if (!shows_board())
    return std::unexpected(Failure{FailureKind::Unsupported, Stage::Board,
                                   fmt::format("{} does not print its position", identity().name)});
  return set_position(question, stop);
}

Answer<void> UciEngine::ensure_started(const std::stop_token& stop) {
  if (process_) return {};
  if (failed_starts_ >= kMostFailedStarts)
    return std::unexpected(Failure{FailureKind::CannotStart, Stage::Start, start_failure_});
  if (failed_starts_ > 0) pause(milliseconds(100 << (2 * failed_starts_)), stop);
  if (stop.stop_requested())
    return std::unexpected(Failure{FailureKind::Stopped, Stage::Start, "interrupted"});
  auto started = ChildProcess::start(options_.command);
  if (!started) {
    failed_starts_ = kMostFailedStarts;
    start_failure_ = started.error();
    return std::unexpected(Failure{FailureKind::CannotStart, Stage::Start, started.error()});
  }
  process_ = std::move(*started);
  chess960_ = false;
  ++failed_starts_;
  auto ready = handshake(stop);
  // A reference without a board is no reference, however often it is started.
  const bool probed = shows_board_ && (*shows_board_ || !options_.must_show_board);
  if (ready && !probed) ready = probe_board(stop);
  if (!ready) {
    start_failure_ =
        fmt::format("{} failed to start {} times and is not tried again; the last time: {}",
                    printable(command_), failed_starts_, ready.error().message);
    return ready;
  }
  failed_starts_ = 0;
  return {};
}

Answer<void> UciEngine::handshake(const std::stop_token& stop) {
  const Deadline deadline = steady_clock::now() + kHandshakeTime;
  if (auto ok = send("uci", Stage::Handshake, deadline, stop); !ok) return ok;
  std::size_t received = 0;
  while (true) {
    const auto line = receive(Stage::Handshake, deadline, stop);
    if (!line) return std::unexpected(line.error());
    received += line->size() + 1;
    if (received > kMostAnswerBytes)
      return fail(FailureKind::Protocol, Stage::Handshake, "prints without end before uciok");
    if (line->starts_with("id name ")) name_ = printable(std::string_view(*line).substr(8));
    if (line->starts_with("option name UCI_Chess960 ")) knows_chess960_ = true;
    if (*line == "uciok") break;
  }
  for (const auto& [name, value] : options_.options) {
    const std::string text = value.empty() ? fmt::format("setoption name {}", name)
                                           : fmt::format("setoption name {} value {}", name, value);
    if (auto ok = send(text, Stage::Handshake, deadline, stop); !ok) return ok;
  }
  for (const std::string& text : options_.setup)
    if (auto ok = send(text, Stage::Handshake, deadline, stop); !ok) return ok;
  if (auto ready = synchronise(Stage::Handshake, deadline, stop); !ready)
    return std::unexpected(ready.error());
  return {};
}

/// Whether `d` prints the start position as a FEN. An engine that dies of the question, or
/// does not come back from it, is started again and never asked.
Answer<void> UciEngine::probe_board(const std::stop_token& stop) {
  const auto fen = [&]() -> Answer<std::string> {
    const Deadline deadline = steady_clock::now() + kBoardTime;
    if (auto ok = send("position startpos", Stage::Position, deadline, stop); !ok)
      return std::unexpected(ok.error());
    if (auto ok = send("d", Stage::Board, deadline, stop); !ok) return std::unexpected(ok.error());
    const auto lines = synchronise(Stage::Board, deadline, stop);
    if (!lines) return std::unexpected(lines.error());
    for (const std::string& line : *lines)
      if (auto shown = shown_fen(line)) return std::move(*shown);
    return std::string();
  }();
  if (!fen && fen.error().kind == FailureKind::Stopped) return std::unexpected(fen.error());
  shows_board_ = false;
  if (fen) {
    const auto facts = board_facts(*fen);
    shows_board_ = facts && difference(*board_facts(kStart), *facts, true).empty();
  }
  if (options_.must_show_board && !*shows_board_)
    return fail(FailureKind::Protocol, Stage::Board,
                "does not print the start position (`Fen: …`) when asked with `d`, so nobody can "
                "know which position it counts");
  return process_ ? Answer<void>{} : ensure_started(stop);
}

Answer<std::string> UciEngine::set_position(const Question& question, const std::stop_token& stop) {
  if (auto ok = set_chess960(question.chess960, stop); !ok) return std::unexpected(ok.error());
  last_position_ = fmt::format("position fen {}", question.root);
  if (!question.moves.empty())
    last_position_ += fmt::format(" moves {}", fmt::join(question.moves, " "));

  const Deadline deadline = steady_clock::now() + kBoardTime;
  if (auto ok = send(last_position_, Stage::Position, deadline, stop); !ok)
    return std::unexpected(ok.error());
  if (shows_board())
    if (auto ok = send("d", Stage::Board, deadline, stop); !ok) return std::unexpected(ok.error());
  const auto lines = synchronise(shows_board() ? Stage::Board : Stage::Position, deadline, stop);
  if (!lines) return std::unexpected(lines.error());

  std::string fen;
  for (const std::string& line : *lines) {
    const PerftLine parsed = parse_perft_line(line);
    if (std::holds_alternative<RootCount>(parsed) || std::holds_alternative<TotalLine>(parsed))
      return fail(FailureKind::Protocol, Stage::Position,
                  fmt::format("printed '{}' before it was asked to count", printable(line)));
    if (auto shown = shown_fen(line)) fen = std::move(*shown);
  }
  if (shows_board())
    if (auto ok = check_echo(question, fen); !ok) return std::unexpected(ok.error());
  return fen;
}

Answer<void> UciEngine::set_chess960(bool on, const std::stop_token& stop) {
  if (on == chess960_) return {};
  if (!knows_chess960_)
    return std::unexpected(Failure{
        FailureKind::Unsupported, Stage::Position,
        fmt::format("{} does not play Chess960 (it has no option UCI_Chess960)", identity().name)});
  chess960_ = on;
  return send(fmt::format("setoption name UCI_Chess960 value {}", on), Stage::Position,
              steady_clock::now() + kBoardTime, stop);
}

/// Both sides have to count the same position. At the root the board must be the one that was
/// sent. After moves only a reference is checked, and only for having played all of them: the
/// board of a subject is what is under test.
Answer<void> UciEngine::check_echo(const Question& question, const std::string& fen) {
  if (!question.moves.empty() && !options_.must_show_board) return {};
  const auto reject = [&](const std::string& what) {
    return fail(
        FailureKind::RejectedPosition, Stage::Board,
        fmt::format("was sent `{}` and shows `{}`: {}", last_position_, printable(fen), what));
  };
  const auto expected = board_facts(question.root);
  if (!expected) return reject("the position sent is malformed");
  const auto found = board_facts(fen);
  if (!found) return reject(std::string(found.error().message()));
  if (question.moves.empty()) {
    // Newer engines drop an en passant square that nobody can use; any other is a difference.
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

Answer<Divide> UciEngine::read_perft(const Question& question, Deadline deadline,
                                     const std::stop_token& stop) {
  Divide divide;
  std::size_t received = 0;
  while (true) {
    const auto line = receive(Stage::Perft, deadline, stop);
    if (!line) {
      Failure failure = line.error();
      if (failure.kind == FailureKind::Timeout)
        failure.message += fmt::format(
            "; it had printed {} move lines and no line 'Nodes searched: N' (--timeout sets the "
            "time per question)",
            divide.lines.size());
      return std::unexpected(std::move(failure));
    }
    received += line->size() + 1;
    if (received > kMostAnswerBytes)
      return fail(FailureKind::Protocol, Stage::Perft, "prints without end");
    const PerftLine parsed = parse_perft_line(*line);
    if (const auto* count = std::get_if<RootCount>(&parsed)) divide.lines.push_back(*count);
    if (const auto* broken = std::get_if<BrokenLine>(&parsed)) {
      // The line may have been cut off by the end of the engine: that says more.
      const auto next = process_->read_line(steady_clock::now(), stop);
      if (!next && next.error() == ChildProcess::Fault::Closed)
        return fail(next.error(), Stage::Perft);
      return fail(FailureKind::Protocol, Stage::Perft,
                  fmt::format("printed '{}': {}", printable(*line), broken->reason));
    }
    if (const auto* total = std::get_if<TotalLine>(&parsed)) {
      divide.total = total->nodes;
      break;
    }
  }
  const auto rest = synchronise(Stage::Perft, steady_clock::now() + kHandshakeTime, stop);
  if (!rest) return std::unexpected(rest.error());
  for (const std::string& line : *rest)
    if (!std::holds_alternative<OtherLine>(parse_perft_line(line)))
      return fail(
          FailureKind::Protocol, Stage::Perft,
          fmt::format("printed '{}' after the total of depth {}", printable(line), question.depth));
  std::ranges::sort(divide.lines);
  return divide;
}

Answer<void> UciEngine::send(std::string_view line, Stage stage, Deadline deadline,
                             const std::stop_token& stop) {
  if (has_control_characters(line))
    return fail(FailureKind::Protocol, stage,
                "was to be sent a control character; nothing is sent");
  const auto written = process_->write_line(line, deadline, stop);
  if (!written) return fail(written.error(), stage);
  return {};
}

Answer<std::string> UciEngine::receive(Stage stage, Deadline deadline,
                                       const std::stop_token& stop) {
  auto line = process_->read_line(deadline, stop);
  if (!line) return fail(line.error(), stage);
  return std::move(*line);
}

Answer<UciEngine::Lines> UciEngine::synchronise(Stage stage, Deadline deadline,
                                                const std::stop_token& stop) {
  if (auto ok = send("isready", stage, deadline, stop); !ok) return std::unexpected(ok.error());
  Lines lines;
  std::size_t received = 0;
  while (true) {
    auto line = receive(stage, deadline, stop);
    if (!line) return std::unexpected(line.error());
    if (*line == "readyok") return lines;
    received += line->size() + 1;
    if (received > kMostAnswerBytes)
      return fail(FailureKind::Protocol, stage, "prints without end before readyok");
    lines.push_back(std::move(*line));
  }
}

/// The process is in a state nobody knows: it is ended, and the next question starts another.
std::unexpected<Failure> UciEngine::fail(FailureKind kind, Stage stage, const std::string& what) {
  std::string message = fmt::format("{} {}", identity().name, what);
  if (process_) {
    const std::string said = process_->stderr_tail();
    if (!said.empty()) message += fmt::format("; on standard error: '{}'", printable(said, 300));
  }
  process_.reset();
  return std::unexpected(Failure{kind, stage, std::move(message)});
}

std::unexpected<Failure> UciEngine::fail(ChildProcess::Fault fault, Stage stage) {
  const std::string where =
      last_position_.empty() || stage == Stage::Handshake
          ? fmt::format(
                "during the {} (a UCI engine answers `uci` with `uciok` and `isready` "
                "with `readyok`)",
                to_string(stage))
          : fmt::format("at stage {} of `{}`", to_string(stage), printable(last_position_, 500));
  switch (fault) {
    case ChildProcess::Fault::Closed:
      return fail(FailureKind::Died, stage,
                  fmt::format("{} {}", process_->end(milliseconds(500)), where));
    case ChildProcess::Fault::Timeout:
      return fail(FailureKind::Timeout, stage, fmt::format("did not answer in time {}", where));
    case ChildProcess::Fault::LineTooLong:
      return fail(
          FailureKind::Protocol, stage,
          fmt::format("printed a line of more than {} bytes {}", ChildProcess::kMaxLine, where));
    case ChildProcess::Fault::Stopped:
      break;
  }
  process_.reset();
  return std::unexpected(Failure{FailureKind::Stopped, stage, "interrupted"});
}

void UciEngine::say_goodbye() {
  if (!process_) return;
  // Not interrupted by a stop token: the wait is short, and then the group is killed.
  if (process_->write_line("quit", steady_clock::now() + milliseconds(100), {}))
    process_->end(milliseconds(300));
}

Deadline UciEngine::perft_deadline(const Question& question) const {
  const auto now = steady_clock::now();
  const auto after = [now](double s) {
    return now + std::chrono::duration_cast<steady_clock::duration>(duration<double>(s));
  };
  if (options_.timeout) return after(options_.timeout->count());
  // Before anything has been measured: a slow interpreted engine.
  constexpr double kUnknownSpeed = 50'000;
  const double speed = nodes_per_second_ > 0 ? nodes_per_second_ : kUnknownSpeed;
  constexpr double kAMonth = 30.0 * 24 * 3600;
  return after(std::clamp(kSlack * question.expected_nodes / speed, kLeastPerftSeconds, kAMonth));
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
      {kStart, 3, 8902},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039},
      {"4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2", 1, 4},
  }};
  for (const auto& [fen, depth, nodes] : kKnown) {
    Question question;
    question.root = fen;
    question.depth = depth;
    const auto answer = generator.divide(question, stop);
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
  Question question;
  question.root = kStart;
  const auto answer = generator.divide(question, stop);
  if (!answer) return std::unexpected(answer.error());
  return {};
}

}  // namespace perft_verify::reference
