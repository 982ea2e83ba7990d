#include "verifier/tools/mutate/cover_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>

#include "reference/process/child_process.h"

namespace perft_verify::verifier {
namespace {

constexpr std::chrono::hours kPatience{1};
constexpr auto kEnd = reference::ChildProcess::Fault::Closed;

/// At least so many of these offers are to be taken.
struct Demand {
  std::vector<std::size_t> offers;  // ascending
  unsigned times = 0;
};

std::vector<Demand> demands_of(std::span<const Offer> offers, std::span<const unsigned> wanted,
                               std::span<const std::size_t> taken) {
  std::vector<Demand> demands(wanted.size());
  for (std::size_t at = 0; at < offers.size(); ++at)
    for (const std::uint32_t goal : offers[at].goals) demands[goal].offers.push_back(at);
  for (const std::size_t at : taken)
    for (const std::uint32_t goal : offers[at].goals)
      demands[goal].times = std::min(demands[goal].times + 1, wanted[goal]);
  std::erase_if(demands, [](const Demand& each) { return each.times == 0; });
  return demands;
}

/// Without demands that are met whenever another one is: that one asks for as many of fewer offers.
std::vector<Demand> needed(std::vector<Demand> demands) {
  std::ranges::stable_sort(demands, {}, [](const Demand& each) { return each.offers.size(); });
  std::vector<Demand> kept;
  std::map<std::size_t, std::vector<std::size_t>> by_first_offer;  // places in kept
  for (Demand& demand : demands) {
    const bool implied = std::ranges::any_of(demand.offers, [&](std::size_t offer) {
      return std::ranges::any_of(by_first_offer[offer], [&](std::size_t at) {
        return kept[at].times >= demand.times &&
               std::ranges::includes(demand.offers, kept[at].offers);
      });
    });
    if (implied) continue;
    by_first_offer[demand.offers.front()].push_back(kept.size());
    kept.push_back(std::move(demand));
  }
  return kept;
}

std::string sum_of(std::span<const std::size_t> offers) {
  std::string text;
  for (const std::size_t at : offers) text += fmt::format("\n + x{}", at);
  return text;
}

/// The columns with the value 1 of a solution as glpsol writes it ("j 5 1"), if it is a best one.
std::expected<std::vector<std::size_t>, std::string> read_solution(std::istream& lines) {
  std::vector<std::size_t> taken;
  bool best = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "s") {
      std::string problem;
      std::string state;
      std::size_t rows = 0;
      std::size_t columns = 0;
      words >> problem >> rows >> columns >> state;
      best = state == "o";
    }
    std::size_t column = 0;
    double value = 0;
    if (kind == "j" && words >> column >> value && value > 0.5) taken.push_back(column - 1);
  }
  if (!best) return std::unexpected("glpsol has not found a best solution");
  return taken;
}

/// A folder of its own, which is removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "verify-XXXXXX").string()) {
    made_ = ::mkdtemp(path_.data()) != nullptr;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code none;
    if (made_) std::filesystem::remove_all(path_, none);
  }
  [[nodiscard]] std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
  bool made_ = false;
};

/// Empty if it ended well.
std::string run_glpsol(const std::string& problem, const std::string& solution,
                       const std::stop_token& stop) {
  using reference::ChildProcess;
  auto child = ChildProcess::start({"glpsol", "--lp", problem, "--cuts", "--write", solution},
                                   {.errors_with_output = true});
  if (!child) return fmt::format("{} (the package glpk-utils has glpsol)", child.error());
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (auto line = (*child)->read_line(deadline, stop); line || line.error() != kEnd;
       line = (*child)->read_line(deadline, stop))
    if (!line && line.error() != ChildProcess::Fault::LineTooLong) return "glpsol was stopped";
  const std::string end = (*child)->end(std::chrono::seconds(1));
  return end == "exited with code 0" ? "" : "glpsol " + end;
}

}  // namespace

std::string cover_problem(std::span<const Offer> offers, std::span<const unsigned> wanted,
                          std::span<const std::size_t> taken) {
  const auto cost = [&](std::size_t sum, std::size_t at) { return sum + offers[at].cost; };
  std::string text =
      fmt::format("\\ The greedy choice: {} offers, cost {}\nMinimize\n cost:", taken.size(),
                  std::accumulate(taken.begin(), taken.end(), std::size_t{0}, cost));
  for (std::size_t at = 0; at < offers.size(); ++at)
    text += fmt::format("\n + {} x{}", offers[at].cost, at);
  text += "\nSubject To";
  std::size_t number = 0;
  for (const Demand& each : needed(demands_of(offers, wanted, taken)))
    text += fmt::format("\n goal{}:{}\n >= {}", ++number, sum_of(each.offers), each.times);
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t at = 0; at < offers.size(); ++at) groups[offers[at].group].push_back(at);
  for (const auto& [group, members] : groups)
    if (members.size() > 1) text += fmt::format("\n group{}:{}\n <= 1", group, sum_of(members));
  text += "\nBinary";
  for (std::size_t at = 0; at < offers.size(); ++at) text += fmt::format("\n x{}", at);
  return text + "\nEnd\n";
}

std::expected<std::vector<std::size_t>, std::string> cheapest_cover(
    std::span<const Offer> offers, std::span<const unsigned> wanted,
    std::span<const std::size_t> taken, const std::stop_token& stop) {
  const TemporaryFolder folder;
  const std::string problem = folder.file("problem.lp");
  const std::string solution = folder.file("solution");
  if (std::ofstream file(problem); !(file << cover_problem(offers, wanted, taken) << std::flush))
    return std::unexpected(fmt::format("{}: cannot be written", problem));
  if (std::string trouble = run_glpsol(problem, solution, stop); !trouble.empty())
    return std::unexpected(std::move(trouble));
  std::ifstream file(solution);
  return read_solution(file);
}

}  // namespace perft_verify::verifier
