#include "verifier/tools/bench/bench_report.h"

#include <fmt/format.h>

#include <thread>

#include "core/text/format.h"
#include "verifier/report/version.h"
#include "verifier/suite/json.h"
#include "verifier/tools/bench/machine.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kNameColumns = 17;
constexpr std::size_t kLeastColumns = 22;

std::string title_of(Way way, const BenchSetting& setting) {
  if (way == Way::Alone) return "1 thread";
  if (way == Way::Table) return fmt::format("1 thread, {} MB", grouped(setting.hash_megabytes));
  return fmt::format("{} threads", setting.options.jobs);
}

/// Room for the ratios of all rounds.
std::size_t columns(const BenchOptions& options) {
  return std::max(kLeastColumns, options.rounds * std::size_t{6} + 2);
}

double median_speed(const Series& series) {
  std::vector<double> speeds;
  for (const Measurement& each : series.rounds) speeds.push_back(speed(each, series.way));
  return median(std::move(speeds));
}

std::string cell(const Series& series) {
  return fmt::format("d{} {:>9}", series.work.depth, speed_text(median_speed(series)));
}

std::string line(std::string_view name, const std::vector<std::string>& cells, std::size_t width) {
  std::string text = fitted(name, kNameColumns);
  for (const std::string& each : cells) text += " " + fitted(each, width);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

Json series_json(const Series& series, std::string_view way) {
  Json rounds = Json::array();
  for (const Measurement& each : series.rounds)
    rounds.push_back({{"cpu_seconds", each.cpu > 0 ? Json(each.cpu) : Json(nullptr)},
                      {"wall_seconds", each.wall}});
  return {{"way", way},
          {"depth", series.work.depth},
          {"nodes", series.work.nodes},
          {"rounds", std::move(rounds)},
          {"nodes_per_second", median_speed(series)}};
}

std::string_view name_of(Way way) {
  if (way == Way::Alone) return "one-thread";
  return way == Way::Table ? "table" : "threads";
}

}  // namespace

std::string bench_title(const BenchSetting& setting) {
  const BenchOptions& options = setting.options;
  std::string text =
      fmt::format("verify {}, {}, {} on {} ({} cores)\n", kVersion, compiler_name(),
                  to_string(setting.simd), cpu_name(), std::thread::hardware_concurrency());
  if (setting.engine)
    text += fmt::format("in turn with {}, {} rounds: how many times as fast as it, pair by pair\n",
                        setting.engine->name, options.rounds);
  std::vector<std::string> titles{title_of(Way::Alone, setting)};
  if (options.table != nullptr) titles.push_back(title_of(Way::Table, setting));
  if (options.jobs > 1) titles.push_back(title_of(Way::Threads, setting));
  return text + "\n" + line("nodes/second", titles, columns(options));
}

std::string bench_text(const BenchRow& row, const BenchSetting& setting) {
  const std::size_t width = columns(setting.options);
  std::vector<std::string> cells;
  for (const Series& series : row.core) cells.push_back(cell(series));
  std::string text = line(row.position.name, cells, width);
  if (!row.engine) return text;
  text += line("  " + setting.engine->name, {cell(*row.engine)}, width);
  std::vector<std::string> pairs;
  std::vector<std::string> medians;
  for (const Series& series : row.core) {
    std::string pair;
    const std::vector<double> all = ratios(series, *row.engine);
    for (const double each : all) pair += fmt::format("{}{:.2f}", pair.empty() ? "" : " ", each);
    pairs.push_back(std::move(pair));
    medians.push_back(fmt::format("{:.2f}", median(all)));
  }
  return text + line("  times", pairs, width) + line("  median", medians, width);
}

std::string bench_footer(const BenchSetting& setting, bool engine_by_wall) {
  std::string text = "By CPU time";
  if (setting.options.jobs > 1) text += ", with several threads by the wall clock";
  text += ".\n";
  if (engine_by_wall)
    text +=
        fmt::format("{} tells no CPU time of its own; the ratios to it are by the wall clock.\n",
                    setting.engine->name);
  return text;
}

Json bench_json(const BenchSetting& setting, const std::vector<BenchRow>& rows) {
  const BenchOptions& options = setting.options;
  Json json{{"version", kVersion},
            {"compiler", compiler_name()},
            {"cpu", cpu_name()},
            {"cores", std::thread::hardware_concurrency()},
            {"simd", to_string(setting.simd)},
            {"quick", options.quick},
            {"rounds", options.rounds},
            {"hash_megabytes", setting.hash_megabytes},
            {"jobs", options.jobs},
            {"against", nullptr},
            {"positions", Json::array()}};
  if (setting.engine)
    json["against"] = {{"name", setting.engine->name}, {"command", setting.engine->command}};
  for (const BenchRow& row : rows) {
    Json core = Json::array();
    for (const Series& series : row.core) {
      Json each = series_json(series, name_of(series.way));
      if (row.engine) {
        const std::vector<double> all = ratios(series, *row.engine);
        each["ratios"] = all;
        each["median_ratio"] = median(all);
      }
      core.push_back(std::move(each));
    }
    Json position{{"name", row.position.name}, {"fen", row.position.fen}, {"core", core}};
    if (row.engine) position["engine"] = series_json(*row.engine, "engine");
    json["positions"].push_back(std::move(position));
  }
  return json;
}

}  // namespace perft_verify::verifier
