#include "verifier/classify/root_causes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/rules/move_facts.h"

namespace perft_verify::verifier {
namespace {

using Traits = std::set<std::string>;

constexpr std::string_view kAfter = "after";

/// The part of a generator that a move comes from, by its usual division.
std::string part_of_generator(const MoveFacts& move, Color us) {
  if (!move.moved || move.moved->color != us) return "no move";
  if (move.castling) return "castling";
  if (move.en_passant) return "en passant";
  if (move.moved->type != PieceType::Pawn) return std::string(to_string(move.moved->type));
  if (move.double_step) return "double push";
  return file_of(move.from) == file_of(move.to) ? "pawn push" : "pawn capture";
}

void add_traits(Traits& traits, std::string_view fault, const std::vector<std::string>& moves,
                const Position& position) {
  for (const std::string& text : moves) {
    const auto move = move_facts(position, text);
    if (!move) continue;
    const std::string part = part_of_generator(*move, position.side_to_move());
    // One wrong map of attacked squares refuses steps, and allows others.
    const bool is_king = part == "castling" || part == to_string(PieceType::King);
    traits.insert(is_king && fault != kAfter ? part : fmt::format("{} {}", fault, part));
    if (move->to_last_rank) traits.insert(fmt::format("{} promotion", fault));
    if (move->why)
      traits.insert(fmt::format("{} for reason {}", fault, static_cast<int>(move->why->reason)));
  }
}

/// The traits that one bug in generating or making moves shows again and again.
Traits traits_of_moves(const Finding& finding) {
  Traits traits;
  if (const auto position = finding.position()) {
    add_traits(traits, "illegal", finding.illegal, *position);
    add_traits(traits, "missing", finding.missing, *position);
    add_traits(traits, "duplicate", finding.duplicate, *position);
  }
  if (finding.cause != Cause::Make || !finding.culprit) return traits;
  if (const auto before = admitted(finding.culprit_fen, finding.chess960))
    add_traits(traits, kAfter, {finding.culprit->move}, *before);
  return traits;
}

/// A move that is taken back wrongly spoils any count, and looks like a faulty table or like a rule
/// that cuts a line.
bool is_of_counts(const Finding& finding) {
  return finding.kind == FindingKind::WrongCount && finding.cause != Cause::Make &&
         finding.cause != Cause::Generation && finding.cause != Cause::Setup;
}

}  // namespace

std::size_t RootCauses::number_of(const Finding& finding) {
  const auto [known, fresh] = number_of_symptoms_.emplace(fault_key(finding), causes_.size());
  if (!fresh) return known->second;
  RootCause cause = root_cause_of(finding);
  const auto same =
      std::ranges::find_if(causes_, [&](const RootCause& each) { return are_one(each, cause); });
  known->second = static_cast<std::size_t>(same - causes_.begin());
  if (same == causes_.end()) causes_.push_back(std::move(cause));
  return known->second;
}

RootCauses::RootCause RootCauses::root_cause_of(const Finding& finding) {
  RootCause cause{.cause = finding.cause,
                  .bug_class = finding.bug_class,
                  .likeliest = finding.bug_class,
                  .beyond_games = beyond_games(finding).has_value(),
                  .traits = {}};
  if (finding.bug_class) return cause;
  if (!finding.candidates.empty()) cause.likeliest = finding.candidates.front();
  if (is_of_counts(finding)) {
    cause.cause = Cause::Unknown;
    cause.traits = {"counts"};
  } else {
    cause.traits = traits_of_moves(finding);
  }
  return cause;
}

bool RootCauses::are_one(const RootCause& a, const RootCause& b) {
  const bool same_class = a.likeliest && a.likeliest == b.likeliest;
  if (a.bug_class || b.bug_class) return same_class;
  // One in a position from a game is not excused by another in a position that no game reaches.
  if (a.cause != b.cause || a.beyond_games != b.beyond_games) return false;
  return same_class || std::ranges::any_of(b.traits, [&](const std::string& trait) {
           return a.traits.contains(trait);
         });
}

}  // namespace perft_verify::verifier
