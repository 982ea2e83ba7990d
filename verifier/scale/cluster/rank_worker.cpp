#include "verifier/scale/cluster/rank_worker.h"

#include <fmt/format.h>

#include <chrono>

#include "core/text/printable.h"
#include "verifier/scale/cluster/presence.h"

namespace perft_verify::verifier {
namespace {

using namespace std::chrono_literals;
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The time that a rank has to finish its job after a stop.
constexpr auto kPatience = 5s;

class RankWorker final : public Elsewhere {
 public:
  RankWorker(Link& link, unsigned rank, Facts facts)
      : link_(link), rank_(rank), facts_(std::move(facts)), presence_(link, rank) {}

  std::expected<void, std::string> ready(const std::stop_token& stop) override {
    const auto text = await(MessageKind::Hello, stop);
    if (!text) return failed(why_nothing(stop));
    const auto hello = parse_hello(*text);
    if (!hello) return failed(hello.error());
    host_ = hello->host;
    if (!hello->failure.empty()) return failed(hello->failure);
    if (hello->facts == facts_) return {};
    for (std::size_t at = 0; at < std::min(facts_.size(), hello->facts.size()); ++at)
      if (hello->facts[at] != facts_[at])
        return failed(fmt::format("{} is {} there and {} here", facts_[at].first,
                                  hello->facts[at].second, facts_[at].second));
    return failed("it is another version of verify");
  }

  std::expected<JobResult, std::string> run(const Job& job, const Row& row, const RowPlan& plan,
                                            RowState& state, const std::stop_token& stop) override {
    RankJob said{.row = {}, .plan = plan, .job = job, .state = {}};
    said.row.fen = row.fen;
    said.row.chess960 = row.chess960;
    said.row.recorded = row.recorded;
    if (ends_row(job)) said.state = state;
    if (!link_.send(rank_, MessageKind::Job, text_of(said))) return failed(why_nothing(stop));
    auto text = await(MessageKind::Done, stop);
    if (!text && !stop.stop_requested()) return failed(why_nothing(stop));
    if (!text) {
      // The results that it has by now count.
      link_.send(rank_, MessageKind::Stop, "");
      const auto end = std::chrono::steady_clock::now() + kPatience;
      text = wait_for(link_, rank_, MessageKind::Done,
                      [end] { return std::chrono::steady_clock::now() < end; });
      if (!text) {
        if (ends_row(job)) state.stopped = true;
        return JobResult{};
      }
    }
    auto done = parse_done(*text);
    if (!done) return failed(done.error());
    if (!done->failure.empty()) return failed(done->failure);
    if (ends_row(job) && done->state) state = std::move(*done->state);
    return std::move(done->result);
  }

 private:
  std::optional<std::string> await(MessageKind kind, const std::stop_token& stop) {
    presence_.expect();
    return wait_for(link_, rank_, kind,
                    [&] { return !stop.stop_requested() && presence_.is_there(); });
  }

  static std::string why_nothing(const std::stop_token& stop) {
    if (stop.stop_requested()) return "the run was stopped";
    return fmt::format("nothing was heard of it for {} s; is its host up, and its link?",
                       std::chrono::duration<double>(longest_silence()).count());
  }

  [[nodiscard]] std::unexpected<std::string> failed(std::string_view why) const {
    return std::unexpected(fmt::format("rank {}{}{} does no more of the work: {}", rank_,
                                       host_.empty() ? "" : " on ", printable(host_),
                                       printable(why, 1000)));
  }

  Link& link_;
  unsigned rank_;
  Facts facts_;
  std::string host_;
  Presence presence_;
};

}  // namespace

std::vector<std::unique_ptr<Elsewhere>> rank_workers(Link& link, const Facts& facts) {
  std::vector<std::unique_ptr<Elsewhere>> workers;
  for (unsigned rank = 1; rank < link.ranks(); ++rank)
    workers.push_back(std::make_unique<RankWorker>(link, rank, facts));
  return workers;
}

}  // namespace perft_verify::verifier
