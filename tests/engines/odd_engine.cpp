// An engine that speaks one of many dialects, with one of the zoo's bugs if it is told to: for
// tests of the code that has to understand it.
//
//   odd_engine --dialect arrow [--bug ep-missing]
//
// Each dialect is a family found among engines: the words that ask for perft, how a move and
// its count are written, other output. --list names them. `--dialect seed-17` is one
// that is put together at random.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>
#include <utility>

#include "core/fen.h"
#include "reference/dialect/move_spelling.h"
#include "reference/zoo/buggy_board.h"
#include "tests/engines/family.h"

namespace perft_verify {
namespace {

using odd::Family;
using odd::Protocol;
using odd::shaped;
using odd::with;
using zoo::BuggyBoard;

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const std::vector<Family>& families() {
  static const std::vector<Family> kFamilies{
      {.name = "old-stockfish",
       .command = "perft",
       .line = with(": "),
       .head = "\nPosition: 1/1\n",
       .tail = "\n===========================\nTotal time (ms) : 17\n"
               "Nodes searched  : {n}\nNodes/second    : 23529\n"},
      {.name = "bare-total", .command = "perft", .tail = "{n}\n"},
      {.name = "aligned",
       .command = "go perft",
       .line = shaped("{:>6}: {}"),
       .tail = "\nNodes: {n}\nTime: 5ms\nNPS: 800000\n"},
      {.name = "arrow",
       .command = "go perft",
       .line = with(" -> "),
       .tail = "\nnodes: {n}\ntime: 12\nnps: 33333\n"},
      {.name = "sentence",
       .command = "go perft",
       .line = with(": "),
       .tail = "Perft: {n} nodes in 0.1s => 123nps\n"},
      {.name = "header",
       .command = "perft",
       .line = with(": "),
       .head = "Running Perft... depth={d}\n",
       .tail = "Total nodes:      {n}\nTime:             0.00012 seconds\n"},
      {.name = "tabs",
       .command = "divide",
       .line = with("\t\t"),
       .tail = "Depth:\t{d}\nNodes:\t{n}\nTime:\t0.12 ms\nnps:\t1.25 Mnps\n"},
      {.name = "no-list-at-one",
       .command = "go perft",
       .line = with(" "),
       .tail = "nodes {n}\n",
       .lists_at_depth_one = false},
      {.name = "words",
       .command = "perft",
       .line = shaped("     move: {}  nodes: {}"),
       .head = "\n     Performance test\n\n",
       .tail = "\n    Depth: {d}\n    Nodes: {n}\n     Time: 3\n"},
      {.name = "index",
       .command = "perft",
       .line = shaped("   move {2:2}:  {0}     nodes: {1}"),
       .tail = "\n   Depth: {d}\n   Nodes: {n}\n    Time: 4 ms\n"},
      {.name = "standard-error",
       .command = "perftdiv",
       .line = with(": "),
       .tail = "Total: {n}\n",
       .on_stderr = true},
      {.name = "equation", .command = "perft", .tail = "perft {d} = {n}\n"},
      {.name = "one-line", .command = "perft", .tail = "depth {d} nodes {n} time 4 nps 100000\n"},
      {.name = "fen-argument",
       .command = "perft",
       .tail = "\nPerft complete:\nTime  : 12ms\nNPS   : 100\nNodes : {n}\n",
       .fen_argument = true},
      {.name = "fen-optional",
       .command = "perft",
       .tail = "nodes: {n}\n",
       .fen_argument = true,
       .starts_at_start = true},
      {.name = "thousands",
       .command = "go perft",
       .line = with(": "),
       .tail = "\nNodes searched: {n}\n",
       .thousands = true},
      {.name = "trailing",
       .command = "go perft",
       .line = with(" = "),
       .tail = "Nodes searched: {n} in 3ms (12 M nps)\n"},
      {.name = "hyphen", .command = "splitperft", .line = with(" - "), .tail = "\nTotal: {n}\n"},
      {.name = "columns",
       .command = "divide",
       .line =
           [](int, const auto& move, const auto& count) {
             return fmt::format(" {}  {:>15} leaves in      0.004 s      12345 leaves/s", move,
                                count);
           },
       .tail = "total    : {n} leaves in     0.010 s\n"},
      {.name = "each-depth",
       .command = "perft",
       .line = with(" "),
       .tail = "perft( {d})= {n} ( 0.010 sec)\n",
       .cumulative = true},
      {.name = "colors",
       .command = "go perft",
       .line = with("\x1b[0m: "),
       .head = "\x1b[2J",
       .tail = "\x1b[1;32mNodes\x1b[0m: \x1b[1m{n}\x1b[0m\n"},
      {.name = "progress",
       .command = "perft",
       .line = shaped("....\b\b\b\b    \b\b\b\b{} | {}"),
       .tail = "10%\r50%\rtotal | {n}\n"},
      {.name = "no-total", .command = "divide", .line = with(": ")},
      // Two numbers of which either may be the count at depths 1 and 2.
      {.name = "unique-first",
       .command = "divide",
       .line =
           [](int, const auto& move, const auto& count) {
             const int nodes = std::stoi(count);
             return fmt::format("{} {} {}", move, nodes > 100 ? nodes - 3 : nodes, count);
           }},
      // At every depth of the start position.
      {.name = "promotions-twice-first",
       .command = "divide",
       .line =
           [](int, const auto& move, const auto& count) {
             const int nodes = std::stoi(count);
             return fmt::format("{} {} {}", move, move.size() == 5 ? 2 * nodes : nodes, count);
           }},
      {.name = "thread",
       .command = "go perft",
       .line = with(": "),
       .tail = "nodes: {n}\n",
       .in_thread = true},
      {.name = "san",
       .command = "divide",
       .line = with(" "),
       .tail = "Total {n}\n",
       .spelling = "san"},
      {.name = "long",
       .command = "divide",
       .line = with(": "),
       .tail = "sum: {n}\n",
       .spelling = "long"},
      {.name = "upper",
       .command = "go perft",
       .line = with(": "),
       .tail = "Nodes searched: {n}\n",
       .spelling = "upper"},
      {.name = "rook-castling",
       .command = "go perft",
       .line = with(": "),
       .tail = "\nNodes searched: {n}\n\n",
       .spelling = "rook"},
      {.name = "no-promotion",
       .command = "divide",
       .line = with(" "),
       .tail = "Moves: {n}\n",
       .spelling = "bare"},
      {.name = "x-fen",
       .command = "go perft",
       .line = with(": "),
       .tail = "\nNodes searched: {n}\n\n",
       .spelling = "king",
       .x_fen = true},
      {.name = "xboard",
       .command = "divide",
       .line = with(" "),
       .tail = "total moves={n}  time=0.12\n",
       .protocol = Protocol::Xboard},
      {.name = "xboard-totals",
       .command = "perft",
       .head = "### doing perft depth {d}: ###\n",
       .tail = "nodecount:{n}, seconds: 0.012, nps: 1234567 \n",
       .protocol = Protocol::Xboard,
       .depth_apart = true},
      {.name = "console",
       .command = "divide",
       .line = with(" "),
       .tail = "\nTotal = {n}\n",
       .protocol = Protocol::Console,
       .plays_moves = false},
      {.name = "standard-castling",
       .command = "divide",
       .line = with(" "),
       .tail = "\nTotal = {n}\n",
       .protocol = Protocol::Console,
       .chess960 = false},
      {.name = "standard-castling-kqkq",
       .command = "divide",
       .line = with(" "),
       .tail = "\nTotal = {n}\n",
       .protocol = Protocol::Console,
       .x_fen = true,
       .chess960 = false},
      {.name = "standard-castling-from-e",
       .command = "divide",
       .line = with(" "),
       .tail = "\nTotal = {n}\n",
       .protocol = Protocol::Console,
       .x_fen = true,
       .chess960 = false,
       .castles_from_e = true},
      {.name = "prompt",
       .command = "perft",
       .line = with(": "),
       .tail = "total: {n}\n",
       .prompt = "Odd> "},
      {.name = "console-prompt",
       .command = "perft",
       .line = with(" "),
       .tail = "total: {n}\n",
       .protocol = Protocol::Console,
       .prompt = "White(1): "},
      {.name = "json",
       .command = "go perft",
       .line =
           [](int number, const auto& move, const auto& count) {
             return fmt::format("{}\"{}\": {},\x1f", number == 1 ? "{" : " ", move, count);
           },
       .tail = "\"nodes\": {n}}\n"},
      {.name = "one-line-list",
       .command = "perft",
       .line = shaped("{}:{} \x1f"),
       .tail = "\nTotal:{n}\n"},
      {.name = "list-each-depth",
       .command = "perft",
       .line = with(" "),
       .head = "Depth {d}:\n",
       .tail = "Total: {n}\n",
       .cumulative = true,
       .lists_each_depth = true},
      {.name = "search-lines",
       .command = "go perft",
       .line = shaped("info currmove {0} currmovenumber {2} nodes {1}"),
       .tail = "info depth {d} nodes {n} time 5 nps 80000\nbestmove 0000\n"},
      {.name = "details",
       .command = "divide",
       .line = shaped("{} captures 2 checks 1 nodes {}  3.5%"),
       .tail = "nodes {n}\n"},
      {.name = "for-depth",
       .command = "perft",
       .tail = "Raw nodes for depth {d}: {n}\nTime : 0.00\n",
       .protocol = Protocol::Xboard},
      {.name = "total-first",
       .command = "perft",
       .line = with(" - "),
       .head = "Nodes searched  : {n}\n"},
      {.name = "new-game",
       .command = "go perft",
       .line = with(": "),
       .tail = "\nNodes searched: {n}\n\n",
       .needs_newgame = true},
      {.name = "hangs-if-unknown",
       .command = "perft",
       .line = with(": "),
       .tail = "sum {n}\n",
       .hangs = true},
      {.name = "exits-if-unknown",
       .command = "perft",
       .line = with(": "),
       .tail = "sum {n}\n",
       .exits = true},
      {.name = "flushes-late",
       .command = "go perft",
       .tail = "info nodes {n} nps 100000 time 0\n",
       .in_thread = true,
       .flushes_late = true},
      // Which of two threads is first is chance: it seems to flush while it is tried.
      {.name = "flushes-late-once-known",
       .command = "go perft",
       .tail = "info nodes {n} nps 100000 time 0\n",
       .in_thread = true,
       .flushes_late = true,
       .late_from = 30},
      {.name = "dies-at-one",
       .command = "divide",
       .line = with("  "),
       .tail = "total  : {n} leaves in 0.000 s\n",
       .dies_at_one = true},
      {.name = "castling-alone",
       .command = "perft",
       .line =
           [](int, const auto& move, const auto& count) {
             return fmt::format("{}{}{} ", move, move.starts_with("O-O") ? '\n' : ' ', count);
           },
       .tail = "Perft {d}: {n}\n",
       .spelling = "san"},
      {.name = "least-depth-two",
       .command = "divide",
       .line = with(": "),
       .tail = "\nPositions: {n}\n",
       .least_depth = 2},
      {.name = "ungreeted",
       .command = "divide",
       .line = with(" "),
       .tail = "\nMoves: 3\nPositions: {n}\n",
       .protocol = Protocol::Xboard,
       .only_ungreeted = true},
      {.name = "searching",
       .command = "perft",
       .tail = "Nodes: {n}\nCaptures: 0\nTime: 1\nNodes/second: 400000\n",
       .on_stderr = true,
       .searches = true},
      {.name = "perft-depth", .command = "perft depth", .line = with(" .. "), .tail = "= {n}\n"},
      {.name = "fen-behind",
       .command = "go perft",
       .line = shaped("{}: {} rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"),
       .tail = "Nodes searched: {n}\n"},
      {.name = "silent-console",
       .command = "divide",
       .line = with(" "),
       .tail = "\nTotal = {n}\n",
       .protocol = Protocol::Console,
       .silent = true},
      {.name = "usermove",
       .command = "divide",
       .line = with(" "),
       .tail = "total moves={n}\n",
       .protocol = Protocol::Xboard,
       .usermove = true},
      {.name = "number-before",
       .command = "go perft",
       .line = shaped("{} Perft 1: {}"),
       .tail = "Total: {n}\n"},
      {.name = "go-perftdiv",
       .command = "go perftdiv",
       .line = with(": "),
       .tail = "Nodes: {n}\n",
       .totals_by = "go perft"},
      {.name = "split-behind",
       .command = "perft",
       .line = with(" "),
       .tail = "Nodes: {n}\n",
       .list_word = "split"},
      {.name = "summary", .command = "divide", .line = with(" "), .tail = "Summary:\n{n}\n"},
      {.name = "keeps-start",
       .command = "go perft",
       .line = with(" "),
       .tail = "nodes {n}\n",
       .keeps_position = true},
  };
  return kFamilies;
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

class Engine {
 public:
  Engine(const Family& family, zoo::BugSet bugs) : family_(family), bugs_(bugs), board_(start()) {}
  ~Engine() { wait(); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void run() {
    for (std::string line; prompt(), std::getline(std::cin, line);) {
      std::istringstream words(line);
      std::string verb;
      words >> verb;
      if (verb == "quit") return;
      obey(line, verb, words);
      std::fflush(stdout);
    }
  }

 private:
  void prompt() const {
    fmt::print("{}", family_.prompt);
    std::fflush(stdout);
  }

  [[nodiscard]] BuggyBoard start() const {
    return BuggyBoard(
        *mailbox::read_fen(family_.fen_argument && !family_.starts_at_start ? kKiwipete : kStart),
        bugs_);
  }

  void obey(const std::string& line, const std::string& verb, std::istringstream& words) {
    if (family_.flushes_late) {
      const std::lock_guard lock(held_back_mutex_);
      fmt::print("{}", std::exchange(held_back_, {}));
    }
    if (line.starts_with(std::string(family_.command)))
      if (!greeted_) {
        lists_ = family_.list_word.empty() || line.ends_with(family_.list_word);
        return count(line.substr(family_.command.size()));
      }
    if (!family_.totals_by.empty() && line.starts_with(std::string(family_.totals_by))) {
      lists_ = false;
      return count(line.substr(family_.totals_by.size()));
    }
    if (family_.searches && verb == "go") return search();
    if (family_.protocol == Protocol::Uci) return obey_uci(verb, words);
    if (verb == "protover" && family_.protocol == Protocol::Xboard)
      return fmt::print("feature ping=1 setboard=1 usermove={} myname=\"odd {}\" done=1\n",
                        family_.usermove ? 1 : 0, family_.name);
    if (verb == "ping" && family_.protocol == Protocol::Xboard) {
      std::string number;
      words >> number;
      return fmt::print("pong {}\n", number);
    }
    if (verb == "sd") {
      words >> depth_;
      return;
    }
    if (verb == "setboard") {
      std::string fen;
      std::getline(words >> std::ws, fen);
      const auto setup = family_.chess960 ? mailbox::read_fen(fen) : read_standard(fen);
      if (!setup) return fmt::print("tellusererror Illegal position\n");
      board_ = BuggyBoard(*setup, bugs_);
      const auto position = parse_fen(fen);
      castles_without_king_ =
          family_.castles_from_e && fen.contains(" w K") && position &&
          (position->position.king(Color::White) != Square::E1 ||
           position->position.piece_on(Square::H1) != Piece{Color::White, PieceType::Rook});
      return;
    }
    if (family_.only_ungreeted && verb == "xboard") greeted_ = true;
    if (verb == "xboard" || verb == "force") {
      if (family_.protocol == Protocol::Xboard) return;
    } else if (family_.usermove && verb == "usermove") {
      std::string text;
      words >> text;
      if (const auto move = board_.find_move(text)) board_.make(*move);
      return;
    } else if (const auto move = board_.find_move(line);
               move && family_.plays_moves && !family_.usermove) {
      board_.make(*move);
      return;
    }
    if (!family_.silent) fmt::print("Error (unknown command): {}\n", line);
  }

  /// Castling rights that do not exist in standard chess are none.
  [[nodiscard]] std::expected<mailbox::Setup, FenError> read_standard(
      const std::string& fen) const {
    auto setup = mailbox::read_fen(fen, mailbox::Chess960::Off);
    std::istringstream fields(fen);
    std::string board, side, rights, rest;
    std::getline(fields >> board >> side >> rights, rest);
    const bool letters = rights.find_first_not_of("KQkq-") != std::string::npos;
    if (setup || (letters && family_.x_fen)) return setup;
    return mailbox::read_fen(board + ' ' + side + " -" + rest, mailbox::Chess960::Off);
  }

  /// Searches until it is told to stop; other input is ignored.
  static void search() {
    fmt::print("info depth 1 score cp 20 nodes 21 pv e2e4\n");
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line) && line != "stop";) {
      if (line == "quit") std::exit(0);
    }
    fmt::print("bestmove e2e4\n");
  }

  void obey_uci(const std::string& verb, std::istringstream& words) {
    if (verb == "uci") {
      fmt::print("id name odd {}\n", family_.name);
      if (family_.chess960) fmt::print("option name UCI_Chess960 type check default false\n");
      fmt::print("uciok\n");
    } else if (verb == "isready") {
      if (!family_.in_thread) wait();
      fmt::print("readyok\n");
    } else if (verb == "setoption") {
      std::string rest;
      std::getline(words, rest);
      chess960_ = family_.chess960 && rest.ends_with("true");
    } else if (verb == "position") {
      set_position(words);
    } else if (verb == "ucinewgame") {
      new_game_ = true;
    } else if (verb != "stop" && family_.hangs) {
      std::this_thread::sleep_for(std::chrono::seconds(100));
    } else if (verb != "stop" && family_.exits) {
      std::exit(1);
    }
  }

  void set_position(std::istringstream& words) {
    wait();
    if (family_.keeps_position || family_.fen_argument) return;
    if (family_.needs_newgame && !new_game_) return;
    std::string word;
    std::string fen;
    words >> word;
    while (words >> word && word != "moves") fen += (fen.empty() ? "" : " ") + word;
    const auto chess960 = chess960_ ? Chess960::On : Chess960::Off;
    if (const auto known = parse_fen(fen, {.chess960 = chess960});
        family_.x_fen && known && chess960_ && reference::x_fen(known->position) != fen)
      return fmt::print("info string invalid castling field in {}\n", fen);
    const auto setup = mailbox::read_fen(
        fen.empty() ? kStart : fen, chess960_ ? mailbox::Chess960::On : mailbox::Chess960::Off);
    if (!setup) return fmt::print("info string refused: {}\n", setup.error().message());
    board_ = BuggyBoard(*setup, bugs_);
    while (words >> word) {
      std::optional<Move> move = board_.find_move(word);
      // In Chess960 every engine takes it so.
      if (family_.spelling == "rook" && !chess960_ && move && move->kind() == MoveKind::Castling)
        return;
      if (!move && family_.spelling == "rook") move = rook_castling(word);
      if (!move) return fmt::print("info string illegal move {}\n", word);
      board_.make(*move);
    }
  }

  /// This engine accepts only e1h1 as castling.
  std::optional<Move> rook_castling(std::string_view text) {
    for (const Move move : board_.legal_moves())
      if (move.kind() == MoveKind::Castling &&
          to_string(move.from()) + to_string(move.to()) == text)
        return move;
    return std::nullopt;
  }

  void count(const std::string& arguments) {
    std::istringstream words(arguments);
    int depth = depth_;
    if (!family_.depth_apart) words >> depth;
    std::string fen;
    std::getline(words >> std::ws, fen);
    BuggyBoard board = board_;
    if (family_.fen_argument && !fen.empty()) {
      const auto setup = mailbox::read_fen(fen);
      if (!setup) return fmt::print("bad fen\n");
      board = BuggyBoard(*setup, bugs_);
    }
    if (depth < 1 || depth > 12) return fmt::print("depth?\n");
    if (family_.dies_at_one && depth == 1) std::exit(1);
    depth = std::max(depth, family_.least_depth);
    wait();
    const auto answer = [this, depth](BuggyBoard on) { print(on, depth); };
    late_ = family_.flushes_late && ++answers_ > family_.late_from;
    if (family_.in_thread && (late_ || !family_.flushes_late)) {
      thread_ = std::thread([answer, board] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        answer(board);
      });
    } else {
      answer(board);
    }
  }

  void print(BuggyBoard& board, int depth) {
    FILE* const out = family_.on_stderr ? stderr : stdout;
    const auto write = [&](std::string_view text, int at_depth, std::uint64_t nodes) {
      std::string filled;
      while (!text.empty()) {
        if (text.starts_with("{n}")) {
          filled += shown(nodes);
        } else if (text.starts_with("{d}")) {
          filled += std::to_string(at_depth);
        } else {
          filled += text.front();
          text.remove_prefix(1);
          continue;
        }
        text.remove_prefix(3);
      }
      if (late_) {
        const std::lock_guard lock(held_back_mutex_);
        held_back_ += filled;
      } else {
        fmt::print(out, "{}", filled);
      }
    };
    std::uint64_t total = 0;
    for (int at = family_.cumulative ? 1 : depth; at <= depth; ++at) {
      const bool last = at == depth;
      const auto divide = board.divide(at);
      if (!divide) return;
      total = divide->total + (family_.counts_root ? interior(board, at) : 0) +
              (castles_without_king_ ? 1 : 0);
      const bool lists = last || family_.lists_each_depth;
      write(lists ? family_.head : "", at, total);
      int number = 0;
      if (lists && lists_ && family_.line && (depth > 1 || family_.lists_at_depth_one))
        for (const auto& line : divide->lines)
          print_line(out, family_.line(++number, spelled(board, line.move), shown(line.nodes)));
      if (lists && castles_without_king_) print_line(out, family_.line(++number, "e1g1", "1"));
      write(family_.tail, at, total);
    }
    std::fflush(out);
  }

  /// The number of nodes above the leaves.
  static std::uint64_t interior(BuggyBoard& board, int depth) {
    std::uint64_t nodes = 1;
    for (int at = 1; at < depth; ++at)
      if (const auto divide = board.divide(at)) nodes += divide->total;
    return nodes;
  }

  /// A line that ends in \x1f is continued.
  static void print_line(FILE* out, std::string text) {
    if (text.ends_with('\x1f')) {
      text.pop_back();
    } else {
      text += '\n';
    }
    fmt::print(out, "{}", text);
  }

  [[nodiscard]] std::string shown(std::uint64_t nodes) const {
    return family_.thousands ? grouped(nodes) : std::to_string(nodes);
  }

  /// A move of the divide in this family's spelling.
  std::string spelled(BuggyBoard& board, const std::string& uci) const {
    if (family_.spelling == "uci") return uci;
    const auto moves = board.legal_moves();
    const auto* const found =
        std::find_if(moves.begin(), moves.end(), [&](Move move) { return board.uci(move) == uci; });
    if (found == moves.end()) return uci;
    const Move move = *found;
    const bool castling = move.kind() == MoveKind::Castling;
    const bool kings_side = index(move.to()) > index(move.from());
    const std::string promotion = uci.size() == 5 ? uci.substr(4) : "";
    if (family_.spelling == "upper") {
      std::string text = uci;
      if (!promotion.empty()) text.back() = static_cast<char>(std::toupper(text.back()));
      return text;
    }
    if (family_.spelling == "bare") return uci.substr(0, 4);
    if (family_.spelling == "rook")
      return castling ? to_string(move.from()) + to_string(move.to()) : uci;
    if (family_.spelling == "king")
      return castling
                 ? to_string(move.from()) +
                       to_string(make_square(kings_side ? File::G : File::C, rank_of(move.from())))
                 : uci;
    if (castling) return kings_side ? "O-O" : "O-O-O";
    const auto setup = board.setup();
    const auto at = [&](Square square) {
      return setup.placement[static_cast<std::size_t>(square)];
    };
    const Piece piece = *at(move.from());
    const bool pawn = piece.type == PieceType::Pawn;
    const bool captures = at(move.to()).has_value() || move.kind() == MoveKind::EnPassant;
    const std::string letter = pawn ? "" : std::string(1, letter_of({Color::White, piece.type}));
    const std::string end =
        promotion.empty() ? ""
                          : std::string("=") + static_cast<char>(std::toupper(promotion.front()));
    if (family_.spelling == "long")
      return letter + to_string(move.from()) + (captures ? "x" : "-") + to_string(move.to()) + end;
    std::string hint;
    if (pawn && captures) hint = uci.substr(0, 1);
    if (!pawn) {
      bool others = false;
      bool same_file = false;
      bool same_rank = false;
      for (const Move other : moves) {
        if (other.to() != move.to() || other.from() == move.from()) continue;
        if (at(other.from()) != std::optional(piece)) continue;
        others = true;
        same_file = same_file || file_of(other.from()) == file_of(move.from());
        same_rank = same_rank || rank_of(other.from()) == rank_of(move.from());
      }
      if (others && (!same_file || same_rank)) hint += uci[0];
      if (others && same_file) hint += uci[1];
    }
    return letter + hint + (captures ? "x" : "") + to_string(move.to()) + end;
  }

  void wait() {
    if (thread_.joinable()) thread_.join();
  }

  const Family& family_;
  zoo::BugSet bugs_;
  BuggyBoard board_;
  bool chess960_ = false;
  bool castles_without_king_ = false;
  bool lists_ = true;  // at this command
  bool new_game_ = false;
  bool greeted_ = false;
  int answers_ = 0;
  bool late_ = false;  // this one
  std::mutex held_back_mutex_;
  std::string held_back_;
  int depth_ = 1;
  std::thread thread_;
};

[[noreturn]] void usage(std::string_view what) {
  fmt::print(stderr, "odd_engine: {}\nusage: odd_engine --dialect NAME [--bug NAME] | --list\n",
             what);
  std::exit(2);
}

}  // namespace
}  // namespace perft_verify

int main(int argc, char** argv) {
  using namespace perft_verify;
  ::alarm(120);
  const Family* family = nullptr;
  zoo::BugSet bugs;
  for (int at = 1; at < argc; ++at) {
    const std::string_view option = argv[at];
    if (option == "--list") {
      for (const Family& each : families()) fmt::print("{}\n", each.name);
      return 0;
    }
    if (at + 1 == argc) usage("an option without its value");
    const std::string_view value = argv[++at];
    if (option == "--dialect") {
      static Family seeded;
      for (const Family& each : families())
        if (each.name == value) family = &each;
      if (value.starts_with("seed-")) {
        seeded = odd::seeded_family(static_cast<unsigned>(std::atoi(value.data() + 5)));
        family = &seeded;
      }
      if (family == nullptr) usage("no such dialect");
    } else if (option == "--bug") {
      const auto bug = zoo::find_bug(value);
      if (!bug) usage("no such bug");
      bugs.add(bug->id);
    } else {
      usage("no such option");
    }
  }
  if (family == nullptr) usage("--dialect is missing");
  Engine(*family, bugs).run();
  return 0;
}
