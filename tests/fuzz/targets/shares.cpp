// Files from other machines: shares of a run, campaigns, exchanged answers.
#include "tests/fuzz/target.h"
#include "verifier/scale/campaign/work_units.h"
#include "verifier/scale/merge/part_file.h"
#include "verifier/store/exchange.h"

using namespace perft_verify;
using namespace perft_verify::verifier;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  switch (input.byte() % 3) {
    case 0:
      if (const auto part = read_part("part.jsonl", input.rest()); !part)
        fuzz::must(part.error().starts_with("part.jsonl"), "an error names the file");
      break;
    case 1: {
      const auto campaign = read_campaign("units.epd", input.rest());
      if (!campaign) {
        fuzz::must(campaign.error().starts_with("units.epd"), "an error names the file");
        break;
      }
      const std::string written = campaign_text(*campaign);
      const auto again = read_campaign("units.epd", written);
      fuzz::must(again && campaign_text(*again) == written, "a campaign is read as written");
      break;
    }
    default:
      if (const auto answers = read_exchange("answers.jsonl", input.rest()); !answers)
        fuzz::must(answers.error().starts_with("answers.jsonl"), "an error names the file");
  }
  return 0;
}
