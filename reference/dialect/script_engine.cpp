#include "reference/dialect/script_engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/text/lines.h"
#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "reference/core_generator.h"
#include "reference/dialect/dialect_engine.h"
#include "reference/dialect/examine.h"
#include "reference/dialect/printed_answer.h"
#include "reference/process/last_words.h"
#include "reference/uci/engine_session.h"
#include "reference/uci/pace.h"

namespace perft_verify::reference {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kMostIdleOfScript{2};
/// The work of a program that has printed nothing for two plies: it waits for something else, in a
/// loop at the end of its input, say.
constexpr std::chrono::seconds kMostWork{5};

/// The command as one word of a shell: "./eng perft {depth} '{fen}'".
std::string quoted_template(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command)
    text += fmt::format("{}{}", text.empty() ? "" : " ",
                        word == "{fen}" || word.contains(' ') ? fmt::format("'{}'", word) : word);
  return fmt::format("\"{}\"", text);
}

/// The program of a template, without the placeholders.
std::string name_of(const std::vector<std::string>& command) {
  if (command.empty()) return "";
  return printable(command.front());
}

/// Whether a program that printed no answer refused the position: it ended by itself, with one
/// sentence that speaks of the position. What crashes prints a stack trace, or nothing, and the
/// codes 126 and 127 are a shell's, for a program that cannot be started.
bool is_refusal(std::string_view ended, std::string_view said) {
  if (!ended.starts_with("exited with code") || ended.ends_with(" 126") || ended.ends_with(" 127"))
    return false;
  said = said.substr(0, said.find_last_not_of(" \t\r\n") + 1);
  if (said.contains('\n')) return false;
  const std::string words = lower_case(said);
  return words.contains("fen") || words.contains("position");
}

class ScriptEngine final : public Generator {
 public:
  ScriptEngine(EngineOptions options, Dialect dialect, bool give_up_idle = false)
      : options_(std::move(options)), dialect_(std::move(dialect)), give_up_idle_(give_up_idle) {}

  [[nodiscard]] Identity identity() const override {
    return {name_of(options_.command), "script",
            printable(fmt::format("{}", fmt::join(options_.command, " ")), 1000)};
  }
  [[nodiscard]] bool shows_board() const override { return false; }
  [[nodiscard]] bool lists_moves() const override { return dialect_.lists_moves; }
  [[nodiscard]] bool plays_moves() const override { return dialect_.plays_moves; }
  [[nodiscard]] std::string lacks_chess960() const override {
    return dialect_.chess960 || options_.chess960_anyway ? "" : "does not play Chess960";
  }
  /// By the files of its command: a process is often gone before it could be looked at.
  [[nodiscard]] bool is_linked_core() const override {
    return std::ranges::any_of(options_.command, [](const std::string& word) {
      const auto file = find_program(word);
      return file && is_this_program(*file);
    });
  }
  void restart() override { pace_.forget_speed(); }

  Answer<std::string> board(const Question&, std::stop_token) override {
    return std::unexpected(Failure{FailureKind::Unsupported, Stage::Board,
                                   fmt::format("{} prints no position", identity().name)});
  }

  Answer<Divide> divide(const Question& question, std::stop_token stop) override {
    if (auto ok = check_depth(question); !ok) return std::unexpected(ok.error());
    auto answer = divide_in_dialect(dialect_, question, [&](const Question& each, int depth) {
      return count(each, depth, stop);
    });
    if (!answer) return std::unexpected(answer.error());
    return std::move(answer->divide);
  }

  /// The output of the program; public for detection.
  Answer<PrintedAnswer> run(const Question& question, int depth, const std::stop_token& stop) {
    const auto after = position_of(question);
    if (!after && (dialect_.lists_moves || !dialect_.plays_moves))
      return std::unexpected(after.error());
    if (auto ok = check_chess960(*this, question); !ok) return std::unexpected(ok.error());
    Question root = question;
    if (!dialect_.plays_moves) {
      root.root = root_of(*after);
      root.moves.clear();
    }
    std::string fen = root.root.fen;
    if (question.root.chess960 && dialect_.x_fen) {
      Question start = root;
      start.moves.clear();
      fen = x_fen(*position_of(start));
    }
    std::vector<std::string> command;
    for (const std::string& word : options_.command) {
      if (word == "{moves}" && root.moves.empty()) continue;
      command.push_back(filled(word, depth, fen, fmt::format("{}", fmt::join(root.moves, " "))));
    }
    return run(command, pace_.deadline(question.expected_nodes), stop);
  }

 private:
  Answer<PrintedAnswer> run(const std::vector<std::string>& command, Deadline deadline,
                            const std::stop_token& stop) {
    const std::string shown = printable(shell_line(command), 500);
    const auto failed = [&](FailureKind kind, const std::string& what, const std::string& errors) {
      const Stage stage = kind == FailureKind::CannotStart        ? Stage::Start
                          : kind == FailureKind::RejectedPosition ? Stage::Position
                                                                  : Stage::Perft;
      return std::unexpected(Failure{
          kind, stage,
          errors.empty() ? what
                         : fmt::format("{}; on standard error: '{}'", what, last_words(errors))});
    };
    if (const auto replaced = options_.files->replaced(command))
      return failed(FailureKind::CannotStart, *replaced, "");
    auto process = ChildProcess::start(command, {.errors_with_output = dialect_.errors_with_output,
                                                 .environment = options_.environment});
    if (!process) return failed(FailureKind::CannotStart, process.error(), "");
    ChildProcess& child = **process;
    child.close_input();
    PrintedAnswer answer;
    std::string last;
    while (true) {
      auto line = read_line(child, deadline, answer.bytes() > 0, stop);
      if (!line) {
        const std::string quoted =
            last.empty() ? "" : fmt::format("; the last line received was '{}'", printable(last));
        switch (line.error()) {
          case ChildProcess::Fault::Closed: {
            const std::string ended = child.end(milliseconds(2000));
            if (ended == "exited with code 0") {
              errors_ = child.stderr_tail();
              return answer;
            }
            const std::string errors = child.stderr_tail();
            const bool one_line = answer.bytes() == (last.empty() ? 0 : last.size() + 1);
            const bool refused = errors.empty() ? one_line && is_refusal(ended, last)
                                                : answer.bytes() == 0 && is_refusal(ended, errors);
            return failed(refused ? FailureKind::RejectedPosition : FailureKind::Died,
                          fmt::format("`{}` {}{}{}", shown,
                                      refused ? "refuses the position: it " : "", ended, quoted),
                          errors);
          }
          case ChildProcess::Fault::Timeout:
            pace_.not_answered();
            return failed(
                FailureKind::Timeout,
                fmt::format("`{}` did not end in time (--timeout sets it){}", shown, quoted),
                child.stderr_tail());
          case ChildProcess::Fault::LineTooLong:
            return failed(FailureKind::Protocol,
                          fmt::format("`{}` printed a line of more than {} bytes", shown,
                                      ChildProcess::kMaxLine),
                          child.stderr_tail());
          case ChildProcess::Fault::Stopped:
            return std::unexpected(Failure{FailureKind::Stopped, Stage::Perft, "interrupted"});
        }
      }
      answer.add(*line);
      if (answer.bytes() > kMostAnswerBytes)
        return failed(FailureKind::Protocol, fmt::format("`{}` prints without end", shown),
                      child.stderr_tail());
      last = *line;
    }
  }

  /// Until the program is known to be a script, an idle one is not waited for, nor one that works
  /// on and on and prints nothing.
  std::expected<std::string, ChildProcess::Fault> read_line(ChildProcess& child, Deadline deadline,
                                                            bool has_printed,
                                                            const std::stop_token& stop) const {
    if (!give_up_idle_) return child.read_line(deadline, stop);
    auto busy_until = steady_clock::now();
    auto looked = busy_until;
    auto activity = child.activity();
    while (true) {
      const auto now = steady_clock::now();
      auto line = child.read_line(std::min(deadline, now + milliseconds(50)), stop);
      if (line || line.error() != ChildProcess::Fault::Timeout) return line;
      const auto before = std::exchange(activity, child.activity());
      if (activity.has_worked_since(before, now - std::exchange(looked, now))) busy_until = now;
      const bool silent = !has_printed && activity.cpu_time > kMostWork;
      if (now >= deadline || now - busy_until > kMostIdleOfScript || silent) return line;
    }
  }

  Answer<ReadAnswer> count(const Question& question, int depth, const std::stop_token& stop) {
    const auto begin = steady_clock::now();
    const auto answer = run(question, depth, stop);
    if (!answer) return std::unexpected(answer.error());
    auto read = read_answer(*answer, dialect_, position_of(question).value_or(Position()), depth);
    if (!read)
      return std::unexpected(Failure{
          read.error().ambiguous ? FailureKind::Unsupported : FailureKind::Protocol, Stage::Perft,
          fmt::format("{} {}{}", identity().name, read.error().reason,
                      errors_.empty()
                          ? ""
                          : fmt::format("; on standard error: '{}'", last_words(errors_)))});
    pace_.answered(read->divide.total, steady_clock::now() - begin);
    return std::move(*read);
  }

  EngineOptions options_;
  Dialect dialect_;
  bool give_up_idle_;
  std::string errors_;  // of the last run
  Pace pace_{options_.timeout};
};

}  // namespace

std::vector<std::string> script_template(const std::vector<std::string>& command) {
  std::vector<std::string> words = command;
  for (const char* word : {"{depth}", "{fen}", "{moves}"}) words.emplace_back(word);
  return words;
}

namespace {

/// The other orders of arguments that programs expect, after CMD DEPTH FEN [MOVES].
constexpr std::array<std::array<const char*, 4>, 8> kOrders{{{"perft", "{depth}", "{fen}", ""},
                                                             {"-perft", "{fen}", "{depth}", ""},
                                                             {"-perft", "{depth}", "{fen}", ""},
                                                             {"--perft", "{depth}", "{fen}", ""},
                                                             {"divide", "{depth}", "{fen}", ""},
                                                             {"perft", "{fen}", "{depth}", ""},
                                                             {"{fen}", "{depth}", "", ""},
                                                             {"--divide", "{depth}", "{fen}", ""}}};
/// The time limit for all of them together.
constexpr std::chrono::seconds kMostTimeForOrders{10};

bool is_template(const std::vector<std::string>& command) {
  return std::ranges::any_of(command,
                             [](const std::string& word) { return word.contains("{depth}"); });
}

std::expected<Detection, NotDetected> detect_template(const EngineOptions& options,
                                                      const std::stop_token& stop) {
  const bool takes_moves = std::ranges::any_of(
      options.command, [](const std::string& word) { return word.contains("{moves}"); });
  Detection result;
  result.script = true;
  result.script_command = options.command;
  result.engine_name = name_of(options.command);
  Dialect dialect;
  dialect.name = "script";
  dialect.protocol = Protocol::Console;
  dialect.barrier = Barrier::Silence;
  dialect.position = PositionStyle::Argument;
  dialect.perft = {fmt::format("{}", fmt::join(options.command, " "))};
  dialect.plays_moves = takes_moves;
  dialect.chess960 = true;  // until it is asked

  const Prober prober = [&](const Dialect& how, const Question& question) {
    return ScriptEngine(options, how, true).run(question, question.depth, stop);
  };
  Examiner examiner(prober, result);
  auto found = examiner.examine(dialect);
  if (!found && found.error().kind != FailureKind::CannotStart &&
      found.error().kind != FailureKind::Timeout && !stop.stop_requested()) {
    Dialect other = dialect;
    other.errors_with_output = true;
    if (examiner.examine(other)) {
      dialect = std::move(other);
      found = {};
    }
  }
  if (!found) return std::unexpected(NotDetected{found.error(), std::move(result.evidence)});
  // A program that ignores the FEN cannot be asked like this, whatever else it prints.
  if (examiner.ignores_position(dialect))
    return std::unexpected(NotDetected{
        Failure{FailureKind::Protocol, Stage::Position,
                fmt::format("{} counts the start position whatever FEN stands in its command line",
                            result.engine_name)},
        std::move(result.evidence)});
  result.dialect = std::move(dialect);
  examiner.add_notes(result.dialect);
  return result;
}

}  // namespace

std::expected<Detection, NotDetected> detect_script(EngineOptions options,
                                                    const std::stop_token& stop) {
  if (!options.timeout) options.timeout = duration<double>(20);
  if (is_template(options.command)) return detect_template(options, stop);
  EngineOptions first = options;
  first.command = script_template(options.command);
  auto found = detect_template(first, stop);
  const auto deadline = steady_clock::now() + kMostTimeForOrders;
  for (const auto& order : kOrders) {
    if (found || stop.stop_requested() || steady_clock::now() > deadline) break;
    EngineOptions other = options;
    other.timeout = std::min(*options.timeout, duration<double>(deadline - steady_clock::now()));
    for (const std::string_view word : order)
      if (!word.empty()) other.command.emplace_back(word);
    if (auto next = detect_template(other, stop)) {
      next->notes.push_back(fmt::format(
          "is asked on its command line: --engine-template {} says so without looking for it",
          printable(quoted_template(other.command), 500)));
      found = std::move(next);
    }
  }
  return found;
}

std::unique_ptr<Generator> make_script_engine(EngineOptions options, Dialect dialect) {
  return std::make_unique<ScriptEngine>(std::move(options), std::move(dialect));
}

}  // namespace perft_verify::reference
