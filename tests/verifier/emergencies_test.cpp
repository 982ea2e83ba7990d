#include "verifier/cli/run/emergencies.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace perft_verify::verifier {
namespace {

TEST(Emergencies, AnExceptionThatNothingCatchesIsSaidAndIsExitCode70) {
  const auto call_where_nothing_may_be_thrown = [](void (*call)()) noexcept { call(); };
  EXPECT_EXIT(
      {
        prepare_for_emergencies();
        call_where_nothing_may_be_thrown([] { throw std::bad_alloc(); });
      },
      testing::ExitedWithCode(70), "^verify: internal error: std::bad_alloc\n$");
}

TEST(Emergencies, TheFirstFailedAllocationIsGrantedAndTheSecondThrown) {
  const auto granted = [] {
    try {
      std::get_new_handler()();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  };
  EXPECT_EXIT(
      {
        prepare_for_emergencies();
        const bool first = granted();
        std::_Exit(first && !granted() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace perft_verify::verifier
