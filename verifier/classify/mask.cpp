#include "verifier/classify/mask.h"

#include <fmt/format.h>

#include "core/fen.h"
#include "core/line.h"
#include "core/rules/move_facts.h"

namespace perft_verify::verifier {
namespace {

std::string_view kind_of_missing(const MoveFacts& move) {
  if (move.castling) return "castling";
  if (move.en_passant) return "en passant";
  if (move.pinned_by) return "pinned";
  if (move.to_last_rank) return "promotion";
  if (move.moved->type == PieceType::King) return "king";
  if (move.in_check) return "evasion";
  return to_string(move.moved->type);
}

std::string rule_broken_by(const Deviation& deviation, const Position& position) {
  switch (deviation.kind) {
    case Deviation::Kind::Illegal: {
      const auto move = move_facts(position, deviation.what);
      return move && move->why ? fmt::format("illegal {}", static_cast<int>(move->why->reason))
                               : "illegal";
    }
    case Deviation::Kind::Missing: {
      const auto move = move_facts(position, deviation.what);
      return move && move->moved ? fmt::format("missing {}", kind_of_missing(*move)) : "missing";
    }
    case Deviation::Kind::Duplicate:
      return "duplicate";
    case Deviation::Kind::Count:
      return "count";
    case Deviation::Kind::Total:
      return "total";
    case Deviation::Kind::Board:
      return fmt::format("board {}", deviation.what);
  }
  return "";
}

}  // namespace

void Mask::hide(const Probe& probe, const Deviations& deviations) {
  for (const Deviation& each : deviations) hidden_.insert(rule_of(probe, each));
}

Deviations Mask::visible(const Probe& probe, Deviations deviations) const {
  std::erase_if(deviations,
                [&](const Deviation& each) { return hidden_.contains(rule_of(probe, each)); });
  return deviations;
}

const std::string& Mask::rule_of(const Probe& probe, const Deviation& deviation) const {
  const reference::Question& question = probe.question;
  std::string place = question.root.fen;
  for (const std::string& move : question.moves) place += " " + move;
  const auto [known, is_new] = known_.try_emplace({std::move(place), deviation});
  if (!is_new) return known->second;
  if (const auto root = admitted(question.root)) {
    Line line(*root);
    if (line.push_texts(question.moves)) known->second = rule_broken_by(deviation, line.position());
  }
  return known->second;
}

}  // namespace perft_verify::verifier
