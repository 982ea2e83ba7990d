#include "verifier/cluster/message.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace perft_verify::verifier {
namespace {

using Json = nlohmann::json;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename T, typename Read>
std::expected<T, std::string> parsed(std::string_view text, Read read) {
  try {
    T value;
    read(Json::parse(text), value);
    return value;
  } catch (const std::exception& error) {
    return std::unexpected(fmt::format(
        "a message between ranks cannot be read ({}); are they of one version?", error.what()));
  }
}

RowState state_of(const Json& json) {
  auto entry = parse_journal_text(json.at("state").get<std::string>());
  if (!entry) throw std::runtime_error(entry.error());
  return std::move(entry->state);
}

}  // namespace

std::string text_of(const Hello& hello) {
  return line_of({{"host", hello.host}, {"failure", hello.failure}, {"facts", hello.facts}});
}

std::expected<Hello, std::string> parse_hello(std::string_view text) {
  return parsed<Hello>(text, [](const Json& json, Hello& hello) {
    json.at("host").get_to(hello.host);
    json.at("failure").get_to(hello.failure);
    json.at("facts").get_to(hello.facts);
  });
}

std::string job_text(const Row& row, const RowPlan& plan, int depth, const RowState& state) {
  // Whoever checks a row needs its position and counts; the rest is for reports.
  const std::vector<std::pair<int, std::uint64_t>> recorded(row.recorded.begin(),
                                                            row.recorded.end());
  return line_of({{"fen", row.fen},
                  {"chess960", row.chess960},
                  {"recorded", recorded},
                  {"plan",
                   {plan.depth, plan.shallow, plan.shallow_nodes, plan.nodes,
                    plan.most_shallow_nodes, plan.most_nodes}},
                  {"depth", depth},
                  {"state", journal_text({state.index, state})}});
}

std::expected<RankJob, std::string> parse_job(std::string_view text) {
  return parsed<RankJob>(text, [](const Json& json, RankJob& job) {
    json.at("fen").get_to(job.row.fen);
    json.at("chess960").get_to(job.row.chess960);
    for (const auto& [depth, nodes] :
         json.at("recorded").get<std::vector<std::pair<int, std::uint64_t>>>())
      job.row.recorded[depth] = nodes;
    const Json& plan = json.at("plan");
    plan.at(0).get_to(job.plan.depth);
    plan.at(1).get_to(job.plan.shallow);
    plan.at(2).get_to(job.plan.shallow_nodes);
    plan.at(3).get_to(job.plan.nodes);
    plan.at(4).get_to(job.plan.most_shallow_nodes);
    plan.at(5).get_to(job.plan.most_nodes);
    json.at("depth").get_to(job.depth);
    job.state = state_of(json);
  });
}

std::string text_of(const RankDone& done) {
  return line_of({{"state", journal_text({done.state.index, done.state})},
                  {"stopped", done.state.stopped},
                  {"cut_short", done.state.cut_short},
                  {"failure", done.failure}});
}

std::expected<RankDone, std::string> parse_done(std::string_view text) {
  return parsed<RankDone>(text, [](const Json& json, RankDone& done) {
    done.state = state_of(json);
    json.at("stopped").get_to(done.state.stopped);
    json.at("cut_short").get_to(done.state.cut_short);
    json.at("failure").get_to(done.failure);
  });
}

}  // namespace perft_verify::verifier
