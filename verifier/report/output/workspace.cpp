#include "verifier/report/output/workspace.h"

#include <cstdlib>
#include <filesystem>

#include "verifier/suite/built_in.h"

namespace perft_verify::verifier {

std::optional<std::string> path_in_workspace(const Row& row, const std::string& workspace) {
  std::error_code ignored;
  if (row.line == 0 || !stands_in_a_file(row) ||
      !std::filesystem::is_regular_file(row.file, ignored))
    return std::nullopt;
  if (workspace.empty()) return row.file;
  // The program may have been started in a folder below that of the checkout.
  std::string file = std::filesystem::absolute(row.file)
                         .lexically_normal()
                         .lexically_relative(std::filesystem::path(workspace).lexically_normal())
                         .string();
  if (file.empty() || file.starts_with("..")) return std::nullopt;
  return file;
}

std::string workspace_of_environment() {
  const char* const workspace = std::getenv("GITHUB_WORKSPACE");
  return workspace == nullptr ? "" : workspace;
}

}  // namespace perft_verify::verifier
