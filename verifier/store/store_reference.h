// Whose answers are remembered. Another version, another build, another way of starting it is
// another reference: nothing is handed from one to the other.
#pragma once

#include <expected>
#include <string>
#include <vector>

namespace perft_verify::verifier {

struct StoreReference {
  std::string name;     // as it calls itself, with its version: "Stockfish 15.1"
  std::string program;  // SHA-256 of the file that is run
  /// What it is started with, shell-quoted, with the SHA-256 of each argument that names a file;
  /// mostly empty.
  std::string arguments;

  friend auto operator<=>(const StoreReference&, const StoreReference&) = default;
};

/// Of a program and its arguments; the name is left to whoever has heard it. The error is one
/// sentence.
std::expected<StoreReference, std::string> identify_program(
    const std::vector<std::string>& command);

/// Of a generator that is linked into this program.
std::expected<StoreReference, std::string> identify_built_in(std::string name);

/// Whether the file is a script or another text, which may start what nobody has hashed.
bool is_script(const std::string& path);

}  // namespace perft_verify::verifier
