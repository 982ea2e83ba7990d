#include "reference/dialect/detect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/notation.h"
#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "reference/core_generator.h"
#include "reference/dialect/candidates.h"
#include "reference/dialect/conversation.h"
#include "reference/dialect/examine.h"
#include "reference/dialect/script_engine.h"
#include "reference/dialect/shown_board.h"
#include "reference/uci/board_text.h"
#include "reference/uci/perft_output.h"

namespace perft_verify::reference {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr milliseconds kProbeTime{8000};
/// For commands that the engine may not know: some engines hang on those.
constexpr milliseconds kFirstProbeTime{1500};
/// The time for a probe after it has hung three times.
constexpr milliseconds kShortProbeTime{700};
constexpr std::size_t kMostSecondTries = 3;
constexpr milliseconds kSettle{60};
constexpr milliseconds kPromptTime{50};
/// A program that is idle for so long, and has not ended, waits for its input.
constexpr milliseconds kWaitsForInput{1000};
/// Some engines count in a thread of their own, and say that they are ready before it begins.
constexpr milliseconds kSettleAfterGo{300};

class Detective {
 public:
  Detective(const EngineOptions& options, const DialectWish& wish, const std::stop_token& stop)
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
      // What answers and has no clear meaning would not get one by other words.
      if (stop_.stop_requested() || found.error().kind == FailureKind::CannotStart ||
          found.error().kind == FailureKind::Unsupported)
        return std::unexpected(NotDetected{found.error(), result_.evidence});
      // An answer to a question tells more than a missing greeting.
      if (!first || first->stage == Stage::Handshake) first = found.error();
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
  /// One that speaks a protocol, knows the command, and dies of it: its rows will show that.
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

  /// What the candidates of one protocol have shown so far.
  struct Attempts {
    std::vector<Candidate> candidates;
    std::size_t all = 0;   // of them; those behind are second tries
    std::size_t hung = 0;  // of the first tries
    std::size_t survived = 0;
    std::vector<Failing> failing;
    Dialect best;
    Likeness likeness = Likeness::None;  // of `best`
    bool simpler = false;                // `best` was found by a simpler question
  };

  Answer<void> try_protocol(Protocol protocol) {
    const bool first_stderr = wish_.errors_with_output.value_or(false);
    auto found = try_stream(protocol, first_stderr);
    if (found || wish_.errors_with_output || !std::exchange(answers_on_stderr_, false))
      return found;
    return try_stream(protocol, true);
  }

  Answer<void> try_stream(Protocol protocol, bool errors_with_output) {
    EngineSession session(options_, protocol, errors_with_output);
    if (auto greeted = greet(session, protocol); !greeted) return greeted;
    Examiner examiner([&](const Dialect& dialect, const Question& question,
                          bool& late) { return ask(session, dialect, question, late); },
                      result_);
    Attempts attempts;
    attempts.candidates = candidates_for(session, protocol);
    attempts.all = attempts.candidates.size();
    Dialect plain;
    plain.name = "detected";
    plain.protocol = protocol;
    plain.errors_with_output = errors_with_output;
    if (auto tried = try_candidates(session, examiner, plain, attempts); !tried) return tried;
    if (attempts.likeness == Likeness::None) try_simpler_questions(examiner, attempts);
    if (attempts.likeness == Likeness::None) return no_answer(session, protocol, attempts);
    return calibrate(session, attempts.best,
                     attempts.simpler ? std::nullopt : std::optional(attempts.likeness), examiner);
  }

  Answer<void> greet(EngineSession& session, Protocol protocol) {
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
    choose_barrier(session);
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
  [[nodiscard]] bool is_worth_asking(const Candidate& candidate, const Attempts& attempts) const {
    if (wish_.perft) return true;
    const bool go = candidate.perft.front().starts_with("go");
    const bool argument = candidate.position == PositionStyle::Argument;
    // An engine that answered one such command with a total may know another that lists moves.
    const bool other_way = argument || (go && !attempts.best.perft.front().starts_with("go"));
    if (attempts.likeness >= Likeness::ExactTotal && other_way) return false;
    return !(go && go_is_search_);
  }

  /// To die of any other command may be to die of words that it does not know.
  static bool is_usual(const Candidate& candidate) {
    return candidate.perft.size() == 1 &&
           (candidate.perft[0] == "go perft {depth}" || candidate.perft[0] == "perft {depth}" ||
            candidate.perft[0] == "divide {depth}");
  }

  /// Asks until an answer leaves nothing to wish for. `plain` has what all candidates share.
  Answer<void> try_candidates(EngineSession& session, Examiner& examiner, const Dialect& plain,
                              Attempts& attempts) {
    if (!wish_.perft) probe_time_ = kFirstProbeTime;
    for (std::size_t at = 0; at < attempts.candidates.size(); ++at) {
      const Candidate candidate = attempts.candidates[at];
      if (at == attempts.all) {
        if (attempts.likeness > Likeness::OddTotal) break;
        probe_time_ = kProbeTime;  // a slow engine is given time for the likely ones
      }
      if (stop_.stop_requested()) return failed(FailureKind::Stopped, Stage::Start, "interrupted");
      if (!is_worth_asking(candidate, attempts)) continue;
      Dialect dialect = plain;
      dialect.barrier = session.barrier();
      dialect.prompt = session.prompt();
      dialect.sends_usermove = session.wants_usermove();
      dialect.perft = candidate.perft;
      dialect.position = candidate.position;
      PrintedAnswer answer;
      const auto judged = examiner.try_command(dialect, answer);
      if (!judged) {
        if (judged.error().kind == FailureKind::CannotStart) return std::unexpected(judged.error());
        note_failure(session, judged.error(), dialect, candidate, at, attempts);
        continue;
      }
      ++attempts.survived;
      dialect.asks_again = asked_again_;
      if (judged->likeness <= Likeness::OddTotal) {
        look_around(session, dialect, answer);
        if (answers_on_stderr_ && !plain.errors_with_output && !wish_.errors_with_output)
          return failed(FailureKind::Protocol, Stage::Perft,
                        fmt::format("{} answers on standard error", session.identity().name));
      }
      if (judged->likeness > attempts.likeness) take_best(*judged, dialect, answer, attempts);
      const bool listed =
          attempts.likeness == Likeness::List || attempts.likeness == Likeness::OddList;
      if (attempts.likeness == Likeness::ExactList || (listed && strict_) || wish_.stockfish) break;
    }
    probe_time_ = kProbeTime;
    return {};
  }

  void take_best(const Judged& judged, const Dialect& dialect, const PrintedAnswer& answer,
                 Attempts& attempts) {
    attempts.likeness = judged.likeness;
    attempts.best = dialect;
    judged.write_to(attempts.best);
    strict_ = is_strict(answer, dialect);
  }

  void note_failure(const EngineSession& session, const Failure& failure, const Dialect& dialect,
                    const Candidate& candidate, std::size_t at, Attempts& attempts) {
    first_failure_ = first_failure_.value_or(failure);
    if (at < attempts.all && !searched_)
      attempts.failing.push_back({dialect, failure.kind == FailureKind::Died &&
                                               failure.stage == Stage::Perft &&
                                               session.ending() > EngineSession::Ending::Quietly &&
                                               (wish_.perft || is_usual(candidate))});
    if (searched_) {
      go_is_search_ = candidate.perft.front().starts_with("go");
    } else if (failure.kind == FailureKind::Timeout && probe_time_ < kProbeTime) {
      if (++attempts.hung <= kMostSecondTries) attempts.candidates.push_back(candidate);
      if (attempts.hung == kMostSecondTries) probe_time_ = kShortProbeTime;
    }
  }

  /// An engine with a bug may die of the usual question, and answer an easier one.
  void try_simpler_questions(Examiner& examiner, Attempts& attempts) {
    const std::size_t tries = std::min(attempts.failing.size(), kMostSecondTries);
    for (std::size_t at = 0; attempts.likeness == Likeness::None && at < tries; ++at) {
      Dialect& dialect = attempts.failing[at].dialect;
      PrintedAnswer answer;
      const auto judged = examiner.try_simpler(dialect, answer);
      if (!judged || judged->likeness == Likeness::None) continue;
      attempts.simpler = true;
      attempts.likeness = judged->likeness;
      attempts.best = dialect;
      strict_ = is_strict(answer, dialect);
    }
  }

  Answer<void> no_answer(const EngineSession& session, Protocol protocol,
                         const Attempts& attempts) {
    const auto dies = std::ranges::find(attempts.failing, true, &Failing::died);
    if (dies != attempts.failing.end() && !dies_ && (attempts.survived > 0 || wish_.perft))
      dies_ = Dies{dies->dialect, result_.engine_name};
    if (first_failure_ && last_words_.empty()) return std::unexpected(*first_failure_);
    return failed(
        FailureKind::Protocol, Stage::Perft,
        fmt::format("{} answers no perft command that is known: {}{}; --perft-command says how "
                    "to ask it, and `verify doctor --engine` shows what it said",
                    session.identity().name, commands_tried(protocol),
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

  /// An engine without isready or ping may complain about unknown words: then such a word is the
  /// barrier.
  void choose_barrier(EngineSession& session) {
    if (session.barrier() != Barrier::Silence) return;
    session.set_barrier(Barrier::Echo);
    const auto deadline = steady_clock::now() + seconds(1);
    if (auto ok = session.send_barrier(Stage::Handshake, deadline, stop_); !ok) return;
    while (true) {
      const auto line = session.receive_unless_idle(milliseconds(500), Stage::Handshake, stop_);
      if (!line) break;  // dead, and started again without a barrier
      if (!*line) break;
      if (session.is_barrier(**line)) {
        session.look_for_prompt(kPromptTime, stop_);
        return;
      }
    }
    session.set_barrier(Barrier::Silence);
  }

  /// After a useless answer: looks for one on standard error, and for a running search.
  void look_around(EngineSession& session, const Dialect& dialect, const PrintedAnswer& answer) {
    if (!answer.entries().empty()) last_words_ = answer.quoted(2);
    calm(session, dialect, answer);
    PrintedAnswer errors;
    const std::string tail = session.stderr_tail();
    std::string_view rest = tail;
    while (!rest.empty()) {
      errors.add(rest.substr(0, rest.find('\n')));
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    }
    if (judge_start_position(errors, 2).likeness >= Likeness::List) answers_on_stderr_ = true;
  }

  /// Whether the raw output is exactly Stockfish's.
  static bool is_strict(const PrintedAnswer& answer, const Dialect& dialect) {
    if (dialect.protocol != Protocol::Uci || dialect.errors_with_output ||
        dialect.perft != std::vector<std::string>{"go perft {depth}"})
      return false;
    int moves = 0;
    int totals = 0;
    for (const PrintedAnswer::Entry& entry : answer.entries()) {
      const PerftLine line = parse_perft_line(entry.raw);
      if (std::holds_alternative<RootCount>(line)) {
        if (totals > 0) return false;
        ++moves;
      } else if (std::holds_alternative<TotalLine>(line)) {
        ++totals;
      } else if (std::holds_alternative<BrokenLine>(line)) {
        return false;
      }
    }
    return moves > 0 && totals == 1;
  }

  /// An engine that took the question for a search goes on until it is stopped.
  void calm(EngineSession& session, const Dialect& dialect, const PrintedAnswer& answer) {
    if (!session.running() || !dialect.perft.front().starts_with("go")) return;
    const bool searches = std::ranges::any_of(answer.entries(), [](const auto& entry) {
      return entry.text.starts_with("info ") || entry.text.starts_with("bestmove");
    });
    if (!searches && !answer.entries().empty()) return;
    const Deadline deadline = steady_clock::now() + seconds(2);
    if (!session.send("stop", Stage::Perft, deadline, stop_)) return;
    if (!session.synchronize(Stage::Perft, deadline, stop_)) return;
    while (true) {
      const auto line = session.receive_unless_idle(kSettle, Stage::Perft, stop_);
      if (!line || !*line || steady_clock::now() > deadline) return;
    }
  }

  Answer<PrintedAnswer> ask(EngineSession& session, const Dialect& dialect,
                            const Question& question, bool& late) {
    if (auto ok = session.ensure_started(stop_); !ok) return std::unexpected(ok.error());
    const Deadline deadline = steady_clock::now() + probe_time_;
    if (auto ok = session.set_chess960(question.chess960, deadline, stop_); !ok)
      return std::unexpected(ok.error());
    const auto asked = asked_of(question, dialect);
    if (!asked) return std::unexpected(asked.error());
    Conversation conversation(session, dialect);
    searched_ = asked_again_ = false;
    if (auto words = conversation.set_position(*asked, deadline, stop_); !words)
      return std::unexpected(words.error());
    const bool go = dialect.perft.front().starts_with("go");
    auto answer = conversation.probe(*asked, deadline, go ? kSettleAfterGo : kSettle, stop_);
    late = conversation.was_late();
    searched_ = conversation.has_searched();
    asked_again_ = conversation.was_asked_again() && answer && !answer->entries().empty();
    return answer;
  }

  /// Completes a dialect; its total too, if there is a `likeness` to find it by.
  Answer<void> calibrate(EngineSession& session, Dialect dialect, std::optional<Likeness> likeness,
                         Examiner& examiner) {
    // Depth 3 has numbers above a thousand, which some engines write with separators.
    bool late = false;
    bool stockfish = strict_ && dialect.lists_moves;
    if (stockfish) {
      const auto deeper = ask(session, dialect, question_at(kStartPosition, {}, 3), late);
      stockfish = !deeper || is_strict(*deeper, dialect);
    }
    if (wish_.stockfish) {
      if (!stockfish)
        return failed(FailureKind::Protocol, Stage::Perft,
                      fmt::format("{} does not answer `go perft` exactly as Stockfish does",
                                  session.identity().name));
      dialect.name = "stockfish";
      dialect.stockfish = true;
      result_.dialect = std::move(dialect);
      return {};
    }
    if (stockfish) {
      dialect.total = TotalPlace{"nodes searched:", ""};
    } else if (likeness) {
      if (auto ok = examiner.find_total(dialect, *likeness, wish_.total); !ok) return ok;
    }
    if (dialect.position == PositionStyle::Argument) dialect.plays_moves = false;
    const bool ignores =
        dialect.position != PositionStyle::Argument && examiner.ignores_position(dialect);
    if (ignores) find_argument(dialect, examiner);
    ignores_position_ = ignores && dialect.position != PositionStyle::Argument;
    const std::vector<Spelling> spellings = examiner.find_spelling(dialect);
    const auto plain = [](const std::vector<Spelling>& all) {
      return std::ranges::all_of(all, [](Spelling each) { return each == Spelling::Uci; });
    };
    if (!stockfish && dialect.plays_moves && !ignores)
      examiner.find_whether_moves_are_played(dialect);
    if (dialect.plays_moves && !ignores && !(stockfish && plain(spellings)))
      examiner.find_sent_castling(dialect);
    std::vector<Spelling> spellings960;
    if (may_play_chess960(session)) spellings960 = examiner.find_chess960(dialect);
    dialect.stockfish = stockfish && plain(spellings) && plain(spellings960) && !dialect.x_fen &&
                        !dialect.sends_rook_castling && dialect.plays_moves;
    if (dialect.stockfish) {
      dialect.name = "stockfish";
    } else {
      find_board(session, dialect, examiner);
      find_quiet(session, dialect);
    }
    examiner.add_notes(dialect);
    result_.dialect = std::move(dialect);
    return {};
  }

  static bool may_play_chess960(const EngineSession& session) {
    if (session.protocol() == Protocol::Uci || session.options().chess960_anyway)
      return session.knows_chess960();
    return std::ranges::none_of(session.greeting(), [](const std::string& line) {
      return line.contains("variants=\"") && !line.contains("fischerandom");
    });
  }

  /// The engine may expect the FEN in the question.
  void find_argument(Dialect& dialect, Examiner& examiner) {
    if (!wish_.perft) {
      for (const char* line : {"divide {depth} {fen}", "perft {depth} {fen}",
                               "go perft {depth} {fen}", "perft {fen} {depth}"}) {
        Dialect other = dialect;
        other.perft = {line};
        other.position = PositionStyle::Argument;
        other.plays_moves = false;
        if (!examiner.counts_calibration(other)) continue;
        dialect = std::move(other);
        examiner.remark(
            fmt::format("does not take the position that it is sent, but a FEN behind the "
                        "command: it is asked with `{}`",
                        line));
        return;
      }
      for (const char* line : {"fen {fen}", "setfen {fen}", "position {fen}", "position fen {fen}",
                               "setboard {fen}", "load {fen}", "loadfen {fen}", "set fen {fen}"}) {
        Dialect other = dialect;
        other.perft.insert(other.perft.begin(), line);
        other.position = PositionStyle::Argument;
        other.plays_moves = false;
        if (!examiner.counts_calibration(other)) continue;
        dialect = std::move(other);
        examiner.remark(fmt::format("takes a position by `{}`, and is given FENs only", line));
        return;
      }
    }
    examiner.remark("counts the start position whatever position it is sent");
  }

  /// Finds out whether a question can follow a position at once, because the engine's output for a
  /// position cannot be taken for a total.
  void find_quiet(EngineSession& session, Dialect& dialect) {
    if (dialect.barrier != Barrier::Silence || !dialect.board_command.empty() || !dialect.total ||
        dialect.total->label.empty() || !session.ensure_started(stop_))
      return;
    const Asked asked{std::string(kCalibrationPosition), {}, std::string(kCalibrationPosition), 1};
    const auto lines = Conversation(session, dialect)
                           .set_position(asked, steady_clock::now() + kFirstProbeTime, stop_);
    dialect.quiet_position = lines && lines->empty();
  }

  /// The text that `command` prints for a position.
  Answer<std::string> shown_for(EngineSession& session, const Dialect& dialect,
                                std::string_view command, std::string_view fen) {
    if (auto ok = session.ensure_started(stop_); !ok) return std::unexpected(ok.error());
    const Deadline deadline = steady_clock::now() + kFirstProbeTime;
    const Asked asked{std::string(fen), {}, std::string(fen), 1};
    if (auto ok = Conversation(session, dialect).set_position(asked, deadline, stop_); !ok)
      return std::string();
    if (!session.send(command, Stage::Board, deadline, stop_)) return std::string();
    const auto lines = session.synchronize(Stage::Board, deadline, stop_);
    if (!lines) return std::unexpected(lines.error());
    return shown_board(*lines);
  }

  /// Whether the text is the calibration position. An engine that reads its rights wrongly shows
  /// its board as well.
  bool is_its_board(const std::string& text, EngineSession& session, const Dialect& dialect,
                    const char* command, Examiner& examiner) {
    const auto facts = board_facts(text);
    const auto sent = *board_facts(kCalibrationPosition);
    if (!facts || facts->placement != sent.placement) return false;
    if (difference(sent, *facts, true).empty()) return true;
    if (!dialect.lists_moves) return false;
    return castles_as_it_shows([&](const std::string& fen) -> std::optional<ShownAndListed> {
      const auto shown = shown_for(session, dialect, command, fen);
      const auto board = board_facts(shown.value_or(""));
      auto moves = board ? examiner.moves_at(dialect, fen) : std::nullopt;
      if (!moves) return std::nullopt;
      return ShownAndListed{*board, std::move(*moves)};
    });
  }

  void find_board(EngineSession& session, Dialect& dialect, Examiner& examiner) {
    if (dialect.position == PositionStyle::Argument) return;
    for (const char* command : {"d", "fen", "print", "show", "board", "display"}) {
      const auto shown = shown_for(session, dialect, command, kCalibrationPosition);
      if (!shown && shown.error().kind == FailureKind::Timeout) return;  // hangs on such words
      if (!shown && !session.ensure_started(stop_)) return;
      if (!shown || !is_its_board(*shown, session, dialect, command, examiner)) continue;
      dialect.board_command = command;
      examiner.note(command, *shown, "its board, and the position that was sent");
      return;
    }
  }

  const EngineOptions& options_;
  const DialectWish& wish_;
  std::stop_token stop_;
  Detection result_;
  bool greeted_ = false;
  bool strict_ = false;  // the best command is answered exactly as Stockfish does
  bool answers_on_stderr_ = false;
  bool keeps_output_ = false;
  bool left_input_ = false;  // unread, by one that did not answer the greeting
  bool crashed_ = false;     // in the greeting
  bool hurried_ = false;     // there are other protocols to try than UCI
  bool given_up_ = false;    // the greeting of UCI, before its time
  bool ignores_position_ = false;
  bool searched_ = false;  // at the last question; likewise asked_again_
  bool asked_again_ = false;
  bool go_is_search_ = false;
  milliseconds probe_time_ = kProbeTime;
  std::optional<Failure> first_failure_;
  std::string last_words_;
  std::optional<Dies> dies_;
};

}  // namespace

std::expected<Detection, NotDetected> detect(const EngineOptions& options, const DialectWish& wish,
                                             const std::stop_token& stop) {
  return Detective(options, wish, stop).run();
}

}  // namespace perft_verify::reference
