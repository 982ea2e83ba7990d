#include "verifier/cli/reports/checklist.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>

#include "core/fen.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "reference/dialect/examine.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/process/child_process.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;
using reference::Stage;

constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

class Checklist {
 public:
  Checklist(ChosenSubject& subject, const EngineArguments& engine, std::stop_token stop)
      : subject_(subject), engine_(engine), stop_(std::move(stop)) {}

  std::vector<ChecklistStep> run() {
    if (subject_.failed) {
      tell_of(*subject_.failed);
      return std::move(steps_);
    }
    start();
    position();
    answer();
    start_position();
    chess960();
    board();
    table();
    ends();
    return std::move(steps_);
  }

 private:
  void add(std::string what, std::optional<bool> well, std::string says, std::string advice = {}) {
    steps_.push_back({std::move(what), well, std::move(says), std::move(advice)});
  }

  /// Tells which step fails, for an engine that cannot be used.
  void tell_of(const reference::Failure& failure) {
    const auto at =
        failure.kind == reference::FailureKind::CannotStart ? Stage::Start : failure.stage;
    const std::string command = printable(shell_line(engine_.command));
    if (at == Stage::Start) {
      add("starts", false, failure.message,
          "start it by hand, with exactly these words; a relative path begins in this folder");
    } else {
      add("starts", true, command);
    }
    if (at == Stage::Handshake) {
      add("greets", false, failure.message,
          "answer `uci` with `uciok` and `isready` with `readyok`; flush after each line");
    } else if (at == Stage::Position) {
      add("takes a FEN", false, failure.message, "look at the code that reads the FEN");
    } else if (at != Stage::Start) {
      add("greets", true, "");
      add("counts", false, failure.message,
          "--perft-command \"divide {depth}\" says how to ask; --engine-template \"./eng {depth} "
          "'{fen}'\" for a program that is asked on its command line");
    }
    add("all further steps", std::nullopt, "not tried");
  }

  [[nodiscard]] const reference::Detection& detection() const { return *subject_.detection; }
  [[nodiscard]] const reference::Dialect& dialect() const { return detection().dialect; }
  [[nodiscard]] reference::Generator& engine() { return *subject_.chosen.first; }

  void start() {
    add("starts", true, printable(shell_line(engine_.command)));
    if (detection().script) {
      add("greets", std::nullopt, "it is started once per question");
      add("says when it is ready", std::nullopt, "its end is the end of an answer");
      return;
    }
    const std::string name = subject_.chosen.identity.name;
    switch (dialect().protocol) {
      case reference::Protocol::Uci:
        add("greets", true, fmt::format("`uci`: {}", name));
        break;
      case reference::Protocol::Xboard:
        add("greets", true, fmt::format("`xboard`: {}", name));
        break;
      case reference::Protocol::Console:
        add("greets", std::nullopt, "it is asked without a greeting");
        break;
    }
    switch (dialect().barrier) {
      case reference::Barrier::ReadyOk:
        add("says when it is ready", true, "`isready`: readyok");
        break;
      case reference::Barrier::Ping:
        add("says when it is ready", true, "`ping`: pong");
        break;
      case reference::Barrier::Echo:
        add("says when it is ready", true, "it complains about a word that it does not know");
        break;
      case reference::Barrier::Silence:
        add("says when it is ready", std::nullopt,
            "it does not; an answer ends with its total, or when the engine waits for input",
            "answer `isready` with `readyok`, also outside UCI");
        break;
    }
  }

  /// The engine's count of a position, and the right one.
  struct Count {
    std::expected<std::uint64_t, std::string> found;
    std::uint64_t right = 0;
  };
  Count count(const Root& root, std::vector<std::string> moves, int depth) {
    Question question = reference::question_at(root, std::move(moves), depth);
    const auto right = mailbox::make_mailbox_generator()->divide(question, stop_);
    if (!right) return {std::unexpected(right.error().message), 0};
    for (const auto& line : right->lines) question.known_moves.push_back(line.move);
    const auto found = engine().divide(question, stop_);
    if (!found) return {std::unexpected(found.error().message), right->total};
    return {found->total, right->total};
  }

  void position() {
    const Count fen = count(standard(kKiwipete), {}, 1);
    const std::string hint = detection().script
                                 ? "look at the argument with the FEN"
                                 : "look at the code that reads the FEN; what it said is below";
    if (!fen.found) {
      add("takes a FEN", false, fen.found.error(), hint);
    } else if (*fen.found == reference::start_nodes(1)) {
      add("takes a FEN", false,
          "it counts 20 moves in Kiwipete, as in the start position; right is 48", hint);
    } else {
      add("takes a FEN", true, fmt::format("Kiwipete has {} moves", *fen.found));
    }
    if (!engine().plays_moves()) {
      add("takes moves", std::nullopt,
          "it is given FENs only, so errors in making moves cannot be told from others",
          "`position fen FEN moves e2e4 e7e5`, or moves as commands in xboard");
      return;
    }
    const Count moves = count(standard(kStartPosition), {"e2e4", "e7e5"}, 1);
    if (!moves.found) {
      add("takes moves", false, moves.found.error(), "look at the code that reads moves");
    } else {
      const bool played = *moves.found != reference::start_nodes(1);
      add("takes moves", played,
          fmt::format("after e2e4 e7e5 it counts {} moves{}", *moves.found,
                      *moves.found == moves.right ? "" : "; right is 29"),
          played ? "" : "look at the code that reads `moves` behind the position");
    }
  }

  void answer() {
    if (engine().lists_moves()) {
      add("prints a count for each move", true,
          dialect().lists_at_depth_one ? "" : "from depth 2 on");
    } else {
      add("prints a count for each move", std::nullopt,
          "it prints totals only, so each question becomes one for each move",
          "print `e2e4: 20` for each root move");
    }
    if (dialect().stockfish) {
      add("prints a total", true, "behind 'Nodes searched: '");
    } else if (dialect().total) {
      const std::string& label = dialect().total->label;
      add("prints a total", true,
          label.empty()         ? "alone on its line"
          : label.contains('#') ? fmt::format("behind '{}', # being a number", printable(label))
                                : fmt::format("behind '{}'", printable(label)));
    } else {
      add("prints a total", std::nullopt, "it does not; the sum of its lines is taken",
          "print `Nodes searched: N` at the end, which also ends an answer");
    }
  }

  void start_position() {
    std::vector<std::string> counts;
    bool right = true;
    int depth = 1;
    for (; right && depth <= 4; ++depth) {
      const Count here = count(standard(kStartPosition), {}, depth);
      right = here.found && *here.found == here.right;
      counts.push_back(!here.found ? here.found.error()
                       : right     ? grouped(*here.found)
                               : fmt::format("{} instead of {} at depth {}", grouped(*here.found),
                                             grouped(here.right), depth));
    }
    add("counts the start position", right, fmt::format("{}", fmt::join(counts, ", ")),
        right ? "" : fmt::format("verify divide startpos {} --engine CMD", depth - 1));
  }

  void chess960() {
    if (const std::string why = engine().lacks_chess960(); !why.empty()) {
      add("plays Chess960", std::nullopt, fmt::format("it {}; such rows are skipped", why));
      return;
    }
    const Count here = count({std::string(reference::kChess960Position), true}, {}, 1);
    const bool right = here.found && *here.found == here.right;
    add("plays Chess960", right,
        here.found ? fmt::format("{} moves{}", *here.found,
                                 right ? "" : fmt::format(" instead of {}", here.right))
                   : here.found.error(),
        right ? ""
        : dialect().protocol == reference::Protocol::Uci
            ? "offer UCI_Chess960 only when castling is e1h1 there (king takes rook)"
            : "its castling rights come as file letters (GB): refuse such a FEN, or --chess960 "
              "off, if the engine does not play Chess960");
  }

  void board() {
    if (!engine().shows_board()) {
      add("shows its board", std::nullopt,
          "no command is known that prints the position that it counts",
          "print `Fen: …` at `d`: then a wrong state is seen and not inferred");
      return;
    }
    const auto shown =
        engine().board(reference::question_at(standard(kKiwipete), {"e1g1"}, 1), stop_);
    add("shows its board", shown.has_value(),
        shown ? (dialect().board_command.empty()
                     ? "by `d`"
                     : fmt::format("by `{}`", printable(dialect().board_command)))
              : shown.error().message,
        shown ? "" : "print the FEN of the position after the moves");
  }

  void table() {
    const auto least = engine().restart_with_least_table(stop_);
    engine().restart();
    if (least) {
      add("lets its table be turned off", true,
          fmt::format("{}{}", printable(least->setting), least->off ? "" : ", its least"));
    } else {
      add("lets its table be turned off", std::nullopt, "there is no option for a table");
    }
  }

  void ends() {
    using namespace std::chrono;
    if (detection().script) {
      add("ends when told", std::nullopt, "it ends by itself");
      return;
    }
    constexpr milliseconds kPatience(2000);
    const auto child =
        reference::ChildProcess::start(engine_.command, {.environment = engine_.environment});
    const auto begin = steady_clock::now();
    const auto told = child ? (*child)->write_line("quit", begin + kPatience, stop_)
                            : std::unexpected(reference::ChildProcess::Fault::Closed);
    const std::string ended = child && told ? (*child)->end(kPatience) : "could not be told";
    const bool well = ended == "exited with code 0";
    add("ends when told", well, fmt::format("`quit`: {}", ended),
        well ? "" : "read `quit` and leave; verify kills engines that do not");
  }

  ChosenSubject& subject_;
  const EngineArguments& engine_;
  std::stop_token stop_;
  std::vector<ChecklistStep> steps_;
};

}  // namespace

std::vector<ChecklistStep> checklist(ChosenSubject& subject, const EngineArguments& engine,
                                     const std::stop_token& stop) {
  return Checklist(subject, engine, stop).run();
}

}  // namespace perft_verify::verifier
