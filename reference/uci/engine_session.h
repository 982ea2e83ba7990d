// A conversation with one engine process: starting it, the greeting of its protocol, lines out and
// in with deadlines, and the messages for an engine that dies, hangs or babbles.
//
// The users of a session interpret the lines.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "reference/generator.h"
#include "reference/process/child_process.h"
#include "reference/process/program_files.h"
#include "reference/uci/pace.h"

namespace perft_verify::reference {

struct EngineOptions {
  std::vector<std::string> command;                          // program and arguments
  std::vector<std::pair<std::string, std::string>> options;  // setoption name … value …
  std::vector<std::string> setup;  // lines sent as they are, after the options
  /// Per question. Without it: by its pace.
  std::optional<std::chrono::duration<double>> timeout;
  /// Chess960 positions are sent to it even if it offers no mode for them.
  bool chess960_anyway = false;
  EngineEnvironment environment;
  /// The files that it was first started from, shared by all copies of these options.
  std::shared_ptr<ProgramFiles> files = std::make_shared<ProgramFiles>();
};

enum class Protocol : std::uint8_t {
  Uci,
  Xboard,   // `xboard`, `setboard FEN`, moves as they are
  Console,  // no greeting; otherwise as xboard
};

/// The answer that shows that the engine has obeyed all commands before it.
enum class Barrier : std::uint8_t {
  ReadyOk,  // isready, readyok
  Ping,     // ping N, pong N
  Echo,     // an unknown word, about which it complains
  Silence,  // none: it is done when it has been silent for a while
};

inline constexpr std::chrono::seconds kHandshakeTime{10};
inline constexpr std::chrono::seconds kBoardTime{5};
/// More than any answer to divide: 218 lines.
inline constexpr std::size_t kMostAnswerBytes = std::size_t{1} << 20;

class EngineSession {
 public:
  using Lines = std::vector<std::string>;

  EngineSession(EngineOptions options, Protocol protocol, bool errors_with_output = false);
  EngineSession(const EngineSession&) = delete;
  EngineSession& operator=(const EngineSession&) = delete;
  ~EngineSession() { end(); }

  /// Starts the process and greets it if it does not run. After three failures in a row it is not
  /// tried again. `examine` is called for a fresh process as a part of the start.
  Answer<void> ensure_started(const std::stop_token& stop,
                              const std::function<Answer<void>()>& examine = {});
  [[nodiscard]] bool running() const { return process_ != nullptr; }
  /// From now on a greeting of UCI is given up early when the engine has read it and is idle: for
  /// callers with other protocols to try.
  void set_hurried(bool hurried) { hurried_ = hurried; }

  /// ChildProcess::cpu_time of the engine; nothing where none runs.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const {
    return process_ ? process_->cpu_time() : std::nullopt;
  }
  [[nodiscard]] ChildProcess::Activity activity() const {
    return process_ ? process_->activity() : ChildProcess::Activity();
  }
  /// Whether the kernel says that it waits for its next command; see ChildProcess::awaits_input.
  [[nodiscard]] bool awaits_input() const { return process_ && process_->awaits_input(); }
  /// The part of an unfinished line that has arrived; see ChildProcess::unfinished_line.
  [[nodiscard]] std::string unfinished_line(const std::stop_token& stop) {
    return process_ ? process_->unfinished_line(std::chrono::milliseconds(0), stop) : "";
  }
  /// ChildProcess::program of the engine; an error where none runs.
  [[nodiscard]] std::expected<RunningProgram, std::string> program() {
    return process_ ? process_->program() : std::unexpected("it does not run");
  }
  /// ChildProcess::runs_this_program of the engine; false where none runs.
  [[nodiscard]] bool runs_this_program() const { return process_ && process_->runs_this_program(); }
  /// Says quit and ends the process.
  void end();

  Answer<void> send(std::string_view line, Stage stage, Deadline deadline,
                    const std::stop_token& stop);
  /// Sends all lines at once: each write wakes the engine, and costs a turn of the scheduler.
  Answer<void> send(const Lines& lines, Stage stage, Deadline deadline,
                    const std::stop_token& stop);
  /// The next line, without a prompt before it. A line that was sent and comes back word for word,
  /// as from a terminal, is no answer and is passed over, by all three functions.
  Answer<std::string> receive(Stage stage, Deadline deadline, const std::stop_token& stop);
  /// ChildProcess::set_pause, until the process ends.
  void set_pause(std::chrono::microseconds pause) {
    if (process_) process_->set_pause(pause);
  }
  /// The next line if it comes within `patience`; nothing if it does not.
  Answer<std::optional<std::string>> receive_within(std::chrono::milliseconds patience, Stage stage,
                                                    const std::stop_token& stop);
  /// As receive_within(), but returns nothing as soon as the engine is known to wait for its next
  /// command: then no more is to come, however short the time was.
  Answer<std::optional<std::string>> receive_unless_idle(std::chrono::milliseconds patience,
                                                         Stage stage, const std::stop_token& stop);
  /// Sets UCI_Chess960 if it differs from `on`; to an engine without that option, or of a protocol
  /// without options, nothing is sent. The error says that it does not play Chess960.
  Answer<void> set_chess960(bool on, Deadline deadline, const std::stop_token& stop);
  /// Sets the engine's options for a table of positions to their smallest values. Unsupported if it
  /// has none.
  Answer<LeastTable> shrink_table(const std::stop_token& stop);
  /// Whether it has worked since the last call, or has unread input.
  [[nodiscard]] bool is_busy();
  /// Whether the last failed process left a part of its input unread.
  [[nodiscard]] bool left_input() const { return left_input_; }
  /// How the last failed process ended, if not by us.
  enum class Ending : std::uint8_t { Unknown, Quietly, WithErrorCode, BySignal };
  [[nodiscard]] Ending ending() const { return ending_; }
  /// Whether the last failed process answered when its input ended, and not before.
  [[nodiscard]] bool keeps_output() const { return keeps_output_; }
  /// The lines up to the barrier of the protocol.
  Answer<Lines> synchronize(Stage stage, Deadline deadline, const std::stop_token& stop);
  /// Sends the request of the barrier; `is_barrier` recognizes the answer.
  Answer<void> send_barrier(Stage stage, Deadline deadline, const std::stop_token& stop);
  [[nodiscard]] bool is_barrier(std::string_view line);

  /// Ends the process, as its state is unknown, and returns the failure: the engine's name, `what`,
  /// and the end of its standard error.
  std::unexpected<Failure> fail(FailureKind kind, Stage stage, const std::string& what);
  std::unexpected<Failure> fail(ChildProcess::Fault fault, Stage stage);
  /// The same, of an engine that does not answer though it could; with the position.
  std::unexpected<Failure> fail_to_answer(FailureKind kind, Stage stage, const std::string& what);
  /// Whether it has sent a line back word for word.
  [[nodiscard]] bool echoes() const { return echoes_; }
  /// Whether the process has closed its output by now, without waiting.
  [[nodiscard]] bool has_closed(const std::stop_token& stop);

  [[nodiscard]] Identity identity() const;
  /// Whether Chess960 positions are sent to an engine that speaks UCI.
  [[nodiscard]] bool knows_chess960() const { return knows_chess960_ || options_.chess960_anyway; }
  /// Generator::lacks_chess960(); `chess960`: whether an engine that does not speak UCI accepts
  /// such positions.
  [[nodiscard]] std::string lacks_chess960(bool chess960) const;
  /// Whether it wants moves as `usermove e2e4`.
  [[nodiscard]] bool wants_usermove() const { return wants_usermove_; }
  /// Whether it answered `protover 2` as xboard's protocol requires.
  [[nodiscard]] bool knows_features() const { return knows_features_; }
  [[nodiscard]] const EngineOptions& options() const { return options_; }
  [[nodiscard]] Protocol protocol() const { return protocol_; }
  [[nodiscard]] Barrier barrier() const { return barrier_; }
  void set_barrier(Barrier barrier) { barrier_ = barrier; }
  /// The prompt that it prints when it waits for a command, without a line feed: it stands before
  /// the first line of its answer, and is taken away there. A number in it stands for any number.
  /// Learned in the handshake of UCI; else by looking for it when nothing else is to come.
  [[nodiscard]] const std::string& prompt() const { return prompt_; }
  void set_prompt(std::string prompt) { prompt_ = std::move(prompt); }
  void look_for_prompt(std::chrono::milliseconds patience, const std::stop_token& stop);
  /// The last question, for messages.
  void set_context(std::string context) { context_ = std::move(context); }
  /// The lines of its greeting.
  [[nodiscard]] const Lines& greeting() const { return greeting_; }
  [[nodiscard]] std::string stderr_tail() const;

  /// Of its perfts.
  [[nodiscard]] Pace& pace() { return pace_; }

 private:
  [[nodiscard]] std::string place_of(Stage stage) const;
  /// Since the last call.
  bool has_worked();
  Answer<void> greet(const std::stop_token& stop);
  /// Sends an option; without a value if that is empty: a button.
  Answer<void> send_option(std::string_view name, std::string_view value, Stage stage,
                           Deadline deadline, const std::stop_token& stop);
  Answer<void> greet_uci(Deadline deadline, const std::stop_token& stop);
  /// The next line of a start: waits while the engine works, which may be long with a virtual
  /// machine or tables on a busy machine, and not for long if it is idle.
  Answer<std::string> receive_starting(Deadline deadline, const std::stop_token& stop);
  Answer<void> greet_xboard(const std::stop_token& stop);
  /// The next line that is no echo, as read_line() gives it, without a prompt before it.
  std::expected<std::string, ChildProcess::Fault> read(Deadline deadline,
                                                       const std::stop_token& stop);
  /// Whether `line` is the oldest line that was sent and has not come back. Echoes come in order,
  /// so nothing that an engine without them prints is one: its first echo never comes. A number is
  /// no echo, as it may be the answer to a question that ends with the same number.
  bool take_echo(std::string_view line);
  /// `line` without the prompts before it.
  [[nodiscard]] std::string without_prompt(std::string line) const;
  /// The message for an engine that answers the greeting only when its input ends, by trying it;
  /// nothing for others. The process cannot be used afterwards.
  std::string advice_on_flushing();
  /// Whether `line` is `word`, perhaps after a prompt, which is then stored.
  bool is_word(std::string_view line, std::string_view word);

  EngineOptions options_;
  Protocol protocol_;
  Barrier barrier_;
  bool errors_with_output_;
  std::string command_;
  std::string name_;
  std::unique_ptr<ChildProcess> process_;
  std::string context_;
  std::string last_line_;
  std::string prompt_;
  std::deque<std::string> sent_;  // lines whose echoes may come, the oldest first
  bool echoes_ = false;
  Lines greeting_;
  std::string awaited_;  // the answer to the barrier
  int barriers_ = 0;
  int failed_starts_ = 0;
  std::string start_failure_;  // why it is not tried again
  bool hurried_ = false;
  bool left_input_ = false;
  Ending ending_ = Ending::Unknown;
  bool keeps_output_ = false;
  struct Looked {
    ChildProcess::Activity activity;
    std::chrono::steady_clock::time_point at;
  };
  std::optional<Looked> looked_;  // when has_worked() was asked last
  bool knows_chess960_ = false;
  bool chess960_ = false;  // the last setting sent to the running process
  bool knows_ping_ = false;
  bool knows_features_ = false;
  std::optional<std::size_t> lines_without_features_;  // of the greeting at the first start
  bool wants_usermove_ = false;
  Pace pace_{options_.timeout};
};

}  // namespace perft_verify::reference
