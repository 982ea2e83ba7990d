#include "verifier/tools/prove/ranks.h"

#include <algorithm>

#include "core/fen.h"
#include "verifier/run/record/record.h"
#include "verifier/scale/cluster/serve.h"
#include "verifier/tools/fuzz/compare.h"

namespace perft_verify::verifier {

struct BatchJob {
  std::vector<std::string> fens;
  int depth = 1;
  bool chess960 = false;
};

PERFT_VERIFY_FIELDS(BatchJob, fens, depth, chess960)
PERFT_VERIFY_FIELDS(BatchDone, positions, nodes, suspects)

namespace {

class RankComparer final : public BatchComparer {
 public:
  RankComparer(Link& link, unsigned rank, RunFacts facts) : peer_(link, rank, std::move(facts)) {}

  std::expected<void, std::string> ready(const std::stop_token& stop) override {
    return peer_.ready(stop);
  }

  std::expected<std::optional<BatchDone>, std::string> compare(
      const Batch& batch, const std::stop_token& stop) override {
    BatchJob job{.fens = {},
                 .depth = batch.front().question.depth,
                 .chess960 = batch.front().question.root.chess960};
    for (const FuzzCase& each : batch) job.fens.push_back(each.question.root.fen);
    const auto text = peer_.ask(record::text_of(job), stop);
    if (!text) return std::unexpected(text.error());
    if (!*text) return std::nullopt;
    auto done = record::parsed_text<BatchDone>(**text);
    if (!done) return peer_.failed(done.error());
    const auto is_no_place = [&](std::size_t at) { return at >= batch.size(); };
    if (done->positions != batch.size() || std::ranges::any_of(done->suspects, is_no_place))
      return peer_.failed("it answers what it was not asked");
    return *std::move(done);
  }

 private:
  Peer peer_;
};

BatchDone answer(const std::string& text, Sides& sides, const std::stop_token& stop) {
  BatchDone done;
  const auto job = record::parsed_text<BatchJob>(text);
  if (!job) return done;
  Batch batch;
  for (std::size_t at = 0; at < job->fens.size(); ++at) {
    if (const auto position = admitted({job->fens[at], job->chess960}))
      batch.push_back(case_of(*position, job->depth, at));
  }
  const BatchResult result = compare_batch(batch, *sides.subject, *sides.reference, stop);
  done.positions = batch.size();
  done.nodes = result.nodes;
  for (const SuspectCase& each : result.suspects) done.suspects.push_back(each.fuzz_case.number);
  std::ranges::sort(done.suspects);
  return done;
}

}  // namespace

std::vector<std::unique_ptr<BatchComparer>> rank_comparers(Link& link, const RunFacts& facts) {
  std::vector<std::unique_ptr<BatchComparer>> comparers;
  for (unsigned rank = 1; rank < link.ranks(); ++rank)
    comparers.push_back(std::make_unique<RankComparer>(link, rank, facts));
  return comparers;
}

void serve_batches(Link& link, const Hello& hello, Sides sides, const std::stop_token& stop) {
  const std::stop_source job;
  serve_jobs(link, hello, job, stop, [&](const std::string& text) {
    const BatchDone done = answer(text, sides, job.get_token());
    // After a stop the batch is not done.
    return job.stop_requested() ? std::nullopt : std::optional(record::text_of(done));
  });
}

}  // namespace perft_verify::verifier
