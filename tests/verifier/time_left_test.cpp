#include "verifier/run/schedule/time_left.h"

#include <gtest/gtest.h>

namespace perft_verify::verifier {
namespace {

TEST(TimeLeft, IsUnknownBeforeTheFirstRows) {
  TimeLeft left(1e6);
  EXPECT_FALSE(left.seconds(100, 1e6));
  for (int row = 0; row < 20; ++row) left.row_took(100, 0.01);
  EXPECT_TRUE(left.seconds(100, 1e6));
}

TEST(TimeLeft, OfLargeRowsIsForecastFromSmallOnes) {
  // 10 ms a row, and a million nodes a second.
  TimeLeft left(1e6);
  for (int row = 0; row < 50; ++row) left.row_took(100, 0.01 + 100 / 1e6);
  EXPECT_NEAR(left.seconds(10, 5e6).value_or(0), 10 * 0.01 + 5, 0.05);
}

TEST(TimeLeft, FollowsAnEngineThatIsFasterThanMeasured) {
  TimeLeft left(1e6);
  for (int row = 0; row < 50; ++row) left.row_took(100'000, 0.05);  // two million
  EXPECT_NEAR(left.seconds(10, 5e6).value_or(0), 2.5, 0.05);
}

TEST(TimeLeft, FollowsTheJobsOfTheDeepPass) {
  TimeLeft left(1e6);
  for (int job = 0; job < 100; ++job) left.deep_job_took(1e7, 1);
  EXPECT_NEAR(left.nodes_per_second(), 1e7, 1e6);
  TimeLeft unmeasured(0);
  EXPECT_EQ(unmeasured.nodes_per_second(), 0);
  unmeasured.row_took(1000, 0.001);
  EXPECT_NEAR(unmeasured.nodes_per_second(), 1e6, 1);
}

}  // namespace
}  // namespace perft_verify::verifier
