#include "verifier/suite/numbering.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/counting/perft.h"

namespace perft_verify::verifier {
namespace {

/// The number of rows that suffices to decide.
constexpr std::size_t kVoters = 1000;
/// The most legal moves of any position.
constexpr std::uint64_t kMostMoves = 218;

const RawCount* count_of(const RawRow& row, CountKey kind, int key) {
  const auto at = std::ranges::find_if(
      row.counts, [&](const RawCount& count) { return count.kind == kind && count.key == key; });
  return at == row.counts.end() ? nullptr : &*at;
}

/// The true count at a small depth, for a vote only.
std::optional<std::uint64_t> truth(const Row& row, int depth) {
  const auto position = row.position();
  if (!position) return std::nullopt;
  const auto nodes = perft(*position, depth);
  return nodes ? std::optional(*nodes) : std::nullopt;
}

/// Whether the entry 0 of lists or names of this kind is for depth 1 rather than depth 0.
bool first_is_depth_one(const std::vector<RawRow>& rows, CountKey kind) {
  std::size_t zero = 0;  // votes
  std::size_t one = 0;
  std::size_t voters = 0;
  bool only_ones = true;
  for (const RawRow& row : rows) {
    const RawCount* const first = count_of(row, kind, 0);
    if (first == nullptr) continue;
    only_ones = only_ones && first->nodes == 1;
    if (++voters > kVoters) continue;
    const auto moves = truth(row.row, 1);
    if (first->nodes != 1) {
      if (first->nodes == moves) ++one;
    } else if (moves != 1) {
      ++zero;
    } else if (const RawCount* const second = count_of(row, kind, 1)) {
      // With one legal move the second entry shows whether it is the same count once more.
      if (second->nodes != 1) ++one;
    }
  }
  return one == zero ? voters == 0 || !only_ones : one > zero;
}

/// The depth of the number in rows with one number each: the depth at which most of them are
/// correct. Nothing if they are correct at none, and one exceeds the number of possible moves.
std::optional<int> depth_of_single(const std::vector<RawRow>& rows) {
  constexpr std::size_t kFew = 50;
  constexpr std::uint64_t kQuick = 300'000;
  std::map<int, std::size_t> votes;
  std::size_t voters = 0;
  bool too_many = false;
  for (const RawRow& row : rows) {
    if (row.counts.empty()) continue;
    const std::uint64_t nodes = row.counts.front().nodes;
    too_many = too_many || nodes > kMostMoves;
    if (nodes > kQuick || ++voters > kFew) continue;
    std::uint64_t counted = 0;
    for (int depth = 1; depth <= kMaxRecordedDepth && counted < nodes; ++depth) {
      const auto right = truth(row.row, depth);
      if (!right || *right == 0) break;
      if (*right == nodes) ++votes[depth];
      counted = *right;
    }
  }
  const auto most =
      std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  if (most != votes.end()) return most->first;
  return too_many ? std::nullopt : std::optional(1);
}

bool have_single_counts(const std::vector<RawRow>& rows) {
  const auto is_single = [](const RawRow& row) {
    return row.counts.empty() ||
           (row.counts.size() == 1 && row.counts.front().kind == CountKey::Position &&
            row.counts.front().key == 0);
  };
  return std::ranges::all_of(rows, is_single) && std::ranges::any_of(rows, [](const RawRow& row) {
           return !row.counts.empty() && row.counts.front().nodes != 1;
         });
}

/// Whether rows of two numbers are a depth and its count rather than two counts.
bool are_pairs(const std::vector<RawRow>& rows) {
  std::size_t pairs = 0;  // votes
  std::size_t lists = 0;
  bool impossible_list = false;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const RawRow& row = rows[at];
    if (row.counts.size() != 2 || row.counts[0].nodes < 1 ||
        row.counts[0].nodes > kMaxRecordedDepth)
      return false;
    const std::uint64_t first = row.counts[0].nodes;
    const std::uint64_t second = row.counts[1].nodes;
    impossible_list = impossible_list || second > first * kMostMoves;
    if (at >= kVoters) continue;
    if (truth(row.row, 1) == first) ++lists;
    if (first <= 2 && truth(row.row, static_cast<int>(first)) == second) ++pairs;
  }
  return pairs == lists ? impossible_list : pairs > lists;
}

class Numbering {
 public:
  Numbering(const std::vector<RawRow>& rows, bool may_be_pairs)
      : pairs_(may_be_pairs && !rows.empty() && are_pairs(rows)),
        names_have_zero_(std::ranges::any_of(
            rows, [](const RawRow& row) { return count_of(row, CountKey::Named, 0) != nullptr; })),
        named_offset_(names_have_zero_ && first_is_depth_one(rows, CountKey::Named) ? 1 : 0),
        list_offset_(first_is_depth_one(rows, CountKey::Position) ? 1 : 0),
        single_(have_single_counts(rows)),
        single_depth_(single_ ? depth_of_single(rows) : std::nullopt) {}

  Parsed<void> record_all(RawRow& raw) const {
    if (single_ && !raw.counts.empty()) {
      const RawCount& only = raw.counts.front();
      if (single_depth_) return record_count(raw.row, *single_depth_, only.nodes, only.place);
      raw.row.unread = fmt::format("{}", only.nodes);
      return {};
    }
    if (pairs_)
      return record_count(raw.row, static_cast<int>(raw.counts[0].nodes), raw.counts[1].nodes,
                          raw.counts[1].place);
    for (const RawCount& count : raw.counts) {
      if (count.kind == CountKey::Named && named_offset_ == 1 &&
          count_of(raw, CountKey::Named, 0) == nullptr)
        return complain(count.place,
                        "other rows of this file call the first depth 0, and this row has none "
                        "that is called so: it cannot be told which depth this count is for");
      const int offset = count.kind == CountKey::Named      ? named_offset_
                         : count.kind == CountKey::Position ? list_offset_
                                                            : 0;
      if (auto ok = record_count(raw.row, count.key + offset, count.nodes, count.place); !ok)
        return ok;
    }
    return {};
  }

 private:
  bool pairs_;
  bool names_have_zero_;
  int named_offset_;
  int list_offset_;
  bool single_;
  std::optional<int> single_depth_;
};

}  // namespace

void number_rows(std::vector<RawRow> rows, bool may_be_pairs, SuiteBuilder& suite) {
  const Numbering numbering(rows, may_be_pairs);
  for (RawRow& raw : rows) {
    if (auto ok = numbering.record_all(raw); ok) {
      suite.add(std::move(raw.row));
    } else {
      suite.refuse(std::move(ok.error()), raw.excerpt);
    }
  }
}

}  // namespace perft_verify::verifier
