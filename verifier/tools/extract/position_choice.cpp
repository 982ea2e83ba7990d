#include "verifier/tools/extract/position_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/fen.h"
#include "core/notation.h"
#include "core/text/printable.h"
#include "verifier/locate/ask.h"
#include "verifier/tools/mutate/cover.h"
#include "verifier/tools/mutate/situations.h"

namespace perft_verify::verifier {
namespace {

constexpr int kSituationDepth = 2;
constexpr int kCountDepth = 3;
/// Of positions; what is not remembered is looked at again.
constexpr std::size_t kMostSeen = 1'000'000;

}  // namespace

void PositionChoice::add(const Game& game, const ReplayedGame& played) {
  const auto root = admitted(played.root);
  if (!root) return;
  Position position = *root;
  look_at(position, game, 0);
  for (std::size_t ply = 0; ply < played.path.size(); ++ply) {
    position.make(*find_legal(position, played.path[ply]));
    look_at(position, game, ply + 1);
  }
}

void PositionChoice::look_at(const Position& position, const Game& game, std::size_t ply) {
  if (seen_.contains(position.key())) return;
  if (seen_.size() < kMostSeen) seen_.insert(position.key());
  const std::size_t before = known_.size();
  std::vector<std::uint32_t> reached;
  for (const std::uint64_t situation : situations(position, kSituationDepth))
    reached.push_back(
        known_.emplace(situation, static_cast<std::uint32_t>(known_.size())).first->second);
  if (known_.size() == before) return;
  std::ranges::sort(reached);
  Row row;
  row.fen = position.fen();
  row.chess960 = position.chess960();
  std::string file = printable(game.file);
  std::ranges::replace(file, '"', '\'');
  row.id = fmt::format("{}:{} ply {}", file, game.line, ply);
  kept_.push_back({std::move(row), std::move(reached)});
}

std::expected<Suite, std::string> PositionChoice::suite(reference::Generator& reference,
                                                        const std::stop_token& stop) const {
  std::vector<Offer> offers;
  for (std::size_t at = 0; at < kept_.size(); ++at) offers.push_back({1, at, kept_[at].situations});
  const std::vector<unsigned> wanted(known_.size(), 1);
  Suite suite;
  for (const std::size_t taken : cover(offers, wanted)) {
    Row row = kept_[taken].row;
    for (int depth = 1; depth <= kCountDepth; ++depth) {
      const auto question = reference::question_at(row.root(), {}, depth);
      const auto answer = ask_reference(reference, question, stop);
      if (!answer) return std::unexpected(answer.error().message);
      row.recorded[depth] = answer->total;
    }
    suite.rows.push_back(std::move(row));
  }
  return suite;
}

}  // namespace perft_verify::verifier
