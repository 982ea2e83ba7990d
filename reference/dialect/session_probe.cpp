#include "reference/dialect/session_probe.h"

#include <algorithm>

#include "reference/dialect/conversation.h"
#include "reference/dialect/shown_board.h"
#include "reference/uci/perft_output.h"

namespace perft_verify::reference {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr milliseconds kSettle{60};
/// Some engines count in a thread of their own, and say that they are ready before it begins.
constexpr milliseconds kSettleAfterGo{300};
constexpr milliseconds kPromptTime{50};

}  // namespace

Answer<PrintedAnswer> SessionProbe::ask(const Dialect& dialect, const Question& question) {
  if (auto ok = session_.ensure_started(stop_); !ok) return std::unexpected(ok.error());
  const Deadline deadline = steady_clock::now() + time_;
  if (auto ok = session_.set_chess960(question.root.chess960, deadline, stop_); !ok)
    return std::unexpected(ok.error());
  const auto asked = asked_of(question, dialect);
  if (!asked) return std::unexpected(asked.error());
  Conversation conversation(session_, dialect);
  searched_ = asked_again_ = false;
  if (auto words = conversation.set_position(*asked, deadline, stop_); !words)
    return std::unexpected(words.error());
  const bool go = dialect.perft.front().starts_with("go");
  auto answer = conversation.probe(*asked, deadline, go ? kSettleAfterGo : kSettle, stop_);
  searched_ = conversation.has_searched();
  asked_again_ = conversation.was_asked_again() && answer && !answer->entries().empty();
  return answer;
}

void SessionProbe::choose_barrier() {
  if (session_.barrier() != Barrier::Silence) return;
  session_.set_barrier(Barrier::Echo);
  const auto deadline = steady_clock::now() + seconds(1);
  if (auto ok = session_.send_barrier(Stage::Handshake, deadline, stop_); !ok) return;
  while (true) {
    const auto line = session_.receive_unless_idle(milliseconds(500), Stage::Handshake, stop_);
    if (!line) break;  // dead, and started again without a barrier
    if (!*line) break;
    if (session_.is_barrier(**line)) {
      session_.look_for_prompt(kPromptTime, stop_);
      return;
    }
  }
  session_.set_barrier(Barrier::Silence);
}

void SessionProbe::calm(const Dialect& dialect, const PrintedAnswer& answer) {
  if (!session_.running() || !dialect.perft.front().starts_with("go")) return;
  const bool searches = std::ranges::any_of(answer.entries(), [](const auto& entry) {
    return entry.text.starts_with("info ") || entry.text.starts_with("bestmove");
  });
  if (!searches && !answer.entries().empty()) return;
  const Deadline deadline = steady_clock::now() + seconds(2);
  if (!session_.send("stop", Stage::Perft, deadline, stop_)) return;
  if (!session_.synchronize(Stage::Perft, deadline, stop_)) return;
  while (true) {
    const auto line = session_.receive_unless_idle(kSettle, Stage::Perft, stop_);
    if (!line || !*line || steady_clock::now() > deadline) return;
  }
}

Answer<std::string> SessionProbe::shown_for(const Dialect& dialect, std::string_view command,
                                            std::string_view fen) {
  if (auto ok = session_.ensure_started(stop_); !ok) return std::unexpected(ok.error());
  const Deadline deadline = steady_clock::now() + kFirstTime;
  const Asked asked{std::string(fen), {}, std::string(fen), 1};
  if (auto ok = Conversation(session_, dialect).set_position(asked, deadline, stop_); !ok)
    return std::string();
  if (!session_.send(command, Stage::Board, deadline, stop_)) return std::string();
  const auto lines = session_.synchronize(Stage::Board, deadline, stop_);
  if (!lines) return std::unexpected(lines.error());
  return shown_board(*lines);
}

bool SessionProbe::takes_position_in_silence(const Dialect& dialect, std::string_view fen) {
  if (!ensure_started()) return false;
  const Asked asked{std::string(fen), {}, std::string(fen), 1};
  const auto lines =
      Conversation(session_, dialect).set_position(asked, steady_clock::now() + kFirstTime, stop_);
  return lines && lines->empty();
}

bool is_stockfish_output(const PrintedAnswer& answer, const Dialect& dialect) {
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

}  // namespace perft_verify::reference
