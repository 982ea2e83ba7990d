#include "verifier/tools/mutate/mutant.h"

#include "reference/mailbox/board.h"
#include "reference/zoo/buggy_board.h"

namespace perft_verify::verifier {
namespace {

std::expected<mailbox::Setup, FenError> setup_of(const Row& row) {
  return mailbox::read_fen(row.fen, row.chess960 ? mailbox::Chess960::On : mailbox::Chess960::Off);
}

}  // namespace

std::string name_of(const Mutant& mutant) {
  std::string name(mutant.bug.name());
  if (mutant.only) name += *mutant.only == Color::White ? " (White only)" : " (Black only)";
  return name;
}

bool shows_in_counts(const zoo::Bug& bug) {
  return bug.probe != zoo::Probe::Board && bug.probe != zoo::Probe::Spelling;
}

std::vector<Mutant> all_mutants() {
  std::vector<Mutant> mutants;
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (!shows_in_counts(bug) || bug.beyond_games) continue;
    if (!bug.has_variants_by_color()) {
      mutants.push_back({bug, std::nullopt});
      continue;
    }
    for (const Color color : kColors) mutants.push_back({bug, color});
  }
  return mutants;
}

std::optional<Count> right_count(const Row& row, int depth, const std::stop_token& stop) {
  const auto setup = setup_of(row);
  if (!setup) return std::nullopt;
  auto divide = mailbox::Board(*setup).divide(depth, stop);
  if (!divide) return std::nullopt;
  const std::uint64_t nodes = divide->total;
  return Count{.row = &row, .depth = depth, .nodes = nodes, .right = *std::move(divide)};
}

Shown shown_by(const Count& count, const Mutant& mutant, const std::stop_token& stop) {
  const auto setup = setup_of(*count.row);
  if (!setup) return Shown::No;
  const auto wrong =
      zoo::BuggyBoard(*setup, zoo::BugSet(mutant.bug.id, mutant.only)).divide(count.depth, stop);
  if (!wrong) return wrong.error() == mailbox::PerftError::Overflow ? Shown::ByTotal : Shown::No;
  if (wrong->total != count.right.total) return Shown::ByTotal;
  return *wrong == count.right ? Shown::No : Shown::ByDivide;
}

}  // namespace perft_verify::verifier
