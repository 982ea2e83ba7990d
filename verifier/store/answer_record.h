// A stored answer, and how it is written down so that damage shows.
//
// The key is the position without its clocks, in the words of the wire FEN (including the en
// passant square of a double push that no pawn can capture), Chess960 or not, and the depth. For a
// reference that might cut at draws the clocks belong to the position. Castling is written as the
// king taking its rook.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "reference/generator.h"
#include "verifier/store/store_reference.h"

namespace perft_verify::verifier {

struct AnswerKey {
  std::string position;  // FEN of four fields, or of six if clocks may matter
  bool chess960 = false;
  int depth = 1;

  friend auto operator<=>(const AnswerKey&, const AnswerKey&) = default;
};

bool has_clocks(const AnswerKey& key);

/// Nothing for a question with moves: only the reference can tell their position.
std::optional<AnswerKey> key_of(const reference::Question& question, bool without_clocks);

/// "e1h1:8 e2e4:20", sorted by move; empty for mate and stalemate. Nothing for an answer that
/// contradicts itself: a move twice, a total that is not the sum, a word that is not a move.
std::optional<std::string> counts_text(const AnswerKey& key, const reference::Divide& divide);

/// The answer as the generator gave it, with castling spelled for the variant of chess; nothing for
/// a text that counts_text cannot have written.
std::optional<reference::Divide> parse_counts(const AnswerKey& key, std::string_view counts);

/// 64 bits of SHA-256 over the reference, the key and the counts: they do not match for a record
/// that was damaged, or stored under another key.
std::int64_t checksum_of(const StoreReference& reference, const AnswerKey& key,
                         std::string_view counts);
std::int64_t checksum_of(const StoreReference& reference);

}  // namespace perft_verify::verifier
