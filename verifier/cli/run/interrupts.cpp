#include "verifier/cli/run/interrupts.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <system_error>

#include "reference/process/child_process.h"
#include "verifier/report/output/standard_error.h"

namespace perft_verify::verifier {
namespace {

using std::chrono::steady_clock;

/// `timeout` sends its signal to a process and then to its group: both are one wish.
constexpr std::chrono::milliseconds kOneWish{500};

sigset_t watched() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

Interrupts::Interrupts() {
  const sigset_t signals = watched();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    waiter_ = std::thread([this] { wait(); });
  } catch (const std::system_error&) {
    // The system has no more threads: then a signal ends the process, as by default.
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

Interrupts::~Interrupts() {
  if (!waiter_.joinable()) return;
  ended_ = true;
  // The waiter receives the signal by sigwait; it does not end the process.
  pthread_kill(waiter_.native_handle(), SIGTERM);  // NOLINT(bugprone-bad-signal-to-kill-thread)
  waiter_.join();
}

void Interrupts::wait() {
  const sigset_t signals = watched();
  steady_clock::time_point first;
  while (true) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0 || ended_) return;
    if (signal_ != 0) {
      if (steady_clock::now() - first < kOneWish) continue;
      reference::kill_all_children();
      _exit(128 + signal);
    }
    first = steady_clock::now();
    signal_ = signal;
    stop_.request_stop();
  }
}

int interrupted(const Interrupts& interrupts, std::string_view what) {
  complain(fmt::format("interrupted before the {} was complete", what));
  return 128 + interrupts.signal();
}

}  // namespace perft_verify::verifier
