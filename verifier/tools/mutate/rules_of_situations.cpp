#include <array>
#include <span>

#include "core/rules/legality.h"
#include "verifier/tools/mutate/situation_code.h"
#include "verifier/tools/mutate/situations.h"

namespace perft_verify::verifier {
namespace {

std::string_view rule_of_move(std::uint64_t kind, std::uint64_t type) {
  constexpr std::array<std::string_view, 6> kMoves{"moves of pawns",   "moves of knights",
                                                   "moves of bishops", "moves of rooks",
                                                   "moves of queens",  "moves of kings"};
  if (kind == number_of(MoveKind::Normal) || kind == kDoublePush) return kMoves[type];
  if (kind == number_of(MoveKind::EnPassant)) return "en passant";
  return kind < kCastling ? "promotion" : "castling";
}

std::string_view rule_of_refusal(Illegality reason) {
  switch (reason) {
    case Illegality::CastlingWithoutRight:
    case Illegality::CastlingBlocked:
    case Illegality::CastlingOutOfCheck:
    case Illegality::CastlingThroughCheck:
    case Illegality::CastlingIntoCheck:
      return "illegal: castling";
    case Illegality::KingIntoCheck:
    case Illegality::KingXray:
    case Illegality::KingsAdjacent:
      return "illegal: king into check";
    case Illegality::DoubleCheck:
    case Illegality::CheckNotAnswered:
      return "illegal: check not answered";
    case Illegality::Pinned:
      return "illegal: pinned";
    case Illegality::EnPassantExposesKing:
      return "illegal: en passant exposes the king";
    default:
      return "illegal: not how the piece moves";
  }
}

}  // namespace

std::string_view rule_of(std::uint64_t situation) {
  const Digits digits = digits_of(situation);
  const std::span<const std::uint64_t> details = std::span(digits).subspan(1);
  switch (static_cast<SituationFact>(digits[0] - 1)) {
    case SituationFact::Move:
      return rule_of_move(details[1], details[2]);
    case SituationFact::Illegal:
      return rule_of_refusal(static_cast<Illegality>(details[2]));
    case SituationFact::InCheck:
      return details[3] == 0   ? "moves out of no check"
             : details[3] == 1 ? "moves out of check"
                               : "moves out of double check";
    case SituationFact::Check:
      return details[4] > 1    ? "double checks"
             : details[3] == 1 ? "direct checks"
                               : "discovered checks";
    case SituationFact::Capture:
      return "captures";
    case SituationFact::RightLost:
      return "castling rights lost";
    case SituationFact::EpForgone:
      return "en passant not taken";
    case SituationFact::Blocker:
      return "blockers of sliders";
    case SituationFact::EpCapture:
      return "en passant by squares";
    case SituationFact::EpLine:
      return "en passant and lines to the king";
    case SituationFact::EpNeighbor:
      return "en passant and pieces around";
    case SituationFact::EpCheck:
      return "en passant gives check";
    case SituationFact::RightsOfTable:
      return "castling rights in the key of a table";
    case SituationFact::EpFileOfTable:
      return "en passant in the key of a table, by files";
    case SituationFact::EpOfTable:
      return "en passant in the key of a table";
    case SituationFact::EpSet:
      return "en passant after a double push";
    case SituationFact::LineToKing:
      return details[0] == 0 ? "checks from edge to edge" : "pins from edge to edge";
    case SituationFact::Evasion:
      return details[5] == 1 ? "captures of the piece that gives check" : "other answers to check";
    case SituationFact::CheckOnceCastled:
      return "checks right after castling";
    case SituationFact::PawnAnswers:
      return "answers to check by pawns";
    case SituationFact::CastledOnce:
      return "castling takes both rights";
    case SituationFact::CornerAgain:
      return "castling rights of a captured rook";
    case SituationFact::RookReturned:
      return "castling rights of a rook that returned";
    case SituationFact::RightKept:
      return "castling rights kept";
    case SituationFact::RightKeptBeside:
      return "castling rights kept, by squares";
    case SituationFact::EpAcrossEdge:
      return "en passant around the edge";
    case SituationFact::RightPutBack:
      return "castling rights put back";
    case SituationFact::CastlingRefused:
      return "castling refused, by squares";
    case SituationFact::PinnedMove:
      return "pinned pieces that move";
    case SituationFact::FieldOfFen:
      return "fields of the FEN";
    case SituationFact::RefusedBy:
      return "attacks on a king from each side";
    case SituationFact::PassedByPiece:
      return "no en passant of a piece";
    case SituationFact::EpRefusedAtEnd:
      return "en passant refused at the last ply";
    case SituationFact::PinHolds:
      return "pins from each side";
    case SituationFact::PawnAcrossEdge:
      return "pawns around the edge";
    case SituationFact::NumberOfMoves:
      return "long and short lists of moves";
    case SituationFact::NumberOfPieces:
      return "many pieces of a kind";
  }
  return "";
}

}  // namespace perft_verify::verifier
