#include "verifier/report/output/progress_bar.h"

#include <gtest/gtest.h>

#include "verifier/report/output/progress_line.h"

namespace perft_verify::verifier {
namespace {

/// The output of a bar; `columns` is 0 for a log.
class Bar {
 public:
  explicit Bar(std::size_t columns)
      : bar_(columns, [this](std::string_view text) { written_ += text; }) {
    std::vector<Row> rows(3);
    rows[1].file = "s.epd";
    rows[1].line = 2;
    rows[1].id = "kiwipete";
    run_.rows = rows;
    bar_.run_started(run_);
  }

  std::string at(double seconds, std::vector<RunningRow> running = {}) {
    written_.clear();
    Progress progress;
    progress.rows_done = 1;
    progress.rows = 3;
    progress.nodes_done = 2e9;
    progress.nodes_total = 8e9;
    progress.seconds_left = 60;
    progress.seconds = seconds;
    progress.running = std::move(running);
    bar_.progress(progress);
    return written_;
  }
  std::string row_finished() {
    written_.clear();
    bar_.row_finished(0, {});
    return written_;
  }

 private:
  RunInfo run_;
  std::string written_;
  ProgressBar bar_;
};

TEST(ProgressBar, MovesInOneLineOfATerminalAndIsClearedForOthers) {
  Bar bar(100);
  EXPECT_EQ(bar.at(0.1), "") << "a short run needs none";
  EXPECT_EQ(bar.row_finished(), "") << "nothing to clear";
  const std::string line = bar.at(20);
  EXPECT_EQ(line,
            "\r[######..................] 1/3 rows, 2.00 G of about 8.00 G nodes, 60.0 s "
            "left\x1b[K");
  EXPECT_EQ(bar.row_finished(), "\r\x1b[K");
}

TEST(ProgressBar, NeverFillsTheLine) {
  Bar bar(30);
  const std::string line = bar.at(1);
  EXPECT_EQ(line.size(), 1 + 29 + 3U) << line;
}

TEST(ProgressBar, IsAPlainLineEverySoOftenInALog) {
  Bar bar(0);
  EXPECT_EQ(bar.at(1), "");
  EXPECT_EQ(bar.at(29), "");
  EXPECT_EQ(bar.at(30), " 33% 1/3 rows, 2.00 G of about 8.00 G nodes, 60.0 s left\n");
  EXPECT_EQ(bar.at(59), "");
  EXPECT_NE(bar.at(60), "");
}

TEST(ProgressBar, AnnouncesSlowRowsByNameAndAgainWhenTheyTakeTwiceAsLong) {
  Bar bar(0);
  EXPECT_EQ(bar.at(29, {{1, 6, 29, 8.03e9}}), "");
  const std::string announced = bar.at(35, {{1, 6, 31, 8.03e9}});
  EXPECT_TRUE(
      announced.contains("slow: s.epd:2 kiwipete at depth 6: 31.0 s so far, about 8.03 G nodes"))
      << announced;
  EXPECT_EQ(bar.at(40, {{1, 6, 36, 8.03e9}}), "");
  EXPECT_TRUE(bar.at(65, {{1, 6, 62, 8.03e9}}).contains("slow: "));
  EXPECT_EQ(bar.at(70, {{1, 7, 3, 8.03e9}}), "") << "another depth begins anew";
}

TEST(ProgressLine, IsOneLineThatIsGoneAtTheEnd) {
  std::string shown;
  const Sink sink = [&shown](std::string_view text) { shown += text; };
  {
    ProgressLine line(40, sink, "bugs");
    line.one_done(3);
    EXPECT_EQ(shown, "") << "a short wait needs none";
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    line.one_done(3);
    EXPECT_TRUE(shown.starts_with("\r2 of 3 bugs, ")) << shown;
    EXPECT_FALSE(shown.contains('\n'));
  }
  EXPECT_TRUE(shown.ends_with("\r\x1b[K")) << shown;
  shown.clear();
  ProgressLine(0, sink, "bugs").one_done(1);
  EXPECT_EQ(shown, "") << "no terminal";
}

}  // namespace
}  // namespace perft_verify::verifier
