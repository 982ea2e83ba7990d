#include "verifier/locate/exhaustive.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <variant>

#include "core/contains.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/uci/board_text.h"

namespace perft_verify::verifier {

using reference::BoardFacts;
using reference::Divide;
using reference::Question;
using Path = std::vector<std::string>;

namespace {

/// One position of the reference's tree, and the paths to it that a generator may treat
/// differently: the first one, and those whose last two moves are of other kinds.
struct Node {
  std::string fen;
  std::vector<Path> paths;
  /// For each path: the kind of the last move, and the same with the move before it.
  std::vector<std::string> last;
  std::vector<std::string> kinds;
};

/// The kind of a move for a generator: the piece that moves, its capture, its promotion.
std::string kind_of_move(const BoardFacts& before, const std::string& move) {
  const auto at = [&before](const std::string& name) -> std::optional<Piece> {
    const auto square = parse_square(name);
    return square ? before.placement[static_cast<std::size_t>(*square)] : std::nullopt;
  };
  const auto letter = [](const std::optional<Piece>& piece) {
    return piece ? static_cast<char>('0' + static_cast<int>(piece->type)) : '-';
  };
  const std::string from = move.substr(0, 2);
  const std::string to = move.substr(2, 2);
  const auto piece = at(from);
  std::string kind{letter(piece), letter(at(to))};
  if (piece && piece->type == PieceType::Pawn)
    kind += fmt::format("{}{}", from[0] != to[0], std::abs(from[1] - to[1]));
  if (piece && piece->type == PieceType::King)
    kind += fmt::format("{}", std::abs(from[0] - to[0]) > 1);
  return kind + move.substr(4);
}

bool has_en_passant_capture(const Divide& divide, const BoardFacts& facts) {
  const std::string target = to_string(*facts.en_passant);
  const Piece pawn{facts.side_to_move, PieceType::Pawn};
  for (const auto& line : divide.lines) {
    const auto from = parse_square(std::string_view(line.move).substr(0, 2));
    if (from && line.move.substr(2) == target && line.move[0] != target[0] &&
        facts.placement[static_cast<std::size_t>(*from)] == pawn)
      return true;
  }
  return false;
}

class Exhaustive {
 public:
  Exhaustive(reference::Generator& subject, reference::Generator& reference, const Question& root,
             std::uint64_t budget, const std::stop_token& stop)
      : subject_(subject),
        reference_(reference),
        root_(root),
        budget_(budget),
        stop_(stop),
        bisection_(subject, reference, root, stop) {}

  ExhaustiveResult run() {
    std::vector<Node> level{{root_.root.fen, {{}}, {""}, {""}}};
    for (int ply = 0; ply < root_.depth; ++ply) {
      std::uint64_t ways = 0;
      for (const Node& node : level) ways += node.paths.size();
      if (result_.positions + ways > budget_) break;
      result_.positions += ways;
      std::vector<Divide> lists;
      for (const Node& node : level) {
        auto list = compare_lists(node);
        if (!list) return std::move(result_);
        lists.push_back(std::move(*list));
      }
      result_.proven = ply + 1;
      if (ply + 1 == root_.depth) break;
      auto next = next_level(level, lists);
      if (!next) return std::move(result_);
      if (next->empty()) {
        result_.proven = root_.depth;  // every line has ended
        break;
      }
      level = std::move(*next);
    }
    return std::move(result_);
  }

 private:
  template <typename T>
  using Step = std::expected<T, std::monostate>;  // the error is in result_

  std::unexpected<std::monostate> end(std::expected<Finding, Undecided> found) {
    if (found) {
      result_.finding = std::move(*found);
      result_.finding->needs_full = result_.finding->reproduce_depth > 1;
    } else {
      result_.undecided = std::move(found.error());
    }
    return std::unexpected(std::monostate{});
  }

  std::unexpected<std::monostate> end(const std::string& who, const reference::Failure& failure) {
    result_.undecided =
        Undecided{fmt::format("in the exhaustive comparison, {}: {}", who, failure.message),
                  failure.kind == reference::FailureKind::Stopped};
    return std::unexpected(std::monostate{});
  }

  std::unexpected<std::monostate> end(const Question& question, const AskFailure& asked) {
    if (is_fault(asked.failure.kind) && asked.repeatable) {
      result_.finding = finding_of_failure(root_, question, asked.failure);
      return std::unexpected(std::monostate{});
    }
    return end(asked.repeatable ? "the engine failed" : "the engine failed once, not repeatably",
               asked.failure);
  }

  std::unexpected<std::monostate> end_stopped() {
    result_.undecided = Undecided{"interrupted", true};
    return std::unexpected(std::monostate{});
  }

  [[nodiscard]] Question ask_at(const std::string& fen, const Path& path) const {
    Question question = root_;
    question.root.fen = fen;
    question.moves = path;
    question.depth = 1;
    question.expected_nodes = 0;
    return question;
  }

  /// The reference's list at the node, after the subject's lists on all its paths have been found
  /// equal to it.
  Step<Divide> compare_lists(const Node& node) {
    if (stop_.stop_requested()) return end_stopped();
    auto theirs = ask_reference(reference_, ask_at(node.fen, {}), stop_);
    if (!theirs) return end("the reference failed", theirs.error());
    for (const Path& path : node.paths)
      if (const auto equal = compare_list(path, *theirs); !equal)
        return std::unexpected(equal.error());
    if (!node.paths.front().empty() && !subject_.shows_board()) {
      Question direct = ask_at(node.fen, {});
      direct.known_moves = moves_of(*theirs);
      const auto from_fen = ask_subject(subject_, direct, stop_);
      if (!from_fen) return end(direct, from_fen.error());
      if (difference(*from_fen, *theirs).any()) {
        Question root = root_;
        root.root.fen = node.fen;
        return end(Bisection(subject_, reference_, root, stop_).wrong_moves_at({}));
      }
    }
    return std::move(*theirs);
  }

  Step<void> compare_list(const Path& path, const Divide& theirs) {
    Question by_moves = ask_at(root_.root.fen, path);
    by_moves.known_moves = moves_of(theirs);
    const auto ours = ask_subject(subject_, by_moves, stop_);
    if (!ours) return end(by_moves, ours.error());
    if (!difference(*ours, theirs).any()) return {};
    auto found = bisection_.wrong_moves_at(path);
    if (!found && !found.error().stopped) {
      // One side contradicts itself: the subject, or the reference between FEN and moves.
      const auto again = ask_subject(subject_, by_moves, stop_);
      found.error().reference_unreliable = again && *again == *ours;
      if (found.error().reference_unreliable)
        found.error().reason = fmt::format(
            "the reference contradicts itself: from the FEN of the position it lists other moves "
            "than after {}",
            fmt::join(path, " "));
    }
    return end(std::move(found));
  }

  /// All positions one ply further, each once; the search stops once the budget is certain to be
  /// exceeded.
  Step<std::vector<Node>> next_level(const std::vector<Node>& level,
                                     const std::vector<Divide>& lists) {
    std::vector<Node> next;
    std::unordered_map<std::string, std::size_t> known;
    std::uint64_t ways = 0;
    for (std::size_t at = 0; at < level.size(); ++at) {
      const Node& node = level[at];
      const auto before = reference::board_facts(node.fen);
      for (const auto& line : lists[at].lines) {
        if (stop_.stop_requested()) return end_stopped();
        auto fen = reference_fen(reference_, ask_at(node.fen, {line.move}), stop_);
        if (!fen) return end("the reference failed", fen.error());
        if (const auto board = check_board(node.fen, line.move, *fen); !board)
          return std::unexpected(board.error());
        const std::string last = before ? kind_of_move(*before, line.move) : "";
        for (std::size_t way = 0; way < node.paths.size(); ++way) {
          Path path = node.paths[way];
          path.push_back(line.move);
          std::string kind = node.last[way] + " " + last;
          std::size_t place = next.size();
          if (subject_.shows_board()) {
            const auto shown = compare_boards(path, *fen);
            if (!shown) return std::unexpected(shown.error());
            // Shared only if the subject stands in the same position too, en passant square
            // included.
            place = known.emplace(reference::without_clocks(*fen) + " " + *shown, next.size())
                        .first->second;
          }
          if (place == next.size()) {
            next.push_back({*fen, {}, {}, {}});
          } else if (contains(next[place].kinds, kind)) {
            continue;
          }
          next[place].paths.push_back(std::move(path));
          next[place].last.push_back(last);
          next[place].kinds.push_back(std::move(kind));
          if (result_.positions + ++ways > budget_) return next;
        }
      }
    }
    return next;
  }

  /// A wrong position of the reference must not be held against the subject, nor sent to it.
  Step<void> check_board(const std::string& before, const std::string& move,
                         const std::string& fen) {
    const auto expected = reference_fen(*mailbox_, ask_at(before, {move}), stop_);
    if (expected && reference::without_clocks(*expected) == reference::without_clocks(fen))
      return {};
    return end(std::unexpected(Undecided{
        .reason = fmt::format("the reference stands alone: after {} in `{}` its board is `{}`, and "
                              "that of mailbox {}",
                              move, before, fen,
                              expected ? fmt::format("`{}`", *expected) : expected.error().message),
        .stopped = stop_.stop_requested(),
        .reference_unreliable = true}));
  }

  /// The subject's en passant square as it shows it, after its board has been found equal.
  Step<std::string> compare_boards(const Path& path, const std::string& fen) {
    const Question question = ask_at(root_.root.fen, path);
    auto shown = subject_.board(question, stop_);
    if (!shown) {
      const auto first = shown.error();
      subject_.restart();
      shown = subject_.board(question, stop_);
      if (!shown) return end(question, {shown.error(), true});
      return end(question, {first, false});
    }
    const auto expected = reference::board_facts(fen);
    if (!expected)
      return end("the reference failed", {reference::FailureKind::Protocol, reference::Stage::Board,
                                          fmt::format("its board `{}` is malformed", fen)});
    const auto found = reference::board_facts(*shown);
    if (!found)
      return end(bisection_.wrong_state_at(
          path, fmt::format("`{}` is malformed: {}", *shown, found.error().message())));
    std::string differs = reference::difference(*expected, *found, false);
    if (differs.empty() && expected->en_passant && expected->en_passant != found->en_passant) {
      // Not every engine writes an unusable en passant square: it is a difference only if the
      // reference does capture en passant.
      const auto list = ask_reference(reference_, ask_at(fen, {}), stop_);
      if (!list) return end("the reference failed", list.error());
      if (has_en_passant_capture(*list, *expected))
        differs = reference::difference(*expected, *found, true);
    }
    if (!differs.empty()) return end(bisection_.wrong_state_at(path, differs));
    return found->en_passant ? to_string(*found->en_passant) : std::string("-");
  }

  reference::Generator& subject_;
  reference::Generator& reference_;
  Question root_;
  std::uint64_t budget_;
  std::stop_token stop_;
  Bisection bisection_;
  std::unique_ptr<reference::Generator> mailbox_ = mailbox::make_mailbox_generator();
  ExhaustiveResult result_;
};

}  // namespace

ExhaustiveResult compare_exhaustively(reference::Generator& subject,
                                      reference::Generator& reference, const Question& root,
                                      std::uint64_t budget, const std::stop_token& stop) {
  return Exhaustive(subject, reference, root, budget, stop).run();
}

}  // namespace perft_verify::verifier
