// The faults of a move list.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace perft_verify::verifier {

/// As UCI texts, each list sorted.
struct WrongMoves {
  std::vector<std::string> illegal;    // listed by the subject, not by the reference
  std::vector<std::string> missing;    // listed by the reference, not by the subject
  std::vector<std::string> duplicate;  // listed more than once by the subject

  [[nodiscard]] bool any() const {
    return !illegal.empty() || !missing.empty() || !duplicate.empty();
  }
  [[nodiscard]] bool includes(const WrongMoves& some) const {
    return std::ranges::includes(illegal, some.illegal) &&
           std::ranges::includes(missing, some.missing) &&
           std::ranges::includes(duplicate, some.duplicate);
  }
  [[nodiscard]] bool shares_any_of(const WrongMoves& others) const {
    const auto share = [](const auto& some, const auto& of) {
      return std::ranges::find_first_of(some, of) != some.end();
    };
    return share(illegal, others.illegal) || share(missing, others.missing) ||
           share(duplicate, others.duplicate);
  }
  [[nodiscard]] WrongMoves without(const WrongMoves& others) const {
    const auto rest = [](const auto& all, const auto& of) {
      std::vector<std::string> left;
      std::ranges::set_difference(all, of, std::back_inserter(left));
      return left;
    };
    return {rest(illegal, others.illegal), rest(missing, others.missing),
            rest(duplicate, others.duplicate)};
  }
  friend bool operator==(const WrongMoves&, const WrongMoves&) = default;
};

}  // namespace perft_verify::verifier
