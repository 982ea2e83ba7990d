#include "verifier/store/answer_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/notation.h"
#include "core/text/sha256.h"
#include "reference/uci/board_text.h"

namespace perft_verify::verifier {
namespace {

using reference::Divide;
using reference::RootCount;

/// Changes with the meaning of a record: old ones are then no longer found.
constexpr std::string_view kSchema = "perft-verify answers 1";

struct Castling {
  std::string_view uci;
  std::string_view king_takes_rook;
};
constexpr std::array<Castling, 4> kCastling{
    {{"e1g1", "e1h1"}, {"e1c1", "e1a1"}, {"e8g8", "e8h8"}, {"e8c8", "e8a8"}}};

/// Respells castling in a standard row, where the king stands on its first square and a step of two
/// files is castling.
template <std::string_view Castling::* From, std::string_view Castling::* To>
void respell(const AnswerKey& key, Divide& divide) {
  if (key.chess960) return;
  const auto facts = reference::board_facts(key.position);
  if (!facts) return;
  const Square king = facts->side_to_move == Color::White ? Square::E1 : Square::E8;
  const auto on_it = facts->placement[static_cast<std::size_t>(index(king))];
  if (!on_it || *on_it != Piece{facts->side_to_move, PieceType::King}) return;
  for (RootCount& line : divide.lines) {
    if (!line.move.starts_with(to_string(king))) continue;  // a rook on the other side's square
    const auto castling = std::ranges::find(kCastling, line.move, From);
    if (castling != kCastling.end()) line.move = (*castling).*To;
  }
  std::ranges::sort(divide.lines);
}

bool is_move(std::string_view text) {
  const auto move = parse_move_text(text);
  return move && move->from != move->to &&
         (move->promotion == 0 || std::string_view("nbrq").contains(move->promotion));
}

std::int64_t bits_of(const std::string& text) {
  std::uint64_t bits = 0;
  const std::string digest = sha256_of(text);
  std::from_chars(digest.data(), digest.data() + 16, bits, 16);
  return static_cast<std::int64_t>(bits);
}

std::string identity_text(const StoreReference& reference) {
  return fmt::format("{}\n{}\n{}\n{}\n", kSchema, reference.name, reference.program,
                     reference.arguments);
}

}  // namespace

bool has_clocks(const AnswerKey& key) { return std::ranges::count(key.position, ' ') > 3; }

std::optional<AnswerKey> key_of(const reference::Question& question, bool without_clocks) {
  if (!question.moves.empty()) return std::nullopt;
  return AnswerKey{
      without_clocks ? reference::without_clocks(question.root.fen) : question.root.fen,
      question.root.chess960, question.depth};
}

std::optional<std::string> counts_text(const AnswerKey& key, const Divide& divide) {
  if (divide.total != sum_of_lines(divide)) return std::nullopt;
  Divide spelled = divide;
  respell<&Castling::uci, &Castling::king_takes_rook>(key, spelled);
  std::string text;
  const RootCount* last = nullptr;
  for (const RootCount& line : spelled.lines) {
    if (!is_move(line.move) || (last != nullptr && last->move >= line.move)) return std::nullopt;
    text += fmt::format("{}{}:{}", last == nullptr ? "" : " ", line.move, line.nodes);
    last = &line;
  }
  return text;
}

std::optional<Divide> parse_counts(const AnswerKey& key, std::string_view counts) {
  Divide divide;
  for (std::string_view rest = counts; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t colon = std::min(word.find(':'), word.size());
    RootCount line{std::string(word.substr(0, colon)), 0};
    const std::string_view number = word.substr(std::min(colon + 1, word.size()));
    const char* const last = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), last, line.nodes);
    if (error != std::errc{} || stop != last ||
        __builtin_add_overflow(divide.total, line.nodes, &divide.total))
      return std::nullopt;
    divide.lines.push_back(std::move(line));
  }
  respell<&Castling::king_takes_rook, &Castling::uci>(key, divide);
  // A record that we would write otherwise is not ours: it may have moves twice or in another
  // order, leading zeros, or castling as a step of two files.
  if (counts_text(key, divide) != counts) return std::nullopt;
  return divide;
}

std::int64_t checksum_of(const StoreReference& reference, const AnswerKey& key,
                         std::string_view counts) {
  return bits_of(fmt::format("{}{}\n{}\n{}\n{}", identity_text(reference), key.position,
                             key.chess960 ? "Chess960" : "standard", key.depth, counts));
}

std::int64_t checksum_of(const StoreReference& reference) {
  return bits_of(identity_text(reference));
}

}  // namespace perft_verify::verifier
