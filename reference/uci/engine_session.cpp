#include "reference/uci/engine_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <new>
#include <utility>

#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "reference/process/last_words.h"
#include "reference/uci/prompt.h"
#include "reference/uci/table_options.h"

namespace perft_verify::reference {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kMostFailedStarts = 3;
/// An engine that has not sent the first of so many lines back does not echo.
constexpr std::size_t kMostEchoes = 64;
/// An engine without a barrier is done when it has been silent for so long.
constexpr milliseconds kSilence{300};
constexpr milliseconds kShortestGlance{1};
constexpr milliseconds kLongestGlance{100};

void pause(milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

EngineSession::EngineSession(EngineOptions options, Protocol protocol, bool errors_with_output)
    : options_(std::move(options)),
      protocol_(protocol),
      barrier_(protocol == Protocol::Uci ? Barrier::ReadyOk : Barrier::Silence),
      errors_with_output_(errors_with_output),
      command_(shell_line(options_.command)) {}

Identity EngineSession::identity() const {
  return {name_.empty() ? printable(command_) : name_, "engine", printable(command_, 1000)};
}

Answer<void> EngineSession::ensure_started(const std::stop_token& stop,
                                           const std::function<Answer<void>()>& examine) {
  if (process_) return {};
  if (failed_starts_ >= kMostFailedStarts)
    return std::unexpected(Failure{FailureKind::CannotStart, Stage::Start, start_failure_});
  if (failed_starts_ > 0) pause(milliseconds(100 << (2 * failed_starts_)), stop);
  if (stop.stop_requested())
    return std::unexpected(Failure{FailureKind::Stopped, Stage::Start, "interrupted"});
  if (auto replaced = options_.files->replaced(options_.command)) {
    failed_starts_ = kMostFailedStarts;
    start_failure_ = std::move(*replaced);
    return std::unexpected(Failure{FailureKind::CannotStart, Stage::Start, start_failure_});
  }
  auto started = ChildProcess::start(options_.command, {.errors_with_output = errors_with_output_,
                                                        .environment = options_.environment});
  if (!started) {
    failed_starts_ = kMostFailedStarts;
    start_failure_ = started.error();
    return std::unexpected(Failure{FailureKind::CannotStart, Stage::Start, started.error()});
  }
  process_ = std::move(*started);
  last_line_.clear();
  sent_.clear();
  chess960_ = false;
  ++failed_starts_;
  auto ready = greet(stop);
  if (ready && examine) ready = examine();
  if (!ready) {
    start_failure_ =
        fmt::format("{} failed to start {} times and is not tried again; the last time: {}",
                    printable(command_), failed_starts_, ready.error().message);
    return ready;
  }
  failed_starts_ = 0;
  return {};
}

Answer<void> EngineSession::send(std::string_view line, Stage stage, Deadline deadline,
                                 const std::stop_token& stop) {
  return send(Lines{std::string(line)}, stage, deadline, stop);
}

Answer<void> EngineSession::send(const Lines& lines, Stage stage, Deadline deadline,
                                 const std::stop_token& stop) {
  if (std::ranges::any_of(lines, has_control_characters))
    return fail(FailureKind::Protocol, stage,
                "was to be sent a control character; nothing is sent");
  const auto written =
      process_->write_line(fmt::format("{}", fmt::join(lines, "\n")), deadline, stop);
  if (!written) return fail(written.error(), stage);
  for (const std::string& line : lines)
    if (sent_.size() < kMostEchoes && line.find_first_not_of("0123456789") != std::string::npos)
      sent_.push_back(line);
  return {};
}

Answer<void> EngineSession::send_option(std::string_view name, std::string_view value, Stage stage,
                                        Deadline deadline, const std::stop_token& stop) {
  return send(value.empty() ? fmt::format("setoption name {}", name)
                            : fmt::format("setoption name {} value {}", name, value),
              stage, deadline, stop);
}

Answer<void> EngineSession::set_chess960(bool on, Deadline deadline, const std::stop_token& stop) {
  if (on == chess960_ || protocol_ != Protocol::Uci) return {};
  if (!knows_chess960())
    return std::unexpected(Failure{FailureKind::Unsupported, Stage::Position,
                                   fmt::format("a Chess960 position, and {} has no UCI_Chess960; "
                                               "--chess960 on asks it anyway",
                                               identity().name)});
  if (!knows_chess960_) return {};
  chess960_ = on;
  return send_option("UCI_Chess960", on ? "true" : "false", Stage::Position, deadline, stop);
}

std::string EngineSession::lacks_chess960(bool chess960) const {
  if (options_.chess960_anyway) return {};
  if (protocol_ == Protocol::Uci) return knows_chess960_ ? "" : "has no UCI_Chess960";
  return chess960 ? "" : "does not play Chess960";
}

Answer<LeastTable> EngineSession::shrink_table(const std::stop_token& stop) {
  const std::vector<TableOption> options = table_options(greeting_);
  if (options.empty())
    return std::unexpected(Failure{FailureKind::Unsupported, Stage::Handshake,
                                   fmt::format("{} has no option for a table", identity().name)});
  const Deadline deadline = steady_clock::now() + kHandshakeTime;
  LeastTable table{.setting = {}, .off = true};
  for (const TableOption& option : options) {
    if (auto ok = send_option(option.name, option.least, Stage::Handshake, deadline, stop); !ok)
      return std::unexpected(ok.error());
    table.setting += fmt::format("{}{} at {}", table.setting.empty() ? "" : " and ",
                                 printable(option.name), printable(option.least));
    table.off = table.off && option.is_off;
  }
  if (auto ready = synchronize(Stage::Handshake, deadline, stop); !ready)
    return std::unexpected(ready.error());
  return table;
}

Answer<std::string> EngineSession::receive(Stage stage, Deadline deadline,
                                           const std::stop_token& stop) {
  auto line = read(deadline, stop);
  if (!line) return fail(line.error(), stage);
  return std::move(*line);
}

Answer<std::optional<std::string>> EngineSession::receive_within(milliseconds patience, Stage stage,
                                                                 const std::stop_token& stop) {
  auto line = read(steady_clock::now() + patience, stop);
  if (!line) {
    if (line.error() == ChildProcess::Fault::Timeout) return std::nullopt;
    return fail(line.error(), stage);
  }
  return std::move(*line);
}

Answer<std::optional<std::string>> EngineSession::receive_unless_idle(milliseconds patience,
                                                                      Stage stage,
                                                                      const std::stop_token& stop) {
  const Deadline end = steady_clock::now() + patience;
  for (milliseconds glance = kShortestGlance;; glance = std::min(2 * glance, kLongestGlance)) {
    const auto left = std::chrono::ceil<milliseconds>(end - steady_clock::now());
    auto line = receive_within(std::clamp(left, milliseconds(0), glance), stage, stop);
    if (!line || *line || left <= glance) return line;
    // The output of an engine that waits for input is already in the pipe.
    if (process_->awaits_input()) return receive_within(milliseconds(0), stage, stop);
  }
}

std::expected<std::string, ChildProcess::Fault> EngineSession::read(Deadline deadline,
                                                                    const std::stop_token& stop) {
  while (true) {
    auto line = process_->read_line(deadline, stop);
    if (!line) return line;
    *line = without_prompt(std::move(*line));
    if (take_echo(*line)) continue;
    last_line_ = *line;
    return line;
  }
}

bool EngineSession::take_echo(std::string_view line) {
  if (sent_.empty() || line != sent_.front()) return false;
  sent_.pop_front();
  return echoes_ = true;
}

std::string EngineSession::without_prompt(std::string line) const {
  if (prompt_.empty()) return line;
  std::size_t begin = 0;
  while (const std::size_t more = length_of_prompt(std::string_view(line).substr(begin), prompt_))
    begin += more;
  return line.substr(begin);
}

bool EngineSession::is_word(std::string_view line, std::string_view word) {
  // Some engines join their words with blanks, and put one behind the last.
  while (line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
  if (line == word) return true;
  if (!line.ends_with(word)) return false;
  const std::string_view before = line.substr(0, line.size() - word.size());
  if (!looks_like_prompt(before)) return false;
  prompt_ = once(before);
  return true;
}

void EngineSession::look_for_prompt(milliseconds patience, const std::stop_token& stop) {
  if (!process_) return;
  const std::string text = process_->unfinished_line(patience, stop);
  if (looks_like_prompt(text)) prompt_ = once(text);
}

Answer<void> EngineSession::send_barrier(Stage stage, Deadline deadline,
                                         const std::stop_token& stop) {
  switch (barrier_) {
    case Barrier::ReadyOk:
      awaited_ = "readyok";
      return send("isready", stage, deadline, stop);
    case Barrier::Ping:
      awaited_ = fmt::format("pong {}", ++barriers_);
      return send(fmt::format("ping {}", barriers_), stage, deadline, stop);
    case Barrier::Echo:
      // A word that is neither a command nor a move, a new one each time.
      awaited_ = fmt::format("zzsync{}zz", ++barriers_);
      return send(awaited_, stage, deadline, stop);
    case Barrier::Silence:
      break;
  }
  awaited_.clear();
  return {};
}

bool EngineSession::is_barrier(std::string_view line) {
  if (awaited_.empty()) return false;
  return barrier_ == Barrier::Echo ? line.contains(awaited_) : is_word(line, awaited_);
}

Answer<EngineSession::Lines> EngineSession::synchronize(Stage stage, Deadline deadline,
                                                        const std::stop_token& stop) {
  if (auto ok = send_barrier(stage, deadline, stop); !ok) return std::unexpected(ok.error());
  Lines lines;
  std::size_t received = 0;
  while (true) {
    if (barrier_ == Barrier::Silence) {
      auto line = receive_unless_idle(kSilence, stage, stop);
      if (!line) return std::unexpected(line.error());
      if (!*line && is_busy() && steady_clock::now() < deadline) continue;
      if (!*line) {
        look_for_prompt(milliseconds(0), stop);
        return lines;
      }
      lines.push_back(std::move(**line));
    } else {
      auto line = stage == Stage::Handshake ? receive_starting(deadline, stop)
                                            : receive(stage, deadline, stop);
      if (!line) return std::unexpected(line.error());
      if (is_barrier(*line)) return lines;
      lines.push_back(std::move(*line));
    }
    received += lines.back().size() + 1;
    if (received > kMostAnswerBytes)
      return fail(FailureKind::Protocol, stage,
                  fmt::format("prints without end before {}",
                              awaited_.empty() ? "it falls silent" : awaited_));
  }
}

std::string EngineSession::stderr_tail() const {
  return process_ ? process_->stderr_tail() : std::string();
}

bool EngineSession::is_busy() { return process_ && (has_worked() || !process_->has_read_input()); }

bool EngineSession::has_worked() {
  const Looked now{process_->activity(), steady_clock::now()};
  const auto before = std::exchange(looked_, now);
  return !before || now.activity.has_worked_since(before->activity, now.at - before->at);
}

bool EngineSession::has_closed(const std::stop_token& stop) {
  const auto next = process_->read_line(steady_clock::now(), stop);
  return !next && next.error() == ChildProcess::Fault::Closed;
}

std::unexpected<Failure> EngineSession::fail(FailureKind kind, Stage stage,
                                             const std::string& what) {
  std::string message = fmt::format("{} {}", identity().name, what);
  if (process_) {
    const std::string said = process_->stderr_tail();
    if (!said.empty()) message += fmt::format("; on standard error: '{}'", last_words(said));
  }
  process_.reset();
  return std::unexpected(Failure{kind, stage, std::move(message)});
}

std::unexpected<Failure> EngineSession::fail_to_answer(FailureKind kind, Stage stage,
                                                       const std::string& what) {
  return fail(kind, stage, fmt::format("did not answer {}: {}", place_of(stage), what));
}

std::string EngineSession::place_of(Stage stage) const {
  return context_.empty() || stage == Stage::Handshake
             ? fmt::format("during the {}", to_string(stage))
             : fmt::format("at stage {} of `{}`", to_string(stage), printable(context_, 500));
}

std::unexpected<Failure> EngineSession::fail(ChildProcess::Fault fault, Stage stage) {
  left_input_ = process_ && !process_->has_read_input();
  ending_ = Ending::Unknown;
  std::string where = place_of(stage);
  if (stage == Stage::Handshake && protocol_ == Protocol::Uci)
    where += " (a UCI engine answers `uci` with `uciok` and `isready` with `readyok`)";
  const std::string last =
      last_line_.empty() ? ""
                         : fmt::format("; the last line received was '{}'", printable(last_line_));
  switch (fault) {
    case ChildProcess::Fault::Closed: {
      const std::string ended = process_->end(milliseconds(500));
      ending_ = ended == "exited with code 0"               ? Ending::Quietly
                : ended.starts_with("was killed by signal") ? Ending::BySignal
                                                            : Ending::WithErrorCode;
      const std::string advice =
          stage == Stage::Handshake ? advice_on_environment(options_.environment) : "";
      return fail(FailureKind::Died, stage, fmt::format("{} {}{}{}", ended, where, last, advice));
    }
    case ChildProcess::Fault::Timeout:
      if (left_input_) where += ", and has not read all that it was sent";
      if (stage == Stage::Handshake)
        where += advice_on_flushing();
      else
        pace_.not_answered();
      return fail(FailureKind::Timeout, stage,
                  fmt::format("did not answer in time {}{}", where, last));
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

void EngineSession::end() {
  if (!process_) return;
  // Not interrupted by a stop token: the wait is short, and then the group is killed.
  // Without memory to say goodbye the engine is killed.
  try {
    if (process_->write_line("quit", steady_clock::now() + milliseconds(100), {}))
      process_->end(milliseconds(300));
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
  }
  process_.reset();
}

}  // namespace perft_verify::reference
