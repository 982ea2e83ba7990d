#include "reference/dialect/conversation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/notation.h"
#include "reference/core_generator.h"
#include "reference/uci/prompt.h"
#include "reference/uci/uci_text.h"

namespace perft_verify::reference {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// The wait after the total of an engine that offers no barrier: times and speeds still come.
constexpr milliseconds kAfterTotal{50};
/// The wait after the barrier, while an answer is probed: output of another thread comes soon.
constexpr milliseconds kAfterAnswer{5};
constexpr milliseconds kAfterCounts{60};
/// The wait before asking for an answer that may be in the engine's buffer; longer each time.
constexpr milliseconds kFirstPatience{1};
constexpr milliseconds kPatienceOfProbe{10};
constexpr milliseconds kMostPatience{500};
constexpr milliseconds kMoreTime{500};

/// The texts with a FEN that are sent as the question itself: some engines answer `unknown command`
/// and the command.
std::vector<std::string> with_fen(const Asked& asked, const Dialect& dialect) {
  std::vector<std::string> texts;
  for (const std::string& line : dialect.perft)
    if (line.contains("{fen}")) texts.push_back(filled(line, asked.depth, asked.fen));
  if (!texts.empty()) texts.push_back(asked.fen);
  return texts;
}

}  // namespace

std::string move_command(const Dialect& dialect, std::string_view move) {
  return fmt::format("{}{}", dialect.sends_usermove ? "usermove " : "", move);
}

std::string context_of(const Dialect& dialect, const Asked& asked) {
  switch (dialect.position) {
    case PositionStyle::UciPosition:
      return position_command(asked.root, asked.moves);
    case PositionStyle::Setboard:
      return asked.moves.empty()
                 ? fmt::format("setboard {}", asked.root)
                 : fmt::format("setboard {}, {}", asked.root, fmt::join(asked.moves, ", "));
    case PositionStyle::Argument:
      break;
  }
  return filled(fmt::format("{}", fmt::join(dialect.perft, " ; ")), asked.depth, asked.fen);
}

Answer<Asked> asked_of(const Question& question, const Dialect& dialect) {
  Question root = question;
  root.moves.clear();
  const auto start = position_of(root);
  if (!start) return std::unexpected(start.error());
  const auto after = position_of(question);
  if (!after && !dialect.plays_moves) return std::unexpected(after.error());
  const auto fen_of = [&](const Position& position) {
    return dialect.x_fen && position.chess960() ? x_fen(position) : position.fen();
  };
  Asked asked{fen_of(*start), {}, after ? fen_of(*after) : "", question.depth};
  if (!dialect.plays_moves || dialect.position == PositionStyle::Argument) {
    asked.root = asked.fen;
    return asked;
  }
  Position position = *start;
  for (const std::string& text : question.moves) {
    asked.moves.push_back(dialect.sends_rook_castling ? with_rook_castling(text, position) : text);
    if (const auto move = find_legal(position, text)) position.make(*move);
  }
  return asked;
}

Answer<EngineSession::Lines> Conversation::set_position(const Asked& asked, Deadline deadline,
                                                        const std::stop_token& stop) {
  session_.set_context(context_of(dialect_, asked));
  if (dialect_.position == PositionStyle::Argument) return EngineSession::Lines{};
  if (dialect_.position == PositionStyle::UciPosition) {
    if (auto ok = session_.send(context_of(dialect_, asked), Stage::Position, deadline, stop); !ok)
      return std::unexpected(ok.error());
  } else {
    if (auto ok = session_.send("setboard " + asked.root, Stage::Position, deadline, stop); !ok)
      return std::unexpected(ok.error());
    for (const std::string& move : asked.moves)
      if (auto ok = session_.send(move_command(dialect_, move), Stage::Position, deadline, stop);
          !ok)
        return std::unexpected(ok.error());
  }
  // Waiting for an engine without a barrier would cost time at each position.
  if (dialect_.quiet_position) return EngineSession::Lines{};
  return session_.synchronize(Stage::Position, deadline, stop);
}

Answer<void> Conversation::send_question(const Asked& asked, Deadline deadline,
                                         const std::stop_token& stop) {
  for (const std::string& line : dialect_.perft)
    if (auto ok = session_.send(filled(line, asked.depth, asked.fen), Stage::Perft, deadline, stop);
        !ok)
      return ok;
  return session_.send_barrier(Stage::Perft, deadline, stop);
}

Answer<void> Conversation::take(std::string_view line, PrintedAnswer& answer) {
  answer.add(line);
  if (answer.bytes() <= kMostAnswerBytes) return {};
  return session_.fail(FailureKind::Protocol, Stage::Perft, "prints without end");
}

Answer<PrintedAnswer> Conversation::count(const Asked& asked, Deadline deadline,
                                          const std::stop_token& stop) {
  if (auto ok = send_question(asked, deadline, stop); !ok) return std::unexpected(ok.error());
  PrintedAnswer answer(with_fen(asked, dialect_));
  bool synchronized = dialect_.barrier == Barrier::Silence;
  bool complete = !dialect_.total;
  const auto has_total = [&] {
    return !answer.totals(*dialect_.total).empty() || answer.negative_total(*dialect_.total);
  };
  // Whether an answer of another thread still reaches the output with the marker, or stays in the
  // engine's buffer until its next output, is chance: no probe can tell for sure.
  milliseconds patience = dialect_.asks_again ? kFirstPatience : kPatienceOfProbe;
  while (!synchronized || !complete) {
    if (synchronized && dialect_.barrier != Barrier::Silence && steady_clock::now() < deadline) {
      auto more = session_.receive_within(patience, Stage::Perft, stop);
      if (!more) return std::unexpected(more.error());
      if (!*more) {
        patience = std::min(2 * patience, kMostPatience);
        if (auto ok = session_.send_barrier(Stage::Perft, deadline, stop); !ok)
          return std::unexpected(ok.error());
        synchronized = false;
        continue;
      }
      if (auto ok = take(**more, answer); !ok) return std::unexpected(ok.error());
      complete = has_total();
      continue;
    }
    auto line = session_.receive(Stage::Perft, deadline, stop);
    if (!line) {
      Failure failure = line.error();
      if (failure.kind == FailureKind::Timeout)
        failure.message += fmt::format(
            "; it had printed {} lines, {} (--timeout sets the time per question)",
            answer.entries().size(), complete ? "the total among them" : "and no total");
      return std::unexpected(std::move(failure));
    }
    if (!synchronized && session_.is_barrier(*line)) {
      synchronized = true;
      continue;
    }
    if (auto ok = take(*line, answer); !ok) return std::unexpected(ok.error());
    if (!complete) complete = has_total();
  }
  if (dialect_.barrier != Barrier::Silence) return answer;
  while (true) {
    auto line = session_.receive_unless_idle(kAfterTotal, Stage::Perft, stop);
    if (!line) return std::unexpected(line.error());
    if (!*line && (dialect_.total || has_ended(answer, stop))) return answer;
    if (!*line && steady_clock::now() > deadline)
      return session_.fail(ChildProcess::Fault::Timeout, Stage::Perft);
    if (!*line) continue;
    if (auto ok = take(**line, answer); !ok) return std::unexpected(ok.error());
  }
}

/// Whether a list has ended that has no total and nothing that marks its end. A pause is no sign:
/// either the prompt is there again, or the engine waits for its next command.
bool Conversation::has_ended(const PrintedAnswer& answer, const std::stop_token& stop) {
  if (answer.entries().empty()) return false;
  if (session_.awaits_input()) return true;
  return !session_.prompt().empty() &&
         length_of_prompt(session_.unfinished_line(stop), session_.prompt()) > 0;
}

/// On a busy machine an engine makes progress only while it is scheduled.
bool Conversation::waits_for_its_turn(Deadline begin, const ChildProcess::Activity& before) const {
  const ChildProcess::Activity now = session_.activity();
  const auto time = steady_clock::now() - begin;
  const bool is_awake = now.awake.count() == 0 ? now.runs : 2 * (now.awake - before.awake) > time;
  return is_awake && 2 * (now.cpu_time - before.cpu_time) < time;
}

Answer<PrintedAnswer> Conversation::probe(const Asked& asked, Deadline deadline,
                                          milliseconds settle, const std::stop_token& stop) {
  asked_again_ = searched_ = false;
  const auto begin = steady_clock::now();
  const auto last_deadline = begin + 5 * (deadline - begin);
  const ChildProcess::Activity at_first = session_.activity();
  if (auto ok = send_question(asked, deadline, stop); !ok) return std::unexpected(ok.error());
  PrintedAnswer answer(with_fen(asked, dialect_));
  bool synchronized = dialect_.barrier == Barrier::Silence;
  bool has_counts = false;
  while (true) {
    auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
    if (left <= milliseconds(0) && waits_for_its_turn(begin, at_first)) {
      deadline = std::min(steady_clock::now() + kMoreTime, last_deadline);
      left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
    }
    // After lines that look like an answer, the wait is short.
    const bool complete = dialect_.total && !answer.totals(*dialect_.total).empty();
    const milliseconds patience = !synchronized                          ? left
                                  : dialect_.barrier == Barrier::Silence ? 3 * settle
                                  : complete                             ? kAfterAnswer
                                  : has_counts                           ? kAfterCounts
                                  : dialect_.asks_again                  ? kPatienceOfProbe
                                                                         : settle;
    auto line = Answer<std::optional<std::string>>(std::nullopt);
    if (left > milliseconds(0)) line = session_.receive_unless_idle(patience, Stage::Perft, stop);
    if (!line) return std::unexpected(line.error());
    if (!*line) {
      if (dialect_.barrier == Barrier::Silence && !complete && session_.is_busy() &&
          left > milliseconds(0))
        continue;
      if (synchronized && answer.entries().empty() && dialect_.barrier != Barrier::Silence &&
          (!asked_again_ || dialect_.asks_again) && left > milliseconds(0)) {
        asked_again_ = true;
        if (auto ok = session_.send_barrier(Stage::Perft, deadline, stop); !ok)
          return std::unexpected(ok.error());
        synchronized = false;
        continue;
      }
      if (synchronized || has_counts) return answer;
      return session_.fail(ChildProcess::Fault::Timeout, Stage::Perft);  // it hangs
    }
    if (!synchronized && session_.is_barrier(**line)) {
      synchronized = true;
      continue;
    }
    const std::size_t before = answer.entries().size();
    if (auto ok = take(**line, answer); !ok) return std::unexpected(ok.error());
    searched_ = searched_ || (*line)->starts_with("bestmove") ||
                ((*line)->starts_with("info ") && (*line)->contains(" pv "));
    for (std::size_t at = before; at < answer.entries().size(); ++at) {
      const PrintedLine& read = answer.entries()[at].read;
      has_counts = has_counts || (read.move && read.move->nodes);
    }
    if (synchronized && dialect_.barrier != Barrier::Silence && answer.entries().size() > before)
      answer.mark_late();
  }
}

}  // namespace perft_verify::reference
