#include "reference/uci/divide_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/printable.h"
#include "reference/uci/printed_line.h"

namespace perft_verify::reference {

Answer<std::optional<Divide>> DivideReader::take(const std::string& line, const PerftLine& parsed,
                                                 const std::stop_token& stop) {
  if (const auto* broken = std::get_if<BrokenLine>(&parsed)) {
    // The line may have been cut off by the end of the engine: that is the better explanation.
    if (session_.has_closed(stop)) return session_.fail(ChildProcess::Fault::Closed, Stage::Perft);
    return session_.fail(FailureKind::Protocol, Stage::Perft,
                         fmt::format("printed '{}': {}", printable(line), broken->reason));
  }
  if (const auto* count = std::get_if<RootCount>(&parsed)) divide_.lines.push_back(*count);
  if (std::holds_alternative<OtherLine>(parsed) && unread_.empty() &&
      (resembles_count(line) || has_move_word(line)))
    unread_ = line;
  const auto* total = std::get_if<TotalLine>(&parsed);
  if (total == nullptr) return std::nullopt;
  divide_.total = total->nodes;
  const std::string unread = std::exchange(unread_, {});
  if (const std::uint64_t sum = sum_of_lines(divide_); sum != divide_.total && !unread.empty())
    return session_.fail(FailureKind::Protocol, Stage::Perft,
                         unread_line(unread, divide_.total, sum));
  std::ranges::sort(divide_.lines);
  return std::exchange(divide_, {});
}

Failure DivideReader::without_line(Failure failure) const {
  if (failure.kind == FailureKind::Timeout && failure.stage == Stage::Perft)
    failure.message += fmt::format(
        "; it had printed {} move lines and no line 'Nodes searched: N' (--timeout sets the time "
        "per question)",
        divide_.lines.size());
  else if (failure.kind == FailureKind::Protocol && failure.stage == Stage::Perft)
    failure.message += fmt::format("; it had printed {} move lines", divide_.lines.size());
  return failure;
}

Answer<void> refuse_count(EngineSession& session, const std::string& line,
                          const PerftLine& parsed) {
  if (!std::holds_alternative<RootCount>(parsed) && !std::holds_alternative<TotalLine>(parsed))
    return {};
  return session.fail(FailureKind::Protocol, Stage::Position,
                      fmt::format("printed '{}' before it was asked to count", printable(line)));
}

}  // namespace perft_verify::reference
