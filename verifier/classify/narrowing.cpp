#include "verifier/classify/narrowing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier {
namespace {

/// The values of a trait, a bit each. A move meets a condition if it has only values that wrong
/// moves have.
using Values = std::uint64_t;
using Names = std::vector<std::string> (*)(Values);

constexpr Values bit(int number) { return Values{1} << number; }
template <typename Enum>
constexpr Values bit_of(Enum value) {
  return bit(static_cast<int>(value));
}

int direction_number(int files, int ranks) {
  const auto sign = [](int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); };
  return 3 * (sign(files) + 1) + sign(ranks) + 1;
}
int direction_between(Square from, Square to) {
  return direction_number(index(file_of(to)) - index(file_of(from)),
                          index(rank_of(to)) - index(rank_of(from)));
}
Square seen_by(Color us, Square square) { return us == Color::White ? square : flip_rank(square); }

/// The king's square after the move.
Square king_after(const MoveFacts& move, const Scene& scene) {
  return patterns::is(move, PieceType::King) && !move.castling ? move.to : scene.king;
}

enum class Kind : std::uint8_t { Ordinary, EnPassant, Castling, Promotion, DoubleStep };
Kind kind_of(const MoveFacts& move) {
  if (move.en_passant) return Kind::EnPassant;
  if (move.castling) return Kind::Castling;
  if (move.to_last_rank) return Kind::Promotion;
  return move.double_step ? Kind::DoubleStep : Kind::Ordinary;
}

std::vector<std::string> listed(Values values, std::initializer_list<const char*> names) {
  std::vector<std::string> found;
  int number = 0;
  for (const char* const name : names)
    if ((values & bit(number++)) != 0) found.emplace_back(name);
  return found;
}
std::vector<std::string> piece_names(Values values) {
  return listed(values, {"pawns", "knights", "bishops", "rooks", "queens", "kings"});
}
std::vector<std::string> line_names(Values values) {
  return listed(values, {"no line", "ranks", "files", "diagonals"});
}
std::vector<std::string> file_names(Values values) {
  return listed(values, {"a", "b", "c", "d", "e", "f", "g", "h"});
}
std::vector<std::string> rank_names(Values values) {
  return listed(values, {"1", "2", "3", "4", "5", "6", "7", "8"});
}
std::vector<std::string> direction_names(Values values) {
  return listed(values, {"southwest", "west", "northwest", "south", "nowhere", "north", "southeast",
                         "east", "northeast"});
}
std::vector<std::string> square_names(Values values) {
  std::vector<std::string> found;
  for (int number = 0; number < kSquareCount; ++number)
    if ((values & bit(number)) != 0) found.push_back(to_string(square_at(number)));
  return found;
}
std::vector<std::string> distance_names(Values values) {
  std::vector<std::string> found;
  for (int number = 0; number < 8; ++number)
    if ((values & bit(number)) != 0) found.push_back(fmt::format("{}", number));
  return found;
}

/// The pieces between the two squares of a move along a line; for castling, between the king and
/// its rook.
std::vector<Piece> pieces_between(const MoveFacts& move, const Scene& scene) {
  std::vector<Piece> found;
  const int files = index(file_of(move.to)) - index(file_of(move.from));
  const int ranks = index(rank_of(move.to)) - index(rank_of(move.from));
  if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return found;
  const auto sign = [](int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); };
  int file = index(file_of(move.from));
  int rank = index(rank_of(move.from));
  for (;;) {
    file += sign(files);
    rank += sign(ranks);
    if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
    const int square = 8 * rank + file;
    if (!move.castling && square == index(move.to)) break;
    const auto piece = scene.board[static_cast<std::size_t>(square)];
    if (!piece) continue;
    if (move.castling && *piece == Piece{scene.us, PieceType::Rook}) break;
    found.push_back(*piece);
  }
  return found;
}

/// Whether the target is on the line from the king to a checker, or behind the checker.
bool on_line_of_check(const MoveFacts& move, const Scene& scene) {
  for (const Square checker : scene.checkers) {
    const LineKind line = line_kind(scene.king, checker);
    if (line != LineKind::None && move.to != scene.king && line_kind(scene.king, move.to) == line &&
        direction_between(scene.king, move.to) == direction_between(scene.king, checker))
      return true;
  }
  return false;
}

struct Trait {
  double cost;
  Values (*of)(const MoveFacts&, const Scene&);
  const char* text;  // with {} for the values
  Names names;
};

constexpr std::size_t kColorTrait = 0;
const Trait kTraits[] = {
    {1.0, [](const MoveFacts&, const Scene& scene) { return bit_of(scene.us); }, "{} only",
     [](Values values) { return listed(values, {"White", "Black"}); }},
    {1.0, [](const MoveFacts&, const Scene& scene) { return bit(scene.chess960 ? 1 : 0); },
     "{} only", [](Values values) { return listed(values, {"standard chess", "Chess960"}); }},
    {1.0, [](const MoveFacts& move, const Scene&) { return bit_of(move.moved->type); },
     "moves of {}", piece_names},
    {0.9, [](const MoveFacts& move, const Scene&) { return bit_of(kind_of(move)); }, "{}",
     [](Values values) {
       return listed(values,
                     {"ordinary moves", "en passant", "castling", "promotions", "double pushes"});
     }},
    {1.0, [](const MoveFacts& move, const Scene&) { return bit(move.captured ? 1 : 0); }, "{}",
     [](Values values) { return listed(values, {"quiet moves", "captures"}); }},
    {1.4,
     [](const MoveFacts& move, const Scene&) {
       return move.captured ? bit_of(move.captured->type) : bit(6);
     },
     "where {} are captured",
     [](Values values) {
       return listed(values,
                     {"pawns", "knights", "bishops", "rooks", "queens", "kings", "no pieces"});
     }},
    {1.0,
     [](const MoveFacts& move, const Scene&) {
       constexpr std::string_view kLetters = "bnqrpk";
       const auto at = kLetters.find(move.promotion);
       return bit(at == std::string_view::npos ? 6 : static_cast<int>(at));
     },
     "to {}",
     [](Values values) {
       return listed(values,
                     {"bishop", "knight", "queen", "rook", "pawn", "king", "no other piece"});
     }},
    {1.0,
     [](const MoveFacts& move, const Scene&) {
       return bit(move.castling ? 1 + static_cast<int>(move.side) : 0);
     },
     "{}", [](Values values) { return listed(values, {"not castling", "kingside", "queenside"}); }},
    {1.0, [](const MoveFacts& move, const Scene&) { return bit(move.in_check ? 1 : 0); }, "{}",
     [](Values values) { return listed(values, {"out of check", "in check"}); }},
    {1.2,
     [](const MoveFacts& move, const Scene&) {
       return bit(move.double_check ? 2 : move.in_check ? 1 : 0);
     },
     "{}",
     [](Values values) {
       return listed(values, {"out of check", "in single check", "in double check"});
     }},
    {1.2,
     [](const MoveFacts& move, const Scene&) {
       return bit(move.captures_checker ? 1 : move.interposes ? 2 : 0);
     },
     "{}",
     [](Values values) {
       return listed(values, {"no answers to check", "captures of the checker", "interpositions"});
     }},
    {1.0,
     [](const MoveFacts& move, const Scene&) {
       if (!move.castling) return Values{0};
       const CastlingFacts& facts = move.castling_facts;
       return (move.in_check ? bit(0) : 0) | (facts.transit_attacked ? bit(1) : 0) |
              (facts.target_attacked ? bit(2) : 0);
     },
     "attacks on {}",
     [](Values values) {
       return listed(values, {"the king's square", "the squares between", "the target"});
     }},
    {1.2,
     [](const MoveFacts& move, const Scene& scene) {
       return move.castling ? bit(scene.castling.rook(~scene.us, move.side) ? 1 : 0) : Values{0};
     },
     "where the other side {} castle on the same side",
     [](Values values) { return listed(values, {"may not", "may"}); }},
    {1.2,
     [](const MoveFacts& move, const Scene& scene) {
       Values values = 0;
       for (const Piece piece : pieces_between(move, scene))
         values |= bit(piece.color == scene.us ? 0 : 1);
       return values;
     },
     "over pieces of {}",
     [](Values values) { return listed(values, {"its own side", "the other side"}); }},
    {1.4,
     [](const MoveFacts& move, const Scene& scene) {
       Values values = 0;
       for (const Piece piece : pieces_between(move, scene)) values |= bit_of(piece.type);
       return values;
     },
     "over {}", piece_names},
    {1.5,
     [](const MoveFacts& move, const Scene& scene) {
       return bit(std::min<int>(static_cast<int>(pieces_between(move, scene).size()), 7));
     },
     "over {} pieces", distance_names},
    {1.4,
     [](const MoveFacts& move, const Scene& scene) {
       return bit(on_line_of_check(move, scene) ? 1 : 0);
     },
     "{} the line of the check", [](Values values) { return listed(values, {"off", "on"}); }},
    {1.4,
     [](const MoveFacts&, const Scene& scene) {
       Values values = 0;
       for (const Square checker : scene.checkers)
         values |= bit_of(scene.board[static_cast<std::size_t>(index(checker))]->type);
       return values;
     },
     "checks by {}", piece_names},
    {1.3,
     [](const MoveFacts& move, const Scene&) {
       Values values = 0;
       for (const Attacker& each : move.exposed_to) values |= bit_of(each.type);
       return values;
     },
     "attacks by {}", piece_names},
    {1.1,
     [](const MoveFacts& move, const Scene&) {
       Values values = 0;
       for (const Attacker& each : move.exposed_to) values |= bit_of(each.line);
       return values;
     },
     "attacks along {}", line_names},
    {1.4,
     [](const MoveFacts& move, const Scene& scene) {
       Values values = 0;
       for (const Attacker& each : move.exposed_to)
         values |= bit(direction_between(king_after(move, scene), each.square));
       return values;
     },
     "attackers to the {} of the king", direction_names},
    {1.5,
     [](const MoveFacts& move, const Scene& scene) {
       Values values = 0;
       for (const Attacker& each : move.exposed_to)
         values |= bit(direction_between(seen_by(scene.us, king_after(move, scene)),
                                         seen_by(scene.us, each.square)));
       return values;
     },
     "attackers to the {} of the king, as its side sees it", direction_names},
    {1.5,
     [](const MoveFacts& move, const Scene& scene) {
       // A bit for each of the knight's squares; attackers of other kinds meet the condition.
       Values values = 0;
       for (const Attacker& each : move.exposed_to)
         if (each.type == PieceType::Knight)
           values |= bit((index(each.square) - index(king_after(move, scene)) + 64) % 64);
       return values;
     },
     "knights on {} of the eight squares around",
     [](Values values) { return std::vector{fmt::format("{}", std::popcount(values))}; }},
    {1.6,
     [](const MoveFacts& move, const Scene& scene) {
       Values values = 0;
       const Square king = king_after(move, scene);
       for (const Attacker& each : move.exposed_to)
         values |= bit(std::max(std::abs(index(file_of(each.square)) - index(file_of(king))),
                                std::abs(index(rank_of(each.square)) - index(rank_of(king)))));
       return values;
     },
     "attackers {} squares away", distance_names},
    {1.2,
     [](const MoveFacts& move, const Scene&) {
       return move.pinned_by ? bit_of(move.pinned_by->type) : bit(6);
     },
     "pinned by {}",
     [](Values values) {
       return listed(values,
                     {"pawns", "knights", "bishops", "rooks", "queens", "kings", "nothing"});
     }},
    {1.2,
     [](const MoveFacts& move, const Scene&) {
       return move.pinned_by ? bit_of(move.pinned_by->line) : bit(4);
     },
     "pinned along {}",
     [](Values values) {
       return listed(values, {"no line", "ranks", "files", "diagonals", "no line"});
     }},
    {1.3,
     [](const MoveFacts& move, const Scene& scene) {
       return bit(direction_between(seen_by(scene.us, move.from), seen_by(scene.us, move.to)));
     },
     "moves to the {}, as the mover sees it", direction_names},
    {1.3,
     [](const MoveFacts& move, const Scene&) { return bit(direction_between(move.from, move.to)); },
     "moves to the {}", direction_names},
    {1.6, [](const MoveFacts& move, const Scene&) { return bit(patterns::distance_of(move)); },
     "moves of {} squares", distance_names},
    {1.8, [](const MoveFacts& move, const Scene&) { return bit_of(file_of(move.from)); },
     "from the {} file", file_names},
    {1.8, [](const MoveFacts& move, const Scene&) { return bit_of(file_of(move.to)); },
     "to the {} file", file_names},
    {1.9,
     [](const MoveFacts& move, const Scene& scene) {
       return bit_of(rank_of(seen_by(scene.us, move.from)));
     },
     "from rank {}, as the mover counts", rank_names},
    {1.9,
     [](const MoveFacts& move, const Scene& scene) {
       return bit_of(rank_of(seen_by(scene.us, move.to)));
     },
     "to rank {}, as the mover counts", rank_names},
    {2.2,
     [](const MoveFacts& move, const Scene& scene) {
       return bit(index(seen_by(scene.us, move.from)));
     },
     "from {}, as White would see it", square_names},
    {2.2,
     [](const MoveFacts& move, const Scene& scene) {
       return bit(index(seen_by(scene.us, move.to)));
     },
     "to {}, as White would see it", square_names},
};
constexpr std::size_t kTraitCount = std::size(kTraits);

/// The correct moves that a condition excludes, a bit each.
using Excluded = std::vector<std::uint64_t>;

struct Condition {
  std::size_t trait = 0;
  Values values = 0;
  Excluded excluded;
  bool useful = false;
};

Condition condition_on(std::size_t trait, const std::vector<MoveIn>& wrong,
                       const std::vector<MoveIn>& right) {
  Condition condition{trait, 0, Excluded((right.size() + 63) / 64), false};
  for (const MoveIn& each : wrong) condition.values |= kTraits[trait].of(*each.move, *each.scene);
  for (std::size_t at = 0; at < right.size(); ++at) {
    if ((kTraits[trait].of(*right[at].move, *right[at].scene) & ~condition.values) == 0) continue;
    condition.excluded[at / 64] |= std::uint64_t{1} << (at % 64);
    condition.useful = true;
  }
  return condition;
}

std::string text_of(const Condition& condition) {
  const Trait& trait = kTraits[condition.trait];
  return fmt::format(fmt::runtime(trait.text),
                     fmt::format("{}", fmt::join(trait.names(condition.values), " or ")));
}

/// Finds the cheapest conditions, at most three, that together exclude all correct moves.
class ConditionSearch {
 public:
  ConditionSearch(std::vector<Condition> conditions, std::size_t right)
      : conditions_(std::move(conditions)), all_((right + 63) / 64, ~std::uint64_t{0}) {
    if (right % 64 != 0) all_.back() = (std::uint64_t{1} << (right % 64)) - 1;
  }

  std::optional<Narrowing> run() {
    choose(0, Excluded(all_.size()), 0);
    return std::move(best_);
  }

 private:
  static constexpr std::size_t kMost = 3;

  void choose(std::size_t from, const Excluded& so_far, double cost) {
    if (best_ && cost >= best_->cost) return;
    if (so_far == all_) {
      std::vector<std::string> texts;
      for (const std::size_t each : chosen_) texts.push_back(text_of(conditions_[each]));
      const bool color = chosen_.size() == 1 && conditions_[chosen_[0]].trait == kColorTrait;
      best_ = Narrowing{cost, chosen_.size(), color, fmt::format("{}", fmt::join(texts, ", "))};
      return;
    }
    if (chosen_.size() == kMost) return;
    for (std::size_t at = from; at < conditions_.size(); ++at) {
      Excluded both = so_far;
      for (std::size_t word = 0; word < both.size(); ++word)
        both[word] |= conditions_[at].excluded[word];
      if (both == so_far) continue;
      chosen_.push_back(at);
      choose(at + 1, both, cost + kTraits[conditions_[at].trait].cost);
      chosen_.pop_back();
    }
  }

  std::vector<Condition> conditions_;
  Excluded all_;
  std::vector<std::size_t> chosen_;
  std::optional<Narrowing> best_;
};

}  // namespace

std::optional<Narrowing> narrowest(const std::vector<MoveIn>& wrong,
                                   const std::vector<MoveIn>& right, bool color_only) {
  if (right.empty()) return Narrowing{};
  if (wrong.empty()) return std::nullopt;
  std::vector<Condition> conditions;
  for (std::size_t trait = 0; trait < kTraitCount; ++trait) {
    if (color_only && trait != kColorTrait) continue;
    Condition condition = condition_on(trait, wrong, right);
    if (condition.useful) conditions.push_back(std::move(condition));
  }
  return ConditionSearch(std::move(conditions), right.size()).run();
}

}  // namespace perft_verify::verifier
