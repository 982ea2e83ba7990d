#include "verifier/tools/mutate/coverage.h"

#include <array>
#include <map>

#include "core/attacks.h"
#include "core/counting/perft.h"
#include "core/movegen.h"
#include "core/parallel.h"
#include "verifier/suite/built_in.h"
#include "verifier/suite/suite_reader.h"

namespace perft_verify::verifier {
namespace {

constexpr std::uint64_t kMostNodes = 20'000;

/// Visited entries of one kind of slider, by square: the blockers on the squares that matter.
using Entries = std::array<std::set<std::uint64_t>, kSquareCount>;

struct Reached {
  std::set<std::uint64_t> situations;
  Entries rooks;
  Entries bishops;
};

/// The squares on which a blocker matters: all that a slider sees on an empty board but the last
/// one of each line.
Bitboard relevant_squares(PieceType type, Square from) {
  Bitboard relevant;
  for (const Square end : attacks(type, from, Bitboard{})) relevant |= between(from, end);
  return relevant;
}

void add_entries(const Position& position, PieceType type, Entries& entries) {
  const Bitboard sliders = position.pieces(position.side_to_move()) &
                           (position.pieces(type) | position.pieces(PieceType::Queen));
  for (const Square from : sliders)
    entries[static_cast<std::size_t>(index(from))].insert(
        (position.occupied() & relevant_squares(type, from)).bits());
}

void visit(const Position& position, int depth, Reached& reached) {
  add_entries(position, PieceType::Rook, reached.rooks);
  add_entries(position, PieceType::Bishop, reached.bishops);
  if (depth == 1) return;
  for (const Move move : legal_moves(position)) visit(position.after(move), depth - 1, reached);
}

void visit(const Row& row, int depth, Reached& reached) {
  const auto position = row.position();
  if (!position) return;
  while (depth > 1 && perft(*position, depth).value_or(0) > kMostNodes) --depth;
  reached.situations.merge(situations(*position, depth));
  visit(*position, depth, reached);
}

/// Of the built-in gate, which reaches what our suites reach.
std::set<std::uint64_t> situations_of_gate(unsigned jobs, const std::stop_token& stop) {
  const Suite gate = read_suite("gate", *built_in_suite("gate"), {});
  std::vector<Reached> reached(gate.rows.size());
  parallel_for(gate.rows.size(), jobs, stop, [&](std::size_t at) {
    const Row& row = gate.rows[at];
    if (!row.recorded.empty()) visit(row, row.recorded.rbegin()->first, reached[at]);
  });
  std::set<std::uint64_t> all;
  for (Reached& each : reached) all.merge(each.situations);
  return all;
}

std::size_t size_of(const Entries& entries) {
  std::size_t size = 0;
  for (const auto& of_square : entries) size += of_square.size();
  return size;
}

}  // namespace

Coverage coverage_of(std::span<const Count> counts, unsigned jobs, const std::stop_token& stop) {
  std::vector<Reached> parts(counts.size());
  parallel_for(counts.size(), jobs, stop,
               [&](std::size_t at) { visit(*counts[at].row, counts[at].depth, parts[at]); });
  Reached reached;
  for (Reached& part : parts) {
    reached.situations.merge(part.situations);
    for (std::size_t square = 0; square < part.rooks.size(); ++square) {
      reached.rooks[square].merge(part.rooks[square]);
      reached.bishops[square].merge(part.bishops[square]);
    }
  }
  Coverage coverage;
  std::set<std::uint64_t> all = situations_of_gate(jobs, stop);
  all.insert(reached.situations.begin(), reached.situations.end());
  std::map<std::string_view, Coverage::OfRule> rules;
  for (const std::uint64_t each : all) {
    Coverage::OfRule& rule = rules[rule_of(each)];
    rule.rule = rule_of(each);
    ++rule.all;
    rule.reached += reached.situations.contains(each) ? 1 : 0;
  }
  for (const auto& [name, rule] : rules) coverage.rules.push_back(rule);
  coverage.tables = tables_shown(reached.situations);
  coverage.rook_entries = size_of(reached.rooks);
  coverage.bishop_entries = size_of(reached.bishops);
  return coverage;
}

}  // namespace perft_verify::verifier
