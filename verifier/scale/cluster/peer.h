// Another rank as rank 0 sees it: whether it can work, and what it answers.
#pragma once

#include <expected>
#include <optional>
#include <stop_token>
#include <string>

#include "verifier/run/record/run_facts.h"
#include "verifier/scale/cluster/presence.h"

namespace perft_verify::verifier {

class Peer {
 public:
  Peer(Link& link, unsigned rank, RunFacts facts);

  /// Waits until it has said that it can work, with the same facts; else why it cannot.
  std::expected<void, std::string> ready(const std::stop_token& stop);

  /// Its answer to a job; after a stop nothing, or what it has by then. The error says why there is
  /// none: it does no more of the work.
  std::expected<std::optional<std::string>, std::string> ask(const std::string& job,
                                                             const std::stop_token& stop);

  /// That it does no more of the work, and why.
  [[nodiscard]] std::unexpected<std::string> failed(std::string_view why) const;

 private:
  std::optional<std::string> await(MessageKind kind, const std::stop_token& stop);

  Link& link_;
  unsigned rank_;
  RunFacts facts_;
  std::string host_;
  Presence presence_;
};

}  // namespace perft_verify::verifier
