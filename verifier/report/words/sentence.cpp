#include "verifier/report/words/sentence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/rules/move_facts.h"
#include "reference/uci/board_text.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostExplained = 3;

std::string listed(const std::vector<std::string>& moves) {
  constexpr std::size_t kMostListed = 8;
  if (moves.size() <= kMostListed) return fmt::format("{}", fmt::join(moves, ", "));
  return fmt::format("{} and {} more", fmt::join(moves.begin(), moves.begin() + kMostListed, ", "),
                     moves.size() - kMostListed);
}

std::string illegal_move(const std::optional<Position>& position, const std::string& move) {
  if (!position) return fmt::format("{} is illegal", move);
  const auto why = why_illegal(*position, move);
  return why ? fmt::format("{} is illegal: {}", move, why->sentence)
             : fmt::format("{} is not in the reference's list, though core finds it legal", move);
}

void add_wrong_moves(const Finding& finding, std::vector<std::string>& parts) {
  const auto position = finding.position();
  const auto& illegal = finding.illegal;
  for (std::size_t at = 0; at < std::min(illegal.size(), kMostExplained); ++at)
    parts.push_back(illegal_move(position, illegal[at]));
  if (const std::size_t more = illegal.size() - std::min(illegal.size(), kMostExplained); more > 0)
    parts.push_back(fmt::format("{} more illegal {}", more, more == 1 ? "move" : "moves"));
  std::vector<std::string> missing;
  std::vector<std::string> doubtful;  // moves of the reference that core finds illegal
  for (const std::string& move : finding.missing) {
    const auto facts = position ? move_facts(*position, move) : std::nullopt;
    (!position || (facts && facts->legal) ? missing : doubtful).push_back(move);
  }
  if (!missing.empty()) {
    parts.push_back(fmt::format("{} {} legal and missing", listed(missing),
                                missing.size() == 1 ? "is" : "are"));
    if (const auto facts = position ? move_facts(*position, missing.front()) : std::nullopt)
      parts.back() += fmt::format(" ({}{})", missing.size() == 1 ? "" : missing.front() + ": ",
                                  why_legal(*position, *facts));
  }
  if (!doubtful.empty())
    parts.push_back(fmt::format(
        "{} {} in the reference's list and missing, though core finds {} illegal", listed(doubtful),
        doubtful.size() == 1 ? "is" : "are", doubtful.size() == 1 ? "it" : "them"));
  if (const auto& twice = finding.duplicate; !twice.empty())
    parts.push_back(fmt::format("{} {} listed more than once", listed(twice),
                                twice.size() == 1 ? "is" : "are"));
}

std::string rights_text(const std::vector<StateDifference::Right>& rights) {
  std::vector<std::string> texts;
  for (const auto& [color, side] : rights)
    texts.push_back(fmt::format("{}'s {}", to_string(color),
                                side == CastlingSide::King ? "kingside" : "queenside"));
  return fmt::format("{} castling {}", fmt::join(texts, " and "),
                     rights.size() == 1 ? "right is" : "rights are");
}

std::string_view text_of(Fact fact) {
  switch (fact) {
    case Fact::FreshProcessIsRight:
      return "a fresh process answers right, so it depends on what was asked before";
    case Fact::KeepsRightsOfPositionBefore:
      return "the same FEN gives different lists after different positions: its reader keeps "
             "castling rights of the position before";
    case Fact::KeepsEpSquareOfPositionBefore:
      return "the same FEN gives different lists after different positions: its reader keeps the "
             "en passant square of the position before";
    case Fact::KeepsPiecesOfPositionBefore:
      return "the same FEN gives different lists after different positions: its reader keeps "
             "pieces of the position before";
    case Fact::RightAtDepthOne:
      return "the list is right at depth 1, and wrong when something is counted below its moves";
    case Fact::WrongOnceCounted:
      return "it is right when it is sent the position, and wrong when it has counted and is asked "
             "again without being sent it anew, as a search goes on with the board that it has";
    case Fact::NotPutBack:
      return "something is not put back when a move is taken back";
    case Fact::NotPutBackOrCountedOtherwise:
      return "something is left wrong when a move is made or taken back, or the last ply is "
             "counted by other code than lists the moves";
    case Fact::RightOfOneSquareIsKept:
      return "this right outlives the move of its rook and its capture, and no other right does: "
             "look for the square of that rook";
    case Fact::MissingAsIfSeenThrough:
      return "missing are exactly the moves that would leave the king to a slider if no piece "
             "stood in its way: look for a line of attack that does not end at the first piece";
    case Fact::IllegalAsIfStillThere:
      return "illegal are exactly the moves that leave the king to a slider whose line the moved "
             "piece has left: look for a test of legality that leaves the piece where it came from";
    case Fact::OnlyTheKingMoves:
      return "listed is no move but the king's, as if it were in double check";
    case Fact::MissingOfExtraPieces:
      return "missing are moves of kinds of pieces of which there are more than at the start of a "
             "game: look for the place that such a piece gets in a list, from a FEN and by "
             "promotion";
    case Fact::CountMayBeOfCopies:
      return "a move that counts 2 at depth 1 may stand in its list twice, where lines of one text "
             "are added up";
    case Fact::ListsMovesOfNextPly:
      return "the illegal moves are legal one ply later, after others that it lists";
    case Fact::RightWhenAskedAgain:
      return "asked again once it has counted, without being sent the position anew, it lists the "
             "right moves: its board is put back, and the list is written over";
    case Fact::EndCountedAsLeaf:
      return "that move ends the game, and the end is counted as a leaf";
    case Fact::RightWithoutHistory:
      return "without the moves that led there it is right: a repeated position ends the count";
    case Fact::RightWithFreshClocks:
      return "with the clocks at 0 and 1 it is right: the fifty-move rule ends the count";
    case Fact::CountsOneAndCannotMate:
      return "every wrong line counts 1, and after each of these moves neither side can mate: "
             "perhaps a draw rule ends the count there";
    case Fact::ListsNothingWithoutMaterial:
      return "it lists no move of bare kings either, and all of them with a pawn besides: it ends "
             "the game where neither side can mate";
    case Fact::CountsOneAndNoDrawRuleApplies:
      return "every wrong line counts 1, and no draw rule applies there: something is not put "
             "back when a move is taken back";
    case Fact::SubjectListsNoMoves:
      return "the number of moves is right here, and each move is counted right when asked alone: "
             "the engine prints totals only, so nobody can tell whether one wrong move stands for "
             "another, or something is not put back when a move is taken back";
    case Fact::SubjectPlaysNoMoves:
      return "set up from the FEN, what comes after it is counted right: the engine is given FENs "
             "only, so nobody can tell whether it makes the move wrong or takes it back wrong";
    case Fact::OneSideFailedWhenAskedAgain:
      return "asked again, one side failed";
    case Fact::DiesOfMoreMoves:
      return "with one piece more the engine dies: its list has no room for so many moves";
    case Fact::ReferenceDidNotRepeat:
      return "the reference did not say it again in a fresh process";
    case Fact::CountsOfOtherMoves:
      return "each wrong count is the right one of another move: a table may take one position for "
             "another, or something is not put back when a move is taken back";
    case Fact::CountingPlaysTheMove:
      return "counting makes the move right, so the code that reads the moves behind `position` is "
             "to blame";
    case Fact::RightElsewhere:
      return "the same pieces elsewhere on the board are moved right: look at what depends on the "
             "square, such as the entry of a table, the bound of a loop or a mask of an edge";
    case Fact::RightOnOtherFiles:
      return "the same pieces on other files are moved right: look at what depends on the file or "
             "the square, such as the entry of a table or a mask of an edge";
    case Fact::RightOnOtherRanks:
      return "the same pieces on other ranks are moved right: look at what depends on the rank or "
             "the square, such as the entry of a table or a mask of an edge";
    case Fact::PinnedPiecesOverlookCheck:
      return "listed are only moves of pinned pieces along the line of the pin, and other pieces "
             "have to answer the check: the code of pinned pieces seems to overlook checks";
    case Fact::AnswersOverlookPins:
      return "listed are only answers to the check by pinned pieces, and pins hold where there is "
             "no check: the code of answers to check seems to overlook pins";
    case Fact::MoveNotPlayed:
      return " (its own board after it is the one before: the engine does not play the move that "
             "it is sent)";
  }
  return "";
}

std::string_view text_of(FalseAttacker::Where where) {
  using enum FalseAttacker::Where;
  switch (where) {
    case KnightsJump:
      return "a knight's jump from the king";
    case NextTo:
      return "next to the king";
    case NextOnLine:
      return "next to the king on its rank or file";
    case DiagonallyAhead:
      return "diagonally ahead of the king, next to it";
    case DiagonallyBehind:
      return "diagonally behind the king, next to it";
    case OnLine:
      return "on a free rank or file of the king, not next to it";
    case OnDiagonal:
      return "on a free diagonal of the king, not next to it";
    case BehindOneOnLine:
      return "behind one piece on the king's rank or file";
    case BehindOneOnDiagonal:
      return "behind one piece on a diagonal of the king";
  }
  return "";
}

std::string_view text_of(NeededField field) {
  return field == NeededField::EnPassantSquare ? "the en passant square" : "the castling rights";
}

/// How the subject's state differs from the correct one.
std::string state_text(const StateDifference& it) {
  std::vector<std::string> parts;
  if (!it.rights_kept.empty())
    parts.push_back(fmt::format("{} kept and should be lost", rights_text(it.rights_kept)));
  if (!it.rights_new.empty())
    parts.push_back(fmt::format("{} there and {} not before the move", rights_text(it.rights_new),
                                it.rights_new.size() == 1 ? "was" : "were"));
  if (!it.rights_lost.empty())
    parts.push_back(fmt::format("{} lost and should be kept", rights_text(it.rights_lost)));
  if (!it.rights_elsewhere.empty())
    parts.push_back(fmt::format("{} of another rook", rights_text(it.rights_elsewhere)));
  if (it.en_passant_kept) parts.emplace_back("an en passant square is set and should not be");
  if (it.en_passant_lost) parts.emplace_back("the en passant square is not set");
  if (it.en_passant_elsewhere) parts.emplace_back("the en passant square is a wrong one");
  if (it.side_to_move) parts.emplace_back("the wrong side is to move");
  for (std::size_t at = 0; at < std::min(it.squares.size(), kMostExplained); ++at)
    parts.push_back(fmt::format("on {} stands {} instead of {}", to_string(it.squares[at].square),
                                reference::piece_text(it.squares[at].found),
                                reference::piece_text(it.squares[at].expected)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// One part of the sentence for each kind of reason. A part that begins with " (" belongs to the
/// part before it.
struct Words {
  Cause cause;  // of the finding
  bool kept;    // whether it is of what a reader keeps of the position before
  std::string operator()(Fact fact) const { return std::string(text_of(fact)); }
  std::string operator()(const Failed& failed) const {
    if (kept) return failed.failure.message + "; a fresh process shows what it was sent";
    return failed.failure.message + "; again in a fresh process" +
           (failed.moves.empty()
                ? ""
                : fmt::format(" (asked after the moves {})", fmt::join(failed.moves, " ")));
  }
  std::string operator()(const ShortestWay& it) const {
    std::string words = it.moves.empty()
                            ? fmt::format("depth {} is enough", it.depth)
                            : fmt::format("the shortest way there is depth {} after {}", it.depth,
                                          fmt::join(it.moves, " "));
    if (!it.moves.empty() && !it.from_fen)
      words +=
          "; set up from its FEN the same position is answered, so the way there leaves something "
          "wrong";
    if (it.each_below_answers)
      words +=
          "; each move there is counted when asked alone: perhaps something is not put back "
          "when a move is taken back";
    return words;
  }
  std::string operator()(const NotBisected& it) const {
    return fmt::format(
        "at depth {} the engine counts {} and the reference {}; it was not "
        "bisected{}",
        it.depth, it.counts.subject, it.counts.reference,
        it.why.empty() ? "" : fmt::format(" ({})", it.why));
  }
  std::string operator()(const WrongBoard& board) const {
    return fmt::format("after {} the engine's board is wrong: {}", board.move, board.how);
  }
  std::string operator()(const WrongState& state) const {
    return state.inferred
               ? "its moves are the legal ones of another board: " + state_text(state.difference)
               : fmt::format(" (its own board after it: {})", state_text(state.difference));
  }
  std::string operator()(const NotRestored& it) const {
    const std::string tried = fmt::format(
        "{}a move that it tries is {}", it.or_misread ? "the FEN is read wrong, or " : "",
        it.by_undo ? "not taken back" : "made wrong, or taken back wrong");
    if (it.without != NeededField::None)
      return fmt::format("{}: without {} the list is right, and none of the wrong moves needs {}",
                         tried, text_of(it.without),
                         it.without == NeededField::EnPassantSquare ? "it" : "them");
    if (!it.king_on.empty())
      return fmt::format(
          "{}: the wrong moves are right for a king on {}, and at {}, where each "
          "step of the king is into check, a pawn's move is missing",
          tried, it.king_on, it.fen);
    const std::string again = it.counted_to > 0
                                  ? fmt::format("count the same to depth {}", it.counted_to)
                                  : "list the same moves there";
    const std::string found =
        it.difference.any()
            ? fmt::format("its own board is another one ({})", state_text(it.difference))
            : fmt::format("and is not sent the position again, it does not {}", again);
    return fmt::format("{}: after it has counted {} to depth {} {}", tried, it.fen, it.depth,
                       found);
  }
  std::string operator()(const RightWithout& it) const {
    return fmt::format("without {} nothing is wrong here", text_of(it.field));
  }
  std::string operator()(const PiecesMisread& it) const {
    const std::string_view where = it.step == 1    ? "stands one square to the right"
                                   : it.step == -1 ? "stands one square to the left"
                                   : it.step > 0   ? "stands one rank higher"
                                                   : "stands one rank lower";
    return fmt::format("its lists are those of boards on which {} of the FEN {}",
                       reference::piece_text(it.letter),
                       it.step != 0 ? std::string(where)
                       : it.as      ? "is " + reference::piece_text(it.as)
                                    : "is missing");
  }
  std::string operator()(const RightFromFen& it) const {
    if (it.others_are_wrong)
      return "set up from the FEN other moves are wrong; these are wrong after " + it.culprit;
    if (cause != Cause::Make)
      return "set up from the FEN the same position is right, and it is wrong after " + it.culprit;
    return fmt::format(
        "set up from the FEN the same position is right, so the error is in making {}", it.culprit);
  }
  std::string operator()(const CouldNotAskFromFen& it) const {
    return "whether it is also wrong from the FEN could not be asked: " + it.why;
  }
  std::string operator()(const WrongNumberOfMoves& it) const {
    const std::uint64_t count = std::max(it.counted, it.legal) - std::min(it.counted, it.legal);
    const std::string much =
        fmt::format("the engine prints totals only: it counts {} {} than the {} legal ones",
                    count == 1 ? "one move" : fmt::format("{} moves", count),
                    it.counted > it.legal ? "more" : "less", it.legal);
    return much + "; " + which_moves(it);
  }
  std::string operator()(const WrongCount& it) const {
    const auto& [count, depth, total, line] = it;
    if (count == CountOf::GoneWhenAskedAgain)
      return fmt::format(
          "the total was {} instead of {}, and a fresh process answers right: it depends on what "
          "was asked before, or on chance",
          total.subject, total.reference);
    std::string wrong =
        line ? fmt::format("at depth {} {} counts {} instead of {}", depth, line->move,
                           line->subject, line->reference)
        : total.subject == total.reference
            ? fmt::format("at depth {} the total {} is right, and the list of moves is not", depth,
                          total.subject)
            : fmt::format("at depth {} the total is {} instead of {}", depth, total.subject,
                          total.reference);
    if (count == CountOf::MovesRight) return "all moves are right, and " + wrong;
    if (count == CountOf::ChildrenRight)
      return "the moves are right and each of them is counted right when asked alone, yet " + wrong;
    return wrong;
  }
  std::string operator()(const WrongSum& it) const {
    return fmt::format("the total {} is not the sum {} of the engine's own lines", it.total,
                       it.sum);
  }
  std::string operator()(const CounterRanOver& it) const {
    return fmt::format("all differences are multiples of 2^{0}: a counter of {0} bits ran over",
                       it.bits);
  }
  std::string operator()(const RightBelowDepth& it) const {
    return fmt::format(
        "it is right at every depth below {}, as with a table of positions that confuses two of "
        "them, or with a move that is taken back wrongly",
        it.depth);
  }
  std::string operator()(const AskedWithoutTable& it) const {
    return fmt::format(
        "with {} it is {}", it.setting,
        it.right ? "right: its table is to blame" : "wrong all the same, so no table is to blame");
  }
  std::string operator()(const DiesOfLongLists& it) const {
    return fmt::format(
        "it dies where there are {} legal moves, and answers with a piece less, where there are "
        "{}, and with the other side to move: its list of moves may be too short",
        it.dies, it.answers);
  }
  std::string operator()(const FalseAttacker& it) const {
    return fmt::format(
        "missing are exactly the moves after which {} {} stands {}: look for it in the test of "
        "attacks",
        !it.own   ? "a"
        : *it.own ? "an own"
                  : "an opposing",
        it.type ? to_string(*it.type) : "piece", text_of(it.where));
  }
  std::string operator()(const Vote& vote) const {
    switch (vote.side) {
      case Side::Reference:
        return fmt::format("{} agrees with {}", vote.by, vote.reference);
      case Side::Subject:
        return fmt::format(
            "but {} agrees with the engine: here {} stands alone, and one of them is wrong",
            vote.by, vote.reference);
      case Side::Neither:
        return fmt::format("{} agrees with neither", vote.by);
    }
    return "";
  }
  std::string operator()(const RecordedCount& it) const {
    return fmt::format("the count {} recorded in {} sides with the {}", it.count, it.place,
                       it.side == Side::Subject ? "engine" : "reference");
  }
  std::string operator()(const BeyondGames& it) const {
    return fmt::format(
        "no game reaches this position ({}), and a generator that is made for games may rightly "
        "differ there",
        it.why);
  }
  std::string operator()(const ReplayFile& it) const {
    return it.error.empty() ? "to see it without verify: " + it.command
                            : "what it was sent could not be kept: " + it.error;
  }
  std::string operator()(const ClassifiedBy& it) const { return it.what; }
  std::string operator()(const BesideIllegalMove& it) const {
    return fmt::format(
        "the same list has {} ({}), and an illegal move that is tried may spoil the rest of it",
        it.move, to_string(it.bug_class));
  }
  std::string operator()(const AskedBefore& it) const {
    return fmt::format("it answers wrongly once it has been asked about {}", it.fen);
  }
  std::string operator()(const SeemsAttacked& it) const {
    return fmt::format("without the {} on {} the king steps to {}: the {} seems to attack it{}",
                       to_string(it.by), it.from, it.square, to_string(it.by),
                       it.around_edge ? ", around the edge of the board" : "");
  }
  std::string operator()(const OwnAnswer& it) const {
    const std::string asked =
        it.moves.empty() ? it.fen : fmt::format("{} after {}", it.fen, fmt::join(it.moves, " "));
    return fmt::format("{}: the engine's own answer for {} at depth {} says otherwise ({})",
                       words_of(it.relation), asked, it.depth, it.difference);
  }

 private:
  static std::string_view words_of(OwnAnswer::Relation relation) {
    switch (relation) {
      case OwnAnswer::Relation::SumOfChildren:
        return "the count below a move is not that of the position after it";
      case OwnAnswer::Relation::FenAndMoves:
        return "the position reached by moves is not counted like the same position from its FEN";
      case OwnAnswer::Relation::ColorsFlipped:
        return "with White's and Black's side exchanged the counts are others";
      case OwnAnswer::Relation::FilesMirrored:
        return "with the board mirrored left to right the counts are others";
      case OwnAnswer::Relation::Spectator:
        return "one more piece, which neither attacks nor blocks anything, changes the moves of "
               "others";
      case OwnAnswer::Relation::FreshProcess:
        return "a fresh process answers otherwise, so it depends on what was asked before";
      case OwnAnswer::Relation::EachMoveOnce:
        return "a move is listed more than once";
    }
    return "";
  }
  static std::string which_moves(const WrongNumberOfMoves& it) {
    using Which = WrongNumberOfMoves::Which;
    constexpr std::size_t kMostNamed = 6;
    switch (it.which) {
      case Which::OneSet:
        return fmt::format(
            "{} is inferred from its totals at depths 1 to {}, which no other move explains",
            fmt::join(it.sets.front(), ", "), it.depth);
      case Which::SeveralSets: {
        std::vector<std::string> named;
        for (const auto& set : it.sets)
          if (named.size() < kMostNamed) named.push_back(fmt::format("{}", fmt::join(set, ", ")));
        if (it.sets.size() > kMostNamed) named.emplace_back("others");
        return fmt::format("which moves, totals cannot tell: {}", fmt::join(named, "; or "));
      }
      case Which::NoSet:
        return "which moves, totals cannot tell: no known bug explains them";
      case Which::TooMany:
        return "which moves, totals cannot tell: there are too many";
      case Which::NotAsked:
        return "which moves, could not be asked";
      case Which::NotFromTotals:
        return "which moves, totals cannot tell";
      case Which::All:
        return "it counts no move at all";
      case Which::NoneBelow:
        return "its counts of more plies have all of them, so the last ply is counted by other "
               "code than makes the moves";
    }
    return "";
  }
};

}  // namespace

std::string sentence_of(const Finding& finding) {
  std::vector<std::string> parts;
  add_wrong_moves(finding, parts);
  for (const Reason& reason : finding.reasons)
    parts.push_back(
        std::visit(Words{finding.cause, kept_of_position_before(finding).has_value()}, reason));
  if (depends_on_questions_before(finding) && !reason_of<AskedBefore>(finding))
    parts.emplace_back("the command that should reproduce it may pass");
  std::string sentence;
  for (const std::string& part : parts)
    sentence += (sentence.empty() || part.starts_with(" (") ? "" : "; ") + part;
  return sentence;
}

}  // namespace perft_verify::verifier
