#include "reference/uci/question_stream.h"

#include <algorithm>
#include <utility>

#include "core/text/printable.h"
#include "reference/uci/divide_reader.h"
#include "reference/uci/perft_output.h"
#include "reference/uci/uci_text.h"

namespace perft_verify::reference {
namespace {

using std::chrono::duration;
using std::chrono::microseconds;
using std::chrono::steady_clock;

/// The most questions and bytes in flight: they fit into a pipe (64 KiB), so that sending never
/// blocks on an engine that is blocked on its output.
constexpr std::size_t kMostUnderWay = 32;
constexpr std::size_t kMostBytesUnderWay = std::size_t{32} * 1024;
/// A longer pause gains nothing, and would delay a stop.
constexpr microseconds kLongestPause{2000};
/// Falling asleep and waking up takes about as long.
constexpr microseconds kShortestPause{50};

/// At least 1.
std::size_t most_under_way(const std::vector<Question>& questions) {
  constexpr std::size_t kCommandWords = 40;
  constexpr std::size_t kMove = 6;
  std::size_t longest = 1;
  for (const Question& question : questions)
    longest =
        std::max(longest, question.root.fen.size() + kMove * question.moves.size() + kCommandWords);
  return std::clamp<std::size_t>(kMostBytesUnderWay / longest, 1, kMostUnderWay);
}

class QuestionStream {
 public:
  QuestionStream(EngineSession& session, const std::vector<Question>& questions, bool counting,
                 const BoardCheck& check)
      : session_(session),
        questions_(questions),
        counting_(counting),
        check_(check),
        most_(most_under_way(questions)) {}
  QuestionStream(const QuestionStream&) = delete;
  QuestionStream& operator=(const QuestionStream&) = delete;
  ~QuestionStream() { session_.set_pause(microseconds(0)); }

  Answer<void> run(const std::stop_token& stop) {
    if (questions_.empty()) return {};
    if (auto ok = session_.set_chess960(questions_.front().root.chess960,
                                        steady_clock::now() + kBoardTime, stop);
        !ok)
      return ok;
    expect_next();
    while (answered() < questions_.size()) {
      if (auto ok = send_more(stop); !ok) return ok;
      const auto line = session_.receive(stage(), deadline_, stop);
      if (!line) return std::unexpected(reader_.without_line(line.error()));
      received_ += line->size() + 1;
      if (received_ > kMostAnswerBytes)
        return session_.fail(FailureKind::Protocol, stage(), "prints without end");
      if (auto ok = take(*line, stop); !ok) return ok;
    }
    if (counting_) session_.pace().answered(nodes_, steady_clock::now() - begin_);
    return {};
  }

  std::vector<std::string> boards;
  std::vector<Divide> divides;

 private:
  [[nodiscard]] std::size_t answered() const { return counting_ ? divides.size() : boards.size(); }
  [[nodiscard]] Stage stage() const {
    return boards.size() > answered() ? Stage::Perft : Stage::Board;
  }

  /// Sends half of the allowed questions at a time.
  Answer<void> send_more(const std::stop_token& stop) {
    if (sent_ == questions_.size() || sent_ - answered() > most_ / 2) return {};
    EngineSession::Lines commands;
    for (; sent_ < questions_.size() && sent_ - answered() < most_; ++sent_) {
      const Question& question = questions_[sent_];
      commands.push_back(position_command(question.root.fen, question.moves));
      commands.emplace_back("d");
      if (counting_) commands.push_back(perft_command(question.depth));
    }
    return session_.send(commands, Stage::Position, deadline_, stop);
  }

  Answer<void> take(const std::string& line, const std::stop_token& stop) {
    if (remark_.empty() && is_remark(line)) remark_ = printable(line);
    if (auto fen = shown_fen(line)) return take_board(std::move(*fen));
    if (!counting_) return {};
    const PerftLine parsed = parse_perft_line(line);
    if (divides.size() == boards.size())
      if (auto ok = refuse_count(session_, line, parsed); !ok) return ok;
    auto answer = reader_.take(line, parsed, stop);
    if (!answer) return std::unexpected(answer.error());
    if (*answer) take_answer(std::move(**answer));
    return {};
  }

  Answer<void> take_board(std::string fen) {
    if (boards.size() == sent_)
      return session_.fail(FailureKind::Protocol, Stage::Board,
                           "shows more boards than it was asked for");
    ShownBoard shown{std::move(fen), std::exchange(remark_, {})};
    if (auto ok = check_(questions_[boards.size()], shown); !ok) return ok;
    boards.push_back(std::move(shown.fen));
    if (!counting_) expect_next();
    return {};
  }

  void take_answer(Divide answer) {
    nodes_ += answer.total;
    divides.push_back(std::move(answer));
    expect_next();
  }

  void expect_next() {
    received_ = 0;
    const std::size_t next = answered();
    if (next == questions_.size()) return;
    const Question& question = questions_[next];
    session_.set_context(position_command(question.root.fen, question.moves));
    deadline_ = counting_ ? session_.pace().deadline(question.expected_nodes)
                          : steady_clock::now() + kBoardTime;
    // The pause is half of the time that the engine needs for its questions, by its pace so far.
    const duration<double> each =
        (steady_clock::now() - begin_) / static_cast<double>(std::max<std::size_t>(next, 1));
    const auto pause = std::chrono::duration_cast<microseconds>(
        next == 0 ? duration<double>{} : each * static_cast<double>(sent_ - next) / 2);
    session_.set_pause(pause < kShortestPause ? microseconds(0) : std::min(pause, kLongestPause));
  }

  EngineSession& session_;
  const std::vector<Question>& questions_;
  bool counting_;
  const BoardCheck& check_;
  std::size_t most_;  // under way
  steady_clock::time_point begin_ = steady_clock::now();
  std::size_t sent_ = 0;
  std::size_t received_ = 0;  // bytes, since the last answer
  Deadline deadline_;
  std::string remark_;
  DivideReader reader_{session_};
  std::uint64_t nodes_ = 0;  // modulo 2^64: for the speed only
};

}  // namespace

Answer<std::vector<std::string>> stream_boards(EngineSession& session,
                                               const std::vector<Question>& questions,
                                               const BoardCheck& check,
                                               const std::stop_token& stop) {
  QuestionStream stream(session, questions, false, check);
  if (auto ok = stream.run(stop); !ok) return std::unexpected(ok.error());
  return std::move(stream.boards);
}

Answer<std::vector<Divide>> stream_divides(EngineSession& session,
                                           const std::vector<Question>& questions,
                                           const BoardCheck& check, const std::stop_token& stop) {
  QuestionStream stream(session, questions, true, check);
  if (auto ok = stream.run(stop); !ok) return std::unexpected(ok.error());
  return std::move(stream.divides);
}

}  // namespace perft_verify::reference
