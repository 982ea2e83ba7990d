#include "verifier/cli/run/emergencies.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "reference/process/child_process.h"
#include "verifier/run/model/exit_code.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kReserve = std::size_t{1} << 20;

std::atomic<void*> reserve = nullptr;

void grant_from_reserve() {
  void* const memory = reserve.exchange(nullptr);
  if (memory == nullptr) throw std::bad_alloc();
  std::free(memory);
}

void write_error(std::string_view text) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

/// Allocates nothing: there may be no memory.
[[noreturn]] void end_by_exception() {
  reference::kill_all_children();
  std::fflush(stdout);
  write_error("verify: internal error: ");
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    write_error("terminated");
  } catch (const std::exception& error) {
    write_error(error.what());
  } catch (...) {
    write_error("an exception that is none of the standard library's");
  }
  write_error("\n");
  ::_exit(static_cast<int>(ExitCode::Internal));
}

}  // namespace

void prepare_for_emergencies() {
  reserve = std::malloc(kReserve);
  std::set_new_handler(grant_from_reserve);
  std::set_terminate(end_by_exception);
}

}  // namespace perft_verify::verifier
