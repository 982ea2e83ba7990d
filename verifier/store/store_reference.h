// The reference whose answers are stored. Another version, another build, another way of starting
// it is another reference: nothing is handed from one to the other.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "reference/generator.h"

namespace perft_verify::verifier {

struct StoreReference {
  std::string name;  // as it calls itself, with its version: "Stockfish 15.1"
  /// SHA-256 of what it runs: its executable and its libraries, by their SHA-256.
  std::string program;
  /// Its arguments, shell-quoted; usually empty. The files among them are in `program`.
  std::string arguments;

  friend auto operator<=>(const StoreReference&, const StoreReference&) = default;
};

/// Of a generator that is linked in, or of the program that runs for it now. The error is a clause:
/// why nobody knows for sure which program answers.
std::expected<StoreReference, std::string> identify(reference::Generator& generator);

/// Of the file that a command names, and of those among its arguments: what is started, which need
/// not be what answers in the end.
std::expected<StoreReference, std::string> identify_command(
    const std::vector<std::string>& command);

}  // namespace perft_verify::verifier
