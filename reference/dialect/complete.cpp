#include "reference/dialect/complete.h"

#include <fmt/format.h>

#include <algorithm>

#include "reference/uci/board_text.h"

namespace perft_verify::reference {
namespace {

class Completion {
 public:
  Completion(Dialect dialect, const DialectWish& wish, EngineSession& session, SessionProbe& probe,
             Examiner& examiner)
      : dialect_(std::move(dialect)),
        wish_(wish),
        session_(session),
        probe_(probe),
        examiner_(examiner) {}

  Answer<Completed> run(const FirstAnswer& first) {
    const bool stockfish = first.as_stockfish && dialect_.lists_moves && still_as_stockfish();
    if (wish_.stockfish) {
      if (!stockfish)
        return no_dialect(fmt::format("{} does not answer `go perft` exactly as Stockfish does",
                                      session_.identity().name));
      return as_stockfish();
    }
    if (stockfish) {
      dialect_.total = TotalPlace{"nodes searched:", ""};
    } else if (first.likeness) {
      if (auto ok = examiner_.find_total(dialect_, *first.likeness, wish_.total); !ok)
        return std::unexpected(ok.error());
    }
    if (dialect_.position == PositionStyle::Argument) dialect_.plays_moves = false;
    const bool ignores =
        dialect_.position != PositionStyle::Argument && examiner_.ignores_position(dialect_);
    if (ignores)
      if (auto ok = find_argument(); !ok) return std::unexpected(ok.error());
    Completed completed;
    completed.ignores_position = ignores && dialect_.position != PositionStyle::Argument;
    const std::vector<Spelling> spellings = examiner_.find_spelling(dialect_);
    const auto plain = [](const std::vector<Spelling>& all) {
      return std::ranges::all_of(all, [](Spelling each) { return each == Spelling::Uci; });
    };
    if (!stockfish && dialect_.plays_moves && !ignores)
      examiner_.find_whether_moves_are_played(dialect_);
    if (dialect_.plays_moves && !ignores && !(stockfish && plain(spellings)))
      examiner_.find_sent_castling(dialect_);
    std::vector<Spelling> spellings960;
    if (may_play_chess960()) spellings960 = examiner_.find_chess960(dialect_);
    if (stockfish && plain(spellings) && plain(spellings960) && !dialect_.x_fen &&
        !dialect_.sends_rook_castling && dialect_.plays_moves) {
      dialect_.stockfish = true;
      dialect_.name = "stockfish";
    } else {
      find_board();
      find_quiet();
    }
    examiner_.add_notes(dialect_);
    completed.dialect = std::move(dialect_);
    return completed;
  }

 private:
  Completed as_stockfish() {
    dialect_.name = "stockfish";
    dialect_.stockfish = true;
    return {.dialect = std::move(dialect_)};
  }

  /// Depth 3 has numbers above a thousand, which some engines write with separators.
  bool still_as_stockfish() {
    const auto deeper = probe_.ask(dialect_, question_at(standard(kStartPosition), {}, 3));
    return !deeper || is_stockfish_output(*deeper, dialect_);
  }

  [[nodiscard]] bool may_play_chess960() const {
    if (session_.protocol() == Protocol::Uci || session_.options().chess960_anyway)
      return session_.knows_chess960();
    return std::ranges::none_of(session_.greeting(), [](const std::string& line) {
      return line.contains("variants=\"") && !line.contains("fischerandom");
    });
  }

  /// The engine may expect the FEN in the question. One that does not speak UCI may have a command
  /// for it that nobody can guess.
  Answer<void> find_argument() {
    if (!wish_.perft && (find_argument_of_command() || find_command_for_fens())) return {};
    constexpr std::string_view kIgnores = "counts the start position whatever position it is sent";
    if (session_.protocol() != Protocol::Uci)
      return std::unexpected(Failure{
          FailureKind::Protocol, Stage::Position,
          fmt::format("{} {}: its command for a position is not among those that were tried "
                      "(`setboard FEN`, `position fen FEN`, `fen FEN` and others); if it is "
                      "`load FEN`, say --perft-command 'load {{fen}} ; {}'",
                      session_.identity().name, kIgnores, fmt::join(dialect_.perft, " ; "))});
    examiner_.remark(std::string(kIgnores));
    return {};
  }

  bool find_argument_of_command() {
    for (const char* line : {"divide {depth} {fen}", "perft {depth} {fen}",
                             "go perft {depth} {fen}", "perft {fen} {depth}"}) {
      if (!counts_by({line})) continue;
      examiner_.remark(
          fmt::format("does not take the position that it is sent, but a FEN behind the command: "
                      "it is asked with `{}`",
                      line));
      return true;
    }
    return false;
  }

  bool find_command_for_fens() {
    for (const char* line :
         {"fen {fen}", "setfen {fen}", "position {fen}", "position fen {fen}", "pos {fen}",
          "setpos {fen}", "setboard {fen}", "load {fen}", "loadfen {fen}", "set fen {fen}"}) {
      std::vector<std::string> lines = dialect_.perft;
      lines.insert(lines.begin(), line);
      if (!counts_by(std::move(lines))) continue;
      examiner_.remark(fmt::format("takes a position by `{}`, and is given FENs only", line));
      return true;
    }
    return false;
  }

  /// Whether it counts the position in these commands, which are its dialect from then on.
  bool counts_by(std::vector<std::string> commands) {
    Dialect other = dialect_;
    other.perft = std::move(commands);
    other.position = PositionStyle::Argument;
    other.plays_moves = false;
    if (!examiner_.counts_calibration(other)) return false;
    dialect_ = std::move(other);
    return true;
  }

  /// Finds out whether a question can follow a position at once, because the engine's output for a
  /// position cannot be taken for a total.
  void find_quiet() {
    if (dialect_.barrier == Barrier::Silence && dialect_.board_command.empty() && dialect_.total &&
        !dialect_.total->label.empty())
      dialect_.quiet_position = probe_.takes_position_in_silence(dialect_, kCalibrationPosition);
  }

  void find_board() {
    if (dialect_.position == PositionStyle::Argument) return;
    for (const char* command : {"d", "fen", "print", "show", "board", "display"}) {
      const auto shown = probe_.shown_for(dialect_, command, kCalibrationPosition);
      if (!shown && shown.error().kind == FailureKind::Timeout) return;  // hangs on such words
      if (!shown && !probe_.ensure_started()) return;
      if (!shown || !is_its_board(*shown, command)) continue;
      dialect_.board_command = command;
      examiner_.note(command, *shown, "its board, and the position that was sent");
      return;
    }
  }

  /// Whether the text is the calibration position. An engine that reads its rights wrongly shows
  /// its board as well.
  bool is_its_board(const std::string& text, const char* command) {
    const auto facts = board_facts(text);
    const auto sent = *board_facts(kCalibrationPosition);
    const auto has_indeed = [&] {
      const auto listed = examiner_.moves_at(dialect_, kCalibrationPosition);
      return listed && lists_as_it_shows(text, kCalibrationPosition, *listed);
    };
    if (!facts || facts->placement != sent.placement) return has_indeed();
    const auto ask = [&](const std::string& fen) -> std::optional<ShownAndListed> {
      const auto shown = probe_.shown_for(dialect_, command, fen);
      auto moves = shown ? examiner_.moves_at(dialect_, fen) : std::nullopt;
      if (!moves) return std::nullopt;
      return shown_and_listed(*shown, std::move(*moves));
    };
    if (!difference(sent, *facts, true).empty())
      return (dialect_.lists_moves && castles_as_it_shows(ask)) || has_indeed();
    return !dialect_.lists_moves || !misprints_boards(ask);
  }

  Dialect dialect_;
  const DialectWish& wish_;
  EngineSession& session_;
  SessionProbe& probe_;
  Examiner& examiner_;
};

}  // namespace

Answer<Completed> complete(Dialect dialect, const FirstAnswer& first, const DialectWish& wish,
                           EngineSession& session, SessionProbe& probe, Examiner& examiner) {
  return Completion(std::move(dialect), wish, session, probe, examiner).run(first);
}

}  // namespace perft_verify::reference
