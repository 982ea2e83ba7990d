// The families of bug classes, one source file each.
#pragma once

#include "verifier/classify/classes/classes.h"

namespace perft_verify::verifier::classes {

std::span<const BugClass> en_passant();
std::span<const BugClass> pawns_and_pieces();
std::span<const BugClass> promotion();
std::span<const BugClass> castling();
std::span<const BugClass> checks_and_pins();
std::span<const BugClass> making();
std::span<const BugClass> unmaking();
std::span<const BugClass> counting();
std::span<const BugClass> chess960();
std::span<const BugClass> setup();

}  // namespace perft_verify::verifier::classes
