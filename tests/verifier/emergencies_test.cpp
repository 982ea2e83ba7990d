#include "verifier/cli/emergencies.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace perft_verify::verifier {
namespace {

TEST(Emergencies, AnExceptionThatNothingCatchesIsSaidAndIsExitCode70) {
  const auto throws_where_it_must_not = []() noexcept { throw std::bad_alloc(); };
  EXPECT_EXIT(
      {
        prepare_for_emergencies();
        throws_where_it_must_not();
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
