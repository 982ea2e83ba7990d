#include "verifier/scale/cluster/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/parallel.h"
#include "reference/uci/uci_engine.h"
#include "verifier/run/judge/worker.h"
#include "verifier/scale/cluster/presence.h"

namespace perft_verify::verifier {
namespace {

using namespace std::chrono_literals;

/// The other end of RankWorker. One thread works, one listens for the end.
class Server {
 public:
  Server(Link& link, const RunOptions& options, std::unique_ptr<reference::Generator> subject,
         std::unique_ptr<reference::Generator> reference)
      : link_(link),
        options_(options),
        subject_(*subject),
        reference_(*reference),
        worker_(options, std::move(subject), std::move(reference), stop_.get_token(), &faults_) {}

  void run(const std::stop_token& stop) {
    const std::stop_callback forward(stop, [this] { over_.request_stop(); });
    FirstException thrown;
    {
      const std::jthread worker([&] {
        if (!thrown.keep([this] { work(); })) over_.request_stop();
      });
      thrown.keep([this] { listen(); });
      over_.request_stop();
      stop_.request_stop();
    }
    thrown.rethrow();
  }

 private:
  void listen() {
    while (!over_.stop_requested()) {
      if (link_.receive(0, MessageKind::Stop)) stop_.request_stop();
      if (link_.receive(0, MessageKind::End)) over_.request_stop();
      std::this_thread::sleep_for(20ms);
    }
  }

  void work() {
    const auto goes_on = [this] { return !over_.stop_requested(); };
    while (const auto text = wait_for(link_, 0, MessageKind::Job, goes_on)) {
      const RankDone done = answer(*text);
      if (!link_.send(0, MessageKind::Done, text_of(done)) || !done.failure.empty()) return;
    }
  }

  RankDone answer(const std::string& text) {
    RankDone done;
    auto said = parse_job(text);
    if (!said) {
      done.failure = said.error();
      return done;
    }
    try {
      RowState state = said->state.value_or(RowState{});
      done.result = worker_.run(said->job, said->row, said->plan, state);
      done.stopped = state.stopped;
      done.cut_short = state.cut_short;
      if (has_failed(done.result) || (said->state && has_failed(state))) done.failure = trouble();
      if (said->state) done.state = std::move(state);
    } catch (const std::exception& error) {  // out of memory, for example
      done.failure = error.what();
    }
    return done;
  }

  static bool has_failed(const RowState& state) {
    return state.done && (state.lacks_answers || state.result.verdict == Verdict::Undecided ||
                          std::ranges::any_of(state.findings, is_failure, &Finding::kind));
  }

  static bool has_failed(const JobResult& result) {
    return std::visit(
        [](const auto& found) {
          using Found = std::decay_t<decltype(found)>;
          if constexpr (std::is_same_v<Found, SubjectAnswer>) {
            return !found.answer.has_value();
          } else if constexpr (std::is_same_v<Found, std::monostate>) {
            return false;
          } else {
            return !found.has_value();
          }
        },
        result.found);
  }

  /// After a failure: checks whether a generator fails on this rank with any question.
  std::string trouble() {
    if (stop_.stop_requested()) return {};
    for (reference::Generator* generator : {&subject_, &reference_}) {
      if (generator == &reference_ && options_.recorded) continue;
      generator->restart();
      if (const auto ok = reference::speaks(*generator, stop_.get_token());
          !ok && ok.error().kind != reference::FailureKind::Stopped)
        return fmt::format("{} has failed: {}", generator->identity().name, ok.error().message);
    }
    return {};
  }

  Link& link_;
  const RunOptions& options_;
  std::stop_source stop_;  // of the current job
  std::stop_source over_;  // everything
  KnownFaults faults_;
  reference::Generator& subject_;  // the worker's
  reference::Generator& reference_;
  Worker worker_;
};

}  // namespace

void serve(Link& link, const Hello& hello, const RunOptions& options,
           std::unique_ptr<reference::Generator> subject,
           std::unique_ptr<reference::Generator> reference, const std::stop_token& stop) {
  link.send(0, MessageKind::Hello, text_of(hello));
  if (hello.failure.empty()) {
    Server(link, options, std::move(subject), std::move(reference)).run(stop);
  } else {
    wait_for(link, 0, MessageKind::End, [&stop] { return !stop.stop_requested(); });
  }
}

}  // namespace perft_verify::verifier
