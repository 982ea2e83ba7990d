#include "verifier/games/replayed_game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>

#include "core/rules/move_facts.h"
#include "core/rules/written_move.h"
#include "core/text/printable.h"
#include "core/text/shell_words.h"

namespace perft_verify::verifier {
namespace {

using Kind = MeantMove::Kind;

constexpr std::size_t kMostMeant = 3;

/// How many of the moves can be played from there on.
std::size_t playable(Position position, std::span<const PlayedMove> moves) {
  std::size_t plies = 0;
  for (const PlayedMove& move : moves) {
    const auto meant = read_move(position, move.text);
    if (!meant || meant->legal.empty()) break;
    position.make(meant->legal.front());
    ++plies;
  }
  return plies;
}

/// Of several moves that a text may mean, the one with which the game goes on furthest.
Move likeliest(const Position& position, const std::vector<Move>& candidates,
               std::span<const PlayedMove> rest) {
  Move best = candidates.front();
  std::size_t furthest = 0;
  for (const Move move : candidates)
    if (const std::size_t plies = playable(position.after(move), rest); plies > furthest) {
      best = move;
      furthest = plies;
    }
  return best;
}

std::string over_if_it_is(const Position& position) {
  if (count_legal(position) > 0) return "";
  return fmt::format("; the game is over, {} is {}", to_string(position.side_to_move()),
                     position.checkers().empty() ? "stalemated" : "checkmated");
}

std::string why_not(const Position& position, const MeantMove& meant) {
  const std::string_view side = to_string(position.side_to_move());
  if (meant.kind == Kind::Null)
    return fmt::format("no move was played, though {} has {} legal moves", side,
                       count_legal(position));
  if (meant.meant.empty()) return fmt::format("{} has no piece that can be meant", side);
  std::vector<std::string> reasons;
  for (std::size_t at = 0; at < std::min(meant.meant.size(), kMostMeant); ++at)
    if (const auto why = why_illegal(position, meant.meant[at]))
      reasons.push_back(meant.meant.size() == 1
                            ? why->sentence
                            : fmt::format("{}: {}", meant.meant[at], why->sentence));
  return fmt::format("{}{}", fmt::join(reasons, "; "), over_if_it_is(position));
}

class Player {
 public:
  explicit Player(const Game& game) : game_(game) {}

  ReplayedGame play() {
    replayed_.notes = game_.notes;
    if (!set_up()) return std::move(replayed_);
    for (std::size_t at = 0; at < game_.moves.size(); ++at)
      if (!play_move(at)) return std::move(replayed_);
    if (game_.problem)
      fail(*game_.problem);
    else if (game_.lost_by_illegal_move)
      end_as_the_file_says();
    return std::move(replayed_);
  }

 private:
  bool set_up() {
    const std::string_view fen = game_.fen.empty() ? kStartPosition : std::string_view(game_.fen);
    const auto parsed = parse_fen(fen, {.chess960 = game_.chess960, .lenient_clocks = true});
    if (!parsed) {
      const FenError& error = parsed.error();
      return fail({game_.fen_line, fmt::format("{} at column {} of the FEN: {} ({})",
                                               to_string(error.error_class()), error.offset + 1,
                                               error.message(), printable(fen, 3 * kShown))});
    }
    replayed_.position = parsed->position;
    replayed_.root = root_of(parsed->position);
    return true;
  }

  /// False where the game ends with it.
  bool play_move(std::size_t at) {
    const PlayedMove& written = game_.moves[at];
    const Position& position = replayed_.position;
    const auto meant = read_move(position, written.text);
    if (!meant)
      return fail(
          {written.line, fmt::format("'{}' is not a move", printable(written.text, kShown))});
    Move move;
    switch (meant->kind) {
      case Kind::Legal:
        move = meant->legal.front();
        if (is_misspelled(written.text, move)) {
          // Where the game went on, its referee has understood it.
          if (at + 1 == game_.moves.size()) return misspelled(written, move);
          replayed_.notes.push_back({written.line, spelling(written.text, move)});
        }
        break;
      case Kind::Ambiguous:
        move = likeliest(position, meant->legal, std::span(game_.moves).subspan(at + 1));
        replayed_.notes.push_back(
            {written.line,
             fmt::format("'{}' may be {} moves; taken for {}", printable(written.text, kShown),
                         meant->legal.size(), to_uci(move, replayed_.root.chess960))});
        break;
      case Kind::Null:
        // An engine that is mated or stalemated says so.
        if (count_legal(position) == 0) return true;
        [[fallthrough]];
      case Kind::Illegal:
        return found(written, *meant, at + 1 == game_.moves.size());
    }
    replayed_.path.push_back(to_uci(move, replayed_.root.chess960));
    replayed_.position.make(move);
    return true;
  }

  bool found(const PlayedMove& written, const MeantMove& meant, bool last) {
    replayed_.verdict = GameVerdict::Illegal;
    IllegalMove& illegal = replayed_.illegal.emplace();
    illegal.written = written;
    if (meant.meant.size() == 1) illegal.uci = meant.meant.front();
    illegal.why = why_not(replayed_.position, meant);
    if (game_.ends_in_a_plan) illegal.why += " (a move of the PV, not played)";
    illegal.player = player(last);
    return false;
  }

  /// Castling as UCI spells it in the other kind of chess.
  [[nodiscard]] bool is_misspelled(const std::string& text, Move move) const {
    return move.kind() == MoveKind::Castling && parse_move_text(text) &&
           to_uci(move, replayed_.root.chess960) != text;
  }
  [[nodiscard]] std::string spelling(const std::string& text, Move move) const {
    return fmt::format("castling is written {} in {}; {} is the spelling of {}",
                       to_uci(move, replayed_.root.chess960),
                       replayed_.root.chess960 ? "Chess960" : "standard chess", text,
                       replayed_.root.chess960 ? "standard chess" : "Chess960");
  }
  bool misspelled(const PlayedMove& written, Move move) {
    replayed_.verdict = GameVerdict::Illegal;
    replayed_.illegal =
        IllegalMove{written, written.text, spelling(written.text, move), player(true)};
    return false;
  }

  [[nodiscard]] std::string player(bool last) const {
    const bool white = replayed_.position.side_to_move() == Color::White;
    const std::string& name = white ? game_.white : game_.black;
    return !name.empty() || !last ? name : game_.last_mover;
  }

  /// The game ends in a move that stands only in a comment, or nowhere.
  void end_as_the_file_says() {
    const Position& position = replayed_.position;
    const auto meant = game_.illegal_move ? read_move(position, game_.illegal_move->text)
                                          : std::optional<MeantMove>();
    if (meant && meant->legal.size() == 1 &&
        is_misspelled(game_.illegal_move->text, meant->legal.front())) {
      misspelled(*game_.illegal_move, meant->legal.front());
      return;
    }
    if (meant && !meant->legal.empty()) {
      const std::string uci = to_uci(meant->legal.front(), replayed_.root.chess960);
      const auto facts = move_facts(position, uci);
      replayed_.disputed = GameProblem{
          game_.illegal_move->line,
          fmt::format("the file calls {} illegal, and it is legal: {}",
                      printable(game_.illegal_move->text, kShown), why_legal(position, *facts))};
      return;
    }
    if (meant) {
      found(*game_.illegal_move, *meant, true);
      return;
    }
    replayed_.verdict = GameVerdict::Illegal;
    replayed_.illegal = IllegalMove{
        {"", game_.moves.empty() ? game_.line : game_.moves.back().line},
        "",
        "the file says that an illegal move was played here, and not which one; the log of the "
        "tournament manager or of the engine has it",
        player(true)};
  }

  bool fail(GameProblem problem) {
    replayed_.verdict = GameVerdict::Unreadable;
    replayed_.problem = std::move(problem);
    return false;
  }

  const Game& game_;
  ReplayedGame replayed_;
};

}  // namespace

std::string_view to_string(GameVerdict verdict) {
  switch (verdict) {
    case GameVerdict::Legal:
      return "legal";
    case GameVerdict::Illegal:
      return "illegal";
    case GameVerdict::Unreadable:
      break;
  }
  return "unreadable";
}

ReplayedGame replay(const Game& game) { return Player(game).play(); }

Finding finding_of(const ReplayedGame& game) {
  Finding finding;
  finding.kind = FindingKind::IllegalMove;
  finding.root = game.root;
  finding.path = game.path;
  finding.fen = game.position.fen();
  finding.reproduce_fen = finding.fen;
  if (game.illegal && !game.illegal->uci.empty()) {
    finding.illegal = {game.illegal->uci};
    finding.reproduce = fmt::format("verify explain {}{} {}", shell_quoted(finding.fen),
                                    game.root.chess960 ? " --chess960 on" : "", game.illegal->uci);
  }
  return finding;
}

}  // namespace perft_verify::verifier
