// A UCI engine that lies, dies and prints garbage on demand, for tests of all code that talks
// to engines. It speaks Stockfish's dialect, and counts with our own core.
//
//   fake_uci --mode crash --at between-lines --only-after 2
//
// A fault is a mode and, for most of them, the stage of the conversation where it shows. The
// conditions --times, --only-after, --once, --only-fen and --chance say when, --seed which move is
// concerned; --help lists everything.
// It never lives longer than a minute, and holds no more than one answer in memory.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <thread>
#include <utility>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/rules/diagram.h"

namespace perft_verify {
namespace {

constexpr unsigned kMostSecondsAlive = 60;

// --- The script: what goes wrong, where and when -----------------------------------------

enum class Stage : std::uint8_t {
  Spawn,
  Uci,
  IsReady,
  Position,
  D,
  PerftLine,
  BetweenLines,
  BeforeTotal,
  AfterTotal,
  Quit,
};

struct StageName {
  Stage stage;
  std::string_view name, meaning;
};

constexpr StageName kStages[]{
    {Stage::Spawn, "spawn", "before anything is read"},
    {Stage::Uci, "uci", "asked uci, before uciok"},
    {Stage::IsReady, "isready", "asked isready, before readyok"},
    {Stage::Position, "position", "asked position"},
    {Stage::D, "d", "in the middle of the answer to d"},
    {Stage::PerftLine, "perft-line", "in the middle of a move line, before the count"},
    {Stage::BetweenLines, "between-lines", "after a move line that is not the last"},
    {Stage::BeforeTotal, "before-total", "after the last move line"},
    {Stage::AfterTotal, "after-total", "after the total"},
    {Stage::Quit, "quit", "asked quit, or at the end of the input"},
};

enum class Mode : std::uint8_t {
  None,
  // Happen at a stage.
  Crash,
  Abort,
  Exit0,
  Exit1,
  Hang,
  Sleep,
  Drip,
  Flood,
  FloodLines,
  FloodBlank,
  CloseStdout,
  StderrFlood,
  Nul,
  Utf8Invalid,
  EscapeSequences,
  Grandchild,
  // Change the answer to `go perft`.
  MissingTotal,
  TotalTwice,
  TotalWrong,
  CountPlusOne,
  DropMove,
  DuplicateMove,
  SwapTwo,
  PhantomMove,
  NegativeCount,
  SignedCount,
  HugeCount,
  HexCount,
  EmptyCount,
  NoLines,
  Refuses,
  LateOutput,
  StalePerft,
  PreviousAnswer,
  // Change how positions are set.
  WrongPosition,
  KeepsStartpos,
  // Last for the whole session.
  Crlf,
  TightFen,
  NoRights,
  AllRights,
  NoRights960,
  RightTwice960,
  WhiteToMove,
  NoBoard,
  NoChess960,
  IgnoreTerm,
  LeaveGroup,
};

struct ModeName {
  Mode mode;
  std::string_view name;
  Stage stage;  // the default without --at
  std::string_view meaning;
};

constexpr ModeName kModes[]{
    {Mode::None, "none", Stage::Spawn, "no fault"},
    {Mode::Crash, "crash", Stage::BetweenLines, "dies of SIGSEGV"},
    {Mode::Abort, "abort", Stage::BetweenLines, "dies of SIGABRT"},
    {Mode::Exit0, "exit0", Stage::BetweenLines, "exits with code 0"},
    {Mode::Exit1, "exit1", Stage::BetweenLines, "exits with code 1"},
    {Mode::Hang, "hang", Stage::BetweenLines, "says nothing more, whatever comes"},
    {Mode::Sleep, "sleep", Stage::BetweenLines, "pauses for --delay ms (2000), then goes on"},
    {Mode::Sleep, "slow-start", Stage::Spawn, "sleep before anything is read"},
    {Mode::Drip, "drip", Stage::BetweenLines, "from here on one byte in --delay ms (200)"},
    {Mode::Flood, "flood", Stage::BetweenLines, "text without end and without a line feed"},
    {Mode::FloodLines, "flood-lines", Stage::BetweenLines, "lines without end"},
    {Mode::FloodBlank, "flood-blank", Stage::BetweenLines, "empty lines without end"},
    {Mode::CloseStdout, "close-stdout", Stage::BetweenLines, "closes its output and lives on"},
    {Mode::StderrFlood, "stderr-flood", Stage::BetweenLines, "--bytes N (64 MB) on stderr"},
    {Mode::Nul, "nul", Stage::PerftLine, "a NUL byte"},
    {Mode::Utf8Invalid, "utf8-invalid", Stage::PerftLine, "bytes that are no UTF-8"},
    {Mode::EscapeSequences, "escape-sequences", Stage::BetweenLines,
     "terminal escapes, `::error::` lines, and a name with control characters"},
    {Mode::Grandchild, "grandchild", Stage::Spawn,
     "starts a process that holds all pipes, and prints its pid"},
    {Mode::MissingTotal, "missing-total", Stage::AfterTotal, "no total"},
    {Mode::TotalTwice, "total-twice", Stage::AfterTotal, "the total twice"},
    {Mode::TotalWrong, "total-wrong", Stage::AfterTotal, "a total one above the sum"},
    {Mode::CountPlusOne, "count-plus-one", Stage::AfterTotal, "first move and total plus one"},
    {Mode::DropMove, "drop-move", Stage::AfterTotal, "first move left out, total as well"},
    {Mode::DuplicateMove, "duplicate-move", Stage::AfterTotal,
     "first move twice, in the total too"},
    {Mode::SwapTwo, "swap-two", Stage::AfterTotal, "first move plus, last move minus one"},
    {Mode::PhantomMove, "phantom-move", Stage::AfterTotal, "an illegal move with one leaf"},
    {Mode::NegativeCount, "negative-count", Stage::AfterTotal, "first count -5"},
    {Mode::SignedCount, "signed-count", Stage::AfterTotal, "first count +5"},
    {Mode::HugeCount, "huge-count", Stage::AfterTotal, "first count 2^64"},
    {Mode::HexCount, "hex-count", Stage::AfterTotal, "first count 0x14"},
    {Mode::EmptyCount, "empty-count", Stage::AfterTotal, "first count missing"},
    {Mode::NoLines, "no-lines", Stage::AfterTotal, "nothing but the total"},
    {Mode::LateOutput, "late-output", Stage::AfterTotal,
     "a move line after the total; --at isready: after the next readyok"},
    {Mode::StalePerft, "stale-perft", Stage::AfterTotal, "counts the previous position"},
    {Mode::PreviousAnswer, "previous-answer", Stage::AfterTotal, "answers the question before"},
    {Mode::Refuses, "refuses", Stage::AfterTotal, "an error in place of the answer"},
    {Mode::WrongPosition, "wrong-position", Stage::Position, "stays in the previous position"},
    {Mode::KeepsStartpos, "keeps-startpos", Stage::Position, "goes back to the start position"},
    {Mode::Crlf, "crlf", Stage::Spawn, "lines end in CR LF"},
    {Mode::NoRights, "no-rights", Stage::Spawn, "`Fen:` never has castling rights"},
    {Mode::AllRights, "all-rights", Stage::Spawn, "`Fen:` always says KQkq"},
    {Mode::NoRights960, "no-rights-960", Stage::Spawn, "`Fen:` has no rights in Chess960"},
    {Mode::RightTwice960, "right-twice-960", Stage::Spawn,
     "`Fen:` has the first right twice in Chess960"},
    {Mode::WhiteToMove, "white-to-move", Stage::Spawn, "`Fen:` always says w"},
    {Mode::TightFen, "tight-fen", Stage::Spawn, "`Fen:` without a blank after it"},
    {Mode::NoBoard, "no-board", Stage::Spawn, "does not know d"},
    {Mode::NoChess960, "no-chess960", Stage::Spawn, "has no option UCI_Chess960"},
    {Mode::IgnoreTerm, "ignore-term", Stage::Spawn, "ignores SIGTERM, quit and the end of input"},
    {Mode::LeaveGroup, "leave-group", Stage::Spawn, "joins its parent's process group"},
};

struct Script {
  Mode mode = Mode::None;
  Stage stage = Stage::Spawn;
  int times = -1;      // the most times; -1 without limit
  int only_after = 0;  // from this `go perft` on
  int delay_ms = -1;
  unsigned chance = 100;
  std::optional<std::uint64_t> seed;
  std::uint64_t bytes = 64'000'000;
  std::string once, only_fen, log;
  std::string name = "fake_uci 1.0";
};

void print_help() {
  fmt::print(
      "usage: fake_uci [--mode MODE [--at STAGE]] [options]\n"
      "  --times N         the fault happens at most N times in this process\n"
      "  --only-after N    only from the Nth `go perft` on\n"
      "  --once FILE       only if FILE does not exist; creates it\n"
      "  --only-fen TEXT   only after a position command that contains TEXT\n"
      "  --chance N        only N times in a hundred\n"
      "  --seed N          any move for the first and the last, and any count, each time anew\n"
      "  --delay MS        for drip and sleep\n"
      "  --bytes N         for stderr-flood\n"
      "  --log FILE        appends all input to FILE, byte by byte\n"
      "  --name NAME       the engine's name\n"
      "The first words may stand in the variable FAKE_UCI, or in a file: "
      "FAKE_UCI=@FILE\n\nmodes:\n");
  for (const auto& [mode, name, stage, meaning] : kModes) fmt::print("  {:18}{}\n", name, meaning);
  fmt::print("\nstages:\n");
  for (const auto& [stage, name, meaning] : kStages) fmt::print("  {:18}{}\n", name, meaning);
}

[[noreturn]] void usage_error(std::string_view what, std::string_view text) {
  fmt::print(stderr, "fake_uci: {} '{}'; --help lists all\n", what, text);
  std::exit(2);
}

template <typename Number>
Number number_of(const std::string& text) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) usage_error("no number:", text);
  return value;
}

Script read_arguments(const std::vector<std::string>& arguments) {
  Script script;
  std::optional<Stage> stage;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& option = arguments[at];
    if (option == "--help") {
      print_help();
      std::exit(0);
    }
    if (at + 1 == arguments.size())
      usage_error("unknown option, or one without its value:", option);
    const std::string& value = arguments[++at];
    if (option == "--mode") {
      const auto* const found = std::ranges::find(kModes, value, &ModeName::name);
      if (found == std::end(kModes)) usage_error("no mode", value);
      script.mode = found->mode;
      script.stage = found->stage;
    } else if (option == "--at") {
      const auto* const found = std::ranges::find(kStages, value, &StageName::name);
      if (found == std::end(kStages)) usage_error("no stage", value);
      stage = found->stage;
    } else if (option == "--times") {
      script.times = number_of<int>(value);
    } else if (option == "--only-after") {
      script.only_after = number_of<int>(value);
    } else if (option == "--chance") {
      script.chance = number_of<unsigned>(value);
    } else if (option == "--seed") {
      script.seed = number_of<std::uint64_t>(value);
    } else if (option == "--delay") {
      script.delay_ms = number_of<int>(value);
    } else if (option == "--bytes") {
      script.bytes = number_of<std::uint64_t>(value);
    } else if (option == "--once") {
      script.once = value;
    } else if (option == "--only-fen") {
      script.only_fen = value;
    } else if (option == "--log") {
      script.log = value;
    } else if (option == "--name") {
      script.name = value;
    } else {
      usage_error("unknown option", option);
    }
  }
  if (stage) script.stage = *stage;
  return script;
}

// --- Output ------------------------------------------------------------------------------

void write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0) std::_Exit(3);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Standard output, collected until flush() so that an ordinary answer is one write.
class Output {
 public:
  std::string_view line_end = "\n";
  int drip_ms = 0;  // 0: at once

  void text(std::string_view bytes) { waiting_ += bytes; }
  void line(std::string_view text) {
    waiting_ += text;
    waiting_ += line_end;
  }
  void flush() {
    if (drip_ms == 0) {
      write_all(STDOUT_FILENO, waiting_);
    } else {
      for (const char c : waiting_) {
        write_all(STDOUT_FILENO, {&c, 1});
        std::this_thread::sleep_for(std::chrono::milliseconds(drip_ms));
      }
    }
    waiting_.clear();
  }

 private:
  std::string waiting_;
};

// --- The engine --------------------------------------------------------------------------

/// One move line; `shown` is the count as it is printed.
struct RootLine {
  std::string move;
  std::uint64_t nodes = 0;
  std::string shown;

  bool operator==(const RootLine&) const = default;
};

[[noreturn]] void sleep_forever() {
  while (true) ::pause();  // the alarm ends it
}

[[noreturn]] void die_of(int signal) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::prctl(PR_SET_DUMPABLE, 0);
  std::signal(signal, SIG_DFL);  // a sanitizer may handle it
  std::raise(signal);
  std::_Exit(4);
}

[[noreturn]] void write_forever(std::string_view piece) {
  std::string block;
  while (block.size() < 65536) block += piece;
  while (true) write_all(STDOUT_FILENO, block);
}

class Engine {
 public:
  explicit Engine(Script script) : script_(std::move(script)) {
    if (script_.mode == Mode::Crlf) out_.line_end = "\r\n";
    if (script_.mode == Mode::IgnoreTerm) std::signal(SIGTERM, SIG_IGN);
    if (script_.mode == Mode::LeaveGroup) ::setpgid(0, ::getpgid(::getppid()));
  }

  void run() {
    stage(Stage::Spawn);
    out_.flush();
    std::string line;
    while (std::getline(std::cin, line)) {
      if (!script_.log.empty())
        std::ofstream(script_.log, std::ios::app | std::ios::binary)
            << line << (std::cin.eof() ? "" : "\n");
      if (line == "quit") break;
      obey(line);
      out_.flush();
    }
    stage(Stage::Quit);
    out_.flush();
    if (script_.mode == Mode::IgnoreTerm) sleep_forever();
  }

 private:
  void obey(const std::string& line) {
    if (line == "uci") return uci();
    if (line == "isready") return is_ready();
    if (line.starts_with("setoption name UCI_Chess960 value "))
      chess960_ = line.ends_with("true");
    else if (line.starts_with("position "))
      set_position(line);
    else if (line == "d" && script_.mode != Mode::NoBoard)
      show_board();
    else if (line.starts_with("go perft "))
      perft(line.substr(9));
    else if (!line.empty() && !line.starts_with("setoption ") && line != "ucinewgame")
      out_.line(fmt::format("Unknown command: '{}'. Type help for more information.", line));
  }

  void uci() {
    const bool wild = script_.mode == Mode::EscapeSequences;
    out_.line(fmt::format("id name {}{}", script_.name, wild ? " \x1b[31mred\x07\x7f" : ""));
    out_.line("id author nobody");
    out_.line("");
    out_.line("option name Hash type spin default 16 min 1 max 33554432");
    if (script_.mode != Mode::NoChess960)
      out_.line("option name UCI_Chess960 type check default false");
    stage(Stage::Uci);
    out_.line("uciok");
  }

  void is_ready() {
    stage(Stage::IsReady);
    out_.line("readyok");
    out_.text(std::exchange(late_, {}));
  }

  void set_position(const std::string& text) {
    last_position_ = text;
    stage(Stage::Position);
    if (script_.mode == Mode::WrongPosition && fires()) return;
    previous_ = line_;
    if (script_.mode == Mode::KeepsStartpos && fires()) {
      line_ = Line();
      return;
    }
    const std::size_t moves = text.find(" moves ");
    const std::string root = text.substr(0, moves);
    if (root == "position startpos") {
      line_ = Line();
    } else {
      const auto parsed = parse_fen_as(std::string_view(root).substr(13), chess960_);
      if (!parsed)
        return out_.line(fmt::format("info string bad FEN: {}", parsed.error().message()));
      line_ = Line(parsed->position);
    }
    if (moves == std::string::npos) return;
    std::string_view rest = std::string_view(text).substr(moves + 7);
    while (!rest.empty()) {  // like Stockfish: the first illegal move ends the list
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      if (!line_.push_text(rest.substr(0, blank))) return;
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
  }

  void show_board() {
    out_.line("");
    out_.text(diagram(line_.position()));
    stage(Stage::D);
    out_.line("");
    std::string fen = line_.position().fen();
    if (script_.mode == Mode::NoRights || (script_.mode == Mode::NoRights960 && chess960_)) {
      PositionParts parts = line_.position().parts();
      parts.castling = {};
      fen = Position(parts).fen();
    }
    const std::size_t side = fen.find(' ') + 1;
    if (script_.mode == Mode::AllRights)
      fen.replace(side + 2, fen.find(' ', side + 2) - side - 2, "KQkq");
    if (script_.mode == Mode::RightTwice960 && chess960_ && line_.position().castling().any())
      fen.insert(side + 2, 1, fen[side + 2]);
    if (script_.mode == Mode::WhiteToMove) fen[side] = 'w';
    out_.line(fmt::format("Fen:{}{}", script_.mode == Mode::TightFen ? "" : " ", fen));
    out_.line(fmt::format("Key: {:016X}", line_.position().key()));
    out_.line("Checkers: ");
  }

  void perft(const std::string& depth_text) {
    ++perfts_;
    const int depth = std::clamp(std::atoi(depth_text.c_str()), 1, 30);
    auto lines = count(line_.position(), depth);
    auto other = std::exchange(before_, lines);
    if (script_.mode == Mode::StalePerft) other = count(previous_.position(), depth);
    if ((script_.mode == Mode::StalePerft || script_.mode == Mode::PreviousAnswer) &&
        !other.empty() && other != lines && fires())
      lines = std::move(other);
    std::uint64_t total = 0;
    for (const RootLine& line : lines) total += line.nodes;
    const bool wrong = is_answer_fault(script_.mode) && fires();
    if (wrong && script_.mode == Mode::Refuses) return out_.line("info string error: no position");
    if (wrong) falsify(lines, total);
    for (std::size_t at = 0; at < lines.size(); ++at) {
      out_.text(lines[at].move + ":");
      stage(Stage::PerftLine);
      out_.line(' ' + lines[at].shown);
      if (at + 1 < lines.size()) stage(Stage::BetweenLines);
    }
    stage(Stage::BeforeTotal);
    out_.line("");
    const std::string total_line = fmt::format("Nodes searched: {}", total);
    if (!wrong || script_.mode != Mode::MissingTotal) out_.line(total_line);
    if (wrong && script_.mode == Mode::TotalTwice) out_.line(total_line);
    if (wrong && script_.mode == Mode::LateOutput) {
      std::string late;
      for (std::size_t at = 0; at < std::min<std::size_t>(lines.size(), 3); ++at)
        late += fmt::format("{}: {}\n", lines[at].move, lines[at].shown);
      (script_.stage == Stage::IsReady ? late_ : leftover_) = late;
    }
    out_.line("");
    out_.text(std::exchange(leftover_, {}));
    stage(Stage::AfterTotal);
  }

  static std::vector<RootLine> count(const Position& position, int depth) {
    std::vector<RootLine> lines;
    const auto counts = divide(position, depth);
    if (!counts) return lines;
    for (const auto& [move, nodes] : *counts)
      lines.push_back({to_uci(move, position.chess960()), nodes, std::to_string(nodes)});
    std::ranges::sort(lines, {}, &RootLine::move);
    return lines;
  }

  static bool is_answer_fault(Mode mode) {
    return mode >= Mode::MissingTotal && mode <= Mode::LateOutput;
  }

  void falsify(std::vector<RootLine>& lines, std::uint64_t& total) {
    const auto recount = [](RootLine& line, std::uint64_t nodes) {
      line.nodes = nodes;
      line.shown = std::to_string(nodes);
    };
    if (lines.empty()) return;
    const auto any = script_.seed ? random_() % lines.size() : 0;
    const std::uint64_t more = script_.seed ? 1 + random_() % 5 : 1;
    std::ranges::rotate(lines, lines.begin() + static_cast<std::ptrdiff_t>(any));
    RootLine& first = lines.front();
    switch (script_.mode) {
      case Mode::TotalWrong:
        ++total;
        break;
      case Mode::CountPlusOne:
        recount(first, first.nodes + more);
        total += more;
        break;
      case Mode::DropMove:
        total -= first.nodes;
        lines.erase(lines.begin());
        break;
      case Mode::DuplicateMove: {
        total += first.nodes;
        const RootLine copy = first;
        lines.insert(lines.begin(), copy);
        break;
      }
      case Mode::SwapTwo:
        if (lines.back().nodes == 0 || lines.size() == 1) break;
        recount(first, first.nodes + 1);
        recount(lines.back(), lines.back().nodes - 1);
        break;
      case Mode::PhantomMove:
        lines.push_back({phantom(), 1, "1"});
        ++total;
        break;
      case Mode::NegativeCount:
        first.shown = "-5";
        break;
      case Mode::SignedCount:
        first.shown = "+5";
        break;
      case Mode::HugeCount:
        first.shown = "18446744073709551616";
        break;
      case Mode::HexCount:
        first.shown = "0x14";
        break;
      case Mode::EmptyCount:
        first.shown.clear();
        break;
      case Mode::NoLines:
        lines.clear();
        break;
      default:
        break;
    }
  }

  /// The king of the side to move goes to the first square from the end that it cannot reach.
  [[nodiscard]] std::string phantom() const {
    const Position& position = line_.position();
    const Square king = position.king(position.side_to_move());
    for (int to = kSquareCount - 1; to >= 0; --to) {
      const std::string text = to_string(king) + to_string(square_at(to));
      if (square_at(to) != king && !find_legal(position, text)) return text;
    }
    return "a1h8";
  }

  /// Whether the fault happens now, by the conditions; if so, it is counted.
  bool fires() {
    if (perfts_ < script_.only_after) return false;
    if (!last_position_.contains(script_.only_fen)) return false;
    if (script_.times >= 0 && fired_ >= script_.times) return false;
    if (random_() % 100 >= script_.chance) return false;
    if (!script_.once.empty()) {
      const int file = ::open(script_.once.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
      if (file < 0) return false;
      ::close(file);
    }
    ++fired_;
    return true;
  }

  void stage(Stage here) {
    const bool is_stage_fault = script_.mode >= Mode::Crash && script_.mode <= Mode::Grandchild;
    if (is_stage_fault && here == script_.stage && fires()) fault();
  }

  void fault() {
    using std::chrono::milliseconds;
    const int delay = script_.delay_ms;
    if (script_.mode <= Mode::Exit1) {
      const auto* const name = std::ranges::find(kModes, script_.mode, &ModeName::mode);
      write_all(STDERR_FILENO, fmt::format("fake_uci: {}\n", name->name));
    }
    if (script_.mode != Mode::Drip) out_.flush();
    switch (script_.mode) {
      case Mode::Crash:
        die_of(SIGSEGV);
      case Mode::Abort:
        die_of(SIGABRT);
      case Mode::Exit0:
        std::_Exit(0);
      case Mode::Exit1:
        std::_Exit(1);
      case Mode::Hang:
        sleep_forever();
      case Mode::Sleep:
        std::this_thread::sleep_for(milliseconds(delay < 0 ? 2000 : delay));
        break;
      case Mode::Drip:
        out_.drip_ms = delay < 0 ? 200 : delay;
        out_.flush();
        break;
      case Mode::Flood:
        write_forever("flood ");
      case Mode::FloodLines:
        write_forever("info string flood\n");
      case Mode::FloodBlank:
        write_forever("\n");
      case Mode::CloseStdout:
        ::close(STDOUT_FILENO);
        sleep_forever();
      case Mode::StderrFlood: {
        const std::string block(65536, '!');
        for (std::uint64_t left = script_.bytes; left > 0; left -= std::min(left, block.size()))
          write_all(STDERR_FILENO, std::string_view(block).substr(0, left));
        break;
      }
      case Mode::Nul:
        out_.text(std::string_view("\0", 1));
        break;
      case Mode::Utf8Invalid:
        out_.text("\xff\xc3(");
        break;
      case Mode::EscapeSequences:
        out_.line("\x1b]0;title\x07\x1b[2J\x1b[31mred");
        out_.line("::error file=a.cpp,line=1::injected");
        out_.line("##[error]injected");
        break;
      case Mode::Grandchild:
        if (const pid_t child = ::fork(); child == 0) {
          ::alarm(kMostSecondsAlive);
          sleep_forever();
        } else {
          out_.line(fmt::format("info string grandchild {}", child));
        }
        break;
      default:
        break;
    }
  }

  Script script_;
  Output out_;
  Line line_;
  Line previous_;
  std::vector<RootLine> before_;  // the answer before
  std::mt19937_64 random_{script_.seed.value_or(0)};
  bool chess960_ = false;
  int perfts_ = 0;
  int fired_ = 0;
  std::string last_position_;
  std::string late_;      // printed after the next readyok
  std::string leftover_;  // printed after the total
};

}  // namespace
}  // namespace perft_verify

/// The words of the variable FAKE_UCI, or of the file that it names: "@FILE".
std::vector<std::string> words_of_environment() {
  const char* const variable = std::getenv("FAKE_UCI");
  const std::string text = variable != nullptr ? variable : "";
  std::ifstream file(text.starts_with('@') ? text.substr(1) : "");
  std::istringstream stream(text);
  std::istream& source = file.is_open() ? static_cast<std::istream&>(file) : stream;
  std::vector<std::string> words;
  for (std::string word; source >> word;) words.push_back(word);
  return words;
}

int main(int argc, char** argv) {
  ::alarm(perft_verify::kMostSecondsAlive);
  std::vector<std::string> given = words_of_environment();
  given.insert(given.end(), argv + 1, argv + argc);
  std::vector<std::string> arguments;
  for (const std::string& word : given) {
    // `--log=FILE` hides the file's name from a check of our arguments.
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    arguments.push_back(word.substr(0, equals));
    if (equals != std::string::npos) arguments.push_back(word.substr(equals + 1));
  }
  perft_verify::Engine(perft_verify::read_arguments(arguments)).run();
  return 0;
}
