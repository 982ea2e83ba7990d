// How many positions each family has, and the digest of their answers.
//
// The test Prove.DigestsAreThoseOfCoreAndMailbox computes the smaller ones by both generators;
// PERFT_VERIFY_LONG=1 all of them, and prints what belongs here.
#pragma once

#include <cstdint>
#include <string_view>

namespace perft_verify::verifier {

struct FamilyFacts {
  std::uint64_t positions = 0;
  std::string_view digest;
};

inline constexpr FamilyFacts kLeapers{0, ""};
inline constexpr FamilyFacts kPins{0, ""};
inline constexpr FamilyFacts kCastling{0, ""};
inline constexpr FamilyFacts kCastling960{0, ""};
inline constexpr FamilyFacts kSliders{0, ""};
inline constexpr FamilyFacts kEnPassant{0, ""};
inline constexpr FamilyFacts kThreePieces{0, ""};

}  // namespace perft_verify::verifier
