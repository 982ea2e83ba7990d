// Portable Game Notation (PGN): tag pairs, then moves among comments, variations and glyphs.
//
// Only the main line is read. What is broken in one game does not reach into the next: tag pairs at
// the beginning of a line end whatever was not closed before them.
#pragma once

#include "verifier/games/game.h"
#include "verifier/games/text_stream.h"

namespace perft_verify::verifier {

class PgnReader final : public GameSource {
 public:
  explicit PgnReader(TextStream stream) : stream_(std::move(stream)) {}

  std::optional<Game> next() override;

 private:
  struct Tag {
    std::string name;
    std::string value;
    std::size_t line = 0;
  };

  bool read_part();
  bool read_tag();
  void apply(const Tag& tag);
  void read_comment();
  void comment_says(std::string_view text, std::size_t line);
  void read_token();
  void understand(std::string_view token, std::size_t line);
  bool at_header();
  void finish();
  void fail(std::size_t line, std::string message);

  TextStream stream_;
  Game game_;
  bool has_tags_ = false;
  bool has_event_ = false;
  bool has_result_ = false;
  bool has_text_ = false;           // something after the tag pairs
  std::size_t depth_ = 0;           // of variations
  std::size_t variation_line_ = 0;  // where the outermost begins
  std::optional<Tag> pending_;      // of the game after this one
};

}  // namespace perft_verify::verifier
