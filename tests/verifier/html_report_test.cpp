// The HTML report in a browser: it renders, steps and filters, by mouse and keyboard, makes no
// requests, and hostile text stays text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/reference/support.h"
#include "tests/verifier/support/browser.h"
#include "tests/verifier/support/command.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using reference::file_content;
using reference::ScratchFolder;

constexpr const char* kHostile = R"(<img src=x onerror=alert(1)>'`{{subject}}</script><script>)";

class HtmlReport : public testing::Test {
 protected:
  /// A run with findings two plies below the root, one at it, a wrong recorded count, a hostile
  /// id and a row that does not parse.
  void SetUp() override {
    const std::string suite = folder_.write(
        "s.epd", fmt::format("r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1 ;id \"rook taken\";\n"
                             "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D2 9 ;id \"{}\";\n"
                             "r3k2r/8/8/8/8/8/4K1b1/R6R w kq - 0 1 ;id \"king comes back\";\n"
                             "7k/8/8/8/8/8/8/1K6 w - - 0 1 ;D2 14\n"
                             "this is no position\n",
                             kHostile));
    path_ = folder_.path("r.html");
    const CommandResult result =
        verify({suite, "--depth", "3", "--invalid", "skip", "--reference", "mailbox", "--report",
                "html=" + path_, "--engine", zoo_engine("castling-rook-captured")});
    ASSERT_EQ(result.exit_code, 1) << result.err;
  }

  [[nodiscard]] std::string url() const { return "file://" + path_; }

  /// The page of a game with an illegal move, which no engine was asked about.
  [[nodiscard]] std::string url_of_replay() const {
    const std::string path = folder_.path("replay.html");
    const std::string game = folder_.write("g.pgn", "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n");
    EXPECT_EQ(verify({"replay", game, "--report", "html=" + path}).exit_code, 1);
    return "file://" + path;
  }

  ScratchFolder folder_;
  std::string path_;
};

TEST_F(HtmlReport, IsOneFileThatNamesNoOther) {
  const std::string page = file_content(path_);
  for (const char* part : {"http://", "https://", "src=\"", "@import", "url("})
    EXPECT_FALSE(page.contains(part)) << part;
  EXPECT_TRUE(page.contains("Content-Security-Policy"));
  EXPECT_FALSE(page.contains("<img"));
  EXPECT_TRUE(page.contains("{{subject}}")) << "text of a suite is no template";
}

class HtmlInBrowser : public HtmlReport {
 protected:
  void SetUp() override {
    if (chromium().empty())
      GTEST_SKIP() << "NO CHROMIUM: the HTML report is not looked at by a browser. "
                      "apt-get install chromium";
    HtmlReport::SetUp();
  }
};

TEST_F(HtmlInBrowser, RendersWithoutComplaintAndAsksNobody) {
  Browser browser(url(), 1200, 900);
  EXPECT_EQ(browser.evaluate("document.title"),
            "Bug Zoo (castling-rook-captured) against mailbox: 3 of 5 rows agree, 1 does not, 1 "
            "skipped");
  EXPECT_EQ(browser.evaluate("document.querySelectorAll('.rows tbody tr').length"), 5);
  EXPECT_EQ(browser.evaluate("document.querySelectorAll('img, .rows script').length"), 0);
  EXPECT_EQ(browser.evaluate("document.querySelectorAll('.rows tbody tr b')[1].textContent"),
            kHostile);
  EXPECT_EQ(browser.evaluate("getComputedStyle(document.querySelector('.finding')).display"),
            "none");
  // The pieces are drawn: an empty symbol would have no size.
  EXPECT_GT(browser.evaluate("document.querySelector('.card use').getBBox().width"), 5);
  EXPECT_EQ(browser.complaints(), Words{});
  EXPECT_EQ(browser.requests(), Words{url()});
}

TEST_F(HtmlInBrowser, TheContentSecurityPolicyLetsNothingElseRun) {
  Browser browser(url(), 1200, 900);
  browser.evaluate(
      "const s = document.createElement('script'); s.textContent = 'window.bad = 1';"
      "document.body.append(s); const i = document.createElement('img');"
      "i.src = 'http://127.0.0.1:9/'; document.body.append(i); 1");
  EXPECT_EQ(browser.evaluate("typeof window.bad"), "undefined");
  EXPECT_FALSE(browser.complaints().empty()) << "the browser reports what it has blocked";
}

TEST_F(HtmlInBrowser, ExplainsTheBugAndGroupsFindingsByIt) {
  Browser browser(url(), 1200, 900);
  EXPECT_EQ(browser.evaluate("document.querySelector('.group code').textContent"),
            "castling-rook-captured");
  EXPECT_EQ(browser.evaluate("document.querySelector('.card b').textContent"),
            "1. illegal move e1g1 (O-O)");
  browser.evaluate("location.hash = '#finding-1'");
  const std::string bug =
      browser.evaluate("document.querySelector('.finding:target .bug').textContent");
  EXPECT_TRUE(bug.contains("Where to look.") && bug.contains("How to fix it.")) << bug;
  EXPECT_EQ(
      browser.evaluate("document.querySelector('.step:not([hidden]) figcaption').textContent"),
      "White to move · castling Qkq · ep –");
  EXPECT_EQ(browser.evaluate("[...document.querySelectorAll('.finding:target .facts .copy code')]"
                             ".map(c => c.textContent)"
                             ".filter((c, i, all) => all.indexOf(c) !== i).length"),
            0)
      << "positions that are the same stand there once";
  const std::string footer = browser.evaluate("document.querySelector('footer').textContent");
  EXPECT_TRUE(footer.contains("exit code 1") && footer.contains("--report")) << footer;
}

TEST_F(HtmlInBrowser, HasKeysForEverything) {
  Browser browser(url(), 1200, 900);
  browser.press("n");
  EXPECT_EQ(browser.evaluate("location.hash"), "#finding-1");
  browser.press("n");
  EXPECT_EQ(browser.evaluate("location.hash"), "#finding-1") << "it is the last one";
  browser.press("?");
  EXPECT_EQ(browser.evaluate("document.getElementById('keys').open"), true);
  browser.evaluate("document.querySelector('#keys button').click()");
  EXPECT_EQ(browser.evaluate("document.getElementById('keys').open"), false);
  browser.press("Escape");
  EXPECT_EQ(browser.evaluate("location.hash"), "#overview");
  EXPECT_EQ(browser.complaints(), Words{});
}

/// The violations that axe finds, one a line.
std::string axe_violations(Browser& browser, const std::string& axe) {
  browser.evaluate(axe + "; 1");
  return browser.evaluate(
      "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes[0].html).join('\\n'))");
}

TEST_F(HtmlInBrowser, IsAccessibleInBothThemesAndOnAPhone) {
  const char* const path = std::getenv("PERFT_VERIFY_AXE");
  if (path == nullptr)
    GTEST_SKIP() << "NO AXE: accessibility is not checked. Set PERFT_VERIFY_AXE to the axe.min.js "
                    "of axe-core";
  const std::string axe = file_content(path);
  for (const std::string& report : {url(), url_of_replay()})
    for (const int width : {1200, 390}) {
      Browser browser(report, width, 900);
      for (const bool dark : {false, true}) {
        browser.prefer_dark(dark);
        for (const char* page : {"#overview", "#finding-1"}) {
          browser.evaluate(fmt::format("location.hash = '{}'", page));
          EXPECT_EQ(axe_violations(browser, axe), "")
              << report << page << (dark ? ", dark, " : ", light, ") << width;
        }
      }
    }
}

TEST_F(HtmlInBrowser, NamesNoReferenceWhereGamesAreOnlyReplayed) {
  Browser browser(url_of_replay(), 1200, 900);
  EXPECT_EQ(browser.evaluate("document.querySelector('h1').textContent"), "Games");
  EXPECT_EQ(browser.evaluate("document.querySelectorAll('.rows th').length"), 3);
  EXPECT_EQ(browser.evaluate("document.querySelectorAll('.rows tbody td').length"), 3);
}

TEST_F(HtmlInBrowser, ArrowsStandOutFromBothKindsOfSquares) {
  Browser browser(url() + "#finding-1", 1200, 900);
  // The least contrast (WCAG) of an arrow of any kind on a square, by its own color or its casing.
  EXPECT_GE(browser.evaluate(R"((() => {
    const board = document.querySelector('.finding:target .step:not([hidden]) svg');
    const color = (name, what) => {
      const part = document.createElementNS(board.namespaceURI, 'path');
      part.setAttribute('class', name);
      board.append(part);
      return getComputedStyle(part)[what].match(/\d+/g).slice(0, 3).map(Number);
    };
    const light = c => c.map(v => v / 255)
      .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const contrast = (a, b) =>
      (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const casing = color('casing', 'stroke');
    return Math.min(...['light', 'dark'].flatMap(square =>
      ['illegal', 'missing', 'duplicate'].map(kind => Math.max(
        contrast(color('arrow ' + kind, 'stroke'), color(square, 'fill')),
        contrast(casing, color(square, 'fill'))))));
  })())"),
            3.0);
}

TEST_F(HtmlInBrowser, ALongNameOfAnEngineHidesNoColumn) {
  Browser browser(url(), 1200, 900);
  browser.evaluate(
      "document.querySelectorAll('th.n').forEach(h => h.textContent = "
      "'Bug Zoo (knight-wraps, castling-rook-captured, en-passant-missing)'); 1");
  constexpr const char* kHidden =
      "[...document.querySelectorAll('.table')].filter(t => t.offsetHeight > 0 && "
      "t.scrollWidth > t.clientWidth).length";
  EXPECT_EQ(browser.evaluate(kHidden), 0);
  browser.evaluate("location.hash = '#finding-1'");
  EXPECT_EQ(browser.evaluate(kHidden), 0);
}

constexpr const char* kShown =
    "document.querySelector('.finding:target .step:not([hidden])').dataset.label";

TEST_F(HtmlInBrowser, StepsFromTheRootToTheWrongPosition) {
  Browser browser(url() + "#finding-1", 1200, 900);
  EXPECT_EQ(browser.evaluate("getComputedStyle(document.getElementById('overview')).display"),
            "none");
  EXPECT_EQ(browser.evaluate(kShown), "1 of 1: g2h1 (Bxh1)");
  EXPECT_EQ(browser.evaluate("document.querySelectorAll('.finding:target .arrow.illegal').length"),
            1);
  browser.press("ArrowLeft");
  EXPECT_EQ(browser.evaluate(kShown), "root");
  browser.press("ArrowLeft");
  EXPECT_EQ(browser.evaluate(kShown), "root") << "there is nothing before it";
  browser.press("ArrowRight");
  EXPECT_EQ(browser.evaluate(kShown), "1 of 1: g2h1 (Bxh1)");
  EXPECT_EQ(browser.evaluate(
                "document.querySelectorAll('.finding:target .step:not([hidden]) .last').length"),
            2);
  browser.evaluate("document.querySelector('.finding:target [data-go=first]').click()");
  EXPECT_EQ(browser.evaluate(kShown), "root");
  browser.evaluate("document.querySelector('.finding:target [data-step=\"1\"]').click()");
  EXPECT_EQ(browser.evaluate(kShown), "1 of 1: g2h1 (Bxh1)");
  // By keyboard alone: the first button is some tabs away and Enter presses it.
  browser.evaluate("document.querySelector('.finding:target [data-go=first]').focus()");
  browser.press("Enter");
  EXPECT_EQ(browser.evaluate(kShown), "root");
  EXPECT_EQ(browser.complaints(), Words{});
}

constexpr const char* kVisibleRows =
    "[...document.querySelectorAll('.rows tbody tr')].filter(r => r.offsetHeight > 0).length";

TEST_F(HtmlInBrowser, FiltersRows) {
  Browser browser(url(), 1200, 900);
  EXPECT_EQ(browser.evaluate(kVisibleRows), 1) << "what is wrong is preselected";
  EXPECT_EQ(
      browser.evaluate("document.querySelector('label[for=show-mismatch] .count').textContent"),
      "1");
  browser.evaluate("document.getElementById('show-undecided').click()");
  EXPECT_EQ(browser.evaluate("document.querySelector('.empty-undecided').offsetHeight > 0"), true);
  browser.evaluate("document.querySelector('[data-rows-of]').click()");
  EXPECT_EQ(browser.evaluate("new Promise(done => setTimeout(() => done(" +
                             std::string(kVisibleRows) + "), 50))"),
            1);
  browser.evaluate(
      "const s = document.getElementById('search'); s.value = '';"
      "s.dispatchEvent(new Event('input')); 1");
  browser.evaluate("document.getElementById('show-all').click()");
  browser.evaluate("document.getElementById('search').focus()");
  browser.type("ROOK TAKEN");
  EXPECT_EQ(browser.evaluate(kVisibleRows), 1);
  EXPECT_EQ(browser.complaints(), Words{});
}

TEST_F(HtmlInBrowser, EverythingButSteppingWorksWithoutScripts) {
  Browser browser(url(), 1200, 900, false);
  EXPECT_EQ(browser.evaluate("document.getElementById('search').hidden"), true);
  browser.evaluate("document.getElementById('show-skipped').click()");
  EXPECT_EQ(browser.evaluate(kVisibleRows), 1);
  browser.evaluate("location.hash = '#finding-1'");
  EXPECT_EQ(browser.evaluate(kShown), "1 of 1: g2h1 (Bxh1)");
  EXPECT_EQ(browser.evaluate("document.querySelector('.controls').hidden"), true);
}

TEST_F(HtmlInBrowser, FitsOnAPhone) {
  Browser browser(url() + "#finding-1", 360, 740);
  EXPECT_LE(browser.evaluate("document.documentElement.scrollWidth"), 360);
  browser.evaluate("location.hash = ''");
  EXPECT_LE(browser.evaluate("document.documentElement.scrollWidth"), 360);
}

}  // namespace
}  // namespace perft_verify::verifier
