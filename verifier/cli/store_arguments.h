// The command line of `verify store`.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace perft_verify::verifier {

enum class StoreAction : std::uint8_t { Info, Export, Import, Prune, Verify };

/// `verify store info|export|import|prune|verify`
struct StoreArguments {
  StoreAction action = StoreAction::Info;
  std::optional<std::string> path;       // the user's own without it
  std::string output;                    // of export; empty for standard output
  std::vector<std::string> inputs;       // of import
  std::optional<int> older_than;         // days, of prune
  std::optional<std::string> reference;  // of prune a name, of verify whom to ask
  std::size_t sample = 100;
  std::uint64_t max_nodes = 100'000'000;
  std::uint64_t seed = 0;
  bool json = false;
};

CLI::App* add_store_command(CLI::App& app, StoreArguments& arguments);

}  // namespace perft_verify::verifier
