// Whether an engine's move generator is to blame for an illegal move in its game.
//
// The engine is asked for its moves at that position, by way of the game's moves and by the FEN.
// A list that is wrong is located and classified like every other finding. Where both are right,
// the game is replayed in one process, as the engine has played it: a table or a board that
// searching has left behind would show then. Only if that is right as well, the move is said to
// have come from elsewhere.
#pragma once

#include <optional>
#include <stop_token>
#include <unordered_set>

#include "verifier/diagnose/diagnosis.h"
#include "verifier/diagnose/once_counted.h"
#include "verifier/games/replayed_game.h"
#include "verifier/locate/bisect.h"
#include "verifier/locate/both_sides.h"
#include "verifier/locate/confirm.h"

namespace perft_verify::verifier {

enum class Suspect : std::uint8_t { Generator, Elsewhere, Undecided };
std::string_view to_string(Suspect suspect);  // "generator" …

/// The result of asking the engine about a game.
struct EngineVerdict {
  Suspect suspect = Suspect::Undecided;
  std::vector<Finding> findings;  // if it is the generator
  std::string reason;             // if it is undecided: one sentence
  std::size_t questions = 0;      // in which the generator was right
};

class EngineCheck {
 public:
  struct Options {
    /// The living reference, and a further vote, which may be null.
    reference::GeneratorFactory live_reference;
    reference::GeneratorFactory second_reference;
    /// The options that belong behind the command that shows a finding again.
    std::string reproduce_options;
  };

  EngineCheck(reference::Generator& subject, reference::Generator& reference, Options options,
              std::stop_token stop);

  /// The verdict on a game that ends in an illegal move; `index` tells games apart.
  EngineVerdict at_illegal_move(const ReplayedGame& game, std::size_t index);

  /// Compares the lists of moves at every position; nothing where all are right. `compared` grows
  /// by the positions. Positions that were asked for another game are not asked again.
  std::optional<EngineVerdict> at_every_ply(const ReplayedGame& game, std::size_t index,
                                            std::uint64_t& compared);

 private:
  using Path = std::vector<std::string>;

  EngineVerdict settle(std::expected<Finding, Undecided> finding, std::size_t index);
  EngineVerdict failed(const Stop& stop, std::size_t index);
  EngineVerdict located(const reference::Question& root, const Path& path, int depth, Pair pair,
                        std::size_t index);
  std::optional<Finding> soon_after_culprit(const Finding& finding);
  std::optional<EngineVerdict> list_is_wrong(const reference::Question& root, const Path& path,
                                             std::size_t index);
  static EngineVerdict blamed_on_reader(EngineVerdict verdict);
  std::optional<EngineVerdict> wrong_once_counted(const reference::Question& root, const Path& path,
                                                  int depth, std::size_t index);
  Finding explained_once_counted(Finding finding);
  EngineVerdict replay_in_one_process(const reference::Question& root, const Path& path,
                                      std::size_t index);
  std::optional<EngineVerdict> differs_at(const reference::Question& root, const Path& path,
                                          int depth, std::size_t index, std::uint64_t& nodes);

  reference::Generator& subject_;
  reference::Generator& reference_;
  Options options_;
  std::stop_token stop_;
  Confirmer confirmer_;
  Diagnosis diagnosis_;
  OnceCounted once_counted_;
  KnownFaults known_;
  std::size_t right_ = 0;                 // answers in a row
  std::unordered_set<std::size_t> seen_;  // hashes of questions asked at every ply
};

}  // namespace perft_verify::verifier
