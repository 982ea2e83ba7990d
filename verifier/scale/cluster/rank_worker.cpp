#include "verifier/scale/cluster/rank_worker.h"

#include "verifier/scale/cluster/message.h"
#include "verifier/scale/cluster/peer.h"

namespace perft_verify::verifier {
namespace {

class RankWorker final : public RemoteWorker {
 public:
  RankWorker(Link& link, unsigned rank, RunFacts facts) : peer_(link, rank, std::move(facts)) {}

  std::expected<void, std::string> ready(const std::stop_token& stop) override {
    return peer_.ready(stop);
  }

  std::expected<JobResult, std::string> run(const Job& job, const Row& row, const RowPlan& plan,
                                            RowState& state, const std::stop_token& stop) override {
    RankJob said{.row = {}, .plan = plan, .job = job, .state = {}};
    said.row.fen = row.fen;
    said.row.chess960 = row.chess960;
    said.row.recorded = row.recorded;
    if (ends_row(job)) said.state = state;
    const auto text = peer_.ask(text_of(said), stop);
    if (!text) return std::unexpected(text.error());
    if (!*text) {
      if (ends_row(job)) state.stopped = true;
      return JobResult{};
    }
    auto done = parse_done(**text);
    if (!done) return peer_.failed(done.error());
    if (!done->failure.empty()) return peer_.failed(done->failure);
    if (ends_row(job) && done->state) state = std::move(*done->state);
    return std::move(done->result);
  }

 private:
  Peer peer_;
};

}  // namespace

std::vector<std::unique_ptr<RemoteWorker>> rank_workers(Link& link, const RunFacts& facts) {
  std::vector<std::unique_ptr<RemoteWorker>> workers;
  for (unsigned rank = 1; rank < link.ranks(); ++rank)
    workers.push_back(std::make_unique<RankWorker>(link, rank, facts));
  return workers;
}

}  // namespace perft_verify::verifier
