// The messages between ranks, as text: jobs and their results.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verifier/run/judge/row_state.h"
#include "verifier/run/model/job.h"
#include "verifier/run/model/plan.h"

namespace perft_verify::verifier {

/// Whether a rank can work.
struct Hello {
  std::string host;
  std::string failure;  // the reason if it cannot; else empty
  /// The facts that have to be the same everywhere: version, options, programs of both sides.
  std::vector<std::pair<std::string, std::string>> facts;
};

struct RankJob {
  Row row;
  RowPlan plan;
  Job job;
  /// The state of the row, if the job ends it.
  std::optional<RowState> state;
};

struct RankDone {
  JobResult result;
  std::optional<RowState> state;  // as the job's
  bool stopped = false;           // of the state
  bool cut_short = false;
  std::string failure;  // the reason if the job is given back
};

std::string text_of(const Hello& hello);
/// The fields of the row that only reports need are left out.
std::string text_of(const RankJob& job);
std::string text_of(const RankDone& done);

/// The errors are one sentence: the other rank is of another version.
std::expected<Hello, std::string> parse_hello(std::string_view text);
std::expected<RankJob, std::string> parse_job(std::string_view text);
std::expected<RankDone, std::string> parse_done(std::string_view text);

}  // namespace perft_verify::verifier
