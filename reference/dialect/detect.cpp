#include "reference/dialect/detect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/lines.h"
#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "reference/dialect/candidates.h"
#include "reference/dialect/complete.h"
#include "reference/dialect/script_engine.h"

namespace perft_verify::reference {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

/// The time for a probe after it has hung three times.
constexpr milliseconds kShortTime{700};
constexpr std::size_t kMostSecondTries = 3;
/// A program that is idle for so long, and has not ended, waits for its input.
constexpr milliseconds kWaitsForInput{1000};

class DialectDetector {
 public:
  DialectDetector(const EngineOptions& options, const DialectWish& wish,
                  const std::stop_token& stop)
      : options_(options), wish_(wish), stop_(stop) {}

  std::expected<Detection, NotDetected> run() {
    if (wish_.script) return run_script();
    std::vector<Protocol> protocols{Protocol::Uci, Protocol::Xboard, Protocol::Console};
    if (wish_.stockfish) protocols = {Protocol::Uci};
    if (wish_.protocol) protocols = {*wish_.protocol};
    std::optional<Failure> first;
    hurried_ = protocols.size() > 1;
    for (std::size_t at = 0; at < protocols.size(); ++at) {
      const Protocol protocol = protocols[at];
      const auto found = try_protocol(protocol);
      if (found) {
        if (!given_up_ || !ignores_position_) return std::move(result_);
        // It may have taken UCI commands for its own because it read them before it was ready.
        Detection other = std::exchange(result_, {});
        hurried_ = given_up_ = false;
        if (try_protocol(Protocol::Uci)) return std::move(result_);
        return other;
      }
      // An engine whose answer has no clear meaning would not give a clear one to other words.
      if (stop_.stop_requested() || found.error().kind == FailureKind::CannotStart ||
          found.error().kind == FailureKind::Unsupported)
        return std::unexpected(NotDetected{found.error(), result_.evidence});
      // An answer to a question tells more than a missing greeting, and a count more than any.
      if (!first || first->stage == Stage::Handshake || found.error().stage == Stage::Position)
        first = found.error();
      const bool greeting = found.error().stage == Stage::Handshake;
      const bool quits = greeting && found.error().kind == FailureKind::Died;
      if (greeting && keeps_output_) {
        first = found.error();  // its message contains advice
        if (!hurried_) break;
        // The engine may only just have become ready.
        hurried_ = given_up_ = keeps_output_ = false;
        protocols.insert(protocols.begin() + static_cast<std::ptrdiff_t>(at) + 1, protocol);
        continue;
      }
      if (greeting && found.error().kind == FailureKind::Timeout && left_input_) {
        first = found.error();
        first->message +=
            "; if it takes its question on the command line: " + advice_on_templates();
        break;
      }
      if (quits && protocols.size() > 1 && protocol == protocols.front()) {
        // A program that exits at once may expect its question on the command line.
        if (auto script = run_script()) return script;
        if (ends_without_input()) {
          first = found.error();
          first->message +=
              crashed_ ? "; it does so as soon as it is started, whatever it is asked"
                       : "; if it takes its question on the command line: " + advice_on_templates();
          break;
        }
      }
      if (std::exchange(greeted_, false)) {
        // It speaks this protocol; but some engines have perft only without a greeting.
        if (protocol == Protocol::Console || protocols.size() == 1) break;
        at = std::max(at, protocols.size() - 2);
      } else if (at + 1 == protocols.size() && given_up_) {
        hurried_ = given_up_ = false;
        protocols.push_back(Protocol::Uci);  // with enough patience for a slow start
      }
    }
    // Some engines speak a protocol, but have perft on their command line only.
    if (protocols.size() > 1 && first->stage == Stage::Perft && !wish_.perft)
      if (auto script = run_script()) return script;
    if (dies_) return dies_whenever_it_counts(*std::move(dies_));
    return std::unexpected(NotDetected{*first, result_.evidence});
  }

 private:
  /// An engine that speaks a protocol, knows the command, and dies of it. Its rows will show that.
  struct Dies {
    Dialect dialect;
    std::string engine_name;
  };
  Detection dies_whenever_it_counts(Dies dies) {
    dies.dialect.lists_moves = true;
    result_.dialect = std::move(dies.dialect);
    result_.engine_name = std::move(dies.engine_name);
    result_.notes.push_back(
        fmt::format("dies whenever it is asked `{}`, in the start position and in another",
                    fmt::join(result_.dialect.perft, " ; ")));
    return std::move(result_);
  }

  std::unexpected<Failure> failed(FailureKind kind, Stage stage, std::string message) {
    return std::unexpected(Failure{kind, stage, std::move(message)});
  }

  std::expected<Detection, NotDetected> run_script() {
    auto found = detect_script(options_, stop_);
    if (!found) {
      found.error().evidence.insert(found.error().evidence.begin(), result_.evidence.begin(),
                                    result_.evidence.end());
      return found;
    }
    return found;
  }

  [[nodiscard]] std::string advice_on_templates() const {
    return fmt::format("--engine-template \"{} {{depth}} '{{fen}}'\"",
                       printable(shell_line(options_.command)));
  }

  /// Whether it ends although it was asked nothing and its input is open.
  bool ends_without_input() {
    const auto child = ChildProcess::start(options_.command, {.environment = options_.environment});
    if (!child) return false;
    const auto deadline = steady_clock::now() + kHandshakeTime + seconds(2);
    auto busy_until = steady_clock::now();
    auto worked = (*child)->cpu_time();
    while (steady_clock::now() < deadline && steady_clock::now() - busy_until < kWaitsForInput) {
      const auto line = (*child)->read_line(steady_clock::now() + milliseconds(50), stop_);
      if (!line && line.error() == ChildProcess::Fault::Closed) return true;
      if (!line && line.error() != ChildProcess::Fault::Timeout) return false;
      if (!line && (*child)->awaits_input()) return false;
      if (const auto works = (*child)->cpu_time(); line || works != worked) {
        worked = works;
        busy_until = steady_clock::now();
      }
    }
    return false;
  }

  /// A command that was not answered, and whether the engine died of it.
  struct Failing {
    Dialect dialect;
    bool died = false;
  };

  /// One protocol, and what its candidates have shown so far.
  struct Trial {
    Trial(const EngineOptions& options, Protocol spoken, bool errors_with_output,
          const std::stop_token& stop, Detection& result)
        : protocol(spoken),
          session(options, spoken, errors_with_output),
          probe(session, stop),
          examiner([this](const Dialect& dialect,
                          const Question& question) { return probe.ask(dialect, question); },
                   result) {}

    Protocol protocol;
    EngineSession session;
    SessionProbe probe;
    Examiner examiner;
    std::vector<Candidate> candidates;
    std::size_t all = 0;   // of them; those behind are second tries
    std::size_t hung = 0;  // of the first tries
    std::size_t survived = 0;
    std::vector<Failing> failing;
    Dialect best;
    Likeness likeness = Likeness::None;  // of `best`
    bool simpler = false;                // `best` was found by a simpler question
    bool as_stockfish = false;           // `best` is answered exactly as Stockfish does
  };

  Answer<void> try_protocol(Protocol protocol) {
    const bool first_stderr = wish_.errors_with_output.value_or(false);
    auto found = try_stream(protocol, first_stderr);
    if (found || wish_.errors_with_output || !std::exchange(answers_on_stderr_, false))
      return found;
    return try_stream(protocol, true);
  }

  Answer<void> try_stream(Protocol protocol, bool errors_with_output) {
    Trial trial(options_, protocol, errors_with_output, stop_, result_);
    if (auto greeted = greet(trial); !greeted) return greeted;
    trial.candidates = candidates_for(trial.session, protocol);
    trial.all = trial.candidates.size();
    Dialect plain;
    plain.name = "detected";
    plain.protocol = protocol;
    plain.errors_with_output = errors_with_output;
    if (auto tried = try_candidates(plain, trial); !tried) return tried;
    try_simpler_questions(trial);
    if (trial.likeness == Likeness::None) return no_answer(trial);
    auto completed =
        complete(std::move(trial.best),
                 {.likeness = trial.simpler ? std::nullopt : std::optional(trial.likeness),
                  .as_stockfish = trial.as_stockfish},
                 wish_, trial.session, trial.probe, trial.examiner);
    if (!completed) return std::unexpected(std::move(completed.error()));
    ignores_position_ = completed->ignores_position;
    result_.dialect = std::move(completed->dialect);
    return {};
  }

  Answer<void> greet(Trial& trial) {
    EngineSession& session = trial.session;
    const Protocol protocol = trial.protocol;
    session.set_hurried(hurried_ && protocol == Protocol::Uci);
    auto started = session.ensure_started(stop_);
    session.set_hurried(false);
    if (!started) {
      left_input_ = session.left_input();
      crashed_ = session.ending() == EngineSession::Ending::BySignal;
      keeps_output_ = session.keeps_output();
    }
    if (!started && started.error().kind == FailureKind::Timeout && hurried_) given_up_ = true;
    if (!started && started.error().kind == FailureKind::Died && protocol == Protocol::Uci)
      started = session.ensure_started(stop_);  // one failure may be a hiccup
    if (!started) {
      result_.evidence.push_back(
          {fmt::format("the greeting of {}", to_string(protocol)), "", started.error().message});
      return started;
    }
    greeted_ = protocol == Protocol::Uci || session.knows_features();
    result_.engine_name = session.identity().name;
    trial.probe.choose_barrier();
    return {};
  }

  /// An engine that does not answer the greeting of xboard is asked for all but the commonest
  /// commands without it.
  std::vector<Candidate> candidates_for(const EngineSession& session, Protocol protocol) const {
    std::vector<Candidate> candidates = candidates_of(protocol, wish_);
    if (protocol == Protocol::Xboard && !wish_.protocol && session.greeting().empty())
      std::erase_if(candidates, [](const Candidate& each) {
        return each.perft != std::vector<std::string>{"divide {depth}"} &&
               each.perft != std::vector<std::string>{"perft {depth}"} && each.perft.size() == 1;
      });
    return candidates;
  }

  /// Whether a candidate may be better than what has answered.
  [[nodiscard]] bool is_worth_asking(const Candidate& candidate, const Trial& trial) const {
    if (wish_.perft) return true;
    const bool go = candidate.perft.front().starts_with("go");
    const bool argument = candidate.position == PositionStyle::Argument;
    // An engine that answered one such command with a total may know another that lists moves.
    const bool other_way = argument || (go && !trial.best.perft.front().starts_with("go"));
    if (trial.likeness >= Likeness::ExactTotal && other_way) return false;
    return !(go && go_is_search_);
  }

  /// An engine that dies of any other command may die of words that it does not know.
  static bool is_usual(const Candidate& candidate) {
    return candidate.perft.size() == 1 &&
           (candidate.perft[0] == "go perft {depth}" || candidate.perft[0] == "perft {depth}" ||
            candidate.perft[0] == "divide {depth}");
  }

  /// Asks until an answer leaves nothing to wish for. `plain` has what all candidates share.
  Answer<void> try_candidates(const Dialect& plain, Trial& trial) {
    EngineSession& session = trial.session;
    if (!wish_.perft) trial.probe.set_time(SessionProbe::kFirstTime);
    for (std::size_t at = 0; at < trial.candidates.size(); ++at) {
      const Candidate candidate = trial.candidates[at];
      if (at == trial.all) {
        if (trial.likeness > Likeness::OddTotal) break;
        // A slow engine is given time for the likely ones.
        trial.probe.set_time(SessionProbe::kUsualTime);
      }
      if (stop_.stop_requested()) return failed(FailureKind::Stopped, Stage::Start, "interrupted");
      if (!is_worth_asking(candidate, trial)) continue;
      Dialect dialect = plain;
      dialect.barrier = session.barrier();
      dialect.prompt = session.prompt();
      dialect.sends_usermove = session.wants_usermove();
      dialect.perft = candidate.perft;
      dialect.position = candidate.position;
      PrintedAnswer answer;
      const auto judged = trial.examiner.try_command(dialect, answer);
      if (!judged) {
        if (judged.error().kind == FailureKind::CannotStart) return std::unexpected(judged.error());
        note_failure(judged.error(), dialect, candidate, at, trial);
        continue;
      }
      ++trial.survived;
      dialect.asks_again = trial.probe.asked_again();
      if (judged->likeness <= Likeness::OddTotal) {
        look_around(trial, dialect, answer);
        if (answers_on_stderr_ && !plain.errors_with_output && !wish_.errors_with_output)
          return failed(FailureKind::Protocol, Stage::Perft,
                        fmt::format("{} answers on standard error", session.identity().name));
      }
      if (judged->likeness > trial.likeness) take_best(*judged, dialect, answer, trial);
      const bool listed = trial.likeness == Likeness::List || trial.likeness == Likeness::OddList;
      if (trial.likeness == Likeness::ExactList || (listed && trial.as_stockfish) ||
          wish_.stockfish)
        break;
    }
    trial.probe.set_time(SessionProbe::kUsualTime);
    return {};
  }

  static void take_best(const Judged& judged, const Dialect& dialect, const PrintedAnswer& answer,
                        Trial& trial) {
    trial.likeness = judged.likeness;
    trial.best = dialect;
    judged.write_to(trial.best);
    trial.as_stockfish = is_stockfish_output(answer, dialect);
  }

  void note_failure(const Failure& failure, const Dialect& dialect, const Candidate& candidate,
                    std::size_t at, Trial& trial) {
    const EngineSession& session = trial.session;
    const bool searched = trial.probe.searched();
    first_failure_ = first_failure_.value_or(failure);
    if (at < trial.all && !searched)
      trial.failing.push_back({dialect, failure.kind == FailureKind::Died &&
                                            failure.stage == Stage::Perft &&
                                            session.ending() > EngineSession::Ending::Quietly &&
                                            (wish_.perft || is_usual(candidate))});
    if (searched) {
      go_is_search_ = candidate.perft.front().starts_with("go");
    } else if (failure.kind == FailureKind::Timeout &&
               trial.probe.time() < SessionProbe::kUsualTime) {
      if (++trial.hung <= kMostSecondTries) trial.candidates.push_back(candidate);
      if (trial.hung == kMostSecondTries) trial.probe.set_time(kShortTime);
    }
  }

  /// An engine with a bug may die of the usual question, and answer an easier one. An engine that
  /// takes the words for others gives its answer to those, whatever depth is asked for.
  static void try_simpler_questions(Trial& trial) {
    if (trial.likeness >= Likeness::ExactTotal) return;
    const std::size_t tries = std::min(trial.failing.size(), kMostSecondTries);
    const bool answered = trial.likeness != Likeness::None;
    for (std::size_t at = 0; !trial.simpler && at < tries; ++at) {
      if (answered && !trial.failing[at].died) continue;
      Dialect& dialect = trial.failing[at].dialect;
      PrintedAnswer answer;
      const auto judged = trial.examiner.try_simpler(dialect, answer);
      if (!judged || judged->likeness == Likeness::None) continue;
      trial.simpler = true;
      trial.likeness = judged->likeness;
      trial.best = dialect;
      trial.as_stockfish = is_stockfish_output(answer, dialect);
    }
  }

  Answer<void> no_answer(const Trial& trial) {
    const EngineSession& session = trial.session;
    const auto dies = std::ranges::find(trial.failing, true, &Failing::died);
    if (dies != trial.failing.end() && !dies_ && (trial.survived > 0 || wish_.perft))
      dies_ = Dies{dies->dialect, result_.engine_name};
    if (first_failure_ && last_words_.empty()) return std::unexpected(*first_failure_);
    return failed(
        FailureKind::Protocol, Stage::Perft,
        fmt::format("{} answers no perft command that is known: {}{}; --perft-command says how "
                    "to ask it, and `verify doctor --engine` shows what it said",
                    session.identity().name, commands_tried(trial.protocol),
                    !last_words_.empty() ? "; it said " + last_words_
                    : session.echoes()   ? "; it repeats what it is sent"
                                         : ""));
  }

  std::string commands_tried(Protocol protocol) {
    constexpr std::size_t kNamed = 3;
    const std::vector<Candidate> tried = candidates_of(protocol, wish_);
    std::string text;
    for (std::size_t at = 0; at < std::min(kNamed, tried.size()); ++at)
      text += fmt::format("{}`{}`", at == 0 ? "" : ", ", fmt::join(tried[at].perft, " ; "));
    if (tried.size() > kNamed) text += fmt::format(" and {} more", tried.size() - kNamed);
    return text;
  }

  /// After a useless answer: looks for one on standard error, and for a running search.
  void look_around(Trial& trial, const Dialect& dialect, const PrintedAnswer& answer) {
    if (!answer.entries().empty()) last_words_ = answer.quoted(2);
    trial.probe.calm(dialect, answer);
    PrintedAnswer errors;
    const std::string tail = trial.session.stderr_tail();
    for (std::string_view rest = tail; !rest.empty();) errors.add(take_line(rest));
    if (judge_start_position(errors, 2).likeness >= Likeness::List) answers_on_stderr_ = true;
  }

  const EngineOptions& options_;
  const DialectWish& wish_;
  std::stop_token stop_;
  Detection result_;
  bool greeted_ = false;
  bool answers_on_stderr_ = false;
  bool keeps_output_ = false;
  bool left_input_ = false;  // unread, by one that did not answer the greeting
  bool crashed_ = false;     // in the greeting
  bool hurried_ = false;     // there are other protocols to try than UCI
  bool given_up_ = false;    // the greeting of UCI, before its time
  bool ignores_position_ = false;
  bool go_is_search_ = false;
  std::optional<Failure> first_failure_;
  std::string last_words_;
  std::optional<Dies> dies_;
};

}  // namespace

std::expected<Detection, NotDetected> detect(const EngineOptions& options, const DialectWish& wish,
                                             const std::stop_token& stop) {
  return DialectDetector(options, wish, stop).run();
}

}  // namespace perft_verify::reference
