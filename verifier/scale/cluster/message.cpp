#include "verifier/scale/cluster/message.h"

#include <fmt/format.h>

#include "verifier/run/record/record.h"

namespace perft_verify::verifier {

PERFT_VERIFY_FIELDS(Hello, host, failure, facts)
PERFT_VERIFY_FIELDS(RowPlan, depth, shallow, shallow_nodes, nodes, most_shallow_nodes, most_nodes,
                    reason, skipped)
PERFT_VERIFY_FIELDS(OutlineRow, depth, measure)
PERFT_VERIFY_FIELDS(ExpandPaths, paths, depth, positions)
PERFT_VERIFY_FIELDS(CountPaths, paths, most_nodes)
PERFT_VERIFY_FIELDS(AskSubject, root_moves, part)
PERFT_VERIFY_FIELDS(KeepAnswer, answer)
PERFT_VERIFY_FIELDS(AskFailure, failure, repeatable)
PERFT_VERIFY_FIELDS(SubjectAnswer, answer, before, seconds)
PERFT_VERIFY_FIELDS(Answers, subject, reference, reference_seconds)
PERFT_VERIFY_FIELDS(JudgeRow, answers)
PERFT_VERIFY_FIELDS(Job, row, depth, nodes, part, task)
PERFT_VERIFY_FIELDS(ReferencePace, nodes_per_second, seconds_per_question, seconds_per_board)
PERFT_VERIFY_FIELDS(Outline, remembered, root, pace)
PERFT_VERIFY_FIELDS(Expansion, divide, positions)
PERFT_VERIFY_FIELDS(JobResult, found, seconds)
// The rest of a row is for reports.
PERFT_VERIFY_FIELDS_BUT(Row,
                        (file, line, column, id, count_places, wanted_depth, operations, unread,
                         notes, skip_reason, ),
                        fen, chess960, recorded)
PERFT_VERIFY_FIELDS(RankJob, row, plan, job, state)
PERFT_VERIFY_FIELDS(RankDone, result, state, stopped, cut_short, failure)

namespace {

template <typename T>
std::expected<T, std::string> parsed(std::string_view text) {
  auto value = record::parsed_text<T>(text);
  if (value) return value;
  return std::unexpected(fmt::format(
      "a message between ranks cannot be read ({}); are they of one version?", value.error()));
}

}  // namespace

std::string text_of(const Hello& hello) { return record::text_of(hello); }
std::string text_of(const RankJob& job) { return record::text_of(job); }
std::string text_of(const RankDone& done) { return record::text_of(done); }

std::expected<Hello, std::string> parse_hello(std::string_view text) { return parsed<Hello>(text); }
std::expected<RankJob, std::string> parse_job(std::string_view text) {
  return parsed<RankJob>(text);
}

std::expected<RankDone, std::string> parse_done(std::string_view text) {
  auto done = parsed<RankDone>(text);
  if (done && done->state) {
    done->state->stopped = done->stopped;
    done->state->cut_short = done->cut_short;
  }
  return done;
}

}  // namespace perft_verify::verifier
