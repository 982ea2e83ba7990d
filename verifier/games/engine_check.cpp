#include "verifier/games/engine_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/fen.h"
#include "core/line.h"
#include "core/text/shell_words.h"
#include "verifier/diagnose/finding_per_bug.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::Question;

namespace {

/// The position of the illegal move and so many before it are asked deeper than two plies. Traces
/// of a move that is not taken back may lie on the board for long before they do harm.
constexpr std::size_t kDeepPredecessors = 60;
constexpr int kDeep = 3;
/// The last of them are asked one ply deeper, where that has no more nodes.
constexpr std::size_t kDeepestPredecessors = 5;
constexpr std::uint64_t kDeeperNodes = 400'000;
/// The questions at every ply that are asked in one go, and the most that are remembered.
constexpr std::size_t kBatch = 64;
constexpr std::size_t kMostSeen = 1'000'000;

Question deepened(Question root, std::size_t plies, int depth) {
  root.depth = static_cast<int>(plies) + depth;
  return root;
}

std::vector<std::string> head(const std::vector<std::string>& path, std::size_t plies) {
  return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(plies)};
}

/// The positions of a game by core, which is no side of the comparison, as wire FENs.
std::vector<std::string> fens_of(const Question& root, const std::vector<std::string>& path) {
  Line line(admitted(root.root).value());
  std::vector<std::string> fens{root.root.fen};
  for (const std::string& move : path) {
    if (!line.push_text(move)) break;
    fens.push_back(line.position().fen());
  }
  return fens;
}

bool shows_once_counted(const Finding& finding) {
  const Fact* const first = reason_of<Fact>(finding);
  return first != nullptr && *first == Fact::WrongOnceCounted;
}

/// A game is long: nobody counts from its root.
std::string command_of(const Finding& finding, const std::string& options) {
  constexpr int kDeepest = 4;
  if (finding.path.empty() || finding.reproduce_depth <= kDeepest)
    return reproduce_command(finding, options);
  return fmt::format("verify divide {} {} --moves {}{}{}", shell_quoted(finding.root.fen),
                     finding.divide_depth,
                     shell_quoted(fmt::format("{}", fmt::join(finding.path, " "))),
                     finding.root.chess960 ? " --chess960 on" : "", options);
}

}  // namespace

std::string_view to_string(Suspect suspect) {
  constexpr std::array<std::string_view, 3> kNames{"generator", "elsewhere", "undecided"};
  return kNames[static_cast<std::size_t>(suspect)];
}

EngineCheck::EngineCheck(reference::Generator& subject, reference::Generator& reference,
                         Options options, std::stop_token stop)
    : subject_(subject),
      reference_(reference),
      options_(std::move(options)),
      stop_(stop),
      confirmer_(subject, options_.live_reference, options_.second_reference, stop),
      diagnosis_(subject, reference, stop),
      once_counted_(subject, reference, std::move(stop)) {}

EngineVerdict EngineCheck::at_illegal_move(const ReplayedGame& game, std::size_t index) {
  const Question root{.root = game.root};
  right_ = 0;
  if (game.root.chess960 && !subject_.lacks_chess960().empty()) {
    EngineVerdict verdict;
    verdict.reason = fmt::format("{} {}", subject_.identity().name, subject_.lacks_chess960());
    return verdict;
  }
  subject_.restart();
  if (auto wrong = list_is_wrong(root, game.path, index)) return std::move(*wrong);
  if (!game.path.empty()) {
    Question direct = root;
    direct.root = root_of(game.position);
    if (auto wrong = list_is_wrong(direct, {}, index)) return blamed_on_reader(std::move(*wrong));
  }
  return replay_in_one_process(root, game.path, index);
}

/// The list is right by way of the moves, so the reader of FENs is to blame.
EngineVerdict EngineCheck::blamed_on_reader(EngineVerdict verdict) {
  for (Finding& finding : verdict.findings)
    if (finding.cause == Cause::Generation || finding.cause == Cause::Unknown)
      finding.cause = Cause::Setup;
  return verdict;
}

/// The verdict of a located finding, once it is confirmed.
EngineVerdict EngineCheck::settle(std::expected<Finding, Undecided> finding, std::size_t index) {
  EngineVerdict verdict;
  if (!finding) {
    verdict.reason = finding.error().reason;
    return verdict;
  }
  const auto standing = confirmer_.confirm(*finding);
  if (!standing) {
    verdict.reason = standing.error().message;
    return verdict;
  }
  if (!standing->blames_subject()) {
    verdict.reason = standing->repeated ? "the reference stands alone with its answer"
                                        : "the reference does not repeat its answer";
    return verdict;
  }
  if (standing->second)
    finding->reasons.emplace_back(
        Vote{standing->second->by, standing->second->side, reference_.identity().name});
  verdict.suspect = Suspect::Generator;
  if (shows_once_counted(*finding)) {
    verdict.findings.push_back(explained_once_counted(std::move(*finding)));
    return verdict;
  }
  verdict.findings = findings_per_bug(std::move(*finding), diagnosis_, confirmer_, index, &known_,
                                      0, options_.reproduce_options);
  for (Finding& each : verdict.findings)
    each.reproduce = command_of(each, options_.reproduce_options);
  return verdict;
}

/// The engine fails there, which is a finding, or there is no answer.
EngineVerdict EngineCheck::failed(const Stop& stop, std::size_t index) {
  if (stop.finding) return settle(*stop.finding, index);
  return settle(std::unexpected(stop.undecided), index);
}

std::optional<EngineVerdict> EngineCheck::list_is_wrong(const Question& root, const Path& path,
                                                        std::size_t index) {
  std::uint64_t nodes = 0;
  return differs_at(root, path, 1, index, nodes);
}

/// Nothing where both say the same; `nodes` is what they count.
std::optional<EngineVerdict> EngineCheck::differs_at(const Question& root, const Path& path,
                                                     int depth, std::size_t index,
                                                     std::uint64_t& nodes) {
  BothSides sides(subject_, reference_, deepened(root, path.size(), depth), stop_);
  auto pair = sides.ask_both(sides.question(path, depth));
  if (!pair) return failed(pair.error(), index);
  nodes = pair->reference.total;
  if (!difference(pair->subject, pair->reference).any()) {
    ++right_;
    return std::nullopt;
  }
  return located(root, path, depth, std::move(*pair), index);
}

/// A game is long, and the search for the cause asks again and again. So it begins at the latest
/// position of the game from whose FEN the same is wrong. If there is none, it begins at the root.
EngineVerdict EngineCheck::located(const Question& root, const Path& path, int depth, Pair pair,
                                   std::size_t index) {
  const auto positions = fens_of(root, path);
  Question from = root;
  Path tail = path;
  for (std::size_t plies = 0; plies < path.size(); plies = std::max<std::size_t>(1, 2 * plies)) {
    Question nearer = root;
    nearer.root.fen = positions[path.size() - plies];
    const Path last(path.end() - static_cast<std::ptrdiff_t>(plies), path.end());
    BothSides sides(subject_, reference_, deepened(nearer, plies, depth), stop_);
    auto again = sides.ask_both(sides.question(last, depth));
    if (!again) break;
    if (!difference(again->subject, again->reference).any()) continue;
    from = std::move(nearer);
    tail = last;
    pair = std::move(*again);
    break;
  }
  Bisection bisection(subject_, reference_, deepened(from, tail.size(), depth), stop_);
  auto finding =
      bisection.locate(std::move(pair.subject), std::move(pair.reference), std::move(tail));
  if (finding && finding->cause == Cause::Make && finding->culprit_moves.size() > 2)
    if (auto sooner = soon_after_culprit(*finding)) finding = std::move(*sooner);
  return settle(std::move(finding), index);
}

/// A wrong state may show many moves later. A difference that shows at once in the tree below it is
/// the same fault, and can be reduced.
std::optional<Finding> EngineCheck::soon_after_culprit(const Finding& finding) {
  const Question root{.root = finding.before_culprit()};
  const Path path{finding.culprit->move};
  std::uint64_t nodes = 0;
  std::uint64_t moves = 0;
  for (int depth = 1; depth == 1 || nodes * moves <= kDeeperNodes; ++depth) {
    BothSides sides(subject_, reference_, deepened(root, 1, depth), stop_);
    auto pair = sides.ask_both(sides.question(path, depth));
    if (!pair || pair->reference.total == 0) return std::nullopt;
    if (difference(pair->subject, pair->reference).any()) {
      auto sooner = Bisection(subject_, reference_, deepened(root, 1, depth), stop_)
                        .locate(std::move(pair->subject), std::move(pair->reference), path);
      if (!sooner || sooner->cause != Cause::Make) return std::nullopt;
      return std::move(*sooner);
    }
    nodes = pair->reference.total;
    if (depth == 1) moves = nodes;
  }
  return std::nullopt;
}

/// The verdict if the list is right before, and wrong once the engine has counted to `depth` and is
/// not sent the position anew.
std::optional<EngineVerdict> EngineCheck::wrong_once_counted(const Question& root, const Path& path,
                                                             int depth, std::size_t index) {
  if (!once_counted_.keeps_its_position()) return std::nullopt;
  const std::string fen = fens_of(root, path).back();
  auto finding = once_counted_.look(root, path, fen, depth);
  if (!finding) return failed(finding.error(), index);
  if (!*finding) {
    ++right_;
    return std::nullopt;
  }
  Question direct = root;
  direct.root.fen = fen;
  std::uint64_t nodes = 0;
  if (auto wrong = differs_at(direct, {}, 2, index, nodes))
    return blamed_on_reader(std::move(*wrong));
  return settle(std::move(**finding), index);
}

Finding EngineCheck::explained_once_counted(Finding finding) {
  once_counted_.explain(finding);
  confirmer_.confirm_reduction(finding);
  finding.reproduce = OnceCounted::command_for(finding, options_.reproduce_options);
  return finding;
}

EngineVerdict EngineCheck::replay_in_one_process(const Question& root, const Path& path,
                                                 std::size_t index) {
  subject_.restart();
  const std::size_t last = path.size();
  std::uint64_t nodes = 0;
  for (std::size_t ply = 0; ply <= last; ++ply) {
    const Path before = head(path, ply);
    std::uint64_t moves = 0;
    if (auto wrong = differs_at(root, before, 1, index, moves)) return std::move(*wrong);
    if (auto wrong = differs_at(root, before, 2, index, nodes)) return std::move(*wrong);
    if (auto wrong = wrong_once_counted(root, before, 2, index)) return std::move(*wrong);
    if (ply + kDeepPredecessors < last) continue;
    if (auto wrong = differs_at(root, before, kDeep, index, nodes)) return std::move(*wrong);
    if (ply + kDeepestPredecessors >= last) {
      if (auto wrong = wrong_once_counted(root, before, kDeep, index)) return std::move(*wrong);
      if (nodes * moves <= kDeeperNodes)
        if (auto wrong = differs_at(root, before, kDeep + 1, index, nodes))
          return std::move(*wrong);
    }
    // The list is asked again: counting may have left something behind that spoils it.
    if (auto wrong = differs_at(root, before, 1, index, moves)) return std::move(*wrong);
  }
  EngineVerdict verdict;
  verdict.suspect = Suspect::Elsewhere;
  verdict.questions = right_;
  return verdict;
}

std::optional<EngineVerdict> EngineCheck::at_every_ply(const ReplayedGame& game, std::size_t index,
                                                       std::uint64_t& compared) {
  const Question root{.root = game.root};
  if (game.root.chess960 && !subject_.lacks_chess960().empty()) return std::nullopt;
  std::vector<std::size_t> plies;  // that are new
  std::size_t hash = std::hash<std::string>{}(game.root.fen);
  for (std::size_t ply = 0; ply <= game.path.size(); ++ply) {
    if (ply > 0) hash = hash * 0x9e3779b97f4a7c15U + std::hash<std::string>{}(game.path[ply - 1]);
    if (seen_.size() < kMostSeen ? seen_.insert(hash).second : !seen_.contains(hash))
      plies.push_back(ply);
  }
  for (std::size_t begin = 0; begin < plies.size(); begin += kBatch) {
    const std::size_t end = std::min(begin + kBatch, plies.size());
    std::vector<Question> questions;
    for (std::size_t at = begin; at < end; ++at) {
      questions.push_back(root);
      questions.back().moves = head(game.path, plies[at]);
    }
    compared += questions.size();
    // All at once; where something is odd, one by one.
    const auto ours = subject_.lists_moves() ? subject_.divides(questions, stop_)
                                             : reference::Answer<std::vector<Divide>>();
    const auto theirs = ask_reference(reference_, questions, stop_);
    if (subject_.lists_moves() && ours && theirs && *ours == *theirs) continue;
    for (std::size_t at = 0; at < questions.size(); ++at) {
      if (auto wrong = list_is_wrong(root, questions[at].moves, index)) return wrong;
      if (!subject_.lists_moves() || !ours || !theirs) continue;
      if (!difference((*ours)[at], (*theirs)[at]).any()) continue;
      EngineVerdict verdict;
      verdict.reason =
          fmt::format("not repeatable: after {} plies the two differed; asked again, they agree",
                      plies[begin + at]);
      return verdict;
    }
  }
  return std::nullopt;
}

}  // namespace perft_verify::verifier
