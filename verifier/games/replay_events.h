// The events that a replay tells its reports, game by game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/generator.h"
#include "verifier/games/engine_check.h"
#include "verifier/games/replayed_game.h"

namespace perft_verify::verifier {

/// The facts that are fixed before the first game.
struct ReplayInfo {
  std::vector<std::string> files;
  /// Nothing where no engine is asked.
  std::optional<reference::Identity> subject;
  std::optional<reference::Identity> reference;
  std::vector<std::string> notices;  // for the person who started it
};

/// A game and its result.
struct GameReport {
  Game game;
  ReplayedGame replayed;
  std::optional<EngineVerdict> engine;  // if it was asked and had something to say
  /// The indices of `engine->findings` among all findings. A known fault has the index of its first
  /// finding.
  std::vector<std::size_t> findings;
};

struct ReplaySummary {
  std::size_t games = 0;
  std::size_t illegal = 0;
  std::size_t unreadable = 0;
  std::size_t disputed = 0;
  std::uint64_t plies = 0;
  /// Of the games in which the engine was asked.
  std::size_t blamed = 0;  // its generator
  std::size_t elsewhere = 0;
  std::size_t undecided = 0;
  std::size_t findings = 0;
  std::uint64_t compared = 0;  // lists of moves, at every ply
  std::size_t files_refused = 0;
  double seconds = 0;
  bool complete = true;  // not interrupted

  [[nodiscard]] std::size_t legal() const { return games - illegal - unreadable; }
};

/// In this order: started; a finding when it is new and then its game; finished.
class ReplayReporter {
 public:
  ReplayReporter() = default;
  ReplayReporter(const ReplayReporter&) = delete;
  ReplayReporter& operator=(const ReplayReporter&) = delete;
  virtual ~ReplayReporter() = default;

  virtual void started(const ReplayInfo& /*info*/) {}
  virtual void finding(std::size_t /*index*/, const Finding& /*finding*/,
                       const GameReport& /*game*/) {}
  virtual void game(const GameReport& game) = 0;
  virtual void finished(const ReplaySummary& summary, int exit_code) = 0;
};

}  // namespace perft_verify::verifier
