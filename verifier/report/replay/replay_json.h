// A replay for programs: the contract "perft-verify-replay/1", written game by game.
#pragma once

#include "verifier/games/replay_events.h"
#include "verifier/report/output/sink.h"

namespace perft_verify::verifier {

class ReplayJson final : public ReplayReporter {
 public:
  explicit ReplayJson(Sink sink) : sink_(std::move(sink)) {}

  void started(const ReplayInfo& info) override;
  void finding(std::size_t index, const Finding& finding, const GameReport& game) override;
  void game(const GameReport& game) override;
  void finished(const ReplaySummary& summary, int exit_code) override;

 private:
  Sink sink_;
  std::vector<std::string> findings_;  // each as JSON
  std::size_t games_ = 0;
};

}  // namespace perft_verify::verifier
