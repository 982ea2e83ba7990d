#include "verifier/run/schedule/equal_rows.h"

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <numeric>
#include <tuple>
#include <utility>

namespace perft_verify::verifier {

EqualRows::EqualRows(std::size_t rows) : first_(rows), next_(rows) {
  std::iota(first_.begin(), first_.end(), 0U);
}

void EqualRows::find(const RunInfo& run, const RowStates& states, bool recorded) {
  const auto identity = [&run, recorded](std::size_t row) {
    const auto [fen, chess960] = run.rows.fen(row);
    return std::tuple(recorded ? run.rows.position_and_counts(row) : fen, chess960,
                      run.plans[row].depth);
  };
  const auto hash = [&identity](std::size_t row) { return boost::hash_value(identity(row)); };
  const auto equal = [&identity](std::size_t a, std::size_t b) {
    return identity(a) == identity(b);
  };
  boost::unordered_flat_set<std::uint32_t, decltype(hash), decltype(equal)> known(0, hash, equal);
  std::vector<std::uint32_t> first_of_plan;  // from 1
  for (std::size_t row = 0; row < states.size(); ++row) {
    if (states[row].done) continue;
    const std::size_t plan = run.plans.number(row);
    if (plan >= first_of_plan.size()) first_of_plan.resize(plan + 1);
    std::uint32_t& first = first_of_plan[plan];
    if (first == 0) first = 1 + *known.insert(static_cast<std::uint32_t>(row)).first;
    first_[row] = first - 1;
  }
  std::vector<std::uint32_t> next(states.size());  // by first row
  for (std::size_t row = states.size(); row-- > 0;)
    next_[row] = std::exchange(next[first_[row]], static_cast<std::uint32_t>(row));
}

}  // namespace perft_verify::verifier
