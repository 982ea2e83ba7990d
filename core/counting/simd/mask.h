// The masks that keep moves out of the sums of additive-inl.h, and those by which calm-inl.h tells
// calm moves, by name, so that a test can leave out each of them and see that the tests of the
// counts notice.
#pragma once

#include <cstdint>

namespace perft_verify::counting {

enum class Mask : std::uint8_t {
  None,                 // leave out none: used everywhere but in that test
  SeenLine,             // a piece moves along a line on which an opposing slider sees it
  PawnOnSeenLine,       // the same of pawns
  Attacker,             // a piece takes a pawn that attacked it
  PawnTakesPawn,        // the same of pawns, which is put right
  BlockedPawn,          // a piece takes a pawn that it stood in front of
  PawnBlockedAfterOne,  // a piece takes a pawn whose double push would have ended where it stood
  BetweenPushes,        // a piece goes between the ends of a single and a double push
  PawnBetweenPushes,    // the same of pawns, which is put right
  LastRank,             // opposing pawns would promote on the square that is entered
  LeftLastRank,         // opposing pawns would promote on the square that is left
  PawnOnSeventh,        // a pawn that could promote is captured
  EnPassant,            // the opponent may take the pawn en passant
  PromotedBehind,       // a pawn becomes a slider, and its old square blocks no line any more
  OpensLine,            // the square that is left closed a line to a safe square of the zone
  OpensPin,             // the square that is left closed the line of a pin
  ExposesToPin,         // the square that is left hid a piece that is pinned now
  PinLine,              // the line of a pin is entered or left
  EndsAttack,           // an attack on an unsafe square ends as its piece moves away
  BlocksAttack,         // an attack on an unsafe square is blocked
  BeginsAttack,         // a safe square is attacked from the square that is entered
  BeginsPin,            // a piece is pinned from the square that is entered
  BeginsCheck,          // a check is given, by a move that would be nearly calm
  StillAttacked,        // a square stays attacked by other pieces when its attacker moves away
  NextToKing,           // a square that the king may step to is entered
  ThirdKnight,          // a capture concerns a knight that the sums do not know
  CastlingSafe,         // squares that the opponent's king castles across
  CastlingEmpty,        // squares that must be empty for it
  DiagonalSlider,       // a bishop or queen is on the board, so all eight directions are looked at
  MayPromote,           // a pawn may become a bishop or queen
};

}  // namespace perft_verify::counting
