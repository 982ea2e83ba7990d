#include "audit/catalog.h"

#include <algorithm>
#include <array>

#include "audit/include/perft_verify/audit_c.h"

namespace perft_verify::audit {
namespace {

constexpr std::array kTexts{
#define FAULT(id, ...) FaultText{Fault::id, __VA_ARGS__},
#include "audit/faults-inl.h"
};

constexpr std::array kGroups{
    FaultGroup{Fault::UnreadableMove, PERFT_VERIFY_LEGAL_LIST,
               "The audit compares the list of legal moves with its own at each position, and "
               "plays every move.",
               "Set up the minimal position and follow the move through the generator; `verify "
               "explain FEN MOVE` says why it is legal or illegal."},
    FaultGroup{Fault::SublistDuplicate, PERFT_VERIFY_SUBLISTS,
               "The audit compares the parts of the list with the legal moves: captures and quiets "
               "together are all of them, evasions all in check, checks all that give check.",
               "Decide for each kind of move which part it belongs to, promotions and en passant "
               "above all, and compare the parts with the whole list in a debug build."},
    FaultGroup{
        Fault::PickerHashUnchecked, PERFT_VERIFY_PICKER,
        "The audit lets the staged picker run to its end, without a hash move, with one, and "
        "with one of another position: it has to yield each move once.",
        "Test the hash move with is_pseudo_legal and is_legal before it is yielded, and skip "
        "it, by its whole code, in every later stage."},
    FaultGroup{Fault::WrongCodeAccepted, PERFT_VERIFY_CODES,
               "The audit asks is_legal and is_pseudo_legal about every code that a hash table "
               "could hold.",
               "Compare everything that the code says with the board: the piece, its color, the "
               "way, what is captured, the kind of the move."},
    FaultGroup{Fault::GivesCheckFalse, PERFT_VERIFY_GIVES_CHECK,
               "The audit plays each move and looks whether the other king is in check.",
               "Ask for direct and discovered checks on the board as it is after the move, and "
               "treat castling, promotions and en passant each by itself."},
    FaultGroup{Fault::AttackersWrong, PERFT_VERIFY_ATTACKS,
               "The audit compares checkers, pins and attackers with their definition by rays.",
               "Compute them anew after each move in a debug build, and compare."},
    FaultGroup{Fault::StateWrong, PERFT_VERIFY_FEN,
               "The audit reads the engine's FEN after setting up and after each move.",
               "Play the move of the finding in the minimal position and compare the FEN with the "
               "right one, field by field."},
    FaultGroup{Fault::KeyCollision, PERFT_VERIFY_KEYS,
               "The audit compares the keys after moves with those of the same positions from "
               "their FENs, by other paths, and with one fact changed.",
               "Compute the key from scratch after each move in a debug build, and compare; each "
               "word goes in and out with its fact."},
    FaultGroup{Fault::UnmakeSame, PERFT_VERIFY_RESTORED,
               "The audit takes each move back and compares everything with what was before.",
               "Save before the move what cannot be computed backwards, and restore it."},
    FaultGroup{Fault::UnmakeList, PERFT_VERIFY_LEGAL_LIST,
               "The audit lists the moves again when all of them have been played and taken back.",
               "Take back each move in the reverse order of its steps, and compare the whole "
               "position with a copy in a debug build."},
    FaultGroup{Fault::NullUndo, PERFT_VERIFY_NULL_MOVE | PERFT_VERIFY_KEYS,
               "The audit plays a null move at each position without check, and takes it back.",
               "A null move changes the side to move, takes the en passant square away, in the key "
               "as well, and computes checkers and pins anew; undoing it restores all that."}};
static_assert(kGroups.back().last == kTexts.back().fault);

/// Whether `name` is `stem` or goes on with a hyphen after it; `rest` is what follows.
bool begins_with(std::string_view name, std::string_view stem, std::string_view& rest) {
  if (!name.starts_with(stem)) return false;
  rest = name.substr(stem.size());
  if (rest.empty()) return true;
  if (rest.front() != '-' || rest.size() == 1) return false;
  rest.remove_prefix(1);
  return true;
}

}  // namespace

std::span<const FaultText> all_faults() { return kTexts; }

const FaultText& text_of(Fault fault) { return kTexts[static_cast<std::size_t>(fault)]; }

const FaultGroup& group_of(Fault fault) {
  return *std::ranges::find_if(kGroups,
                               [&](const FaultGroup& group) { return fault <= group.last; });
}

std::optional<FindingName> finding_named(std::string_view name) {
  for (const FaultText& text : kTexts) {
    std::string_view circumstance;
    if (!begins_with(name, text.name, circumstance)) continue;
    std::string_view kind = circumstance;
    if (text.fault == Fault::SublistDuplicate)
      for (const std::string_view part :
           {"captures", "quiets", "evasions", "checks", "quiet_checks"})
        if (begins_with(circumstance, part, kind)) break;
    const std::string_view words = words_of(kind);
    if (words.empty() == kind.empty()) return FindingName{&text, circumstance, words};
  }
  return std::nullopt;
}

}  // namespace perft_verify::audit
