#include "verifier/scale/cluster/peer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/text/printable.h"
#include "verifier/scale/cluster/message.h"

namespace perft_verify::verifier {
namespace {

using namespace std::chrono_literals;

/// The time that a rank has to finish its job after a stop.
constexpr auto kPatience = 5s;

std::string why_nothing(const std::stop_token& stop) {
  if (stop.stop_requested()) return "the run was stopped";
  return fmt::format("nothing was heard of it for {} s; is its host up, and its link?",
                     std::chrono::duration<double>(longest_silence()).count());
}

}  // namespace

Peer::Peer(Link& link, unsigned rank, RunFacts facts)
    : link_(link), rank_(rank), facts_(std::move(facts)), presence_(link, rank) {}

std::expected<void, std::string> Peer::ready(const std::stop_token& stop) {
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

std::expected<std::optional<std::string>, std::string> Peer::ask(const std::string& job,
                                                                 const std::stop_token& stop) {
  if (!link_.send(rank_, MessageKind::Job, job)) return failed(why_nothing(stop));
  auto text = await(MessageKind::Done, stop);
  if (text) return text;
  if (!stop.stop_requested()) return failed(why_nothing(stop));
  // The results that it has by now count.
  link_.send(rank_, MessageKind::Stop, "");
  const auto end = std::chrono::steady_clock::now() + kPatience;
  return wait_for(link_, rank_, MessageKind::Done,
                  [end] { return std::chrono::steady_clock::now() < end; });
}

std::unexpected<std::string> Peer::failed(std::string_view why) const {
  return std::unexpected(fmt::format("rank {}{}{} does no more of the work: {}", rank_,
                                     host_.empty() ? "" : " on ", printable(host_),
                                     printable(why, 1000)));
}

std::optional<std::string> Peer::await(MessageKind kind, const std::stop_token& stop) {
  presence_.expect();
  return wait_for(link_, rank_, kind,
                  [&] { return !stop.stop_requested() && presence_.is_there(); });
}

}  // namespace perft_verify::verifier
