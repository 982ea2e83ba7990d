#include "verifier/cluster/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

#include "reference/uci_engine.h"
#include "verifier/cluster/rank_worker.h"
#include "verifier/run/row_check.h"

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
        subject_(std::move(subject)),
        reference_(std::move(reference)) {}

  void run(const std::stop_token& stop) {
    const std::stop_callback forward(stop, [this] { over_.request_stop(); });
    std::jthread worker([this] { work(); });
    while (!over_.stop_requested()) {
      if (link_.receive(0, MessageKind::Stop)) stop_.request_stop();
      if (link_.receive(0, MessageKind::End)) over_.request_stop();
      std::this_thread::sleep_for(20ms);
    }
    stop_.request_stop();
  }

 private:
  void work() {
    RowCheck check(options_, *subject_, *reference_, stop_.get_token(), &faults_);
    while (const auto text = wait_for(link_, 0, MessageKind::Job, over_.get_token())) {
      const RankDone done = answer(*text, check);
      link_.send(0, MessageKind::Done, text_of(done));
      if (!done.failure.empty()) return;
    }
  }

  RankDone answer(const std::string& text, RowCheck& check) {
    auto job = parse_job(text);
    if (!job) return {{}, job.error()};
    try {
      check.run(job->row, job->plan, job->depth, job->state);
    } catch (const std::exception& error) {  // there is no memory left, say
      return {{}, error.what()};
    }
    RankDone done{std::move(job->state), {}};
    if (const std::string why = trouble(done.state); !why.empty()) return {{}, why};
    return done;
  }

  /// Where somebody has failed: whether that is so here with every question.
  std::string trouble(const RowState& state) {
    const auto is_failure = [](const Finding& finding) {
      return finding.kind == FindingKind::Crash || finding.kind == FindingKind::Timeout ||
             finding.kind == FindingKind::Protocol;
    };
    if (!state.done || stop_.stop_requested()) return {};
    if (state.result.verdict != Verdict::Undecided &&
        std::ranges::none_of(state.findings, is_failure))
      return {};
    for (reference::Generator* generator : {subject_.get(), reference_.get()}) {
      if (generator == reference_.get() && options_.recorded) continue;
      generator->restart();
      if (const auto ok = reference::speaks(*generator, stop_.get_token());
          !ok && ok.error().kind != reference::FailureKind::Stopped)
        return fmt::format("{} has failed: {}", generator->identity().name, ok.error().message);
    }
    return {};
  }

  Link& link_;
  const RunOptions& options_;
  std::unique_ptr<reference::Generator> subject_;
  std::unique_ptr<reference::Generator> reference_;
  KnownFaults faults_;
  std::stop_source stop_;  // what is being done
  std::stop_source over_;  // everything
};

}  // namespace

void serve(Link& link, const Hello& hello, const RunOptions& options,
           std::unique_ptr<reference::Generator> subject,
           std::unique_ptr<reference::Generator> reference, const std::stop_token& stop) {
  link.send(0, MessageKind::Hello, text_of(hello));
  if (hello.failure.empty()) {
    Server(link, options, std::move(subject), std::move(reference)).run(stop);
  } else {
    wait_for(link, 0, MessageKind::End, stop);
  }
}

}  // namespace perft_verify::verifier
