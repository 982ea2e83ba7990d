#include <fmt/format.h>

#include <array>
#include <deque>
#include <random>

#include "tests/engines/family.h"

namespace perft_verify::odd {
namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  /// Picks one; the generator of <random> is the same everywhere, its distributions are not.
  template <typename T, std::size_t N>
  T one_of(const std::array<T, N>& things) {
    return things[engine_() % N];
  }
  bool one_in(unsigned number) { return engine_() % number == 0; }

 private:
  std::mt19937 engine_;
};

using Words = std::string_view;

constexpr std::array<Words, 10> kUciCommands{"go perft",    "go perft",     "perft",    "divide",
                                             "splitperft",  "perft divide", "perftdiv", "dperft",
                                             "go perftdiv", "go divide"};
constexpr std::array<Words, 4> kOtherCommands{"divide", "perft", "perftdiv", "splitperft"};
constexpr std::array<Words, 9> kPrefixes{"",      "",      "",       "  ",   "move ",
                                         "{i}: ", "{i}) ", "[{i}] ", "{i}. "};
constexpr std::array<Words, 12> kSeparators{": ", ": ",  " ", " - ",  " -> ",      " = ",
                                            "\t", " | ", ":", " .. ", "  nodes: ", " : "};
constexpr std::array<Words, 6> kBehind{"", "", "", " nodes", "  0.001 s", " (5.0%)"};
constexpr std::array<Words, 7> kSpellings{"uci", "uci", "uci", "upper", "long", "san", "rook"};
constexpr std::array<Words, 7> kHeads{"",
                                      "",
                                      "\n",
                                      "Running perft to depth {d}\n",
                                      "info string perft {d}\n",
                                      "=== perft {d} ===\n",
                                      "Position: 1/1\n"};
constexpr std::array<Words, 14> kTotals{"Nodes searched: {n}\n",
                                        "\nNodes searched: {n}\n\n",
                                        "Total: {n}\n",
                                        "nodes {n}\n",
                                        "total nodes = {n}\n",
                                        "perft({d}) = {n}\n",
                                        "perft {d}: {n}\n",
                                        "Leaf nodes: {n}\n",
                                        "{n}\n",
                                        "Total: {n} nodes in 0.012s\n",
                                        "Perft: {n} nodes in 3ms (133 knps)\n",
                                        "Summary:\n{n}\n",
                                        "Depth: {d} Nodes: {n} Time: 12ms\n",
                                        "sum {n}\n"};
constexpr std::array<Words, 5> kMore{"", "", "Time: 3 ms\nNPS: 133333\n", "time 0.003 s\n",
                                     "Total time (ms) : 17\nNodes/second    : 23529\n"};

std::string replaced(std::string_view text, int number) {
  std::string result(text);
  if (const std::size_t at = result.find("{i}"); at != std::string::npos)
    result.replace(at, 3, std::to_string(number));
  return result;
}

std::string_view kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

}  // namespace

Family seeded_family(unsigned seed) {
  Dice dice(seed);
  Family family;
  family.name = kept(fmt::format("seed-{}", seed));
  family.protocol = dice.one_in(5)   ? Protocol::Xboard
                    : dice.one_in(6) ? Protocol::Console
                                     : Protocol::Uci;
  const bool uci = family.protocol == Protocol::Uci;
  family.command = uci ? dice.one_of(kUciCommands) : dice.one_of(kOtherCommands);
  const Words prefix = dice.one_of(kPrefixes);
  const Words separator = dice.one_of(kSeparators);
  const Words behind = dice.one_of(kBehind);
  family.spelling = dice.one_of(kSpellings);
  family.line = [=](int number, const std::string& move, const std::string& count) {
    return fmt::format("{}{}{}{}{}", replaced(prefix, number), move, separator, count, behind);
  };
  family.head = dice.one_of(kHeads);
  const Words total = dice.one_of(kTotals);
  const Words more = dice.one_of(kMore);
  const bool more_first = dice.one_in(4);
  // Only a barrier tells the end of an answer without a total.
  const bool no_total = family.protocol != Protocol::Console && dice.one_in(12);
  family.tail = kept(no_total     ? std::string(more)
                     : more_first ? fmt::format("{}{}", more, total)
                                  : fmt::format("{}{}", total, more));
  family.thousands = dice.one_in(6);
  family.lists_at_depth_one = !dice.one_in(10);
  family.on_stderr = dice.one_in(15);
  family.in_thread = uci && !family.on_stderr && dice.one_in(12);
  family.usermove = dice.one_in(2);
  if (dice.one_in(8)) family.prompt = "> ";
  return family;
}

}  // namespace perft_verify::odd
