// A deep perft in pieces: the positions at a ply of a tree, each once, with the number of lines
// that lead to it. perft of the root is the sum of theirs, each times that number.
//
// Written as a suite that `verify` runs like any other. Its header describes the whole, and a
// checksum protects it: a file with a missing or repeated unit, or with another number of lines, is
// not a campaign any more.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/fen.h"
#include "verifier/scale/campaign/wide_count.h"

namespace perft_verify::verifier {

struct WorkUnit {
  std::string fen;  // clocks at 0 and 1
  WideCount times;
};

struct Campaign {
  Root root;
  int depth = 0;   // of the root
  int at = 0;      // the ply of the units, less than the depth
  std::string by;  // the source of the moves and positions: "Stockfish 15.1"
  std::vector<WorkUnit> units;

  [[nodiscard]] int unit_depth() const { return depth - at; }
};

/// A suite in EPD.
std::string campaign_text(const Campaign& campaign);

/// Whether a file claims to be one.
bool is_campaign(std::string_view text);

/// The error is one sentence that begins with the file's name.
std::expected<Campaign, std::string> read_campaign(const std::string& file, std::string_view text);

}  // namespace perft_verify::verifier
