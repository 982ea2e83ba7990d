#include "verifier/store/store_reference.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/text/sha256.h"
#include "core/text/shell_words.h"
#include "reference/process/child_process.h"
#include "reference/process/system.h"

namespace perft_verify::verifier {

std::expected<StoreReference, std::string> identify(reference::Generator& generator) {
  StoreReference found{generator.identity().name, "", ""};
  if (generator.identity().command.empty()) {
    auto program = sha256_of_file(reference::own_program());
    if (!program) return std::unexpected(program.error());
    found.program = std::move(*program);
    return found;
  }
  const auto running = generator.program();
  if (!running) return std::unexpected(running.error());
  std::string hashes;
  for (const reference::ProgramFile& file : running->files) {
    const auto hash = sha256_of_file(file.path);
    if (!hash) return std::unexpected(hash.error());
    hashes += *hash + "\n";
  }
  // Values may be secrets: only their digest is kept.
  for (const std::string& variable : running->environment) hashes += sha256_of(variable) + "\n";
  found.program = sha256_of(hashes);
  for (const std::string& argument : running->arguments)
    found.arguments += (found.arguments.empty() ? "" : " ") + shell_quoted(argument);
  return found;
}

std::expected<StoreReference, std::string> identify_command(
    const std::vector<std::string>& command) {
  const auto path = reference::find_program(command.front());
  if (!path) return std::unexpected(path.error());
  auto program = sha256_of_file(*path);
  if (!program) return std::unexpected(program.error());
  StoreReference reference{"", std::move(*program), ""};
  for (std::size_t at = 1; at < command.size(); ++at) {
    const std::string& argument = command[at];
    reference.arguments += (at == 1 ? "" : " ") + shell_quoted(argument);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(argument, ignored)) continue;
    const auto file = sha256_of_file(argument);
    if (!file) return std::unexpected(file.error());
    reference.arguments += fmt::format(" (sha256 {})", *file);
  }
  return reference;
}

}  // namespace perft_verify::verifier
