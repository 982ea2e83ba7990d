// What the audit can find: a stable name for each kind of fault, in words, and where to look. A
// bug's name is the name of its fault and, after a hyphen, of the circumstance that all its
// instances share: `captures-missing-en-passant`.
#pragma once

#include <cstdint>
#include <string_view>

namespace perft_verify::audit {

enum class Fault : std::uint8_t {
  FenRefused,
  IllegalMove,
  MissingMove,
  DuplicateMove,
  UnreadableMove,
  CapturesMissing,
  CapturesWrong,
  QuietsMissing,
  QuietsWrong,
  EvasionsMissing,
  EvasionsWrong,
  ChecksMissing,
  ChecksWrong,
  QuietChecksMissing,
  QuietChecksWrong,
  SublistDuplicate,
  PickerMissing,
  PickerWrong,
  PickerDuplicate,
  PickerHashTwice,
  PickerHashUnchecked,
  LegalRefused,
  LegalAccepted,
  PseudoLegalRefused,
  PseudoLegalAccepted,
  WrongCodeAccepted,
  GivesCheckMissed,
  GivesCheckFalse,
  InCheckWrong,
  CheckersMissing,
  CheckersWrong,
  PinnedMissing,
  PinnedWrong,
  AttackersMissing,
  AttackersWrong,
  FenOutWrong,
  StateWrong,
  KeyNotRepeated,
  KeyAfterMake,
  PawnKeyAfterMake,
  MaterialKeyAfterMake,
  KeyPredicted,
  KeyBlind,
  PawnKeyBlind,
  PawnKeyImpure,
  MaterialKeyBlind,
  MaterialKeyImpure,
  KeyCollision,
  UnmakeFen,
  UnmakeKey,
  UnmakePawnKey,
  UnmakeMaterialKey,
  UnmakeSame,
  UnmakeList,
  NullState,
  NullKey,
  NullList,
  NullUndo,
};

struct FaultText {
  Fault fault;
  std::string_view name;
  std::string_view title;
  std::string_view where;
};

const FaultText& text_of(Fault fault);

/// The families of checks (of perft_verify/audit_c.h) that can find the fault.
unsigned families_of(Fault fault);

}  // namespace perft_verify::audit
