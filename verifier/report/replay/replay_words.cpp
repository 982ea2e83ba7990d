#include "verifier/report/replay/replay_words.h"

#include <fmt/format.h>

#include "core/san.h"
#include "core/text/printable.h"
#include "verifier/classify/classify.h"

namespace perft_verify::verifier {

std::string name_of(const Game& game) {
  std::string name = fmt::format("{}:{} game {}", printable(game.file), game.line, game.number);
  if (!game.white.empty() || !game.black.empty())
    name += fmt::format(" {} – {}", game.white.empty() ? "?" : printable(game.white, 60),
                        game.black.empty() ? "?" : printable(game.black, 60));
  return name;
}

std::string move_words(const ReplayedGame& game) {
  const IllegalMove& illegal = *game.illegal;
  const bool white = game.position.side_to_move() == Color::White;
  const std::string number =
      fmt::format("{}{}", game.position.fullmove_number(), white ? "." : "...");
  if (illegal.written.text.empty()) return number + " ?";
  const std::string written = printable(illegal.written.text, 40);
  if (illegal.uci.empty()) return fmt::format("{} {}", number, written);
  const std::string other = illegal.uci == illegal.written.text
                                ? san_of(game.position, illegal.uci).value_or("")
                                : illegal.uci;
  return other.empty() ? fmt::format("{} {}", number, written)
                       : fmt::format("{} {} ({})", number, written, other);
}

std::string engine_words(const EngineVerdict& verdict, const std::string& engine) {
  switch (verdict.suspect) {
    case Suspect::Undecided:
      return fmt::format("undecided: {}", verdict.reason);
    case Suspect::Elsewhere:
      return fmt::format(
          "the generator was right in {} questions; the move probably came from elsewhere: the "
          "search (a hash or killer move that was not checked), the time control (a null or stale "
          "move), or the interface. {} was asked for its moves there by way of the moves and from "
          "the FEN; then one process replayed the game and counted two plies at each move, with "
          "and "
          "without being sent the position again, three or more at the last sixty positions, and "
          "listed the moves again",
          verdict.questions, engine);
    case Suspect::Generator:
      break;
  }
  if (verdict.findings.empty()) return "the generator is wrong";
  const Finding& finding = verdict.findings.front();
  switch (finding.cause) {
    case Cause::Generation:
      return fmt::format("{} lists wrong moves there, from the FEN as well: it is the generation",
                         engine);
    case Cause::Setup:
      return fmt::format(
          "{} is right by way of the moves and wrong from the FEN: it is the reader "
          "of FENs",
          engine);
    case Cause::Make:
      return fmt::format(
          "{} lists wrong moves by way of the game's moves only: its state is wrong{}", engine,
          finding.culprit ? fmt::format(" after {} (ply {} of the game)", finding.culprit->move,
                                        finding.culprit->ply)
                          : "");
    case Cause::Unmake:
      return fmt::format("{} is wrong once it has counted: a move is not taken back as it was made",
                         engine);
    case Cause::Hash:
      return fmt::format("{} is wrong depending on what it was asked before", engine);
    case Cause::Count:
    case Cause::Unknown:
      break;
  }
  return fmt::format("{} is wrong there", engine);
}

std::vector<std::string_view> possible_bugs(const ReplayedGame& game) {
  if (!game.illegal || game.illegal->uci.empty()) return {};
  WrongMoves wrong;
  wrong.illegal = {game.illegal->uci};
  const Classification found = classify_moves(make_scene(game.position), wrong, {});
  if (found.bug_class) return {to_string(*found.bug_class)};
  return names_of(found.candidates);
}

}  // namespace perft_verify::verifier
