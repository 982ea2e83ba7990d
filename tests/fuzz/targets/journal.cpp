// Lines of a journal: a line that was read is written unchanged.
#include "tests/fuzz/target.h"
#include "verifier/run/record/journal_record.h"

using namespace perft_verify;
using namespace perft_verify::verifier;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::Input(data, size).rest();
  if (const auto entry = parse_journal_text(text)) {
    const std::string written = journal_text(*entry);
    const auto again = parse_journal_text(written);
    fuzz::must(again && journal_text(*again) == written, "an entry is read as it was written");
  } else {
    fuzz::must(!entry.error().empty(), "an error is a sentence");
  }
  if (const auto part = parse_journal_part(text)) {
    const std::string written = journal_text(*part);
    const auto again = parse_journal_part(written);
    fuzz::must(again && journal_text(*again) == written, "a part is read as it was written");
  }
  return 0;
}
