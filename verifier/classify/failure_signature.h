// The features by which failures of a subject are the same: where it failed, how its process ended,
// and the first words of its complaint, without the position and numbers that vary by row.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Equal for failures of one kind, stage, signal or exit code, and complaint on standard error.
std::string failure_signature(FindingKind kind, std::string_view message);

/// The complaint and the innermost frame of an exception, wherever the subject was in the
/// conversation; empty if it does not say.
std::string place_of_crash(std::string_view message);

/// The board that a subject showed in place of the one sent; nothing for other failures.
std::optional<std::string> board_shown_instead(std::string_view message);

}  // namespace perft_verify::verifier
