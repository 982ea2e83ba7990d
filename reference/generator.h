// The interface of every generator that answers "divide this line to depth N": the linked core, the
// mailbox, an engine behind a pipe.
//
// Questions and answers are text (FEN, moves in UCI's spelling), so that no generator depends on
// another's idea of the rules. A failure is a value with a stage and a reason.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/fen.h"
#include "reference/process/running_program.h"

namespace perft_verify::reference {

/// A question: the root, the moves played from it, and the depth to count to.
struct Question {
  Root root;  // its FEN written by our own serializer
  /// In canonical spelling: castling is e1g1 in standard rows, e1h1 in Chess960 rows.
  std::vector<std::string> moves = {};
  int depth = 1;
  /// The planner's estimate, for deadlines; 0 if there is none.
  double expected_nodes = 0;
  /// The moves of the reference in the position to be counted, for a generator that lists
  /// none; see Generator::lists_moves.
  std::vector<std::string> known_moves = {};
  /// Above 0: it counts to this depth first, and is then asked without being sent the position
  /// again. A generator without a board that outlives a question answers as ever.
  int counted_before = 0;
};

/// The question for the leaves after `moves`, played from `root`.
Question question_at(Root root, std::vector<std::string> moves, int depth);

/// The number of leaves below one move.
struct RootCount {
  std::string move;
  std::uint64_t nodes = 0;
  friend auto operator<=>(const RootCount&, const RootCount&) = default;
};

/// The answer: one line for each move as the generator printed it (a move that is printed
/// twice is two lines), sorted by move, and the total that it claims.
struct Divide {
  std::vector<RootCount> lines;
  std::uint64_t total = 0;
  friend bool operator==(const Divide&, const Divide&) = default;
};

/// 2^64 - 1 if the sum exceeds 64 bits.
std::uint64_t sum_of_lines(const Divide& divide);

/// Some of the lines of a divide: those of `moves`, or all but those.
struct LineFilter {
  std::vector<std::string> moves;
  bool others = false;
};

/// The stage of the conversation at which a generator failed.
enum class Stage : std::uint8_t { Start, Handshake, Position, Board, Perft };

enum class FailureKind : std::uint8_t {
  CannotStart,       // no such program, not executable, not an engine
  Died,              // crashed, exited, closed its output
  Timeout,           // no complete answer before the deadline
  Protocol,          // an answer that makes no sense
  RejectedPosition,  // it answers for another position
  Unsupported,       // this generator cannot do that at all
  Stopped,           // the run was interrupted
};

struct Failure {
  FailureKind kind = FailureKind::Protocol;
  Stage stage = Stage::Perft;
  /// One or two sentences for a person. Foreign text in it is already escaped.
  std::string message;
};

std::string_view to_string(Stage stage);
std::string_view to_string(FailureKind kind);

/// The name of a generator, for reports.
struct Identity {
  std::string name;     // "Stockfish 15.1"
  std::string kind;     // "core", "mailbox", "engine", "script"
  std::string command;  // how it was started; empty if linked in
};

template <typename T>
using Answer = std::expected<T, Failure>;

inline constexpr int kMaxDepth = 30;
/// Unsupported where the depth is not from 1 to kMaxDepth.
Answer<void> check_depth(const Question& question);

/// The smallest table of positions that an engine's options offer.
struct LeastTable {
  std::string setting;  // "Hash at 1", for a person
  bool off = false;     // there is no table then
};

/// One generator with its own state. Used by one thread at a time.
class Generator {
 public:
  Generator() = default;
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;
  virtual ~Generator() = default;

  [[nodiscard]] virtual Identity identity() const = 0;

  /// The leaves below each legal move after `question.moves`; `question.depth` ≥ 1.
  virtual Answer<Divide> divide(const Question& question, std::stop_token stop) = 0;

  /// Whether it is known to count all lines regardless of the clocks and the moves before, so that
  /// its count depends on the position alone.
  [[nodiscard]] virtual bool ignores_clocks() const { return false; }

  /// Whether `divide_part` works: only if the lines of one answer are independent of each other, so
  /// that asking for them apart hides nothing.
  [[nodiscard]] virtual bool divides_in_parts() const { return false; }
  /// Some lines of `divide`, counted exactly as `divide` would, and their sum.
  virtual Answer<Divide> divide_part(
      const Question& /*question*/, const LineFilter& /*lines*/,
      std::stop_token /*stop*/) {  // NOLINT(*-value-param): as divide
    return std::unexpected(
        Failure{FailureKind::Unsupported, Stage::Perft, "it counts all lines or none"});
  }

  /// The answer to `question`, if it is stored from another run.
  virtual std::optional<Divide> recall(const Question& /*question*/) { return std::nullopt; }
  /// Stores an answer that was put together from this generator's own answers.
  virtual void remember(const Question& /*question*/, const Divide& /*answer*/) {}

  /// Whether `board` works at all.
  [[nodiscard]] virtual bool shows_board() const = 0;

  /// The FEN after `question.moves`, as this generator itself sees the position. The depth does not
  /// matter, but `counted_before` does.
  virtual Answer<std::string> board(const Question& question, std::stop_token stop) = 0;

  /// The answers to several questions, or the first failure: faster than one by one with a separate
  /// process.
  virtual Answer<std::vector<Divide>> divides(const std::vector<Question>& questions,
                                              std::stop_token stop);
  virtual Answer<std::vector<std::string>> boards(const std::vector<Question>& questions,
                                                  std::stop_token stop);

  /// The CPU time used so far by the answering process; nothing if there is no process of its own,
  /// or none yet.
  [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> cpu_time() const {
    return std::nullopt;
  }

  /// The program that answers, if a process of its own runs; else, or if that is not known for
  /// sure, a clause with the reason.
  [[nodiscard]] virtual std::expected<RunningProgram, std::string> program() {
    return std::unexpected("no process that stays answers");
  }

  /// Whether the linked core answers: by itself, or in a process of this very program (`verify
  /// uci`), which is looked at as it runs. False for a process that has not been started yet.
  [[nodiscard]] virtual bool is_linked_core() const { return false; }

  /// Whether it prints a count for each move. A generator that prints totals only is asked for each
  /// of `Question::known_moves` instead, and its lines are those; without known moves there are
  /// none.
  [[nodiscard]] virtual bool lists_moves() const { return true; }

  /// Whether it plays moves itself. A generator that takes only FENs is given the FEN after the
  /// moves, and its making of moves cannot be checked.
  [[nodiscard]] virtual bool plays_moves() const { return true; }

  /// The reason for not asking it about Chess960 positions ("has no UCI_Chess960"), or empty. An
  /// engine's is known once it has been started.
  [[nodiscard]] virtual std::string lacks_chess960() const { return {}; }

  /// Its remarks about the last position that it was given, escaped; usually empty.
  [[nodiscard]] virtual std::string remarks() const { return {}; }

  /// Forgets everything: for an engine, a fresh process at the next question.
  virtual void restart() = 0;
  /// Like restart(), and until the next restart with the smallest table that its options offer.
  /// Unsupported if it has no such option.
  virtual Answer<LeastTable> restart_with_least_table(
      std::stop_token /*stop*/) {  // NOLINT(*-value-param): as divide
    return std::unexpected(Failure{FailureKind::Unsupported, Stage::Handshake,
                                   "it has no option for a table of positions"});
  }
};

/// Makes another generator of a kind, for another thread.
using GeneratorFactory = std::function<std::unique_ptr<Generator>()>;

}  // namespace perft_verify::reference
