#include "verifier/scale/cluster/presence.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <new>

namespace perft_verify::verifier {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr auto kUsualSilence = 30s;
constexpr auto kBeat = 1s;
constexpr auto kBusily = 1ms;
constexpr auto kLongestSleep = 5ms;

}  // namespace

steady_clock::duration longest_silence() {
  const char* const seconds = std::getenv("PERFT_VERIFY_RANK_SILENCE");
  const double wanted = seconds == nullptr ? 0 : std::strtod(seconds, nullptr);
  if (!(wanted > 0)) return kUsualSilence;
  return std::chrono::duration_cast<steady_clock::duration>(
      std::chrono::duration<double>(std::min(wanted, 1e6)));
}

Heartbeat::Heartbeat(Link& link)
    : thread_([&link](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any ended;
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
          try {
            link.send(0, MessageKind::Alive, "");
          } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
            // One beat less is no loss.
          }
          ended.wait_for(lock, stop, kBeat, [] { return false; });
        }
      }) {}

bool Presence::is_there() {
  const auto now = steady_clock::now();
  if (now - looked_ < kBeat / 10) return true;
  looked_ = now;
  while (link_.receive(rank_, MessageKind::Alive)) heard_ = now;
  return now - heard_ < longest_silence();
}

std::optional<std::string> wait_for(Link& link, unsigned rank, MessageKind kind,
                                    const std::function<bool()>& goes_on) {
  const auto begin = steady_clock::now();
  auto sleep = std::chrono::microseconds(100);
  while (goes_on()) {
    if (auto text = link.receive(rank, kind)) return text;
    if (steady_clock::now() - begin < kBusily) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(sleep);
      sleep = std::min<std::chrono::microseconds>(2 * sleep, kLongestSleep);
    }
  }
  return link.receive(rank, kind);
}

bool leave(Link& link) {
  if (link.rank() != 0) {
    link.send(0, MessageKind::Bye, "");
    return true;
  }
  bool all = true;
  for (unsigned rank = 1; rank < link.ranks(); ++rank)
    all = link.send(rank, MessageKind::End, "") && all;
  for (unsigned rank = 1; rank < link.ranks(); ++rank) {
    Presence presence(link, rank);
    presence.expect();
    all = wait_for(link, rank, MessageKind::Bye, [&] { return presence.is_there(); }) && all;
  }
  return all;
}

}  // namespace perft_verify::verifier
