// The work of a rank other than 0: what it is given, until there is no more.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "verifier/run/model/options.h"
#include "verifier/scale/cluster/link.h"
#include "verifier/scale/cluster/message.h"

namespace perft_verify::verifier {

/// What is sent back for a job; nothing if no job can be done any more.
using AnswerJob = std::function<std::optional<std::string>(const std::string& text)>;
/// Says hello, answers jobs in a thread of their own, and returns at the end of the run or at
/// `stop`; then, and when rank 0 needs the current one no more, `job` is stopped. With a failure in
/// `hello` no job is answered.
void serve_jobs(Link& link, const Hello& hello, const std::stop_source& job,
                const std::stop_token& stop, const AnswerJob& answer);

/// The same for rows. With a failure in `hello` the generators may be null.
void serve(Link& link, const Hello& hello, const RunOptions& options,
           std::unique_ptr<reference::Generator> subject,
           std::unique_ptr<reference::Generator> reference, const std::stop_token& stop);

}  // namespace perft_verify::verifier
