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

inline constexpr FamilyFacts kLeapers{
    6'640, "f743f78d3ba7c8cda54eb0158e2d9a73653faf2a4d5d2fcff3876851b97b4bd4"};
inline constexpr FamilyFacts kPins{
    147'392, "ce5931aa3d850a371a1c1e55dfb0a4f381641bd23bc8c911b6309845f60dd98b"};
inline constexpr FamilyFacts kCastling{
    17'792, "f7b073b58216c37a44f05ee444f07cb2bfda2f6e87dbaebb3ed52953dcb0fe18"};
inline constexpr FamilyFacts kCastling960{
    169'680, "b13fdd87e57cb9058ac986effa944a0b35a411eab70886ed1926bf99df15b029"};
inline constexpr FamilyFacts kSliders{
    107'648, "17f6a4ecd80b43a0c55e8c6abe4ac692dc117d31fc52db8cd4a794b01af7f2e1"};
inline constexpr FamilyFacts kEnPassant{
    297'360, "82c6b9e5ff231b87ebc7690b2bf1cbdb53675a2e0c7ff27ce2ef8f5101c7a9f8"};
inline constexpr FamilyFacts kThreePieces{
    3'891'168, "7dc31fa90eaf8eca6839c5b82a7b5c0a6d6094f3615b7ec6b957a8e93fcbf38e"};

}  // namespace perft_verify::verifier
