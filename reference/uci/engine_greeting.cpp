// The greeting of an engine in each protocol, and the messages for one that does not answer.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/text/printable.h"
#include "reference/uci/engine_session.h"

namespace perft_verify::reference {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kXboardFeatures{2};
/// Idle for so long after reading `uci`: the engine does not know it, or gets more time later.
constexpr milliseconds kIdle{1500};
/// The longest idle time of a start: the engine may wait for a disk or another machine.
constexpr seconds kMostIdle{10};
constexpr seconds kMostIdleUnread{15};
/// The longest time that a start may work.
constexpr seconds kLongestStart{60};
constexpr milliseconds kGlance{100};

/// Complaints of programs that do not know UCI; there is no need to wait for more.
bool is_complaint(std::string_view line) {
  if (line.starts_with("id ") || line.starts_with("option ") || line.starts_with("info "))
    return false;
  return line.contains("uci") &&
         (line.contains("rror") || line.contains("nknown") || line.contains("llegal") ||
          line.contains("nvalid") || line.contains("ad command"));
}

std::optional<std::string> complaint_in(std::string_view errors) {
  while (!errors.empty()) {
    const std::string_view said = errors.substr(0, errors.find('\n'));
    if (is_complaint(said)) return std::string(said);
    errors.remove_prefix(std::min(said.size() + 1, errors.size()));
  }
  return std::nullopt;
}

}  // namespace

Answer<void> EngineSession::greet(const std::stop_token& stop) {
  using Clock = steady_clock;
  const auto longest =
      std::chrono::duration_cast<Clock::duration>(std::max<std::chrono::duration<double>>(
          options_.timeout.value_or(kLongestStart), kHandshakeTime));
  const Deadline deadline = Clock::now() + longest;
  greeting_.clear();
  awaited_.clear();
  context_.clear();
  if (protocol_ == Protocol::Uci) {
    if (auto ok = greet_uci(deadline, stop); !ok) return ok;
  } else if (protocol_ == Protocol::Xboard) {
    if (auto ok = greet_xboard(stop); !ok) return ok;
  }
  for (const std::string& text : options_.setup)
    if (auto ok = send(text, Stage::Handshake, deadline, stop); !ok) return ok;
  if (auto ready = synchronize(Stage::Handshake, deadline, stop); !ready)
    return std::unexpected(ready.error());
  return {};
}

Answer<void> EngineSession::greet_uci(Deadline deadline, const std::stop_token& stop) {
  if (auto ok = send("uci", Stage::Handshake, deadline, stop); !ok) return ok;
  std::size_t received = 0;
  while (true) {
    auto line = receive_starting(deadline, stop);
    if (!line) return std::unexpected(line.error());
    received += line->size() + 1;
    if (received > kMostAnswerBytes)
      return fail(FailureKind::Protocol, Stage::Handshake, "prints without end before uciok");
    if (const std::size_t id = line->find("id name "); id != 0 && id != std::string::npos)
      if (is_word(*line, std::string_view(*line).substr(id))) line->erase(0, id);
    if (line->starts_with("id name "))
      name_ = printable(std::string_view(*line).substr(8, line->find_last_not_of(" \t") - 7));
    if (line->starts_with("option name UCI_Chess960 ")) knows_chess960_ = true;
    if (is_word(*line, "uciok")) break;
    if (is_complaint(*line))
      return fail(FailureKind::Protocol, Stage::Handshake,
                  fmt::format("answers `uci` with '{}'", printable(*line)));
    greeting_.push_back(*line);
  }
  for (const auto& [name, value] : options_.options)
    if (auto ok = send_option(name, value, Stage::Handshake, deadline, stop); !ok) return ok;
  // Some engines accept no position before it.
  return send("ucinewgame", Stage::Handshake, deadline, stop);
}

Answer<std::string> EngineSession::receive_starting(Deadline deadline,
                                                    const std::stop_token& stop) {
  const auto begin = steady_clock::now();
  const std::string question = awaited_.empty() ? "uci" : "isready";
  auto busy_until = begin;
  while (steady_clock::now() < deadline) {
    auto line = receive_unless_idle(kGlance, Stage::Handshake, stop);
    bool waits = false;
    if (line && !*line && process_->awaits_input()) {
      waits = true;
      line = receive_within(milliseconds(0), Stage::Handshake, stop);
    }
    if (!line) return std::unexpected(line.error());
    if (*line) return std::move(**line);
    if (waits || hurried_)
      if (const auto said = complaint_in(process_->stderr_tail()))
        return fail(FailureKind::Protocol, Stage::Handshake,
                    fmt::format("answers `{}` with '{}'", question, printable(*said)));
    const auto now = steady_clock::now();
    // Asked only if no line has come: it costs more than a line.
    if (has_worked()) busy_until = now;
    const bool unread = !process_->has_read_input();
    const seconds most = unread ? kMostIdleUnread : kMostIdle;
    if (!waits && now - busy_until <= (hurried_ && !unread ? kIdle : milliseconds(most))) continue;
    left_input_ = unread;
    return fail(FailureKind::Timeout, Stage::Handshake,
                (unread ? fmt::format("has not read `{}` and done nothing for {}", question, most)
                        : fmt::format("has read `{}` and does nothing", question)) +
                    " (a UCI engine answers `uci` with `uciok` and `isready` with `readyok`)" +
                    advice_on_flushing());
  }
  left_input_ = !process_->has_read_input();
  return fail(FailureKind::Timeout, Stage::Handshake,
              fmt::format("did not answer in time: it has worked for {} since `{}`; --timeout sets "
                          "how long a start may take{}",
                          std::chrono::round<seconds>(steady_clock::now() - begin), question,
                          advice_on_flushing()));
}

/// Waits for features as the protocol defines it: at most two seconds, less if they end in done=1.
/// Not every engine has any: one that had none is waited for no longer than it takes to print the
/// lines that it printed at its first start.
Answer<void> EngineSession::greet_xboard(const std::stop_token& stop) {
  const Deadline deadline = steady_clock::now() + kXboardFeatures;
  for (const char* text : {"xboard", "protover 2"})
    if (auto ok = send(text, Stage::Handshake, deadline, stop); !ok) return ok;
  knows_ping_ = false;
  for (bool done = false;
       !done && greeting_.size() != lines_without_features_ && steady_clock::now() < deadline;) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
    const auto line = receive_unless_idle(left, Stage::Handshake, stop);
    if (!line) return std::unexpected(line.error());
    if (!*line) break;
    greeting_.push_back(**line);
    const std::string_view text = **line;
    if (!text.starts_with("feature ")) continue;
    knows_features_ = true;
    if (text.contains("ping=1")) knows_ping_ = true;
    if (text.contains("usermove=1")) wants_usermove_ = true;
    if (const std::size_t at = text.find("myname=\""); at != std::string_view::npos) {
      const std::string_view rest = text.substr(at + 8);
      name_ = printable(rest.substr(0, rest.find('"')));
    }
    done = text.contains("done=1");
  }
  if (!knows_features_) lines_without_features_ = greeting_.size();
  if (knows_ping_) barrier_ = Barrier::Ping;
  if (auto ok = send("force", Stage::Handshake, steady_clock::now() + kBoardTime, stop); !ok)
    return ok;
  return {};
}

std::string EngineSession::advice_on_flushing() {
  const Deadline deadline = steady_clock::now() + seconds(2);
  keeps_output_ = false;
  if (!process_ || !process_->write_line("quit", deadline, {})) return {};
  process_->close_input();
  while (true) {
    const auto line = process_->read_line(deadline, {});
    if (!line) return {};
    keeps_output_ = *line == "uciok" || *line == "readyok" || is_complaint(*line);
    if (keeps_output_)
      return fmt::format(
          "; it says '{}' when its input ends, so it keeps its output in a buffer: it must be "
          "flushed after each answer (fflush, std::endl), or be started as `stdbuf -oL {}`",
          printable(*line), printable(command_));
  }
}

}  // namespace perft_verify::reference
