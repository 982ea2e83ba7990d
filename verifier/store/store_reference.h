// The reference whose answers are stored. Another version, another build, another way of starting
// it is another reference: nothing is handed from one to the other.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "reference/generator.h"

namespace perft_verify::verifier {

struct StoreReference {
  std::string name;  // its own name, with its version: "Stockfish 15.1"
  /// SHA-256 of its program: its executable, its libraries, and what was added to its environment,
  /// by their SHA-256.
  std::string program;
  /// Its arguments, shell-quoted; usually empty. The files among them are in `program`.
  std::string arguments;

  friend auto operator<=>(const StoreReference&, const StoreReference&) = default;
};

/// Identifies a linked-in generator, or the program that runs for it now. The error is a clause:
/// the reason why the answering program is not known for sure.
std::expected<StoreReference, std::string> identify(reference::Generator& generator);

/// Identifies the file of a command, and those among its arguments: the program that is started,
/// which need not be the one that answers in the end.
std::expected<StoreReference, std::string> identify_command(
    const std::vector<std::string>& command);

}  // namespace perft_verify::verifier
