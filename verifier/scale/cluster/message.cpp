#include "verifier/scale/cluster/message.h"

#include <fmt/format.h>

#include "verifier/run/record.h"

namespace perft_verify::verifier {
namespace record {

template <typename Visit>
void visit_fields(Visit&& visit, Hello& hello) {
  auto& [host, failure, facts] = hello;
  visit("host", host);
  visit("failure", failure);
  visit("facts", facts);
}

template <typename Visit>
void visit_fields(Visit&& visit, RowPlan& plan) {
  auto& [depth, shallow, shallow_nodes, nodes, most_shallow_nodes, most_nodes, reason] = plan;
  visit("depth", depth);
  visit("shallow", shallow);
  visit("shallow_nodes", shallow_nodes);
  visit("nodes", nodes);
  visit("most_shallow_nodes", most_shallow_nodes);
  visit("most_nodes", most_nodes);
  visit("reason", reason);
}

template <typename Visit>
void visit_fields(Visit&& visit, OutlineRow& task) {
  auto& [depth, measure] = task;
  visit("depth", depth);
  visit("measure", measure);
}

template <typename Visit>
void visit_fields(Visit&& visit, ExpandPaths& task) {
  auto& [paths, depth, positions] = task;
  visit("paths", paths);
  visit("depth", depth);
  visit("positions", positions);
}

template <typename Visit>
void visit_fields(Visit&& visit, CountPaths& task) {
  auto& [paths, most_nodes] = task;
  visit("paths", paths);
  visit("most_nodes", most_nodes);
}

template <typename Visit>
void visit_fields(Visit&& visit, AskSubject& task) {
  auto& [root_moves, part] = task;
  visit("root_moves", root_moves);
  visit("part", part);
}

template <typename Visit>
void visit_fields(Visit&& visit, KeepAnswer& task) {
  auto& [answer] = task;
  visit("answer", answer);
}

template <typename Visit>
void visit_fields(Visit&& visit, AskFailure& failed) {
  auto& [failure, repeatable] = failed;
  visit("failure", failure);
  visit("repeatable", repeatable);
}

template <typename Visit>
void visit_fields(Visit&& visit, SubjectAnswer& subject) {
  auto& [answer, before, seconds] = subject;
  visit("answer", answer);
  visit("before", before);
  visit("seconds", seconds);
}

template <typename Visit>
void visit_fields(Visit&& visit, Answers& answers) {
  auto& [subject, reference, reference_seconds] = answers;
  visit("subject", subject);
  visit("reference", reference);
  visit("reference_seconds", reference_seconds);
}

template <typename Visit>
void visit_fields(Visit&& visit, JudgeRow& task) {
  auto& [answers] = task;
  visit("answers", answers);
}

template <typename Visit>
void visit_fields(Visit&& visit, Job& job) {
  auto& [row, depth, nodes, part, task] = job;
  visit("row", row);
  visit("depth", depth);
  visit("nodes", nodes);
  visit("part", part);
  visit("task", task);
}

template <typename Visit>
void visit_fields(Visit&& visit, ReferencePace& pace) {
  auto& [nodes_per_second, seconds_per_question, seconds_per_board] = pace;
  visit("nodes_per_second", nodes_per_second);
  visit("seconds_per_question", seconds_per_question);
  visit("seconds_per_board", seconds_per_board);
}

template <typename Visit>
void visit_fields(Visit&& visit, Outline& outline) {
  auto& [remembered, root, pace] = outline;
  visit("remembered", remembered);
  visit("root", root);
  visit("pace", pace);
}

template <typename Visit>
void visit_fields(Visit&& visit, Expansion& expansion) {
  auto& [divide, positions] = expansion;
  visit("divide", divide);
  visit("positions", positions);
}

template <typename Visit>
void visit_fields(Visit&& visit, JobResult& result) {
  auto& [found, seconds] = result;
  visit("found", found);
  visit("seconds", seconds);
}

template <typename Visit>
void visit_fields(Visit&& visit, RankJob& job) {
  auto& [row, plan, what, state] = job;
  visit("fen", row.fen);
  visit("chess960", row.chess960);
  visit("recorded", row.recorded);
  visit("plan", plan);
  visit("job", what);
  visit("state", state);
}

template <typename Visit>
void visit_fields(Visit&& visit, RankDone& done) {
  auto& [result, state, stopped, cut_short, failure] = done;
  visit("result", result);
  visit("state", state);
  visit("stopped", stopped);
  visit("cut_short", cut_short);
  visit("failure", failure);
}

}  // namespace record

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
