// Recognizing the options of an engine's greeting that set a table of positions.
#include "reference/uci/table_options.h"

#include <gmock/gmock.h>

namespace perft_verify::reference {

void PrintTo(const TableOption& option, std::ostream* out) {
  *out << option.name << " = " << option.least << (option.is_off ? " (off)" : "");
}

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

auto is_option(const std::string& name, const std::string& least, bool is_off) {
  return AllOf(Field(&TableOption::name, name), Field(&TableOption::least, least),
               Field(&TableOption::is_off, is_off));
}

TEST(TableOptions, AreSizesAndSwitchesOfHashTables) {
  const std::vector<std::string> greeting{
      "id name An Engine",
      "option name Hash type spin default 16 min 1 max 33554432",
      "option name Perft Hash type spin min 0 max 64 default 8",
      "option name UseHash type check default true",
      "option name Clear Hash type button",
      "option name HashFile type string default <empty>",
      "option name Threads type spin default 1 min 1 max 512",
  };
  EXPECT_THAT(table_options(greeting),
              ElementsAre(is_option("Hash", "1", false), is_option("Perft Hash", "0", true),
                          is_option("UseHash", "false", true)));
}

TEST(TableOptions, WhatIsNotUnderstoodIsPassedOver) {
  for (const char* line : {"option name Hash type spin default 16", "option name Hash",
                           "option name Hash type spin min many max 3", "Hash", ""})
    EXPECT_THAT(table_options(std::vector<std::string>{line}), IsEmpty()) << line;
}

}  // namespace
}  // namespace perft_verify::reference
