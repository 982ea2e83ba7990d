// A replay as the HTML report: each game with an illegal move is stepped through up to it, of many
// games the last plies. The page says how many it has left out.
#pragma once

#include <unordered_map>

#include "verifier/games/replay_events.h"
#include "verifier/report/formats/html_report.h"

namespace perft_verify::verifier {

class ReplayHtml final : public ReplayReporter {
 public:
  explicit ReplayHtml(Sink sink) : page_(std::move(sink)) {}

  void started(const ReplayInfo& info) override;
  void game(const GameReport& game) override;
  void finished(const ReplaySummary& summary, int exit_code) override;

 private:
  HtmlReport page_;
  RunInfo run_;
  Summary total_;
  std::unordered_map<std::size_t, std::size_t> shown_;  // faults, and where
};

}  // namespace perft_verify::verifier
