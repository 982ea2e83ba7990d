// What ranks say to each other, as text: the journal's records with what a row is around them.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verifier/run/journal_record.h"

namespace perft_verify::verifier {

/// Whether a rank can work.
struct Hello {
  std::string host;
  std::string failure;  // why not; else empty
  /// What has to be the same everywhere: version, options, programs of both sides.
  std::vector<std::pair<std::string, std::string>> facts;
};

struct RankJob {
  Row row;
  RowPlan plan;
  int depth = 0;
  RowState state;
};

struct RankDone {
  RowState state;
  std::string failure;  // the row is given back: why
};

std::string text_of(const Hello& hello);
std::string job_text(const Row& row, const RowPlan& plan, int depth, const RowState& state);
std::string text_of(const RankDone& done);

/// The errors are one sentence: the other rank is of another version.
std::expected<Hello, std::string> parse_hello(std::string_view text);
std::expected<RankJob, std::string> parse_job(std::string_view text);
std::expected<RankDone, std::string> parse_done(std::string_view text);

}  // namespace perft_verify::verifier
