#include "verifier/scale/cluster/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "core/parallel.h"
#include "reference/uci/uci_engine.h"
#include "verifier/run/judge/worker.h"
#include "verifier/scale/cluster/presence.h"

namespace perft_verify::verifier {
namespace {

using namespace std::chrono_literals;

/// The other end of RankWorker.
class Server {
 public:
  Server(const RunOptions& options, std::unique_ptr<reference::Generator> subject,
         std::unique_ptr<reference::Generator> reference, const std::stop_token& stop)
      : options_(options),
        stop_(stop),
        subject_(*subject),
        reference_(*reference),
        worker_(options, std::move(subject), std::move(reference), stop, &faults_) {}

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

 private:
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
      if (const auto ok = reference::speaks(*generator, stop_);
          !ok && ok.error().kind != reference::FailureKind::Stopped)
        return fmt::format("{} has failed: {}", generator->identity().name, ok.error().message);
    }
    return {};
  }

  const RunOptions& options_;
  std::stop_token stop_;
  KnownFaults faults_;
  reference::Generator& subject_;  // the worker's
  reference::Generator& reference_;
  Worker worker_;
};

}  // namespace

void serve_jobs(Link& link, const Hello& hello, const std::stop_source& job,
                const std::stop_token& stop, const AnswerJob& answer) {
  link.send(0, MessageKind::Hello, text_of(hello));
  std::stop_source over;
  const std::stop_callback forward(stop, [&over] { over.request_stop(); });
  const auto goes_on = [&over] { return !over.stop_requested(); };
  if (!hello.failure.empty()) {
    wait_for(link, 0, MessageKind::End, goes_on);
    return;
  }
  const auto work = [&] {
    while (const auto text = wait_for(link, 0, MessageKind::Job, goes_on)) {
      const auto done = answer(*text);
      if (!done || !link.send(0, MessageKind::Done, *done)) return;
    }
  };
  const auto listen = [&] {
    while (goes_on()) {
      if (link.receive(0, MessageKind::Stop)) job.request_stop();
      if (link.receive(0, MessageKind::End)) over.request_stop();
      std::this_thread::sleep_for(20ms);
    }
  };
  FirstException thrown;
  {
    const std::jthread worker([&] {
      if (!thrown.keep(work)) over.request_stop();
    });
    thrown.keep(listen);
    over.request_stop();
    job.request_stop();
  }
  thrown.rethrow();
}

void serve(Link& link, const Hello& hello, const RunOptions& options,
           std::unique_ptr<reference::Generator> subject,
           std::unique_ptr<reference::Generator> reference, const std::stop_token& stop) {
  const std::stop_source job;
  std::optional<Server> server;
  if (hello.failure.empty())
    server.emplace(options, std::move(subject), std::move(reference), job.get_token());
  serve_jobs(link, hello, job, stop,
             [&server](const std::string& text) { return text_of(server->answer(text)); });
}

}  // namespace perft_verify::verifier
