#include "verifier/cli/run/run_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include "core/text/printable.h"
#include "reference/uci/stockfish.h"
#include "verifier/store/remembering_generator.h"

namespace perft_verify::verifier {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

Chosen remembering(Chosen live, const std::shared_ptr<Store>& store,
                   const StoreReference& reference, const Learning& learning) {
  const auto remember = [=](std::unique_ptr<reference::Generator> generator) {
    return make_remembering_generator(std::move(generator), store, reference, learning);
  };
  live.first = remember(std::move(live.first));
  live.factory = [remember, factory = live.factory] { return remember(factory()); };
  live.identity = live.first->identity();
  return live;
}

/// The Stockfish that gave most answers of a store. Answers of a program that merely calls itself
/// so are stored with the clocks.
std::optional<StoreReference> remembered_stockfish(Store& store) {
  std::map<StoreReference, std::size_t> answers;
  const auto counted = store.for_each([&answers](const RememberedAnswer& answer) {
    if (reference::calls_itself_stockfish(answer.reference.name) && !has_clocks(answer.key))
      ++answers[answer.reference];
    return true;
  });
  if (!counted || answers.empty()) return std::nullopt;
  using Entry = std::pair<const StoreReference, std::size_t>;
  return std::ranges::max_element(answers, {}, &Entry::second)->first;
}

/// Used if there is no Stockfish here, but its answers are stored.
Chosen stand_in(FoundReference mailbox, const std::shared_ptr<Store>& store,
                const StoreReference& stockfish) {
  const std::string missing = std::exchange(mailbox.missing, "");
  Chosen chosen = remembering(unstarted_reference(std::move(mailbox)), store, stockfish,
                              {.ignores_clocks = true, .on = false});
  chosen.identity.name = fmt::format("{} (remembered) and mailbox", stockfish.name);
  chosen.stands_in = true;
  chosen.notice = fmt::format(
      "{}; its answers come from {}, and those that are not there from the built-in mailbox "
      "generator",
      missing, printable(store->path()));
  return chosen;
}

}  // namespace

std::optional<std::string> default_store_path() {
  if (const char* const named = std::getenv("PERFT_VERIFY_STORE"))
    return *named != '\0' ? std::optional<std::string>(named) : std::nullopt;
  std::filesystem::path folder = variable("XDG_CACHE_HOME");
  if (!folder.is_absolute()) {
    // A missing home folder (of a user without one) must not be created.
    const std::filesystem::path home = variable("HOME");
    std::error_code ignored;
    if (!home.is_absolute() || !std::filesystem::is_directory(home, ignored)) return std::nullopt;
    folder = home / ".cache";
  }
  return (folder / "perft-verify" / "answers.store").string();
}

std::expected<RunStore, std::string> open_run_store(const VerifyArguments& arguments) {
  RunStore result;
  if (arguments.no_store) return result;
  const auto path = arguments.store ? arguments.store : default_store_path();
  if (!path) return result;
  const std::filesystem::path folder = std::filesystem::path(*path).parent_path();
  std::error_code ignored;
  if (arguments.store) {
    if (std::filesystem::is_directory(*path, ignored))
      return std::unexpected(fmt::format("--store {}: is a directory", printable(*path)));
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
      return std::unexpected(fmt::format("--store {}: there is no folder {}", printable(*path),
                                         printable(folder.string())));
  } else {
    std::filesystem::create_directories(folder, ignored);
  }
  auto store = Store::open(*path, Store::Access::ReadAndWrite);
  if (store) {
    result.store = std::move(*store);
  } else if (arguments.store || std::filesystem::exists(*path, ignored)) {
    result.notices.push_back(fmt::format("{}; nothing is remembered in this run", store.error()));
  }
  return result;
}

std::expected<Chosen, std::string> choose_remembering_reference(
    const VerifyArguments& arguments, const std::shared_ptr<PerftTable>& table, RunStore& store,
    const std::stop_token& stop) {
  auto found = find_reference(arguments, table);
  if (!found) return std::unexpected(found.error());
  if (!store.store || found->on_demand) return start_reference(std::move(*found), stop);
  const bool named = arguments.store.has_value();
  if (!found->missing.empty() && named)
    if (const auto stockfish = remembered_stockfish(*store.store))
      return stand_in(std::move(*found), store.store, *stockfish);

  auto chosen = start_reference(std::move(*found), stop);
  if (!chosen) return chosen;
  const auto identity = identify(*chosen->first);
  if (!identity) {
    store.unused = fmt::format("which program answers as {} is not known for sure: {}",
                               chosen->identity.name, identity.error());
    return chosen;
  }
  Learning learning{.ignores_clocks = chosen->first->ignores_clocks()};
  if (auto program = chosen->first->program()) learning.program = std::move(*program);
  store.store->add_reference(*identity);
  return remembering(std::move(*chosen), store.store, *identity, learning);
}

}  // namespace perft_verify::verifier
