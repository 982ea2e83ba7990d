// A replay for people: a block for each game with an illegal move, with the board before it; a line
// for each that cannot be read; findings as everywhere; the verdict.
#pragma once

#include "core/text/format.h"
#include "verifier/games/replay_events.h"
#include "verifier/report/formats/text_report.h"
#include "verifier/report/output/sink.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class ReplayText final : public ReplayReporter {
 public:
  ReplayText(TextOptions options, Sink sink);

  void started(const ReplayInfo& info) override;
  void finding(std::size_t index, const Finding& finding, const GameReport& game) override;
  void game(const GameReport& game) override;
  void finished(const ReplaySummary& summary, int exit_code) override;

 private:
  [[nodiscard]] std::string illegal_text(const GameReport& game) const;
  [[nodiscard]] std::string engine_text(const GameReport& game) const;
  [[nodiscard]] std::size_t width() const;

  TextOptions options_;
  Palette palette_;
  Sink sink_;
  RunInfo run_;  // for the text of findings
  std::string findings_;
  std::vector<std::string> short_findings_;
  std::size_t games_in_full_ = 0;
};

}  // namespace perft_verify::verifier
