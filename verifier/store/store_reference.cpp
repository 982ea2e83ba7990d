#include "verifier/store/store_reference.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "core/text/sha256.h"
#include "core/text/shell_words.h"
#include "reference/process/child_process.h"

namespace perft_verify::verifier {

std::expected<StoreReference, std::string> identify_program(
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

std::expected<StoreReference, std::string> identify_built_in(std::string name) {
  auto program = sha256_of_file("/proc/self/exe");
  if (!program) return std::unexpected(program.error());
  return StoreReference{std::move(name), std::move(*program), ""};
}

bool is_script(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return file.get() == '#' && file.get() == '!';
}

}  // namespace perft_verify::verifier
