#include "verifier/classify/in_common.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/contains.h"
#include "core/notation.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier {
namespace {

using patterns::is_slider;

constexpr std::size_t kFewest = 3;

/// Classes that are possible wherever nothing better is.
constexpr std::array kLastResorts{BugId::LegalityUntested, BugId::PieceTypeMissing};

/// Four fifths of them: there may be another bug.
constexpr std::size_t most_of(std::size_t findings) { return (4 * findings + 4) / 5; }

constexpr std::uint32_t bit(Kin kin) { return 1U << static_cast<unsigned>(kin); }

bool has_opposing_slider(const Scene& scene) {
  return std::ranges::any_of(scene.board, [&](const std::optional<Piece>& piece) {
    return piece && piece->color != scene.us && slides(piece->type);
  });
}

/// Whether wrong attacks of sliders can make the move wrong: it is one of theirs, or leaves the
/// king to one of them; or it is refused, as if one of them attacked.
bool is_of_sliders(const MoveFacts& move, const Scene& scene) {
  if (is_slider(move)) return true;
  if (move.legal) return has_opposing_slider(scene);
  return patterns::exposed_only_to(
      move, [](const Attacker& each) { return each.line != LineKind::None; });
}

std::uint32_t kins_of(const MoveFacts& move, const Scene& scene) {
  std::uint32_t kins = bit(scene.us == Color::White ? Kin::WhiteMoves : Kin::BlackMoves);
  if (is_of_sliders(move, scene)) kins |= bit(Kin::SlidersAndTheirAttacks);
  if (!move.moved) return kins;
  switch (move.moved->type) {
    case PieceType::Pawn:
      kins |= bit(Kin::PawnMoves);
      if (file_of(move.to) != file_of(move.from)) {
        // One that wraps around the edge goes on in its direction.
        const bool to_h = (file_of(move.to) > file_of(move.from)) != move.goes_around_edge();
        kins |= bit(to_h ? Kin::CapturesTowardHFile : Kin::CapturesTowardAFile);
      }
      break;
    case PieceType::Knight:
      kins |= bit(Kin::KnightMoves);
      break;
    case PieceType::Bishop:
      kins |= bit(Kin::BishopMoves);
      break;
    case PieceType::Rook:
      kins |= bit(Kin::RookMoves);
      break;
    case PieceType::Queen:
      kins |= bit(Kin::QueenMoves);
      break;
    case PieceType::King:
      kins |= bit(Kin::KingMoves);
      if (needs(NeededField::CastlingRights, move)) kins |= bit(Kin::Castling);
      break;
  }
  return kins;
}

}  // namespace

void InCommon::add(const Finding& finding) {
  if (finding.bug_class) return;
  const auto position = finding.position();
  if (!position) return;
  const Scene scene = make_scene(*position);
  bool sliders = false;
  bool others = false;
  std::uint32_t common = (1U << kKins) - 1;
  std::set<Square> targets;
  for (const auto* const list : {&finding.illegal, &finding.missing, &finding.duplicate})
    for (const std::string& text : *list) {
      const MoveFacts* const move = find_move(scene, text);
      common &= move == nullptr ? 0 : kins_of(*move, scene);
      (move != nullptr && is_slider(*move) ? sliders : others) = true;
      if (const auto squares = parse_move_text(text)) targets.insert(squares->to);
    }
  if (!sliders && !others) return;
  ++findings_;
  if (targets.size() == 1) ++targets_[*targets.begin()];
  for (std::size_t kin = 0; kin < kKins; ++kin) of_kin_[kin] += common >> kin & 1;
  // Where all moves are missing, for a check that is none, nothing is said of the sliders.
  by_sliders_ += others ? 0 : 1;
  around_sliders_ += others ? 1 : 0;
  for (std::size_t rank = 0; rank < finding.candidates.size(); ++rank) {
    Candidate& each = candidates_[finding.candidates[rank]];
    ++each.findings;
    each.ranks += rank;
  }
}

std::optional<SharedCandidate> InCommon::candidate() const {
  std::optional<SharedCandidate> most;
  std::size_t ranks = 0;
  for (const auto& [bug, each] : candidates_) {
    if (contains(kLastResorts, bug) || each.findings < kFewest || 2 * each.findings < findings_)
      continue;
    if (most && (each.findings < most->findings ||
                 (each.findings == most->findings && each.ranks >= ranks)))
      continue;
    most = SharedCandidate{bug, each.findings};
    ranks = each.ranks;
  }
  return most;
}

std::optional<SharedTarget> InCommon::target() const {
  for (const auto& [square, findings] : targets_)
    if (findings >= std::max(kFewest, most_of(findings_))) return SharedTarget{square, findings};
  return std::nullopt;
}

/// Refused moves alone fit many bugs; moves of sliders themselves speak for their attacks. A few
/// findings are of one color by chance.
bool InCommon::may_be(Kin kin) const {
  constexpr std::size_t kFewestOfAColor = 5;
  if (kin == Kin::WhiteMoves || kin == Kin::BlackMoves) {
    const Color other = kin == Kin::WhiteMoves ? Color::Black : Color::White;
    return findings_ >= kFewestOfAColor && !sides_.at(static_cast<std::size_t>(other));
  }
  return kin != Kin::SlidersAndTheirAttacks ||
         (3 * by_sliders_ >= findings_ && around_sliders_ > 0);
}

std::optional<SharedKin> InCommon::kin() const {
  const auto narrowest = [this](std::size_t fewest, std::size_t end) -> std::optional<SharedKin> {
    for (std::size_t at = 0; at < end; ++at) {
      const auto kin = static_cast<Kin>(at);
      if (of_kin_[at] >= std::max(fewest, kFewest) && may_be(kin))
        return SharedKin{kin, of_kin_[at]};
    }
    return std::nullopt;
  };
  if (const auto all = narrowest(findings_, kKins)) return all;
  return narrowest(most_of(findings_), static_cast<std::size_t>(Kin::WhiteMoves));
}

}  // namespace perft_verify::verifier
