// `verify` does not depend on MPI, nor load its libraries. Started by mpirun it becomes
// `verify-mpi`, which is in the same folder if it was built.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "reference/process/system.h"
#include "verifier/cli/run/join.h"

namespace perft_verify::verifier {

std::expected<std::unique_ptr<Link>, std::string> join(int* /*argc*/, char*** argv) {
  const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size == nullptr || std::string_view(size) == "1") return nullptr;
  std::error_code ignored;
  const auto self = std::filesystem::read_symlink(reference::own_program(), ignored);
  const std::string program = (self.parent_path() / "verify-mpi").string();
  ::execv(program.c_str(), *argv);
  return std::unexpected(fmt::format(
      "mpirun has started {} of these, and each would do the whole work: this verify was built "
      "without MPI (install Open MPI and configure again; PERFT_VERIFY_WITH_MPI)",
      size));
}

}  // namespace perft_verify::verifier
