#include "verifier/classify/reading/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/attacks.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/deviations.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/positions/probes.h"
#include "verifier/classify/positions/retraction.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {
namespace {

using Moves = std::vector<std::string>;
using Right = StateDifference::Right;

/// Neither rook stands in the corner.
constexpr const char* kInnerRook = "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1";
constexpr const char* kAllRights = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// The fields of the FEN on which the wrong moves depend.
struct Fields {
  std::vector<Right> lost;   // castling is missing
  std::vector<Right> added;  // castling is listed without the right
  bool en_passant_lost = false;
};

/// Nothing if some wrong move depends on no such field.
std::optional<Fields> fields_of(const Finding& finding) {
  const auto position = finding.position();
  if (!position || !finding.duplicate.empty()) return std::nullopt;
  const Color us = position->side_to_move();
  Fields fields;
  for (const std::string& text : finding.missing) {
    const auto facts = move_facts(*position, text);
    if (!facts || (!facts->castling && !facts->en_passant)) return std::nullopt;
    if (facts->castling) add_once(fields.lost, Right{us, facts->side});
    fields.en_passant_lost = fields.en_passant_lost || facts->en_passant;
  }
  for (const std::string& text : finding.illegal) {
    const auto facts = move_facts(*position, text);
    if (!facts) return std::nullopt;
    if (castles_without_king(*facts)) {
      const bool kingside = file_of(facts->to) == File::G;
      add_once(fields.added, Right{us, kingside ? CastlingSide::King : CastlingSide::Queen});
      continue;
    }
    if (!facts->castling || !facts->why || facts->why->reason != Illegality::CastlingWithoutRight)
      return std::nullopt;
    add_once(fields.added, Right{us, facts->side});
  }
  return fields;
}

/// A position that a FEN gives, and the move on which the field concerned decides. Other mistakes
/// of the subject do not matter here.
struct Control {
  std::string fen;
  bool chess960 = false;
  std::string move;
};

bool contains(const Moves& moves, const std::string& move) {
  return std::ranges::find(moves, move) != moves.end();
}

/// Whether moves of another position are listed, as where the subject did not play the last move.
bool is_elsewhere(const WrongMoves& wrong, const std::string& fen, bool chess960) {
  const auto position = admitted(fen, chess960);
  return position && std::ranges::any_of(wrong.illegal, [&](const std::string& text) {
           const auto move = move_facts(*position, text);
           return !move || !move->moved || move->moved->color != position->side_to_move();
         });
}

/// Whether the subject lists the move, or leaves it out, as it should; nothing if it does not
/// answer. `game` is played in place of the FEN, if there is one.
std::optional<bool> right_about(const Control& control, ProbedSubject& probed,
                                const Moves& game = {}) {
  probed.subject().restart();  // remains of another position are no reading of this one
  const auto wrong = probed.wrong_moves(game.empty() ? control.fen : std::string(kStartPosition),
                                        control.chess960, game);
  if (!wrong || is_elsewhere(*wrong, control.fen, control.chess960)) return std::nullopt;
  return !contains(wrong->missing, control.move) && !contains(wrong->illegal, control.move);
}

/// A game from the start position that clears the squares between the kings and the rooks of that
/// side, and lets every rook move.
Moves game_to(CastlingSide side) {
  return side == CastlingSide::King
             ? Moves{"g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "b1c3", "b8c6"}
             : Moves{"b1c3", "b8c6", "d2d4", "d7d5", "c1f4",
                     "c8f5", "d1d2", "d8d7", "g1f3", "g8f6"};
}

/// A game after which castling by that right is legal, and only these rights are left: the other
/// rooks have moved and come back.
Moves game_to_right(const Right& right, const CastlingRights& left) {
  Moves white;
  Moves black;
  const auto lose = [&](Color color, CastlingSide side, const char* out, const char* back) {
    if (left.rook(color, side)) return;
    Moves& moves = color == Color::White ? white : black;
    moves.emplace_back(out);
    moves.emplace_back(back);
  };
  lose(Color::White, CastlingSide::King, "h1g1", "g1h1");
  lose(Color::White, CastlingSide::Queen, "a1b1", "b1a1");
  lose(Color::Black, CastlingSide::King, "h8g8", "g8h8");
  lose(Color::Black, CastlingSide::Queen, "a8b8", "b8a8");
  for (const char* const waiting : {"h2h3", "h3h4", "a2a3", "a3a4"})
    if (white.size() < black.size()) white.emplace_back(waiting);
  for (const char* const waiting : {"h7h6", "h6h5", "a7a6", "a6a5"})
    if (black.size() < white.size()) black.emplace_back(waiting);
  Moves game = game_to(right.second);
  for (std::size_t ply = 0; ply < white.size(); ++ply) {
    game.push_back(white[ply]);
    game.push_back(black[ply]);
  }
  if (right.first == Color::Black) game.emplace_back("e2e3");
  return game;
}

/// A game after which castling on that side needs a right that is lost: the kings have moved and
/// come back.
Moves game_without_right(const Right& right) {
  Moves game = game_to(right.second);
  const bool kingside = right.second == CastlingSide::King;
  for (const char* const move : {kingside ? "e1f1" : "e1d1", kingside ? "e8f8" : "e8d8",
                                 kingside ? "f1e1" : "d1e1", kingside ? "f8e8" : "d8e8"})
    game.emplace_back(move);
  if (right.first == Color::Black) game.emplace_back("e2e3");
  return game;
}

Control control_of(const Right& right, const Moves& game) {
  Line line;
  const bool played = line.push_texts(game).has_value();
  return {played ? line.position().fen() : std::string(), false,
          fmt::format("e{0}{1}{0}", right.first == Color::White ? '1' : '8',
                      right.second == CastlingSide::King ? 'g' : 'c')};
}

/// No game leads to these positions in Chess960. The letter names the inner one of two rooks.
Control control960_of(const Right& right) {
  const bool kingside = right.second == CastlingSide::King;
  if (right.first == Color::White)
    return kingside ? Control{"4k3/8/8/8/8/8/8/3KR2R w E - 0 1", true, "d1e1"}
                    : Control{"4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", true, "e1d1"};
  return kingside ? Control{"3kr2r/8/8/8/8/8/8/4K3 b e - 0 1", true, "d8e8"}
                  : Control{"r2rk3/8/8/8/8/8/8/4K3 b d - 0 1", true, "e8d8"};
}

/// Whether the FEN's letter for this right gives that of the other wing, and the other wing's
/// letter is read as it should be. A generator that tests the wrong right is wrong with both.
bool is_taken_for_other_wing(const Right& right, ProbedSubject& probed) {
  const auto lists = [&](CastlingSide letter, CastlingSide wing) {
    const bool white = right.first == Color::White;
    const char name = letter == CastlingSide::King ? 'K' : 'Q';
    Control control{
        white ? fmt::format("4k3/8/8/8/8/8/8/R3K2R w {} - 0 1", name)
              : fmt::format("r3k2r/8/8/8/8/8/8/4K3 b {} - 0 1", name == 'K' ? 'k' : 'q'),
        false,
        fmt::format("e{0}{1}{0}", white ? '1' : '8', wing == CastlingSide::King ? 'g' : 'c')};
    const auto is_right = right_about(control, probed);
    return is_right ? std::optional(*is_right == (letter == wing)) : std::nullopt;
  };
  const CastlingSide other =
      right.second == CastlingSide::King ? CastlingSide::Queen : CastlingSide::King;
  return lists(right.second, other) == true && lists(other, other) == true;
}

/// The rights that a FEN gives, against those of a game. `added`: it seems to give more than its
/// `rights`. Some readers find a right only beside another one.
Reading reading_of_right(const Right& right, const CastlingRights& rights, bool chess960,
                         bool added, ProbedSubject& probed) {
  if (chess960)
    return right_about(control960_of(right), probed) == true ? Reading::Right : Reading::Untested;
  // Readers may take one letter for another, so the letters that are there are kept.
  const Moves game =
      added && !rights.any() ? game_without_right(right) : game_to_right(right, rights);
  const Control control = control_of(right, game);
  const auto read = right_about(control, probed);
  if (!read) return Reading::Untested;
  if (*read) return Reading::Right;
  if (!probed.subject().plays_moves()) return Reading::Untested;
  const auto played = right_about(control, probed, game);
  if (!played) return Reading::Untested;
  if (*played) return Reading::Wrong;
  if (added) return Reading::Right;
  // Many engines read the start position as a FEN too, and then lose the rights there as well.
  return is_taken_for_other_wing(right, probed) ? Reading::Wrong : Reading::Untested;
}

/// An en passant square of the same file and color, between few pieces.
Control control_of_en_passant(Square square) {
  const int file = index(file_of(square));
  const int capturer = file > 0 ? file - 1 : file + 1;
  const bool white_captures = rank_of(square) == Rank::R6;
  std::string rank(8, '1');
  rank[static_cast<std::size_t>(file)] = white_captures ? 'p' : 'P';
  rank[static_cast<std::size_t>(capturer)] = white_captures ? 'P' : 'p';
  const char kings = file < 4 ? 'h' : 'a';
  const std::string fen =
      fmt::format("{}/8/8/{}/{}/8/8/{} {} - {} 0 1", kings == 'h' ? "7k" : "k7",
                  white_captures ? rank : "8", white_captures ? "8" : rank,
                  kings == 'h' ? "7K" : "K7", white_captures ? 'w' : 'b', to_string(square));
  const auto parsed = parse_fen(fen);
  return {parsed ? parsed->position.fen() : fen, false,
          fmt::format("{}{}{}", static_cast<char>('a' + capturer), white_captures ? '5' : '4',
                      to_string(square))};
}

/// Whether the list is right after a double push that gives check.
bool makes_double_push(Color color, ProbedSubject& probed) {
  const bool white = color == Color::White;
  const auto wrong = probed.wrong_moves(
      white ? "8/p7/8/3k4/8/8/4P3/4K3 w - - 0 1" : "4k3/4p3/8/8/3K4/8/P7/8 b - - 0 1", false,
      {white ? "e2e4" : "e7e5"});
  return wrong && !wrong->any();
}

/// Whether the list is right or wrong as if the last move were a pass, for a subject that does not
/// know how to play it.
bool may_not_have_moved(const WrongMoves& wrong, const Retraction& last, const Finding& finding,
                        ProbedSubject& probed) {
  const auto before = admitted(last.fen, finding.chess960);
  const auto position = finding.position();
  if (!before || !position) return false;
  PositionParts parts = before->parts();
  parts.side_to_move = ~parts.side_to_move;
  parts.en_passant.reset();
  const auto passed = admitted(Position(parts).fen(), finding.chess960);
  return passed && wrong_with(*passed, *position) == wrong &&
         !makes_double_push(before->side_to_move(), probed);
}

/// Reaches the position by moves, so that it is not read.
Reading reading_by_retraction(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMostRetractions = 3;
  bool is_right_by_moves = false;
  if (!probed.subject().plays_moves()) return Reading::Untested;
  for (const Retraction& each : retractions(finding.fen, finding.chess960, kMostRetractions)) {
    const auto wrong = probed.wrong_moves(each.fen, finding.chess960, {each.move});
    if (!wrong || is_elsewhere(*wrong, finding.fen, finding.chess960) ||
        may_not_have_moved(*wrong, each, finding, probed))
      continue;
    // Other mistakes of the generator show however the position was reached. If there are new ones,
    // the move was not made as it should be, and its list says nothing of the FEN.
    if (wrong->any()) {
      const auto read = probed.wrong_moves(finding.fen, finding.chess960, {});
      if (!read || !read->includes(*wrong)) continue;
    }
    if (wrong->shares_any_of(finding.wrong())) return Reading::Right;
    is_right_by_moves = true;
  }
  return is_right_by_moves ? Reading::Wrong : Reading::Untested;
}

/// Whether only the king's safety decides about the wrong moves.
bool are_of_kings_safety(const Finding& finding) {
  const auto position = finding.position();
  return position && finding.duplicate.empty() &&
         std::ranges::all_of(finding.illegal, [&](const std::string& text) {
           const auto move = move_facts(*position, text);
           return move && move->pseudo_legal;
         });
}

/// Whether the list is right once the king has stepped onto its square, here or between fewer
/// pieces. Readers may put it on the board alone, and not where the squares of the kings are kept,
/// which no board shows; if it shows one it has to be right after the moves, and if not each list.
bool is_right_after_a_kings_step(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMostWays = 2;
  if (!probed.subject().plays_moves() || !are_of_kings_safety(finding)) return false;
  std::vector<reference::Question> ways;
  const auto add_ways = [&](const std::string& fen) {
    const auto position = admitted(fen, finding.chess960);
    if (!position) return;
    const Square king = position->king(position->side_to_move());
    for (auto& each : ways_by_a_step(fen, finding.chess960, king, kMostWays))
      ways.push_back(std::move(each));
  };
  add_ways(finding.fen);
  if (finding.reduced && finding.reduced->moves.empty() && finding.reduced->depth == 1)
    add_ways(finding.reduced->fen);
  const auto is_right = [&](const reference::Question& way) {
    const auto wrong = probed.wrong_moves(way.root, way.chess960, way.moves);
    return wrong && !wrong->any();
  };
  if (!probed.subject().shows_board())
    return ways.size() >= kMostWays && std::ranges::all_of(ways, is_right);
  return std::ranges::any_of(ways, [&](const reference::Question& way) {
    return is_right(way) && probed.shows_right_board(way);
  });
}

/// The square of the one piece that the wrong moves are about: nothing is wrong but that moves of
/// it are missing, or that sliders jump over it.
std::optional<Square> square_of_one_piece(const WrongMoves& wrong, const Position& position) {
  if (!wrong.duplicate.empty() || wrong.missing.empty() == wrong.illegal.empty())
    return std::nullopt;
  std::optional<Square> one;
  for (const std::string& text : wrong.missing.empty() ? wrong.illegal : wrong.missing) {
    const auto move = move_facts(position, text);
    if (!move || !move->moved) return std::nullopt;
    Bitboard concerned{move->from};
    if (wrong.missing.empty()) concerned = between(move->from, move->to) & position.occupied();
    if (concerned.count() != 1 || (one && !concerned.contains(*one))) return std::nullopt;
    one = *concerned.begin();
  }
  return one;
}

Reading reading_of_en_passant(const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  const auto square = position ? position->en_passant() : std::nullopt;
  if (!square) return Reading::Untested;
  if (right_about(control_of_en_passant(*square), probed) == true) return Reading::Right;
  return reading_by_retraction(finding, probed);
}

/// Whether the square of a FEN is taken for a neighbor, or for that of the other color: a pawn
/// captures on an empty square then.
bool takes_another_square(ProbedSubject& probed) {
  for (const char* const fen :
       {"4k3/8/2P1P3/3pP3/8/8/2P1P3/4K3 w - d6 0 1", "4k3/8/8/1P1pPP2/8/8/8/4K3 w - d6 0 1"})
    for (const Color color : kColors) {
      auto question = reference::question_at(fen, false, {}, 1);
      if (color == Color::Black) question = colors_flipped(std::move(question));
      const auto position = admitted(question.root, false);
      const auto wrong = probed.wrong_moves(question.root, false, {});
      if (position && wrong && std::ranges::any_of(wrong->illegal, [&](const std::string& text) {
            const auto move = move_facts(*position, text);
            return move && move->moved && move->moved->type == PieceType::Pawn &&
                   file_of(move->from) != file_of(move->to) && !move->captured;
          }))
        return true;
    }
  return false;
}

/// Whether the capture is missing as well after the double push is played, here or between few
/// pieces: readers drop the square of a capture that the engine's own generator does not list.
bool is_missing_after_the_push(const Finding& finding, ProbedSubject& probed) {
  Reading reading = reading_by_retraction(finding, probed);
  const auto position = finding.position();
  if (reading == Reading::Untested && position && position->en_passant()) {
    const Control control = control_of_en_passant(*position->en_passant());
    Finding missing;
    missing.fen = control.fen;
    missing.missing = {control.move};
    reading = reading_by_retraction(missing, probed);
  }
  return reading == Reading::Right;
}

/// The worst of several: one field that is read wrongly is enough.
Reading together(Reading a, Reading b) {
  if (a == Reading::Wrong || b == Reading::Wrong) return Reading::Wrong;
  return a == Reading::Untested || b == Reading::Untested ? Reading::Untested : Reading::Right;
}

/// The rights that the subject loses where it is given all of them, by its lists of moves.
BugId class_of_lost_rights(ProbedSubject& probed) {
  const CastlingRights all = parse_fen(kStartPosition)->position.castling();
  int white = 0;
  int black = 0;
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides) {
      const Right right{color, side};
      if (right_about(control_of(right, game_to_right(right, all)), probed) == false)
        ++(color == Color::White ? white : black);
    }
  if (white == 2 && black == 2) return BugId::FenCastlingIgnored;
  return white == 0 && black == 2 ? BugId::FenBlackRightsIgnored : BugId::FenMisread;
}

/// `fields` are those of a subject that does not show its board.
BugId class_of_misreading(const Finding& finding, const Fields& fields, ProbedSubject& probed) {
  const auto is_other_wing = [&](const Right& each) {
    return !finding.chess960 && is_taken_for_other_wing(each, probed);
  };
  if (std::ranges::any_of(fields.lost, is_other_wing)) return BugId::FenMisread;
  if (!fields.lost.empty() && fields.added.empty() && !fields.en_passant_lost)
    return finding.chess960 ? BugId::FenFileLettersIgnored : class_of_lost_rights(probed);
  if (!fields.en_passant_lost || !fields.lost.empty() || !fields.added.empty())
    return BugId::FenMisread;
  const auto lost = [&](Square square) {
    return right_about(control_of_en_passant(square), probed) == false;
  };
  const bool drops = lost(Square::D3) && lost(Square::D6) && !takes_another_square(probed);
  return drops ? BugId::FenEpIgnored : BugId::FenMisread;
}

/// The board that the subject shows right after a FEN, as an answer or in its rejection.
std::optional<std::string> shown_for(const std::string& fen, bool chess960, ProbedSubject& probed) {
  const auto shown =
      probed.subject().board(reference::question_at(fen, chess960, {}, 1), probed.stop());
  return shown ? std::optional(*shown) : board_shown_instead(shown.error().message);
}

/// Whether some wrong move depends on a mistake of the shown board.
bool matters(const Finding& finding, const std::string& shown) {
  const auto differs = state_difference(finding.fen, shown, finding.chess960);
  if (!differs || differs->side_to_move || !differs->squares.empty()) return true;
  const auto fields = fields_of(finding);
  if (!fields) return false;
  const auto some_of = [](const std::vector<Right>& rights, const std::vector<Right>& of) {
    return std::ranges::find_first_of(rights, of) != rights.end();
  };
  return (fields->en_passant_lost && differs->of_en_passant()) ||
         some_of(fields->lost, differs->rights_lost) ||
         some_of(fields->lost, differs->rights_elsewhere) ||
         some_of(fields->added, differs->rights_kept) ||
         some_of(fields->added, differs->rights_elsewhere);
}

/// The rights that a shown board lacks, by color.
struct ShownRights {
  bool white_lost = false, white_kept = false;
  bool black_lost = false, black_kept = false;
};

/// Nothing if the board has rights that the FEN does not give.
std::optional<ShownRights> shown_rights(const std::string& shown, const std::string& fen,
                                        bool chess960) {
  const auto differs = state_difference(fen, shown, chess960);
  const auto position = admitted(fen, chess960);
  if (!differs || !position || !differs->rights_kept.empty() || !differs->rights_elsewhere.empty())
    return std::nullopt;
  ShownRights rights;
  for (const CastlingSide side : kCastlingSides)
    for (const Color color : kColors) {
      if (!position->castling().rook(color, side)) continue;
      const auto& all = differs->rights_lost;
      const bool lost = std::ranges::find(all, Right{color, side}) != all.end();
      const bool white = color == Color::White;
      (lost    ? white ? rights.white_lost : rights.black_lost
       : white ? rights.white_kept
               : rights.black_kept) = true;
    }
  return rights;
}

}  // namespace

bool may_be_misread(const Finding& finding) {
  const auto fields = fields_of(finding);
  return fields && (!fields->lost.empty() || !fields->added.empty() || fields->en_passant_lost);
}

namespace {

ReaderVerdict verdict_by_board_or_fields(const Finding& finding, ProbedSubject& probed) {
  if (probed.subject().shows_board()) {
    const auto shows = [&](const std::string& fen) -> std::optional<std::string> {
      return shown_for(fen, finding.chess960, probed);
    };
    const auto reads = [&](const std::string& fen, const std::string& shown) {
      return deviations_of_board(shown, fen, finding.chess960).empty();
    };
    // If the root is read correctly, a wrong list after moves is not the reader's fault.
    if (!finding.path.empty())
      if (const auto root = shows(finding.root); root && reads(finding.root, *root))
        return {Reading::Right};
    const auto shown = shows(finding.fen);
    if (!shown) return {};
    if (reads(finding.fen, *shown) || !matters(finding, *shown)) return {Reading::Right};
    const BugId bug = class_of_misread_board(*shown, finding.fen, finding.chess960, probed);
    if (bug == BugId::FenEpIgnored && is_missing_after_the_push(finding, probed))
      return {Reading::Right};
    return {Reading::Wrong, bug};
  }
  const auto fields = fields_of(finding);
  if (!fields || !may_be_misread(finding)) {
    const Reading reading = reading_by_retraction(finding, probed);
    return {reading, reading == Reading::Wrong ? std::optional(BugId::FenMisread) : std::nullopt};
  }
  Reading reading = Reading::Right;
  const CastlingRights rights = finding.position()->castling();
  for (const Right& each : fields->lost)
    reading = together(reading, reading_of_right(each, rights, finding.chess960, false, probed));
  for (const Right& each : fields->added)
    reading = together(reading, reading_of_right(each, rights, finding.chess960, true, probed));
  if (fields->en_passant_lost) reading = together(reading, reading_of_en_passant(finding, probed));
  if (reading == Reading::Right) return {reading};
  return {reading, class_of_misreading(finding, *fields, probed),
          fields->en_passant_lost ? BugId::EpMissing
          : !fields->lost.empty() ? BugId::CastlingMissing
                                  : BugId::CastlingWithoutRight};
}

}  // namespace

ReaderVerdict reader_verdict(const Finding& finding, ProbedSubject& probed) {
  const ReaderVerdict verdict = verdict_by_board_or_fields(finding, probed);
  if (verdict.bug_class || !is_right_after_a_kings_step(finding, probed)) return verdict;
  return {Reading::Wrong, BugId::FenMisread};
}

bool is_right_once_moved_there(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMostWays = 2;
  if (!probed.subject().plays_moves() || probed.subject().shows_board()) return false;
  const auto is_right = [&](const reference::Question& way) {
    const auto wrong = probed.wrong_moves(way.root, way.chess960, way.moves);
    return wrong && !wrong->any();
  };
  const auto ways_to = [&](const std::string& fen, const WrongMoves& wrong) {
    const auto position = admitted(fen, finding.chess960);
    const auto square = position ? square_of_one_piece(wrong, *position) : std::nullopt;
    return square ? ways_by_a_step(fen, finding.chess960, *square, kMostWays)
                  : std::vector<reference::Question>();
  };
  auto ways = ways_to(finding.fen, finding.wrong());
  // No step leads to where castling rights are left.
  if (ways.empty() && finding.reduced && finding.reduced->moves.empty())
    if (const auto wrong = probed.wrong_moves(finding.reduced->fen, finding.chess960, {}))
      ways = ways_to(finding.reduced->fen, *wrong);
  return !ways.empty() && std::ranges::all_of(ways, is_right);
}

BugId class_of_misread_board(const std::string& shown, const std::string& fen, bool chess960,
                             ProbedSubject& probed) {
  const auto differs = state_difference(fen, shown, chess960);
  if (!differs || !differs->squares.empty()) return BugId::FenMisread;
  if (differs->side_to_move) return BugId::FenSideIgnored;
  if (differs->of_rights() && differs->of_en_passant()) return BugId::FenMisread;
  if (differs->of_en_passant())
    return differs->en_passant_lost ? BugId::FenEpIgnored : BugId::FenMisread;
  // A FEN with few rights does not tell which ones are read: one with all of them does.
  const auto control = shown_for(kAllRights, false, probed);
  const auto all = control ? shown_rights(*control, kAllRights, false) : std::nullopt;
  const auto here = shown_rights(shown, fen, chess960);
  if (all && here && !all->black_kept && !here->black_kept) {
    if (!all->white_kept && !here->white_kept) return BugId::FenCastlingIgnored;
    if (!all->white_lost && !here->white_lost) return BugId::FenBlackRightsIgnored;
  }
  if (!chess960) return BugId::FenMisread;
  const auto outermost = shown_for(kInnerRook, true, probed);
  const auto inner = outermost ? state_difference(kInnerRook, *outermost, true) : std::nullopt;
  return inner && !inner->rights_elsewhere.empty() ? BugId::Chess960OutermostRook
                                                   : BugId::FenFileLettersIgnored;
}

}  // namespace perft_verify::verifier
