#include "reference/zoo/uci_loop.h"

#include <charconv>
#include <iomanip>
#include <istream>
#include <ostream>
#include <string>
#include <utility>

#include "core/fen.h"
#include "core/rules/diagram.h"
#include "core/text/lines.h"
#include "reference/zoo/zoo_generator.h"

namespace perft_verify::zoo {
namespace {

// A deeper search would exceed the stack, and take too long.
constexpr int kMaxDepth = 64;

}  // namespace

UciLoop::UciLoop(BugSet bugs, std::ostream& out)
    : bugs_(bugs), out_(out), board_(*mailbox::read_fen(kStartPosition), bugs) {}

void UciLoop::run(std::istream& in) {
  for (std::string line; std::getline(in, line);) {
    const bool go_on = obey(line);
    out_.flush();
    if (!go_on) return;
  }
}

bool UciLoop::obey(std::string_view line) {
  const std::string_view command = take_word(line);
  if (command == "quit") return false;
  if (command == "uci") {
    introduce();
  } else if (command == "isready") {
    out_ << "readyok\n";
  } else if (command == "setoption") {
    set_option(line);
  } else if (command == "ucinewgame") {
    board_ = BuggyBoard(*mailbox::read_fen(kStartPosition), bugs_);
  } else if (command == "position") {
    set_position(line);
  } else if (command == "go") {
    go(line);
  } else if (command == "d") {
    show_board();
  } else if (!command.empty() && command != "stop" && command != "ponderhit") {
    out_ << "info string unknown command\n";
  }
  return true;
}

void UciLoop::introduce() {
  out_ << "id name " << engine_name(bugs_) << "\n"
       << "id author perft-verify\n\n"
       << "option name UCI_Chess960 type check default false\n"
       << "option name Hash type spin default 1 min 0 max 1\n"
       << "uciok\n";
}

void UciLoop::set_option(std::string_view arguments) {
  const bool named = take_word(arguments) == "name";
  const std::string_view name = take_word(arguments);
  const bool has_value = take_word(arguments) == "value";
  const std::string_view value = take_word(arguments);
  if (named && has_value && name == "UCI_Chess960") {
    chess960_ = value == "true";
  } else if (named && has_value && name == "Hash") {
    table_is_off_ = value == "0";
  } else {
    out_ << "info string no such option\n";
  }
}

void UciLoop::set_position(std::string_view arguments) {
  const std::size_t moves_at = find_word(arguments, "moves");
  std::string_view root = arguments.substr(0, moves_at);
  const std::string_view kind = take_word(root);
  if (kind != "startpos" && kind != "fen") {
    out_ << "info string position needs startpos or fen\n";
    return;
  }
  const auto setup = mailbox::read_fen(kind == "fen" ? trimmed(root) : kStartPosition,
                                       chess960_ ? mailbox::Chess960::On : mailbox::Chess960::Off);
  if (!setup) {
    out_ << "info string refused: " << setup.error().message() << "\n";
    return;
  }
  BuggyBoard board(*setup, bugs_);
  board.take_table_of(board_);
  if (table_is_off_) board.switch_table_off();
  board_ = std::move(board);
  if (moves_at == std::string_view::npos) return;
  std::string_view moves = arguments.substr(moves_at);
  take_word(moves);
  play(moves);
}

void UciLoop::play(std::string_view moves) {
  for (std::string_view text = take_word(moves); !text.empty(); text = take_word(moves)) {
    const std::optional<Move> move = board_.find_move(text);
    if (!move) {
      out_ << "info string illegal move " << text << "\n";
      return;
    }
    board_.make(*move);
  }
}

void UciLoop::go(std::string_view arguments) {
  if (take_word(arguments) != "perft") {
    out_ << "info string this engine knows go perft only\nbestmove (none)\n";
    return;
  }
  const std::string_view text = take_word(arguments);
  int depth = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), depth);
  if (error != std::errc{} || end != text.data() + text.size() || depth < 1 || depth > kMaxDepth) {
    out_ << "info string the depth must be 1 to " << kMaxDepth << "\n";
    return;
  }
  const auto divide = board_.divide(depth);
  if (!divide) {
    out_ << "info string the count is larger than 64 bits\n";
    return;
  }
  for (const auto& line : divide->lines) out_ << line.move << ": " << line.nodes << "\n";
  out_ << "\nNodes searched: " << divide->total << "\n\n";
}

void UciLoop::show_board() {
  const mailbox::Setup setup = board_.setup();
  out_ << framed_diagram([&setup](Square square) {
    const auto piece = setup.placement[static_cast<std::size_t>(square)];
    return piece ? letter_of(*piece) : ' ';
  });
  out_ << "\n"
       << "Fen: " << board_.fen() << "\n"
       << "Key: " << std::hex << std::uppercase << std::setfill('0') << std::setw(16)
       << board_.key() << std::dec << "\n"
       << "Checkers: \n";
}

}  // namespace perft_verify::zoo
