// Waiting between ranks, and detecting a rank that cannot be reached any more: its link is cut, or
// it does not run. MPI itself would wait for it for ever.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "verifier/scale/cluster/link.h"

namespace perft_verify::verifier {

/// A rank that is silent for so long is lost: half a minute, or PERFT_VERIFY_RANK_SILENCE in
/// seconds.
std::chrono::steady_clock::duration longest_silence();

/// Announces that this rank, which is not 0, is there, from its construction to its end.
class Heartbeat {
 public:
  explicit Heartbeat(Link& link);

 private:
  std::jthread thread_;
};

/// The presence of another rank, as rank 0 sees it. Used by one thread.
class Presence {
 public:
  Presence(Link& link, unsigned rank) : link_(link), rank_(rank) {}

  /// From now on messages of the rank are expected.
  void expect() { heard_ = looked_ = std::chrono::steady_clock::now(); }
  /// Whether a message has come recently.
  bool is_there();

 private:
  Link& link_;
  unsigned rank_;
  std::chrono::steady_clock::time_point heard_;
  std::chrono::steady_clock::time_point looked_;
};

/// Waits for a message: busily for a moment, since most rows take no longer, then with sleeps.
/// Nothing if it is not there when `goes_on` returns false.
std::optional<std::string> wait_for(Link& link, unsigned rank, MessageKind kind,
                                    const std::function<bool()>& goes_on);

/// Each rank's last step. Rank 0 ends the others; false if one of them does not answer, which MPI
/// would wait for.
bool leave(Link& link);

}  // namespace perft_verify::verifier
