#include "audit/catalog.h"

#include <algorithm>
#include <array>

#include "audit/include/perft_verify/audit_c.h"

namespace perft_verify::audit {
namespace {

constexpr std::array kTexts{
    FaultText{Fault::FenRefused, "fen-refused", "A legal position is refused",
              "set_fen: the position passes every rule of a legal one."},
    FaultText{Fault::IllegalMove, "illegal-move", "The legal list has an illegal move",
              "The generator of that piece, or what computes pins and checks for it."},
    FaultText{Fault::MissingMove, "missing-move", "The legal list lacks a move",
              "The generator of that piece, or a condition that is too strict."},
    FaultText{Fault::DuplicateMove, "duplicate-move", "The legal list has a move twice",
              "Two parts of the generator yield the same move."},
    FaultText{Fault::UnreadableMove, "unreadable-move", "A move's text is not UCI",
              "The function that writes moves; without Chess960 castling is e1g1."},
    FaultText{Fault::CapturesMissing, "captures-missing",
              "Captures and quiets together lack a capture",
              "The capture generator: quiescence search never sees this move."},
    FaultText{Fault::CapturesWrong, "captures-wrong", "The captures have a move that is none",
              "The targets of the capture generator."},
    FaultText{Fault::QuietsMissing, "quiets-missing",
              "Captures and quiets together lack a quiet move",
              "The quiet generator: a search by stages never plays this move."},
    FaultText{Fault::QuietsWrong, "quiets-wrong", "The quiets have a move that is no quiet one",
              "The targets of the quiet generator; a move in both lists is searched twice."},
    FaultText{Fault::EvasionsMissing, "evasions-missing", "The evasions lack an answer to check",
              "The evasion generator: the search may see mate where there is none."},
    FaultText{Fault::EvasionsWrong, "evasions-wrong",
              "The evasions have a move that no piece can make",
              "The targets of the evasion generator."},
    FaultText{Fault::ChecksMissing, "checks-missing", "The checks lack a move that gives check",
              "The generator of checks: discovered checks, castling and promotions are forgotten."},
    FaultText{Fault::ChecksWrong, "checks-wrong", "The checks have a move that gives none",
              "The squares from which the generator believes that a piece gives check."},
    FaultText{Fault::QuietChecksMissing, "quiet-checks-missing",
              "The quiet checks lack a move that gives check",
              "The generator of checks: discovered checks and castling are forgotten."},
    FaultText{Fault::QuietChecksWrong, "quiet-checks-wrong",
              "The quiet checks have a move that is none",
              "The squares from which the generator believes that a piece gives check."},
    FaultText{Fault::SublistDuplicate, "sublist-duplicate", "A part of the list has a move twice",
              "Two parts of that generator yield the same move."},
    FaultText{Fault::PickerMissing, "picker-missing", "The picker never yields a move",
              "A stage that is left too early, or a filter between stages."},
    FaultText{Fault::PickerWrong, "picker-wrong", "The picker yields a move that is not possible",
              "The stage that generates it."},
    FaultText{Fault::PickerDuplicate, "picker-duplicate", "The picker yields a move twice",
              "Two stages generate it: promotions and en passant are in both, or in neither."},
    FaultText{Fault::PickerHashTwice, "picker-hash-twice", "The hash move is yielded again",
              "The comparison with the hash move in a later stage."},
    FaultText{Fault::PickerHashUnchecked, "picker-hash-unchecked",
              "The picker yields a hash move of another position",
              "Test the hash move with is_pseudo_legal before it is yielded."},
    FaultText{Fault::LegalRefused, "is-legal-refuses", "is_legal refuses a legal move",
              "is_legal; a hash move or a killer that is right is thrown away."},
    FaultText{Fault::LegalAccepted, "is-legal-accepts", "is_legal accepts an illegal move",
              "is_legal; a hash move of another position will be played."},
    FaultText{Fault::PseudoLegalRefused, "is-pseudo-legal-refuses",
              "is_pseudo_legal refuses a legal move",
              "is_pseudo_legal; a hash move that is right is thrown away."},
    FaultText{Fault::PseudoLegalAccepted, "is-pseudo-legal-accepts",
              "is_pseudo_legal accepts a move that no piece can make",
              "is_pseudo_legal; after a hash collision or a race this move will be played."},
    FaultText{Fault::WrongCodeAccepted, "wrong-code-accepted",
              "A second code of a legal move is accepted",
              "The flags of the code are not compared with the board; make believes them."},
    FaultText{Fault::GivesCheckMissed, "gives-check-missed", "gives_check misses a check",
              "gives_check: the king of the other side stands in check after this move."},
    FaultText{Fault::GivesCheckFalse, "gives-check-false", "gives_check sees a check too many",
              "gives_check: what moves away, or is captured, may still block or attack."},
    FaultText{Fault::InCheckWrong, "in-check", "in_check is wrong",
              "in_check, or checkers that are not updated by the last move."},
    FaultText{Fault::CheckersMissing, "checkers-missing", "The checkers lack a piece",
              "The computation of checkers, or its update in make."},
    FaultText{Fault::CheckersWrong, "checkers-wrong", "The checkers have a piece that gives none",
              "The computation of checkers, or its update in make."},
    FaultText{Fault::PinnedMissing, "pinned-missing", "The pinned pieces lack one",
              "The computation of pins: a slider in line with the king, one piece between."},
    FaultText{Fault::PinnedWrong, "pinned-wrong", "The pinned pieces have one that is not",
              "The computation of pins: a slider in line with the king, one piece between."},
    FaultText{Fault::AttackersMissing, "attackers-missing", "The attackers lack a piece",
              "attackers: the attacks of that piece, or its board is not updated."},
    FaultText{Fault::AttackersWrong, "attackers-wrong", "The attackers have a piece too many",
              "attackers: the attacks of that piece, or its board is not updated."},
    FaultText{Fault::FenOutWrong, "fen-out", "The FEN written is not the FEN read",
              "set_fen or fen: set up from a FEN, the position is written as another one."},
    FaultText{Fault::StateWrong, "make-state", "After a move the position is wrong",
              "make: the move was legal, and the FEN after it is not the right one."},
    FaultText{Fault::KeyNotRepeated, "key-not-repeated", "One FEN, two keys",
              "set_fen does not clear everything that goes into the key."},
    FaultText{Fault::KeyAfterMake, "make-key", "After a move the key is stale",
              "make: the key differs from that of the same position set up from its FEN."},
    FaultText{Fault::PawnKeyAfterMake, "make-pawn-key", "After a move the pawn key is stale",
              "make: the pawn key differs from that of the same position set up from its FEN."},
    FaultText{Fault::MaterialKeyAfterMake, "make-material-key",
              "After a move the material key is stale",
              "make: the material key differs from that of the same position from its FEN."},
    FaultText{Fault::KeyPredicted, "key-after", "key_after predicts another key",
              "key_after: what make changes in the key for this kind of move."},
    FaultText{Fault::KeyBlind, "key-ignores", "Different positions have one key",
              "The words of the key: a fact of the position has none, or two share one."},
    FaultText{Fault::PawnKeyBlind, "pawn-key-ignores", "Different pawns have one pawn key",
              "The words of the pawn key."},
    FaultText{Fault::PawnKeyImpure, "pawn-key-depends-on",
              "The pawn key depends on more than pawns", "The words of the pawn key."},
    FaultText{Fault::MaterialKeyBlind, "material-key-ignores",
              "Different material has one material key", "The words of the material key."},
    FaultText{Fault::MaterialKeyImpure, "material-key-depends-on",
              "The material key depends on more than material", "The words of the material key."},
    FaultText{Fault::KeyByPath, "key-depends-on-path",
              "One position has two keys, by the way it is reached",
              "The key must not know a clock, nor an en passant square on which no pawn can "
              "capture: repetitions and transpositions are missed."},
    FaultText{Fault::KeyCollision, "key-collision", "Two positions of games have one key",
              "The random words of the key: too few bits, or two words are alike."},
    FaultText{Fault::UnmakeFen, "unmake-state", "Unmake does not restore the position",
              "unmake: what cannot be computed backwards belongs in the undo record."},
    FaultText{Fault::UnmakeKey, "unmake-key", "Unmake does not restore the key",
              "unmake: save the key before make changes it."},
    FaultText{Fault::UnmakePawnKey, "unmake-pawn-key", "Unmake does not restore the pawn key",
              "unmake: save the key before make changes it."},
    FaultText{Fault::UnmakeMaterialKey, "unmake-material-key",
              "Unmake does not restore the material key",
              "unmake: save the key before make changes it."},
    FaultText{Fault::UnmakeSame, "unmake-same", "Unmake does not restore everything",
              "unmake: by the engine's own comparison, something is not as it was."},
    FaultText{Fault::UnmakeList, "unmake-moves", "After unmake other moves are legal",
              "unmake: the board or a piece list is not as it was."},
    FaultText{Fault::NullState, "null-move-state", "After a null move the position is wrong",
              "null_move: the side changes, the en passant square goes, nothing else."},
    FaultText{Fault::NullKey, "null-move-key", "After a null move the key is stale",
              "null_move: the words of the side to move and of the en passant square."},
    FaultText{Fault::NullList, "null-move-moves", "After a null move other moves are legal",
              "null_move: the en passant square, checkers and pins of the other side."},
    FaultText{Fault::NullUndo, "null-move-undo", "Undoing a null move does not restore everything",
              "undo_null_move: what null_move changes."},
};

constexpr bool in_order() {
  for (std::size_t at = 0; at < kTexts.size(); ++at)
    if (static_cast<std::size_t>(kTexts[at].fault) != at) return false;
  return true;
}
static_assert(in_order());

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
